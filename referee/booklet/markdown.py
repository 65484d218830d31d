"""A booklet as Markdown.

Pictures are files of their own beside it, so they are linked only where somebody writes them (`pictures`); the cards
stand in card notation in either case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from urllib.parse import quote

from referee.booklet.model import Booklet, Clause, Example, Inline, Link, Ref, Section, Table

_OF_ADDRESSES = "!#$%&'()*+,/:;=?@[]~"
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~$]|&(?=#?\w+;))")


def to_markdown(booklet: Booklet, pictures: Sequence[str] = ()) -> str:
    """The booklet as one text. `pictures` are the addresses of its pictures, in order; without them there are none."""
    addresses = iter(pictures) if pictures else None
    lines = [f"# {_plain(booklet.title)}", "", *(f"{_plain(line)}  " for line in booklet.about)]
    for section in booklet.sections:
        lines += ["", f"{'#' * section.level} {_plain(section.heading)}", *_blocks(booklet, section, addresses)]
    return "\n".join(line.rstrip() if line.strip() == "" else line for line in lines) + "\n"


def picture_names(booklet: Booklet) -> tuple[str, ...]:
    """A file name for each picture of a booklet, in order."""
    numbers = count(1)
    return tuple(f"{next(numbers):02}.svg" for _ in booklet.examples)


def _blocks(booklet: Booklet, section: Section, addresses: Iterator[str] | None) -> Iterator[str]:
    if any(isinstance(block, Link | str) for block in section.blocks):
        yield ""
    for block in section.blocks:
        if isinstance(block, Clause):
            yield ""
            yield f'<a id="{block.number}"></a>**{_plain(block.number)}** {_plain(block.text)}'
            for example in block.examples:
                yield from _example(booklet, example, addresses)
        elif isinstance(block, Table):
            yield from _table(block)
        elif isinstance(block, Link):
            yield f"- {_link(block)}"
        else:
            yield _plain(block)


def _link(link: Link) -> str:
    """Its title, leading to pages of the web and nowhere else; no sign of the address can end it early."""
    if not link.url.startswith(("https://", "http://")):
        return _plain(link.title)
    return f"[{_plain(link.title)}](<{quote(link.url, safe=_OF_ADDRESSES)}>)"


def _example(booklet: Booklet, example: Example, addresses: Iterator[str] | None) -> Iterator[str]:
    yield ""
    if addresses is not None:
        yield f"> ![{_plain(example.said)}](<{next(addresses)}>)"
        yield ">"
    said = " ".join(map(_inline, example.sentences))
    yield f"> **{_plain(booklet.example)}** `{example.written}`  "
    yield f"> {said}"


def _table(table: Table) -> Iterator[str]:
    yield ""
    yield f"| {' | '.join(map(_plain, table.head))} |"
    rules = ("---:" if at in table.figures else "---" for at in range(len(table.head)))
    yield f"| {' | '.join(rules)} |"
    for row in table.rows:
        yield f"| {' | '.join(map(_inline, row))} |"


def _inline(text: Inline) -> str:
    return "".join(_plain(part) if isinstance(part, str) else _ref(part) for part in text)


def _ref(ref: Ref) -> str:
    return f"[{_plain(ref.clause)}](#{ref.anchor})" if ref.anchor else _plain(ref.clause)


def _plain(text: str) -> str:
    """A text of which nothing is read as markup."""
    return _SPECIAL.sub(r"\\\1", text)
