"""The conditions of a turn that look at the hand: may the upcard be taken, may a card be thrown.

Rules see of a card what they ask for (its rank, its suit, whether it is a joker). Cards that look alike to them are
counted, not named: hands that hold as many of each look are one, and the cheapest of them is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from referee.cards import Card
from referee.lang.syntax import Expr
from referee.lang.walk import reads
from referee.table import Kind, Table
from referee.workshop.leafvalues import leaves
from referee.workshop.proof.block import Block, Group
from referee.workshop.proof.blocks import rules_of, settled_by_course
from referee.workshop.proof.looks import MOST_CHOICES, counts, fields_read, looks, room
from referee.workshop.proof.momentblocks import moment_block
from referee.workshop.proof.moments import Dimension, Moments, single
from referee.workshop.proof.seatblocks import course_dimension

TAKE, THROW = "turn.may_take", "turn.may_discard"
_OF_CARDS = frozenset({"hand", "card"})
_FLAGS = ((False, False), (True, False), (True, True))
"""Of a card: taken from the pile in this turn, and thrown there by the seat itself."""

_TRIED = 4_000
"""Where there are more ways to hold so many of each look than are listed, so many are tried."""


@dataclass(frozen=True, slots=True)
class _Holding:
    """A hand with the card in question, as rules see both: how many such hands there are, the cheapest of them."""

    hand: tuple[Kind, ...]
    card: Kind
    times: int


def turn_blocks(table: Table) -> Iterator[Block]:
    """The conditions on taking and on throwing, where they look at the hand."""
    for name in (TAKE, THROW):
        conditions = table.rule_set.conditions.get(name, ())
        exprs = [one.expr for one in conditions]
        if not conditions or settled_by_course(table, exprs):
            continue
        found, exact = _holdings(table, name, exprs)
        merged = _merged(table, found, exprs)
        cards = Dimension(
            _OF_CARDS,
            tuple({"hand": one.hand, "card": one.card} for one in merged),
            tuple(_told(table, name, one) for one in merged),
            exact,
        )
        can_close = single(["can_close"], [False, True], lambda can: "able to close" if can else "not able to close")
        moments = Moments.of(table, exprs, (cards, course_dimension(table, exprs), can_close), kept=1)
        asked = rules_of(name, conditions)
        yield moment_block(name, "turn", moments, tuple(_groups(moments, merged)), conditions=asked)


def _groups(moments: Moments, held: Sequence[_Holding]) -> Iterator[Group]:
    told = moments.dimensions[0].told
    for number, one in enumerate(held):
        yield Group((number,), one.times, told[number], tuple(Card(kind.index) for kind in one.hand))


def _told(table: Table, name: str, one: _Holding) -> str:
    hand = " ".join(table.write(Card(kind.index)) for kind in one.hand)
    card = table.write(Card(one.card.index))
    if name == TAKE:
        return f"{hand}, and the upcard {card}{', thrown by the seat itself' if one.card.own else ''}"
    return f"{hand}, to throw {card}{', just taken' if one.card.taken else ''}"


# -- the hands -------------------------------------------------------------------------------------------------------


def _holdings(table: Table, name: str, exprs: Sequence[Expr]) -> tuple[list[_Holding], bool]:
    """Every way to hold a hand beside the card, cheapest hands first, and whether these are all."""
    fields = fields_read(table, exprs)
    alike = looks(table, fields)
    found = list(counts([room(look) for look in alike], table.hand_size + (name == THROW)))
    exact = len(found) <= MOST_CHOICES
    if not exact:
        found = Random(_TRIED).sample(found, _TRIED)  # noqa: S311 - a sample, the same every time
    flags = [flag for flag in _FLAGS if flag == (False, False) or fields & {"taken", "own"}]
    held = [one for many in found for one in _with_cards(alike, many, name, flags)]
    return sorted(held, key=_order), exact


def _order(one: _Holding) -> tuple[object, ...]:
    cards = tuple(kind.index for kind in one.hand)
    return (sum(kind.points for kind in one.hand), cards, one.card.points, one.card.index, one.card.taken, one.card.own)


def _with_cards(
    alike: Sequence[tuple[Kind, ...]], chosen: Sequence[int], name: str, flags: Sequence[tuple[bool, bool]]
) -> Iterator[_Holding]:
    """A hand with each card that can be the one in question."""
    hand: list[Kind] = []
    times = 1
    for look, many in zip(alike, chosen, strict=True):
        copies = [kind for kind in look for _ in range(kind.count)]
        hand += copies[:many]
        times *= _ways(look, many)
    held = tuple(sorted(hand, key=lambda kind: kind.index))
    for look, many in zip(alike, chosen, strict=True):
        copies = [kind for kind in look for _ in range(kind.count)]
        if name == THROW and many:
            yield from (_Holding(held, replace(copies[0], taken=taken, own=own), times) for taken, own in flags)
        if name == TAKE and many < len(copies):
            owns = [own for taken, own in flags if taken] or [False]
            yield from (_Holding(held, replace(copies[many], own=own), times) for own in owns)


def _ways(look: Iterable[Kind], cards: int) -> int:
    """How many different hands of so many cards there are among cards of one look."""
    ways = [1] + [0] * cards
    for kind in look:
        ways = [sum(ways[all_ - here] for here in range(min(kind.count, all_) + 1)) for all_ in range(cards + 1)]
    return ways[cards]


def _merged(table: Table, held: Sequence[_Holding], exprs: Sequence[Expr]) -> list[_Holding]:
    """The same, those as one of which every part says the same; all where a part asks for the course as well."""
    parts = [part for expr in exprs for part in leaves(expr, table.definitions)]
    asked = [part for part in parts if reads(part, table.definitions) & _OF_CARDS]
    if any(table.binder.compile(part).reads - _OF_CARDS for part in asked):
        return list(held)
    calls = [table.binder.compile(part).call for part in asked]
    found: dict[tuple[Any, ...], _Holding] = {}
    for one in held:
        facts = _Cards(one.hand, one.card)
        key = tuple(call(facts) for call in calls)
        found[key] = replace(found[key], times=found[key].times + one.times) if key in found else one
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Cards:
    """The facts of a hand and a card."""

    hand: tuple[Kind, ...]
    card: Kind
