"""What a served referee takes: calls, streams and batches over the wire, with one process and with two, as ratios.

Callers are processes of their own on the same machine, so that figures a second say what machine it was; what counts
is the ratio to a server of nothing but gRPC (`load_echo.py`) that is asked the same in turn, and what two processes
come to over one. The floor of SERVICE.md is that Echo; its figures of an idle machine stand beside it. Ratios are
medians of interleaved rounds, of figures the best is told.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from overheads import rows_of_clients

HERE = Path(__file__).resolve().parent
ROUNDS = 5
CALLERS = 2
JOBS: dict[str, dict[str, int]] = {
    "Unary": {"calls": 1_000, "connections": 4, "at_once": 16},
    "Stream": {"calls": 1_000, "connections": 2, "at_once": 2},
    "Chunks": {"calls": 8, "connections": 2, "at_once": 2},
    "Batch": {"calls": 24, "connections": 2, "at_once": 2},
}
ITEMS = {"Unary": 1, "Stream": 1, "Chunks": 100, "Batch": 1_000}
NAMES = {
    "Unary": "EvaluateHand",
    "Stream": "records of a stream, one in a message",
    "Chunks": "records of a stream, a hundred in a message",
    "Batch": "hands, a thousand in a batch",
}
FLOORS = {
    "Unary": (5_500, 7_000),
    "Stream": (10_000, 15_000),
    "Chunks": (110_000, 200_000),
    "Batch": (110_000, 200_000),
}
"""Items a second of empty handlers on one idle core, as SERVICE.md measured them: from, to."""
Row = tuple[str, str, str]


@contextmanager
def served(*command: str) -> Iterator[str]:
    """A server, by the address that it announces."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().removeprefix("listening on ").strip()
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def echoing(processes: int) -> Iterator[str]:
    """Echo servers that share a port."""
    with socket.socket() as held, ExitStack() as stack:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind(("127.0.0.1", 0))
        port = str(held.getsockname()[1])
        addresses = [stack.enter_context(served(str(HERE / "load_echo.py"), port)) for _ in range(processes)]
        yield addresses[0]


def ours(workers: int) -> Any:
    """A referee with so many workers."""
    return served("-m", "referee", "serve", "--address", "127.0.0.1:0", "--workers", str(workers))


class Callers:
    """Processes that ask together."""

    def __init__(self, stack: ExitStack) -> None:
        """They end with the stack."""
        command = [sys.executable, str(HERE / "load_caller.py")]
        self._processes = [
            stack.enter_context(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
            for _ in range(CALLERS)
        ]
        for process in self._processes:
            self._told(process)

    def ask(self, kind: str, address: str, *, echo: bool) -> tuple[float, float, float]:
        """Items a second of all callers together, and the median and the 99th of a hundred seconds of a call."""
        job = {"kind": kind, "address": address, "echo": echo, **JOBS[kind]}
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.write(f"{json.dumps(job)}\n")
            process.stdin.flush()
        found = [json.loads(self._told(process)) for process in self._processes]
        items = JOBS[kind]["calls"] * ITEMS[kind] * len(found)
        return (
            items / max(each["seconds"] for each in found),
            median(each["p50"] for each in found),
            max(each["p99"] for each in found),
        )

    def _told(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        return process.stdout.readline()

    def end(self) -> None:
        """No more jobs."""
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()
            process.kill()


def measured() -> dict[str, list[dict[tuple[str, int], tuple[float, float, float]]]]:
    """For each kind of call, of each round: figures by who answered, `echo` or `ours`, and in how many processes."""
    rounds: dict[str, list[dict[tuple[str, int], tuple[float, float, float]]]] = {kind: [] for kind in JOBS}
    with ExitStack() as stack:
        servers = {("echo", number): stack.enter_context(echoing(number)) for number in (1, 2)}
        servers |= {("ours", number): stack.enter_context(ours(number)) for number in (1, 2)}
        callers = Callers(stack)
        for number in range(ROUNDS + 1):
            for kind, kept in rounds.items():
                one = {who: callers.ask(kind, address, echo=who[0] == "echo") for who, address in servers.items()}
                if number:  # the first warms up
                    kept.append(one)
        callers.end()
    return rounds


def ratio(
    rounds: Sequence[dict[tuple[str, int], tuple[float, float, float]]],
    a: tuple[str, int],
    b: tuple[str, int],
    which: int,
) -> float:
    """The median of `a` over `b`."""
    return median(one[a][which] / one[b][which] for one in rounds)


def _milliseconds(middle: float, last: float) -> str:
    return f"{middle:.1f} and {last:.1f} ms"


def _over_floor(kind: str, ours_: float, echo: float) -> str:
    """Items a second over those that SERVICE.md measured, its highest and its lowest; of Echo too, for the machine."""
    low, high = FLOORS[kind]
    told = [f"{one / high:.3g}-{one / low:.3g}x" for one in (ours_, echo)]
    return f"{told[0]} of {low:,}-{high:,}/s; Echo {told[1]}"


def measure() -> list[Row]:
    """Starts the servers, measures, stops them."""
    rows: list[Row] = []
    for kind, rounds in measured().items():
        best = {who: max(one[who][0] for one in rounds) for who in rounds[0]}
        first = {who: min(one[who][1] for one in rounds) * 1e3 for who in rounds[0]}
        last = {who: min(one[who][2] for one in rounds) * 1e3 for who in rounds[0]}
        one, two, echo = ("ours", 1), ("ours", 2), ("echo", 1)
        rows += [
            (f"{NAMES[kind]}; one process", f"{best[one]:,.0f}/s, {ratio(rounds, one, echo, 0):.3g}x Echo", ""),
            ("  Echo of the same messages", f"{best[echo]:,.0f}/s", ""),
            ("  over the floor of SERVICE.md", _over_floor(kind, best[one], best[echo]), ""),
            (
                "  a call takes, median and 99 of 100",
                f"{_milliseconds(first[one], last[one])}; Echo {_milliseconds(first[echo], last[echo])}",
                "",
            ),
            (
                "  the same over Echo's",
                f"{ratio(rounds, one, echo, 1):.3g}x and {ratio(rounds, one, echo, 2):.3g}x",
                "",
            ),
            (
                "  two processes over one",
                f"{ratio(rounds, two, one, 0):.2f}x; Echo {ratio(rounds, ('echo', 2), echo, 0):.2f}x",
                "",
            ),
        ]
    with ours(1) as address:
        rows += rows_of_clients(address)
    return rows


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
