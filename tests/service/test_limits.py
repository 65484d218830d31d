"""Every limit of a request, at its value and one above it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthStub

from referee import limits
from referee.game.solve import best_arrangement
from referee.library import Library
from referee.service.convert import tell_value
from referee.service.server import Server
from referee.service.terms import Bounds, Terms
from referee.v1.cards_pb2 import CardList
from referee.v1.hands_pb2 import CloseQuestion, HandValue
from referee.v1.referee_service_pb2 import (
    BatchCheckClosesRequest,
    BatchEvaluateHandsRequest,
    CheckCloseRequest,
    EvaluateHandRequest,
)
from referee.v1.rule_set_service_pb2 import CheckRuleSetRequest, CompileRuleSetRequest, ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub

LONG = "x" * limits.FIELD_CHARACTERS
TOO_LONG = LONG + "x"
KEPT = ["4o 5o 6o 7c 7e 7b 1c"]
WORTHLESS = b"""rule_set: nada
format: 1
extends: spanish-40
pack: {jokers: 2}
points: {es.7: 0 points, es.13: {points: 0}}
"""


def padded(content: bytes, size: int) -> bytes:
    """A sound rule set of exactly so many bytes: comments make it up."""
    line = b"# " + b"." * 97 + b"\n"
    whole = content + line * ((size - len(content)) // len(line))
    return whole + b" " * (size - len(whole))


async def test_items_of_a_batch(referee: Any, table: Any, failed: Any) -> None:
    hands = [CardList(cards=["1o"])] * limits.BATCH_ITEMS
    answered = await referee.BatchEvaluateHands(BatchEvaluateHandsRequest(table=table("spanish-40"), hands=hands))
    assert len(answered.results) == limits.BATCH_ITEMS

    hands.append(CardList())
    told = await failed(referee.BatchEvaluateHands(BatchEvaluateHandsRequest(table=table("spanish-40"), hands=hands)))
    assert (told.code, told.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "BATCH_TOO_LARGE")


async def test_closes_of_a_batch(referee: Any, table: Any, failed: Any) -> None:
    closes = [CloseQuestion(keep=CardList(cards=KEPT))] * limits.BATCH_ITEMS
    answered = await referee.BatchCheckCloses(BatchCheckClosesRequest(table=table("spanish-40"), closes=closes))
    assert {result.answer.legal for result in answered.results} == {True}

    closes.append(CloseQuestion())
    told = await failed(referee.BatchCheckCloses(BatchCheckClosesRequest(table=table("spanish-40"), closes=closes)))
    assert (told.reason, told.violations) == ("BATCH_TOO_LARGE", [("closes", "BATCH_TOO_LARGE")])


async def test_texts_of_a_hand(referee: Any, table: Any, failed: Any) -> None:
    """Within the limit it is the table that says how many cards a hand may have."""
    cards = ["1o"] * limits.HAND_TEXTS
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-40"), cards=cards)))
    assert (told.reason, "texts" in told.message) == ("HAND_TOO_LARGE", False)

    request = EvaluateHandRequest(table=table("spanish-40"), cards=[*cards, "1o"])
    told = await failed(referee.EvaluateHand(request))
    assert (told.reason, "65 texts" in told.message) == ("HAND_TOO_LARGE", True)


async def test_cards_of_a_hand(referee: Any, table: Any, failed: Any) -> None:
    most = 7 + limits.HAND_EXTRA_CARDS
    cards = ["1o", "2o", "3o", "4o", "5o", "6o", "7o", "10o", "11o", "12o"]
    request = EvaluateHandRequest(table=table("spanish-40"), cards=cards[:most])
    assert (await referee.EvaluateHand(request)).value.deadwood == 0

    request.cards.append(cards[most])
    assert (await failed(referee.EvaluateHand(request))).reason == "HAND_TOO_LARGE"


@pytest.mark.parametrize("index", [0, 1])
async def test_characters_of_short_texts(referee: Any, rule_sets: Any, table: Any, failed: Any, index: int) -> None:
    """One character more than the limit is told as that; at the limit the text is what it is."""
    text = (LONG, TOO_LONG)[index]
    hand = CloseQuestion(hand=CardList(cards=KEPT), closing_card=text)
    asked = {
        "RULE_SET_NOT_FOUND": referee.EvaluateHand(EvaluateHandRequest(table=table(text))),
        "OPTION_UNKNOWN": referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-40", **{text: "1"}))),
        "OPTION_OUT_OF_RANGE": referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-40", jokers=text))),
        "CARD_UNKNOWN": referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-40"), cards=[text])),
        "WRONG_NUMBER_OF_CARDS": referee.CheckClose(CheckCloseRequest(table=table("spanish-40"), close=hand)),
        "LANGUAGE_UNKNOWN": referee.CheckClose(CheckCloseRequest(table=table("spanish-40"), language=text)),
    }
    for name, value in ((text, "1"), ("laps", text)):
        close = CloseQuestion(keep=CardList(cards=KEPT), given={name: value})
        reason = "FACT_UNKNOWN" if name == text else "FACT_OUT_OF_RANGE"
        asked[reason] = referee.CheckClose(CheckCloseRequest(table=table("spanish-40"), close=close))

    told = {reason: (await failed(call)).reason for reason, call in asked.items()}
    assert told == {reason: "FIELD_TOO_LONG" if index else reason for reason in asked}

    check = rule_sets.CheckRuleSet(CheckRuleSetRequest(source=b"x", file_name=text))
    assert ((await failed(check)).reason == "FIELD_TOO_LONG") if index else (await check).diagnostics


async def test_options_and_facts(referee: Any, table: Any, failed: Any) -> None:
    entries = {f"option_{n}": "1" for n in range(limits.MAP_ENTRIES)}
    close = CloseQuestion(keep=CardList(cards=KEPT), given=entries)
    for more in ({}, {"one_more": "1"}):
        close.given.update(more)
        options = EvaluateHandRequest(table=table("spanish-40", **entries, **more))
        facts = CheckCloseRequest(table=table("spanish-40"), close=close)
        told = [(await failed(referee.EvaluateHand(options))).reason, (await failed(referee.CheckClose(facts))).reason]
        assert told == (["TOO_MANY_ENTRIES"] * 2 if more else ["OPTION_UNKNOWN", "FACT_UNKNOWN"])


async def test_bytes_of_a_rule_set(referee: Any, rule_sets: Any, table: Any, failed: Any) -> None:
    """A source too large is a diagnostic where diagnostics are asked for, and cannot judge."""
    sound = padded(b"rule_set: casa\nformat: 1\nextends: spanish-40\n", limits.RULE_SET_BYTES)
    assert (await rule_sets.CheckRuleSet(CheckRuleSetRequest(source=sound))).usable
    assert (await referee.EvaluateHand(EvaluateHandRequest(table=table(sound)))).rule_set_digest

    for larger in (sound + b" ", sound + b" " * 700_000):
        response = await rule_sets.CheckRuleSet(CheckRuleSetRequest(source=larger))
        assert [diagnostic.code for diagnostic in response.diagnostics] == ["CH012"]
        compiled = await rule_sets.CompileRuleSet(CompileRuleSetRequest(source=larger))
        assert not compiled.HasField("rule_set")
        told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table(larger))))
        assert (told.reason, told.violations) == ("RULE_SET_INVALID", [("table.rule_set.source", "CH012")])


async def test_bytes_of_a_request(rule_sets: Any, failed: Any) -> None:
    request = CheckRuleSetRequest(source=b"x" * (limits.REQUEST_BYTES - 4))
    assert request.ByteSize() == limits.REQUEST_BYTES
    assert (await rule_sets.CheckRuleSet(request)).diagnostics

    request.source += b"x"
    told = await failed(rule_sets.CheckRuleSet(request))
    assert (told.code, told.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "REQUEST_TOO_LARGE")
    assert told.metadata == {"bytes": str(limits.REQUEST_BYTES + 1)}


async def test_the_largest_number_a_rule_may_write(referee: Any, table: Any, failed: Any) -> None:
    """It is sent as it is; one more is the mistake of a rule set."""

    def asked(writes: str) -> CheckCloseRequest:
        source = (
            f"rule_set: casa\nformat: 1\nextends: spanish-40\nclose: {{outcomes: {{plain: {{writes: {writes}}}}}}}\n"
        )
        return CheckCloseRequest(table=table(source.encode()), close=CloseQuestion(keep=CardList(cards=KEPT)))

    thousands, rest = divmod(limits.QUANTITY, limits.NUMBER)
    for sign in ("", "-"):
        answered = await referee.CheckClose(asked(f"{sign}({limits.NUMBER} * {thousands} + {rest})"))
        assert answered.answer.verdict.writes == int(f"{sign}{limits.QUANTITY}")
        told = await failed(referee.CheckClose(asked(f"{sign}({limits.NUMBER} * {thousands} + {rest + 1})")))
        assert (told.reason, [reason for _, reason in told.violations]) == ("RULE_SET_INVALID", ["CH614"])


async def test_rule_sets_of_a_page(rule_sets: Any) -> None:
    """More is taken as the most, as the schema says."""
    for size in (limits.PAGE_SIZE, limits.PAGE_SIZE + 1, 2**31 - 1):
        assert (await rule_sets.ListRuleSets(ListRuleSetsRequest(page_size=size))).rule_sets


@pytest.mark.parametrize("errors", [limits.VIOLATIONS, limits.VIOLATIONS + 1])
async def test_violations_of_a_request(referee: Any, table: Any, failed: Any, errors: int) -> None:
    lines = "".join(f"    h.{n}: x\n" for n in range(errors))
    source = f"rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n{lines}".encode()
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table(source))))

    assert told.metadata["errors"] == str(errors)
    assert len(told.violations) == limits.VIOLATIONS


@pytest.mark.parametrize("more", [0, 1])
async def test_diagnostics_of_a_rule_set(rule_sets: Any, more: int) -> None:
    lines = "".join(f"    h.{n}: x\n" for n in range(limits.DIAGNOSTICS_SHOWN + more))
    source = f"rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n{lines}".encode()
    response = await rule_sets.CheckRuleSet(CheckRuleSetRequest(source=source))

    assert (len(response.diagnostics), response.omitted) == (limits.DIAGNOSTICS_SHOWN, more)
    assert response.report.endswith("and 1 more\n") is bool(more)


async def test_optimal_arrangements_of_a_hand(referee: Any, table: Any) -> None:
    """Where no card has points every arrangement is as good as another."""

    def request(cards: str) -> EvaluateHandRequest:
        return EvaluateHandRequest(table=table(WORTHLESS), cards=[cards], all_optimal=True)

    many = (await referee.EvaluateHand(request("1o 2o 3o 4o 5o 6o JK JK"))).value
    assert (len(many.optimal), many.more_optimal) == (limits.OPTIMAL_ARRANGEMENTS, True)
    assert many.optimal[0] == many.best

    few = (await referee.EvaluateHand(request("1o 2o 3o 4o 5o"))).value
    assert (len(few.optimal), few.more_optimal) == (7, False)


@pytest.mark.parametrize("more", [0, 1])
def test_optimal_arrangements_sent(library: Library, more: int) -> None:
    table = library.table(library.rule_set("spanish-40"))
    best = best_arrangement(table, table.read_hand("1o"))
    value = HandValue()
    tell_value(value, table, best, [best] * (limits.OPTIMAL_ARRANGEMENTS + more))

    assert (len(value.optimal), value.more_optimal) == (limits.OPTIMAL_ARRANGEMENTS, bool(more))


class HeldLibrary(Library):
    """Answers CompileRuleSet when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()

    def check(self, content: bytes, name: str) -> Any:
        assert self.may_answer.wait(20)
        return super().check(content, name)


@pytest_asyncio.fixture(loop_scope="session")
async def held() -> AsyncIterator[tuple[HeldLibrary, int]]:
    library = HeldLibrary()
    server = Server("127.0.0.1:0", library, Terms(bounds=Bounds(default_seconds=60)))
    await server.start()
    yield library, server.port
    library.may_answer.set()
    await server.stop(0)


async def test_calls_that_wait(held: tuple[HeldLibrary, int], failed: Any) -> None:
    """One thread compiles for all. One more than may wait is refused, and everything else goes on."""
    library, port = held
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub = RuleSetServiceStub(channel)
        waiting = [
            asyncio.ensure_future(stub.CompileRuleSet(CompileRuleSetRequest(source=b"x")))
            for _ in range(limits.WAITING_CALLS)
        ]
        # each call is answered after those sent before it have come, because they share a connection
        assert (await stub.ListRuleSets(ListRuleSetsRequest())).rule_sets
        told = await failed(stub.CompileRuleSet(CompileRuleSetRequest(source=b"y")))
        health = await HealthStub(channel).Check(HealthCheckRequest())
        library.may_answer.set()
        answers = await asyncio.gather(*waiting)
        again = await stub.CompileRuleSet(CompileRuleSetRequest(source=b"y"))

    assert (told.code, told.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "LANE_FULL")
    assert health.status == HealthCheckResponse.SERVING
    assert all(answer.diagnostics for answer in (*answers, again))
