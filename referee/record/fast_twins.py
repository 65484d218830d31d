"""The cards of packs with twins as fields of a number: `fast_bits` for as many bits a kind as its cards need.

A sum of cards loses of its count what a field holds at most for every card that carries into the next field: as many
cards as are counted means that none did. So a deal is looked at here as there.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.record.fast_bits import Bits
from referee.record.fast_rules import RoundRules
from referee.table import Kind


class TwinBits(Bits):
    """The cards and the words of one table whose pack has several cards of a kind."""

    __slots__ = ("_field", "_over", "_planes", "guards", "width")

    @staticmethod
    def holds(rules: RoundRules) -> bool:
        """Whatever the pack has."""
        return bool(rules.table.pack.kinds)

    def _lay_out(self, kinds: Sequence[Kind]) -> None:
        """Which bits are whose: of each kind as many as count its cards, and above them a guard.

        Wide enough to count the cards of a rank in one of them.
        """
        most = max([kind.count for kind in kinds])
        self.width = width = max(most.bit_length() + 1, (most * len({kind.suit for kind in kinds})).bit_length())
        self._field = (1 << width) - 1
        self.units = tuple([1 << (kind.index * width) for kind in kinds])
        self.fields = {unit: unit * self._field for unit in self.units}
        lowest = sum(self.units)
        self.guards = lowest << (width - 1)
        """The guards. A set is part of another if taking it away, the guards set, leaves all of them set."""
        self._planes = tuple([lowest << place for place in range(width)])
        self._over = [(kind.index * width, kind.count) for kind in kinds]
        self.single, self.at_last = 0, width * len(kinds)

    def lines(self, suits: int, ranks: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """All cards of each suit, and all of each rank."""
        all_of = [self.fields[unit] for unit in self.units[: suits * ranks]]
        rows = tuple([sum(all_of[start : start + ranks]) for start in range(0, suits * ranks, ranks)])
        return rows, tuple([sum(all_of[rank::ranks]) for rank in range(ranks)])

    def counts(self, held: int) -> dict[int, int]:
        """The cards of a set by kind, in pack order."""
        found: dict[int, int] = {}
        while held:
            kind = ((held & -held).bit_length() - 1) // self.width
            place = kind * self.width
            times = found[kind] = held >> place & self._field
            held -= times << place
        return found

    def are_in_pack(self, held: int) -> bool:
        """Whether the pack has the cards of a sum, of which so many were added as are counted in it."""
        return not any((held >> place & self._field) > most for place, most in self._over)

    def cards(self, held: int) -> int:
        """How many cards are in a set."""
        return sum([(held & plane).bit_count() << place for place, plane in enumerate(self._planes)])

    def cards_of(self, held: int) -> list[Card]:
        """The cards of a set, in pack order."""
        return [Card(kind) for kind, times in self.counts(held).items() for _ in range(times)]
