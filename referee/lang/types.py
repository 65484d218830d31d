"""The types of the language. They carry units, so that points never meet cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Quantity:
    """A whole number of something: points, cards, seats …; `unit` None is a bare number, which goes with any unit."""

    unit: str | None = None

    def __str__(self) -> str:
        return self.unit or "number"


@dataclass(frozen=True, slots=True)
class Truth:
    """yes or no."""

    def __str__(self) -> str:
        return "yes_no"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the enumeration called `enum` (suit, rank, outcome, a choice option's own …)."""

    enum: str

    def __str__(self) -> str:
        return self.enum


@dataclass(frozen=True, slots=True)
class Record:
    """A thing with fields: the vocabulary says which records there are and what their fields are."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Many:
    """A bounded collection of one kind of record, with its own unit (`count` is so many cards, melds, seats)."""

    record: str

    def __str__(self) -> str:
        return f"many {self.record}"


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set written out as ranges and single values: `3..`, `[3, 4, 7]`, `1..3` of ranks."""

    element: Quantity | Member

    def __str__(self) -> str:
        return f"set of {self.element}"


@dataclass(frozen=True, slots=True)
class Criterion:
    """What a winner is found by: `lowest x`, `highest x`, or a condition that is better than its opposite."""

    def __str__(self) -> str:
        return "criterion"


Type = Quantity | Truth | Member | Record | Many | SetOf | Criterion

NUMBER = Quantity()
TRUTH = Truth()


@dataclass(frozen=True, slots=True)
class Enumeration:
    """The members of one enumeration in their order. At run time a member is its index in `members`.

    `outside` holds members that stand outside the order and get the indices -1, -2 …: the rank `joker`.
    A range of members never takes them in.
    """

    name: str
    members: tuple[str, ...]
    outside: tuple[str, ...] = ()

    def index(self, member: str) -> int:
        """The number a member is at run time; ValueError if there is none of that name."""
        if member in self.outside:
            return -1 - self.outside.index(member)
        return self.members.index(member)

    def member(self, index: int) -> str:
        """The member a run-time number stands for."""
        return self.members[index] if index >= 0 else self.outside[-1 - index]


Enumerations = Mapping[str, Enumeration]
