"""The guard between the network and the handlers: nothing of ours leaks, nothing of theirs crashes.

- A `CallError` becomes its status. Any other exception becomes INTERNAL with an id and a fixed text; the log has the
  exception under that id. (gRPC would send the text of an exception to the client, and with it whatever cards it
  names.)
- Bytes that are no message of the method become INVALID_ARGUMENT with a fixed text.
- Streams are counted apart from calls, so that watchers who do nothing cannot use up the calls of everyone else.

It wraps handlers when they are registered and not, as an interceptor would, at every call: one coroutine for each
call instead of several, and no method can be registered without it, those of health and reflection included.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import grpc
from google.protobuf.message import DecodeError
from grpc_status import rpc_status

from referee.limits import CONCURRENT_STREAMS
from referee.service.status import CallError, internal, status_of, too_many_streams, undecodable

log = logging.getLogger("referee.service")

if TYPE_CHECKING:  # generic for the type checker alone
    Handler = grpc.RpcMethodHandler[Any, Any]
    Context = grpc.aio.ServicerContext[Any, Any]
    Behaviour = Callable[[Any, Context], Any]

_UNDECODABLE = object()


class GuardedServer(grpc.aio.Server):
    """A server that puts the guard before every handler registered on it. Everything else it passes on."""

    def __init__(self, server: grpc.aio.Server) -> None:
        """Guard what is registered on `server` from now on."""
        self._server = server
        self._streams = asyncio.Semaphore(CONCURRENT_STREAMS)

    def add_generic_rpc_handlers(self, generic_rpc_handlers: Iterable[grpc.GenericRpcHandler]) -> None:
        """Register handlers that are found by the name of the method."""
        guarded = tuple(_GuardedFinder(handler, self._guarded) for handler in generic_rpc_handlers)
        self._server.add_generic_rpc_handlers(guarded)

    def add_registered_method_handlers(self, service_name: str, method_handlers: Mapping[str, Handler]) -> None:
        """Register the methods of one service."""
        guarded = {method: self._guarded(handler) for method, handler in method_handlers.items()}
        self._server.add_registered_method_handlers(service_name, guarded)

    def add_insecure_port(self, address: str) -> int:
        """Bind an address without encryption; the port."""
        return self._server.add_insecure_port(address)

    def add_secure_port(self, address: str, server_credentials: grpc.ServerCredentials) -> int:
        """Bind an address with encryption; the port."""
        return self._server.add_secure_port(address, server_credentials)

    async def start(self) -> None:
        """Begin to serve."""
        await self._server.start()

    async def stop(self, grace: float | None) -> None:
        """Take no more calls; those under way have `grace` seconds."""
        await self._server.stop(grace)

    async def wait_for_termination(self, timeout: float | None = None) -> bool:  # noqa: ASYNC109 - gRPC's own signature
        """Wait until the server has stopped; True if `timeout` seconds passed before."""
        return await self._server.wait_for_termination(timeout)

    def _guarded(self, handler: Handler) -> Handler:
        return guarded(handler, self._streams)


class _GuardedFinder(grpc.GenericRpcHandler):
    """Finds what another finder finds, guarded; each handler is wrapped once."""

    def __init__(self, finder: grpc.GenericRpcHandler, guard: Callable[[Handler], Handler]) -> None:
        self._finder = finder
        self._guard = guard
        self._known: dict[str, Handler] = {}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a method, None if it has none."""
        method = handler_call_details.method
        if method not in self._known:
            handler = self._finder.service(handler_call_details)
            if handler is None:
                return None
            self._known[method] = self._guard(handler)
        return self._known[method]


def guarded(handler: Handler, streams: asyncio.Semaphore) -> Handler:
    """The same handler behind the guard; `streams` are the places for handlers that stream."""
    parts: Any = handler  # its behaviours are typed as optional and synchronous
    deserializer = _decoding(parts.request_deserializer)
    serializer = parts.response_serializer
    if parts.request_streaming and parts.response_streaming:
        stream = _guarded_stream(parts.stream_stream, _readable_stream, streams)
        return grpc.stream_stream_rpc_method_handler(stream, deserializer, serializer)
    if parts.response_streaming:
        stream = _guarded_stream(parts.unary_stream, _readable, streams)
        return grpc.unary_stream_rpc_method_handler(stream, deserializer, serializer)
    if parts.request_streaming:
        call = _guarded_call(parts.stream_unary, _readable_stream)
        return grpc.stream_unary_rpc_method_handler(call, deserializer, serializer)
    return grpc.unary_unary_rpc_method_handler(_guarded_call(parts.unary_unary, _readable), deserializer, serializer)


def _decoding(deserializer: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    def decode(content: bytes) -> Any:
        try:
            return deserializer(content)
        except DecodeError:
            return _UNDECODABLE

    return decode


def _guarded_call(behaviour: Behaviour, readable: Callable[[Any], Any]) -> Behaviour:
    async def call(request: Any, context: Context) -> Any:
        try:
            return await behaviour(readable(request), context)
        except Exception as error:  # noqa: BLE001 - that is what a guard is for
            await _end(error, context)

    return call


def _guarded_stream(behaviour: Behaviour, readable: Callable[[Any], Any], places: asyncio.Semaphore) -> Behaviour:
    """Both ways of writing a streaming handler become an async generator."""

    async def stream(request: Any, context: Context) -> AsyncIterator[Any]:
        if places.locked():
            await _end(too_many_streams(), context)
        try:
            async with places:
                if inspect.isasyncgenfunction(behaviour):
                    async for response in behaviour(readable(request), context):
                        yield response
                else:
                    await behaviour(readable(request), context)
        except Exception as error:  # noqa: BLE001 - that is what a guard is for
            await _end(error, context)

    return stream


def _readable(request: Any) -> Any:
    """The request, if it is one."""
    if request is _UNDECODABLE:
        raise undecodable()
    return request


async def _readable_stream(requests: AsyncIterator[Any]) -> AsyncIterator[Any]:
    """The requests up to the first one that is none, which ends the call."""
    async for request in requests:
        yield _readable(request)


async def _end(error: Exception, context: Context) -> NoReturn:
    """End the call as the error says. What gRPC raises to end a call passes."""
    if isinstance(error, grpc.aio.AbortError):
        raise error
    if not isinstance(error, CallError):
        identifier = secrets.token_hex(8)
        log.error("call failed, id %s", identifier, exc_info=error)
        error = internal(identifier)
    await context.abort_with_status(rpc_status.to_status(status_of(error)))
