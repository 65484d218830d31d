"""A referee served with an Echo beside it, in one process: `python echo.py` prints its port and serves until killed.

An Echo takes the request of a method and gives back a response of the usual size that was made before, so that what
its method takes over it is ours: it is found as soon as our own methods are, and without the guard. `Spent` tells the
seconds of the processor that this process has taken, `Engine` those of them that judging records took.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import grpc

from referee.library import Library
from referee.service import record_work
from referee.service.server import Server, run_loop
from referee.v1 import referee_service_pb2 as messages

NAME = "Echo"
METHODS = ("EvaluateHand", "CheckClose", "CheckAction")


ENGINE = ("judge_record", "clean_at_once", "clean_packed")
"""The functions of the engine that the service asks about records."""


class Engine:
    """Seconds of the threads in which records are judged, from the record that was read to the verdict as values."""

    def __init__(self) -> None:
        """Put a watch on the functions that judge."""
        self.seconds = 0.0
        for name in ENGINE:
            setattr(record_work, name, self._watched(getattr(record_work, name)))

    def _watched(self, judge: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **named: Any) -> Any:
            began = time.thread_time()
            try:
                return judge(*given, **named)
            finally:
                self.seconds += time.thread_time() - began

        return watched


def echo_of(method: str) -> dict[str, Any]:
    """The handlers `Echo…` and `Learn…` of a method: the second is told what the first is to answer."""
    request_type, response_type = getattr(messages, f"{method}Request"), getattr(messages, f"{method}Response")
    ready = response_type()

    async def echo(request: Any, context: Any) -> Any:
        return ready

    async def learn(request: Any, context: Any) -> Any:
        ready.CopyFrom(request)
        return request

    write = response_type.SerializeToString
    return {
        f"Echo{method}": grpc.unary_unary_rpc_method_handler(echo, request_type.FromString, write),
        f"Learn{method}": grpc.unary_unary_rpc_method_handler(learn, response_type.FromString, write),
    }


def telling(seconds: Callable[[], float]) -> Any:
    """The handler that tells a number of seconds."""

    async def tell(request: bytes, context: Any) -> bytes:
        return str(seconds()).encode()

    return grpc.unary_unary_rpc_method_handler(tell)


async def main() -> None:
    """Serve until killed."""
    engine = Engine()
    server = Server("127.0.0.1:0", Library())
    handlers = {"Spent": telling(time.process_time), "Engine": telling(lambda: engine.seconds)}
    for method in METHODS:
        handlers |= echo_of(method)
    # beside our own methods, so that they are found as soon, and without the guard
    server._server._methods.update({f"/bench.Bench/{name}": handler for name, handler in handlers.items()})
    await server.start()
    print(server.port, flush=True)
    await asyncio.sleep(86_400)


if __name__ == "__main__":
    run_loop(main())
