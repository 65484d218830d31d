"""Table: a rule set bound to a number of seats and a choice of options. All the referee judges, it judges at one.

What seats and options decide is a constant here; the conditions, cases and outcomes of a block are compiled when
they are first asked for, so that whoever only counts hands never pays for the rules of elimination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, Self, TypeVar

from referee.cards import Card, CardError, in_pack_order
from referee.lang.compile import Compiled
from referee.lang.syntax import Expr, Preference
from referee.lang.walk import reads
from referee.limits import CARD_CHARACTERS, HAND_EXTRA_CARDS
from referee.rules.model import RuleSet
from referee.table.bound import BoundCase, BoundCondition, BoundCriterion, BoundIrregular, BoundOutcome
from referee.table.draft import Binder, Draft
from referee.table.melds import MeldRules
from referee.table.options import OptionValue
from referee.table.pack import Kind, Pack


class Derived(Protocol):
    """Something a layer above works out of a table; its class is the key under which the table keeps it."""

    @classmethod
    def of(cls, table: Table) -> Self:
        """Work it out."""
        ...  # pragma: no cover


_Made = TypeVar("_Made", bound=Derived)


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
            made.rule_set, made.seats, made.binder.options, made.settings, made.pack(), made.meld_rules, made.binder
        )

    @property
    def constants(self) -> Mapping[str, Any]:
        """Values of options and table facts as compiled expressions have them (members as indices)."""
        return self.binder.constants

    @property
    def definitions(self) -> Mapping[str, Expr]:
        """The trees of the definitions by name."""
        return self.binder.definitions

    @cached_property
    def hand_size(self) -> int:
        """Cards in a full hand."""
        return int(self.settings["deal.cards"])

    @cached_property
    def most_cards(self) -> int:
        """Cards in the largest hand that is arranged: a faulty hand holds one too many, and one more after its draw."""
        return self.hand_size + HAND_EXTRA_CARDS

    @cached_property
    def points(self) -> tuple[int, ...]:
        """What each kind costs when it is loose."""
        return tuple(kind.points for kind in self.pack.kinds)

    @cached_property
    def taken_kinds(self) -> tuple[Kind, ...]:
        """Every kind as a card that was just taken from the discard pile."""
        return tuple(replace(kind, taken=True) for kind in self.pack.kinds)

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
            if len(cards) > most * CARD_CHARACTERS:
                raise CardError("HAND_TOO_LARGE", f"no hand of at most {most} cards takes {len(cards)} characters")
            plain = self.pack.notation.read_plain(cards.split())
            if plain is not None and len(plain) <= most:
                return plain
            found = self.pack.notation.read_many(cards)
        else:
            if len(cards) > most:
                raise _too_large(len(cards), most)
            plain = self.pack.notation.read_plain(cards)
            if plain is not None:
                return plain
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
                BoundCondition.of(one, block, self.binder) for one in self.rule_set.conditions.get(block, ())
            )
        return held

    def cases(self, block: str) -> tuple[BoundCase, ...]:
        """The cases of a block (`written.by_others`) in their order, compiled once."""
        held = self._cases.get(block)
        if held is None:
            held = self._cases[block] = tuple(
                BoundCase.of(one, self.binder) for one in self.rule_set.cases.get(block, ())
            )
        return held

    @cached_property
    def outcomes(self) -> tuple[BoundOutcome, ...]:
        """The outcomes of a close in their order."""
        return tuple(BoundOutcome.of(one, self.binder) for one in self.rule_set.outcomes)

    @cached_property
    def criteria(self) -> tuple[BoundCriterion, ...]:
        """The criteria of `game.winner` in their order."""
        return tuple(BoundCriterion.of(one, self.binder) for one in self.rule_set.winner)

    def setting(self, slot: str) -> Compiled | None:
        """A setting that is asked when the facts are known (`re_entry.total`); None if it is not said."""
        if slot not in self._asked_later:
            said = self.rule_set.settings.get(slot)
            self._asked_later[slot] = None if said is None else self.binder.compile(said.expr)
        return self._asked_later[slot]

    def irregular(self, act: str) -> BoundIrregular | None:
        """What comes of an irregular act, compiled once; None if the rule set does not speak of it."""
        if act not in self._irregular:
            rule = self.rule_set.irregular.get(act)
            self._irregular[act] = None if rule is None else BoundIrregular.of(rule, self.binder)
        return self._irregular[act]

    def derived(self, kind: type[_Made]) -> _Made:
        """What a layer above makes of this table, made when it is first asked for."""
        try:
            held: _Made = self._derived[kind]  # in play it is there
        except KeyError:
            held = self._derived[kind] = kind.of(self)
        return held

    @cached_property
    def _conditions(self) -> dict[str, tuple[BoundCondition, ...]]:
        return {}

    @cached_property
    def _cases(self) -> dict[str, tuple[BoundCase, ...]]:
        return {}

    @cached_property
    def _asked_later(self) -> dict[str, Compiled | None]:
        return {}

    @cached_property
    def _irregular(self) -> dict[str, BoundIrregular | None]:
        return {}

    @cached_property
    def _derived(self) -> dict[type, Any]:
        return {}


def _too_large(found: int, most: int) -> CardError:
    return CardError("HAND_TOO_LARGE", f"{found} cards are more than a hand can have here: at most {most}")
