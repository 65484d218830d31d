"""Wires the services together and runs them: one event loop, and beside it a few threads for what takes longer.

Order of a life: bind (a port that is taken ends it), serve with health NOT_SERVING, load the built-in rule sets,
health SERVING, its address announced. On SIGTERM or SIGINT: health NOT_SERVING; after `drain` seconds, in
which calls are taken as before, streams end with UNAVAILABLE and RetryInfo and no new calls are taken; those under way
have `grace` seconds; end. A second signal ends it at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health
from grpc_reflection.v1alpha import reflection

from referee.library import Faulty, Library
from referee.limits import MESSAGE_BYTES
from referee.service.addresses import fault_of, is_local, is_socket_file, with_port
from referee.service.at_once import at_once
from referee.service.certificates import BadCertificate, credentials
from referee.service.gate import Gate
from referee.service.guard import GuardedServer, log
from referee.service.record_servicer import RecordServicer
from referee.service.referee_servicer import RefereeServicer
from referee.service.rule_set_servicer import RuleSetServicer
from referee.service.store_servicer import StoreServicer
from referee.service.tables import Tables
from referee.service.terms import Connections, Terms
from referee.service.tokens import Keyring
from referee.service.visits import Watcher
from referee.v1 import (
    record_service_pb2,
    record_service_pb2_grpc,
    referee_service_pb2,
    referee_service_pb2_grpc,
    rule_set_service_pb2,
    rule_set_service_pb2_grpc,
    rule_set_store_service_pb2,
    rule_set_store_service_pb2_grpc,
)

if TYPE_CHECKING:
    from referee.store.store import Store

SETTLE_SECONDS = 0.5
_WINDOW_BYTES = 262_144
"""Of a stream, that may be on their way unread: enough for 5 MiB/s to a machine 50 ms away."""
_TOLD_SECONDS = 0.05
"""In which those who watch health are told NOT_SERVING, before the stream ends that tells them."""

SERVICES = (
    rule_set_service_pb2.DESCRIPTOR.services_by_name["RuleSetService"].full_name,
    referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name,
    record_service_pb2.DESCRIPTOR.services_by_name["RecordService"].full_name,
    rule_set_store_service_pb2.DESCRIPTOR.services_by_name["RuleSetStoreService"].full_name,
)

_HEALTH = health_pb2.DESCRIPTOR.services_by_name["Health"].full_name
_CHANNELZ = "grpc.channelz.v1.Channelz"


def options(connections: Connections | None = None, *, shared: bool = False) -> tuple[tuple[str, int], ...]:
    """What gRPC is told of connections, in its own words. `shared`: several processes listen on one port."""
    terms = connections or Connections()
    return (
        ("grpc.so_reuseport", int(shared)),  # else a second server takes half the connections of the first, silently
        ("grpc.max_receive_message_length", MESSAGE_BYTES),
        ("grpc.max_concurrent_streams", terms.streams),
        # a window that does not grow: whoever never reads holds a mebibyte, where gRPC's own came to six and more
        ("grpc.http2.bdp_probe", 0),
        ("grpc.http2.lookahead_bytes", _WINDOW_BYTES),
        # else calls are refused by lot, UNAVAILABLE, once three quarters of these are taken; the limit holds without
        ("grpc.http.overload_protection", 0),
        ("grpc.keepalive_time_ms", terms.keepalive * 1_000),
        ("grpc.keepalive_timeout_ms", terms.keepalive_timeout * 1_000),
        ("grpc.keepalive_permit_without_calls", 1),
        # for pings that come in; documents call it by the name of its macro, under which gRPC knows nothing
        ("grpc.http2.min_ping_interval_without_data_ms", terms.ping * 1_000),
        ("grpc.max_connection_age_ms", terms.age * 1_000),
        ("grpc.max_connection_age_grace_ms", terms.age_grace * 1_000),
    )


class CannotServe(RuntimeError):  # noqa: N818 - named as it is told
    """The address cannot be served; the message says why."""


class Server:
    """A server that is bound, and once started, serves. `port` is the port bound (0 asks for a free one)."""

    def __init__(
        self,
        address: str,
        library: Library,
        terms: Terms | None = None,
        watcher: Watcher | None = None,
        store: Store | None = None,
        *,
        keyring: Keyring | None = None,
    ) -> None:
        """Bind `address` (HOST:PORT or unix:PATH). Only in a running event loop. CannotServe.

        `keyring`: the tokens, where they may be exchanged while it serves; else those of the terms.

        What is created is kept in `store`, which the library asks, too; without one nothing can be created.

        An address other machines can reach is refused without TLS unless the terms say that it is meant.
        """
        self._terms = terms = terms or Terms()
        check_address(address)
        if not (terms.tls or terms.insecure or is_local(address)):
            raise CannotServe(f"`{address}` can be reached by other machines, unencrypted; allow it with --insecure")
        self._tables = Tables(library)
        self._health = health.HealthServicer()
        keyring = keyring or (Keyring(terms.tokens) if terms.tokens else None)
        gate = Gate(keyring, certificates=terms.tls is not None and terms.tls.client_ca is not None)
        # No limit of gRPC's own on calls: it counts those of health too, and says nothing of when to come again.
        server = grpc.aio.server(options=options(terms.connections, shared=terms.shared))
        quick = at_once(self._tables)
        self._server = GuardedServer(server, {SERVICES[2]: MESSAGE_BYTES}, terms.bounds, gate, watcher, at_once=quick)
        self._records = RecordServicer(self._tables)
        rule_set_service_pb2_grpc.add_RuleSetServiceServicer_to_server(RuleSetServicer(self._tables), self._server)
        referee_service_pb2_grpc.add_RefereeServiceServicer_to_server(RefereeServicer(self._tables), self._server)
        record_service_pb2_grpc.add_RecordServiceServicer_to_server(self._records, self._server)
        rule_set_store_service_pb2_grpc.add_RuleSetStoreServiceServicer_to_server(
            StoreServicer(self._tables, store), self._server
        )
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        offered = [*SERVICES, _HEALTH]
        if terms.channelz:
            from grpc_channelz.v1.channelz import add_channelz_servicer  # noqa: PLC0415 - where it was asked for

            add_channelz_servicer(self._server)
            offered.append(_CHANNELZ)
        if terms.reflection:
            reflection.enable_server_reflection((*offered, reflection.SERVICE_NAME), self._server)
        self.port = self._bound(address)

    def _bound(self, address: str) -> int:
        try:
            if self._terms.tls is None or is_socket_file(address):
                return self._server.add_insecure_port(address)
            return self._server.add_secure_port(address, credentials(self._terms.tls))
        except BadCertificate as error:
            raise CannotServe(str(error)) from error
        except RuntimeError as error:
            raise CannotServe(f"cannot listen on `{address}`: it is taken or no address of this machine") from error

    async def start(self) -> None:
        """Begin to serve, then load the built-in rule sets; health says SERVING when this returns."""
        await self._say(serving=False)
        await self._server.start()
        await self._tables.beside(_load, self._tables.library)
        await self._say(serving=True)

    async def stop(self, grace: float | None = None) -> None:
        """Say NOT_SERVING, drain, end the streams, take no more calls, give those under way the grace of the terms.

        With a `grace`, in seconds, it does not drain; so it may be called again with less.
        """
        await self._health.enter_graceful_shutdown()
        if grace != 0:
            await asyncio.sleep(_TOLD_SECONDS if grace else max(self._terms.drain, _TOLD_SECONDS))
        self._server.end_streams()
        await self._server.stop(self._terms.grace if grace is None else grace)
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
    terms: Terms | None = None,
    *,
    announce: Callable[[str], None],
    stopping: Callable[[], None] | None = None,
    watcher: Watcher | None = None,
    store: Store | None = None,
    keyring: Keyring | None = None,
) -> None:
    """Serve until a signal says stop. CannotServe.

    Announces the address, with the port bound, once it serves; `stopping` is called when it begins to stop.
    """
    signals: asyncio.Queue[None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has its own way to stop a process
            loop.add_signal_handler(number, signals.put_nowait, None)
    server = Server(address, library, terms, watcher, store, keyring=keyring)
    started = asyncio.ensure_future(server.start())
    stopped = asyncio.ensure_future(signals.get())
    await asyncio.wait((started, stopped), return_when=asyncio.FIRST_COMPLETED)
    if started.done():
        started.result()
        announce(with_port(address, server.port))
    await stopped
    if stopping is not None:
        stopping()
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


def run(address: str, library: Library, terms: Terms | None = None, *, announce: Callable[[str], None]) -> None:
    """`serve` from a program without an event loop; blocks until a signal says stop. CannotServe."""
    run_loop(serve(address, library, terms, announce=announce))


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
    fault = fault_of(address)
    if fault:
        raise CannotServe(fault)


def _load(library: Library) -> None:
    """Read every rule set once, so that the first caller does not wait. One with mistakes is for its author to mend."""
    for name in library.files.names():
        try:
            library.rule_set(name)
        except Faulty:
            log.warning("the rule set %s has errors and is not offered; `referee check` tells them", name)
