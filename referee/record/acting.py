"""One action of a round: whether it may happen, under what it stands if it may not, and what it does.

Order of resort for an action that is possible but not allowed: the policy of the rule set; a ruling called right behind
the word, or one that names the turn; else it is a violation, and judging stops.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from referee.cards import Card
from referee.game.actions import Action, Close, Discard, DrawStock, Incident, IncidentKind, LayOff, Reshuffle, Show
from referee.game.actions import TakeUpcard as Take
from referee.game.effects import carried_out
from referee.game.faults import Fault, FaultKind
from referee.game.gamestate import GameState
from referee.game.legal import fault, irregularity, let_stand
from referee.game.moment import hand_of, playing
from referee.game.solve import Arrangement
from referee.game.state import TURN_PHASES, Phase
from referee.record import partial
from referee.record.actions import PlacedAction, seat_of
from referee.record.asked import where
from referee.record.closing import ShownWrong, Unseen, closed, looked_at
from referee.record.evidence import reshuffle_finding
from referee.record.explain import explained
from referee.record.hearing import Hearing
from referee.record.laying import laid_as_written
from referee.record.model import seat_letter
from referee.record.play import Word
from referee.record.rulings import stand, too_far_off
from referee.record.verdict import Finding, Place, Weight
from referee.table import Table

_TOLD: Final = {IncidentKind.RESIGN: "RESIGN", IncidentKind.LEAVE: "LEAVE", IncidentKind.TIMEOUT: "TIMEOUT"}
_ASKED_OF_HAND: Final[Mapping[type[Action], str]] = {Show: "melds.whole_hand", LayOff: "lay_off.may_lay_off"}
_NO_CHANGE: Final = frozenset({IncidentKind.CALL, IncidentKind.FEINT, IncidentKind.TIMEOUT})


@dataclass(frozen=True, slots=True)
class Tried:
    """An action that is tried in a state; `seen` where it is a close."""

    state: GameState
    action: Action
    wrong: Fault | None
    seen: Unseen | None = None

    @property
    def arrangement(self) -> Arrangement | None:
        """How a close was judged of which the closing card is not known."""
        verdict = None if self.seen is None else self.seen.verdict
        return None if verdict is None else verdict.arrangement


def act(hearing: Hearing, word: Word, placed: PlacedAction, *, show: Word | None = None) -> Finding | None:
    """Let one action happen; the violation if it may not. `show` is the word with which a closer shows."""
    place = hearing.place(word, placed.start, placed.end, seat_of(placed.action))
    wrong = no_such_card(hearing, placed.action, place)
    if wrong is not None:
        return wrong
    tried = _tried(hearing, placed.action, show)
    if show is not None and tried.seen is not None and tried.seen.shown is not None:
        return shown_wrong(hearing, show, seat_of(placed.action), tried.seen.shown)
    fault_found = surely_wrong(hearing, tried)
    if fault_found is None:
        return _happens(hearing, word, tried, place)
    return resort(hearing, tried, fault_found, place)


def no_such_card(hearing: Hearing, action: Action, place: Place) -> Finding | None:
    """A copy of a card that the pack does not have."""
    table = hearing.case.table
    for card in _named(action):
        count = table.pack.kinds[card.index].count
        if card.mark > count:
            text = table.write(card)
            said = hearing.case.say("NO_SUCH_CARD", card=text, count=count)
            return hearing.case.finding("NO_SUCH_CARD", place, said, measured={"card": text})
    return None


def _named(action: Action) -> Iterator[Card]:
    """The cards an action names."""
    if isinstance(action, DrawStock | Take | Discard | Close) and action.card is not None:
        yield action.card
    elif isinstance(action, Show):
        yield from (card for meld in action.melds for card in meld.cards)
        yield from action.loose or ()
    elif isinstance(action, LayOff):
        yield from (laid.card for laid in action.cards)
    elif isinstance(action, Reshuffle):
        yield from action.order or ()


def shown_wrong(hearing: Hearing, word: Word, seat: int | None, wrong: ShownWrong) -> Finding:
    """The finding about a hand that is shown."""
    case, play = hearing.case, hearing.moment.play
    place = hearing.place(word, word.start, word.end, seat)
    message, measured = wrong.message, {}
    if wrong.card is not None:
        message = case.say("CARD_TWICE", card=case.cards([wrong.card]), where=where(case, play, wrong.card, but=seat))
        measured = {"card": case.cards([wrong.card])}
    return case.finding(wrong.code, place, message, measured=measured)


# -- trying ----------------------------------------------------------------------------------------------------------


def _tried(hearing: Hearing, action: Action, show: Word | None) -> Tried:
    """What is wrong with the action as the moment stands."""
    table, state = hearing.case.table, hearing.moment.state
    play = state.round
    if play is not None and play.seat is None and state.phase in TURN_PHASES and playing(play):
        # nobody knows who is on turn; what the table does asks for somebody who is
        play = replace(play, seat=playing(play)[0])
    if hearing.moment.gapped and play is not None:
        play = partial.shaped(table, play, action)
    state = replace(state, round=play)
    if isinstance(action, Close) and state.phase in TURN_PHASES:
        form = None if show is None else show.form
        soft, unsure = hearing.moment.gapped, hearing.unsure(hand_of(hearing.moment.play, action.seat))
        seen = looked_at(hearing.case, state, action, form, soft=soft, unsure=unsure)
        return Tried(seen.state, seen.action, seen.wrong, seen)
    wrong = fault(table, state, action)
    if wrong is None and isinstance(action, Incident) and action.kind is IncidentKind.TIMEOUT:
        wrong = _not_on_turn(state, action)
    return Tried(state, action, wrong)


def _not_on_turn(state: GameState, action: Incident) -> Fault | None:
    """Only the time of the seat on turn runs."""
    play = state.round
    assert play is not None
    if play.seat is None or action.seat == play.seat:
        return None
    return Fault("OUT_OF_TURN", "", {"turn": seat_letter(play.seat)})


def surely_wrong(hearing: Hearing, tried: Tried) -> Fault | None:
    """What is wrong whatever the cards and turns are that nobody knows; what hangs on them is left open."""
    seat, wrong = seat_of(tried.action), tried.wrong
    if wrong is None:
        return None
    play = tried.state.round
    facts: frozenset[str] = frozenset()
    if seat is not None and play is not None and seat < len(play.hands):
        facts = hearing.unsure(hand_of(play, seat))
        if tried.seen is not None and tried.seen.verdict is not None:
            facts -= partial.OF_HAND  # only the closing card is not known, and nothing was asked of it
    table = hearing.case.table
    sure = partial.surely(table, wrong, facts, gapped=hearing.moment.gapped)
    if sure is not None:
        return sure
    hearing.leave_open("unjudged_rule", *wrong.clauses)
    if isinstance(tried.action, LayOff) and play is not None and laid_as_written(table, play, tried.action) is None:
        return Fault("CANNOT_BE_LAID", table.rule_set.block_clauses.get("lay_off", ""))
    return None


def resort(hearing: Hearing, tried: Tried, wrong: Fault, place: Place, *, carry_out: bool = True) -> Finding | None:
    """A policy or a ruling under which it stands, or the violation that it is.

    `carry_out`: what stands is carried out; it is not where it only is held against what the referee arranges.
    """
    case, table = hearing.case, hearing.case.table
    said = explained(case, tried.state, tried.action, wrong, word=place.text, arrangement=tried.arrangement)
    found = case.finding(
        wrong.code,
        place,
        said.message,
        clause=wrong.clause,
        measured=said.measured,
        legal=said.legal,
        help_=said.help,
    )
    if wrong.kind is FaultKind.IMPOSSIBLE:
        return found
    irregular = irregularity(table, tried.state, tried.action, wrong)
    if irregular is not None:
        hearing.findings.append(replace(found, weight=Weight.IRREGULARITY, clause=irregular.clause))
        hearing.remember()
        hearing.now(let_stand(table, tried.state, tried.action, irregular))
        return None
    number = hearing.covering()
    if not number:
        return found
    stood = stand(table, tried.state, tried.action) if carry_out else tried.state
    if isinstance(stood, Fault):
        return resort(hearing, tried, stood, place)
    hearing.findings.append(replace(found, weight=Weight.IRREGULARITY, ruling=number))
    if not carry_out:
        return None
    hearing.remember()
    hearing.now(stood)
    if wrong.code == "OUT_OF_TURN":
        hearing.moment = replace(hearing.moment, reordered=True)
    return off_limits(hearing, place)


def off_limits(hearing: Hearing, place: Place) -> Finding | None:
    """A hand or a card that no ruling can bring about."""
    case, play = hearing.case, hearing.moment.play
    seat = too_far_off(play) if not hearing.moment.gapped else None
    if seat is not None:
        size = case.table.hand_size + (seat == play.seat and play.phase is Phase.DISCARD)
        said = case.say("WRONG_HAND_SIZE", seat=case.seat(seat), count=hand_of(play, seat).size, size=size)
        return case.finding("WRONG_HAND_SIZE", replace(place, seat=seat_letter(seat)), said)
    return card_twice(hearing, place)


def card_twice(hearing: Hearing, place: Place) -> Finding | None:
    """A card that now lies in two places, if there is one."""
    case, play = hearing.case, hearing.moment.play
    card = partial.twice(case.table, play)
    if card is None:
        return None
    said = case.say("CARD_TWICE", card=case.cards([card]), where=where(case, play, card))
    return case.finding("CARD_TWICE", place, said, measured={"card": case.cards([card])})


# -- happening -------------------------------------------------------------------------------------------------------


def _happens(hearing: Hearing, word: Word, tried: Tried, place: Place) -> Finding | None:
    """The action is carried out."""
    action, table = tried.action, hearing.case.table
    if isinstance(action, Incident):
        return _incident(hearing, word, tried, action)
    shuffles = 0 if tried.state.round is None else tried.state.round.reshuffles + 1
    if isinstance(action, Reshuffle) and action.order is not None:
        wrong = reshuffle_finding(hearing.case, hearing.number, action.order, shuffle=shuffles, place=place)
        if wrong is not None:
            return wrong
    if isinstance(action, DrawStock):
        _drawn_unseen(hearing, tried, action)
    hearing.remember()
    after = put_on_table(table, tried) or carried_out(table, tried.state, action)
    leave_hand_open(hearing, tried)
    if tried.seen is not None:
        after = closed(table, after, tried.seen)
        _close_unjudged(hearing, tried.seen)
    hearing.now(after)
    return card_twice(hearing, place) if isinstance(action, Reshuffle) else None


def _drawn_unseen(hearing: Hearing, tried: Tried, action: DrawStock) -> None:
    play = tried.state.round
    assert play is not None
    if action.card is None and play.stock[0] is None:
        hearing.leave_open("unjudged_drawn")


def put_on_table(table: Table, tried: Tried) -> GameState | None:
    """The state after a lay-off that may be one, as it is written; None for all else."""
    play, action = tried.state.round, tried.action
    if tried.wrong is None or play is None or not isinstance(action, LayOff):
        return None
    return replace(tried.state, round=laid_as_written(table, play, action))


def leave_hand_open(hearing: Hearing, tried: Tried) -> None:
    """The clauses that ask, of what is shown or laid off, for cards of the hand that nobody knows."""
    play, slot = tried.state.round, _ASKED_OF_HAND.get(type(tried.action))
    seat = seat_of(tried.action)
    if slot is None or play is None or seat is None or not hand_of(play, seat).unknown:
        return
    conditions = hearing.case.table.conditions(slot)
    asked = [one.clause for one in conditions if one.reads & partial.OF_HAND]
    if asked:
        hearing.leave_open("unjudged_rule", *asked)


def _close_unjudged(hearing: Hearing, seen: Unseen) -> None:
    """What of a close could not be judged."""
    table, seat = hearing.case.table, seen.action.seat
    if not seen.judged:
        hearing.moment = replace(hearing.moment, judged=False)
        hearing.leave_open("unjudged_close", seat)
        return
    unsure = hearing.unsure(hand_of(hearing.moment.play, seat)) - partial.OF_HAND
    asked = [one.clause for one in table.conditions("close.may_close") if one.reads & unsure]
    if asked:
        hearing.leave_open("unjudged_rule", *asked)
    if seen.verdict is not None and seen.verdict.undecided:
        hearing.leave_open("unjudged_closing", *seen.verdict.undecided)


def _incident(hearing: Hearing, word: Word, tried: Tried, action: Incident) -> Finding | None:
    """Something that is not a play."""
    if action.kind in _TOLD:
        hearing.note(_TOLD[action.kind], word, action.seat)
    if action.kind in _NO_CHANGE:
        if action.kind is IncidentKind.TIMEOUT:
            hearing.moment = replace(hearing.moment, policy=hearing.case.record.time_out)
        return None
    hearing.remember()
    moment = hearing.moment
    if action.kind in _TOLD and moment.state.phase not in TURN_PHASES:
        # what a seat holds is counted all the same when it leaves during the count
        assert action.seat is not None
        hearing.moment = replace(moment, leaving=moment.leaving | {action.seat})
        return None
    hearing.now(carried_out(hearing.case.table, tried.state, action))
    if action.kind is IncidentKind.MISDEAL:
        hearing.moment = replace(hearing.moment, void=True)
        hearing.note("ROUND_VOID", word, None)
    return None
