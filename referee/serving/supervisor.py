"""Keeps several processes that answer calls on one port: starts them, replaces those that end, stops them all.

It never loads gRPC. The port is taken here first, by a socket that never listens: so a port of somebody else is told
before anything starts, and it stays ours while a worker is replaced. The system gives each new connection to one of
the workers. A signal is passed on; one that comes again makes an end at once, and what has not ended long after its
grace is killed. When the supervisor itself is killed the workers stop, for their standard input ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.service.addresses import host_and_port, with_port
from referee.service.traces import traced
from referee.serving.admin import Admin
from referee.serving.effective import Plan, to_plain
from referee.serving.failures import CannotRun

log = logging.getLogger("referee.supervisor")

_START_SECONDS = 60.0
_LATE_SECONDS = 5.0
_BRIEF_SECONDS = 2.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

Announce = Callable[[str], None]


async def supervise(plan: Plan, announce: Announce) -> None:
    """Serve with all workers until a signal says stop. CannotRun."""
    with _reserved(plan["address"]) as address:
        async with contextlib.AsyncExitStack() as stack:
            numbers = None
            environment = _environment()
            if plan["admin.address"] is not None:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="referee-metrics-"))
                environment[_FOLDER] = folder
                from referee.serving.metrics import OfWorkers  # noqa: PLC0415 - not where nobody asks for them

                numbers = OfWorkers(folder)
            kept = Supervisor(plan.at(address), environment, numbers)
            if numbers is not None:
                await stack.enter_async_context(Admin(plan["admin.address"], kept.is_ready, numbers.exposition))
            await kept.run(lambda: announce(address))


class Supervisor:
    """The workers of one server."""

    def __init__(self, plan: Plan, environment: dict[str, str], numbers: Any = None) -> None:
        """`numbers`: where restarts and workers are counted (`metrics.OfWorkers`)."""
        self._plan = plan
        self._environment = environment
        self._numbers = numbers
        self._workers: dict[int, _Worker] = {}
        self._stopping = False

    def is_ready(self) -> bool:
        """Whether calls are answered."""
        return not self._stopping and any(worker.ready for worker in self._workers.values())

    async def run(self, announce: Callable[[], None]) -> None:
        """Start them, announce when all serve, keep them until a signal comes, stop them. CannotRun."""
        signals: asyncio.Queue[None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, signals.put_nowait, None)
        if self._plan.tokens or self._plan["folders"]:
            loop.add_signal_handler(signal.SIGHUP, self._read_again)
        stopped = asyncio.ensure_future(signals.get())
        keepers: list[asyncio.Task[None]] = []
        try:
            starting = asyncio.ensure_future(self._start_all())
            await asyncio.wait((starting, stopped), return_when=asyncio.FIRST_COMPLETED)
            if starting.done():
                starting.result()
                announce()
                keepers = [asyncio.ensure_future(self._keep(number)) for number in self._workers]
                await stopped
            starting.cancel()
        finally:
            self._stopping = True
            for keeper in keepers:
                keeper.cancel()
            await self._stop_all(signals)
            stopped.cancel()

    async def _start_all(self) -> None:
        """All of them; if one cannot, none is begun any more. CannotRun."""
        starting = [asyncio.ensure_future(self._start(number)) for number in range(1, self._plan["workers"] + 1)]
        try:
            await asyncio.gather(*starting)
        finally:
            for each in starting:
                each.cancel()
            await asyncio.gather(*starting, return_exceptions=True)

    async def _start(self, number: int) -> None:
        """One worker, until it serves. CannotRun."""
        command = (sys.executable, "-P", "-m", "referee.serving.worker")
        process = await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=self._environment,
            start_new_session=True,  # else Ctrl-C reaches it twice, from the terminal and from here
        )  # fmt: skip
        worker = self._workers[number] = _Worker(process)
        assert process.stdin is not None
        assert process.stdout is not None
        told = {"number": number, "plan": to_plain(self._plan)}
        with contextlib.suppress(OSError):
            process.stdin.write(f"{json.dumps(told)}\n".encode())
            await process.stdin.drain()
        try:
            line = await asyncio.wait_for(process.stdout.readline(), _START_SECONDS)
        except TimeoutError:
            raise CannotRun(f"a worker did not start within {_START_SECONDS:.0f} seconds") from None
        word, _, text = line.decode("utf-8", "replace").strip().partition(" ")
        if word != "ready":
            raise CannotRun(text or "a worker ended before it served")
        worker.ready = True
        self._count()

    async def _keep(self, number: int) -> None:
        """Replace a worker whenever it ends; after one that did not last, a little later each time."""
        pause, clock = _FIRST_PAUSE, asyncio.get_running_loop().time
        began = clock()
        while True:
            worker = self._workers[number]
            code = await worker.process.wait()
            worker.ready = False
            self._count(ended=worker.process.pid)
            log.warning("a worker ended and is replaced, %s", _how(code), extra={"worker": number})
            while not worker.ready:
                if clock() - began < _BRIEF_SECONDS:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _LONGEST_PAUSE)
                else:
                    pause = _FIRST_PAUSE
                began = clock()
                try:
                    await self._start(number)
                except (CannotRun, OSError) as error:
                    why = str(error) if isinstance(error, CannotRun) else traced(error)
                    log.error("a worker cannot be started: %s", why, extra={"worker": number})  # noqa: TRY400
                    await self._ended(self._workers[number])
                worker = self._workers[number]
            log.warning("a worker serves in its place", extra={"worker": number})

    async def _stop_all(self, signals: asyncio.Queue[None]) -> None:
        """Pass the signal on, and the next one too; kill what is left long after its grace."""
        self._signal(signal.SIGTERM)
        ends = asyncio.ensure_future(asyncio.gather(*(worker.process.wait() for worker in self._workers.values())))
        until = self._plan["stop.drain"] + self._plan["stop.grace"] + _LATE_SECONDS
        again = asyncio.ensure_future(signals.get())
        await asyncio.wait((ends, again), timeout=until, return_when=asyncio.FIRST_COMPLETED)
        if not ends.done() and again.done():
            self._signal(signal.SIGTERM)
            await asyncio.wait((ends,), timeout=_LATE_SECONDS)
        again.cancel()
        if not ends.done():
            self._signal(signal.SIGKILL)
        await ends

    async def _ended(self, worker: _Worker) -> None:
        """End one that did not come to serve."""
        with contextlib.suppress(ProcessLookupError):
            worker.process.kill()
        await worker.process.wait()

    def _read_again(self) -> None:
        """Pass on that files are to be read again; a worker that does not serve yet reads them anyway."""
        for worker in self._workers.values():
            if worker.ready:
                with contextlib.suppress(ProcessLookupError):
                    worker.process.send_signal(signal.SIGHUP)

    def _signal(self, number: signal.Signals) -> None:
        for worker in self._workers.values():
            if worker.process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    worker.process.send_signal(number)

    def _count(self, ended: int | None = None) -> None:
        """Tell whoever counts how many serve, and that one has ended."""
        if self._numbers is None:
            return
        self._numbers.workers.set(sum(worker.ready for worker in self._workers.values()))
        if ended is not None:
            self._numbers.restarts.inc()
            self._numbers.gone(ended)


@dataclass(slots=True)
class _Worker:
    process: asyncio.subprocess.Process
    ready: bool = False


def _how(code: int) -> str:
    """`with the exit code 1`, `by the signal 9`."""
    return f"by the signal {-code}" if code < 0 else f"with the exit code {code}"


def _environment() -> dict[str, str]:
    """That of the workers: the very package that is running now, and gRPC without complaints of its own."""
    package = str(Path(__file__).resolve().parents[2])
    others = os.environ.get("PYTHONPATH")
    path = f"{package}{os.pathsep}{others}" if others else package
    return {"GRPC_VERBOSITY": "NONE", **os.environ, "PYTHONPATH": path}


@contextlib.contextmanager
def _reserved(address: str) -> Iterator[str]:
    """The address with a port that is ours. CannotRun."""
    if not hasattr(socket, "SO_REUSEPORT"):
        raise CannotRun("this system lets no two processes share a port; serve with one worker")
    try:
        held = _held(*host_and_port(address))
    except OSError as error:
        raise CannotRun(f"cannot listen on `{address}`: it is taken or no address of this machine") from error
    with held:  # outside of `try`: what fails while it serves is another matter
        yield with_port(address, int(held.getsockname()[1]))


def _held(host: str, port: int) -> socket.socket:
    """A socket that keeps a port for us and the workers; OSError where somebody else has it."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, _, _, place = found[0]
    with socket.socket(family, kind) as probe:  # without SO_REUSEPORT, which would share it with a server of before
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(place)
        place = (place[0], probe.getsockname()[1], *place[2:])
    held = socket.socket(family, kind)
    try:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(place)
    except OSError:
        held.close()
        raise
    return held
