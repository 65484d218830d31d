"""From bytes to a text that people can read: UTF-8, strictly, and no character that has no place in one.

A byte order mark of UTF-8 is dropped; those of other encodings are told by name. Line ends stay as they are.
"""

from __future__ import annotations

import codecs
import re

from referee.diagnostics.model import Diagnostic
from referee.source import Source
from referee.yamltree import messages
from referee.yamltree.nodes import place

_OTHER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")


def decoded(content: bytes, name: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of `content`, and what keeps it from being read (nothing: it is a text)."""
    for mark, codec, encoding in _OTHER_MARKS:
        if content.startswith(mark):
            source = Source(name, content[len(mark) :].decode(codec, "replace"))
            return source, (messages.other_encoding(place(source, 0, 0), encoding),)
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        source = Source(name, content.decode("utf-8"))
    except UnicodeDecodeError as error:
        source = Source(name, content.decode("utf-8", "replace"))
        at = len(content[: error.start].decode("utf-8"))
        return source, (messages.unreadable_byte(place(source, at, at + 1), content[error.start]),)
    first = _CONTROL.search(source.text)
    if first is None:
        return source, ()
    more = sum(1 for _ in _CONTROL.finditer(source.text, first.end()))
    return source, (messages.control(place(source, *first.span()), first[0], more),)
