"""The guard between the network and the handlers: nothing of ours leaks, nothing of theirs crashes.

- Every call has a request id, its own or one made for it, and gets it back; who watches the server is told of it.
- Where tokens are asked for, none is let in without (`gate`).
- A `CallError` becomes its status. Any other exception becomes INTERNAL with an id and a fixed text; the log has the
  kind of exception and the places it passed under that id, never its text. (gRPC would send the text of an exception
  to the client, and with it whatever cards it names.)
- Bytes that are no message of the method become INVALID_ARGUMENT with a fixed text.
- Every call and every stream has a place of its service, or is refused (`admission`); a call that takes too long ends,
  and a stream when the server does (`draining`).

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
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, NoReturn

import grpc
from google.protobuf.message import DecodeError
from grpc_status import rpc_status

from referee.limits import REQUEST_BYTES
from referee.service.admission import Held, Places
from referee.service.at_once import AtOnce
from referee.service.door import Door
from referee.service.draining import Streams
from referee.service.gate import Gate
from referee.service.status import CallError, internal, status_of, undecodable
from referee.service.terms import Bounds
from referee.service.traces import traced
from referee.service.visits import REQUEST_ID, Method, Visit, Watcher

log = logging.getLogger("referee.service")

if TYPE_CHECKING:  # generic for the type checker alone
    Handler = grpc.RpcMethodHandler[Any, Any]
    Context = grpc.aio.ServicerContext[Any, Any]
    Behaviour = Callable[[Any, Context], Any]
    Deserializer = Callable[[bytes], Any]

_SWEEP_SECONDS = 0.25
_CLOCKS_DIFFER = 0.05
"""Seconds by which a caller may see a deadline pass before we do."""
_NOTHING: Mapping[str, int] = {}
_NONE: Mapping[tuple[str, str], AtOnce] = {}


class GuardedServer(grpc.aio.Server):
    """A server that puts the guard before every handler registered on it. Everything else it passes on."""

    def __init__(
        self,
        server: grpc.aio.Server,
        message_bytes: Mapping[str, int] = _NOTHING,
        bounds: Bounds | None = None,
        gate: Gate | None = None,
        watcher: Watcher | None = None,
        *,
        at_once: Mapping[tuple[str, str], AtOnce] = _NONE,
    ) -> None:
        """Guard what is registered on `server` from now on.

        `message_bytes`: services, by full name, whose messages may be larger than those of the others. `at_once`: what
        is asked about the message of a method, of its service and name, before the method is.
        """
        self._server = server
        self._message_bytes = message_bytes
        self._bounds = bounds or Bounds()
        self._gate = gate or Gate()
        self._watcher = watcher
        self._at_once = at_once
        self._streams = Streams()
        self._held = Held()
        self._places: dict[str, Places] = {}
        self._sweeping: asyncio.TimerHandle | None = None
        self._methods: dict[str, Handler] = {}
        self._unwatched: dict[str, Handler] = {}
        server.add_generic_rpc_handlers((_Known(self._methods, self._unwatched),))

    def add_generic_rpc_handlers(self, generic_rpc_handlers: Iterable[grpc.GenericRpcHandler]) -> None:
        """Register handlers that are found by the name of the method."""
        guarded = tuple(_GuardedFinder(handler, self._guarded) for handler in generic_rpc_handlers)
        self._server.add_generic_rpc_handlers(guarded)

    def add_registered_method_handlers(self, service_name: str, method_handlers: Mapping[str, Handler]) -> None:
        """Register the methods of one service.

        They are found by their names: gRPC waits for the next call of each method that it knows apart, which of the two
        dozen that we have costs a twentieth of every call.
        """
        for name, handler in method_handlers.items():
            path, quick = f"/{service_name}/{name}", self._at_once.get((service_name, name))
            self._methods[path] = self._guarded(service_name, name, handler)
            door = self.door(Method(service_name, name, _kind(handler)))
            if quick is not None and door.open:
                self._unwatched[path] = _answered_at_once(handler, door, quick, watched=False)

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

    def end_streams(self) -> None:
        """End the streams: those that wait now, those at work when they have answered, and new ones at once."""
        self._streams.end()

    async def stop(self, grace: float | None) -> None:
        """Take no more calls; those under way have `grace` seconds."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self._server.stop(grace)

    async def wait_for_termination(self, timeout: float | None = None) -> bool:  # noqa: ASYNC109 - gRPC's own signature
        """Wait until the server has stopped; True if `timeout` seconds passed before."""
        return await self._server.wait_for_termination(timeout)

    def _guarded(self, service: str, method: str, handler: Handler) -> Handler:
        if service not in self._places:
            most = self._message_bytes.get(service, REQUEST_BYTES)
            self._places[service] = Places(self._held, most, self._bounds)
        return guarded(handler, Method(service, method, _kind(handler)), self, self._at_once.get((service, method)))

    def door(self, method: Method) -> Door:
        """What stands before a method."""
        return Door(method, self._places[method.service], self._streams, self._gate, self._watcher)

    def _sweep(self) -> None:
        """End the calls that have taken too long, now and ever after."""
        for places in self._places.values():
            places.cancel_overdue()
        self._sweeping = asyncio.get_running_loop().call_later(_SWEEP_SECONDS, self._sweep)


class _Known(grpc.GenericRpcHandler):
    """Finds the methods that were registered, guarded already: `unwatched` for calls that need no id to be known by."""

    def __init__(self, methods: Mapping[str, Handler], unwatched: Mapping[str, Handler]) -> None:
        self._methods = methods
        self._unwatched = unwatched

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> Handler | None:
        """The handler of a method, None if it has none."""
        method = handler_call_details.method
        unwatched = self._unwatched.get(method)
        if unwatched is None:
            return self._methods.get(method)
        sent: Any = handler_call_details.invocation_metadata
        for key, _ in sent or ():
            if key == REQUEST_ID:
                return self._methods[method]
        return unwatched


class _GuardedFinder(grpc.GenericRpcHandler):
    """Finds what another finder finds, guarded; each handler is wrapped once."""

    def __init__(self, finder: grpc.GenericRpcHandler, guard: Callable[[str, str, Handler], Handler]) -> None:
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
        service, _, name = method.removeprefix("/").rpartition("/")
        return self._known.setdefault(method, self._guard(service, name, handler))


def _kind(handler: Handler) -> str:
    """As gRPC calls it: `unary`, `client_stream`, `server_stream` or `bidi_stream`."""
    parts: Any = handler
    if parts.request_streaming:
        return "bidi_stream" if parts.response_streaming else "client_stream"
    return "server_stream" if parts.response_streaming else "unary"


def guarded(handler: Handler, method: Method, server: GuardedServer, at_once: AtOnce | None = None) -> Handler:
    """The same handler behind the guard. `at_once` answers some messages of a method that takes one, as bytes."""
    parts: Any = handler  # its behaviours are typed as optional and synchronous
    decode, serializer = parts.request_deserializer or _as_it_came, parts.response_serializer
    door = server.door(method)
    if parts.response_streaming:
        behaviour = parts.stream_stream if parts.request_streaming else parts.unary_stream
        stream = _guarded_stream(behaviour, decode, door, many=parts.request_streaming)
        return grpc.stream_stream_rpc_method_handler(stream, None, serializer)
    if at_once is not None:
        return _answered_at_once(handler, door, at_once, watched=True)
    behaviour = parts.stream_unary if parts.request_streaming else parts.unary_unary
    call = _guarded_call(behaviour, decode, door, many=parts.request_streaming)
    return grpc.stream_unary_rpc_method_handler(call, None, serializer)


def _answered_at_once(handler: Handler, door: Door, at_once: AtOnce, *, watched: bool) -> Handler:
    """The handler of a method that takes one message, behind the guard, some messages answered as bytes.

    `watched`: somebody wants to know of the call, by its id or otherwise. It is no less guarded if nobody does.
    """
    parts: Any = handler
    places, behaviour = door.places, parts.unary_unary
    decode, serializer = parts.request_deserializer, parts.response_serializer

    async def call(requests: AsyncIterator[bytes], context: Context) -> bytes:  # noqa: ARG001 - read from the context
        task, size = None, 0
        visit = door.came(context) if watched else None
        try:
            if visit is not None and door.asks:
                door.let_in(visit, context)
            task = places.begin(has_deadline=context.time_remaining() is not None)
            content = _content(await context.read())
            size = places.hold(len(content))
            told = at_once(content)
            if told is not None:
                return told
            request = _decoded(content, decode)
            del content
            return bytes(serializer(await behaviour(request, context)))
        except asyncio.CancelledError:
            late = None if task is None else places.overdue(task)
            if late is None:
                if visit is not None:
                    visit.code = _given_up(context)
                raise
            await _end(late, context, visit or door.unnamed())
        except Exception as error:  # noqa: BLE001 - that is what a guard is for
            await _end(error, context, visit or door.unnamed())
        finally:
            if task is not None:
                places.leave(task, size)
            if visit is not None:
                door.left(visit)

    return grpc.stream_unary_rpc_method_handler(call, None, None)


def _guarded_call(behaviour: Behaviour, decode: Deserializer, door: Door, *, many: bool) -> Behaviour:
    """`many`: the handler takes a stream of messages. One coroutine, for every call goes through it."""
    places = door.places

    async def call(requests: AsyncIterator[bytes], context: Context) -> Any:
        task, size = None, 0
        visit = door.came(context)
        try:
            if door.asks:
                door.let_in(visit, context)
            task = places.begin(has_deadline=context.time_remaining() is not None)
            if many:
                return await behaviour(_messages(requests, decode, door), context)
            content = _content(await context.read())
            size = places.hold(len(content))
            request = _decoded(content, decode)
            del content
            return await behaviour(request, context)
        except asyncio.CancelledError:
            late = None if task is None else places.overdue(task)
            if late is None:
                visit.code = _given_up(context)
                raise
            await _end(late, context, visit)
        except Exception as error:  # noqa: BLE001 - that is what a guard is for
            await _end(error, context, visit)
        finally:
            if task is not None:
                places.leave(task, size)
            door.left(visit)

    return call


def _guarded_stream(behaviour: Behaviour, decode: Deserializer, door: Door, *, many: bool) -> Behaviour:
    """Both ways of writing a streaming handler become an async generator."""
    places, streams = door.places, door.streams

    async def answers(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[Any]:
        request = _messages(requests, decode, door) if many else _decoded(_content(await context.read()), decode)
        if inspect.isasyncgenfunction(behaviour):
            async for response in behaviour(request, context):
                yield response
        else:
            await behaviour(request, context)

    async def watch(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[Any]:
        """A stream that takes one message and then only answers: it ends wherever it stands."""
        responses = answers(requests, context)
        while True:
            try:
                with streams.waiting():
                    response = await anext(responses)
            except StopAsyncIteration:
                return
            yield response

    run: Any = answers if many else watch

    async def stream(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[Any]:
        opened = False
        visit = door.came(context)
        try:
            if door.asks:
                door.let_in(visit, context)
            places.open_stream()
            opened = True
            async with aclosing(run(requests, context)) as responses:
                async for response in responses:
                    yield response
        except (asyncio.CancelledError, GeneratorExit):
            visit.code = _given_up(context)
            raise
        except Exception as error:  # noqa: BLE001 - that is what a guard is for
            await _end(error, context, visit)
        finally:
            if opened:
                places.close_stream()
            door.left(visit)

    return stream


def _content(read: object) -> bytes:
    """The one message of a call, as it came; CallError if none came."""
    if not isinstance(read, bytes):
        raise undecodable()
    return read


async def _messages(contents: AsyncIterator[bytes], decode: Deserializer, door: Door) -> AsyncIterator[Any]:
    """The requests up to the first one that is none, which ends the call; each is held until the next is asked for."""
    places, streams = door.places, door.streams
    reading: Any = aiter(contents)
    async with aclosing(reading):
        while True:
            try:
                content = await streams.read(reading)
            except StopAsyncIteration:
                return
            size = places.hold(len(content))
            try:
                yield _decoded(content, decode)
            finally:
                places.free(size)


def _as_it_came(content: bytes) -> bytes:
    """What a handler without a deserializer takes."""
    return content


def _decoded(content: bytes, decode: Deserializer) -> Any:
    try:
        return decode(content)
    except DecodeError:
        raise undecodable() from None


def _given_up(context: Context) -> str:
    """What a caller who waits no longer is told by gRPC: their deadline has passed, or they left."""
    left = context.time_remaining()
    return "CANCELLED" if left is None or left > _CLOCKS_DIFFER else "DEADLINE_EXCEEDED"


async def _end(error: Exception, context: Context, visit: Visit) -> NoReturn:
    """End the call as the error says. What gRPC raises to end a call passes."""
    if isinstance(error, grpc.aio.AbortError):
        code: Any = context.code()  # typed as a status, and a number where it was set as one
        visit.code = code.name if isinstance(code, grpc.StatusCode) else "UNKNOWN"
        raise error
    if not isinstance(error, CallError):
        identifier = secrets.token_hex(8)
        log.error("call failed, id %s, request %s: %s", identifier, visit.request_id, traced(error))
        error = internal(identifier)
    visit.code, visit.reason = error.code.name, error.reason
    status = rpc_status.to_status(status_of(error))
    trailers = (*status.trailing_metadata, (REQUEST_ID, visit.request_id))
    await context.abort(status.code, status.details, trailers)
