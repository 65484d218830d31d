"""Tests that were found wanting, written into the file of tests: below those it has, every comment where it was.

A file in the canonical layout is in it afterwards too. What is written is read again before anybody gets it: the tests
that were there ask and expect what they did, and the others are there besides.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from referee.suite.fmt import asked_by, fmt_tests
from referee.suite.reading import read_tests
from referee.yamltree.dump import dump
from referee.yamltree.nodes import Entry, MapNode
from referee.yamltree.read import read


class UnwritableError(ValueError):
    """Why tests cannot be written into a file, for people."""


def with_tests(content: bytes, name: str, entries: Mapping[str, str]) -> bytes:
    """The bytes of a file of tests called `name` with `entries` behind its own: texts of tests in braces, by name.

    A name that is taken gets a number. UnwritableError where the file has no place for them.
    """
    before = read_tests(content, name)
    reading = read(content, name)
    section = None if reading.root is None else reading.root.entry("tests")
    if before.file is None or section is None or not isinstance(section.value, MapNode) or section.value.flow:
        raise UnwritableError("its tests do not stand one a line below `tests:`")
    taken = {one.name for one in before.file.tests}
    new = {_free(one, taken): text for one, text in entries.items()}
    made = _inserted(reading.source.text, section.value.entries, new)
    whole = b"\xef\xbb\xbf" * content.startswith(b"\xef\xbb\xbf") + made.encode()
    if fmt_tests(content, name).text == reading.source.text and (text := fmt_tests(whole, name).text) is not None:
        whole = text.encode()
    after = read_tests(whole, name)
    kept = None if after.file is None else [one for one in after.file.tests if one.name not in new]
    if after.file is None or asked_by(kept or ()) != asked_by(before.file.tests):
        raise UnwritableError("written into it they would change those it has")
    if {one.name for one in after.file.tests} != taken | new.keys():
        raise UnwritableError("written into it they would not read back")
    return whole


def _free(name: str, taken: set[str]) -> str:
    """A name that no test has, and that from now on is taken."""
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    free = next(one for one in names if one not in taken)
    taken.add(free)
    return free


def _inserted(text: str, entries: tuple[Entry, ...], new: Mapping[str, str]) -> str:
    """The text with a line for each new test behind the line in which the last of `entries` ends."""
    indent = " " * (entries[0].key.span.begin.column - 1)
    newline = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
    end = text.find(newline, max(entries[-1].value.span.end, entries[-1].key.span.end))
    head, tail = (text, "") if end < 0 else (text[:end], text[end:])
    lines = [f"{indent}{dump({name: 1}).rsplit(':', 1)[0]}: {entry}" for name, entry in new.items()]
    return newline.join([head.rstrip("\r\n"), *lines]) + (tail or newline)
