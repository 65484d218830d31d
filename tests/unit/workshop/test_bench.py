"""Examples are run within a bound that is known beforehand; equal questions are asked once."""

from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from referee.library.shelf import FolderShelf
from referee.limits import EXAMPLE_STEPS
from referee.workshop import bench
from referee.workshop.check import Checked, check

SHELF = FolderShelf([Path(__file__).parents[2] / "golden" / "bad" / "rules" / "bases"])
HEAD = "rule_set: casa\nformat: 1\nextends: plain\nexamples:\n"


def checked(examples: str) -> Checked:
    return check(f"{HEAD}{examples}".encode(), "casa.yaml", SHELF)


def hands(number: int) -> str:
    """Different hands with two wild cards, none of which wins the game."""
    pack = [f"{rank}{suit}" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12) for suit in "oceb"]
    given = islice(combinations(pack, 6), number)
    return "".join(
        f"- {{close: {' '.join(cards)} JK JK, options: {{jokers: 2}}, outcome: chinchon}}\n" for cards in given
    )


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The questions that were really asked."""
    questions: list[tuple[Any, ...]] = []
    for name in ("judge_close", "judge_closings", "best_arrangement"):
        real = getattr(bench, name)

        def ask(table: Any, cards: Any, *, real: Any = real, name: str = name, **given: Any) -> Any:
            questions.append((name, cards, given))
            return real(table, cards, **given)

        monkeypatch.setattr(bench, name, ask)
    return questions


def test_equal_questions_are_asked_once(asked: list[tuple[Any, ...]]) -> None:
    close = "- {close: 1o 2o 3o 5c 5e 5b 4b, given: {laps: 1}, outcome: plain, writes: 4}\n"
    other = "- {close: 1o 2o 3o 5c 5e 5b 4b, given: {laps: 0}, refused: p.3}\n"
    hand = "- {hand: 1o 2o 3o 7c, deadwood: 7}\n"
    assert checked((close + other + hand) * 30).diagnostics == ()
    assert [name for name, _, _ in asked] == ["judge_close", "judge_close", "best_arrangement"]


def test_examples_behind_the_bound_are_not_run(monkeypatch: pytest.MonkeyPatch, asked: list[tuple[Any, ...]]) -> None:
    """The first is run however dear it is: a limit below its price leaves it alone."""
    monkeypatch.setattr(bench, "EXAMPLE_STEPS", 1)
    told = checked(hands(4)).diagnostics
    assert len(asked) == 1
    assert [each.code for each in told] == ["CH810", "CH809"]
    assert told[1].message.startswith("this example and 2 others behind it are not run")
    assert told[1].severity == "information"
    assert told[1].span is not None
    assert told[1].span.begin.line == 6
    assert told[1].help


@pytest.mark.parametrize("number", [1, 3])
def test_the_last_examples_are_run_or_told(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(bench, "EXAMPLE_STEPS", 10**9)
    assert [each.code for each in checked(hands(number)).diagnostics] == ["CH810"] * number


def test_the_bound_is_met_by_what_was_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    spent: list[int] = []
    real = bench.Bench.tired.fget
    assert real is not None
    monkeypatch.setattr(bench.Bench, "tired", property(lambda one: (spent.append(one.spent), real(one))[1]))
    told = checked(hands(250)).diagnostics
    assert [each.code for each in told].count("CH809") == 1
    assert spent == sorted(spent)
    assert spent[-2] < EXAMPLE_STEPS <= spent[-1]
    assert spent[-1] - spent[-2] < 1_000_000


def test_points_that_hang_on_other_hands_are_said_to() -> None:
    rule = "close: {outcomes: {plain: {writes: sum(o.deadwood for o in others)}}}\nbook: {p.8: remove}\n"
    (told,) = checked(f"- {{close: 1o 2o 3o 5c 5e 5b 4b, outcome: plain, writes: 7}}\n{rule}").diagnostics
    assert told.code == "CH810"
    assert told.message == (
        "what `plain` writes hangs on the other hands, which an example does not show: `writes` cannot come true"
    )
    assert checked(f"- {{close: 1o 2o 3o 5c 5e 5b 4b, outcome: plain}}\n{rule}").diagnostics == ()
