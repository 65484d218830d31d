"""The bar of long commands: on a terminal alone, and gone at the end."""

import io
import sys
from random import Random

import pytest

from referee.cli import progress
from referee.cli.progress import OF_THE_HANDS, PATIENCE, Progress, bar
from referee.cli.run import INTERRUPTED, run
from referee.workshop.differences import differences
from referee.workshop.proof.prove import prove
from referee.workshop.seenkinds import PARTS
from referee.workshop.steps import Steps
from tests.tables import house


class Stream(io.StringIO):
    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_on_terminals_only(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    stream = Stream(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "_EVERY", 0.0)
    with Progress(200, "records") as shown:
        shown.step(50)
        shown.step(100)
        before = stream.getvalue()
        shown.clear()
        shown.clear()
    if not terminal:
        assert stream.getvalue() == ""
        return
    assert "[######                  ]  25% 1 records" in before
    assert "[##################      ]  75% 2 records" in before
    assert stream.getvalue() == before + "\r\x1b[2K"


def test_a_bar_is_not_printed_at_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(terminal=True)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "_EVERY", 3_600.0)
    monkeypatch.setattr(progress.time, "monotonic", lambda: 4_000.0)
    with Progress(10, "games") as shown:
        for _ in range(10):
            shown.step()
    assert stream.getvalue().count("games") == 1


def test_a_bar_is_never_more_than_full_and_none_where_the_end_is_not_known() -> None:
    assert bar(30, 10, "3 records") == f"[{'#' * 24}] 100% 3 records"
    assert bar(0, 10, "0 records") == f"[{' ' * 24}]   0% 0 records"
    assert bar(30, 0, "3 records") == "3 records"


def test_quick_work_says_nothing_and_slow_work_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, now = Stream(terminal=True), [100.0]
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(32, OF_THE_HANDS, patience=PATIENCE, clock=lambda: now[0]) as shown:
        shown.step()
        now[0] += PATIENCE - 0.1
        shown.step()
        assert stream.getvalue() == ""
        now[0] += 0.1
        shown.step()
        assert stream.getvalue().endswith("   9% 3 of 32 parts of the hands")
        now[0] += 1.0
        shown.at("kinds of hands asked about", 1_500, 6_000)
        assert stream.getvalue().endswith("  25% kinds of hands asked about: 1,500 of 6,000")
        assert f"of {PARTS} parts" in OF_THE_HANDS
    assert stream.getvalue().endswith("\r\x1b[2K")


@pytest.mark.parametrize("terminal", [True, False])
def test_an_interrupt_is_one_line(monkeypatch: pytest.MonkeyPatch, terminal: bool) -> None:
    stream = Stream(terminal=terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    with Progress(32, OF_THE_HANDS, clock=lambda: 5.0) as shown:
        shown.step()
    shown.interrupted("referee prove")
    assert stream.getvalue().split("\x1b[2K")[-1] == "referee prove: interrupted: 1 of 32 parts of the hands\n"


@pytest.mark.parametrize(
    ("words", "module"),
    [
        (["prove", "spanish-40"], "referee.cli.prove.prove"),
        (["diff", "spanish-40", "house-b"], "referee.cli.diff.differences"),
    ],
)
def test_interrupted_work_ends_with_130(
    words: list[str], module: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_given: object, steps: Steps, **_more: object) -> None:
        steps.part()
        steps.at("kinds of hands asked about", 10, 3_993)
        raise KeyboardInterrupt

    monkeypatch.setattr(module, interrupted)
    assert run(words) == INTERRUPTED
    told = f"referee {words[0]}: interrupted: kinds of hands asked about: 10 of 3,993\n"
    assert capsys.readouterr() == ("", told)


def test_a_proof_and_a_difference_tell_of_every_part() -> None:
    told: list[object] = []
    steps = Steps(lambda: told.append("part"), lambda *one: told.append(one))
    small = "pack: {ranks: [1, 2, 3, 4, sota 10]}\ndeal: {cards: 4}\n"
    kinds = prove(house(small), Random(1), steps=steps).kinds.kinds
    assert told[:PARTS] == ["part"] * PARTS
    assert told[PARTS:] == [("kinds of hands asked about", done, len(kinds)) for done in range(1, len(kinds) + 1)]
    told.clear()
    rule = "close: {may_close: {es.4: melded at least 3 cards and deadwood at most %d points}}\n"
    differ = house(small + rule % 5), house(small + rule % 2)
    found = differences(*differ, Random(1), steps=steps)
    assert found.tallies
    assert told[:PARTS] == ["part"] * PARTS
    assert told[-1] == ("kinds of hands asked about", len(told) - PARTS, len(told) - PARTS)
