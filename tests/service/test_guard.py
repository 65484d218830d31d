"""Nothing of ours leaks through the guard, and nothing of theirs crashes it: handlers made for the test, a real
server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status

from referee.limits import CONCURRENT_STREAMS
from referee.service.guard import GuardedServer
from referee.service.status import DETAIL_BYTES, CallError, FieldFault, bad_request
from referee.v1.hands_pb2 import CloseQuestion

SECRET = "hand of bob is 7o 7c 7e"
NOT_A_MESSAGE = b"\x0a\xff\xff\xff\xff\xff\xff"
INVALID_UTF8 = b"\x1a\x02\xc3\x28"  # a string field whose bytes are no text


async def raising(request: Any, context: Any) -> Any:
    raise ValueError(SECRET)


async def raising_stream(request: Any, context: Any) -> AsyncIterator[Any]:
    yield request
    raise ValueError(SECRET)


async def raising_writer(request: Any, context: Any) -> None:
    await context.write(request)
    raise ValueError(SECRET)


async def aborting(request: Any, context: Any) -> Any:
    await context.abort(grpc.StatusCode.ALREADY_EXISTS, "said by the handler")


async def failing(request: Any, context: Any) -> Any:
    raise CallError(grpc.StatusCode.NOT_FOUND, "NOT_THERE", "ez dago — « ñ »", {"name": "7o"})


async def failing_at_length(request: Any, context: Any) -> Any:
    faults = [FieldFault(f"field[{n}]", "WRONG", "ñ" * 5000 + "\n\x00") for n in range(5000)]
    raise bad_request(faults, {"long": "x" * 5000})


async def waiting(request: Any, context: Any) -> AsyncIterator[Any]:
    yield request
    await asyncio.sleep(60)


async def echo(request: Any, context: Any) -> Any:
    return request


async def echo_all(requests: Any, context: Any) -> AsyncIterator[Any]:
    async for request in requests:
        yield request


async def last(requests: Any, context: Any) -> Any:
    found = None
    async for request in requests:
        found = request
    return found


DECODING = (CloseQuestion.FromString, CloseQuestion.SerializeToString)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def guarded() -> AsyncIterator[grpc.aio.Channel]:
    server = GuardedServer(grpc.aio.server(options=(("grpc.so_reuseport", 0),)))
    unary = {name: handler for name, handler in globals().items() if name in {"raising", "aborting", "failing", "echo"}}
    unary["failing_at_length"] = failing_at_length
    handlers = {name: grpc.unary_unary_rpc_method_handler(handler, *DECODING) for name, handler in unary.items()}
    for name in ("raising_stream", "raising_writer", "waiting"):
        handlers[name] = grpc.unary_stream_rpc_method_handler(globals()[name], *DECODING)
    handlers["echo_all"] = grpc.stream_stream_rpc_method_handler(echo_all, *DECODING)
    handlers["last"] = grpc.stream_unary_rpc_method_handler(last, *DECODING)
    handlers["raw"] = grpc.unary_unary_rpc_method_handler(echo)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Generic", handlers),))
    server.add_registered_method_handlers("test.Registered", handlers)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield channel
    await server.stop(0)


async def call(channel: grpc.aio.Channel, method: str, content: bytes = b"") -> grpc.aio.AioRpcError:
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await channel.unary_unary(method)(content)
    return raised.value


def reason(error: grpc.aio.AioRpcError) -> tuple[str, str, dict[str, str]]:
    status = rpc_status.from_call(error)
    details = ErrorInfo()
    assert status.details[0].Unpack(details)
    return details.domain, details.reason, dict(details.metadata)


@pytest.mark.parametrize("service", ["Generic", "Registered"])
async def test_an_exception_is_internal_with_an_id_and_its_text_stays_out_of_answer_and_log(
    guarded: grpc.aio.Channel, service: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "referee.service"):
        error = await call(guarded, f"/test.{service}/raising")
    domain, told, metadata = reason(error)

    assert error.code() is grpc.StatusCode.INTERNAL
    assert (domain, told) == ("referee.v1", "INTERNAL")
    assert error.details() == f"the referee failed, id {metadata['id']}"
    assert not any(part in f"{error.details()}{error.trailing_metadata()}" for part in ("bob", "7o", "ValueError"))
    logged = [record for record in caplog.records if metadata["id"] in record.getMessage()]
    assert len(logged) == 1
    assert "ValueError at test_guard.py" in logged[0].getMessage()
    assert logged[0].exc_info is None
    assert SECRET not in logged[0].getMessage()


@pytest.mark.parametrize("method", ["raising_stream", "raising_writer"])
async def test_a_stream_that_fails_leaks_nothing_either(guarded: grpc.aio.Channel, method: str) -> None:
    stream = guarded.unary_stream(f"/test.Generic/{method}")(b"")
    assert await stream.read() == b""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await stream.read()

    assert raised.value.code() is grpc.StatusCode.INTERNAL
    assert "bob" not in f"{raised.value.details()}{raised.value.trailing_metadata()}"


async def test_what_a_handler_aborts_with_passes(guarded: grpc.aio.Channel) -> None:
    error = await call(guarded, "/test.Generic/aborting")

    assert error.code() is grpc.StatusCode.ALREADY_EXISTS
    assert error.details() == "said by the handler"


async def test_a_call_error_is_sent_with_its_reason(guarded: grpc.aio.Channel) -> None:
    error = await call(guarded, "/test.Generic/failing")

    assert error.code() is grpc.StatusCode.NOT_FOUND
    assert error.details() == "ez dago — « ñ »"
    assert reason(error) == ("referee.v1", "NOT_THERE", {"name": "7o"})


async def test_five_thousand_faults_stay_within_the_budget_of_trailers(guarded: grpc.aio.Channel) -> None:
    error = await call(guarded, "/test.Generic/failing_at_length")
    packed = dict(error.trailing_metadata())["grpc-status-details-bin"]

    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert reason(error)[1] == "WRONG"
    assert len(packed) <= DETAIL_BYTES
    assert 1 <= packed.count(b"field[") <= 21


@pytest.mark.parametrize("content", [NOT_A_MESSAGE, INVALID_UTF8])
@pytest.mark.parametrize("service", ["Generic", "Registered"])
async def test_bytes_that_are_no_message_are_the_callers_fault(
    guarded: grpc.aio.Channel, service: str, content: bytes
) -> None:
    error = await call(guarded, f"/test.{service}/echo", content)

    assert error.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert reason(error)[1] == "REQUEST_UNDECODABLE"
    assert error.details() == "the request is not a message of this method"


async def test_a_call_without_a_message_is_the_callers_fault(guarded: grpc.aio.Channel) -> None:
    async def nothing() -> AsyncIterator[bytes]:
        return
        yield

    for method in (guarded.stream_unary("/test.Generic/echo"), guarded.stream_unary("/test.Registered/echo")):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await method(nothing())
        assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert reason(raised.value)[1] == "REQUEST_UNDECODABLE"


@pytest.mark.parametrize("kind", ["stream_stream", "stream_unary"])
async def test_a_stream_of_requests_fails_at_the_first_that_is_no_message(guarded: grpc.aio.Channel, kind: str) -> None:
    async def requests() -> AsyncIterator[bytes]:
        yield b""
        yield NOT_A_MESSAGE

    async def answered() -> None:
        if kind == "stream_unary":
            await guarded.stream_unary("/test.Generic/last")(requests())
        async for _ in guarded.stream_stream("/test.Generic/echo_all")(requests()):
            pass

    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await answered()

    assert raised.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert reason(raised.value)[1] == "REQUEST_UNDECODABLE"


async def test_a_handler_without_a_deserializer_takes_the_bytes_as_they_come(guarded: grpc.aio.Channel) -> None:
    assert await guarded.unary_unary("/test.Generic/raw")(NOT_A_MESSAGE) == NOT_A_MESSAGE


async def test_an_unknown_method_is_unimplemented(guarded: grpc.aio.Channel) -> None:
    assert (await call(guarded, "/test.Generic/nothing")).code() is grpc.StatusCode.UNIMPLEMENTED


async def test_streams_have_a_limit_of_their_own(guarded: grpc.aio.Channel) -> None:
    """As many as the limit stay open; one more is refused; calls are answered all the while; a place that is left is
    free."""
    method = guarded.unary_stream("/test.Generic/waiting")
    opened = [method(b"") for _ in range(CONCURRENT_STREAMS)]
    assert [await stream.read() for stream in opened] == [b""] * CONCURRENT_STREAMS

    refused = method(b"")
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await refused.read()
    assert raised.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert reason(raised.value)[1] == "STREAMS_EXHAUSTED"
    assert await guarded.unary_unary("/test.Generic/echo")(b"") == b""

    opened.pop().cancel()
    for _ in range(50):
        again = method(b"")
        try:
            assert await again.read() == b""
            break
        except grpc.aio.AioRpcError:
            await asyncio.sleep(0.02)
    else:
        pytest.fail("the place of a stream that ended was not free again")
    for stream in (*opened, again):
        stream.cancel()
