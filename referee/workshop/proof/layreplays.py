"""Witnesses about the lay-off, put to the referee: a hand as it lies, a card that is loose, a meld that takes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from types import SimpleNamespace

from referee.cards import Card
from referee.game.actions import LaidCard
from referee.game.candidates import candidates
from referee.game.exchange import exchanged, forbidding
from referee.game.layoff import lay
from referee.game.meld import Supply, laid_out
from referee.game.roundfacts import RoundFacts, set_arrangement
from referee.game.showdown import lay_off_facts
from referee.game.state import TableMeld
from referee.game.tablemeld import growing, record_of, table_meld, take
from referee.table import Kind, Table
from referee.workshop.proof.block import Block
from referee.workshop.proof.claims import Witness
from referee.workshop.proof.looks import fields_read
from referee.workshop.proof.lying import Lying, Lyings
from referee.workshop.proof.replaystates import course_of, standing_of

LAY = "lay_off.may_lay_off"

_MOST_TRIED = 300
"""Hands that lie as a witness says of which each is looked through for a card and a meld."""


@dataclass(frozen=True, slots=True)
class Laying:
    """A seat that lays, or exchanges, a card of its hand on a meld of the table."""

    seat: int
    lying: Lying
    card: Card
    meld: TableMeld

    def told(self, table: Table) -> str:
        """What is laid on what, in words."""
        onto = " ".join(map(table.write, self.meld.cards))
        return f"{self.lying.told(table)}, {table.write(self.card)} on {onto}"


class LayReplays:
    """Lay-offs at one table."""

    def __init__(self, table: Table, lyings: Lyings) -> None:
        self._table, self._lyings = table, lyings
        self._taking: dict[tuple[int, bool], list[TableMeld]] = {}

    def agrees(self, block: Block, witness: Witness, facts: SimpleNamespace) -> bool | None:
        """Whether the card may be laid as the block says; None where no card, meld and hand are so."""
        made = self.laying(block, witness, facts)
        if made is None:
            return None
        known = self._facts(made, facts)
        if block.name == LAY:
            may = isinstance(lay(self._table, made.meld, LaidCard(made.card), seat=made.seat, facts=known), TableMeld)
        else:
            may = not forbidding(self._table, made.meld, made.card, seat=made.seat, facts=known)
        (point,) = block.groups[witness[0]].points
        return may == bool(block.judged.passes >> witness[1] * block.points + point & 1)

    def laying(self, block: Block, witness: Witness, facts: SimpleNamespace) -> Laying | None:
        """A hand, a card in it and a meld that takes it that are as these facts say; None if none were found."""
        seat, group = getattr(facts, "after_closer", 1) % self._table.seats, block.groups[witness[0]]
        exprs = [one.expr for one in block.conditions]
        fields = fields_read(self._table, exprs) if hasattr(facts, "card") else ()
        for lying in islice(self._lyings.all(group), _MOST_TRIED):
            for card in dict.fromkeys(lying.loose):
                kind = self._table.kind(card)
                if all(getattr(kind, name, None) == getattr(facts.card, name, None) for name in fields):
                    for meld in self._melds(kind, lying, facts, seat, exchange=block.name != LAY):
                        return Laying(seat, lying, card, meld)
        return None

    def _melds(
        self, kind: Kind, lying: Lying, facts: SimpleNamespace, seat: int, *, exchange: bool
    ) -> Iterator[TableMeld]:
        """Melds of other cards than these that take the card, and that are as the facts say."""
        pack, held = self._table.pack.kinds, Counter(card.index for card in lying.hand)
        asked = getattr(facts, "meld", None)
        owner = seat if asked is not None and asked.own else (seat + 1) % self._table.seats
        for one in self._takers(kind, exchange=exchange):
            meld = TableMeld(owner, one.kind, one.cards, one.places)
            grower = growing(self._table, meld)
            record = record_of(self._table, grower.signature(grower.start), own=owner == seat)
            used = held + Counter(card.index for card in one.cards)
            if asked in {None, record} and all(many <= pack[index].count for index, many in used.items()):
                yield meld

    def _takers(self, kind: Kind, *, exchange: bool) -> list[TableMeld]:
        """The melds of the pack that take a card, or that have a wild one in its place."""
        known = self._taking.get((kind.index, exchange))
        if known is None:
            whole = Counter({one.index: one.count for one in self._table.pack.kinds if one.count})
            pack = [Card(index) for index in whole.elements()]
            made = [table_meld(0, laid_out(one, Supply(pack))) for one in candidates(self._table.meld_rules, whole)]
            card = Card(kind.index)
            known = [one for one in made if self._takes(one, card, exchange=exchange)]
            self._taking[kind.index, exchange] = known
        return known

    def _takes(self, meld: TableMeld, card: Card, *, exchange: bool) -> bool:
        taken = take(self._table, meld, card, seat=0)
        if exchange:
            return taken is None and exchanged(self._table, meld, card, 0) is not None
        return taken is not None

    def _facts(self, made: Laying, facts: SimpleNamespace) -> RoundFacts:
        """What the referee asks its conditions about."""
        table, enum = self._table, self._table.rule_set.enums["outcome"]
        outcome = enum.member(facts.outcome) if hasattr(facts, "outcome") else enum.member(0)
        closer = (made.seat - getattr(facts, "after_closer", 1)) % table.seats
        course, standing = course_of(table, facts, made.seat), standing_of(table, facts, made.seat)
        known = lay_off_facts(table, standing, course, made.seat, made.lying.hand, closer=closer, outcome=outcome)
        set_arrangement(known, table, made.lying.hand, made.lying.melds, made.lying.loose)
        return known
