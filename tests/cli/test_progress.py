"""The bar of long commands: on a terminal alone, and gone at the end."""

import io
import sys

import pytest

from referee.cli import progress
from referee.cli.progress import Progress, bar


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
