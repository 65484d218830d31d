"""Wires the services together and runs them: one event loop, and beside it a few threads for what takes longer.

Order of a life: bind (a port that is taken ends it), serve with health NOT_SERVING, load the built-in rule sets,
health SERVING, one line `listening on HOST:PORT`. On SIGTERM or SIGINT: health NOT_SERVING, no new calls, those under
way have ten seconds, end. A second signal ends it at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
from collections.abc import Callable, Coroutine
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection

from referee.library import Faulty, Library
from referee.limits import CONNECTION_STREAMS, MESSAGE_BYTES
from referee.service.guard import GuardedServer, log
from referee.service.record_servicer import RecordServicer
from referee.service.referee_servicer import RefereeServicer
from referee.service.rule_set_servicer import RuleSetServicer
from referee.service.tables import Tables
from referee.v1 import (
    record_service_pb2,
    record_service_pb2_grpc,
    referee_service_pb2,
    referee_service_pb2_grpc,
    rule_set_service_pb2,
    rule_set_service_pb2_grpc,
)

GRACE_SECONDS = 10.0
SETTLE_SECONDS = 0.5

SERVICES = (
    rule_set_service_pb2.DESCRIPTOR.services_by_name["RuleSetService"].full_name,
    referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name,
    record_service_pb2.DESCRIPTOR.services_by_name["RecordService"].full_name,
)

_SOCKETS = ("unix:", "unix-abstract:")
_USUAL_PORT, _MOST_PORT, _DIGITS = 50051, 65_535, 5
_HEALTH = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name

OPTIONS: tuple[tuple[str, int], ...] = (
    ("grpc.so_reuseport", 0),  # else a second server takes half the connections of the first, silently
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    ("grpc.max_concurrent_streams", CONNECTION_STREAMS),
    # else calls are refused by lot, UNAVAILABLE, once three quarters of these are taken; the limit holds without that
    ("grpc.http.overload_protection", 0),
    ("grpc.keepalive_time_ms", 60_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 20_000),
    ("grpc.max_connection_age_ms", 1_800_000),
    ("grpc.max_connection_age_grace_ms", 60_000),
)


class CannotServe(RuntimeError):  # noqa: N818 - named as it is told
    """The address cannot be served; the message says why."""


class Server:
    """A server that is bound, and once started, serves. `port` is the port bound (0 asks for a free one)."""

    def __init__(self, address: str, library: Library, *, insecure: bool = False, reflect: bool = True) -> None:
        """Bind `address` (HOST:PORT or unix:PATH). Only in a running event loop. CannotServe.

        There is no encryption here: an address other machines can reach is refused unless `insecure` says it is meant.
        """
        check_address(address)
        if not insecure and not is_local(address):
            raise CannotServe(f"`{address}` can be reached by other machines, unencrypted; allow it with --insecure")
        self._tables = Tables(library)
        self._health = health.HealthServicer()
        # No limit of gRPC's own on calls: it counts those of health too, and says nothing of when to come again.
        self._server = GuardedServer(grpc.aio.server(options=OPTIONS), {SERVICES[2]: MESSAGE_BYTES})
        self._records = RecordServicer(self._tables)
        rule_set_service_pb2_grpc.add_RuleSetServiceServicer_to_server(RuleSetServicer(self._tables), self._server)
        referee_service_pb2_grpc.add_RefereeServiceServicer_to_server(RefereeServicer(self._tables), self._server)
        record_service_pb2_grpc.add_RecordServiceServicer_to_server(self._records, self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if reflect:
            offered = (*SERVICES, _HEALTH, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(offered, self._server)
        try:
            self.port = self._server.add_insecure_port(address)
        except RuntimeError as error:
            raise CannotServe(f"cannot listen on `{address}`: it is taken or no address of this machine") from error

    async def start(self) -> None:
        """Begin to serve, then load the built-in rule sets; health says SERVING when this returns."""
        await self._say(serving=False)
        await self._server.start()
        await self._tables.beside(_load, self._tables.library)
        await self._say(serving=True)

    async def stop(self, grace: float = GRACE_SECONDS) -> None:
        """Say NOT_SERVING, take no more calls, give those under way `grace` seconds. May be called again with less."""
        await self._health.enter_graceful_shutdown()
        await self._server.stop(grace)
        self._records.close()
        self._tables.close()

    async def _say(self, *, serving: bool) -> None:
        response = health_pb2.HealthCheckResponse
        status = response.SERVING if serving else response.NOT_SERVING
        for service in ("", *SERVICES):
            await self._health.set(service, status)


async def serve(
    address: str,
    library: Library,
    *,
    insecure: bool = False,
    reflect: bool = True,
    announce: Callable[[str], None],
) -> None:
    """Serve until a signal says stop. Announces the address, with the port bound, once it serves. CannotServe."""
    signals: asyncio.Queue[None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has its own way to stop a process
            loop.add_signal_handler(number, signals.put_nowait, None)
    server = Server(address, library, insecure=insecure, reflect=reflect)
    started = asyncio.ensure_future(server.start())
    stopped = asyncio.ensure_future(signals.get())
    await asyncio.wait((started, stopped), return_when=asyncio.FIRST_COMPLETED)
    if started.done():
        started.result()
        announce(f"listening on {with_port(address, server.port)}")
    await stopped
    started.cancel()
    draining = asyncio.ensure_future(server.stop())
    again = asyncio.ensure_future(signals.get())
    await asyncio.wait((draining, again), return_when=asyncio.FIRST_COMPLETED)
    if not draining.done():
        await server.stop(0)
    await draining
    again.cancel()
    await _calls_settled()


async def _calls_settled() -> None:
    """Let gRPC's tasks of calls that have just ended finish: a loop that closes on them prints their cancellation."""
    left = asyncio.all_tasks() - {asyncio.current_task()}
    if left:
        await asyncio.wait(left, timeout=SETTLE_SECONDS)


def run(
    address: str,
    library: Library,
    *,
    insecure: bool = False,
    reflect: bool = True,
    announce: Callable[[str], None],
) -> None:
    """`serve` from a program without an event loop; blocks until a signal says stop. CannotServe."""
    run_loop(serve(address, library, insecure=insecure, reflect=reflect, announce=announce))


def run_loop(main: Coroutine[Any, Any, None]) -> None:
    """Runs a coroutine on the fastest loop that is installed."""
    try:
        import uvloop  # noqa: PLC0415 - an extra
    except ImportError:
        asyncio.run(main)
        return
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main)


def check_address(address: str) -> None:
    """CannotServe for what is no HOST:PORT."""
    if address.startswith(_SOCKETS):
        return
    host, colon, port = address.rpartition(":")
    if not colon or (":" in host and not host.endswith("]")):
        whole = f"[{address}]" if colon and not address.endswith("]") else address or "127.0.0.1"
        raise CannotServe(f"`{address}` has no port; write HOST:PORT, for example `{whole}:{_USUAL_PORT}`")
    number = int(port) if port.isascii() and port.isdigit() and len(port) <= _DIGITS else -1
    if not 0 <= number <= _MOST_PORT:
        shown = port if len(port) <= 2 * _DIGITS else f"{port[:_DIGITS]}…"
        raise CannotServe(f"`{shown}` is no port; a port is a number from 0 (any that is free) to {_MOST_PORT}")


def is_local(address: str) -> bool:
    """Whether only this machine can reach the address."""
    if address.startswith(_SOCKETS):
        return True
    host = address.rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def with_port(address: str, port: int) -> str:
    """The address as a client needs it: with the port that was bound in place of the one that was asked for."""
    if address.startswith(_SOCKETS):
        return address
    return f"{address.rpartition(':')[0]}:{port}"


def _load(library: Library) -> None:
    """Read every rule set once, so that the first caller does not wait. One with mistakes is for its author to mend."""
    for name in library.names():
        try:
            library.rule_set(name)
        except Faulty:
            log.warning("the rule set %s has errors and is not offered; `referee check` tells them", name)
