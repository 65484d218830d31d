"""Totals added as numbers come to the standing that the game makes of them, round by round to the end of the game."""

from __future__ import annotations

from random import Random

import pytest

from referee.game.price import Sheet, SheetLine
from referee.game.result import Course, RoundResult, SeatResult
from referee.game.stakes import opening
from referee.game.standing import Pause, close_pause, settle
from referee.game.state import Standing
from referee.record.fast_ledger import Ledger, LedgerRules
from referee.record.fast_words import AskJudge
from referee.record.model import LETTERS
from referee.table import Table
from tests.tables import table

TABLES = [
    ("spanish-40", 2),
    ("spanish-40", 4),
    ("fournier-40", 4),
    ("chilean-50", 3),
    ("gin-rummy", 2),
    ("conga", 3),
    ("house-a", 3),
    ("house-g", 4),
    ("house-p", 4),
    ("house-q", 3),
]
GAMES, MOST_ROUNDS = 60, 80
COMES_BACK = 0.7


def a_pause(at: Table, before: Standing, points: list[int], closer: int, outcome: str) -> Pause:
    """The pause after a round in which the seats in wrote these points."""
    seats = before.seats_in
    result = RoundResult(
        Course(before.eldest, 1, (1,) * at.seats),
        closer,
        outcome,
        None,
        (),
        tuple([SeatResult(seat, ()) for seat in seats]),
        (),
    )
    lines = [SheetLine(seat, one, "", "", (), ()) for seat, one in zip(seats, points, strict=True)]
    return settle(at, before, result, Sheet(outcome, tuple(lines)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_standings_are_those_of_the_game(name: str, seats: int) -> None:
    at, chance = table(name, seats), Random(name)
    rules, outcome, ended, came = LedgerRules(at), at.outcomes[-1].rule.name, 0, 0
    dear = -1 if name == "chilean-50" else 1
    for _ in range(GAMES):
        standing = opening(at, chance.randrange(seats))
        ledger = Ledger(rules, standing)
        for _ in range(MOST_ROUNDS):
            points = [dear * chance.choice([-10, 0, 1, 5, 12, 25, 40]) for _ in standing.seats_in]
            closer = chance.choice(standing.seats_in)
            pause = a_pause(at, standing, points, closer, outcome)
            coming = [seat for seat in pause.asked if chance.random() < COMES_BACK]
            chance.shuffle(coming)
            standing = close_pause(at, pause, coming)
            ledger.add(points, closer, outcome, [LETTERS[seat] for seat in coming])
            assert ledger.standing() == standing
            assert tuple(ledger.written) == pause.before.totals
            assert ledger.over == bool(standing.winners)
            came += len(coming)
            if standing.winners:
                ended += 1
                break
    assert ended > GAMES / 2
    assert (came > 0) == (rules.may_come_back and not rules.unasked)


@pytest.mark.parametrize("coming", [["A"], ["D", "D"], ["E"], ["Z"], [""], ["DA"]])
def test_nobody_comes_back_who_may_not(coming: list[str]) -> None:
    at = table("fournier-40", 4)
    ledger = Ledger(LedgerRules(at), opening(at))
    with pytest.raises(AskJudge):
        ledger.add([0, 10, 20, 101], 0, at.outcomes[-1].rule.name, coming)
    again = Ledger(LedgerRules(at), opening(at))
    again.add([0, 10, 20, 101], 0, at.outcomes[-1].rule.name, ["D"])
    assert again.seats == (0, 1, 2, 3)
