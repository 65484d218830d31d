"""Lessons on what a clause forbids: turns, closes, lay-offs, and what comes between two rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from referee.record.lessons.lesson import CLOSED, LAP, Lesson, played, record

_RULED: Final = (
    "If it was played so, a ruling says what came of it: `@1` right behind the turn, and under `rulings` "
    "`stands: true` or `taken_back: 1`."
)
_GIN: Final = (
    "  - hands: {A: Ah 2h 3h 5s 6s 7s 9c Tc Jc Kd, B: Ks Kh Qd 2c 4d 6d 8h Th Jh 3s}\n    upcard: 4s\n    play: "
)


def _gin(play: str) -> str:
    return record(f'{_GIN}"{play}"\n', rules="gin-rummy", seats=2)


TURNS: Final[Mapping[str, Lesson]] = {
    "OUT_OF_TURN": Lesson(
        "A seat plays when another one is on turn. Often a turn before it was not written.",
        f"Write the turn that is missing, or the label of the seat that did play. {_RULED}",
        played("A: <12b-4o\n      C: +5b-7e"),
    ),
    "TURN_MISSED": Lesson(
        "`.` lets a turn go by, and nothing in the rules allows it: a turn is a draw and a discard.",
        f"Write what the seat drew and threw, with `?` for a card that is not known. {_RULED}",
        played("A: <12b-4o ."),
    ),
    "NOT_DRAWN": Lesson(
        "A seat throws a card, or closes, without having drawn one.",
        f"Write the draw in front: `+?-4o`. {_RULED}",
        played("A: -4o"),
    ),
    "DREW_TWICE": Lesson(
        "A seat draws two cards in one turn.",
        f"If the first draw was a turn of its own, write what was thrown in it. {_RULED}",
        played("A: <12b+5b-4o"),
    ),
    "THREW_TAKEN_CARD": Lesson(
        "The very card that was taken from the discard pile is thrown in the same turn.",
        f"The words under `legal` are what could have been thrown. {_RULED}",
        played("A: <12b-12b"),
    ),
    "FEINT": Lesson(
        "A seat makes as if it closed, and plays on.",
        f"The tournament's rules say what it costs: `points` in a ruling. {_RULED}",
        played("A: <12b !feint -4o"),
    ),
    "DISCARD_NOT_ALLOWED": Lesson(
        "The rules have a condition under `turn.may_discard` of their own that this card does not meet.",
        f"The clause and the measured values say which. {_RULED}",
    ),
    "TAKE_NOT_ALLOWED": Lesson(
        "The rules have a condition under `turn.may_take` that forbids to take this card from the discard pile.",
        f"The clause and the measured values say which. {_RULED}",
    ),
    "OFFER_NOT_ANSWERED": Lesson(
        "In gin rummy the upcard is offered first to one seat, then to the other, and somebody plays before that is "
        "answered.",
        "Write `<` with the card for who takes it, `.` for who lets it go by.",
        _gin("+5c-Kd"),
    ),
    "OFFER_PASSED": Lesson(
        "Everybody let the offered card go by, so the first draw comes from the stock.",
        f"Write `+` for it. {_RULED}",
        _gin(". . <4s-Kd"),
    ),
    "STOCK_NOT_EMPTY": Lesson(
        "The discards are shuffled while there still are cards to draw.",
        f"Write the draws that are missing before it. {_RULED}",
        played("A: <12b-4o %?"),
    ),
    "NO_RESHUFFLE": Lesson(
        "`%` stands where the rules let nothing be shuffled: never in gin rummy, elsewhere so often and no more.",
        "The round ends here unclosed; write `!dead`.",
    ),
    "NOT_DEAD": Lesson(
        "`!dead` ends a round that goes on by the rules: there are cards to draw, or to shuffle.",
        f"Take it out, or write what was played until nothing was left. {_RULED}",
        played("A: <12b-4o !dead"),
    ),
    "NOT_NOW": Lesson(
        "The word is well written, but has no place here: a show before anybody has closed, a pass after a draw, or "
        "another word than the one that was agreed for a seat out of time.",
        "The message says what is expected here.",
        played("A: =5c6c7c"),
    ),
    "ROUND_IS_OVER": Lesson(
        "A turn is written behind the end of its round.",
        "Take it out, or put it into the next round.",
        played(f"{CLOSED}\n      B: +1b-12c"),
    ),
    "GAME_IS_OVER": Lesson(
        "A round, or a re-entry, is written behind the end of the game.",
        "See in the totals and the winners of the verdict why the game was over; perhaps the limit under `options` is "
        "another one.",
        record("  - scores: {A: 1, B: 60, C: 57}\n  - scores: {A: 1, B: 60, C: 60}\n  - scores: {A: 5}\n"),
    ),
}

CLOSES: Final[Mapping[str, Lesson]] = {
    "CLOSED_WITH_TAKEN_CARD": Lesson(
        "The card put face down is the one taken from the discard pile in this turn, and the rules forbid it.",
        f"The words under `legal` that begin with `x` would have been a close. {_RULED}",
        _gin("<4sx4s"),
    ),
    "CLOSE_TOO_EARLY": Lesson(
        "Somebody closes before every seat has had the turns that the rules give it.",
        f"Look whether turns before it were left out; `...` stands for those not recorded. {_RULED}",
        played("A: <12bx4o"),
    ),
    "CLOSE_TOO_MANY_POINTS": Lesson(
        "However the cards kept are arranged, more points or cards are loose than a close may have.",
        f"The help names the card that would have made it a close, if there is one. {_RULED}",
        played(f"{LAP}\n      A: +2bx12b"),
    ),
    "CLOSE_NOT_GROUPED": Lesson(
        "The cards kept fit none of the ways of closing that the rules know.",
        f"The measured values say what is melded and what is loose. {_RULED}",
        record(
            "  - hands: {A: 1o 2o 3o 5c 6c 7c 12e, B: 2e 11o 4c 10c 12c 6e 10b}\n    upcard: 12b\n"
            "    play: <12b-1o +?-2e +7ox7o\n",
            rules="chilean-50",
            seats=2,
        ),
    ),
    "CLOSE_WITH_FAULTY_HAND": Lesson(
        "A seat with a card too many or too few closes; with such a hand nobody may (fo.10).",
        "Look for the turn in which the hand became faulty: two draws, or a throw without one.",
        record(
            "  - hands: {A: 4o 12o 5c 6c 7c 1e 12e, B: 2o 11o 3c 4c 12c 6e 10b}\n    upcard: 12b\n"
            "    play: <12b+5b-4o +2b-12c +1ox1o\n",
            rules="fournier-40",
            seats=2,
        ),
    ),
    "CLOSE_BARRED": Lesson(
        "A ruling of this round says that the seat may not close any more (`barred`).",
        "Correct the ruling, or let the close stand by another one.",
        played(f"{LAP} @1\n      A: +2bx2b", "    rulings: [{barred: [A]}]\n"),
    ),
    "CLOSE_NOT_ALLOWED": Lesson(
        "The rules have a condition under `close.may_close` of their own that this close does not meet.",
        f"The clause and the measured values say which. {_RULED}",
    ),
    "NO_MELD": Lesson(
        "Cards that are put down as a meld make no set and no run, or the rules do not let the hand be arranged so.",
        "Write a run upwards, with a joker where it stands; part melds with commas, and what stays loose with `|`.",
        played(f"{CLOSED} =5c6c12o,7c12e12b|1e"),
    ),
    "CANNOT_BE_LAID": Lesson(
        "A card does not fit on the meld it is laid on, that meld is not open to the seat, or nobody lays off.",
        "Melds are numbered from 1 as they were put down. Several cards on one meld go in the order written: `4c3c>1`.",
        played(f"{CLOSED}\n      B: 3c>1"),
    ),
    "WRONG_ELDEST": Lesson(
        "Another seat plays first than the rules say: in the first round by the lots, later by who was eldest before.",
        "Correct `eldest` or the lots. If it was played so, a ruling without `turn` lets it stand: `stands: true`.",
        record("  - lots: {A: 5c, B: 12o, C: 7e}\n    eldest: A\n"),
    ),
    "NO_REENTRY": Lesson(
        "A seat that is out comes back, and the rules know no re-entry or their condition for it is not met.",
        "Take it out of `reenter`, or let it stand by a ruling without `turn`.",
        record("  - scores: {A: 1, B: 60, C: 7}\n  - scores: {A: 1, B: 60, C: 10}\n    reenter: [B]\n"),
    ),
    "NOT_OUT": Lesson(
        "A seat comes back that never went out.",
        "Take it out of `reenter`, or look whether a score before is wrong.",
        record("  - scores: {A: 1, B: 20, C: 17}\n    reenter: [A]\n", rules="fournier-40"),
    ),
    "REENTRY_CLOSED": Lesson(
        "A seat comes back when the rules let nobody come back any more, for instance because too few are still in.",
        "Take it out of `reenter`, or let it stand by a ruling without `turn`.",
        record(
            "  - scores: {A: 5, B: 60, C: 10}\n  - scores: {A: 5, B: 60, C: 10}\n    reenter: [B]\n", rules="house-g"
        ),
    ),
}

STANDING: Final = Lesson(
    "A play that a clause forbids is in the record, and a ruling says what came of it, or the rules have a policy for "
    "it (`irregular`). It is an irregularity then, and what follows is judged on that basis.",
    "Nothing need be done. See that the ruling is the one that was given, and that it stands behind its turn.",
    played("A: <12b-12b @1", "    rulings: [{stands: true, clause: T.11, reason: Claimed too late., by: Ione}]\n"),
)
"""What a finding is that stands, whatever its code: CH908."""
