"""More than a server takes: what is refused says so and says when to come again, and afterwards all is well."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status

from referee.v1.record_service_pb2 import StreamOpening, StreamValidateRecordsRequest
from referee.v1.record_service_pb2_grpc import RecordServiceStub
from referee.v1.referee_service_pb2 import EvaluateHandRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from tests.load.storm import TABLE, many_records

HAND = EvaluateHandRequest(table=TABLE, cards=["7o", "7c", "7e", "1o", "2o", "3o", "12b"])
APART = (("grpc.use_local_subchannel_pool", 1),)


def why(error: BaseException) -> tuple[str, str, int]:
    """Code, reason, and the seconds after which to come again (0: it is not said)."""
    assert isinstance(error, grpc.aio.AioRpcError), error
    about, again = ErrorInfo(), RetryInfo()
    for detail in rpc_status.from_call(error).details:
        assert detail.Unpack(about) or detail.Unpack(again)
    return error.code().name, about.reason, again.retry_delay.seconds


async def test_calls_beyond_the_places_are_refused_and_whoever_comes_again_is_answered(running: Any) -> None:
    """Twenty callers at a server with four places: each gets its answer by coming again."""
    refused: Counter[tuple[str, str, int]] = Counter()
    batch = many_records(60)
    with running("--limits-calls", "4") as served:
        async with AsyncExitStack() as opened:
            channels = [
                await opened.enter_async_context(grpc.aio.insecure_channel(served.address, APART)) for _ in range(4)
            ]
            stubs: list[Any] = [RecordServiceStub(channel) for channel in channels]
            expected = await stubs[0].BatchValidateRecords(batch, timeout=60)
            assert len(expected.results) == 60

            async def caller(number: int) -> None:
                for attempt in range(100):
                    try:
                        answer = await stubs[number % 4].BatchValidateRecords(batch, timeout=60)
                    except grpc.aio.AioRpcError as error:
                        refused[why(error)] += 1
                        await asyncio.sleep(0.05 * (number % 10 + attempt))  # sooner than is asked: the test is short
                    else:
                        assert answer == expected
                        return
                pytest.fail("a caller was refused a hundred times")

            await asyncio.gather(*(caller(number) for number in range(20)))
            alone = [await RefereeServiceStub(channels[0]).EvaluateHand(HAND, timeout=10) for _ in range(20)]
        assert served.stop() == 0

    assert set(refused) == {("RESOURCE_EXHAUSTED", "CALLS_EXHAUSTED", 1)}
    assert len({answer.SerializeToString() for answer in alone}) == 1
    assert served.log == []


async def test_bytes_beyond_the_room_are_refused_and_the_room_is_free_again(running: Any) -> None:
    """One process may hold a mebibyte here, and twelve batches come at once."""
    with running("--limits-held-bytes", "1048576") as served:
        async with grpc.aio.insecure_channel(served.address) as channel:
            records: Any = RecordServiceStub(channel)
            batch = many_records(300)
            fits = 1_048_576 // batch.ByteSize()
            assert 1 <= fits < 9
            for _ in range(2):
                asked = (records.BatchValidateRecords(batch, timeout=60) for _ in range(12))
                answers = await asyncio.gather(*asked, return_exceptions=True)
                failed = {why(each) for each in answers if isinstance(each, BaseException)}
                assert failed == {("RESOURCE_EXHAUSTED", "BYTES_EXHAUSTED", 1)}
                assert sum(not isinstance(each, BaseException) for each in answers) >= fits
            assert (await RefereeServiceStub(channel).EvaluateHand(HAND, timeout=10)).HasField("value")


async def test_streams_beyond_the_places_are_refused_while_calls_are_not(running: Any) -> None:
    opening = StreamValidateRecordsRequest(opening=StreamOpening())
    with running("--limits-streams", "3") as served:
        async with grpc.aio.insecure_channel(served.address) as channel:
            validate: Callable[..., Any] = RecordServiceStub(channel).StreamValidateRecords
            for _ in range(3):  # as often as one likes
                streams = [validate() for _ in range(3)]
                for stream in streams:
                    await stream.write(opening)
                    assert (await stream.read()).window.chunks
                with pytest.raises(grpc.aio.AioRpcError) as raised:
                    await validate().read()
                assert why(raised.value) == ("RESOURCE_EXHAUSTED", "STREAMS_EXHAUSTED", 1)
                assert (await RefereeServiceStub(channel).EvaluateHand(HAND, timeout=10)).HasField("value")
                for stream in streams:
                    await stream.done_writing()
                    assert await stream.read() is grpc.aio.EOF
                    assert await stream.code() is grpc.StatusCode.OK
