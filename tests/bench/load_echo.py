"""The floor that `bench_load.py` compares with: handlers that give back what they got, as `python load_echo.py [PORT]`.

Nothing but gRPC: no guard, no limits, no judgement; each message is read and written once, as ours are.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Coroutine
from typing import Any

import grpc

from referee.v1.record_service_pb2 import StreamValidateRecordsRequest
from referee.v1.referee_service_pb2 import BatchEvaluateHandsRequest, EvaluateHandRequest


async def echo(request: Any, _: Any) -> Any:
    """The request."""
    return request


async def echo_all(requests: AsyncIterator[Any], _: Any) -> AsyncIterator[Any]:
    """Each request."""
    async for request in requests:
        yield request


async def main(port: int) -> None:
    """Serve until killed."""
    server = grpc.aio.server(options=(("grpc.so_reuseport", 1),))
    handlers = {
        name: grpc.unary_unary_rpc_method_handler(echo, kind.FromString, kind.SerializeToString)
        for name, kind in (("Unary", EvaluateHandRequest), ("Batch", BatchEvaluateHandsRequest))
    }
    kind = StreamValidateRecordsRequest
    handlers["Stream"] = grpc.stream_stream_rpc_method_handler(echo_all, kind.FromString, kind.SerializeToString)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Echo", handlers),))
    port = server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    print(f"listening on 127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


def run(work: Coroutine[Any, Any, None]) -> None:
    """On the loop that a server of ours would take."""
    try:
        import uvloop  # noqa: PLC0415 - an extra
    except ImportError:
        asyncio.run(work)
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work)


if __name__ == "__main__":
    run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
