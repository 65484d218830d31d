"""The frame of the benchmarks, with clocks that are moved by hand: turns, ratios, aims, the gate and what is written."""

from __future__ import annotations

import ast
import json
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
sys.path.append(str(BENCH))  # its modules import each other as a program's do

import aims  # noqa: E402
import gate  # noqa: E402
import plot  # noqa: E402
import report  # noqa: E402
import run  # noqa: E402
from figures import (  # noqa: E402
    DEARER,
    FASTER,
    MILLISECONDS,
    MISSED,
    RATE,
    Figure,
    NotInstalled,
    Peer,
    beside,
    of_row,
)
from measuring import Job, Pace, Spread, dearer, faster, in_turn, over  # noqa: E402
from peers.asking import AT_ONCE, agreeing, asking  # noqa: E402

ROUNDS = 9
ONCE = Pace(ROUNDS, 0.0)


class Machine:
    """A machine whose clock moves only when something is done on it; `pace` is how slow it is at the moment."""

    def __init__(self) -> None:
        self.now, self.pace = 0.0, 1.0
        self.done: list[str] = []

    def clock(self) -> float:
        return self.now

    def job(self, name: str, seconds: float, items: int = 1) -> Job:
        def work() -> int:
            self.now += seconds * items * self.pace
            self.done.append(name)
            return items

        return Job(name, work, self.clock)


def spread(value: float) -> Spread:
    return Spread(value, value, value, value, value)


def test_jobs_take_turns_forwards_and_backwards() -> None:
    machine = Machine()
    in_turn([machine.job(name, 1.0) for name in "abc"], ONCE, machine.clock)
    assert "".join(machine.done) == ("abccba" * ROUNDS)[: 3 * ROUNDS]


def test_a_turn_is_long_enough_to_be_timed() -> None:
    machine = Machine()
    (taken,) = in_turn([machine.job("a", 0.001, items=3)], Pace(2, 1.0), machine.clock)
    assert taken.items >= 1.0 / 0.001
    assert taken.items < 3.0 / 0.001, "and not much longer"
    assert taken.cpu == pytest.approx([0.001, 0.001])


def test_a_ratio_is_of_one_round() -> None:
    """A machine that changes its pace from round to round spreads the rates, and no ratio."""
    machine, chance = Machine(), Random(1)
    ours, theirs = machine.job("ours", 0.002), machine.job("theirs", 0.010, items=4)

    def slower() -> int:
        machine.pace = chance.uniform(1, 9)
        return 1

    jobs = [Job("the rest of the world", slower, machine.clock), ours, theirs]
    _, a, b = in_turn(jobs, ONCE, machine.clock)
    assert a.rate().most > 2 * a.rate().least
    for found, wanted in ((faster(a, b), 5.0), (dearer(a, b), 0.2)):
        assert (found.least, found.median, found.most) == pytest.approx((wanted, wanted, wanted))
    assert faster(a, b, wall=True) == faster(a, b)
    assert over(a, b).median < 0


def test_a_spread_is_the_median_and_the_quarters() -> None:
    assert Spread.of([5, 1, 4, 2, 3]) == Spread(3, 2, 4, 1, 5)
    assert Spread.of([7.0]) == spread(7.0)


def test_peers_stand_in_the_same_rounds_and_an_absent_one_is_told() -> None:
    machine = Machine()

    def absent() -> Job:
        raise NotInstalled("a_library")

    peers = [
        Peer("slow", lambda: machine.job("slow", 0.6), aim=2.4, line="mask"),
        Peer("absent", absent, aim=2.4, line="mask"),
        Peer("same", lambda: machine.job("same", 0.1), aim=1.25, kind=DEARER),
    ]
    alone, slow, same, missing = beside("figure", machine.job("ours", 0.2), peers, ONCE)
    assert (alone.kind, alone.value) == (RATE, spread(pytest.approx(5.0)))
    assert slow.value is not None
    assert (slow.value.median, slow.verdict) == (pytest.approx(3.0), "PASS")
    assert same.value is not None
    assert (same.value.median, same.verdict) == (pytest.approx(2.0), MISSED)
    assert (missing.value_text(), missing.verdict) == ("not installed: a_library", "")
    assert len(machine.done) == 3 * ROUNDS


def test_questions_are_fresh_until_all_have_been_asked() -> None:
    heard: list[int] = []
    job = asking("ours", heard.append, range(3 * AT_ONCE), before=AT_ONCE)
    assert heard == list(range(AT_ONCE)), "asked before anything is timed"
    assert [job.work() for _ in range(3)] == [AT_ONCE] * 3
    assert heard[AT_ONCE:] == [*range(AT_ONCE, 3 * AT_ONCE), *range(AT_ONCE, 2 * AT_ONCE)]


def test_a_peer_that_answers_otherwise_is_not_timed() -> None:
    assert agreeing("peer", abs, [1, -2], [1, 2]).work() == 2
    with pytest.raises(AssertionError, match="peer says 2 of -2, and not 3"):
        agreeing("peer", abs, [1, -2], [1, 3])


@pytest.mark.parametrize(
    ("kind", "value", "verdict"),
    [
        (FASTER, 2.4, "PASS"),
        (FASTER, 2.39, MISSED),
        (DEARER, 2.4, "PASS"),
        (DEARER, 2.41, MISSED),
        (RATE, 3.0, "PASS"),
        (MILLISECONDS, 3.0, MISSED),
    ],
)
def test_whether_much_or_little_is_good_lies_in_the_kind(kind: object, value: float, verdict: str) -> None:
    figure = Figure("figure", kind, spread(value), aim=2.4)  # type: ignore[arg-type]
    assert figure.verdict == verdict
    assert (MISSED in figure.row()[1]) == (verdict == MISSED)
    assert replace(figure, aim=None).verdict == ""


def test_a_row_of_an_older_module_keeps_its_verdict() -> None:
    assert of_row(("figure", "3 ms  MISSED", "at most 2 ms")).verdict == MISSED
    assert of_row(("figure", "1 ms", "at most 2 ms")).verdict == "PASS"
    assert of_row(("figure", "1 ms", "")).verdict == ""


def ratio(name: str, value: float, kind: object = FASTER, **more: object) -> Figure:
    return Figure(name, kind, spread(value), "peer", subject="s", **more)  # type: ignore[arg-type]


def test_the_gate_tells_what_fell_out_of_its_band() -> None:
    recorded = gate.ratios([ratio("held", 10.0), ratio("fell", 10.0), ratio("cost", 2.0, DEARER), ratio("gone", 1.0)])
    assert recorded["s: cost / peer"] == 0.5, "what is compared in time is turned over"
    now = gate.ratios(
        [
            ratio("held", 6.1),
            ratio("fell", 5.9),
            ratio("cost", 3.4, DEARER),
            ratio("new", 0.1),
            ratio("of ours", 9.0, own=True),
            replace(ratio("absent", 9.0), value=None),
        ]
    )
    assert set(now) == {"s: held / peer", "s: fell / peer", "s: cost / peer", "s: new / peer"}
    assert [line.split(":")[1].strip() for line in gate.fallen(now, recorded)] == ["cost / peer", "fell / peer"]


@pytest.mark.parametrize(("again", "code"), [(9.0, 0), (5.0, 1)], ids=["a neighbour", "slower"])
def test_what_fell_is_measured_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], again: float, code: int
) -> None:
    monkeypatch.setattr(gate, "RECORDED", tmp_path / "recorded.json")
    gate.record(aims.road(), {"s: held / peer": 10.0, "s: fell / peer": 10.0})
    asked: list[str] = []

    def measured(name: str) -> list[Figure]:
        asked.append(name)
        return [ratio("held", 1.0), ratio("fell", again)]

    assert run.compare([ratio("held", 10.0), ratio("fell", 5.0)], measured) == code
    assert asked == ["bench_s"], "a subject once, and a ratio that was well once stays well"
    assert "measured again: s: fell / peer: 5x as fast, 10x was recorded" in capsys.readouterr().out


def test_each_road_has_its_own_ratios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "RECORDED", tmp_path / "recorded.json")
    assert gate.recorded("plain") == {}
    gate.record("plain", {"s: a": 1.0, "other: a": 3.0})
    gate.record("native", {"s: a": 10.0})
    gate.record("plain", {"s: b": 2.0})
    assert gate.recorded("plain") == {"s: b": 2.0, "other: a": 3.0}, "subjects that were not measured keep theirs"
    assert gate.recorded("native") == {"s: a": 10.0}


def test_what_is_recorded_is_of_figures_that_there_are() -> None:
    held = gate.recorded("plain")
    assert len(held) > 20
    assert all(value > 0 for value in held.values())
    subjects = {path.stem.removeprefix("bench_") for path in BENCH.glob("bench_*.py")}
    assert {key.split(":")[0] for key in held} <= subjects


def test_the_aims_are_told_line_by_line() -> None:
    some = [
        ratio("random", 3.0, line="mask", aim=2.4),
        ratio("rich", 1.2, line="mask", aim=2.4),
        ratio("left | out", 1.0),
    ]
    text = report.markdown(some, ONCE)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert sum(line.text in text for line in aims.LINES.values()) == len(aims.LINES)
    mask = next(row for row in rows if row.startswith(f"| {aims.LINES['mask'].text}"))
    assert [cell.strip() for cell in mask.strip("|").split("|")][3:] == [
        "rich",
        "1.2x [1.2-1.2]",
        "MISSED (1 of 2 reach it)",
    ]
    assert "left \\| out" in text
    assert [one["verdict"] for one in json.loads(json.dumps(report.as_json(some, ONCE)))["figures"]] == [
        "PASS",
        MISSED,
        "",
    ]


def test_right_is_better_in_the_picture() -> None:
    times = replace(ratio("cost", 2.0, DEARER, aim=1.25), value=Spread(2.0, 1.0, 4.0, 1.0, 4.0))
    fast, slow = plot.points([ratio("fast", 3.0, aim=2.0), Figure("alone", RATE, spread(5.0)), times])
    assert (fast.median, fast.aim, fast.colour) == (3.0, 2.0, plot.REACHED)
    assert (slow.low, slow.median, slow.high, slow.aim, slow.colour) == (0.25, 0.5, 1.0, 0.8, plot.NOT_REACHED)


def test_every_module_can_be_run() -> None:
    for path in BENCH.glob("bench_*.py"):
        functions = {one.name for one in ast.parse(path.read_text("utf-8")).body if isinstance(one, ast.FunctionDef)}
        assert "measure" in functions, path.name
