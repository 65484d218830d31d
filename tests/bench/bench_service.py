"""What the service costs: EvaluateHand against an Echo handler in the same server, and a batch of a thousand hands.

The server runs in a process of its own and tells its own processor time, so the client's does not count. Echo takes
the same request and returns a response of the usual size that was made before: what is over Echo is ours. Rounds of
Echo, of hands as they are dealt, and of those among them without and with a meld take turns. A ratio is the median of
those of all rounds, each between neighbours in time: a shared machine changes its pace every few seconds. Of times the
best is told. On a machine that is busy with other things the caches are cold, which costs us more than Echo.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import cycle, islice
from statistics import median
from typing import Any

import grpc

from referee.v1.cards_pb2 import CardList
from referee.v1.referee_service_pb2 import BatchEvaluateHandsRequest, EvaluateHandRequest, EvaluateHandResponse
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup

ROUNDS = 50
CALLS = 200
AT_ONCE = 16
BATCH = 1000
SERVER = """
import asyncio, time
import grpc
from referee.library import Library
from referee.service.server import Server, run_loop
from referee.v1.referee_service_pb2 import EvaluateHandRequest, EvaluateHandResponse

async def main():
    server = Server("127.0.0.1:0", Library())
    ready = EvaluateHandResponse()

    async def echo(request, context):
        return ready

    async def learn(request, context):
        ready.CopyFrom(request)
        return request

    async def spent(request, context):
        return str(time.process_time()).encode()

    handlers = {
        "Echo": grpc.unary_unary_rpc_method_handler(
            echo, EvaluateHandRequest.FromString, EvaluateHandResponse.SerializeToString),
        "Learn": grpc.unary_unary_rpc_method_handler(
            learn, EvaluateHandResponse.FromString, EvaluateHandResponse.SerializeToString),
        "Spent": grpc.unary_unary_rpc_method_handler(spent),
    }
    # beside our own methods, so that they are found as soon, and without the guard
    server._server._methods.update({f"/bench.Bench/{name}": handler for name, handler in handlers.items()})
    await server.start()
    print(server.port, flush=True)
    await asyncio.sleep(3600)

run_loop(main())
"""


def _hands(number: int) -> list[list[str]]:
    """Hands of 40 cards dealt from a fixed seed."""
    pack = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
    shuffler = random.Random(7)
    return [shuffler.sample(pack, 7) for _ in range(number)]


async def _spent(channel: grpc.aio.Channel) -> float:
    """Processor seconds of the server so far."""
    method: Callable[[bytes], Awaitable[bytes]] = channel.unary_unary("/bench.Bench/Spent")
    return float(await method(b""))


async def _per_call(channel: grpc.aio.Channel, method: Any, requests: list[Any]) -> float:
    """Processor seconds of the server for one call, some being under way at a time."""
    waiting = iter(requests)

    async def caller() -> None:
        for request in waiting:
            await method(request)

    before = await _spent(channel)
    await asyncio.gather(*(caller() for _ in range(AT_ONCE)))
    return (await _spent(channel) - before) / len(requests)


async def _measure(port: int) -> list[tuple[str, str, str]]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub: Any = RefereeServiceStub(channel)
        table = TableSetup(rule_set=RuleSetSelector(name="spanish-40"))
        requests = [EvaluateHandRequest(table=table, cards=hand) for hand in _hands(ROUNDS * CALLS)]
        packing = {"request_serializer": EvaluateHandRequest.SerializeToString}
        echo = channel.unary_unary(
            "/bench.Bench/Echo", **packing, response_deserializer=EvaluateHandResponse.FromString
        )
        learn = channel.unary_unary("/bench.Bench/Learn", request_serializer=EvaluateHandResponse.SerializeToString)
        answers = [await stub.EvaluateHand(request) for request in requests]
        await learn(sorted(answers, key=EvaluateHandResponse.ByteSize)[len(answers) // 2])
        by_kind: tuple[list[EvaluateHandRequest], ...] = ([], [])
        for request, answer in zip(requests, answers, strict=True):
            by_kind[bool(answer.value.best.melds)].append(request)
        rounds = []
        supplies = [(echo, cycle(requests)), *[(stub.EvaluateHand, cycle(each)) for each in (requests, *by_kind)]]
        for _ in range(ROUNDS):
            rounds.append([await _per_call(channel, method, list(islice(hands, CALLS))) for method, hands in supplies])
        batch = BatchEvaluateHandsRequest(table=table, hands=[CardList(cards=hand) for hand in _hands(BATCH)])
        spent = taken = float("inf")
        for _ in range(ROUNDS):
            before, began = await _spent(channel), time.perf_counter()
            await stub.BatchEvaluateHands(batch)
            taken = min(taken, time.perf_counter() - began)
            spent = min(spent, await _spent(channel) - before)
    best = [min(each) * 1e6 for each in zip(*rounds, strict=True)]
    ratios = [median([one[kind] / one[0] for one in rounds]) for kind in range(4)]
    missed = "  MISSED" if ratios[1] > 1.3 else ""
    dealt, without, melded = (f"{best[kind]:.0f} us, {ratios[kind]:.2f}x Echo" for kind in (1, 2, 3))
    return [
        ("server CPU of an Echo call", f"{best[0]:.0f} us", ""),
        ("server CPU of EvaluateHand", f"{dealt}{missed}", "at most 1.3x Echo"),
        ("  of a hand without a meld", without, ""),
        (f"  of one with melds ({len(by_kind[1]) / len(requests):.0%} of those dealt)", melded, ""),
        (f"BatchEvaluateHands of {BATCH:,}", f"{BATCH / taken:,.0f} hands/s", ""),
        ("server CPU of a hand in a batch", f"{spent / BATCH * 1e6:.1f} us", ""),
    ]


def measure() -> list[tuple[str, str, str]]:
    """Starts the server, measures, stops it."""
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            return asyncio.run(_measure(int(process.stdout.readline())))
        finally:
            process.kill()


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
