"""Protobuf as it lies on the wire, for the few messages that are read and written past the generated code.

A field begins with its tag. A text or a message follows with its length, a number as it is; both are varints, and one
byte where they are below 128. Whoever reads here takes what is laid out as every generated code lays it out, field
after field by its number, and leaves everything else to `FromString`: two bytes of length at most, no field twice.
"""

from __future__ import annotations

from typing import Final

ONE_BYTE: Final = 128
"""A number below it is one byte."""

_VARINT, _LENGTH = 0, 2
_SMALL = tuple([bytes([number]) for number in range(ONE_BYTE)])


def varint(number: int) -> bytes:
    """A number that is not negative."""
    if number < ONE_BYTE:
        return _SMALL[number]
    return bytes([number % ONE_BYTE + ONE_BYTE]) + varint(number // ONE_BYTE)


def numbers_of(content: bytes) -> list[int]:
    """The numbers of the fields of a message, as they follow each other. LookupError where they are laid out oddly."""
    found, at = [], 0
    while at < len(content):
        tag, at = _number(content, at)
        size, at = _number(content, at)
        if tag % 8 not in {_VARINT, _LENGTH}:
            raise LookupError
        if tag % 8 == _LENGTH:
            at += size
        found.append(tag // 8)
    return found


def _number(content: bytes, at: int) -> tuple[int, int]:
    """A varint and where it ends. LookupError."""
    number, shift = 0, 0
    while content[at] >= ONE_BYTE:
        number |= (content[at] - ONE_BYTE) << shift
        at, shift = at + 1, shift + 7
    return number | content[at] << shift, at + 1


def field(tag: bytes, content: bytes) -> bytes:
    """A text or a message with its tag and its length."""
    return tag + varint(len(content)) + content
