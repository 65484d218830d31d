"""A booklet as PDF, set by Typst, which comes as the extra `pdf`: one wheel, with its fonts and nothing of the system.

What is set is a source of a few functions called with strings, never markup made of texts: nothing an author writes is
read as a command. The same booklet is the same bytes every time; the file is tagged, so that it can be read aloud.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from referee.booklet.model import Booklet, Clause, Example, Inline, Link, Ref, Table
from referee.booklet.pictures import drawing

_LAYOUT = (Path(__file__).parent / "booklet.typ").read_text(encoding="utf-8")


class NoTypesetterError(RuntimeError):
    """What sets the PDF is not installed, or cannot be loaded here; the message says why."""


def to_pdf(booklet: Booklet) -> bytes:
    """The booklet as a PDF file. NoTypesetterError where the extra is missing."""
    typesetter = _typesetter()
    compiler = typesetter.Compiler(ignore_system_fonts=True)
    return bytes(compiler.compile(source(booklet).encode(), format="pdf", timestamp=0))


def _typesetter() -> Any:
    try:
        return import_module("typst")
    except ImportError as error:
        raise NoTypesetterError(str(error)) from error


def source(booklet: Booklet) -> str:
    """What Typst reads."""
    return "\n".join([_LAYOUT, *_document(booklet), ""])


def _document(booklet: Booklet) -> Iterator[str]:
    about = "".join(f"{_text(line)}," for line in booklet.about)
    yield f"#show: booklet.with({_text(booklet.language)}, {_text(booklet.title)}, ({about}))"
    for section in booklet.sections:
        yield f"#part({section.level}, {_text(section.heading)})"
        for block in section.blocks:
            yield from _block(booklet, block)


def _block(booklet: Booklet, block: Clause | Table | Link | str) -> Iterator[str]:
    if isinstance(block, Clause):
        yield f"#clause({_text(block.number)}, {_text(block.text)}, {'true' if block.examples else 'false'})"
        for example in block.examples:
            yield _example(booklet, example)
    elif isinstance(block, Table):
        yield _table(block)
    elif isinstance(block, Link):
        yield f"#source-cited({_text(block.title)}, {_text(block.url)})"
    else:
        yield f"#par({_text(block)})"


def _example(booklet: Booklet, example: Example) -> str:
    picture = f"{_text(drawing(example.row, example.said))}, {_text(example.said)}, {example.row.width}"
    said = "".join(f"{_inline(sentence)}," for sentence in example.sentences)
    return f"#example({_text(booklet.example)}, {_text(example.written)}, {picture}, ({said}))"


def _table(table: Table) -> str:
    head = "".join(f"{_text(cell)}," for cell in table.head)
    rows = "".join(f"({''.join(f'{_inline(cell)},' for cell in row)})," for row in table.rows)
    figures = "".join(f"{at}," for at in sorted(table.figures))
    return f"#lines(({head}), ({rows}), ({figures}))"


def _inline(text: Inline) -> str:
    """A text with its clauses as one piece of content."""
    parts = (f"#{_text(part)};" if isinstance(part, str) else f"#{_ref(part)};" for part in text)
    return f"[{''.join(parts)}]"


def _ref(ref: Ref) -> str:
    return f"cited({_text(ref.clause)}, {_text(ref.anchor)})"


def _text(text: str) -> str:
    """A string of Typst."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'
