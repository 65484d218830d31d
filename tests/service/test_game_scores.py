"""Rounds priced over the wire: the sheet, other rules, what cannot be sent."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from referee import limits
from referee.library import Library
from referee.v1 import actions_pb2
from referee.v1.referee_service_pb2 import ApplyActionRequest, ListLegalActionsRequest, ScoreRoundRequest
from tests.service.test_game import STOCK, deal, play


async def test_the_sheet_of_the_worked_example(referee: Any, library: Library, table: Any) -> None:
    """The round of the record format: 1, 34 and 17 points, with cards laid off; and under other rules."""
    setup = table("spanish-40", 3)
    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal(stock=STOCK)))
    words = ("<12b", "-4o", "+5b", "-12c", "+7o", "-7e", "+2b", "x2b")
    state = await play(referee, setup, *words, state=answer.state)
    request = ScoreRoundRequest(table=setup, state=state, repriced_at=table("house-a"), language="fr")
    scored = await referee.ScoreRound(request)

    lines = {line.seat: line for line in scored.sheet.lines}
    assert {seat: (line.points, line.written) for seat, line in lines.items()} == {
        "A": (1, 1),
        "B": (34, 34),
        "C": (17, 17),
    }
    assert (lines["A"].clause, lines["A"].key, lines["B"].clause) == ("es.8", "plain", "es.8")
    assert [(each.card, each.points) for each in lines["A"].loose] == [("1e", 1)]
    assert [(each.card, each.meld) for each in lines["B"].laid_off] == [("4c", 1), ("3c", 1)]
    assert lines["B"].text
    assert [list(meld.cards) for meld in scored.facts.result.judged] == [["5c", "6c", "7c"], ["12o", "12e", "12b"]]
    assert dict(scored.next.standing.totals) == {"A": 1, "B": 34, "C": 17}
    assert (scored.next.phase, scored.next.standing.eldest) == (actions_pb2.PHASE_DEAL, "B")
    assert scored.repriced_digest == library.rule_set("house-a").digest

    again = ScoreRoundRequest(table=table("house-a", 3), facts=scored.facts, language="fr")
    answer = await referee.ScoreRound(again)
    assert answer.sheet == scored.repriced
    assert (answer.facts, answer.HasField("next")) == (scored.facts, False)


async def test_a_round_is_priced_where_its_cards_are(referee: Any, table: Any, failed: Any) -> None:
    setup = table("spanish-48", 2)
    hands = {"A": "8o 9o 10o 5c 6c 7c 11b", "B": "2o 11o 3c 4c 12c 6e 10b"}
    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal(hands)))
    state = await play(referee, setup, "<12b", "-11b", "+?", "-2o", "+1b", "x12b", state=answer.state)
    asked = ScoreRoundRequest(table=setup, state=state, repriced_at=table("spanish-40"))
    told = await failed(referee.ScoreRound(asked))
    assert (told.code, told.reason, told.violations) == (
        grpc.StatusCode.INVALID_ARGUMENT, "CARD_UNKNOWN", [("repriced_at", "CARD_UNKNOWN")]
    )  # fmt: skip
    asked.repriced_at.CopyFrom(table("spanish-48", 3))
    assert (await failed(referee.ScoreRound(asked))).reason == "SEATS_DIFFER"
    asked.repriced_at.CopyFrom(table("spanish-4O", 2))
    assert (await failed(referee.ScoreRound(asked))).reason == "RULE_SET_NOT_FOUND"


async def test_a_seat_that_leaves_after_the_close_is_counted(referee: Any, table: Any) -> None:
    setup = table("spanish-40", 3)
    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal(stock=STOCK)))
    words = ("<12b", "-4o", "+5b", "-12c", "+7o", "-7e", "+2b", "x2b", "A: !leave")
    state = await play(referee, setup, *words, state=answer.state)
    scored = await referee.ScoreRound(ScoreRoundRequest(table=setup, state=state))
    assert {line.seat: line.points for line in scored.sheet.lines} == {"A": 1, "B": 34, "C": 17}
    assert dict(scored.next.standing.out_since) == {"A": 1}


async def test_points_that_cannot_be_sent(referee: Any, table: Any, failed: Any) -> None:
    """Rules may make more of a game than 32 bits hold: the call fails, and says so."""
    source = b"rule_set: casa\nformat: 1\nextends: spanish-40\nwritten: {by_others: {es.8: 999999 * 999 points}}\n"
    setup = table(source, 3)
    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal(stock=STOCK)))
    words = ("<12b", "-4o", "+5b", "-12c", "+7o", "-7e", "+2b", "x2b")
    state = await play(referee, setup, *words, state=answer.state)
    scored = await referee.ScoreRound(ScoreRoundRequest(table=setup, state=state))
    assert scored.sheet.lines[1].points == 999999 * 999
    state.standing.totals["B"] = limits.STATE_NUMBER
    state.standing.gained["B"] = limits.STATE_NUMBER
    scored = await referee.ScoreRound(ScoreRoundRequest(table=setup, state=state))
    assert scored.next.standing.totals["B"] == limits.STATE_NUMBER + 999999 * 999
    told = await failed(referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=scored.next)))
    assert told.reason == "NUMBER_OUT_OF_RANGE"


@pytest.mark.parametrize("declared", ["no", "yes"])
async def test_an_exchange(referee: Any, table: Any, declared: str) -> None:
    """A joker taken out of a run for the card it stands for is in the state, in the facts, and in their price."""
    source = b"rule_set: casa\nformat: 1\nextends: spanish-40\nlay_off: {may_exchange: {es.15: yes}}\n"
    setup = table(source, 2, jokers="2", declared=declared)
    hands = {"A": "4c JK 6c 11o 11e 11b 1o", "B": "5c 7o 7b 12o 2e 3b 1e"}
    begun = deal(hands, upcard="3o", stock="10e 11c 12b " + "? " * 24)
    state = (await referee.ApplyAction(ApplyActionRequest(table=setup, action=begun))).state
    words = ["+10e", "-10e", "+11c", "-11c", "+12b", "x12b"]
    if declared == "yes":
        words += ["5c>1", "=7o7bJK", "."]
    state = await play(referee, setup, *words, state=state)
    traded = [(each.seat, each.card, each.wild) for meld in state.round.table for each in meld.exchanged]
    assert traded == ([("B", "5c", "JK")] if declared == "yes" else [])

    scored = await referee.ScoreRound(
        ScoreRoundRequest(table=setup, state=state, repriced_at=table("spanish-48", jokers="2"))
    )
    assert {line.seat: line.points for line in scored.sheet.lines} == {"A": 1, "B": 18}
    (seat,) = [each for each in scored.facts.result.seats if each.seat == "B"]
    assert [(each.card, each.meld, each.wild) for each in seat.exchanged] == [("5c", 1, "JK")]
    assert [line.points for line in scored.repriced.lines] == [1, 18]
    again = await referee.ScoreRound(ScoreRoundRequest(table=setup, facts=scored.facts))
    assert (again.facts, again.sheet) == (scored.facts, scored.sheet)
