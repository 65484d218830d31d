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

from referee.limits import REQUEST_BYTES
from referee.service.status import CallError, exhausted, overdue, too_large
from referee.service.terms import Bounds

Task = asyncio.Task[Any]


class Held:
    """The bytes of the messages of all services that are being answered."""

    __slots__ = ("size",)

    def __init__(self) -> None:
        self.size = 0


class Places:
    """The calls of one service that are under way, each as the task that answers it, and its open streams."""

    __slots__ = ("_bounds", "_clock", "_held", "_most_bytes", "_overdue", "_streams", "_until")

    def __init__(
        self,
        held: Held,
        most_bytes: int = REQUEST_BYTES,
        bounds: Bounds | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """All are free. `held` is shared with other services; a message of this one has at most `most_bytes`."""
        self._held = held
        self._most_bytes = most_bytes
        self._bounds = bounds or Bounds()
        self._clock = clock
        self._until: dict[Task, tuple[float, bool]] = {}
        self._overdue: set[Task] = set()
        self._streams = 0

    def begin(self, *, has_deadline: bool = True) -> Task:
        """A place for the call of this task; CallError if there is none. A deadline is the caller's own."""
        bounds = self._bounds
        if len(self._until) >= bounds.calls:
            raise exhausted("CALLS_EXHAUSTED", f"{bounds.calls} calls are being answered, which is the most")
        task = asyncio.current_task()
        assert task is not None
        seconds = bounds.most_seconds if has_deadline else min(bounds.default_seconds, bounds.most_seconds)
        self._until[task] = self._clock() + seconds, has_deadline
        return task

    def end(self, task: Task) -> None:
        """The place is free."""
        del self._until[task]
        self._overdue.discard(task)

    def leave(self, task: Task, size: int) -> None:
        """The place is free, and so many bytes are held no longer."""
        self._held.size -= size
        del self._until[task]
        if self._overdue:
            self._overdue.discard(task)

    def hold(self, size: int) -> int:
        """Count the bytes of a message, until `free` is told; CallError if they are too many."""
        if size > self._most_bytes:
            raise too_large(size, self._most_bytes)
        most = self._bounds.held_bytes
        if self._held.size + size > most:
            raise exhausted("BYTES_EXHAUSTED", f"messages of {most} bytes in all are being answered at most")
        self._held.size += size
        return size

    def free(self, size: int) -> None:
        """So many bytes are held no longer."""
        self._held.size -= size

    def open_stream(self) -> None:
        """A place for a stream; CallError if there is none."""
        most = self._bounds.streams
        if self._streams >= most:
            raise exhausted("STREAMS_EXHAUSTED", f"{most} streams are open, which is the most")
        self._streams += 1

    def close_stream(self) -> None:
        """The place is free."""
        self._streams -= 1

    def cancel_overdue(self) -> None:
        """Cancel the calls that have taken too long."""
        now = self._clock()
        for task, (until, _) in self._until.items():
            if until < now and task not in self._overdue:
                self._overdue.add(task)
                task.cancel()

    def overdue(self, task: Task) -> CallError | None:
        """What the caller is told if it is we who cancelled the task, because it took too long."""
        if task not in self._overdue:
            return None
        own = self._until[task][1]
        bounds = self._bounds
        return overdue(bounds.most_seconds if own else min(bounds.default_seconds, bounds.most_seconds), own=own)
