"""Worker processes: they end with the process that asked, however that ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")

_TERMINATED = 128 + signal.SIGTERM
"""As the shell reports a program that was ended by that signal."""


def end_with_parent() -> None:
    """For the beginning of a worker: it does not outlive who asked, for nobody would read what it finds.

    An interrupt at a terminal goes to all processes; it is for who asked to end them, and to say so once.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def shared(jobs: int, function: Callable[..., Result], calls: Iterable[tuple[Any, ...]]) -> Iterator[Result]:
    """What comes of each call, in order, from so many processes. Whoever leaves early, terminated too, waits for none.

    Python's end at SIGTERM would leave their semaphores behind, of which somebody else complains on standard error.
    Nothing is cancelled: a pool whose processes end does not get over it (CPython 3.11).
    """
    alone = current_thread() is main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if alone:
        signal.signal(signal.SIGTERM, _leave)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)
    try:
        with _interrupt_later():
            waiting = [pool.submit(function, *one) for one in calls]
        for done in waiting:
            yield done.result()
    except BaseException:
        for child in active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown()
        if alone:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def _interrupt_later() -> Iterator[None]:
    """An interrupt is delivered behind this: processes that begin in here have it blocked from their first step on."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(_TERMINATED)
