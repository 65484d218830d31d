"""The closing choice: one card more than is kept, which of them goes face down, and what comes of the close.

Asked is the card, the outcome, what the closer writes and the clause it rests on; where no close is legal the clauses
of the refusal that comes nearest. Beside it stands the same choice by `judge_closings`, which judges each closing card
in full, with its arrangement and its reasons: it first gives our answer on the very hands that are timed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aims import asked
from figures import RATE, Figure, Peer, Row, beside
from hands import hands, places, table_of
from measuring import FULL, Job, Pace, in_turn
from peers import openspiel
from peers.asking import asking

from referee.cards import Card
from referee.game.choice import best_close, closable
from referee.game.close import judge_close, judge_closings
from referee.native import in_use
from referee.table import Table

NUMBER, BEFORE, FEW = 60_000, 20_000, 500
"""Hands, those of them that are asked about before anything is timed, and those that are judged card by card."""

FASTER = 4 if in_use() else 1
"""So many times as many hands where the aim is measured: a turn of the compiled road asks about twenty thousand."""

KINDS = (("random", False), ("rich", True))
Asked = tuple[str, int | None, dict[str, int | bool]]

FULL_SETS: list[Asked] = [("spanish-40", None, {}), ("spanish-48", None, {}), ("fournier-40", None, {})]
"""Rule sets of the aim: seven cards and one more, no wild cards, no twins; they go the fast road of their form."""

OTHERS: list[Asked] = [
    ("gin-rummy", None, {}),
    ("chilean-50", None, {}),
    ("spanish-40", None, {"jokers": 2}),
    ("fournier-40", 5, {}),
]
"""Eleven cards, of which none was taken; rules that look at loose cards one by one; jokers and two packs, where a hand
with a wild card or a twin goes the general road."""


def card_by_card(table: Table, dealt: Sequence[Sequence[Card]]) -> Job:
    """The same choice by a verdict on each card; the answers are the same."""
    for hand in dealt:
        chosen, every = best_close(table, hand), judge_closings(table, hand)
        verdict = dict(every.each)[chosen.closing]
        assert every.best == (chosen.closing if chosen.legal else None), hand
        said = (verdict.outcome, verdict.writes, verdict.clause)
        assert said == (chosen.outcome, chosen.writes, chosen.clause), hand
    return asking("card by card", partial(judge_closings, table), dealt)


def of_table(which: Asked, pace: Pace, line: str = "") -> list[Figure]:
    """The choice at one table."""
    name, seats, options = which
    table, found = table_of(name, seats, **options), []
    size = table.hand_size + 1
    wild = " with jokers" if options else " with two packs" if table.pack.copies > 1 else ""
    for words, melded in KINDS:
        dealt = hands(table, size, pace.share(FASTER * NUMBER if line else NUMBER // 4), melded=melded)
        what = f"closing choice of {size} cards, {name}{wild}, {words}"
        rate = Figure(what, RATE, None, aim=asked(line) if line else None, line=line)
        peer = Peer("card by card", partial(card_by_card, table, dealt[:FEW]), own=True)
        found += beside(
            what, asking("ours", partial(best_close, table), dealt, len(dealt) // 3), [peer], pace, rate=rate
        )
    return found


def of_verdicts(pace: Pace) -> list[Figure]:
    """One close with its arrangement or its reasons, and which cards may be the closing card."""
    table, found = table_of("spanish-40"), []
    for words, melded in KINDS:
        seven, eight = (hands(table, size, pace.share(NUMBER // 2), melded=melded) for size in (7, 8))
        jobs = [
            (f"one close judged, 7 of 40, {words}", asking("ours", partial(judge_close, table), seven, FEW)),
            (
                f"closing cards that are legal, 8 of 40, {words}",
                asking("ours", partial(closable, table), eight, pace.share(BEFORE // 2)),
            ),
        ]
        taken = in_turn([job for _, job in jobs], pace)
        found += [Figure(what, RATE, one.rate(), ours=one) for (what, _), one in zip(jobs, taken, strict=True)]
    return found


def of_knocks(pace: Pace) -> list[Figure]:
    """With which of eleven cards one may knock in gin rummy, with OpenSpiel."""
    table, found = table_of("gin-rummy"), []
    for words, melded in KINDS:
        dealt = hands(table, table.hand_size + 1, pace.share(NUMBER), melded=melded)
        asked_before = dealt[:FEW]
        wanted = [closable(table, hand) for hand in asked_before]
        peer = Peer(openspiel.NAME, partial(openspiel.knocks, places(asked_before), wanted))
        ours = asking("ours", partial(closable, table), dealt, pace.share(BEFORE))
        found += beside(f"cards to knock with, 11 of 52, {words}", ours, [peer], pace)
    return found


def figures(pace: Pace) -> list[Figure]:
    """All of it; for the gate only what has a yardstick that is not ours."""
    if pace.gated:
        return of_knocks(pace)
    found = [figure for which in FULL_SETS for figure in of_table(which, pace, "closing")]
    found += [figure for which in OTHERS for figure in of_table(which, pace)]
    return found + of_knocks(pace) + of_verdicts(pace)


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
