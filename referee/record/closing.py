"""A close of which not every card is known, and hands that are shown after it.

What a seat shows is held against what is known of its hand. A closer who shows is judged by what is shown, also where
nobody saw the closing card; one who never shows is judged by what is public (laps, turns), and by nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from referee.cards import Card
from referee.game.actions import Close, ShownMeld
from referee.game.checks import refused_close
from referee.game.close import CloseVerdict, judge_close
from referee.game.facts import CloseFacts
from referee.game.faults import Fault
from referee.game.gamestate import GameState
from referee.game.legal import fault
from referee.game.moment import course_of, hand_of
from referee.game.refusal import failure_of
from referee.game.showing import opened
from referee.game.state import Hand, RoundState
from referee.record.findings import Case
from referee.record.partial import lacking, not_free, public_faults, with_hand
from referee.record.words import Form
from referee.table import Table

NO_CARD: Final = 0
ONE_CARD: Final = 1


@dataclass(frozen=True, slots=True)
class ShownWrong:
    """What is wrong with a hand that is shown: the code, the sentence, the card it is about."""

    code: str
    message: str
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Unseen:
    """A close being judged. `state` is that before it, with the closer's hand as it is shown.

    `wrong` is what is wrong with it; `verdict` what comes of it where only the closing card is unknown; `shown` what is
    wrong with the show. `judged` is no where cards of the closer stay unknown.
    """

    state: GameState
    action: Close
    wrong: Fault | None
    verdict: CloseVerdict | None = None
    shown: ShownWrong | None = None
    judged: bool = True


def looked_at(
    case: Case, state: GameState, action: Close, show: Form | None, *, soft: bool, unsure: frozenset[str]
) -> Unseen:
    """A close with the show that follows it, None if none does.

    `soft`: turns are missing, so that the number of cards in the hand is not sure. `unsure` are facts nobody can be
    sure of.
    """
    table, play = case.table, state.round
    assert play is not None
    if show is not None and hand_of(play, action.seat).unknown:
        made = revealed(case, play, action.seat, show, closing=action, soft=soft)
        if isinstance(made, ShownWrong):
            return Unseen(state, action, None, shown=made)
        state = replace(state, round=made)
        play = made
    if show is not None and table.settings["melds.declared"]:
        action = replace(action, melds=tuple(ShownMeld(meld) for meld in show.melds))
    wrong = fault(table, state, action)
    hand = hand_of(play, action.seat)
    if not hand.unknown or wrong is not None:
        return Unseen(state, action, wrong)
    if hand.unknown == ONE_CARD and action.card is None and len(hand.known) == table.hand_size:
        verdict = judge_close(table, hand.known, given=course_of(state, action.seat))
        return Unseen(state, action, None if verdict.legal else refused_close(verdict), verdict)
    facts = CloseFacts(course_of(state, action.seat))
    failed = tuple(failure_of(table, one, facts) for one in public_faults(table, facts, unsure))
    if failed:
        wrong = Fault(failed[0].code, failed[0].clause, {}, failed, "false_close")
    return Unseen(state, action, wrong, judged=False)


def closed(table: Table, after: GameState, seen: Unseen) -> GameState:
    """The state after a legal close, with the outcome of one whose closing card nobody saw."""
    play, verdict = after.round, seen.verdict
    if play is None or verdict is None or not verdict.legal or play.outcome is not None:
        return after
    onto = "nobody" if verdict.wins_game else verdict.lay_off
    play = replace(play, outcome=verdict.outcome, onto=onto)
    if table.settings["melds.declared"] and not verdict.wins_game:
        play = opened(table, play, verdict, None)
    return replace(after, phase=play.phase, round=play)


def revealed(
    case: Case, play: RoundState, seat: int, show: Form, *, closing: Close | None = None, soft: bool = False
) -> RoundState | ShownWrong:
    """The round with the hand of a seat as far as it is shown; what is wrong if that contradicts what is known.

    `closing` is the close that comes before the show; its card is still in the hand.
    """
    hand, shown = hand_of(play, seat), cards_of(show)
    aside = ONE_CARD if closing is not None and not closing.without_card else NO_CARD
    card = closing.card if closing is not None else None
    hidden = sum(one is None for one in show.loose or ())
    kept = hand.size - aside
    whole = show.loose is not None or len(shown) == kept
    count = len(shown) + hidden
    if (count != kept if whole else count > kept) and not (soft and hand.unknown and count <= kept + 1):
        said = case.say("shown_number", seat=case.seat(seat), count=count, size=kept)
        return ShownWrong("SHOWN_HAND_DIFFERS", said)
    put_down = [*shown, *(() if card is None else (card,))]
    strange, unseen = lacking(put_down, hand.known), lacking(hand.known, put_down)
    # a closing card that nobody saw may be any one that is known to be held
    spare = ONE_CARD if aside and card is None else NO_CARD
    if (len(strange) > hand.unknown and not soft) or (whole and not hidden and len(unseen) > spare):
        return _differs(case, seat, hand, show)
    elsewhere = not_free(case.table, play, seat, put_down)
    if elsewhere is not None:
        return ShownWrong("CARD_TWICE", "", elsewhere)
    if whole and not hidden:
        return with_hand(play, seat, put_down, spare)
    known = [*hand.known, *strange]
    return with_hand(play, seat, known, max(0, hand.size - len(known)))


def cards_of(show: Form) -> list[Card]:
    """The cards a show names."""
    return [card for meld in show.melds for card in meld] + [card for card in show.loose or () if card is not None]


def _differs(case: Case, seat: int, hand: Hand, show: Form) -> ShownWrong:
    held = case.cards((*hand.known, *(None,) * hand.unknown))
    said = case.say("SHOWN_HAND_DIFFERS", seat=case.seat(seat), shown=case.cards(cards_of(show)), held=held)
    return ShownWrong("SHOWN_HAND_DIFFERS", said)
