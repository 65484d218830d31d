"""Has pieces judged by processes of this machine, or by the workers of a cluster, and hands out what comes.

Pieces come back in any order, each once. A process that dies takes what it had in hand with it: those pieces are given
out again, and one that kills three processes is reported as lost.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from signal import SIG_IGN, SIGINT, signal
from traceback import format_exception
from typing import Any, Protocol

from referee.audit.judging import Row, judge_piece, lost_piece
from referee.audit.pieces import Piece, Unreadable
from referee.workshop.workers import end_with_parent

_TRIES = 3
_WAITING = 3
"""Pieces for each process that lie ready for it."""

Done = tuple[Piece, Sequence[Row]]
Judge = Callable[[Piece], list[Row]]


class NoCluster(RuntimeError):  # noqa: N818 - named as it is told
    """The cluster cannot be used; the message says why."""


class Runner(Protocol):
    """Has pieces judged."""

    def run(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """The rows of each, in the order in which they come."""


class Local:
    """Processes of this machine; with one job this very process."""

    def __init__(self, jobs: int, judge: Judge = judge_piece) -> None:
        self._jobs = jobs
        self._judge = judge

    def run(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """Judge them all."""
        if self._jobs == 1:
            for piece in pieces:
                yield piece, self._judge(piece)
            return
        deaths: Counter[str] = Counter()
        again: list[Piece] = []
        ended = False
        while not ended or again:
            ended = True
            for piece, rows in self._until_a_death(pieces, again):
                if rows is not None:
                    yield piece, rows
                    continue
                ended = False
                deaths[piece.identity] += 1
                if deaths[piece.identity] >= _TRIES:
                    yield piece, lost_piece(piece)
                else:
                    again.append(piece)

    def _until_a_death(self, pieces: Iterator[Piece], again: list[Piece]) -> Iterator[tuple[Piece, list[Row] | None]]:
        """Rows until no piece is left or a process dies; then the pieces in hand, without rows.

        Of pieces that were in hand at a death each has a pool for itself, so that it is known which one kills.
        """
        while again:
            yield from self._pool(iter([again.pop()]), 1)
        yield from self._pool(pieces, self._jobs)

    def _pool(self, pieces: Iterator[Piece], jobs: int) -> Iterator[tuple[Piece, list[Row] | None]]:
        given: dict[Future[list[Row]], Piece] = {}
        dead = False
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, initializer=_begin) as pool:
            while True:
                while not dead and len(given) < jobs * _WAITING and (piece := next(pieces, None)) is not None:
                    try:
                        given[pool.submit(_judged, self._judge, piece)] = piece
                    except BrokenProcessPool:
                        dead = True
                        yield piece, None
                if not given:
                    return
                for future in wait(given, return_when=FIRST_COMPLETED).done:
                    piece = given.pop(future)
                    broken = isinstance(future.exception(), BrokenProcessPool)
                    dead = dead or broken
                    yield piece, None if broken else future.result()


def _begin() -> None:
    """For the beginning of a process: Ctrl-C is for who asked, who then lets what is under way come to its end."""
    signal(SIGINT, SIG_IGN)
    end_with_parent()


def _judged(judge: Judge, piece: Piece) -> list[Row]:
    """What a process of the pool does. A failure goes back as text: one that cannot be unpickled breaks the pool."""
    try:
        return judge(piece)
    except (OSError, Unreadable):
        raise
    except Exception as error:  # noqa: BLE001 - whatever it is, it is raised again over there
        raise RuntimeError("".join(format_exception(error))) from None


class Cluster:
    """The workers of a Dask scheduler. They read the files themselves, at the same paths as this machine."""

    def __init__(self, address: str) -> None:
        """`address` is HOST:PORT of the scheduler."""
        self._address = address

    def run(self, pieces: Iterator[Piece]) -> Iterator[Done]:
        """Judge them all. The scheduler gives out again what a dead worker had in hand. NoCluster."""
        from distributed import Client, as_completed  # noqa: PLC0415 - an extra
        from distributed.scheduler import KilledWorker  # noqa: PLC0415

        with self._client(Client) as client:
            threads = sum(client.nthreads().values())
            if not threads:
                raise NoCluster(f"the scheduler at {self._address} has no workers")
            given: dict[Any, Piece] = {}
            done: Any = as_completed(loop=client.loop)  # type: ignore[no-untyped-call]

            def give_out() -> bool:
                piece = next(pieces, None)
                if piece is not None:
                    future = client.submit(judge_piece, piece, key=f"audit-{piece.identity}", retries=_TRIES)
                    given[future] = piece
                    done.add(future)
                return piece is not None

            for _ in range(threads * _WAITING):
                if not give_out():
                    break
            for future in done:
                piece, error = given.pop(future), future.exception()
                if error is not None and not isinstance(error, KilledWorker):
                    raise error
                yield piece, future.result() if error is None else lost_piece(piece)
                give_out()

    def _client(self, connect: Any) -> Any:
        try:
            return connect(self._address, timeout=10, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise NoCluster(f"no scheduler answers at {self._address}") from error
