"""What a booklet consists of. Texts are finished sentences in its language; what is computed is computed already."""

from __future__ import annotations

from dataclasses import dataclass

from referee.booklet.pictures import Row


@dataclass(frozen=True, slots=True)
class Ref:
    """A clause cited in a text; `anchor` is the paragraph that it leads to, empty if none is printed."""

    clause: str
    anchor: str


Inline = tuple[str | Ref, ...]
"""A text with the clauses it cites."""


@dataclass(frozen=True, slots=True)
class Example:
    """Cards with what comes of them.

    `row` are the cards as a picture, `said` the same for whoever cannot see it, `written` in card notation, melds
    parted by `|` and loose cards behind `+`. `sentences` are what the referee says.
    """

    row: Row
    said: str
    written: str
    sentences: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A paragraph of the rules under its number, which is its anchor too. `from_book`: in the author's words."""

    number: str
    text: str
    from_book: bool
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table; every row has as many cells as `head`. `figures` are the columns of numbers, from 0."""

    head: tuple[str, ...]
    rows: tuple[tuple[Inline, ...], ...]
    figures: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Link:
    """A source: its title, and where it is to be found if that is known."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Section:
    """A part with its heading; `anchor` is unique in the booklet. `level` 2 for the parts, 3 for parts of these."""

    anchor: str
    heading: str
    level: int
    blocks: tuple[Clause | Table | Link | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Booklet:
    """The printed rules of one table.

    `about` are the lines below the title; `example` is the word in front of an example; `digest` names the rules in
    full.
    """

    language: str
    title: str
    about: tuple[str, ...]
    sections: tuple[Section, ...]
    example: str
    rule_set: str
    digest: str

    @property
    def examples(self) -> tuple[tuple[str, Example], ...]:
        """The examples with the clause each stands under, in order."""
        return tuple(
            (block.number, example)
            for section in self.sections
            for block in section.blocks
            if isinstance(block, Clause)
            for example in block.examples
        )
