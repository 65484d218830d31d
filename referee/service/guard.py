"""The guard between the network and the handlers: nothing of ours leaks, nothing of theirs crashes.

- A `CallError` becomes its status. Any other exception becomes INTERNAL with an id and a fixed text; the log has the
  exception under that id. (gRPC would send the text of an exception to the client, and with it whatever cards it
  names.)
- Bytes that are no message of the method become INVALID_ARGUMENT with a fixed text.
- Every call and every stream has a place of its service, or is refused (`admission`); a call that takes too long ends.

It wraps handlers when they are registered and not, as an interceptor would, at every call: one coroutine for each
call instead of several, and no method can be registered without it, those of health and reflection included.

A method that takes one message is registered as one that takes a stream of them, which is the same on the wire: so the
guard is asked before the message is read and not after.
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

from referee.limits import REQUEST_BYTES
from referee.service.admission import Held, Places
from referee.service.status import CallError, internal, overdue, status_of, undecodable

log = logging.getLogger("referee.service")

if TYPE_CHECKING:  # generic for the type checker alone
    Handler = grpc.RpcMethodHandler[Any, Any]
    Context = grpc.aio.ServicerContext[Any, Any]
    Behaviour = Callable[[Any, Context], Any]
    Deserializer = Callable[[bytes], Any]

_SWEEP_SECONDS = 1.0
_NOTHING: Mapping[str, int] = {}


class GuardedServer(grpc.aio.Server):
    """A server that puts the guard before every handler registered on it. Everything else it passes on."""

    def __init__(self, server: grpc.aio.Server, message_bytes: Mapping[str, int] = _NOTHING) -> None:
        """Guard what is registered on `server` from now on.

        `message_bytes`: services, by full name, whose messages may be larger than those of the others.
        """
        self._server = server
        self._message_bytes = message_bytes
        self._held = Held()
        self._places: dict[str, Places] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        self._methods: dict[str, Handler] = {}
        server.add_generic_rpc_handlers((_Known(self._methods),))

    def add_generic_rpc_handlers(self, generic_rpc_handlers: Iterable[grpc.GenericRpcHandler]) -> None:
        """Register handlers that are found by the name of the method."""
        guarded = tuple(_GuardedFinder(handler, self._guarded) for handler in generic_rpc_handlers)
        self._server.add_generic_rpc_handlers(guarded)

    def add_registered_method_handlers(self, service_name: str, method_handlers: Mapping[str, Handler]) -> None:
        """Register the methods of one service.

        They are found by their names: gRPC waits for the next call of each method that it knows apart, which of the two
        dozen that we have costs a twentieth of every call.
        """
        for method, handler in method_handlers.items():
            self._methods[f"/{service_name}/{method}"] = self._guarded(service_name, handler)

    def add_insecure_port(self, address: str) -> int:
        """Bind an address without encryption; the port."""
        return self._server.add_insecure_port(address)

    def add_secure_port(self, address: str, server_credentials: grpc.ServerCredentials) -> int:
        """Bind an address with encryption; the port."""
        return self._server.add_secure_port(address, server_credentials)

    async def start(self) -> None:
        """Begin to serve."""
        await self._server.start()
        self._sweep()

    async def stop(self, grace: float | None) -> None:
        """Take no more calls; those under way have `grace` seconds."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self._server.stop(grace)

    async def wait_for_termination(self, timeout: float | None = None) -> bool:  # noqa: ASYNC109 - gRPC's own signature
        """Wait until the server has stopped; True if `timeout` seconds passed before."""
        return await self._server.wait_for_termination(timeout)

    def _guarded(self, service: str, handler: Handler) -> Handler:
        if service not in self._places:
            self._places[service] = Places(self._held, self._message_bytes.get(service, REQUEST_BYTES))
        return guarded(handler, self._places[service])

    def _sweep(self) -> None:
        """End the calls that have taken too long, now and ever after."""
        for places in self._places.values():
            places.cancel_overdue()
        self._sweeping = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep)


class _Known(grpc.GenericRpcHandler):
    """Finds the methods that were registered, guarded already."""

    def __init__(self, methods: Mapping[str, Handler]) -> None:
        self._methods = methods

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a method, None if it has none."""
        return self._methods.get(handler_call_details.method)


class _GuardedFinder(grpc.GenericRpcHandler):
    """Finds what another finder finds, guarded; each handler is wrapped once."""

    def __init__(self, finder: grpc.GenericRpcHandler, guard: Callable[[str, Handler], Handler]) -> None:
        self._finder = finder
        self._guard = guard
        self._known: dict[str, Handler] = {}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a method, None if it has none."""
        method = handler_call_details.method
        known = self._known.get(method)
        if known is not None:
            return known
        handler = self._finder.service(handler_call_details)
        if handler is None:
            return None
        return self._known.setdefault(method, self._guard(method.rpartition("/")[0].removeprefix("/"), handler))


def guarded(handler: Handler, places: Places) -> Handler:
    """The same handler behind the guard."""
    parts: Any = handler  # its behaviours are typed as optional and synchronous
    decode, serializer = parts.request_deserializer, parts.response_serializer
    if parts.response_streaming:
        behaviour = parts.stream_stream if parts.request_streaming else parts.unary_stream
        stream = _guarded_stream(behaviour, decode, places, many=parts.request_streaming)
        return grpc.stream_stream_rpc_method_handler(stream, None, serializer)
    behaviour = parts.stream_unary if parts.request_streaming else parts.unary_unary
    call = _guarded_call(behaviour, decode, places, many=parts.request_streaming)
    return grpc.stream_unary_rpc_method_handler(call, None, serializer)


def _guarded_call(behaviour: Behaviour, decode: Deserializer, places: Places, *, many: bool) -> Behaviour:
    """`many`: the handler takes a stream of messages. One coroutine, for every call goes through it."""

    async def call(requests: AsyncIterator[bytes], context: Context) -> Any:
        task, size = None, 0
        try:
            task = places.begin()
            if many:
                return await behaviour(_messages(requests, decode, places), context)
            content = _content(await context.read())
            size = places.hold(len(content))
            request = _decoded(content, decode)
            del content
            return await behaviour(request, context)
        except asyncio.CancelledError:
            if task is None or not places.is_overdue(task):
                raise
            await _end(overdue(), context)
        except Exception as error:  # noqa: BLE001 - that is what a guard is for
            await _end(error, context)
        finally:
            places.free(size)
            if task is not None:
                places.end(task)

    return call


def _guarded_stream(behaviour: Behaviour, decode: Deserializer, places: Places, *, many: bool) -> Behaviour:
    """Both ways of writing a streaming handler become an async generator."""

    async def answers(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[Any]:
        request = _messages(requests, decode, places) if many else _decoded(_content(await context.read()), decode)
        if inspect.isasyncgenfunction(behaviour):
            async for response in behaviour(request, context):
                yield response
        else:
            await behaviour(request, context)

    async def stream(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[Any]:
        opened = False
        try:
            places.open_stream()
            opened = True
            async for response in answers(requests, context):
                yield response
        except Exception as error:  # noqa: BLE001 - that is what a guard is for
            await _end(error, context)
        finally:
            if opened:
                places.close_stream()

    return stream


def _content(read: object) -> bytes:
    """The one message of a call, as it came; CallError if none came."""
    if not isinstance(read, bytes):
        raise undecodable()
    return read


async def _messages(contents: AsyncIterator[bytes], decode: Deserializer, places: Places) -> AsyncIterator[Any]:
    """The requests up to the first one that is none, which ends the call; each is held until the next is asked for."""
    async for content in contents:
        size = places.hold(len(content))
        try:
            yield _decoded(content, decode)
        finally:
            places.free(size)


def _decoded(content: bytes, decode: Deserializer) -> Any:
    try:
        return decode(content)
    except DecodeError:
        raise undecodable() from None


async def _end(error: Exception, context: Context) -> NoReturn:
    """End the call as the error says. What gRPC raises to end a call passes."""
    if isinstance(error, grpc.aio.AbortError):
        raise error
    if not isinstance(error, CallError):
        identifier = secrets.token_hex(8)
        log.error("call failed, id %s", identifier, exc_info=error)
        error = internal(identifier)
    await context.abort_with_status(rpc_status.to_status(status_of(error)))
