"""The open streams of a server, and how they end when it does: what is under way is answered, then UNAVAILABLE.

A stream of requests ends where it waits for the next one, so that the one before has its answer. A stream that only
sends (a watch) ends where it stands.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from referee.service.status import shutting_down

Task = asyncio.Task[Any]


class Streams:
    """The streams that wait, each as the task to cancel."""

    __slots__ = ("_ended", "_ending", "_waiting")

    def __init__(self) -> None:
        self._waiting: set[Task] = set()
        self._ended: set[Task] = set()
        self._ending = False

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """What is awaited here is given up when the server ends; CallError then, and from then on."""
        if self._ending:
            raise shutting_down()
        task = asyncio.current_task()
        assert task is not None
        self._waiting.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if task not in self._ended:
                raise
            task.uncancel()
            raise shutting_down() from None
        finally:
            self._waiting.discard(task)
            self._ended.discard(task)

    async def read(self, contents: AsyncIterator[bytes]) -> bytes:
        """The next message of a stream; StopAsyncIteration behind the last, CallError when the server ends."""
        with self.waiting():
            return await anext(contents)

    def end(self) -> None:
        """End the streams that wait, the others when they come to wait, and new ones at once."""
        self._ending = True
        for task in self._waiting:
            self._ended.add(task)
            task.cancel()
