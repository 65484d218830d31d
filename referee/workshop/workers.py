"""Worker processes: they end with the process that asked, however that ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread, current_thread, main_thread
from types import FrameType

_TERMINATED = 128 + signal.SIGTERM
"""As the shell reports a program that was ended by that signal."""


def end_with_parent() -> None:
    """For the beginning of a worker: it does not outlive who asked, for nobody would read what it finds."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes to share work. Whoever leaves early, terminated too, waits for none of them.

    Python's end at SIGTERM would leave their semaphores behind, of which somebody else complains on standard error.
    """
    alone = current_thread() is main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if alone:
        signal.signal(signal.SIGTERM, _leave)
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent)
    try:
        yield pool
    except BaseException:
        for child in active_children():
            child.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    finally:
        pool.shutdown()
        if alone:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _leave(_signal: int, _frame: FrameType | None) -> None:
    raise SystemExit(_TERMINATED)
