"""A client that gives a server no rest: `python storm.py ADDRESS KIND SECONDS`; how its calls ended, as JSON.

It is a process of its own, so that what the tests measure beside it does not wait for it in one interpreter. It stops
after so many seconds, or when its standard input is closed, whichever is first; `records` stops when ten thousand have
been judged, too.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc

from referee.library import Library
from referee.limits import CHUNK_RECORDS, REQUEST_BYTES
from referee.record.model import to_plain
from referee.v1.cards_pb2 import CardList
from referee.v1.record_service_pb2 import (
    BatchValidateRecordsRequest,
    RecordChunk,
    RecordContent,
    StreamOpening,
    StreamValidateRecordsRequest,
)
from referee.v1.record_service_pb2_grpc import RecordServiceStub
from referee.v1.referee_service_pb2 import BatchEvaluateHandsRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_set_service_pb2 import CheckRuleSetRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup
from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
RECORDS = 10_000
AT_ONCE = 16
TABLE = TableSetup(rule_set=RuleSetSelector(name="spanish-40"))
PACK = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]

Ask = Callable[[], Awaitable[object]]


def clean_record() -> bytes:
    """A record of one round of spanish-40 with nothing to find in it, as a line of JSON."""
    library = Library()
    table = library.table(library.rule_set("spanish-40"), 3, {})
    record = play(table, [sensible] * 3, random.Random(1)).record
    return json.dumps(to_plain(replace(record, rounds=record.rounds[:1], result=None, seal=None))).encode()


def many_records(number: int) -> BatchValidateRecordsRequest:
    """What keeps a server busy beside its loop: a quarter of a millisecond for each record, and half a kilobyte."""
    return BatchValidateRecordsRequest(records=[RecordContent(source=clean_record())] * number)


def a_thousand_hands(seed: int = 7) -> BatchEvaluateHandsRequest:
    """What keeps the loop of a server busy for some hundredths of a second."""
    chance = random.Random(seed)
    return BatchEvaluateHandsRequest(table=TABLE, hands=[CardList(cards=chance.sample(PACK, 7)) for _ in range(1000)])


def hostile_yaml() -> Iterator[bytes]:
    """Sources that would break a reader which trusts what it reads, over and over."""
    bad = [path.read_bytes() for path in sorted((GOLDEN / "bad").rglob("*.yaml"))[::7]]
    laughs = b"\n".join(b"a%d: &a%d [%s]" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 9)) for n in range(1, 12))
    head = b"rule_set: storm\nformat: 1\nextends: spanish-40\n"
    sources = [
        b"a0: &a0 x\n" + laughs,
        b"[" * 100_000,
        b"{a: " * 50_000,
        b"x: !!python/object/apply:os.system [exit]\n",
        b"\xff\xfe" + b"\0\xd8" * 1000,
        head + b"close: {may_close: {es.4: '" + b"(" * 1900 + b"'}}\n",
        head
        + b"close: {may_close: {es.4: deadwood at most 3 points"
        + b" and deadwood at most 3 points" * 60
        + b"}}\n",
        head + b"\n".join(b"k%d: 1" % n for n in range(9_000)),
        b"? " * 20_000,
        b"- " * 20_000,
        b"'" + b"a\n\n" * 80_000,
        b"&a " * 1000,
        *bad,
    ]
    while True:
        yield from sources


def garbage(seed: int = 11) -> Iterator[bytes]:
    """Bytes that are no message, or one that says too much."""
    chance = random.Random(seed)
    whole = a_thousand_hands().SerializeToString()
    while True:
        yield chance.randbytes(chance.randrange(1, 3000))
        yield whole[: chance.randrange(len(whole))]
        yield b"\x0a" * chance.randrange(1, 5000)


def wrong_metadata(seed: int = 13) -> Iterator[tuple[tuple[str, str | bytes], ...]]:
    """Metadata that a client library lets through, and no server should be moved by."""
    chance = random.Random(seed)
    while True:
        yield (("authorization", "Bearer " + "x" * chance.randrange(3000)),)
        yield (("x-request-id", "~" * 50), ("x-request-id", "z" * 3000))
        yield (("traceparent", "00-" + "0" * 200), ("grpc-tags-bin", chance.randbytes(1000)))
        yield tuple((f"key-{number}", "v" * 20) for number in range(100))


def asks(kind: str, channel: grpc.aio.Channel) -> Ask:
    """What is asked without end, by its name."""
    referee: Any = RefereeServiceStub(channel)
    if kind == "hands":
        batch = a_thousand_hands()
        return lambda: referee.BatchEvaluateHands(batch, timeout=30)
    if kind == "yaml":
        sources, rule_sets = hostile_yaml(), RuleSetServiceStub(channel)
        return lambda: rule_sets.CheckRuleSet(CheckRuleSetRequest(source=next(sources)), timeout=30)
    raw = channel.unary_unary("/referee.v1.RefereeService/BatchEvaluateHands")
    if kind == "garbage":
        pieces = garbage()
        return lambda: raw(next(pieces), timeout=30)
    if kind == "metadata":
        given = wrong_metadata()
        return lambda: raw(TABLE.SerializeToString(), metadata=next(given), timeout=30)
    assert kind == "oversized", kind
    large = bytes(REQUEST_BYTES + 1)
    return lambda: raw(large, timeout=30)


async def without_end(kind: str, channel: grpc.aio.Channel, ended: asyncio.Event) -> Counter[str]:
    """Some calls at a time until the end; how many ended in each way."""
    ask = asks(kind, channel)
    counted: Counter[str] = Counter()

    async def caller() -> None:
        while not ended.is_set():
            try:
                await ask()
                counted["OK"] += 1
            except grpc.aio.AioRpcError as error:
                counted[error.code().name] += 1

    await asyncio.gather(*(caller() for _ in range(AT_ONCE)))
    return counted


async def streamed(channel: grpc.aio.Channel, ended: asyncio.Event) -> Counter[str]:
    """Ten thousand records in one stream; how many were judged in each way."""
    lines = b"\n".join([clean_record()] * CHUNK_RECORDS)

    async def requests() -> AsyncIterator[StreamValidateRecordsRequest]:
        yield StreamValidateRecordsRequest(opening=StreamOpening())
        for sequence in range(1, RECORDS // CHUNK_RECORDS + 1):
            if ended.is_set():
                return
            yield StreamValidateRecordsRequest(chunk=RecordChunk(sequence=sequence, lines=lines))

    counted: Counter[str] = Counter()
    async for answer in RecordServiceStub(channel).StreamValidateRecords(requests()):
        counted.update(f"STATUS_{status}" for status in answer.verdicts.statuses)
    return counted


async def main(address: str, kind: str, seconds: float) -> None:
    """Ask until the time is over, then print how it went."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.call_later(seconds, ended.set)
    loop.add_reader(sys.stdin, ended.set)
    began = time.perf_counter()
    async with grpc.aio.insecure_channel(address) as channel:
        counted = await (streamed(channel, ended) if kind == "records" else without_end(kind, channel, ended))
    print(json.dumps({"seconds": round(time.perf_counter() - began, 3), "ended": counted}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
