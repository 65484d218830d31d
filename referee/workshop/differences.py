"""What two tables make of the same hands: which of them close at one only, and which write other points.

Every hand is asked about, one of each class, so the numbers are exact; where a pack has too many hands a sample is
asked about and said to be one. The hands are those a closer keeps; what may be drawn or thrown is not looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from referee.cards import Card
from referee.table import Table
from referee.workshop.comparison import Comparison
from referee.workshop.hands import Class, Hands
from referee.workshop.proof.judgedat import Given, JudgedAt, judged_at
from referee.workshop.seenkinds import PARTS, SeenKinds, SentTable
from referee.workshop.steps import UNHEARD, Steps
from referee.workshop.verdicts import BulkJudge, ShortVerdict
from referee.workshop.workers import shared

SAMPLE = 200_000
"""Hands asked about where there are too many to ask about each."""


class Change(StrEnum):
    """How the second table differs from the first on a hand. One hand can differ in points and in its close."""

    CLOSES_NO_MORE = "closes_no_more"
    CLOSES_NOW = "closes_now"
    WINS_NO_MORE = "wins_no_more"
    WINS_NOW = "wins_now"
    WRITES_MORE = "writes_more"
    WRITES_LESS = "writes_less"
    OTHER_OUTCOME = "other_outcome"
    LOOSE_MORE = "loose_more"
    LOOSE_LESS = "loose_less"


@dataclass(frozen=True, slots=True)
class Tally:
    """Hands that differ in one way. `clauses` are those that decide it: that refuse, or of the new outcome.

    `witness` is the hand with the fewest points of them, the first in pack order; `was` and `now` its verdicts.
    """

    change: Change
    clauses: tuple[str, ...]
    hands: int
    witness: tuple[Card, ...]
    was: ShortVerdict
    now: ShortVerdict


@dataclass(frozen=True, slots=True)
class Differences:
    """All tallies, by change and then the most hands first. `asked` of `hands` were asked about; `exact` if all.

    `at` is the moment at which both tables judged them.
    """

    hands: int
    asked: int
    exact: bool
    at: JudgedAt
    tallies: tuple[Tally, ...]


@dataclass(slots=True)
class _Found:
    hands: int
    order: tuple[int, tuple[Card, ...]]
    was: ShortVerdict
    now: ShortVerdict


Key = tuple[Change, tuple[str, ...]]


class OtherPack(ValueError):  # noqa: N818 - named as it is told
    """The two tables do not play with the same cards, or not with as many in a hand."""


def differences(
    first: Table,
    second: Table,
    chance: Random,
    *,
    jobs: int = 1,
    sample: int | None = None,
    steps: Steps = UNHEARD,
) -> Differences:
    """What `second` changes. OtherPack.

    `chance` draws a sample where one is needed, or `sample` hands were asked for. `jobs` processes share the work;
    `steps` are told how far it has come.
    """
    if not same_pack(first, second):
        raise OtherPack(_packs_differ(first, second))
    hands, at = Hands.of([first, second]), judged_at([first, second])
    exact, tables = sample is None and hands.countable, (first, second)
    drawn = () if exact else tuple(hands.sample(SAMPLE if sample is None else sample, chance))
    asked = hands.hands if exact else len(drawn)
    found = _by_kinds(tables, hands, at.moved, None if exact else drawn, (jobs, steps))
    if found is None and exact:
        found = {}
        for done, more in enumerate(_shares(tables, hands, at.moved, jobs), 1):
            _add(found, more)
            steps.at("parts of the hands, one by one", done, PARTS)
    elif found is None:
        found = _tallied(tables, drawn, at.moved)
    return Differences(hands.hands, asked, exact, at, _tallies(found))


def same_pack(first: Table, second: Table) -> bool:
    """Whether two tables play with the same cards, and as many of them in a hand: only then hands can be compared."""
    return _pack(first) == _pack(second)


def _by_kinds(
    tables: tuple[Table, Table],
    hands: Hands,
    given: Given,
    drawn: Sequence[Class] | None,
    work: tuple[int, Steps],
) -> dict[Key, _Found] | None:
    """What differs over all hands of the pack, or those drawn, asked about by kinds; None where kinds do not tell."""
    told = Comparison.of(tables, given)
    if told is None:
        return None
    (jobs, steps), seen = work, SeenKinds(told.seeing, told.looks, hands)
    groups = told.differing(list(seen.all(jobs, steps.part) if drawn is None else seen.of(drawn)))
    if groups is None:
        return None
    asked = steps.through("kinds of hands asked about", groups)
    return _tallied(tables, ((one.hands, one.first) for one in asked), given)


def _shares(both: tuple[Table, Table], hands: Hands, given: Given, jobs: int) -> Iterator[dict[Key, _Found]]:
    """What differs in each part of the hands, as the parts are done."""
    if jobs <= 1:
        for part in range(PARTS):
            yield _tallied(both, hands.classes(part, PARTS), given)
        return
    tables = [SentTable.of(one) for one in both]
    yield from shared(jobs, _share, ((tables, part, PARTS, dict(given)) for part in range(PARTS)))


def _tallied(tables: tuple[Table, Table], classes: Iterable[Class], given: Given) -> dict[Key, _Found]:
    """What differs over some classes, or over hands that are judged alike, with the first of them for all."""
    found: dict[Key, _Found] = {}
    judge, points = BulkJudge(tables, given), tables[0].points
    for times, hand in classes:
        was, now = judge.verdicts(hand)
        if was is now or was == now:
            continue
        for change, clauses in _changes(was, now):
            known = found.get((change, clauses))
            order = (sum([points[card.index] for card in hand]), hand)
            if known is None:
                found[change, clauses] = _Found(times, order, was, now)
                continue
            known.hands += times
            if order < known.order:
                known.order, known.was, known.now = order, was, now
    return found


def _changes(was: ShortVerdict, now: ShortVerdict) -> Iterable[Key]:
    """In what a verdict differs from another."""
    if was.deadwood != now.deadwood:
        yield (Change.LOOSE_MORE if now.deadwood > was.deadwood else Change.LOOSE_LESS), ()
    if was.legal != now.legal:
        yield (Change.CLOSES_NO_MORE if was.legal else Change.CLOSES_NOW), (now.clauses if was.legal else was.clauses)
    elif not was.legal:
        return
    elif was.wins_game != now.wins_game:
        yield (Change.WINS_NO_MORE if was.wins_game else Change.WINS_NOW), now.clauses
    elif was.writes != now.writes and was.writes is not None and now.writes is not None:
        yield (Change.WRITES_MORE if now.writes > was.writes else Change.WRITES_LESS), now.clauses
    elif was.outcome != now.outcome:
        yield Change.OTHER_OUTCOME, now.clauses


def _add(found: dict[Key, _Found], more: Mapping[Key, _Found]) -> None:
    for key, one in more.items():
        known = found.get(key)
        if known is None:
            found[key] = one
        else:
            least = min(known, one, key=lambda each: each.order)
            found[key] = _Found(known.hands + one.hands, least.order, least.was, least.now)


def _tallies(found: Mapping[Key, _Found]) -> tuple[Tally, ...]:
    order = list(Change)
    made = [
        Tally(change, clauses, one.hands, one.order[1], one.was, one.now) for (change, clauses), one in found.items()
    ]
    return tuple(sorted(made, key=lambda one: (order.index(one.change), -one.hands, one.clauses)))


# -- workers ---------------------------------------------------------------------------------------------------------


def _share(tables: Sequence[SentTable], part: int, parts: int, given: Given) -> dict[Key, _Found]:
    first, second = (one.bound() for one in tables)
    return _tallied((first, second), Hands.of([first, second]).classes(part, parts), given)


# -- packs -----------------------------------------------------------------------------------------------------------


def _pack(table: Table) -> tuple[object, ...]:
    return (table.hand_size, tuple((kind.text, kind.count) for kind in table.pack.kinds))


def _packs_differ(first: Table, second: Table) -> str:
    if first.hand_size != second.hand_size:
        return f"a hand has {first.hand_size} cards at the one and {second.hand_size} at the other"
    return f"they play with different cards: {first.pack.size} at the one, {second.pack.size} at the other"
