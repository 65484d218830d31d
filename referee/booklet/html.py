"""A booklet as one HTML file: no script, nothing fetched, readable on a phone, with a style of its own for paper.

The cards are defined once, at the head of the page, and used by name in every picture; each picture has its text.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import count
from pathlib import Path

from referee.booklet.model import Booklet, Clause, Example, Inline, Link, Ref, Section, Table
from referee.booklet.pictures import Row, placed, shapes

_STYLE = (Path(__file__).parent / "booklet.css").read_text(encoding="utf-8")


def to_html(booklet: Booklet) -> str:
    """The page as one text."""
    return "\n".join([*_page(booklet), ""])


def _page(booklet: Booklet) -> Iterator[str]:
    title = escape(booklet.title)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{escape(booklet.language)}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>"
    yield f"<style>\n{_STYLE}</style>"
    yield "</head>"
    yield "<body>"
    if booklet.examples:
        defined = shapes(face for _, example in booklet.examples for face in example.row.faces)
        hidden = 'class="shapes" width="0" height="0" aria-hidden="true" focusable="false"'
        yield f"<svg {hidden}><defs>{defined}</defs></svg>"
    yield "<main>"
    yield "<header>"
    yield f"<h1>{title}</h1>"
    yield from (f"<p>{escape(line)}</p>" for line in booklet.about)
    yield "</header>"
    yield from _contents(booklet)
    numbers = count(1)
    for section in booklet.sections:
        yield from _section(booklet, section, numbers)
    yield "</main>"
    yield "</body>"
    yield "</html>"


def _contents(booklet: Booklet) -> Iterator[str]:
    """Where to find the parts; on paper they follow each other anyway."""
    yield f'<nav aria-label="{escape(booklet.title)}">'
    yield "<ul>"
    for section in booklet.sections:
        if section.level == 2:
            yield f'<li><a href="#{escape(section.anchor)}">{escape(section.heading)}</a></li>'
    yield "</ul>"
    yield "</nav>"


def _section(booklet: Booklet, section: Section, numbers: Iterator[int]) -> Iterator[str]:
    heading = f"{escape(section.anchor)}-heading"
    yield f'<section id="{escape(section.anchor)}" aria-labelledby="{heading}">'
    yield f'<h{section.level} id="{heading}">{escape(section.heading)}</h{section.level}>'
    links = [block for block in section.blocks if isinstance(block, Link)]
    for block in section.blocks:
        if isinstance(block, Clause):
            yield from _clause(booklet, block, numbers)
        elif isinstance(block, Table):
            yield from _table(block)
        elif isinstance(block, str):
            yield f"<p>{escape(block)}</p>"
    if links:
        yield "<ul>"
        yield from (f"<li>{_link(link)}</li>" for link in links)
        yield "</ul>"
    yield "</section>"


def _link(link: Link) -> str:
    title = escape(link.title)
    return f'<a href="{escape(link.url)}">{title}</a>' if link.url.startswith(("https://", "http://")) else title


def _clause(booklet: Booklet, clause: Clause, numbers: Iterator[int]) -> Iterator[str]:
    number = escape(clause.number)
    yield f'<div class="clause" id="{number}">'
    yield f'<p><a class="number" href="#{number}">{number}</a> {escape(clause.text)}</p>'
    for example in clause.examples:
        yield from _example(booklet, example, f"picture-{next(numbers)}")
    yield "</div>"


def _example(booklet: Booklet, example: Example, anchor: str) -> Iterator[str]:
    yield "<figure>"
    yield _picture(example.row, example.said, anchor)
    yield "<figcaption>"
    written = f'<span class="cards" translate="no">{escape(example.written)}</span>'
    yield f"<p><strong>{escape(booklet.example)}</strong> {written}</p>"
    yield from (f"<p>{_inline(sentence)}</p>" for sentence in example.sentences)
    yield "</figcaption>"
    yield "</figure>"


def _picture(row: Row, said: str, anchor: str) -> str:
    """A picture in the page, as wide as its cards are but never wider than the page."""
    return (
        f'<svg role="img" aria-labelledby="{anchor}" viewBox="0 0 {row.width} {row.height}"'
        f' style="max-width:{row.width * 3 // 5}px"><title id="{anchor}">{escape(said)}</title>{placed(row)}</svg>'
    )


def _table(table: Table) -> Iterator[str]:
    yield '<div class="table" role="region" tabindex="0" aria-label="' + escape(table.head[0]) + '">'
    yield "<table>"
    yield "<thead>"
    heads = (f'<th scope="col"{_figures(table, at)}>{escape(cell)}</th>' for at, cell in enumerate(table.head))
    yield f"<tr>{''.join(heads)}</tr>"
    yield "</thead>"
    yield "<tbody>"
    for name, *cells in table.rows:
        shown = (f"<td{_figures(table, at)}>{_inline(cell)}</td>" for at, cell in enumerate(cells, 1))
        yield f'<tr><th scope="row">{_inline(name)}</th>{"".join(shown)}</tr>'
    yield "</tbody>"
    yield "</table>"
    yield "</div>"


def _figures(table: Table, at: int) -> str:
    return ' class="figure"' if at in table.figures else ""


def _inline(text: Inline) -> str:
    return "".join(escape(part) if isinstance(part, str) else _ref(part) for part in text)


def _ref(ref: Ref) -> str:
    clause = escape(ref.clause)
    return f'<a href="#{escape(ref.anchor)}">{clause}</a>' if ref.anchor else clause
