"""Questions that take long to answer do not hold up anybody else: they are known before they are judged."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import Card
from referee.library import Library
from referee.service.judging import CloseQuestion, HandQuestion
from referee.table import Table
from referee.v1.cards_pb2 import CardList
from referee.v1.hands_pb2 import CloseAnswer, HandValue
from referee.v1.hands_pb2 import CloseQuestion as AskedClose
from referee.v1.referee_service_pb2 import CheckCloseRequest, EvaluateHandRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup
from tests.service.test_lifecycle import running

CALLS = 12
LARGE, LARGEST = 10, 12
LOOP_SECONDS = 0.025
"""Processor time that a question may take which the loop waits for: 3 ms are meant."""

HEAVY = """rule_set: casa
format: 1
extends: spanish-40
table: {seats: 2}
pack: {copies: COPIES, jokers: JOKERS}
deal: {cards: CARDS}
melds: {each_meld: {es.12: meld.naturals at least 1}, whole_hand: {WHOLE}}
close: {may_close: {CLOSE}}
"""
ASKED = "sum(sum(c.place + d.place for d in loose) for c in loose) at least 0"
WHOLE = "sum(c.place for c in loose) at least 0"


def heavy(cards: int, *, copies: int = 1, conditions: int = 0, whole: int = 0) -> bytes:
    """A rule set that is allowed, for hands of so many cards with as many jokers as they bear: four, two or none."""
    asked = ((WHOLE, whole), (ASKED, conditions))
    entries = (", ".join(f"h.{at}: {text}" for at in range(number)) for text, number in asked)
    text = HEAVY.replace("COPIES", str(copies)).replace("CARDS", str(cards))
    text = text.replace("JOKERS", "4" if cards <= LARGE else "2" if cards <= LARGEST else "0")
    for mark, some in zip(("WHOLE", "CLOSE"), entries, strict=True):
        text = text.replace(mark, some)
    return text.encode()


def dealt(table: Table, number: int, wilds: int, order: random.Random) -> tuple[Card, ...]:
    """A hand with many melds in it: neighbours of few suits, and jokers."""
    kinds = [kind for kind in table.pack.kinds for _ in range(kind.count) if not kind.wild]
    low, suits = order.randrange(5), order.sample(range(4), order.choice((2, 3, 4)))
    near = [kind for kind in kinds if kind.suit in suits and low < kind.place <= low + order.choice((4, 6, 10))]
    chosen = (near if len(near) >= number - wilds else kinds)[:]
    order.shuffle(chosen)
    jokers = [kind for kind in table.pack.kinds if kind.wild][:1] * wilds
    return table.read_hand([kind.text for kind in (*chosen[: number - wilds], *jokers)])


def told(question: HandQuestion | CloseQuestion) -> Any:
    """The answer."""
    answer = HandValue() if isinstance(question, HandQuestion) else CloseAnswer()
    question.answer(answer)
    return answer


@cache
def tables() -> tuple[Table, ...]:
    library = Library()
    sources = (
        heavy(7),
        heavy(8, copies=2, whole=1),
        heavy(12, conditions=3),
        heavy(14),
        heavy(10, copies=2, conditions=10),
    )
    shipped = [library.table(library.rule_set(name)) for name in ("chilean-50", "gin-rummy", "fournier-48")]
    jokers = library.table(library.rule_set("spanish-40"), options={"jokers": 2})
    return (*shipped, jokers, *(library.table(library.compile(source, "casa")) for source in sources))


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from(range(9)),
    st.integers(0, 2),
    st.integers(0, 4),
    st.sampled_from(("best", "all", "keep", "whole")),
    st.randoms(use_true_random=False),
)
def test_what_the_loop_waits_for_takes_no_time(
    at: int, extra: int, wilds: int, asked: str, order: random.Random
) -> None:
    table = tables()[at]
    jokers = sum(kind.count for kind in table.pack.kinds if kind.joker)
    size = table.hand_size + {"keep": 0, "whole": 1}.get(asked, extra)
    hand = dealt(table, size, min(wilds, jokers), order)
    question: HandQuestion | CloseQuestion
    if asked in {"best", "all"}:
        question = HandQuestion(table, hand, asked == "all")
    else:
        question = CloseQuestion(table, hand, asked == "whole", None, None, {"laps": 1}, "en")
    told(question)
    if not question.dear:
        began = time.thread_time()
        told(question)
        assert time.thread_time() - began < LOOP_SECONDS


@pytest.mark.parametrize(
    ("at", "wilds", "asked", "dear"),
    [
        (0, 2, "best", False), (0, 2, "all", False), (0, 2, "keep", False), (0, 2, "whole", False),
        (1, 0, "best", False), (1, 0, "all", False), (1, 0, "keep", False),
        (3, 0, "best", False), (3, 0, "whole", False), (3, 2, "best", False), (3, 2, "keep", False),
        (5, 4, "best", True), (6, 0, "best", False), (6, 2, "keep", True), (7, 0, "best", False), (7, 1, "best", False),
        (7, 1, "all", True), (7, 1, "keep", True), (7, 1, "whole", True), (8, 0, "keep", True), (8, 4, "whole", True),
        (4, 0, "keep", False),
    ],
)  # fmt: skip
def test_ordinary_hands_are_cheap_and_the_worst_are_dear(at: int, wilds: int, asked: str, dear: bool) -> None:
    """A joker is the last card of a whole hand: it counts although it may be the one that is not kept."""
    table = tables()[at]
    jokers = sum(kind.count for kind in table.pack.kinds if kind.joker)
    hand = dealt(table, table.hand_size + (asked == "whole"), min(wilds, jokers), random.Random(1))
    question: HandQuestion | CloseQuestion
    if asked in {"best", "all"}:
        question = HandQuestion(table, hand, asked == "all")
    else:
        question = CloseQuestion(table, hand, asked == "whole", None, None, {}, "en")
    assert question.dear is dear


def test_what_is_asked_first_at_a_table_is_asked_beside_the_loop_too() -> None:
    """For then the rules are compiled: of many rules that takes long, however small the hand."""
    library = Library()
    table = library.table(library.compile(heavy(7, conditions=8), "casa"))
    hand = dealt(table, 7, 0, random.Random(1))
    for question in (HandQuestion(table, hand, False), CloseQuestion(table, hand, False, None, None, {}, "en")):
        assert (question.cold, question.dear) == (True, False)
        told(question)
        assert not question.cold


def test_a_refusal_of_many_clauses_is_dear() -> None:
    rules = "".join(f"    h.{n}: faulty\n" for n in range(300))
    source = f"rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n{rules}"
    library = Library()
    table = library.table(library.compile(source.encode(), "casa"))
    question = CloseQuestion(table, dealt(table, 7, 0, random.Random(1)), False, None, None, {}, "en")
    assert len(told(question).verdict.refusal.broken) >= 300
    assert question.dear


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running("-m", "referee", "serve", "--address", "127.0.0.1:0") as (_, found):
        yield found


def _dear_close() -> CheckCloseRequest:
    """A close that takes some sixty milliseconds: four of eleven cards may stand for others."""
    wild = "jokers: 0, wild: card.place at most 2 and card.suit is oros"
    asked = "deadwood + sum(sum(sum(c.place for e in loose) for d in loose) for c in loose) above -1"
    source = heavy(10, copies=2, conditions=2).replace(b"jokers: 4", wild.encode())
    source = source.replace(ASKED.encode(), asked.encode())
    setup = TableSetup(rule_set=RuleSetSelector(source=source))
    cards = "1o 1o 2o 2o 5c 6c 7c 10c 11c 12c 7e"
    return CheckCloseRequest(table=setup, close=AskedClose(hand=CardList(cards=[cards])))


def test_health_and_hands_are_answered_while_a_dear_close_is_judged(address: str) -> None:
    asked = _dear_close()
    hand = EvaluateHandRequest(table=TableSetup(rule_set=RuleSetSelector(name="spanish-40")), cards=["1o 2o 3o 7b"])
    with grpc.insecure_channel(address) as channel:
        stub, health = RefereeServiceStub(channel), health_pb2_grpc.HealthStub(channel)
        stub.CheckClose(asked)  # compiled, and its table bound
        done = threading.Event()
        began = time.perf_counter()
        calls = [stub.CheckClose.future(asked) for _ in range(CALLS)]  # judged one after another
        calls[-1].add_done_callback(lambda _: done.set())
        times = []
        while not done.is_set():
            before = time.perf_counter()
            assert health.Check(health_pb2.HealthCheckRequest()).status == health_pb2.HealthCheckResponse.SERVING
            assert stub.EvaluateHand(hand).value.deadwood == 7
            times.append(time.perf_counter() - before)
        taken = time.perf_counter() - began

    assert all(call.result().answer.closings for call in calls)
    assert len(times) >= 8
    assert sorted(times)[len(times) * 9 // 10] < taken / 4


def test_a_deadline_is_kept_by_a_call_that_waits_for_another(address: str) -> None:
    """What is no longer wanted is not judged: the call after it has its turn as if it had never come."""
    asked = _dear_close()
    with grpc.insecure_channel(address) as channel:
        stub = RefereeServiceStub(channel)
        began = time.perf_counter()
        stub.CheckClose(asked)
        alone = time.perf_counter() - began
        began = time.perf_counter()
        first = stub.CheckClose.future(asked)
        given_up = [stub.CheckClose.future(asked, timeout=alone / 8) for _ in range(20)]
        codes = {call.exception(timeout=60).code() for call in given_up}
        stub.CheckClose(asked)
        taken = time.perf_counter() - began

    assert first.result(timeout=60).answer.closings
    assert codes == {grpc.StatusCode.DEADLINE_EXCEEDED}
    assert taken < 12 * alone
