"""The arrangements of hands in machine words, for hands without wild cards and twins.

Cards are bits of one word, as in `suits`: the ranks held of one suit are its *part*. What the runs of a part and the
sets of some ranks can be is what `Masks` says, written down when they are first held. An arrangement of a hand is one
of each suit and one of the sets that have no card in common; `WordHand` goes through all of them in the order of
x.6 (e), and says which cards each leaves loose, what they count, and its *row*: melded cards, runs and sets as one
small number.

Nothing of a hand is kept here, and what is written down is put where it is read after it is whole: so hands may be
gone through side by side. Where that is compiled (`wordways.pxd`) no Python number is made between one and the next.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from threading import Lock

from referee.cards import Card
from referee.game.masks import Masks
from referee.game.suits import MOST_RANKS, SUITS
from referee.limits import HAND_SURPLUS
from referee.table import Table
from referee.table.melds import LEAST_MELD, RUN, SET

_MOST_WAYS = 1 << 18
"""So many arrangements of parts and of sets are kept; of what is held first thereafter nothing is known here."""

_SLOT_BITS = 13
_SLOTS = 1 << _SLOT_BITS
"""Places for choices of ranks of which enough for a set are held; a quarter of them stays empty."""

_MOST_CHOICES = 3 * _SLOTS // 4

_SCATTER = 0x9E3779B97F4A7C15
"""2 to the 64 over the golden ratio: multiples of it lie far apart."""

_WORD = (1 << 64) - 1
_SIGN_BITS = 16
_SIGN = (1 << _SIGN_BITS) - 1
_POINTS = (1 << 24) - 1
_LAST = 1 << 48
"""Of an arrangement there is seen, from the bottom: its sign, its points, and that it is the last of its part."""

_UNKNOWN = -1


class WordHand:
    """One hand while it is gone through: its cards `held`, and all their `points`.

    Of the arrangement that is looked at: the `loose` cards, what they count (`dead`), its `row`; and its places, one of
    each suit (`a` to `d`) and one of the sets (`e`), beside the first ones there are. `closing` and `cell` are for
    whoever chooses.
    """

    __slots__ = (
        "a",
        "b",
        "c",
        "cell",
        "closing",
        "d",
        "dead",
        "e",
        "first_a",
        "first_b",
        "first_c",
        "first_d",
        "first_e",
        "held",
        "loose",
        "points",
        "row",
    )

    a: int
    b: int
    c: int
    cell: int
    closing: int
    d: int
    dead: int
    e: int
    first_a: int
    first_b: int
    first_c: int
    first_d: int
    first_e: int
    held: int
    loose: int
    points: int
    row: int


class WordWays:
    """The arrangements at one table.

    `fits` says whether there are any here: of four suits at the most, and no card below 0 points. `points` are those
    of the kinds with a suit, `signs` melded cards, runs and sets by row, fewest cards first, of hands of up to
    `most_cards`.
    """

    __slots__ = (
        "_bottom",
        "_choices",
        "_keys",
        "_kinds",
        "_lock",
        "_melds",
        "_melds_seen",
        "_most_choices",
        "_most_ways",
        "_one",
        "_places",
        "_ranks",
        "_rows",
        "_runs_from",
        "_seen",
        "_spread",
        "_starts",
        "_step",
        "_used",
        "_ways",
        "_whole",
        "_wild",
        "_worth",
        "fits",
        "most_cards",
        "points",
        "signs",
    )

    def __init__(self, table: Table, *, most_ways: int = _MOST_WAYS, most_choices: int = _MOST_CHOICES) -> None:
        pack, ranks, masks = table.pack, table.pack.rank_count, table.derived(Masks)
        self.fits = masks.usable and pack.suit_count <= SUITS and ranks <= MOST_RANKS
        self.most_cards = table.hand_size + HAND_SURPLUS + 1
        self.signs = _signs(self.most_cards)
        self._most_ways, self._most_choices = most_ways, min(most_choices, _MOST_CHOICES)
        self._lock = Lock()
        self._ranks = ranks
        self._kinds = pack.suit_count * ranks if self.fits else 0
        self.points = table.points[: self._kinds]
        self._worth = array("q", self.points)
        self._one = 1
        self._whole = (1 << ranks) - 1
        self._spread = sum([1 << suit * ranks for suit in range(SUITS)]) if self.fits else 0
        self._wild = sum([1 << kind.index for kind in pack.kinds[: self._kinds] if kind.wild])
        step = self._step = self.most_cards // LEAST_MELD + 1
        rows = array("i", bytes(4 * step**2 * (self.most_cards + 1)))
        for row, (cards, runs, sets) in enumerate(self.signs):
            rows[(cards * step + runs) * step + sets] = row
        self._rows = rows
        # the parts of suits that have the same points, and the same wild cards, have the same arrangements
        lowest = range(0, SUITS * ranks, ranks)
        suits = [(self.points[low : low + ranks], self._wild >> low & self._whole) for low in lowest]
        alike = [suits.index(one) for one in suits]
        self._bottom = array("i", [suit << ranks if self.fits else 0 for suit in alike])
        self._starts = array("i", [_UNKNOWN]) * (SUITS << ranks if self.fits else 0)
        self._keys = array("Q", bytes(8 * _SLOTS))
        self._places = array("i", bytes(4 * _SLOTS))
        self._ways, self._seen = array("Q", [0]), array("q", [_LAST])
        self._choices, self._used = 0, 1
        self._list_melds(masks, alike)

    @classmethod
    def of(cls, table: Table) -> WordWays:
        """The arrangements at a table; `Table.derived` keeps them."""
        return cls(table)

    def _list_melds(self, masks: Masks, alike: Sequence[int]) -> None:
        """The runs of the first suit of those that are alike, as parts; behind them all sets. As x.6 (e) lists them."""
        runs_from, melds, seen = [0], list[int](), list[int]()
        for suit in range(SUITS):
            if alike[suit] == suit and suit * self._ranks < self._kinds:
                for cards in masks.melds_in(RUN, suit):
                    melds.append(sum([1 << kind - suit * self._ranks for kind in cards]))
                    seen.append(self._seen_of(cards, RUN))
            runs_from.append(len(melds))
        ranks = range(self._ranks if self.fits else 0)
        for cards in sorted([one for rank in ranks for one in masks.melds_in(SET, rank)]):
            melds.append(sum([1 << kind for kind in cards]))
            seen.append(self._seen_of(cards, SET))
        self._runs_from, self._melds, self._melds_seen = array("i", runs_from), array("Q", melds), array("q", seen)

    def _seen_of(self, cards: Sequence[int], kind: int) -> int:
        """What is seen of one meld."""
        sign = (len(cards) * self._step + (kind == RUN)) * self._step + (kind == SET)
        return sum([self.points[card] for card in cards]) << _SIGN_BITS | sign

    def hand_of(self, cards: Sequence[Card]) -> WordHand | None:
        """Some cards; None where there are jokers, wild cards or twins among them, or others not known here."""
        held = points = 0
        for card in cards:
            kind = card.index
            if not 0 <= kind < self._kinds:
                return None
            bit = self._one << kind
            if held & bit:
                return None
            held |= bit
            points += self._worth[kind]
        if held & self._wild or len(cards) > self.most_cards:
            return None
        hand = WordHand.__new__(WordHand)
        hand.held = held
        hand.points = points
        return hand if self._found(hand) else None

    def _found(self, hand: WordHand) -> bool:
        """Find where the arrangements of its parts begin; no where they are not known."""
        part, ranks, held = self._whole, self._ranks, hand.held
        hand.first_a = self._start(0, held & part)
        hand.first_b = self._start(1, held >> ranks & part)
        hand.first_c = self._start(2, held >> 2 * ranks & part)
        hand.first_d = self._start(3, held >> 3 * ranks)
        hand.first_e = self._start_of_sets(held)
        return hand.first_a | hand.first_b | hand.first_c | hand.first_d | hand.first_e >= 0

    # -- one arrangement after the other -------------------------------------------------------------------------

    def begin(self, hand: WordHand) -> bool:
        """Look at the first arrangement; no if none leaves a card loose."""
        hand.a = hand.first_a
        hand.b = hand.first_b
        hand.c = hand.first_c
        hand.d = hand.first_d
        hand.e = hand.first_e
        return self._looked_at(hand) or self.go_on(hand)

    def go_on(self, hand: WordHand) -> bool:
        """Look at the next arrangement that leaves a card loose; no if there is none."""
        while True:
            if self._seen[hand.e] < _LAST:
                hand.e += 1
            else:
                hand.e = hand.first_e
                if self._seen[hand.d] < _LAST:
                    hand.d += 1
                else:
                    hand.d = hand.first_d
                    if self._seen[hand.c] < _LAST:
                        hand.c += 1
                    else:
                        hand.c = hand.first_c
                        if self._seen[hand.b] < _LAST:
                            hand.b += 1
                        elif self._seen[hand.a] < _LAST:
                            hand.b = hand.first_b
                            hand.a += 1
                        else:
                            return False
            if self._looked_at(hand):
                return True

    def _looked_at(self, hand: WordHand) -> bool:
        """Say what there is to see of an arrangement; no if it takes a card twice, or leaves none loose."""
        runs = self._ways[hand.a] | self._ways[hand.b] << self._ranks
        runs |= (self._ways[hand.c] | self._ways[hand.d] << self._ranks) << 2 * self._ranks
        sets = self._ways[hand.e]
        if runs & sets:
            return False
        seen = self._seen[hand.a] + self._seen[hand.b] + self._seen[hand.c] + self._seen[hand.d]
        seen += self._seen[hand.e]
        hand.loose = hand.held & ~(runs | sets)
        hand.dead = hand.points - (seen >> _SIGN_BITS & _POINTS)
        hand.row = self._rows[seen & _SIGN]
        return hand.loose != 0

    # -- what parts and ranks come to ----------------------------------------------------------------------------

    def _start(self, suit: int, part: int) -> int:
        """The place of the first arrangement of a part of a suit, below zero where it is not known."""
        place = self._starts[self._bottom[suit] + part]
        return place if place >= 0 else self._put_part(suit, part)

    def _start_of_sets(self, held: int) -> int:
        """The place of the first choice of sets of a hand, below zero where it is not known."""
        part, ranks = self._whole, self._ranks
        a, b, c, d = held & part, held >> ranks & part, held >> 2 * ranks & part, held >> 3 * ranks
        thrice = a & b & (c | d) | c & d & (a | b)
        if not thrice:
            return 0
        cards = held & thrice * self._spread
        slot = self._slot(cards)
        return self._places[slot] if self._keys[slot] else self._put_sets(cards)

    def _slot(self, cards: int) -> int:
        """The slot of these cards, or the empty one that is for them."""
        slot = (cards * _SCATTER & _WORD) >> 64 - _SLOT_BITS
        while self._keys[slot] and self._keys[slot] != cards:
            slot = slot + 1 & _SLOTS - 1
        return slot

    def _put_part(self, suit: int, part: int) -> int:
        """Write down the arrangements of a part that is held for the first time."""
        place, bottom = _UNKNOWN, self._bottom[suit]
        first = bottom >> self._ranks
        with self._lock:
            place = self._put(self._runs_from[first], self._runs_from[first + 1], part)
            if place >= 0:
                self._starts[bottom + part] = place
        return place

    def _put_sets(self, cards: int) -> int:
        """The same of the sets of some ranks."""
        place = _UNKNOWN
        with self._lock:
            if self._choices < self._most_choices:
                place = self._put(self._runs_from[SUITS], len(self._melds), cards)
            if place >= 0:
                slot = self._slot(cards)
                self._places[slot] = place
                self._keys[slot] = cards
                self._choices += 1
        return place

    def _put(self, meld: int, end: int, cards: int) -> int:
        """Write down the arrangements with some melds of these cards; the place of the first, if there is room."""
        place = self._used
        if place >= self._most_ways:
            return _UNKNOWN
        self._split_up(place, meld, end, cards, 0, 0)
        if self._used == place + 1:  # no melds at all
            self._used = place
            return 0
        self._seen[self._used - 1] |= _LAST
        return place

    def _split_up(  # noqa: PLR0917 - it calls itself, and nothing of it outlives the call
        self, start: int, meld: int, end: int, free: int, taken: int, seen: int
    ) -> None:
        """Write down an arrangement behind those that go on from it, with these melds of the cards that are free.

        So all stand in the order of x.6 (e). What is seen as one that stands there from `start` on is not written.
        """
        for further in range(meld, end):
            cards = self._melds[further]
            if cards & free == cards:
                self._split_up(start, further + 1, end, free ^ cards, taken | cards, seen + self._melds_seen[further])
        for place in range(start, self._used):
            if self._ways[place] == taken and self._seen[place] == seen:
                return
        if self._used == len(self._ways):
            self._ways = array("Q", 2 * bytes(self._ways))
            self._seen = array("q", 2 * bytes(self._seen))
        self._ways[self._used] = taken
        self._seen[self._used] = seen
        self._used += 1


def _signs(most_cards: int) -> list[tuple[int, int, int]]:
    """Melded cards, runs and sets of all arrangements there can be, fewest cards first."""
    most = most_cards // LEAST_MELD
    return [
        (cards, runs, sets)
        for cards in range(most_cards + 1)
        for runs in range(most + 1)
        for sets in range(most + 1 - runs)
        if cards >= LEAST_MELD * (runs + sets) and bool(cards) == bool(runs + sets)
    ]
