"""Asks an implementation all questions of the conformance kit and compares its answers with the vectors.

    python tests/conformance/run.py -- COMMAND...          a program that speaks PROTOCOL.md on its standard input and output
    python tests/conformance/run.py --grpc HOST:PORT       a server, through the Python client

    --op NAME      only this op, may be said again; what is no question at all is asked always
    --part NAME    only this file of vectors
    --every N      only every Nth vector of a part
    --show N       so many differences are printed in full (5)

COMMAND is started in the top folder of the checkout, for paths of rule sets are relative to it. The result is 0 if every
answer is the one wanted, 1 if not, 2 if nothing could be asked. Needs nothing but Python, and the client for `--grpc`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

TOP = Path(__file__).resolve().parents[2]
VECTORS = Path(__file__).resolve().parent / "vectors"
WINDOW = 64
"""So many questions are on their way without an answer, so that neither side waits for the other's line by line."""

PATIENCE = 120
"""Seconds without an answer, then the program is stopped."""

NO_OP = "(no question)"
Answer = dict[str, Any]


@dataclass(frozen=True)
class Vector:
    """What is sent, what must come back, and where it stands: part, and number from 1."""

    part: str
    number: int
    held: dict[str, Any]

    @property
    def op(self) -> str:
        """The op it counts for."""
        op = self.held.get("question", {}).get("op")
        return op if isinstance(op, str) and op in OPS else NO_OP

    @property
    def line(self) -> bytes:
        """The line without its end."""
        if "bytes" in self.held:
            return bytes.fromhex(self.held["bytes"])
        if "line" in self.held:
            text: str = self.held["line"]
            return text.encode() * int(self.held.get("times", 1))
        return json.dumps(self.held["question"], ensure_ascii=False).encode()


OPS = ("deadwood", "meld", "close", "invalid_hand", "layoff", "legal_actions", "validate")


@dataclass
class Count:
    """What came of the questions of one op. `lines`: so many of those answered had no RPC but that for lines."""

    same: int = 0
    other: int = 0
    lines: int = 0
    unasked: int = 0


@dataclass
class Tally:
    """What came of all questions; `told` are the first differences."""

    show: int
    counts: dict[str, Count] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    def of(self, vector: Vector) -> Count:
        """The count of the op of a vector."""
        return self.counts.setdefault(vector.op, Count())

    def unasked(self, vector: Vector, reason: str) -> None:
        """Counts one that was not asked, and why."""
        self.of(vector).unasked += 1
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def answered(self, vector: Vector, given: Answer | str | None, *, as_line: bool = False) -> None:
        """Compares one answer; a text is a line that is no answer, None is none at all."""
        self.of(vector).lines += as_line
        from tests.conformance.comparing import meets, same  # noqa: PLC0415 - the checkout is only then where Python looks

        read = given if isinstance(given, dict) else None
        wanted = vector.held["answer"]
        if same(read, wanted) and meets(read, vector.held.get("expect", {})):
            self.of(vector).same += 1
            return
        self.of(vector).other += 1
        if len(self.told) < self.show:
            shown = json.dumps(given, ensure_ascii=False) if read is not None else given or "nothing"
            case = f" (case {vector.held['case']})" if "case" in vector.held else ""
            where = f"{vector.part}, vector {vector.number}{case}"
            line = vector.line.decode("utf-8", "backslashreplace")
            self.told.append(
                f"{where}\n  question {_cut(line)}\n  wanted   {_cut(json.dumps(wanted, ensure_ascii=False))}\n"
                f"  given    {_cut(shown)}"
            )

    def print(self) -> int:
        """The table and the first differences; the exit code."""
        print(f"{'op':<16}{'same':>8}{'other':>8}{'as lines':>10}{'not asked':>11}")
        for op in (*OPS, NO_OP):
            if op in self.counts:
                one = self.counts[op]
                print(f"{op:<16}{one.same:>8,}{one.other:>8,}{one.lines:>10,}{one.unasked:>11,}")
        every = self.counts.values()
        same, other = sum(one.same for one in every), sum(one.other for one in every)
        lines, unasked = sum(one.lines for one in every), sum(one.unasked for one in every)
        print(f"{'all':<16}{same:>8,}{other:>8,}{lines:>10,}{unasked:>11,}   {time.monotonic() - self.began:.1f} s")
        for reason, number in sorted(self.reasons.items()):
            print(f"not asked: {number:,}, {reason}")
        for one in self.told:
            print(f"\n{one}")
        if other > len(self.told):
            print(f"\n... and {other - len(self.told):,} more that differ")
        if not same and not other:
            return 2
        return 1 if other else 0


def _cut(text: str, most: int = 2_000) -> str:
    return text if len(text) <= most else f"{text[:most]}... ({len(text):,} characters)"


def vectors(parts: Iterable[str], ops: Iterable[str], every: int) -> Iterator[Vector]:
    """The vectors of these parts, of these ops if any is named."""
    wanted = {*ops, NO_OP}
    for part in parts:
        with gzip.open(VECTORS / f"{part}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                vector = Vector(part, number, json.loads(line))
                if number % every == 0 and (len(wanted) == 1 or vector.op in wanted):
                    yield vector


def over_pipes(command: list[str], asked: list[Vector], tally: Tally) -> None:
    """Asks a program; questions are written by a thread of its own, so that no pipe can fill up for good."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=TOP) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        room = threading.Semaphore(WINDOW)
        heard = [time.monotonic()]
        writer = threading.Thread(target=_write, args=(process.stdin, asked, room), daemon=True)
        watch = threading.Thread(target=_watch, args=(process, heard), daemon=True)
        writer.start()
        watch.start()
        for vector in asked:
            line = process.stdout.readline()
            heard[0] = time.monotonic()
            room.release()
            tally.answered(vector, _read(line))
            if not line:
                break
        else:
            more = process.stdout.readline()
            if more:
                tally.answered(
                    Vector("behind the last", 0, {"line": "", "answer": {}}), more.decode("utf-8", "replace")
                )
        room.release(len(asked))
        writer.join()
        process.stdout.close()
        if process.wait() != 0:
            print(f"the program ended with {process.returncode}", file=sys.stderr)
    answered = sum(one.same + one.other for one in tally.counts.values())
    for vector in asked[answered:]:
        tally.of(vector).other += 1


def _write(questions: IO[bytes], asked: list[Vector], room: threading.Semaphore) -> None:
    """Writes as many as there is room for; a program that is gone takes no more."""
    try:
        for vector in asked:
            room.acquire()
            questions.write(vector.line + b"\n")
            questions.flush()
    except BrokenPipeError:
        pass
    with suppress(BrokenPipeError):
        questions.close()


def _watch(process: subprocess.Popen[bytes], heard: list[float]) -> None:
    """Stops a program that says nothing any more: its pipe then ends, and so does whoever reads it."""
    while process.poll() is None:
        time.sleep(0.2)
        if time.monotonic() - heard[0] > PATIENCE:
            process.kill()


def _read(line: bytes) -> Answer | str | None:
    if not line:
        return None
    try:
        found = json.loads(line)
    except ValueError:
        found = None
    return found if isinstance(found, dict) else line.decode("utf-8", "replace").rstrip("\n")


def main(arguments: list[str]) -> int:
    """Asks, prints, and says how it went."""
    parser = argparse.ArgumentParser(prog="run.py", description="Asks an implementation the questions of the kit.")
    parser.add_argument("--grpc", metavar="HOST:PORT", help="a server to ask, instead of a program")
    parser.add_argument("--op", action="append", default=[], choices=OPS, metavar="NAME", help="only this op")
    parser.add_argument("--part", action="append", metavar="NAME", help="only this file of vectors")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth vector of a part")
    parser.add_argument("--show", type=int, default=5, metavar="N", help="so many differences in full")
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="the program and its arguments, behind --")
    chosen = parser.parse_args(arguments)
    if bool(chosen.grpc) == bool(chosen.command):
        parser.error("either -- COMMAND... or --grpc HOST:PORT")
    try:
        parts = chosen.part or list(json.loads((VECTORS / "contents.json").read_text("utf-8")))
        asked = list(vectors(parts, chosen.op, max(chosen.every, 1)))
        tally = Tally(chosen.show)
        _asker(chosen)(asked, tally)
    except OSError as error:
        print(f"run.py: {error}", file=sys.stderr)
        return 2
    return tally.print()


def _asker(chosen: argparse.Namespace) -> Callable[[list[Vector], Tally], None]:
    if chosen.grpc:
        from tests.conformance.over_grpc import over_grpc  # noqa: PLC0415 - the client is needed for this only

        return lambda asked, tally: over_grpc(chosen.grpc, asked, tally)
    command = list(chosen.command)
    found = shutil.which(command[0])
    if found is None:
        raise FileNotFoundError(f"there is no program {command[0]}")
    command[0] = os.path.abspath(found)  # noqa: PTH100 - a link to a program must stay what it is called
    return lambda asked, tally: over_pipes(command, asked, tally)


if __name__ == "__main__":
    sys.path.append(str(TOP))
    sys.exit(main(sys.argv[1:]))
