"""Protobuf as it lies on the wire, for the few messages that are read and written past the generated code.

A field begins with its tag. A text or a message follows with its length, a number as it is; both are varints, and one
byte where they are below 128. Whoever reads here takes what is laid out as every generated code lays it out, field
after field by its number, and leaves everything else to `FromString`: two bytes of length at most, no field twice.
"""

from __future__ import annotations

from typing import Final

ONE_BYTE: Final = 128
"""A number below it is one byte."""

_SMALL = tuple([bytes([number]) for number in range(ONE_BYTE)])


def varint(number: int) -> bytes:
    """A number that is not negative."""
    if number < ONE_BYTE:
        return _SMALL[number]
    return bytes([number % ONE_BYTE + ONE_BYTE]) + varint(number // ONE_BYTE)


def field(tag: bytes, content: bytes) -> bytes:
    """A text or a message with its tag and its length."""
    return tag + varint(len(content)) + content
