"""What the Python client adds to the stub that gRPC makes: `python overhead.py ADDRESS ROUNDS CALLS`.

Prints one line a round, `STUB CLIENT`, in microseconds a call; the two take turns.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import grpc
from referee_client import Client
from referee_client.v1.referee_service_pb2 import EvaluateHandRequest
from referee_client.v1.referee_service_pb2_grpc import RefereeServiceStub

HAND = ["7o", "7c", "7e", "1o", "2o", "3o", "12b"]


def microseconds(ask: Callable[[], object], calls: int) -> float:
    """Of one call, one after the other."""
    began = time.perf_counter()
    for _ in range(calls):
        ask()
    return (time.perf_counter() - began) / calls * 1e6


def main(address: str, rounds: int, calls: int) -> None:
    """Measure and print."""
    with Client(address, timeout=60) as client, grpc.insecure_channel(address) as channel:
        stub, request = RefereeServiceStub(channel), EvaluateHandRequest(cards=HAND)
        request.table.rule_set.name = "spanish-40"
        for number in range(rounds + 1):
            taken = [
                microseconds(ask, calls)
                for ask in (
                    lambda: stub.EvaluateHand(request, timeout=60).value.deadwood,
                    lambda: client.evaluate_hand(HAND, "spanish-40").deadwood,
                )
            ]
            if number:  # the first warms up
                print(*taken)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
