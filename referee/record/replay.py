"""The play of one round, word by word: who acts where no label stands, which turn it is, what is taken back.

A word that begins with a throw completes a turn that was begun; one that begins with a draw is always a new turn, so
that two draws and a forgotten throw never look alike. After a close the words are shows and lay-offs: where melds are
declared they are plays like others, else they are held against what the referee arranges (`shows`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.game.actions import IncidentKind, Pass
from referee.game.effects import carried_out
from referee.game.moment import next_seat, playing
from referee.game.state import TURN_PHASES, Phase
from referee.record import partial
from referee.record.acting import act, off_limits
from referee.record.actions import TABLE_EVENTS, actions_of
from referee.record.asked import expected
from referee.record.hearing import DEALT, Hearing
from referee.record.model import Ruling, seat_index, seat_letter
from referee.record.play import Word
from referee.record.rulings import Refused, in_effect
from referee.record.shows import after_close, shown_in_gap
from referee.record.verdict import Finding, Place, Weight
from referee.record.words import DRAWS, StepKind, WordKind

_OWN_WORDS: Final = frozenset({WordKind.TURN, WordKind.PASS})


def replayed(hearing: Hearing) -> Finding | None:
    """Judge all words of a play; the first violation, where judging stopped, or None."""
    if hearing.watch is not None:
        hearing.at = DEALT
        hearing.watch(hearing)
    for at, word in enumerate(hearing.words):
        hearing.at = at
        wrong = _word(hearing, word)
        if hearing.watch is not None:
            hearing.watch(hearing)
        if wrong is not None:
            return wrong
    return _unread(hearing)


def _unread(hearing: Hearing) -> Finding | None:
    """The word at which reading had to stop."""
    play = hearing.play
    if play.fault is None:
        return None
    start, end = play.stopped or (len(play.text.value), len(play.text.value))
    place = hearing.case.at_span(hearing.path, play.fault.span)
    goes_on = hearing.moment.state.phase is Phase.DISCARD
    turn = hearing.moment.turn + (not goes_on)
    return hearing.case.unreadable(play.fault, replace(place, turn=turn, word=play.text.value[start:end]))


def _word(hearing: Hearing, word: Word) -> Finding | None:
    """Any word."""
    kind = word.kind
    if kind is WordKind.RULING:
        hearing.held = word.label if word.label is not None else hearing.held
        return _called(hearing, word)
    label = word.label if word.label is not None else hearing.held
    hearing.held = None
    if kind is WordKind.RESHUFFLE or (kind is WordKind.EVENT and word.form.event in TABLE_EVENTS):
        # a label in front of what the table does is that of the next word
        hearing.held = label
        return _each(hearing, word, 0)
    if kind is WordKind.GAP:
        return _gap(hearing, label)
    if hearing.moment.state.phase in {Phase.COUNT, Phase.LAY_OFF}:
        return after_close(hearing, word, label)
    if kind is WordKind.LABEL:
        return None
    return _seat_word(hearing, word, label)


def _seat_word(hearing: Hearing, word: Word, label: int | None) -> Finding | None:
    """A word of a seat, before anybody has closed."""
    if hearing.moment.gapped and word.kind in {WordKind.SHOW, WordKind.LAY_OFF}:
        return shown_in_gap(hearing, word, label)
    if hearing.moment.gapped and hearing.moment.adrift and word.kind is WordKind.PASS:
        return None  # an offer, a turn or a lay-off let go by, nobody knows which
    seat = label if label is not None else _expected(hearing, word)
    if seat is None:
        return _not_said(hearing, word)
    _settle_order(hearing, word, seat, labelled=label is not None)
    if word.kind is WordKind.EVENT:
        return _by_policy(hearing, word, seat) or _each(hearing, word, seat)
    if word.kind not in _OWN_WORDS:
        return _each(hearing, word, seat)
    if not _goes_on(hearing, word, seat):
        hearing.moment = replace(hearing.moment, turn=hearing.moment.turn + 1, action=0)
    return _by_policy(hearing, word, seat) or _turn(hearing, word, seat)


def _turn(hearing: Hearing, word: Word, seat: int) -> Finding | None:
    """A turn, the rest of one, or one let go by."""
    skipped = hearing.moment.policy == "skip" and word.kind is WordKind.PASS
    hearing.moment = replace(hearing.moment, reordered=False, policy="")
    if skipped:
        hearing.moment = replace(hearing.moment, action=hearing.moment.action + 1)
        hearing.remember()
        hearing.now(carried_out(hearing.case.table, hearing.moment.state, Pass(seat)))
        hearing.actions += 1
    else:
        wrong = _each(hearing, word, seat)
        if wrong is not None:
            return wrong
    hearing.turns += 1
    return None


def _each(hearing: Hearing, word: Word, seat: int) -> Finding | None:
    """All actions of a word, one after the other."""
    for placed in actions_of(word, seat, hearing.rulings):
        counts = word.kind in _OWN_WORDS
        if counts:
            hearing.moment = replace(hearing.moment, action=hearing.moment.action + 1)
        closes = bool(word.steps) and word.steps[-1].kind is StepKind.CLOSE and placed.end == word.end
        show = _show_of(hearing, seat) if closes else None
        wrong = act(hearing, word, placed, show=show)
        if wrong is not None:
            return wrong
        hearing.actions += counts
        if closes and hearing.moment.state.phase in {Phase.COUNT, Phase.LAY_OFF}:
            hearing.moment = replace(hearing.moment, speaker=seat)
    return None


def _show_of(hearing: Hearing, seat: int) -> Word | None:
    """The word with which a closer shows: the first show of that seat behind the close, before anybody plays on."""
    speaker: int | None = seat
    for at, word in enumerate(hearing.words[hearing.at + 1 :], hearing.at + 1):
        if word.kind in {WordKind.TURN, WordKind.GAP, WordKind.RULING}:
            return None
        speaker = word.label if word.label is not None else speaker
        if word.kind is WordKind.SHOW and speaker == seat:
            if hearing.case.table.settings["melds.declared"]:
                hearing.merged.add(at)
            return word
        if word.kind is WordKind.PASS and word.label is None:
            speaker = None
    return None


# -- who acts --------------------------------------------------------------------------------------------------------


def _expected(hearing: Hearing, word: Word) -> int | None:
    """The seat that acts where no label stands; None if nobody knows."""
    moment = hearing.moment
    if moment.adrift or moment.void:
        return moment.play.eldest if moment.void else None
    play = moment.play
    if play.seat is not None and word.steps and word.steps[0].kind in DRAWS and _turn_begun(hearing):
        return next_seat(play, play.seat)
    return play.seat


def _turn_begun(hearing: Hearing) -> bool:
    """Whether the seat on turn has drawn and not thrown."""
    return hearing.moment.state.phase is Phase.DISCARD and hearing.moment.action > 0


def _goes_on(hearing: Hearing, word: Word, seat: int) -> bool:
    """Whether a word completes the turn that was begun, or tries to let it go by."""
    ends = word.form.begins_with_throw or word.kind is WordKind.PASS
    return ends and _turn_begun(hearing) and seat == hearing.moment.play.seat


def _not_said(hearing: Hearing, word: Word) -> Finding:
    """Nobody knows who acts here."""
    case = hearing.case
    place = hearing.place(word, word.start, word.end)
    help_ = case.say("help_label", word=word.form.text)
    return case.finding("SEAT_NOT_SAID", replace(place, action=0), case.say("SEAT_NOT_SAID"), help_=help_)


def _settle_order(hearing: Hearing, word: Word, seat: int, *, labelled: bool) -> None:
    """A label says who is on turn where nobody else can."""
    moment, table = hearing.moment, hearing.case.table
    if moment.adrift:
        throws = word.form.begins_with_throw and moment.gapped
        phase = Phase.DISCARD if throws else moment.state.phase
        play = partial.on_turn(table, moment.play, seat, phase)
        if not moment.gapped:
            play = replace(play, eldest=seat)
        action = 1 if throws else moment.action
        hearing.moment = replace(moment, adrift=False, action=action, turn=moment.turn + throws)
        hearing.now_play(play)
    elif moment.reordered and labelled and moment.state.phase is Phase.DRAW and seat in playing(moment.play):
        hearing.now_play(replace(moment.play, seat=seat))


def _by_policy(hearing: Hearing, word: Word, seat: int) -> Finding | None:
    """What follows a time-out has to be what was agreed."""
    moment, case = hearing.moment, hearing.case
    if moment.policy in {"", "hold"} or word.form.event in {IncidentKind.CALL, IncidentKind.FEINT}:
        return None
    wanted = _wanted(hearing)
    kept = {
        "skip": word.kind is WordKind.PASS,
        "out": word.form.event is IncidentKind.LEAVE,
        "play_drawn": _plays_drawn(hearing, word),
    }[moment.policy]
    if kept and seat == moment.play.seat:
        if word.kind is WordKind.EVENT:
            hearing.moment = replace(moment, policy="")
        return None
    place = hearing.place(word, word.start, word.end, seat)
    said = case.say("policy", policy=moment.policy, word=wanted)
    return case.finding("NOT_NOW", place, said, legal=(wanted,) if "…" not in wanted else ())


def _wanted(hearing: Hearing) -> str:
    """The word that a time-out has to be followed by."""
    drawn = hearing.moment.state.phase is Phase.DISCARD
    played = "-…" if drawn else "+…-…"
    return {"skip": ".", "out": "!leave", "play_drawn": played}[hearing.moment.policy]


def _plays_drawn(hearing: Hearing, word: Word) -> bool:
    """Whether a word throws the very card that is drawn in this turn."""
    steps = word.steps
    if hearing.moment.state.phase is not Phase.DISCARD:
        kinds = [step.kind for step in steps]
        same = len(steps) == 2 and (steps[0].card is None or steps[0].card == steps[1].card)
        return kinds == [StepKind.DRAW, StepKind.DISCARD] and same
    if len(steps) != 1 or steps[0].kind is not StepKind.DISCARD or not hearing.history:
        return False
    before, now = hearing.history[-1].play.hands, hearing.moment.play.hands
    seat = hearing.moment.play.seat
    held, holds = (before[seat], now[seat]) if seat is not None else (None, None)
    if held is None or holds is None:
        return False
    drawn = partial.lacking(holds.known, held.known)
    return not drawn or steps[0].card in drawn


# -- gaps and rulings ------------------------------------------------------------------------------------------------


def _gap(hearing: Hearing, label: int | None) -> Finding | None:
    """Turns that were not recorded. A label in front of them says nothing."""
    del label
    hearing.leave_open("unjudged_gap")
    if hearing.moment.state.phase in TURN_PHASES:
        play = partial.after_gap(hearing.case.table, hearing.moment.play)
        hearing.moment = replace(hearing.moment, gapped=True, adrift=True, action=0, reordered=False, policy="")
        hearing.now_play(play)
    elif hearing.moment.state.phase is Phase.COUNT:
        hearing.moment = replace(hearing.moment, unshown=True, speaker=None)
    elif hearing.moment.state.phase is Phase.LAY_OFF:
        # where melds are declared the count hangs on those that are missing
        hearing.moment = replace(hearing.moment, unshown=True, judged=False, speaker=None)
        hearing.now_play(replace(hearing.moment.play, phase=Phase.COUNT, seat=None, queue=()))
    return None


def _called(hearing: Hearing, word: Word) -> Finding | None:
    """A ruling takes effect."""
    case, number = hearing.case, word.form.number
    place = replace(hearing.place(word, word.start, word.end), action=0)
    if number > len(hearing.rulings):
        said = case.say("NO_SUCH_RULING", number=number, count=len(hearing.rulings))
        return case.finding("NO_SUCH_RULING", place, said)
    ruling = hearing.rulings[number - 1]
    hearing.called.append(number)
    if ruling.taken_back:
        wrong = _taken_back(hearing, number, ruling)
        if wrong is not None:
            return wrong
    made = in_effect(case.table, hearing.moment.play, ruling, case.record.seats)
    if isinstance(made, Refused):
        return _refused(hearing, number, made)
    hearing.now_play(made)
    for letter in ruling.removed:
        hearing.note("SEAT_REMOVED", word, seat_index(letter), ruling=number)
    if ruling.replay:
        hearing.moment = replace(hearing.moment, void=True)
        hearing.now_play(replace(hearing.moment.play, phase=Phase.DEAL, seat=None))
        hearing.note("ROUND_VOID", word, None, ruling=number)
    return off_limits(hearing, place) if ruling.moves else None


def _taken_back(hearing: Hearing, number: int, ruling: Ruling) -> Finding | None:
    """The moment before the last actions is restored."""
    case, count, done = hearing.case, ruling.taken_back, len(hearing.history)
    if count > done:
        said = case.say("taken_back_too_much", count=count, done=done)
        place = case.at("rounds", hearing.number, "rulings", number - 1, "taken_back")
        return case.finding("WRONG_SHAPE", place, said, ruling=number)
    hearing.moment = replace(hearing.history[done - count], policy="")
    del hearing.history[done - count :]
    return None


def _refused(hearing: Hearing, number: int, made: Refused) -> Finding:
    """A ruling that cannot take effect."""
    case, wrong = hearing.case, made.fault
    place = case.at("rounds", hearing.number, "rulings", number - 1, *made.path)
    measured = {name: text for name, text in wrong.measured.items() if name != "help"}
    card = measured.get("card", "?")
    sentence = {"SEAT_IS_OUT": "moved_out", "WRONG_SHAPE": "removed_all"}.get(wrong.code, "moved_from")
    unsaid = case.say(sentence, card=card)
    message = made.message or unsaid
    return case.finding(wrong.code, place, message, measured=measured, help_=wrong.measured.get("help", ""))


def stopped(hearing: Hearing) -> Finding:
    """The play ends before the round does: what would come next."""
    case, words = hearing.case, hearing.words
    moment = hearing.moment
    said = case.say("PLAY_STOPS", expected=expected(case, moment.play))
    place: Place = case.at("rounds", hearing.number)
    if words:
        last = words[-1]
        place = hearing.place(last, last.start, last.end)
    seat = moment.play.seat
    place = replace(place, seat="" if seat is None else seat_letter(seat))
    return case.finding("PLAY_STOPS", place, said, weight=Weight.NOTE)
