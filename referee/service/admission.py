"""Who is let in: the places of one service, the bytes that requests hold, and the time a call may take.

Each service has places of its own, so that whoever uses up those of one (calls, or streams that stay open) leaves those
of the others free: health above all. A call takes its place before its message is read, so that no more messages are on
their way than there are places; the bytes of a message are counted until it has been answered. What does not fit is
refused at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from referee.limits import CALL_SECONDS, CONCURRENT_CALLS, CONCURRENT_STREAMS, HELD_BYTES, REQUEST_BYTES
from referee.service.status import exhausted, too_large

Task = asyncio.Task[Any]


class Held:
    """The bytes of the messages of all services that are being answered."""

    __slots__ = ("size",)

    def __init__(self) -> None:
        self.size = 0


class Places:
    """The calls of one service that are under way, each as the task that answers it, and its open streams."""

    __slots__ = ("_began", "_clock", "_held", "_most_bytes", "_overdue", "_streams")

    def __init__(
        self, held: Held, most_bytes: int = REQUEST_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """All are free. `held` is shared with other services; a message of this one has at most `most_bytes`."""
        self._held = held
        self._most_bytes = most_bytes
        self._clock = clock
        self._began: dict[Task, float] = {}
        self._overdue: set[Task] = set()
        self._streams = 0

    def begin(self) -> Task:
        """A place for the call of this task; CallError if there is none."""
        if len(self._began) >= CONCURRENT_CALLS:
            raise exhausted("CALLS_EXHAUSTED", f"{CONCURRENT_CALLS} calls are being answered, which is the most")
        task = asyncio.current_task()
        assert task is not None
        self._began[task] = self._clock()
        return task

    def end(self, task: Task) -> None:
        """The place is free."""
        del self._began[task]
        self._overdue.discard(task)

    def hold(self, size: int) -> int:
        """Count the bytes of a message, until `free` is told; CallError if they are too many."""
        if size > self._most_bytes:
            raise too_large(size, self._most_bytes)
        if self._held.size + size > HELD_BYTES:
            raise exhausted("BYTES_EXHAUSTED", f"messages of {HELD_BYTES} bytes in all are being answered at most")
        self._held.size += size
        return size

    def free(self, size: int) -> None:
        """So many bytes are held no longer."""
        self._held.size -= size

    def open_stream(self) -> None:
        """A place for a stream; CallError if there is none."""
        if self._streams >= CONCURRENT_STREAMS:
            raise exhausted("STREAMS_EXHAUSTED", f"{CONCURRENT_STREAMS} streams are open, which is the most")
        self._streams += 1

    def close_stream(self) -> None:
        """The place is free."""
        self._streams -= 1

    def cancel_overdue(self) -> None:
        """Cancel the calls that have taken too long; the oldest stand first."""
        latest = self._clock() - CALL_SECONDS
        for task, began in self._began.items():
            if began >= latest:
                break
            self._overdue.add(task)
            task.cancel()

    def is_overdue(self, task: Task) -> bool:
        """Whether it is we who cancelled the task, because it took too long."""
        return task in self._overdue
