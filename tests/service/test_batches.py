"""Batches: each item is judged as it would be alone, in order, and nobody waits long for them."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from referee.v1.cards_pb2 import CardList
from referee.v1.hands_pb2 import CloseQuestion
from referee.v1.referee_service_pb2 import BatchCheckClosesRequest, BatchEvaluateHandsRequest


def hand(cards: str) -> CloseQuestion:
    return CloseQuestion(hand=CardList(cards=[cards]))


async def test_a_batch_of_hands_keeps_its_order_and_a_bad_hand_is_its_own_result(referee: Any, table: Any) -> None:
    hands = ["7o 7c 7e", "99z", "", "1o", "7o 7o"]
    request = BatchEvaluateHandsRequest(table=table("spanish-40"), hands=[CardList(cards=[each]) for each in hands])
    results = (await referee.BatchEvaluateHands(request)).results

    told = [result.value.deadwood if result.HasField("value") else result.fault.reason for result in results]
    assert told == [0, "CARD_UNKNOWN", 0, 1, "CARD_TWICE"]


async def test_a_batch_about_a_table_that_cannot_be_fails_as_a_whole(referee: Any, table: Any, failed: Any) -> None:
    request = BatchEvaluateHandsRequest(table=table("spanish-40", seats=9), hands=[CardList(cards=["1o"])])

    assert (await failed(referee.BatchEvaluateHands(request))).reason == "SEATS_NOT_OFFERED"


async def test_a_batch_lets_others_have_the_loop(referee: Any, table: Any) -> None:
    """The server runs in this loop: while a thousand closes are judged nothing waits long for its turn."""
    closes = [hand("4o 5o 6o 7c 7e 7b 1c 12e"), hand("1o 2o 3o 4o 5o 6o 7o 12e")] * 500
    await referee.BatchCheckCloses(BatchCheckClosesRequest(table=table("spanish-40"), closes=closes[:2]))
    gaps: list[float] = []

    async def tick() -> None:
        while True:
            began = time.perf_counter()
            await asyncio.sleep(0)
            gaps.append(time.perf_counter() - began)

    ticker = asyncio.ensure_future(tick())
    response = await referee.BatchCheckCloses(BatchCheckClosesRequest(table=table("spanish-40"), closes=closes))
    ticker.cancel()

    assert len(response.results) == 1000
    assert sorted(gaps)[-10] < 0.05
