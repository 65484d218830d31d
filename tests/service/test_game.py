"""A game played over the wire: what may be done, what comes of it, and what is said of what may not be."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import grpc
import pytest

from referee import limits
from referee.game.flow import counted, deal_from, full_pack, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, legal_actions
from referee.game.state import Phase
from referee.library import Library
from referee.record.actions import action_text
from referee.service.actions_convert import write_action
from referee.service.state_convert import read_state
from referee.service.state_texts import TextReader
from referee.table import Table
from referee.v1 import actions_pb2, rounds_pb2, verdicts_pb2
from referee.v1.referee_service_pb2 import (
    ApplyActionRequest,
    CheckActionRequest,
    ListLegalActionsRequest,
    ScoreRoundRequest,
)
from tests.property.playing import filled

HANDS = {"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b", "C": "1o 2c 10c 11c 3e 7e 6b"}
"""The deal of the worked example of the record format; the upcard is 12b, and 5b 7o 2b are drawn."""

STOCK = "5b 7o 2b " + " ".join("?" * 15)


def bound(library: Library, name: str, seats: int, **options: str) -> Table:
    return library.table(library.rule_set(name), seats, options)


def deal(hands: Mapping[str, str] = HANDS, upcard: str = "12b", stock: str | None = None) -> actions_pb2.Action:
    dealt = actions_pb2.Deal(eldest="A", hands=hands, upcard=upcard)
    if stock is not None:
        dealt.stock = stock
    return actions_pb2.Action(deal=dealt)


async def play(referee: Any, table: Any, *words: str, state: Any = None) -> rounds_pb2.GameState:
    """The game after these words, each of which must be allowed."""
    if state is None:
        state = (await referee.ApplyAction(ApplyActionRequest(table=table, action=deal()))).state
    for word in words:
        answer = await referee.ApplyAction(ApplyActionRequest(table=table, state=state, word=word))
        assert answer.HasField("state"), (word, answer.refusal)
        state = answer.state
    return state


def domain(at: Table, sent: rounds_pb2.GameState) -> GameState:
    reader = TextReader(at)
    state = read_state(reader, sent, "state")
    assert not reader.faults
    return state


ROUNDS: tuple[tuple[str, int, dict[str, str], int], ...] = (
    ("spanish-40", 3, {"jokers": "2"}, 7),
    ("fournier-40", 4, {"declared": "yes"}, 41),
    ("gin-rummy", 2, {}, 27),
)


@pytest.mark.parametrize("game", ROUNDS, ids=lambda game: game[0])
async def test_whole_rounds(
    referee: Any, library: Library, table: Any, game: tuple[str, int, dict[str, str], int]
) -> None:
    """Every step says what the referee itself says: the same legal actions, the same state, the same sheet."""
    name, seats, options, seed = game
    at, chance = bound(library, name, seats, **options), Random(seed)
    setup = table(name, seats, **options)
    order = list(full_pack(at))
    chance.shuffle(order)
    state = start(at)
    pack = " ".join(map(at.write, order))
    request = ApplyActionRequest(table=setup, action=actions_pb2.Action(deal=actions_pb2.Deal(eldest="A", pack=pack)))
    sent = (await referee.ApplyAction(request)).state
    state = apply(at, state, deal_from(at, state.standing, order))
    for _ in range(300):
        assert domain(at, sent) == state
        if state.phase is Phase.COUNT:
            break
        listed = await referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=sent))
        legal = legal_actions(at, state)
        assert [each.action for each in listed.actions] == [write_action(at, action) for action in legal]
        assert [each.word for each in listed.actions] == [action_text(action, at.pack.notation) for action in legal]
        closes = [action for action in legal if write_action(at, action).HasField("close")]
        action = filled(at, state, chance.choice(closes or legal), chance)
        asked = ApplyActionRequest(table=setup, state=sent, action=write_action(at, action))
        sent, state = (await referee.ApplyAction(asked)).state, apply(at, state, action)
    scored = await referee.ScoreRound(ScoreRoundRequest(table=setup, state=sent))
    assert domain(at, scored.next) == counted(at, state)
    assert scored.rule_set_digest == at.rule_set.digest


async def test_a_game_begins_with_a_deal(referee: Any, table: Any) -> None:
    setup = table("spanish-40", 3)
    listed = await referee.ListLegalActions(ListLegalActionsRequest(table=setup))
    assert (listed.phase, listed.seat, len(listed.actions)) == (actions_pb2.PHASE_DEAL, "", 0)

    request = deal()
    request.deal.eldest = "C"
    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=request))
    assert (answer.state.round.seat, answer.state.round.stock_count) == ("C", 18)

    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, word="A: +5c"))
    assert (answer.HasField("state"), answer.refusal.code) == (False, "NOT_NOW")

    wrong = deal({"A": "4o 12o", "B": HANDS["B"], "C": HANDS["C"]})
    answer = await referee.CheckAction(CheckActionRequest(table=setup, action=wrong))
    assert (answer.allowed, answer.refusal.code) == (False, "WRONG_HAND_SIZE")
    assert answer.refusal.kind == verdicts_pb2.FINDING_KIND_IMPOSSIBLE


async def test_a_refusal_says_everything(referee: Any, library: Library, table: Any) -> None:
    setup, at = table("spanish-40", 3), bound(library, "spanish-40", 3)
    state = await play(referee, setup, "<12b")

    request = CheckActionRequest(table=setup, state=state, word="x5c", language="es-AR")
    refusal = (await referee.CheckAction(request)).refusal
    assert (refusal.code, refusal.kind) == ("CLOSE_TOO_EARLY", verdicts_pb2.FINDING_KIND_ILLEGAL)
    assert [(each.clause, each.code) for each in refusal.broken] == [
        ("es.3", "CLOSE_TOO_EARLY"),
        ("es.4", "CLOSE_TOO_MANY_POINTS"),
    ]
    assert "Vueltas completas" in refusal.broken[0].text
    measured = {each.name: (each.value, each.bound) for broken in refusal.broken for each in broken.measurements}
    assert measured["laps"] == ("0", "1")
    assert refusal.legal[0].word.startswith("-")
    assert {each.word for each in refusal.legal} <= {
        action_text(one, at.pack.notation) for one in legal_actions(at, domain(at, state))
    }
    assert not refusal.HasField("nearest")

    refusal = (await referee.CheckAction(CheckActionRequest(table=setup, state=state, word="-12b"))).refusal
    assert (refusal.code, refusal.nearest.word, dict(refusal.measured)) == ("THREW_TAKEN_CARD", "-12e", {"card": "12b"})
    assert refusal.nearest.action.discard.card == "12e"

    refusal = (await referee.CheckAction(CheckActionRequest(table=setup, state=state, word="B: -2o"))).refusal
    assert (refusal.code, [each.clause for each in refusal.broken]) == ("OUT_OF_TURN", ["x.2"])
    assert refusal.broken[0].text
    assert not refusal.broken[0].measurements


async def test_nothing_refused_changes_anything(referee: Any, table: Any) -> None:
    setup = table("spanish-40", 3)
    state = await play(referee, setup)
    for word in ("-4o", "<7c", "B: +?", "x4o", "%5c", "."):
        checked = await referee.CheckAction(CheckActionRequest(table=setup, state=state, word=word))
        applied = await referee.ApplyAction(ApplyActionRequest(table=setup, state=state, word=word))
        assert (checked.allowed, applied.HasField("state")) == (False, False), word
        assert applied.refusal == checked.refusal


async def test_an_irregular_play_that_stands(referee: Any, table: Any) -> None:
    """fo.10: who draws twice plays on with a hand of eight and cannot close; es says nothing of the kind."""
    for name, stands in (("fournier-40", True), ("spanish-40", False)):
        setup = table(name, 3)
        answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal()))
        state = await play(referee, setup, "+?", state=answer.state)
        answer = await referee.ApplyAction(ApplyActionRequest(table=setup, state=state, word="+?"))
        assert answer.HasField("irregularity") is answer.HasField("state") is stands
        if stands:
            told = answer.irregularity
            assert (told.code, told.clause, bool(told.text)) == ("DREW_TWICE", "fo.10", True)
            assert dict(answer.state.round.faulty) == {"A": 1}
        else:
            assert answer.refusal.code == "DREW_TWICE"


async def test_a_viewer_does_not_see_all(referee: Any, table: Any) -> None:
    """Own cards are judged; what hangs on those nobody knows is taken to hold, and said."""
    setup = table("spanish-40", 3)
    hands = {"A": HANDS["A"], "B": "? ? ? ? ? ? ?", "C": "? ? ? ? ? ? ?"}
    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal(hands)))
    state = await play(referee, setup, "<12b", "-4o", "+?", state=answer.state)
    listed = await referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=state))
    assert (listed.seat, len(listed.actions)) == ("B", 0)
    assert {"es.3", "es.4"} <= set(listed.not_judged)

    closed = await referee.CheckAction(CheckActionRequest(table=setup, state=state, word="x2o"))
    assert closed.allowed
    assert {"es.3", "es.4"} <= set(closed.not_judged)
    assert not (await referee.CheckAction(CheckActionRequest(table=setup, state=state, word="-2o"))).not_judged
    held = await referee.CheckAction(CheckActionRequest(table=setup, state=state, word="-5c"))
    assert held.refusal.code == "NOT_IN_HAND"


async def test_a_close_with_a_card_nobody_knows(referee: Any, table: Any) -> None:
    """Of a hand that was known nobody knows afterwards which seven cards are left; and all are there still."""
    setup = table("spanish-40", 3)
    answer = await referee.ApplyAction(ApplyActionRequest(table=setup, action=deal(stock=STOCK)))
    words = ("<12b", "-4o", "+5b", "-12c", "+7o", "-7e", "+2b", "x?")
    state = await play(referee, setup, *words, state=answer.state)
    assert state.round.phase == actions_pb2.PHASE_COUNT
    assert (state.round.hands["A"], state.round.aside) == ("? ? ? ? ? ? ?", "?")
    scored = await referee.ScoreRound(ScoreRoundRequest(table=setup, state=state))
    assert not scored.sheet.lines[0].HasField("points")


FORGED: tuple[tuple[str, Any, str, str], ...] = (
    ("round.hands.A", "1o 1o 5c 6c 7c 1e 12e", "CARD_TWICE", "state.round"),
    ("round.hands.A", "4o 12o 5c 6c 7c 1e", "WRONG_NUMBER_OF_CARDS", "state.round"),
    ("round.hands.A", "4o 12o 5c 6c 7c 1e 99z", "CARD_UNKNOWN", "state.round.hands.A"),
    ("round.hands.D", "4o", "SEAT_UNKNOWN", "state.round.hands"),
    ("round.seat", "C", "", ""),
    ("round.seat", "E", "SEAT_UNKNOWN", "state.round.seat"),
    ("round.seat", "", "STATE_INCONSISTENT", "state.round.seat"),
    ("round.phase", 99, "PHASE_MISSING", "state.round.phase"),
    ("round.phase", actions_pb2.PHASE_COUNT, "STATE_INCONSISTENT", "state.round.phase"),
    ("round.turns.A", 2**32 - 1, "NUMBER_OUT_OF_RANGE", "state.round.turns"),
    ("round.stock_count", 4_000_000_000, "STATE_INCONSISTENT", "state.round.stock_count"),
    ("round.closer", "A", "STATE_INCONSISTENT", "state.round.closer"),
    ("round.onto", "me", "NAME_UNKNOWN", "state.round.onto"),
    ("round.taken_card", "7c", "STATE_INCONSISTENT", "state.round.taken_card"),
    ("standing.eldest", "", "SEAT_MISSING", "state.standing.eldest"),
    ("standing.out_since.A", 1, "STATE_INCONSISTENT", "state.standing.out_since"),
    ("standing.totals.A", -(2**31), "NUMBER_OUT_OF_RANGE", "state.standing.totals"),
)


@pytest.mark.parametrize("case", FORGED, ids=lambda case: f"{case[0]}-{case[2]}")
async def test_a_state_that_cannot_be(referee: Any, table: Any, failed: Any, case: tuple[str, Any, str, str]) -> None:
    path, value, reason, field = case
    setup = table("spanish-40", 3)
    state = await play(referee, setup)
    *parts, last = path.split(".")
    holder: Any = state
    for part in parts:
        holder = getattr(holder, part)
    if isinstance(holder, Mapping):
        holder[last] = value
    else:
        setattr(holder, last, value)
    if last == "A" and parts[-1] == "hands" and "1o 1o" in value:
        state.round.stock = " ".join(["?"] * 18)
    call = referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=state))
    if reason:
        told = await failed(call)
        assert (told.code, told.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reason)
        assert told.violations[0] == (field, reason)
    else:
        assert (await call).actions


async def test_actions_that_are_none(referee: Any, table: Any, failed: Any) -> None:
    setup = table("spanish-40", 3)
    state = await play(referee, setup)
    action = actions_pb2.Action
    cases = {
        "ACTION_MISSING": [{}, {"action": action(seat="A")}, {"action": action(incident=actions_pb2.Incident())}],
        "SEAT_MISSING": [{"action": action(draw_stock=actions_pb2.DrawStock())}],
        "SEAT_UNKNOWN": [{"action": action(seat="D", **{"pass": actions_pb2.Pass()})}],
        "SEAT_MISPLACED": [{"action": action(seat="A", reshuffle=actions_pb2.Reshuffle())}],
        "CARD_UNKNOWN": [{"action": action(seat="A", discard=actions_pb2.Discard(card="99z"))}],
        "CARDS_MISSING": [{"action": action(seat="A", lay_off=actions_pb2.LayOff(meld=1))}],
        "FIELD_MISPLACED": [{"action": action(seat="A", close=actions_pb2.Close(card="7c", without_card=True))}],
        "WORD_INVALID": [{"word": word} for word in ("+5c-12b", "7c", "-99z", "@1", "A:", "# hm")],
    }
    for reason, asked in cases.items():
        for fields in asked:
            told = await failed(referee.CheckAction(CheckActionRequest(table=setup, state=state, **fields)))
            assert (told.code, told.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reason), fields
    told = await failed(referee.ScoreRound(ScoreRoundRequest(table=setup)))
    assert (told.reason, told.violations) == ("STATE_MISSING", [("state", "STATE_MISSING")])
    told = await failed(referee.ScoreRound(ScoreRoundRequest(table=setup, state=state)))
    assert (told.reason, told.violations) == ("STAGE_WRONG", [("state.phase", "STAGE_WRONG")])


@pytest.mark.parametrize("more", [0, 1])
async def test_characters_of_cards(referee: Any, table: Any, failed: Any, more: int) -> None:
    setup = table("spanish-40", 3)
    state = await play(referee, setup)
    state.round.discard_pile += " " * (limits.CARDS_CHARACTERS + more - len(state.round.discard_pile))
    call = referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=state))
    assert (await failed(call)).reason == "FIELD_TOO_LONG" if more else (await call).actions


@pytest.mark.parametrize("more", [0, 1])
async def test_numbers_of_a_state(referee: Any, table: Any, failed: Any, more: int) -> None:
    setup = table("spanish-40", 3)
    state = await play(referee, setup)
    state.standing.totals["B"] = -(limits.STATE_NUMBER + more)
    call = referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=state))
    assert (await failed(call)).reason == "NUMBER_OUT_OF_RANGE" if more else (await call).actions


@pytest.mark.parametrize("more", [0, 1])
async def test_cards_of_a_hand_in_a_state(referee: Any, table: Any, failed: Any, more: int) -> None:
    setup = table("spanish-40", 3)
    state = await play(referee, setup)
    added = limits.HAND_SURPLUS + more
    state.round.hands["A"] += " ?" * added
    state.round.stock_count -= added
    state.round.stock = ""
    call = referee.ListLegalActions(ListLegalActionsRequest(table=setup, state=state))
    assert (await failed(call)).reason == "HAND_TOO_LARGE" if more else (await call).actions
