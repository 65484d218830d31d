"""The arrangements of one hand, as whole numbers.

A *profile* is one number that says everything a rule can see of an arrangement: the points and the number of its
melded cards, how many of each kind are melded (and so which are loose), how many runs, sets and stand-ins it has.
From the top down its fields are

    melded points · melded cards · copies of each kind, with one guard bit a field · tags

Every field is a sum over melds, so the profile of an arrangement is the sum of the numbers of its melds, and whether
a meld still fits is one subtraction: a field that would run short borrows from its guard bit. Arrangements that no
rule can tell apart have the same profile, and there are far fewer profiles than arrangements; twins and equal jokers
never multiply them. Cards that are in no candidate meld take no part at all.

Where nothing is asked of arrangements as wholes, `Space.best` takes the best melds that `packing` finds by branch and
bound, and `equally_good` all with as few loose points. `Space.profiles` builds all profiles from the last card to the
first. All are exact. Profiles grow with the number of different sets of cards that can be left, at most 2 to the number
of meldable cards; what keeps that small, and the melds few, are limits on hands, wild cards and sets (`table.worst`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product

from referee.game.candidates import Candidate, candidates
from referee.game.packing import Packing
from referee.game.readings import (
    CARD_BITS,
    PLAIN_TAGS,
    POINTS_AT,
    TAG_BITS,
    Layout,
    MeldReadings,
    signature_of,
    table_melds,
)
from referee.table.melds import MeldRules

_TAG_MASK = (1 << TAG_BITS) - 1
_PLAIN = (1 << PLAIN_TAGS) - 1
_FEW = 6
"""As many melds as are gone through one by one."""

_NOTHING_MELDED = frozenset((0,))


class Space:
    """The melds of one hand. `counts` are its cards by kind, `points` the points of every kind of the pack.

    `by_signature`: profiles also count the melds of each signature, for conditions that look at melds one by one.
    `seen` are its melds where they were seen at a glance (`game.glance`).
    """

    __slots__ = (
        "_best_known",
        "_equal",
        "_few",
        "_known",
        "_layout",
        "_made",
        "_wild",
        "counts",
        "full",
        "live",
        "meldable",
        "signatures",
    )

    def __init__(
        self,
        rules: MeldRules,
        points: Sequence[int],
        counts: Mapping[int, int],
        *,
        by_signature: bool = False,
        seen: list[MeldReadings] | None = None,
    ) -> None:
        self.counts = counts
        self.signatures: tuple[tuple[int, int, int, int], ...] = ()
        self._known: set[int] | None = None
        self._best_known: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._equal: dict[int, frozenset[int]] = {0: frozenset((0,))}
        kept = None if by_signature or rules.cyclic else table_melds(rules, points)
        found = seen if kept is None or seen is not None else kept.of(rules, counts)
        if kept is not None and found is not None:
            self._layout, self.meldable = kept.layout, found
        else:
            self._layout, self.meldable = self._own_layout(rules, points, by_signature=by_signature)
        self._few, self._wild = len(self.meldable) <= _FEW, rules.wild_kinds
        self._made: Packing | None = None
        self.live: list[int] = []
        self.full = 0
        if not self.meldable:
            return
        units, field, used = self._layout.units, (1 << self._layout.width) - 1, 0
        for meld in self.meldable:  # hands with wild cards have a thousand
            used |= meld.bare
        live = [kind for kind in counts if used & field * units[kind]]
        self.live = sorted(live, key=self._layout.place.__getitem__)
        self.full = sum([units[kind] * counts[kind] for kind in self.live])

    @property
    def _packing(self) -> Packing:
        """What searches among many melds, made when it is first asked."""
        if self._made is None:
            self._made = Packing(self._layout, self.meldable, self.counts, self._wild)
        return self._made

    def _own_layout(
        self, rules: MeldRules, points: Sequence[int], *, by_signature: bool
    ) -> tuple[Layout, list[MeldReadings]]:
        """A layout for this hand alone: every kind has a field, wild kinds come last."""
        found, wild = candidates(rules, self.counts), rules.wild_kinds
        if by_signature:
            self.signatures = tuple(sorted({signature_of(one) for one in found}))
        live = sorted(self.counts, key=lambda kind: (kind in wild, kind))
        most = max(self.counts.values(), default=1)
        layout = Layout(live, most, points, self.signatures)
        return layout, layout.readings(found)

    # -- one best arrangement ------------------------------------------------------------------------------------

    def best(self, left: int | None = None) -> tuple[MeldReadings, ...]:
        """The melds of the best arrangement by x.6: most melded points, most cards, fewest melds, smallest list.

        With `left`, of these cards only (units summed up, see `unit`).
        """
        left = self.full if left is None else left
        if self._few:
            return tuple([self.meldable[index] for index in self._best_of_few(left)[1]])
        found: list[MeldReadings] = []
        start, most, guards = 0, self._packing.most(left), self._layout.guards
        while most:
            guarded, cost = left | guards, self._packing.cost(left)
            for index in range(start, len(self.meldable)):
                meld = self.meldable[index]
                if (guarded - meld.bare) & guards == guards and self._packing.has(meld, left, cost, most):
                    found.append(meld)
                    left, most, start = left - meld.bare, most - meld.weight, index
                    break
            else:
                raise AssertionError("the value of a hand is that of some of its melds")
        return tuple(found)

    def _best_of_few(self, left: int) -> tuple[int, tuple[int, ...]]:
        """The same by going through all arrangements: what it is worth, and the places of its melds."""
        if not left:
            return 0, ()
        known = self._best_known.get(left)
        if known is None:
            known = self._best_known[left] = self._gone_through(left)
        return known

    def _gone_through(self, left: int) -> tuple[int, tuple[int, ...]]:
        """The same, found for the first time."""
        guards = self._layout.guards
        ways: list[tuple[int, tuple[int, ...], int]] = [(0, (), left)]
        best: tuple[int, tuple[int, ...]] = (0, ())
        for index, meld in enumerate(self.meldable):
            bare, weight = meld.bare, meld.weight
            wave = ways
            while wave:  # a meld of which there are twins lies there twice
                wave = [
                    (worth + weight, (*places, index), rest - bare)
                    for worth, places, rest in wave
                    if ((rest | guards) - bare) & guards == guards
                ]
                ways = ways + wave
        for worth, places, _ in ways:
            if worth > best[0] or (worth == best[0] and places < best[1]):
                best = worth, places
        return best

    def unit(self, kind: int) -> int:
        """What one card of a kind adds to the cards left; 0 if no meld can use it."""
        return self._layout.units[kind] if kind in self.live else 0

    @property
    def work(self) -> int:
        """What the hand took so far, on any machine: its melds, and the sets of cards left that were looked at."""
        return len(self.meldable) + self._packing.looked_at

    def worth(self, left: int) -> tuple[int, int, int]:
        """What the best melds of the cards left come to, greatest first: points, cards, few melds."""
        most = self._best_of_few(left)[0] if self._few else self._packing.most(left)
        few = most & ((1 << POINTS_AT) - 1)
        cards = (few + (1 << CARD_BITS) - 1) >> CARD_BITS
        return most >> POINTS_AT, cards, few - (cards << CARD_BITS)

    def best_points(self) -> int:
        """The most points that can be melded."""
        return (self._best_of_few(self.full)[0] if self._few else self._packing.most(self.full)) >> POINTS_AT

    def equally_good(self) -> Iterator[tuple[Candidate, ...]]:
        """All arrangements with the most melded points, different as lists of cards, in the order of x.6."""
        for worth in sorted(self._optimal(self.full), reverse=True):
            for chosen in self._worth(self.full, worth, 0):
                yield tuple(meld.readings[0] for meld in chosen)

    def _optimal(self, left: int) -> frozenset[int]:
        """What arrangements of the cards left with the most points are worth, by cards and melds too."""
        known = self._equal.get(left)
        if known is not None:
            return known
        points = self._packing.most(left) >> POINTS_AT
        loose = self._packing.without_lowest(left)
        found = set(self._optimal(loose)) if self._packing.most(loose) >> POINTS_AT == points else set()
        for meld in self._packing.starting(left):
            if ((left | self._layout.guards) - meld.bare) & self._layout.guards == self._layout.guards:
                rest = left - meld.bare
                if (meld.weight + self._packing.most(rest)) >> POINTS_AT == points:
                    found.update([meld.weight + worth for worth in self._optimal(rest)])
        self._equal[left] = frozenset(found)
        return self._equal[left]

    def _worth(self, left: int, worth: int, start: int) -> Iterator[tuple[MeldReadings, ...]]:
        """The optimal arrangements of the cards left that are worth so much, of melds from `start` on, in order."""
        if not worth:
            yield ()
            return
        for index in range(start, len(self.meldable)):
            meld = self.meldable[index]
            if ((left | self._layout.guards) - meld.bare) & self._layout.guards == self._layout.guards:
                rest = left - meld.bare
                if worth - meld.weight in self._optimal(rest):
                    for others in self._worth(rest, worth - meld.weight, index):
                        yield (meld, *others)

    # -- all arrangements ----------------------------------------------------------------------------------------

    def profiles(self) -> set[int]:
        """The profiles of all arrangements; 0 is that of the empty one."""
        if self._known is not None:
            return self._known
        known = {0}
        guards = self._layout.guards
        # all tag bits set, so that the tags of what is subtracted borrow from no field
        limit = self.full | guards | ((1 << self._layout.base) - 1)
        for numbers, once in self._numbers():
            base = list(known) if once else []
            for number in numbers:
                room = limit - number
                if once:
                    known.update([one + number for one in base if (room - one) & guards == guards])
                    continue
                wave = list(known)
                while wave:
                    wave = [one + number for one in wave if (room - one) & guards == guards]
                    known.update(wave)
        self._known = known
        return known

    def _numbers(self) -> Iterator[tuple[list[int], bool]]:
        """The numbers of the melds by their lowest card, the last first, and whether there is only one such card."""
        if self._few:
            yield [number for meld in self.meldable for number in meld.numbers], False
            return
        for kind in reversed(self.live):
            melds = self._packing.starting(self._layout.units[kind])
            yield [number for meld in melds for number in meld.numbers], self.counts[kind] == 1

    def smallest(self, targets: Collection[int]) -> tuple[tuple[Candidate, ...], int]:
        """Of arrangements with these profiles, all of as many melds, the smallest list by x.6 (e), and its profile."""
        known = self.profiles()
        chosen: list[MeldReadings] = []
        reached, start = set(targets), 0
        while 0 not in reached:
            for index in range(start, len(self.meldable)):
                rest = self._without(self.meldable[index], reached, known)
                if rest:
                    chosen.append(self.meldable[index])
                    reached, start = rest, index
                    break
            else:
                raise AssertionError("a profile is that of some arrangement")
        return _fewest_wilds(chosen, targets)

    @staticmethod
    def _without(meld: MeldReadings, reached: Iterable[int], known: Collection[int]) -> set[int]:
        """The profiles that are left when a meld is taken out of arrangements with the profiles `reached`."""
        return {one - number for one in reached for number in meld.numbers if one - number in known}

    def every(self, targets: Collection[int]) -> Iterator[tuple[Candidate, ...]]:
        """All arrangements with these profiles, different as lists of cards, smallest first by x.6 (e).

        The targets have as many melds each.
        """
        known = self.profiles()

        def extend(
            chosen: tuple[MeldReadings, ...], reached: set[int], start: int
        ) -> Iterator[tuple[MeldReadings, ...]]:
            if 0 in reached:
                yield chosen
                return
            for index in range(start, len(self.meldable)):
                rest = self._without(self.meldable[index], reached, known)
                if rest:
                    yield from extend((*chosen, self.meldable[index]), rest, index)

        for chosen in extend((), set(targets), 0):
            yield _fewest_wilds(chosen, targets)[0]

    # -- reading a profile ---------------------------------------------------------------------------------------

    def melded_points(self, profile: int) -> int:
        """The points of the melded cards."""
        return profile >> (self._layout.top + CARD_BITS)

    def melded_cards(self, profile: int) -> int:
        """How many cards are melded."""
        return profile >> self._layout.top & ((1 << CARD_BITS) - 1)

    @property
    def top(self) -> int:
        """Where in a profile the number of melded cards begins, and above it their points."""
        return self._layout.top

    @property
    def fields(self) -> int:
        """The bits of a profile that count melded cards by kind."""
        return (1 << self._layout.top) - (1 << self._layout.base)

    def field(self, kind: int) -> tuple[int, int]:
        """What one card of a kind that is held counts in these, and the bits in which it is counted."""
        unit = self._layout.units[kind]
        return unit, ((1 << self._layout.width) - 1) * unit

    def point(self, profile: int) -> int:
        """What rules that look at no single card or meld see of one: melded points and cards, and the plain tags."""
        return profile >> self._layout.top << PLAIN_TAGS | profile & _PLAIN

    def seen(self) -> frozenset[int]:
        """What rules that look at no single card or meld see of all arrangements, as whole numbers.

        Two hands with the same number of points that are seen alike are judged alike by such rules.
        """
        if not self.live:
            return _NOTHING_MELDED
        top = self._layout.top
        return frozenset([profile >> top << PLAIN_TAGS | profile & _PLAIN for profile in self.profiles()])

    def loose(self, profile: int) -> tuple[int, ...]:
        """The kinds that are loose, in pack order."""
        layout = self._layout
        field = (1 << layout.width) - 1
        left = dict(self.counts)
        for kind in self.live:
            left[kind] -= profile >> layout.at(layout.place[kind]) & field
        return tuple(kind for kind in sorted(left) for _ in range(left[kind]))

    def melds(self, profile: int) -> tuple[tuple[int, int, int, int], ...]:
        """The signatures of the melds (kind, size, wilds, outer wilds), in order; only with `by_signature`."""
        return tuple(
            signature
            for index, signature in enumerate(self.signatures)
            for _ in range(profile >> (PLAIN_TAGS + TAG_BITS * index) & _TAG_MASK)
        )


def tag(profile: int, at: int) -> int:
    """One of the counts in the tags of a profile: runs, sets or stand-ins."""
    return profile >> at & _TAG_MASK


def _fewest_wilds(chosen: Sequence[MeldReadings], targets: Collection[int]) -> tuple[tuple[Candidate, ...], int]:
    """The readings of these melds that give one of the profiles wanted, with the fewest stand-ins."""
    if all(len(meld.readings) == 1 for meld in chosen):
        return tuple([meld.readings[0] for meld in chosen]), sum([meld.numbers[0] for meld in chosen])
    best: tuple[int, tuple[int, ...]] | None = None
    found: tuple[tuple[Candidate, ...], int] = ((), 0)
    for picks in product(*(range(len(meld.readings)) for meld in chosen)):
        profile = sum(meld.numbers[pick] for meld, pick in zip(chosen, picks, strict=True))
        if profile not in targets:
            continue
        readings = tuple(meld.readings[pick] for meld, pick in zip(chosen, picks, strict=True))
        key = (sum(one.wilds for one in readings), picks)
        if best is None or key < best:
            best, found = key, (readings, profile)
    return found
