"""Melds on the table: how one is put down, what may be added to it, and what becomes of it then (x.7, es.8, es.15).

A meld on the table is never split, joined or read anew. A run grows at its two ends only, by the card next above its
top or next below its bottom; a set by a card of its rank, of a suit it does not show unless twins may stand. A wild
card keeps the place it has; in a set it holds no particular suit and only takes up room. What has grown must be a meld
of an allowed size again, for which `melds.each_meld` is asked of sizes no hand could hold, too.

`Run` and `Set` are what grows, reduced to what decides; `take` is the one step by which every lay-off goes, the
referee's own and a player's. That a run takes one card of each rank only (fo.8) follows from its two ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.cards import Card
from referee.game.meld import Meld, is_meld
from referee.game.state import TableMeld
from referee.table import Table
from referee.table.draft import MeldRecord, Named
from referee.table.melds import RUN, SET

UPPER, LOWER = 0, 1
"""The ends of a run, in the order of x.6 (f); what is added to a set is added at its one end, `UPPER`."""

NO_PLACE = -1
"""The place of a wild card in a set."""

Signature = tuple[int, int, int, int]
"""What a condition sees of a meld: kind, size, wilds, outer wilds."""


class RunState(NamedTuple):
    """How far a run reaches: the heights of its ends on the track, and of its lowest and highest natural card."""

    low: int
    high: int
    first: int
    last: int
    wilds: int


class SetState(NamedTuple):
    """What a set holds: natural cards by suit, and the kinds of those that stand for others."""

    naturals: tuple[int, ...]
    standing: tuple[int, ...]


State = RunState | SetState


class Step(NamedTuple):
    """One card more: at which end, the kind it plays (`NO_PLACE`: a stand-in in a set), and what the meld is then."""

    end: int
    place: int
    state: State


@dataclass(frozen=True, slots=True)
class Run:
    """A run on its track. Heights count on beyond the track where it goes around."""

    table: Table
    track: tuple[int, ...]
    start: RunState

    def signature(self, state: State) -> Signature:
        """What a condition sees of it."""
        assert isinstance(state, RunState)
        outer = state.first - state.low + state.high - state.last
        return (RUN, state.high - state.low + 1, state.wilds, outer)

    def within_reach(self, kind: int) -> bool:
        """Whether a card of a kind could ever be added, whatever is added before it."""
        return kind in self.track or kind in self.table.meld_rules.wild_kinds

    def steps(self, state: State, kind: int) -> Iterator[Step]:
        """The ways to add a card of a kind, the upper end first."""
        assert isinstance(state, RunState)
        low, high, first, last, wilds = state
        rules = self.table.meld_rules
        if high - low + 1 >= rules.pack.rank_count:
            return
        wild, above, below = kind in rules.wild_kinds, self._place(high + 1), self._place(low - 1)
        if not wild and kind not in {above, below}:
            return
        for end, height, place in ((UPPER, high + 1, above), (LOWER, low - 1, below)):
            if place == kind:
                grown = RunState(min(low, height), max(high, height), min(first, height), max(last, height), wilds)
            elif wild and place is not None:
                grown = RunState(min(low, height), max(high, height), first, last, wilds + 1)
            else:
                continue
            if is_allowed(self.table, self.signature(grown)):
                assert place is not None
                yield Step(end, place, grown)

    def _place(self, height: int) -> int | None:
        if self.table.meld_rules.cyclic:
            return self.track[height % len(self.track)]
        return self.track[height] if 0 <= height < len(self.track) else None


@dataclass(frozen=True, slots=True)
class Set:
    """A set of one rank."""

    table: Table
    rank: int
    start: SetState

    def signature(self, state: State) -> Signature:
        """What a condition sees of it."""
        assert isinstance(state, SetState)
        wilds = len(state.standing)
        return (SET, sum(state.naturals) + wilds, wilds, wilds)

    def within_reach(self, kind: int) -> bool:
        """Whether a card of a kind could ever be added, whatever is added before it."""
        rules = self.table.meld_rules
        return kind % rules.pack.rank_count == self.rank or kind in rules.wild_kinds

    def steps(self, state: State, kind: int) -> Iterator[Step]:
        """The ways to add a card of a kind: as itself, then as a stand-in."""
        assert isinstance(state, SetState)
        rules = self.table.meld_rules
        suit, rank = divmod(kind, rules.pack.rank_count)
        ways: list[tuple[int, SetState]] = []
        if rank == self.rank and suit < rules.pack.suit_count:
            naturals = list(state.naturals)
            naturals[suit] += 1
            ways.append((kind, SetState(tuple(naturals), state.standing)))
        if kind in rules.wild_kinds:
            ways.append((NO_PLACE, SetState(state.naturals, tuple(sorted((*state.standing, kind))))))
        for place, grown in ways:
            if self._has_room(grown) and is_allowed(self.table, self.signature(grown)):
                yield Step(UPPER, place, grown)

    def _has_room(self, state: SetState) -> bool:
        """Whether every card can hold a suit of its own, and no stand-in that of its own card."""
        rules = self.table.meld_rules
        room = rules.suit_room
        if max(state.naturals) > room:
            return False
        free = rules.pack.suit_count * room - sum(state.naturals)
        if len(state.standing) > free:
            return False
        for kind, times in Counter(state.standing).items():
            suit, rank = divmod(kind, rules.pack.rank_count)
            if rank == self.rank and suit < rules.pack.suit_count and times > free - room + state.naturals[suit]:
                return False
        return True


def growing(table: Table, meld: TableMeld) -> Run | Set:
    """A meld on the table as something that may grow."""
    rules = table.meld_rules
    ranks = rules.pack.rank_count
    standing = [card.index for card, place in zip(meld.cards, meld.places, strict=True) if card.index != place]
    if meld.kind == SET:
        own = [place for place in meld.places if place != NO_PLACE]
        naturals = [0] * rules.pack.suit_count
        for place in own:
            naturals[place // ranks] += 1
        return Set(table, own[0] % ranks, SetState(tuple(naturals), tuple(sorted(standing))))
    track = rules.tracks[meld.places[0] // ranks]
    size = len(meld.places)
    # an ace at both ends of the track stands lower where a run begins with it: the place above its upper one is none
    low = track.index(meld.places[0])
    own_heights = [low + step for step in range(size) if meld.cards[step].index == meld.places[step]]
    return Run(table, track, RunState(low, low + size - 1, own_heights[0], own_heights[-1], len(standing)))


def may_touch(table: Table, meld: TableMeld, kinds: Mapping[int, int]) -> bool:
    """Whether one of these kinds (the keys) might be added: a glance that never misses one, for melds out of reach."""
    rules = table.meld_rules
    if rules.ace != "low" or not rules.wild_kinds.isdisjoint(kinds):
        return True
    if meld.kind == RUN:
        return meld.places[0] - 1 in kinds or meld.places[-1] + 1 in kinds
    ranks = rules.pack.rank_count
    rank = max(meld.places) % ranks
    return not kinds.keys().isdisjoint(range(rank, ranks * rules.pack.suit_count, ranks))


def is_allowed(table: Table, signature: Signature) -> bool:
    """Whether there may be such a meld on the table: its size, and `melds.each_meld`."""
    return table.derived(_Allowed).allows(signature)


@dataclass(frozen=True, slots=True)
class _Allowed:
    """Which signatures may lie on one table, each judged when it first comes up."""

    table: Table
    judged: dict[Signature, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, table: Table) -> _Allowed:
        return cls(table)

    def allows(self, signature: Signature) -> bool:
        known = self.judged.get(signature)
        if known is None:
            known = self.judged[signature] = self._judge(signature)
        return known

    def _judge(self, signature: Signature) -> bool:
        kind, size = signature[:2]
        ranges = self.table.settings["melds.run.size" if kind == RUN else "melds.set.size"]
        if not any(low <= size and (high is None or size <= high) for low, high in ranges):
            return False
        facts = Named(meld=record_of(self.table, signature))
        return all(one.test.call(facts) for one in self.table.conditions("melds.each_meld"))


def record_of(table: Table, signature: Signature, *, own: bool = False) -> MeldRecord:
    """A meld of the table as conditions see it."""
    return MeldRecord.of(table.rule_set.enums, signature, own=own)


def table_meld(owner: int, meld: Meld) -> TableMeld:
    """A meld as its owner puts it down."""
    places = tuple([NO_PLACE if place is None else place.index for place in meld.places])
    return TableMeld(owner, RUN if meld.kind == "run" else SET, meld.cards, places)


def take(
    table: Table, meld: TableMeld, card: Card, stands_for: Card | None = None, *, seat: int | None = None
) -> TableMeld | None:
    """The meld with one card more, or None if it does not take it.

    `stands_for` says what a wild card plays on a run. Without it, it plays itself if it can, else it goes above
    the top, else below the bottom. `seat` is who lays it (the owner if not said).
    """
    grower = growing(table, meld)
    steps = [step for step in grower.steps(grower.start, card.index) if _means(table, meld, card, stands_for, step)]
    if not steps:
        return None
    step = next((step for step in steps if step.place == card.index), steps[0])
    return grown(meld, card, step, meld.owner if seat is None else seat)


def _means(table: Table, meld: TableMeld, card: Card, stands_for: Card | None, step: Step) -> bool:
    """Whether a step is one that `stands_for` allows. In a set any card of its rank may be named: it holds none."""
    if stands_for is None or stands_for.index == step.place:
        return True
    if meld.kind == RUN or step.place == card.index:
        return False
    ranks, suits = table.pack.rank_count, table.pack.suit_count
    own = next(place for place in meld.places if place != NO_PLACE)
    return stands_for.index < ranks * suits and stands_for.index % ranks == own % ranks


def grown(meld: TableMeld, card: Card, step: Step, seat: int) -> TableMeld:
    """The meld after a step."""
    laid = (*meld.laid, (seat, card))
    if step.end == LOWER:
        cards, places = (card, *meld.cards), (step.place, *meld.places)
    else:
        cards, places = (*meld.cards, card), (*meld.places, step.place)
    return TableMeld(meld.owner, meld.kind, cards, places, laid, meld.exchanged, (*meld.ends, step.end))


def as_put_down(meld: TableMeld) -> TableMeld:
    """The meld without what was exchanged, nor what was laid on it."""
    lying = laid_at(meld)
    cards = tuple(card for at, card in enumerate(before_exchanges(meld)) if at not in lying)
    places = tuple(place for at, place in enumerate(meld.places) if at not in lying)
    return TableMeld(meld.owner, meld.kind, cards, places)


def laid_at(meld: TableMeld) -> list[int]:
    """Where in the meld each card that was laid on it lies: the last one at an end, the one before it next to that.

    Two jokers look alike, so the cards do not say at which.
    """
    cards, ends = before_exchanges(meld), dict(enumerate(meld.ends))
    low, high = 0, len(cards) - 1
    found: list[int] = []
    for number in reversed(range(len(meld.laid))):
        if ends.get(number) == LOWER or cards[high] != meld.laid[number][1]:
            found.append(low)
            low += 1
        else:
            found.append(high)
            high -= 1
    return found[::-1]


def before_exchanges(meld: TableMeld) -> list[Card]:
    """The cards of the meld, with the wild cards that were exchanged in their places again."""
    cards = list(meld.cards)
    for _, card, wild in reversed(meld.exchanged):
        cards[cards.index(card)] = wild
    return cards


def as_meld(table: Table, meld: TableMeld) -> Meld:
    """A meld on the table as the solver shows melds, laid cards included."""
    grower = growing(table, meld)
    _, size, wilds, outer = grower.signature(grower.start)
    places = tuple(
        None if place == NO_PLACE else card if card.index == place else Card(place)
        for card, place in zip(meld.cards, meld.places, strict=True)
    )
    return Meld("run" if meld.kind == RUN else "set", meld.cards, places, wilds, size - wilds, outer)


def as_written(table: Table, owner: int, cards: Sequence[Card]) -> TableMeld | None:
    """Cards a player puts down as one meld, or None if they are none.

    A run written upwards says by the place of a wild card what it stands for. Cards that make no run in the order
    in which they are written are placed as the referee would place them.
    """
    if not cards:
        return None
    run = _run_as_written(table, owner, cards)
    if run is not None:
        return run
    meld = is_meld(table, cards)
    return None if meld is None else table_meld(owner, meld)


def _run_as_written(table: Table, owner: int, cards: Sequence[Card]) -> TableMeld | None:
    rules = table.meld_rules
    if len(cards) > rules.pack.rank_count:
        return None
    for track in rules.tracks:
        length = len(track)
        for low in range(length if rules.cyclic else length - len(cards) + 1):
            places = tuple(track[(low + step) % length] for step in range(len(cards)))
            pairs = list(zip(cards, places, strict=True))
            natural = [card.index == place for card, place in pairs]
            if not any(natural) or not all(card.index == place or table.kind(card).wild for card, place in pairs):
                continue
            meld = TableMeld(owner, RUN, tuple(cards), places)
            grower = growing(table, meld)
            if is_allowed(table, grower.signature(grower.start)):
                return meld
    return None
