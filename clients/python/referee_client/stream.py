"""A stream of records as a client keeps it: what is on its way, what comes next, and what to send again.

`Sending` knows nothing of connections; `drive` and `drive_async` do. What is sent waits beside what is read, so that
neither side ever waits for the other. A chunk stays here until it is answered, so that after a
broken connection the stream goes on with the first one that was not; never more than the window holds.
"""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

import grpc

from referee_client import arguments, record_reading, records
from referee_client.errors import RefereeError, failure_of
from referee_client.record_calls import line
from referee_client.v1.record_service_pb2 import (
    ChunkVerdicts,
    RecordChunk,
    StreamOpening,
    StreamValidateRecordsRequest,
    StreamValidateRecordsResponse,
    StreamWindow,
)

PATIENCE = 60.0
"""Seconds to wait for the answer to a chunk."""

_ATTEMPTS = 5
_FIRST_WAIT = 0.1
_LOST_SENDING = "Internal error from Core"


@dataclass(slots=True)
class Sending:
    """One stream. `opening` is what holds for all of it; `contents` are the records that are still to be sent."""

    opening: StreamOpening
    contents: Iterator[bytes]
    unanswered: deque[RecordChunk] = field(default_factory=deque)
    counts: deque[int] = field(default_factory=deque)
    window: StreamWindow | None = None
    sequence: int = 1
    number: int = 0
    failures: int = 0
    held: bytes | None = None
    ended: bool = False

    @classmethod
    def of(cls, given: Iterable[records.Record], opening: StreamOpening) -> Sending:
        """Nothing is sent yet; TypeError."""
        arguments.several("given", given)
        return cls(opening, (line(record) for record in given))

    def opened(self) -> StreamValidateRecordsRequest:
        """The first message, also of a stream that goes on."""
        self.opening.first_sequence = self.sequence - len(self.unanswered)
        return StreamValidateRecordsRequest(opening=self.opening)

    def again(self, window: StreamWindow) -> Iterator[StreamValidateRecordsRequest]:
        """What has to be sent again when the server has stated its window."""
        self.window = window
        for chunk in self.unanswered:
            yield StreamValidateRecordsRequest(chunk=chunk)

    def more(self) -> Iterator[StreamValidateRecordsRequest]:
        """What may be sent now."""
        assert self.window is not None
        while len(self.unanswered) < max(1, self.window.chunks):
            lines = self._lines(self.window)
            if not lines:
                return
            chunk = RecordChunk(sequence=self.sequence, lines=b"\n".join(lines))
            self.unanswered.append(chunk)
            self.counts.append(len(lines))
            self.sequence += 1
            yield StreamValidateRecordsRequest(chunk=chunk)

    @property
    def done(self) -> bool:
        """Whether everything is sent and answered."""
        return self.ended and not self.unanswered

    def answered(self, found: ChunkVerdicts) -> Iterator[records.StreamedVerdict]:
        """The answers to the records of the oldest chunk; RefereeError if they are not."""
        chunk = self.unanswered[0] if self.unanswered else None
        if chunk is None or found.sequence != chunk.sequence or len(found.statuses) != self.counts[0]:
            raise RefereeError(grpc.StatusCode.INTERNAL, "the server's answer is to no chunk that was sent")
        self.unanswered.popleft()
        self.counts.popleft()
        self.failures = 0
        verdicts = iter(found.verdicts)
        whole = len(found.verdicts) == len(found.statuses)
        for status in found.statuses:
            name = record_reading.status(status)
            verdict = next(verdicts) if whole or name != "clean" else None
            told = None if verdict is None else record_reading.verdict(verdict)
            yield records.StreamedVerdict(self.number, name, told)
            self.number += 1

    def wait_after(self, error: RefereeError) -> float:
        """Seconds to wait before the stream is opened again; raises the error if there is no use in that.

        A stream goes on where the server was lost (UNAVAILABLE), or had enough of waiting for us (STREAM_IDLE). Where
        it is lost in the middle of a message gRPC for asyncio says so in words of its own.
        """
        self.failures += 1
        again = (
            error.code is grpc.StatusCode.UNAVAILABLE or error.reason == "STREAM_IDLE" or error.message == _LOST_SENDING
        )
        if not again or self.failures >= _ATTEMPTS:
            raise error from None
        wait: float = _FIRST_WAIT * 2 ** (self.failures - 1) * random.uniform(0.8, 1.2)  # noqa: S311
        return wait

    def _lines(self, window: StreamWindow) -> list[bytes]:
        """The records of the next chunk."""
        lines: list[bytes] = []
        size = 0
        while len(lines) < max(1, window.records):
            content = self.held if self.held is not None else next(self.contents, None)
            self.held = None
            if content is None:
                self.ended = True
                break
            if lines and size + 1 + len(content) > window.bytes:
                self.held = content
                break
            lines.append(content)
            size += len(content) + (len(lines) > 1)
        return lines


def drive(method: Any, sending: Sending, seconds: float) -> Iterator[records.StreamedVerdict]:
    """The answers to a stream, which is opened again where that helps; `seconds` is the patience with one answer."""
    while True:
        try:
            yield from _connection(method, sending, seconds)
        except grpc.RpcError as error:
            wait = sending.wait_after(failure_of(error))
        else:
            return
        time.sleep(wait)


def _connection(method: Any, sending: Sending, seconds: float) -> Iterator[records.StreamedVerdict]:
    """The answers that come over one connection."""
    requests: SimpleQueue[StreamValidateRecordsRequest | None] = SimpleQueue()
    call = method(iter(requests.get, None))
    try:
        requests.put(sending.opened())
        for request in sending.again(_answer(call, seconds).window):
            requests.put(request)
        while True:
            for request in sending.more():
                requests.put(request)
            if sending.done:
                return
            yield from sending.answered(_answer(call, seconds).verdicts)
    finally:
        requests.put(None)
        call.cancel()


def _answer(call: Any, seconds: float) -> StreamValidateRecordsResponse:
    """The next answer; RefereeError if none comes in time."""
    timer = threading.Timer(seconds, call.cancel)
    timer.daemon = True
    timer.start()
    try:
        found: StreamValidateRecordsResponse = next(call)
    except StopIteration:
        raise _ended() from None
    except grpc.RpcError:
        if timer.finished.is_set():
            raise _late() from None
        raise
    finally:
        timer.cancel()
    return found


async def drive_async(method: Any, sending: Sending, seconds: float) -> AsyncIterator[records.StreamedVerdict]:
    """The same for programs that run on asyncio."""
    while True:
        try:
            async for verdict in _connection_async(method, sending, seconds):
                yield verdict
        except grpc.RpcError as error:
            wait = sending.wait_after(failure_of(error))
        else:
            return
        await asyncio.sleep(wait)


async def _connection_async(method: Any, sending: Sending, seconds: float) -> AsyncIterator[records.StreamedVerdict]:
    requests: asyncio.Queue[StreamValidateRecordsRequest | None] = asyncio.Queue()

    async def feed() -> AsyncIterator[StreamValidateRecordsRequest]:
        while (request := await requests.get()) is not None:
            yield request

    call = method(feed())
    try:
        requests.put_nowait(sending.opened())
        for request in sending.again((await _answer_async(call, seconds)).window):
            requests.put_nowait(request)
        while True:
            for request in sending.more():
                requests.put_nowait(request)
            if sending.done:
                return
            for verdict in sending.answered((await _answer_async(call, seconds)).verdicts):
                yield verdict
    finally:
        requests.put_nowait(None)
        call.cancel()


async def _answer_async(call: Any, seconds: float) -> StreamValidateRecordsResponse:
    try:
        found: Any = await asyncio.wait_for(call.read(), seconds)
    except TimeoutError:
        raise _late() from None
    if found is grpc.aio.EOF:
        raise _ended()
    answer: StreamValidateRecordsResponse = found
    return answer


def _late() -> RefereeError:
    return RefereeError(grpc.StatusCode.DEADLINE_EXCEEDED, "the server did not answer a chunk in time")


def _ended() -> RefereeError:
    return RefereeError(grpc.StatusCode.INTERNAL, "the server ended the stream before it had answered everything")
