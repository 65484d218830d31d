"""Hands as they lie with all that rules read beside them, drawn one by one, where there are too many to ask about each.

Such a block proves nothing and says so; what it finds is found on hands of real cards, arranged as they can be, so that
each can be put to the referee. Half of the hands are the smallest of their kinds, half are drawn blindly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import prod
from random import Random
from typing import Any

from referee.cards import Card
from referee.game.facts import ARRANGEMENT
from referee.game.roundfacts import RoundFacts, set_arrangement
from referee.lang.syntax import Expr
from referee.table import Table
from referee.workshop.hands import Hands
from referee.workshop.proof.block import Block, Group
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.handkinds import HandKinds
from referee.workshop.proof.lying import Lying, Lyings
from referee.workshop.proof.moments import Dimension, Moments, facts_read
from referee.workshop.proof.standings import standing, worth

MOST_DRAWN = 3_000
"""So many hands with what is beside them are drawn."""


@dataclass(frozen=True, eq=False)
class Drawing:
    """Draws for one block. `ways` says what a hand may lie like: how it is best, in any way, or with cards gone too."""

    rules: CloseRules
    kinds: HandKinds
    close: Block
    best_alone: bool
    loses_cards: bool

    def drawn(self, exprs: Sequence[Expr], besides: Sequence[Dimension], *, own_card: bool) -> Drawn:
        """Hands with a choice from each dimension that is read; `own_card`: with a card that is loose in the hand."""
        table = self.rules.table
        read = facts_read(table, exprs)
        asked = [one for one in besides if one.names & read]
        chance = Random(MOST_DRAWN)  # noqa: S311 - a sample, the same every time
        found: list[tuple[Group, Mapping[str, Any]]] = []
        for group, lying in islice(self._lyings(chance), MOST_DRAWN):
            facts, told = _arranged(table, lying), list[str]()
            for one in asked:
                at = chance.randrange(len(one.values))
                facts |= one.values[at]
                told.append(one.told[at])
            if own_card and lying.loose:
                card = table.kind(chance.choice(lying.loose))
                facts, told = {**facts, "card": card}, [*told, f"the card {card.text}"]
            said = ", ".join(each for each in told if each)
            found.append((replace(group, points=(len(found),), besides=said), facts))
        values = tuple(facts for _, facts in found)
        names = frozenset().union(*values)
        whole = Dimension(names, values, tuple(group.told for group, _ in found), exact=False)
        space = self.kinds.hands * prod(one.whole for one in asked)
        return Drawn(Moments.of(table, exprs, (whole,), kept=1), tuple(group for group, _ in found), space)

    def _lyings(self, chance: Random) -> Iterator[tuple[Group, Lying]]:
        """Hands as they may lie, each with its group."""
        lyings, table = Lyings(self.rules, self.kinds), self.rules.table
        numbers = {point: number for number, point in enumerate(self.kinds.points)}
        for hand in self._hands(chance):
            stands = list[int]()
            for point, _ in lyings.arranged(hand):
                at = numbers.get(point)
                if at is not None and standing(self.close, [at]):
                    stands.append(at)
            if self.best_alone and stands:
                least = min(worth(self.kinds.points[at]) for at in stands)
                stands = [at for at in stands if worth(self.kinds.points[at]) == least]
            if not stands:
                continue
            lies = Group((0,), 0, " ".join(map(table.write, hand)), hand, (chance.choice(stands),))
            lying = lyings.of(lies)
            if lying is not None and self.loses_cards and lying.loose and chance.random() < 0.5:
                left = tuple(sorted(chance.sample(lying.loose, chance.randrange(len(lying.loose)))))
                lies = replace(lies, left=left)
                lying = lyings.of(lies)
            if lying is not None:
                yield lies, lying

    def _hands(self, chance: Random) -> Iterator[tuple[Card, ...]]:
        """The smallest hand of some kinds, and hands drawn blindly, in turn; more than are needed."""
        kinds = self.kinds.kinds
        step = max(1, len(kinds) // MOST_DRAWN)
        for number, (_, hand) in enumerate(Hands.of([self.rules.table]).sample(4 * MOST_DRAWN, chance)):
            yield kinds[number * step % len(kinds)].smallest
            yield hand


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was drawn, each a moment and a group, of so many that there are at least."""

    moments: Moments
    groups: tuple[Group, ...]
    space: int


def _arranged(table: Table, lying: Lying) -> dict[str, Any]:
    """The facts of a hand as it lies."""
    facts = RoundFacts()
    set_arrangement(facts, table, lying.hand, lying.melds, lying.loose)
    return {name: getattr(facts, name) for name in ARRANGEMENT} | {"hand": [table.kind(card) for card in lying.hand]}
