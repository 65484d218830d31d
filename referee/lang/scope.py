"""What an expression in one slot may read: plain data, made from the vocabulary and the rule set's own names.

The language itself knows no cards: records, enumerations and facts all come from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.lang.types import Enumeration, Type


@dataclass(frozen=True, slots=True)
class Scope:
    """The names of one slot.

    `slot` is its name in the vocabulary (`close.may_close.*`), `wants` the type the whole expression must have
    (None: anything printable, for placeholders). `facts` maps names to types, and so do `options`.
    `definitions` maps the names of *checked* definitions to their types, `needs` each definition's name to the
    facts it reads (through other definitions too): it is usable here if all of them are in `facts`.
    `elsewhere` says for a name that is not known here in which slots it is, so that the checker can tell.
    `records` maps a record to its fields, `units_of` a record to the unit its collections count in.
    `bounds` maps each collection fact to the most members it can have (for the cost). `printable` are the records
    a placeholder may show (the card in question; never a meld, which would show a hand).
    `hidden` are names and fields whose meaning another mistake hides: they have no type, and nothing is told of them.
    `memo` keeps what was made of the names once, for the next mistake; copies of a scope with other names need another.
    """

    slot: str
    wants: Type | None
    facts: Mapping[str, Type]
    records: Mapping[str, Mapping[str, Type]] = field(default_factory=dict)
    units_of: Mapping[str, str] = field(default_factory=dict)
    enums: Mapping[str, Enumeration] = field(default_factory=dict)
    options: Mapping[str, Type] = field(default_factory=dict)
    definitions: Mapping[str, Type] = field(default_factory=dict)
    needs: Mapping[str, frozenset[str]] = field(default_factory=dict)
    elsewhere: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bounds: Mapping[str, int] = field(default_factory=dict)
    printable: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    memo: dict[int, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
