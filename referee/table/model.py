"""Table: a rule set bound to a number of seats and a choice of options. All the referee judges, it judges at one.

What seats and options decide is a constant here; the conditions, cases and outcomes of a block are compiled when
they are first asked for, so that whoever only counts hands never pays for the rules of elimination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.cards import Card, CardError, in_pack_order
from referee.lang.compile import Compiled
from referee.lang.syntax import Expr, Field, Name, Preference
from referee.lang.types import Many
from referee.lang.walk import children, reads
from referee.rules.model import Condition, Outcome, RuleSet
from referee.table.draft import EXTRA_CARDS, Binder, Draft
from referee.table.melds import MeldRules
from referee.table.options import OptionValue
from referee.table.pack import Kind, Pack

_CARD_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class BoundCondition:
    """A condition at this table.

    `reads` are the facts its text names, whatever this table's options make of them; `opens` those collections
    among them whose members it looks at, and not only their number.
    """

    rule: Condition
    slot: str
    test: Compiled
    reads: frozenset[str]
    opens: frozenset[str]

    @property
    def clause(self) -> str:
        """The paragraph it rests on."""
        return self.rule.clause


@dataclass(frozen=True, slots=True)
class BoundCase:
    """A case at this table: the first whose `when` holds gives `value`."""

    key: str
    clause: str
    when: Compiled
    value: Compiled


@dataclass(frozen=True, slots=True)
class BoundOutcome:
    """An outcome of a close at this table.

    `reads` are the facts that the texts of `when` and `wins_game` name, `writes_reads` those that `writes` names;
    `opens` the collections whose members any of them looks at.
    """

    rule: Outcome
    when: Compiled
    wins_game: Compiled
    writes: Compiled | None
    lay_off: Compiled | None
    pays: Compiled
    reads: frozenset[str]
    writes_reads: frozenset[str]
    opens: frozenset[str]


@dataclass(frozen=True, eq=False)
class Table:
    """One table; two tables are the same only if they are the same object.

    `options` holds the value of every option, `constants` what expressions may use as constants (options, `seats`,
    `hand_size`), `settings` the settings that seats and options decide: members by name, sets as ranges.
    """

    rule_set: RuleSet
    seats: int
    options: Mapping[str, OptionValue]
    settings: Mapping[str, Any]
    pack: Pack
    meld_rules: MeldRules
    binder: Binder

    @classmethod
    def of(cls, made: Draft) -> Table:
        """The table of a sound draft."""
        return cls(
            made.rule_set, made.seats, made.binder.options, made.settings, made.pack(), made.meld_rules(), made.binder
        )

    @property
    def constants(self) -> Mapping[str, Any]:
        """Values of options and table facts as compiled expressions have them (members as indices)."""
        return self.binder.constants

    @property
    def definitions(self) -> Mapping[str, Expr]:
        """The trees of the definitions by name."""
        return self.binder.definitions

    @property
    def hand_size(self) -> int:
        """Cards in a full hand."""
        return int(self.settings["deal.cards"])

    @property
    def most_cards(self) -> int:
        """Cards in the largest hand there can be."""
        return self.hand_size + EXTRA_CARDS

    @cached_property
    def points(self) -> tuple[int, ...]:
        """What each kind costs when it is loose."""
        return tuple(kind.points for kind in self.pack.kinds)

    @cached_property
    def low_is_better(self) -> bool:
        """Whether few points are good: `game.winner` asks for the lowest total, or for the highest."""
        for criterion in self.rule_set.winner:
            prefer = criterion.prefer
            assert isinstance(prefer, Preference)
            if prefer.prefer != "holds" and "total" in reads(prefer.operand, self.definitions):
                return prefer.prefer == "lowest"
        return True

    # -- cards ---------------------------------------------------------------------------------------------------

    def kind(self, card: Card) -> Kind:
        """What a card is here."""
        return self.pack.kinds[card.index]

    def write(self, card: Card) -> str:
        """The canonical text of a card."""
        return self.pack.notation.write(card)

    def read_hand(self, cards: Sequence[str] | str) -> tuple[Card, ...]:
        """The cards of a hand in pack order, read tolerantly from one text or from a text for each card.

        CardError: CARD_UNKNOWN, CARD_AMBIGUOUS, CARD_TWICE (more copies than the pack has), HAND_TOO_LARGE (more
        than a faulty hand after its draw; nothing is read of such a list).
        """
        most = self.most_cards
        if isinstance(cards, str):
            if len(cards) > most * _CARD_CHARACTERS:
                raise CardError("HAND_TOO_LARGE", f"no hand of at most {most} cards takes {len(cards)} characters")
            found = self.pack.notation.read_many(cards)
        else:
            if len(cards) > most:
                raise _too_large(len(cards), most)
            found = tuple(self.pack.notation.read(text) for text in cards)
        if len(found) > most:
            raise _too_large(len(found), most)
        self.check_copies(found)
        return in_pack_order(found)

    def check_copies(self, cards: Sequence[Card]) -> None:
        """CardError CARD_TWICE or CARD_UNKNOWN where cards cannot all come from this pack."""
        if len({card.index for card in cards}) == len(cards) and not any(card.mark for card in cards):
            return
        for index, times in Counter(card.index for card in cards).items():
            kind = self.pack.kinds[index]
            marks = [card.mark for card in cards if card.index == index and card.mark]
            if times > kind.count:
                has = "only one" if kind.count == 1 else f"only {kind.count}"
                message = f"`{kind.text}` stands in the hand {times} times, and the pack has {has}"
                raise CardError("CARD_TWICE", message, kind.text)
            if marks and max(marks) > kind.count:
                message = f"`{kind.text}'{max(marks)}` is no card of this pack; it has {kind.count} of `{kind.text}`"
                raise CardError("CARD_UNKNOWN", message, kind.text)
            if len(set(marks)) < len(marks):
                text = f"{kind.text}'{max(marks, key=marks.count)}"
                raise CardError("CARD_TWICE", f"`{text}` stands in the hand twice, and it is one card", text)

    # -- rules ---------------------------------------------------------------------------------------------------

    def conditions(self, block: str) -> tuple[BoundCondition, ...]:
        """The conditions of a block (`close.may_close`), compiled once."""
        held = self._conditions.get(block)
        if held is None:
            held = self._conditions[block] = tuple(
                BoundCondition(
                    rule=one,
                    slot=f"{block}.*",
                    test=self.binder.compile(one.expr),
                    reads=reads(one.expr, self.definitions),
                    opens=opened(one.expr, self.definitions),
                )
                for one in self.rule_set.conditions.get(block, ())
            )
        return held

    def cases(self, block: str) -> tuple[BoundCase, ...]:
        """The cases of a block (`written.by_others`) in their order, compiled once."""
        held = self._cases.get(block)
        if held is None:
            held = self._cases[block] = tuple(
                BoundCase(one.key, one.clause, self.binder.compile(one.when), self.binder.compile(one.value))
                for one in self.rule_set.cases.get(block, ())
            )
        return held

    @cached_property
    def outcomes(self) -> tuple[BoundOutcome, ...]:
        """The outcomes of a close in their order."""
        return tuple(self._outcome(one) for one in self.rule_set.outcomes)

    def _outcome(self, one: Outcome) -> BoundOutcome:
        make, named = self.binder.compile, self.definitions
        read = [expr for expr in (one.when, one.wins_game, one.writes, one.lay_off, one.pays) if expr is not None]
        return BoundOutcome(
            rule=one,
            when=make(one.when),
            wins_game=make(one.wins_game),
            writes=None if one.writes is None else make(one.writes),
            lay_off=None if one.lay_off is None else make(one.lay_off),
            pays=make(one.pays),
            reads=reads(one.when, named) | reads(one.wins_game, named),
            writes_reads=frozenset() if one.writes is None else reads(one.writes, named),
            opens=frozenset().union(*(opened(expr, named) for expr in read)),
        )

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Room for what the layers above work out once for a table, by a name of theirs."""
        return {}

    @cached_property
    def _conditions(self) -> dict[str, tuple[BoundCondition, ...]]:
        return {}

    @cached_property
    def _cases(self) -> dict[str, tuple[BoundCase, ...]]:
        return {}


def opened(expr: Expr, definitions: Mapping[str, Expr]) -> frozenset[str]:
    """The collections whose members an expression looks at, through definitions too; `loose.count` does not."""
    found: set[str] = set()
    waiting, seen = [expr], set[str]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, Field) and node.name == "count" and isinstance(node.base, Name):
            continue
        if isinstance(node, Name) and isinstance(node.type, Many):
            found.add(node.name)
        elif isinstance(node, Name) and node.sort == "definition" and node.name not in seen:
            seen.add(node.name)
            waiting.append(definitions[node.name])
        waiting.extend(children(node))
    return frozenset(found)


def _too_large(found: int, most: int) -> CardError:
    return CardError("HAND_TOO_LARGE", f"{found} cards are more than a hand can have here: at most {most}")
