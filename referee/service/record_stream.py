"""A stream of records: one opening, then chunks without gaps, each answered before the next is taken in.

So at most one chunk of a stream is held, whatever the client sends: what it sends faster waits in the connection. The
window tells the client how far it may run ahead so that nobody waits for the other.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace

import grpc

from referee.limits import CHUNK_BYTES, CHUNK_RECORDS, STREAM_IDLE_SECONDS, WINDOW_CHUNKS
from referee.service.record_work import Content, How
from referee.service.status import CallError, bad_field
from referee.v1 import record_service_pb2 as messages
from referee.v1 import verdicts_pb2

Requests = AsyncIterator[messages.StreamValidateRecordsRequest]
Opened = Callable[[messages.StreamOpening], Awaitable[How]]
Judge = Callable[[Sequence[Content], How], Awaitable[list[verdicts_pb2.Verdict]]]


async def answers(
    requests: Requests, opened: Opened, judge: Judge, idle: float = STREAM_IDLE_SECONDS
) -> AsyncIterator[messages.StreamValidateRecordsResponse]:
    """What a stream answers. `idle`: seconds that it stays open without a message. CallError."""
    first = await _next(requests, idle)
    if first is None:
        return
    if first.WhichOneof("part") != "opening":
        raise bad_field("opening", "OPENING_MISSING", "the first message of a stream opens it")
    how = await opened(first.opening)
    how = replace(how, bare=not how.full)
    window = messages.StreamWindow(chunks=WINDOW_CHUNKS, records=CHUNK_RECORDS, bytes=CHUNK_BYTES)
    yield messages.StreamValidateRecordsResponse(window=window)
    sequence = first.opening.first_sequence or 1
    while (request := await _next(requests, idle)) is not None:
        contents = contents_of(_chunk(request, sequence))
        verdicts = await judge(contents, how)
        yield messages.StreamValidateRecordsResponse(
            verdicts=messages.ChunkVerdicts(
                sequence=sequence,
                statuses=[verdict.status for verdict in verdicts],
                verdicts=[each for each in verdicts if how.full or each.status != verdicts_pb2.STATUS_CLEAN],
            )
        )
        sequence += 1


async def _next(requests: Requests, idle: float) -> messages.StreamValidateRecordsRequest | None:
    """The next message; None where there are no more. CallError if none comes."""
    try:
        return await asyncio.wait_for(anext(requests), idle)
    except StopAsyncIteration:
        return None
    except TimeoutError:
        message = f"no chunk came for {idle:g} seconds; open again to go on"
        raise CallError(grpc.StatusCode.DEADLINE_EXCEEDED, "STREAM_IDLE", message) from None


def _chunk(request: messages.StreamValidateRecordsRequest, sequence: int) -> messages.RecordChunk:
    """The chunk that a message holds, if it is the one that comes next. CallError."""
    if request.WhichOneof("part") != "chunk":
        raise bad_field("chunk", "CHUNK_MISSING", "behind its opening a stream holds chunks")
    chunk = request.chunk
    if chunk.sequence != sequence:
        message = f"the chunk has the sequence {chunk.sequence}, expected {sequence}"
        raise bad_field("chunk.sequence", "SEQUENCE_BROKEN", message, expected=str(sequence))
    return chunk


def contents_of(chunk: messages.RecordChunk) -> list[Content]:
    """The records of a chunk; CallError if they are too many."""
    if chunk.lines and chunk.records:
        raise bad_field("chunk.records", "FIELD_MISPLACED", "a chunk holds lines or messages, and not both")
    size = len(chunk.lines) if chunk.lines else sum(record.ByteSize() for record in chunk.records)
    if size > CHUNK_BYTES:
        raise bad_field("chunk", "CHUNK_TOO_LARGE", f"the chunk has {size} bytes, the most is {CHUNK_BYTES}")
    contents: list[Content] = [line for line in chunk.lines.split(b"\n") if line.strip()]
    contents.extend(chunk.records)
    if len(contents) > CHUNK_RECORDS:
        message = f"the chunk has {len(contents)} records, the most is {CHUNK_RECORDS}"
        raise bad_field("chunk", "CHUNK_TOO_LARGE", message)
    return contents
