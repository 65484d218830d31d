"""The moment of a game at which every hand of a pack is judged, where nobody asks about another.

It is that of a question that gives no facts: everybody has had a turn. Where conditions that ask about the moment alone
(`laps at least 2`) let nobody close then, it is the nearest at which they let somebody: else a table of all hands would
read as if nobody could ever close.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from referee.game.facts import GIVABLE, CloseFacts
from referee.rules.model import Condition
from referee.table import Table
from referee.table.options import value_text
from referee.workshop.proof.courses import courses

_MOST = 20_000
"""Among more moments none is looked for."""

_ALWAYS_TOLD = ("laps", "turns")

Given = Mapping[str, int | bool]


@dataclass(frozen=True, slots=True)
class JudgedAt:
    """A moment. `given` has every fact that may be given, by name.

    `waited_for` are the clauses that let nobody close at the usual moment, empty if it is that one; `closed_by` those
    that let nobody close at this one either, whatever the cards.
    """

    given: Given
    waited_for: tuple[str, ...] = ()
    closed_by: tuple[str, ...] = ()

    @property
    def moved(self) -> Given:
        """The facts that are not as usual: what an example must state to be judged at this moment."""
        return {name: value for name, value in self.given.items() if value != GIVABLE[name]}

    @property
    def told(self) -> str:
        """The facts that are not 0 or no, and the laps and turns: `laps: 1, turns: 1`."""
        shown = [name for name, value in self.given.items() if value or name in _ALWAYS_TOLD]
        return ", ".join(f"{name}: {value_text(self.given[name])}" for name in shown)


def judged_at(tables: Sequence[Table], free: Collection[str] = tuple(GIVABLE)) -> JudgedAt:
    """The moment at which the hands of some tables are judged; facts that are not `free` stay as usual."""
    usual = dict(GIVABLE)
    refusing = _refusing(tables, usual)
    if not refusing:
        return JudgedAt(usual)
    for given in _nearest(tables, free):
        if not _refusing(tables, given):
            return JudgedAt(given, waited_for=refusing)
    return JudgedAt(usual, closed_by=refusing)


def _on_the_moment(table: Table) -> Iterator[Condition]:
    """The conditions of a close that ask about nothing but the moment."""
    for one in table.rule_set.conditions.get("close.may_close", ()):
        if table.binder.compile(one.expr).reads <= GIVABLE.keys():
            yield one


def _refusing(tables: Iterable[Table], given: Given) -> tuple[str, ...]:
    """The clauses of those that do not hold at a moment."""
    facts = CloseFacts(given)
    refusing = (
        one.clause
        for table in tables
        for one in _on_the_moment(table)
        if not table.binder.compile(one.expr).call(facts)
    )
    return tuple(dict.fromkeys(refusing))


def _nearest(tables: Iterable[Table], free: Collection[str]) -> list[Given]:
    """The moments that these conditions can tell apart, those first of which the fewest facts are not as usual."""
    tried: dict[str, set[int]] = {}
    for table in tables:
        asked = courses(table, [one.expr for one in _on_the_moment(table)], with_cards=False).tried
        for name in asked.keys() & set(free):
            tried.setdefault(name, set()).update(asked[name])
    if prod(map(len, tried.values())) > _MOST:
        return []
    names = sorted(tried)
    choices = product(*(sorted(tried[name]) for name in names))
    found = [dict(zip(names, values, strict=True)) for values in choices]
    found.sort(key=_distance)
    return [{**GIVABLE, **{name: _like(name, value) for name, value in one.items()}} for one in found]


def _like(name: str, value: int) -> int | bool:
    return bool(value) if isinstance(GIVABLE[name], bool) else value


def _distance(chosen: Mapping[str, int]) -> tuple[int, int]:
    """How many facts are not as usual, and how far they are from it."""
    steps = [abs(value - GIVABLE[name]) for name, value in chosen.items()]
    return sum(map(bool, steps)), sum(steps)
