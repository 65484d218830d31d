"""After the close: what the seats show and lay off, as the record says it.

Where melds are declared these are plays like others. Elsewhere the referee arranges every hand himself (x.6), and what
is written is held against that: the cards must be those that are held, a meld must be one, a card must fit where it is
laid. Whoever wrote nothing has put down what the referee would, so that the melds on the table have their numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from referee.game.actions import Action, LayOff, Pass, Show
from referee.game.effects import carried_out
from referee.game.faults import Fault
from referee.game.flow import result_of
from referee.game.gamestate import GameState
from referee.game.moment import hand_of, playing
from referee.game.result import RoundResult, SeatResult
from referee.game.roundfacts import points_of
from referee.game.showdown import FIRST, order_after
from referee.game.showing import lay_off_effect, lay_off_fault
from referee.game.solve import best_arrangement
from referee.game.state import Phase, RoundState
from referee.game.tablemeld import table_meld
from referee.record import partial
from referee.record.acting import (
    Tried,
    act,
    leave_hand_open,
    no_such_card,
    put_on_table,
    resort,
    shown_wrong,
    surely_wrong,
)
from referee.record.actions import PlacedAction, action_text, actions_of
from referee.record.closing import ShownWrong, cards_of, revealed
from referee.record.hearing import Hearing
from referee.record.laying import brought_out, traded
from referee.record.moment import Claims
from referee.record.play import Word
from referee.record.verdict import Finding, Weight
from referee.record.words import WordKind
from referee.record.write import shows_of

_OF_TABLE: Final = frozenset({"CANNOT_BE_LAID", "NO_SUCH_MELD"})
"""What may be wrong with a lay-off by what lies on the table."""


def after_close(hearing: Hearing, word: Word, label: int | None) -> Finding | None:
    """A word behind the close. A word without a label is of the seat that spoke last, until that has passed."""
    moment = hearing.moment
    seat = label if label is not None else moment.speaker
    if seat is None and moment.state.phase is Phase.LAY_OFF:
        seat = moment.play.seat
    if seat is None:
        place = replace(hearing.place(word, word.start, word.end), action=0)
        help_ = hearing.case.say("help_label", word=word.form.text)
        return hearing.case.finding("SEAT_NOT_SAID", place, hearing.case.say("SEAT_NOT_SAID"), help_=help_)
    passes = word.kind is WordKind.PASS
    hearing.moment = replace(moment, speaker=None if passes else seat)
    if word.kind in {WordKind.TURN, WordKind.EVENT}:
        return _plays_on(hearing, word, seat)
    if hearing.at in hearing.merged:
        return _loose_differs(hearing, word, seat)
    if moment.state.phase is Phase.LAY_OFF:
        _waited_for(hearing, seat)
        return _declared(hearing, word, seat)
    return _claimed(hearing, word, seat)


def shown_in_gap(hearing: Hearing, word: Word, label: int | None) -> Finding | None:
    """A show behind turns that were not recorded: one of them was the close, nobody knows whose."""
    play = replace(hearing.moment.play, phase=Phase.COUNT, seat=None)
    hearing.moment = replace(hearing.moment, adrift=False, judged=False)
    hearing.now_play(play)
    return after_close(hearing, word, label)


def _plays_on(hearing: Hearing, word: Word, seat: int) -> Finding | None:
    """An event, or a turn that comes too late."""
    turn = hearing.moment.turn + (word.kind is WordKind.TURN)
    hearing.moment = replace(hearing.moment, turn=turn, action=0)
    for placed in actions_of(word, seat, hearing.rulings):
        if word.kind is WordKind.TURN:
            hearing.moment = replace(hearing.moment, action=hearing.moment.action + 1)
        wrong = act(hearing, word, placed)
        if wrong is not None:
            return wrong
    return None


# -- declared --------------------------------------------------------------------------------------------------------


def _waited_for(hearing: Hearing, seat: int) -> None:
    """A label says that the seats before it have nothing more to lay."""
    while hearing.moment.state.phase is Phase.LAY_OFF:
        play = hearing.moment.play
        if play.seat is None or play.seat == seat or seat not in [one for one, _ in play.queue]:
            return
        hearing.remember()
        hearing.now(carried_out(hearing.case.table, hearing.moment.state, Pass(play.seat)))


def _declared(hearing: Hearing, word: Word, seat: int) -> Finding | None:
    """A show, a lay-off or a pass where these are plays."""
    if word.kind is WordKind.LABEL:
        return None
    play = hearing.moment.play
    if word.kind is WordKind.SHOW:
        made = revealed(hearing.case, play, seat, word.form, soft=hearing.moment.gapped)
        if isinstance(made, ShownWrong):
            return shown_wrong(hearing, word, seat, made)
        hearing.now_play(made)
    for placed in actions_of(word, seat, hearing.rulings):
        if isinstance(placed.action, LayOff):
            hearing.now_play(brought_out(hearing.case.table, hearing.moment.play, placed.action))
        wrong = act(hearing, word, placed)
        if wrong is not None:
            return wrong
    return None


def _loose_differs(hearing: Hearing, word: Word, seat: int) -> Finding | None:
    """What a closer says is loose, held against what is left beside the melds."""
    case, held = hearing.case, hand_of(hearing.moment.play, seat)
    loose = word.form.loose
    if loose is None or None in loose or held.unknown:
        return None
    said = [card for card in loose if card is not None]
    if not partial.lacking(said, held.known) and not partial.lacking(held.known, said):
        return None
    shown = case.cards(cards_of(word.form))
    message = case.say("SHOWN_HAND_DIFFERS", seat=case.seat(seat), shown=shown, held=case.cards(held.known))
    return shown_wrong(hearing, word, seat, ShownWrong("SHOWN_HAND_DIFFERS", message))


# -- held against what the referee arranges --------------------------------------------------------------------------


def _claimed(hearing: Hearing, word: Word, seat: int) -> Finding | None:
    """A show, a lay-off or a pass where the referee arranges the hands."""
    if word.kind is WordKind.LABEL:
        return None
    if hearing.moment.unshown and hearing.case.table.settings["melds.declared"]:
        hearing.leave_open("unjudged_lay_off")
        return None
    place = hearing.place(word, word.start, word.end, seat)
    if seat not in playing(hearing.moment.play):
        said = hearing.case.say("SEAT_IS_OUT", seat=hearing.case.seat(seat))
        return hearing.case.finding("SEAT_IS_OUT", place, said)
    if word.kind is WordKind.PASS:
        _spoke(hearing, seat)
        return None
    placed = actions_of(word, seat, hearing.rulings)[0]
    wrong = no_such_card(hearing, placed.action, place)
    if wrong is not None:
        return wrong
    if word.kind is WordKind.SHOW:
        return _shows(hearing, word, seat, placed)
    return _lays(hearing, word, seat, placed)


def _claims(hearing: Hearing) -> Claims:
    """What lies on the table as it was written."""
    claims = hearing.moment.claims
    return claims if claims is not None else Claims(hearing.moment.state)


def _spoke(hearing: Hearing, seat: int) -> None:
    claims = _claims(hearing)
    spoke = (*claims.spoke, (seat, hearing.at))
    hearing.moment = replace(hearing.moment, claims=replace(claims, spoke=spoke))


def _shows(hearing: Hearing, word: Word, seat: int, placed: PlacedAction) -> Finding | None:
    """A seat shows: its hand becomes known, its melds lie on the table."""
    play, exchanged = hearing.moment.play, _exchanged(hearing, seat)
    made = revealed(hearing.case, exchanged or play, seat, word.form, soft=hearing.moment.gapped)
    if isinstance(made, ShownWrong):
        return shown_wrong(hearing, word, seat, made)
    if exchanged is None:
        hearing.now_play(made)
    claims = _put_before(hearing, _claims(hearing), seat)
    taken_over = seat in claims.shown
    state = _to_act(claims.state, seat, made)
    assert isinstance(placed.action, Show)
    tried = Tried(state, placed.action, lay_off_fault(hearing.case.table, state, placed.action))
    wrong = surely_wrong(hearing, tried)
    if wrong is not None:
        place = hearing.place(word, word.start, word.end, seat)
        return resort(hearing, tried, wrong, place, carry_out=False)
    leave_hand_open(hearing, tried)
    if not taken_over:
        claims = Claims(_after(hearing, state, placed.action), claims.shown | {seat}, claims.spoke)
    hearing.moment = replace(hearing.moment, claims=claims)
    return None


def _exchanged(hearing: Hearing, seat: int) -> RoundState | None:
    """The round with the wild cards in hand that the seat said it takes from melds; None if it takes none."""
    claims, play = hearing.moment.claims, hearing.moment.play
    if claims is None:
        return None
    after = play
    for at, meld in enumerate(_round(claims.state).table):
        for who, card, wild in meld.exchanged:
            if who == seat:
                after = traded(after, seat, at, meld.owner, (card, wild))
    return after if after is not play else None


def _lays(hearing: Hearing, word: Word, seat: int, placed: PlacedAction) -> Finding | None:
    """A seat lays cards off."""
    if not hearing.moment.judged or hearing.moment.unshown:
        hearing.leave_open("unjudged_lay_off")
        return None
    action, table, play = placed.action, hearing.case.table, hearing.moment.play
    assert isinstance(action, LayOff)
    claims = _put_before(hearing, _claims(hearing), seat)
    own = _put_down(hearing, claims, seat)
    if not partial.lacking([laid.card for laid in action.cards], hand_of(_round(own.state), seat).known):
        claims = own
    if hand_of(_round(claims.state), seat).unknown:
        hearing.now_play(brought_out(table, play, action))
        claims = replace(claims, state=replace(claims.state, round=brought_out(table, _round(claims.state), action)))
    state = _to_act(claims.state, seat, None)
    if play.closer is None:
        wrong: Fault | None = Fault("CANNOT_BE_LAID", table.rule_set.block_clauses.get("lay_off", ""))
    else:
        wrong = lay_off_fault(table, state, action)
    tried = Tried(state, action, wrong)
    wrong = surely_wrong(hearing, tried)
    if wrong is not None and wrong.code in _OF_TABLE and _unseen_lays(hearing, claims, seat):
        hearing.leave_open("unjudged_lay_off")
        return None
    if wrong is not None and play.onto == "nobody" and wrong.code == "CANNOT_BE_LAID":
        # what shuts lay-offs out is the outcome
        outcomes = {one.rule.name: one.rule.clause for one in table.outcomes}
        wrong = replace(wrong, clause=outcomes.get(play.outcome or "", wrong.clause))
    if wrong is not None:
        place = hearing.place(word, word.start, word.end, seat)
        return resort(hearing, replace(tried, wrong=wrong), wrong, place, carry_out=False)
    leave_hand_open(hearing, tried)
    after = put_on_table(table, tried) or _after(hearing, state, action)
    claims = Claims(after, claims.shown, (*claims.spoke, (seat, hearing.at)))
    hearing.moment = replace(hearing.moment, claims=claims)
    return None


def _unseen_lays(hearing: Hearing, claims: Claims, seat: int) -> bool:
    """Whether seats of whose cards some are not known may have put down or laid off what nobody wrote.

    A seat writes all its lay-offs or none. Melds of its own that were not shown count where others lay on them.
    """
    play, spoke = hearing.moment.play, {seat, *dict(claims.spoke)}
    hidden = [one for one in playing(play) if one != play.closer and hand_of(play, one).unknown]
    return any(one not in spoke or (play.onto == "everyone" and one not in claims.shown) for one in hidden)


def _round(state: GameState) -> RoundState:
    assert state.round is not None
    return state.round


def _to_act(state: GameState, seat: int, made: RoundState | None) -> GameState:
    """The lay-off with this seat to act, with its hand as it is shown in `made`."""
    play = _round(state)
    hands = play.hands
    if made is not None:
        hands = tuple(made.hands[seat] if other == seat else hand for other, hand in enumerate(hands))
    play = replace(play, phase=Phase.LAY_OFF, seat=seat, queue=((seat, FIRST), (seat, FIRST)), hands=hands)
    return replace(state, phase=Phase.LAY_OFF, round=play)


def _after(hearing: Hearing, state: GameState, action: Show | LayOff) -> GameState:
    return replace(state, round=lay_off_effect(hearing.case.table, state, action))


def _put_before(hearing: Hearing, claims: Claims, seat: int) -> Claims:
    """The melds of the seats before this one, as the referee arranges them, where they were not written."""
    play, table = hearing.moment.play, hearing.case.table
    if play.closer is None or play.outcome is None or not hearing.moment.judged:
        return claims
    others = [one for one in playing(play) if one != play.closer]
    order = (play.closer, *order_after(table, play.closer, others))
    for other in order[: order.index(seat)]:
        claims = _put_down(hearing, claims, other)
    return claims


def _put_down(hearing: Hearing, claims: Claims, seat: int) -> Claims:
    """The melds of a seat as the referee arranges them, on the table unless it has shown."""
    if seat in claims.shown or not hearing.moment.judged or hearing.moment.play.outcome is None:
        return claims
    one = _arranged(hearing).of(seat)
    if one is None or one.hand is None:
        return claims
    play = _round(claims.state)
    melds = tuple(table_meld(seat, meld) for meld in one.melds)
    gone = [card for meld in one.melds for card in meld.cards]
    known = partial.lacking(hand_of(hearing.moment.play, seat).known, gone)
    play = partial.with_hand(replace(play, table=(*play.table, *melds)), seat, known, 0)
    return replace(claims, state=replace(claims.state, round=play), shown=claims.shown | {seat})


def _arranged(hearing: Hearing) -> RoundResult:
    """What the referee makes of the hands."""
    return result_of(hearing.case.table, hearing.moment.state)


# -- the end ---------------------------------------------------------------------------------------------------------


def laid_less(hearing: Hearing, result: RoundResult) -> None:
    """Tell who could have laid off more than was written: the first, for what others could do hangs on that."""
    claims = hearing.moment.claims
    if claims is None or result.closer is None or hearing.moment.unshown:
        return
    spoke = dict(claims.spoke)
    for seat in order_after(hearing.case.table, result.closer, spoke):
        one = result.of(seat)
        if seat == result.closer or one is None or one.hand is None or not one.certain:
            continue
        found = _less(hearing, claims, result, one, hearing.words[spoke[seat]])
        if found is not None:
            hearing.findings.append(found)
            return


def _less(hearing: Hearing, claims: Claims, result: RoundResult, one: SeatResult, word: Word) -> Finding | None:
    case, table = hearing.case, hearing.case.table
    known = hand_of(_round(claims.state), one.seat).known
    held = points_of(table, known) if one.seat in claims.shown else best_arrangement(table, known).deadwood
    computed = points_of(table, one.loose)
    if held <= computed:
        return None
    actions = [action for action in shows_of(table, result) if _by(action, one.seat)]
    actions = [action for action in actions if not isinstance(action, Show) or action.melds]
    words = tuple(action_text(action, table.pack.notation) for action in actions)
    said = case.say("LAID_LESS", seat=case.seat(one.seat), written=held, computed=computed, words=" ".join(words))
    place = replace(hearing.place(word, word.start, word.end, one.seat), turn=0, action=0)
    measured = {"written": str(held), "computed": str(computed), "loose": case.cards(known)}
    clause = table.rule_set.block_clauses.get("lay_off", "")
    return case.finding(
        "LAID_LESS", place, said, weight=Weight.NOTE, clause=clause, measured=measured, legal=words[:12]
    )


def _by(action: Action, seat: int) -> bool:
    return getattr(action, "seat", None) == seat
