"""A caller of `bench_load.py`: reads jobs from standard input, one a line, and prints what came of each.

A job is `{"address", "kind": a key of `PATHS`, "echo": true or false, "calls", "connections", "at_once"}`;
what came of it `{"seconds", "p50", "p99"}`. Requests are made before, and answers are not read: what is measured is the
server and the way to it.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import grpc

from referee.library import Library
from referee.limits import CHUNK_RECORDS
from referee.record.model import to_plain
from referee.v1.cards_pb2 import CardList
from referee.v1.record_service_pb2 import RecordChunk, StreamOpening, StreamValidateRecordsRequest
from referee.v1.referee_service_pb2 import BatchEvaluateHandsRequest, EvaluateHandRequest
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup
from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible

HANDS = 1000
PATHS = {
    "Unary": "/referee.v1.RefereeService/EvaluateHand",
    "Batch": "/referee.v1.RefereeService/BatchEvaluateHands",
    "Stream": "/referee.v1.RecordService/StreamValidateRecords",
    "Chunks": "/referee.v1.RecordService/StreamValidateRecords",
}
TABLE = TableSetup(rule_set=RuleSetSelector(name="spanish-40"))
PACK = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
LOCAL = (("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1))


def hands() -> list[list[str]]:
    """Hands of 40 cards from a fixed seed."""
    chance = random.Random(7)
    return [chance.sample(PACK, 7) for _ in range(HANDS)]


def records() -> list[bytes]:
    """A chunk of records of one round each, as lines."""
    library = Library()
    table = library.table(library.rule_set("spanish-40"), 3, {})
    played = [play(table, [sensible] * 3, random.Random(seed)).record for seed in range(10)]
    rounds = [replace(each, rounds=each.rounds[:1], result=None, seal=None) for each in played]
    return [json.dumps(to_plain(each)).encode() for each in rounds] * (CHUNK_RECORDS // 10)


async def unary(method: Any, requests: list[bytes], calls: int, at_once: int) -> list[float]:
    """Seconds of each call, so many being under way at a time."""
    taken: list[float] = []
    left = iter(range(calls))

    async def caller() -> None:
        for number in left:
            began = time.perf_counter()
            await method(requests[number % len(requests)])
            taken.append(time.perf_counter() - began)

    await asyncio.gather(*(caller() for _ in range(at_once)))
    return taken


async def stream(method: Any, lines: bytes, chunks: int) -> list[float]:
    """Seconds between answers to the chunks of one stream."""
    taken: list[float] = []

    async def requests() -> AsyncIterator[bytes]:
        yield StreamValidateRecordsRequest(opening=StreamOpening()).SerializeToString()
        for sequence in range(1, chunks + 1):
            yield StreamValidateRecordsRequest(chunk=RecordChunk(sequence=sequence, lines=lines)).SerializeToString()

    before = time.perf_counter()
    async for _ in method(requests()):
        now = time.perf_counter()
        taken.append(now - before)
        before = now
    return taken[1:]


async def done(job: dict[str, Any], supplies: dict[str, Any]) -> dict[str, float]:
    """What came of a job."""
    kind, calls, connections = job["kind"], job["calls"], job["connections"]
    many = kind in {"Stream", "Chunks"}
    path = f"/bench.Echo/{'Stream' if many else kind}" if job["echo"] else PATHS[kind]
    async with AsyncExitStack() as opened:
        channels = [
            await opened.enter_async_context(grpc.aio.insecure_channel(job["address"], LOCAL))
            for _ in range(connections)
        ]
        work = []
        for channel in channels:
            if many:
                work.append(stream(channel.stream_stream(path), supplies[kind], calls // connections))
            else:
                asked = channel.unary_unary(path)
                await asked(supplies[kind][0])
                work.append(unary(asked, supplies[kind], calls // connections, job["at_once"] // connections))
        began = time.perf_counter()
        taken = sorted(second for each in await asyncio.gather(*work) for second in each)
        seconds = time.perf_counter() - began
    return {"seconds": seconds, "p50": taken[len(taken) // 2], "p99": taken[len(taken) * 99 // 100]}


async def main() -> None:
    """Every job of standard input."""
    dealt = hands()
    supplies = {
        "Unary": [EvaluateHandRequest(table=TABLE, cards=hand).SerializeToString() for hand in dealt],
        "Batch": [
            BatchEvaluateHandsRequest(table=TABLE, hands=[CardList(cards=hand) for hand in dealt]).SerializeToString()
        ],
        "Stream": records()[0],
        "Chunks": b"\n".join(records()),
    }
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await done(json.loads(line), supplies)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
