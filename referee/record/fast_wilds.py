"""Hands that hold printed jokers: their melds as sets of bits, and what others come to with the game's lay-off.

A set of bits counts jokers from the bit of the last kind upwards, and so does a meld here; what is a meld, which of two
comes first and what a joker stands for is what `game.candidates` says, suit by suit and rank by rank. Melds with jokers
grow on the table as `game.layoff` says, so the lay-off is asked of it, where a card comes near a meld at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.game.candidates import Candidate, candidates
from referee.game.growth import Fields, Layable, within_reach
from referee.game.layoff import LayOffRules, best_lay_off
from referee.game.loosepoints import loose_points
from referee.game.meld import Supply, laid_out
from referee.game.roundfacts import RoundFacts
from referee.game.space import Space
from referee.game.state import TableMeld
from referee.game.tablemeld import table_meld
from referee.record.fast_bits import Bits
from referee.record.fast_lay import After, LayByNumbers
from referee.record.fast_sight import MOST_WAYS, BitMeld, Sight, as_bits
from referee.record.fast_turns import AskGame
from referee.table import Table
from referee.table.melds import RUN, SET

_KEPT = 20_000
"""Cards of a suit or a rank remembered, each with jokers; all are forgotten when there are more."""


class WildSight(Sight):
    """What is seen of hands with jokers. `open` is no where other cards may be wild, or melds are not looked up."""

    __slots__ = ("_alike", "_bits", "_columns", "_joker", "_jokers", "_known", "_readings", "_table", "_worth")

    def __init__(self, table: Table, bits: Bits) -> None:
        super().__init__(table)
        self._table, self._bits, pack = table, bits, table.pack
        last = pack.kinds[-1]
        self.open = self.open and last.joker and last.wild and not any(kind.wild for kind in pack.kinds[:-1])
        self._joker, self._jokers, self._worth = last.index, -1 << last.index, table.points[last.index]
        suited = pack.suit_count * self._ranks
        self._alike = all(table.points[kind] == table.points[kind % self._ranks] for kind in range(suited))
        self._columns = tuple([self._column << rank for rank in range(self._ranks)])
        self._known: dict[tuple[int, int, bool], tuple[BitMeld, ...]] = {}
        self._readings: dict[tuple[bool, tuple[int, ...]], Candidate] = {}

    def melds(self, held: int) -> tuple[int, list[BitMeld]]:
        """The points of all cards of a hand, and its melds in the order of x.6 (e)."""
        jokers, known = held >> self._joker, self._known
        plain = held & ~self._jokers
        runs: list[BitMeld] = []
        for suit in self._suits:
            part = plain & suit
            if part:
                one = known.get((part, jokers, False))
                runs += self._found(part, jokers, are_sets=False) if one is None else one
        sets: list[BitMeld] = []
        for column in self._columns:
            part = plain & column
            if part:
                one = known.get((part, jokers, True))
                sets += self._found(part, jokers, are_sets=True) if one is None else one
        runs.sort()
        sets.sort()
        return self.points(plain) + jokers * self._worth, runs + sets

    def arranged(self, held: int, melds: Sequence[BitMeld]) -> Sequence[tuple[int, tuple[int, ...]]]:
        """All arrangements of a hand with these melds, as the base class says."""
        joker, single = self._joker, ~self._jokers
        jokers = held >> joker
        found: list[tuple[int, tuple[int, ...], int]] = [(0, (), 0)]
        for place, (_, bits, _, seen, _) in enumerate(melds):
            found += [
                (looks + seen, (*places, place), used + bits)
                for looks, places, used in found
                if not used & bits & single and used + bits >> joker <= jokers
            ]
            if len(found) > MOST_WAYS:
                raise AskGame
        return [one[:2] for one in found]

    def on_table(self, owner: int, melds: Sequence[BitMeld], held: int) -> list[TableMeld]:
        """Melds of a hand as they are put down. AskGame where one can be read in several ways."""
        supply = Supply(self._bits.cards_of(held))
        return [table_meld(owner, laid_out(self._reading(meld), supply)) for meld in melds]

    def _found(self, part: int, jokers: int, *, are_sets: bool) -> tuple[BitMeld, ...]:
        """The sets, or the runs, of what is held of one rank or suit with so many jokers."""
        shift = 0 if are_sets else self._shift_of((part & -part).bit_length() - 1)
        if shift:
            first = self._known.get((part >> shift, jokers, False))
            if first is None:
                first = self._found(part >> shift, jokers, are_sets=False)
            made = tuple([self._shifted(one, shift) for one in first])
        else:
            counts = {card.index: 1 for card in self._bits.cards_of(part)}
            if jokers:
                counts[self._joker] = jokers
            found = [one for one in candidates(self._rules, counts) if (one.kind != RUN) is are_sets]
            assert self._kept is not None
            melds = self._kept.layout.readings(found)
            made = tuple([as_bits(one, self._kept) for one in melds])
            self._readings.update({(are_sets, one.cards): one.readings[0] for one in melds if len(one.readings) == 1})
        if len(self._known) > _KEPT:
            self._known.clear()
            self._readings.clear()
        self._known[part, jokers, are_sets] = made
        return made

    def _shift_of(self, kind: int) -> int:
        """How far the suit of a card is from the one that is looked up for it: the first, where all count alike."""
        return kind - kind % self._ranks if self._alike else 0

    def _shifted(self, meld: BitMeld, shift: int) -> BitMeld:
        """A run of the first suit as one of another suit."""
        bits = (meld.bits & ~self._jokers) << shift | meld.bits & self._jokers
        return meld._replace(order=self._moved(meld.order, shift), bits=bits)

    def _moved(self, kinds: tuple[int, ...], shift: int) -> tuple[int, ...]:
        return tuple([kind if kind == self._joker else kind + shift for kind in kinds])

    def _reading(self, meld: BitMeld) -> Candidate:
        if not meld.bits & self._jokers:
            kind, places = (SET, ()) if meld.is_set else (RUN, meld.order)
            return Candidate(kind, meld.order, 0, 0, places, ())
        shift = 0 if meld.is_set else self._shift_of(meld.order[0])
        found = self._readings.get((meld.is_set, self._moved(meld.order, -shift)))
        if found is None:  # there are several, or it was forgotten
            raise AskGame
        return found._replace(cards=meld.order, places=self._moved(found.places, shift)) if shift else found


class LayWithJokers:
    """What seats have left where somebody holds a joker, and melds lie that may take cards."""

    __slots__ = ("_bits", "_lay", "_of_mask", "_sight", "_table")

    def __init__(self, table: Table, lay: LayByNumbers, sight: WildSight, bits: Bits) -> None:
        self._table, self._lay, self._sight, self._bits = table, lay, sight, bits
        self._of_mask = loose_points(table).of_mask

    def left(self, hands: Sequence[int], after: After, own: int, shown: Sequence[BitMeld]) -> list[int]:
        """The loose points of each seat in the end, as `LayByNumbers.left` says. AskGame."""
        table, of_mask, (at, seats, _) = self._table, self._of_mask, after
        order = self._lay.order(after)
        if order is None or table.derived(LayOffRules).ask:
            raise AskGame
        left = [own if place == at else 0 if place in order else of_mask(hand) for place, hand in enumerate(hands)]
        lying: Sequence[TableMeld] = self._sight.on_table(seats[at], shown, hands[at]) if order else ()
        for place in order:
            hand = self._bits.cards_of(hands[place])
            counts = Counter([card.index for card in hand])
            near = within_reach(table, lying, range(1, len(lying) + 1), counts)
            if not near:
                left[place] = of_mask(hands[place])
            elif place == order[-1]:  # what is laid then is nothing to anybody
                left[place] = min([of_mask(hands[place] - choice) for choice in self._choices(lying, near, counts)])
            else:
                done = best_lay_off(table, lying, hand, seat=seats[place], facts=RoundFacts())
                left[place], lying = done.deadwood, done.on_table
        return left

    def _choices(self, lying: Sequence[TableMeld], near: Sequence[int], counts: Mapping[int, int]) -> list[int]:
        """Every choice of cards counted by kind that can be laid on these melds, as sets."""
        table, units = self._table, self._bits.units
        fields = Fields(table, counts, Space(table.meld_rules, table.points, {}))
        ones = [(units[kind], fields.only_cards(fields.numbers[kind]), counts[kind]) for kind in fields.kinds]
        found = []
        for choice in map(fields.only_cards, Layable(table, lying, near, fields, None).choices):
            laid = [
                unit for unit, one, most in ones for times in range(most) if fields.within(one * (times + 1), choice)
            ]
            found.append(sum(laid))
        return found
