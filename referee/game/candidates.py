"""Every meld that can be made of some cards: one candidate for each choice of cards, kind and reading.

A wild card may play itself in its own place, and is then a natural card, or stand for another (cl.10); both readings
are candidates. The wild cards that stand for others in a run take the places es.15 gives them: gaps first, then
above the top card while the suit has room, then below. A reading that could only put such a card into its own place
is no reading, for there it plays itself. In a set wild cards hold no particular suit, but every card must be able to
hold one: a set never has more cards than the pack has cards of the rank that may stand in it.

Cards are kinds (places in the pack's order), twins the same kind twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from referee.table.melds import RUN, SET, MeldRules, Window

Order = tuple[int, tuple[int, ...]]
"""What x.6 (e) compares of a meld: its kind, then its cards."""


class Candidate(NamedTuple):
    """One meld in one reading.

    `cards` are its kinds in pack order, `standing` those of them that stand for others; `places` the kinds a run
    shows from the bottom up (empty for a set). The order of the fields is the order of x.6 (e): runs before sets,
    then card by card; of two readings of the same cards the one with fewer wild cards comes first.
    """

    kind: int
    cards: tuple[int, ...]
    wilds: int
    outer_wilds: int
    places: tuple[int, ...]
    standing: tuple[int, ...]

    @property
    def order(self) -> Order:
        """What x.6 (e) compares."""
        return (self.kind, self.cards)


_made = tuple.__new__
"""Makes a candidate of its fields in half the time; hands with wild cards have thousands."""


def candidates(rules: MeldRules, counts: Mapping[int, int]) -> list[Candidate]:
    """All melds that can be made of the cards counted by kind, in the order of x.6 (e), fewest wilds first."""
    wild = sorted(kind for kind in counts if kind in rules.wild_kinds)
    if not wild and not rules.cyclic:
        found = [*_natural_runs(rules, counts), *_natural_sets(rules, counts)]
    else:
        pool = {kind: counts[kind] for kind in wild}
        found = [*_runs(rules, counts, pool), *_sets(rules, counts, pool)]
    if len(found) > 1:
        found = _once(sorted(found))
    return found


def _once(ordered: Sequence[Candidate]) -> list[Candidate]:
    """Without the candidates that differ from their neighbour in nothing a rule can see."""
    kept: list[Candidate] = []
    last: tuple[int, tuple[int, ...], int, int] | None = None
    for one in ordered:
        key = (one.kind, one.cards, one.wilds, one.outer_wilds)
        if key != last:
            kept.append(one)
            last = key
    return kept


def _natural_runs(rules: MeldRules, counts: Mapping[int, int]) -> Iterator[Candidate]:
    """Runs without wild cards on tracks that do not go around: pieces of unbroken stretches."""
    allowed = rules.allowed
    sizes = [size for size in rules.run_sizes if (RUN, size, 0, 0) in allowed]
    if not sizes:
        return
    for track in rules.tracks:
        stretch = 0
        for position, kind in enumerate(track):
            stretch = stretch + 1 if kind in counts else 0
            for size in sizes:
                if size > stretch:
                    break
                places = track[position + 1 - size : position + 1]
                yield Candidate(RUN, tuple(sorted(places)), 0, 0, places, ())


def _natural_sets(rules: MeldRules, counts: Mapping[int, int]) -> Iterator[Candidate]:
    """Sets without wild cards."""
    allowed = rules.allowed
    sizes = {size for size in rules.set_sizes if (SET, size, 0, 0) in allowed}
    if not sizes:
        return
    ranks, room, least = rules.pack.rank_count, rules.suit_room, min(sizes)
    for rank in range(ranks):
        held = [kind for kind in range(rank, rules.pack.suit_count * ranks, ranks) if kind in counts]
        if sum(min(counts[kind], room) for kind in held) < least:
            continue
        for cards in _choices(held, counts, room):
            if len(cards) in sizes:
                yield Candidate(SET, cards, 0, 0, (), ())


def _choices(held: Sequence[int], counts: Mapping[int, int], room: int) -> Iterator[tuple[int, ...]]:
    """Every choice of the kinds held, up to `room` copies of each, as kinds in pack order."""
    if all(counts[kind] == 1 for kind in held) or room == 1:
        for size in range(1, len(held) + 1):
            yield from combinations(held, size)
        return
    for copies in product(*(range(min(counts[kind], room) + 1) for kind in held)):
        if any(copies):
            yield tuple(kind for kind, times in zip(held, copies, strict=True) for _ in range(times))


class _Pool:
    """The wild cards of a hand, and the ways to take some of them as stand-ins."""

    __slots__ = ("_memo", "bits", "lowest", "pool", "size")

    def __init__(self, pool: Mapping[int, int]) -> None:
        self.pool = pool
        self.size = sum(pool.values())
        self.bits = sum([1 << kind for kind in pool])
        self.lowest = self.bits & -self.bits
        self._memo: dict[tuple[tuple[int, ...], int], tuple[tuple[int, ...], ...]] = {}

    def choices(self, used: Sequence[int], wilds: int) -> tuple[tuple[int, ...], ...]:
        """Every choice of `wilds` cards of the pool when those of `used` play themselves, in pack order."""
        pool = self.pool
        key = (tuple([kind for kind in used if kind in pool]), wilds)
        found = self._memo.get(key)
        if found is None:
            left = Counter(self.pool)
            left.subtract(key[0])
            cards = sorted(kind for kind, times in left.items() for _ in range(min(times, wilds)))
            found = self._memo[key] = tuple(sorted(set(combinations(cards, wilds))))
        return found


def _runs(rules: MeldRules, counts: Mapping[int, int], pool: Mapping[int, int]) -> Iterator[Candidate]:
    """Runs in which wild cards may stand for others, and runs that go around."""
    wilds_held = _Pool(pool)
    most = {size: min(rules.most_wilds.get((RUN, size), 0), wilds_held.size) for size in rules.run_sizes}
    held = sum(1 << kind for kind in counts)
    for window in rules.windows:
        size = len(window.places)
        if size - (held & window.bits).bit_count() <= most[size]:
            yield from _in_window(rules, counts, wilds_held, window, most[size])


def _in_window(
    rules: MeldRules,
    counts: Mapping[int, int],
    pool: _Pool,
    stretch: Window,
    most: int,
) -> Iterator[Candidate]:
    """The runs that fill one stretch of a track. Below the lowest natural card only if nothing is free above."""
    window, at_top, allowed = stretch.places, stretch.at_top, rules.allowed
    size = len(window)
    step = {kind: at for at, kind in enumerate(window)}
    present = [kind for kind in window if kind in counts]
    absent = size - len(present)
    apart = not stretch.bits & pool.bits
    in_order = apart and stretch.bits < pool.lowest and window[0] < window[-1]
    if absent > most or not present or (present[0] != window[0] and not at_top):
        return
    for wilds in range(absent, min(most, size - 1) + 1):
        for own in combinations(present, size - wilds):
            if own[0] != window[0] and not at_top:
                break  # nor do those behind it reach down so far
            outer = step[own[0]] + size - 1 - step[own[-1]]
            if (RUN, size, wilds, outer) not in allowed:
                continue
            for standing in pool.choices(own, wilds):
                if apart or _can_stand(window, own, standing):
                    cards = own + standing
                    if not in_order:
                        cards = tuple(sorted(cards))
                    yield _made(Candidate, (RUN, cards, wilds, outer, window, standing))


def _can_stand(window: Sequence[int], own: Sequence[int], standing: Sequence[int]) -> bool:
    """Whether the stand-ins can be given the free places so that none lies in its own."""
    if not standing:
        return True
    free = set(window).difference(own)
    return all(kind not in free or standing.count(kind) < len(standing) for kind in set(standing))


def _sets(rules: MeldRules, counts: Mapping[int, int], pool: Mapping[int, int]) -> Iterator[Candidate]:
    """Sets in which wild cards may stand for others."""
    wilds_held = _Pool(pool)
    ranks, suits, room = rules.pack.rank_count, rules.pack.suit_count, rules.suit_room
    for rank in range(ranks):
        held = [kind for kind in range(rank, suits * ranks, ranks) if kind in counts]
        for own in _choices(held, counts, room):
            for size in rules.set_sizes:
                wilds = size - len(own)
                if not 0 <= wilds <= wilds_held.size or (SET, size, wilds, wilds) not in rules.allowed:
                    continue
                free = suits * room - len(own)
                for standing in wilds_held.choices(own, wilds):
                    # a stand-in of this very rank needs a suit that is not its own
                    if all(
                        kind % ranks != rank
                        or kind >= suits * ranks
                        or standing.count(kind) <= free - room + own.count(kind)
                        for kind in set(standing)
                    ):
                        yield _made(Candidate, (SET, tuple(sorted(own + standing)), wilds, wilds, (), standing))
