"""The discard pile as far as the words of a play tell it: what `<` without a card takes."""

from __future__ import annotations

from referee.cards import Card
from referee.record.words import Form, StepKind, WordKind


class Pile:
    """The top of the discard pile as far as the play itself tells it."""

    __slots__ = ("_cards",)

    def __init__(self, upcard: Card | None) -> None:
        self._cards: list[Card] = [] if upcard is None else [upcard]

    @property
    def top(self) -> Card | None:
        """The upcard, None where it is not known."""
        return self._cards[-1] if self._cards else None

    def follow(self, form: Form) -> None:
        """What a word does to the pile. After a gap or a ruling nothing is known."""
        for step in form.steps:
            if step.kind is StepKind.DISCARD and step.card is not None:
                self._cards.append(step.card)
            elif step.kind is StepKind.TAKE and self._cards:
                self._cards.pop()
        if form.kind in {WordKind.GAP, WordKind.RULING}:
            self._cards.clear()
        elif form.kind is WordKind.RESHUFFLE:
            del self._cards[:-1]
