"""A stream of records as a client keeps it: what is on its way, what comes next, and what to send again.

`Sending` knows nothing of connections; the clients drive it. A chunk stays here until it is answered, so that after a
broken connection the stream goes on with the first one that was not; never more than the window holds.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import grpc

from referee_client import record_reading, records
from referee_client.errors import RefereeError
from referee_client.record_calls import line
from referee_client.v1.record_service_pb2 import (
    ChunkVerdicts,
    RecordChunk,
    StreamOpening,
    StreamValidateRecordsRequest,
    StreamWindow,
)

PATIENCE = 60.0
"""Seconds to wait for the answer to a chunk."""

_ATTEMPTS = 5
_FIRST_WAIT = 0.1


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
        """Nothing is sent yet."""
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

        A stream goes on where the server was lost (UNAVAILABLE), or had enough of waiting for us (STREAM_IDLE).
        """
        self.failures += 1
        again = error.code is grpc.StatusCode.UNAVAILABLE or error.reason == "STREAM_IDLE"
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


def lost() -> RefereeError:
    """The server did not answer in time."""
    return RefereeError(grpc.StatusCode.DEADLINE_EXCEEDED, "the server did not answer a chunk in time")



