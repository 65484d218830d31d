"""Worker processes: they end with the process that asked, however that ends, and nothing of theirs is left behind."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Final, NoReturn

TERMINATED: Final = 143
"""As the shell reports a program that was ended by SIGTERM."""


@contextmanager
def crew(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many workers, each a new interpreter. An exception that leaves the block ends them at once.

    Where nobody else listens to SIGTERM it becomes SystemExit: a process that is simply gone leaves semaphores behind,
    of which Python then warns in words that are nobody's business.
    """
    listens = threading.current_thread() is threading.main_thread()
    listens = listens and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if listens:
        signal.signal(signal.SIGTERM, _terminated)
    try:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=end_with_parent) as pool:
            try:
                yield pool
            except BaseException:
                for child in active_children():
                    child.terminate()
                raise
    finally:
        if listens:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _terminated(number: int, frame: object) -> NoReturn:
    """End as an exception does."""
    del number, frame
    raise SystemExit(TERMINATED)


def end_with_parent() -> None:
    """For the beginning of a worker: it does not outlive who asked, for nobody would read what it finds."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()
