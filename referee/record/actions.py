"""Words as actions, and actions as words.

Which seat acts where no label stands follows from the state of the round, so whoever replays a play asks here word by
word. Going back, every word gets its label; the layout drops those that say nothing new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.cards import Notation
from referee.game.actions import (
    Action,
    Close,
    Discard,
    DrawStock,
    Gap,
    Incident,
    IncidentKind,
    LayOff,
    Pass,
    Reshuffle,
    Ruling,
    Show,
    ShownMeld,
    TakeUpcard,
)
from referee.record import model
from referee.record.model import seat_index
from referee.record.play import Word
from referee.record.words import GAP, PASS, Form, Forms, Step, StepKind, WordKind, event, forms_of, ruling

TABLE_EVENTS = frozenset({IncidentKind.DEAD, IncidentKind.MISDEAL})
"""Events of the table, not of a seat."""


@dataclass(frozen=True, slots=True)
class PlacedAction:
    """An action, and the characters of the play's text that say it."""

    action: Action
    start: int
    end: int


def actions_of(word: Word, seat: int, rulings: Sequence[model.Ruling] = ()) -> tuple[PlacedAction, ...]:
    """What a word says that `seat` does; `rulings` are those of the round. Nothing is judged.

    A label without a word is no action. LookupError: there is no ruling of that number.
    """
    form = word.form
    if form.kind is WordKind.TURN:
        return tuple(
            PlacedAction(_step_action(step, seat), word.start + step.start, word.start + step.end)
            for step in form.steps
        )
    made = _whole_action(form, seat, rulings)
    return () if made is None else (PlacedAction(made, word.start, word.end),)


def ruling_action(number: int, given: model.Ruling) -> Ruling:
    """The ruling of a record, number `number` of its round from 1, as an action."""
    return Ruling(
        number=number,
        turn=given.turn or None,
        stands=given.stands,
        taken_back=given.taken_back,
        points={seat_index(letter): points for letter, points in given.points.items()},
        scores={seat_index(letter): points for letter, points in given.scores.items()},
        barred=frozenset(map(seat_index, given.barred)),
        exposed=frozenset(map(seat_index, given.exposed)),
        removed=frozenset(map(seat_index, given.removed)),
        moves=given.moves,
        replay=given.replay,
        clause=given.clause,
        reason=given.reason,
    )


def words_of(actions: Sequence[Action], notation: Notation) -> tuple[Word, ...]:
    """The words that say these actions, each with its label; a turn is one word.

    ValueError for a deal, a re-entry or a refusal to re-enter, which a record says with keys of its own.
    """
    forms = forms_of(notation)
    words: list[Word] = []
    for action in actions:
        step = _step_of(action)
        before = words[-1] if words else None
        if step is None:
            words.append(_labelled(_form_of(action, forms), getattr(action, "seat", None)))
        elif before and before.form.unfinished and before.label == seat_of(action):
            words[-1] = replace(before, form=forms.turn((*before.steps, step)))
        else:
            words.append(_labelled(forms.turn((step,)), seat_of(action)))
    return tuple(words)


def action_text(action: Action, notation: Notation) -> str:
    """The word that says one action: what a finding names as legal. ValueError as in `words_of`."""
    return words_of((action,), notation)[0].form.text


def _labelled(form: Form, seat: int | None) -> Word:
    return Word(form, 0, len(form.text), seat)


def seat_of(action: Action) -> int | None:
    """The seat that acts; None for what the table or the director does."""
    seat = getattr(action, "seat", None)
    return seat if isinstance(seat, int) else None


def _step_action(step: Step, seat: int) -> Action:
    if step.kind is StepKind.DRAW:
        return DrawStock(seat, step.card)
    if step.kind is StepKind.TAKE:
        return TakeUpcard(seat, step.card)
    if step.kind is StepKind.CLOSE:
        return Close(seat, step.card, step.without_card)
    assert step.card is not None, "a discard is always known"
    return Discard(seat, step.card)


def _whole_action(form: Form, seat: int, rulings: Sequence[model.Ruling]) -> Action | None:
    if form.kind is WordKind.PASS:
        return Pass(seat)
    if form.kind is WordKind.SHOW:
        loose = form.loose
        known = None if loose is None or None in loose else tuple(card for card in loose if card is not None)
        return Show(seat, tuple(ShownMeld(meld) for meld in form.melds), known)
    if form.kind is WordKind.LAY_OFF:
        return LayOff(seat, form.number, form.laid)
    if form.kind is WordKind.RESHUFFLE:
        return Reshuffle(form.order)
    if form.kind is WordKind.RULING:
        if form.number > len(rulings):
            raise LookupError(form.number)
        return ruling_action(form.number, rulings[form.number - 1])
    if form.kind is WordKind.EVENT:
        assert form.event is not None
        return Incident(form.event, None if form.event in TABLE_EVENTS else seat)
    return Gap() if form.kind is WordKind.GAP else None


def _step_of(action: Action) -> Step | None:
    if isinstance(action, DrawStock):
        return Step(StepKind.DRAW, action.card, 0, 0)
    if isinstance(action, TakeUpcard):
        if action.card is None:
            raise ValueError("the upcard taken has to be named")
        return Step(StepKind.TAKE, action.card, 0, 0)
    if isinstance(action, Discard):
        return Step(StepKind.DISCARD, action.card, 0, 0)
    if isinstance(action, Close):
        return Step(StepKind.CLOSE, action.card, 0, 0, action.without_card)
    return None


def _form_of(action: Action, forms: Forms) -> Form:
    if isinstance(action, Pass):
        return PASS
    if isinstance(action, Gap):
        return GAP
    if isinstance(action, Show):
        return forms.show([meld.cards for meld in action.melds], action.loose)
    if isinstance(action, LayOff):
        return forms.lay_off(action.cards, action.meld)
    if isinstance(action, Reshuffle):
        return forms.reshuffle(action.order)
    if isinstance(action, Ruling):
        return ruling(action.number)
    if isinstance(action, Incident):
        return event(action.kind)
    raise ValueError(f"no word says {type(action).__name__.lower()}")
