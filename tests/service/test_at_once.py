"""Calls that a server answers from bytes to bytes: the same to the caller as any other call."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.game.state import TURN_PHASES
from referee.service.at_once import at_once
from referee.service.server import Server
from referee.service.state_convert import write_state
from referee.v1 import referee_service_pb2 as messages
from referee.v1.rule_sets_pb2 import TableSetup
from tests.property.playing import play_game
from tests.tables import table as bound

SERVICE = "referee.v1.RefereeService"


@pytest.fixture
def quick(server: Server) -> Any:
    """What answers from bytes, with the tables of the very server."""
    return at_once(server._tables)


async def test_a_hand_is_answered_as_by_its_method(referee: Any, server: Server, quick: Any, table: Any) -> None:
    request = messages.EvaluateHandRequest(table=table("spanish-40"), cards=["12c", "4o", "5o", "6o", "7c", "7e", "7b"])
    others = messages.EvaluateHandRequest(table=request.table, cards=request.cards, all_optimal=True)
    server._tables.lately.clear()
    assert quick[SERVICE, "EvaluateHand"](request.SerializeToString()) is None
    by_method = await referee.EvaluateHand(request)  # the table is not held, so its method answers
    told = quick[SERVICE, "EvaluateHand"](request.SerializeToString())
    assert messages.EvaluateHandResponse.FromString(told) == by_method
    assert quick[SERVICE, "EvaluateHand"](others.SerializeToString()) is None
    call = referee.EvaluateHand(request, metadata=(("x-request-id", "mine-7"),))
    assert await call == by_method
    assert dict(await call.trailing_metadata())["x-request-id"] == "mine-7"


async def test_a_request_that_ends_within_its_table_is_left_to_its_method(
    referee: Any, server: Server, quick: Any, table: Any
) -> None:
    request = messages.EvaluateHandRequest(table=table("spanish-40"), cards=["12c", "4o", "5o", "6o"])
    await referee.EvaluateHand(request)
    assert quick[SERVICE, "EvaluateHand"](request.SerializeToString()) is not None
    content = request.table.SerializeToString()
    assert content in server._tables.lately
    for name in ("EvaluateHand", "CheckAction"):
        assert quick[SERVICE, name](bytes((0x0A, 0x7F)) + content) is None


async def test_a_play_is_answered_as_by_its_method(referee: Any, server: Server, quick: Any, table: Any) -> None:
    setup = TableSetup()
    setup.CopyFrom(table("spanish-40"))
    setup.seats = 3
    at, said = bound("spanish-40", 3), 0
    turns = [state for state, _ in play_game(at, Random(7), rounds=1) if state.phase in TURN_PHASES]
    for state in turns:
        for word in ("+?", "-4o", "-7e"):
            request = messages.CheckActionRequest(table=setup, state=write_state(at, state, "en"), word=word)
            by_stub = await referee.CheckAction(request)
            server._tables.lately.clear()
            by_method = await referee.CheckAction(request)
            told = quick[SERVICE, "CheckAction"](request.SerializeToString())
            assert by_stub == by_method
            if told is not None:
                said += 1
                assert messages.CheckActionResponse.FromString(told) == by_method
                assert by_method.allowed
    assert said > 5


@pytest.mark.parametrize("content", [b"", b"\x0a", b"\x0a\x80", b"\x0a\xff\xff", b"\x12\x00", b"\x0a\x00", b"\xff" * 9])
def test_what_is_no_request_is_left_to_its_method(quick: Any, content: bytes) -> None:
    assert [answer(content) for answer in quick.values()] == [None] * len(quick)
