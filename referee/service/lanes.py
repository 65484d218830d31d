"""Work beside the loop: lanes of one thread each, and work that several calls wait for.

What waits in a lane waits in the loop and not with the thread, so that a call whose deadline has passed leaves nothing
behind: neither its place in the line nor its request. Only what a thread has begun, it finishes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, ParamSpec, TypeVar

from referee.service.status import exhausted

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Lane:
    """One thread that does one thing after another, first come first served."""

    def __init__(self, name: str, most: int) -> None:
        """At most `most` calls wait for it or have it; one more is refused."""
        self._name = name
        self._most = most
        self._waiting = 0
        self._free = asyncio.Semaphore(1)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """What the work returns or raises; CallError if too many wait."""
        if self._waiting >= self._most:
            raise exhausted("LANE_FULL", f"{self._most} calls wait to {self._name}, which is the most")
        self._waiting += 1
        try:
            await self._free.acquire()
            done = self._thread.submit(work, *args, **kwargs)
            loop = asyncio.get_running_loop()
            done.add_done_callback(lambda _: self._freed(loop))
            return await asyncio.wrap_future(done)
        finally:
            self._waiting -= 1

    def _freed(self, loop: asyncio.AbstractEventLoop) -> None:
        """The thread is free: called by the thread itself, and not when a call stops waiting for what it does."""
        with contextlib.suppress(RuntimeError):  # the loop has ended before the work
            loop.call_soon_threadsafe(self._free.release)

    def close(self) -> None:
        """No more work; what is under way is finished."""
        self._thread.shutdown(wait=False, cancel_futures=True)


class Shared(Generic[Result]):
    """Work that is done once for all calls that want it at the same time, and dropped when none wants it any more."""

    def __init__(self) -> None:
        self._under_way: dict[Hashable, _Work[Result]] = {}

    async def do(self, key: Hashable, begin: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        """What the work named `key` comes to; `begin` begins it if it is not under way."""
        work = self._under_way.get(key)
        if work is None:
            work = self._under_way[key] = _Work(asyncio.ensure_future(begin()))
        work.wanted += 1
        try:
            return await asyncio.shield(work.task)
        finally:
            work.wanted -= 1
            if not work.wanted:
                work.task.cancel()
                self._under_way.pop(key, None)


class _Work(Generic[Result]):
    """A task, and how many calls wait for it."""

    __slots__ = ("task", "wanted")

    def __init__(self, task: asyncio.Task[Result]) -> None:
        self.task = task
        self.wanted = 0
