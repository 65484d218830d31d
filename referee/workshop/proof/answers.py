"""The answers of a part that looks at single cards or melds, beside every choice of all else that it reads."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from referee.game.factgroups import ArrangementGroup
from referee.lang.compile import Value
from referee.table import Kind, Table
from referee.table.draft import MeldRecord
from referee.workshop.proof.besides import OF_A_HAND
from referee.workshop.proof.closerules import Looked
from referee.workshop.proof.looks import fields_read

_CARDS = frozenset({"hand", "loose"})


class Answers:
    """The answers of one part. Hands of which the part sees the same are asked about once."""

    def __init__(self, table: Table, looked: Looked) -> None:
        assert looked.besides is not None
        self._test = looked.test
        self._choices = [SimpleNamespace(**choice) for choice in looked.besides.choices]
        self._read = sorted(looked.test.reads & OF_A_HAND)
        self._fields = sorted(fields_read(table, [looked.expr]))
        self._looks: dict[Kind | None, tuple[Any, ...]] = {}
        self._known: dict[tuple[Any, ...], tuple[Value, ...] | Value] = {}

    def of(self, facts: ArrangementGroup | SimpleNamespace) -> tuple[Value, ...] | Value:
        """One answer for each choice, in their order; the answer alone where there is but one choice."""
        key = self.seen(facts)
        if key not in self._known:
            given = {name: getattr(facts, name) for name in self._read}
            found = tuple(self._ask(choice, given) for choice in self._choices)
            self._known[key] = found if len(found) > 1 else found[0]
        return self._known[key]

    def seen(self, facts: ArrangementGroup | SimpleNamespace) -> tuple[object, ...]:
        """What the part sees of a hand: those of which it sees the same have the same answers."""
        return tuple(self._seen(name, getattr(facts, name)) for name in self._read)

    def _ask(self, choice: SimpleNamespace, given: dict[str, Any]) -> Value:
        choice.__dict__.update(given)
        return self._test.call(choice)

    def _seen(self, name: str, value: Any) -> object:
        """What the part sees of a fact of the hand."""
        if name in _CARDS:
            return self._sorted(value)
        if name == "melds":
            return tuple(sorted(map(_of_meld, value)))
        return value

    def _sorted(self, cards: Iterable[Kind | None]) -> tuple[tuple[Any, ...], ...]:
        return tuple(sorted(self._look(card) for card in cards))

    def _look(self, card: Kind | None) -> tuple[Any, ...]:
        known = self._looks.get(card)
        if known is None:
            known = self._looks[card] = tuple(getattr(card, name, 0) for name in self._fields)
        return known


def _of_meld(meld: MeldRecord | None) -> tuple[int, ...]:
    if meld is None:
        return ()
    return (meld.kind, meld.size, meld.wilds, meld.naturals, meld.outer_wilds)
