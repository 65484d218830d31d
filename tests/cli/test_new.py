"""`referee new`: what it writes passes check, fmt and test, over every base; questions, answers and refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.cli.run import run
from referee.library import Library
from tests.cli.running import referee

BASES = [name for name in Library().names() if Library().rule_set(name).playable]


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("base", BASES)
def test_what_is_written_passes(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = ran(capsys, "new", "our-table", "--extends", base, "--yes")
    assert code == 0
    assert "referee check our-table.yaml" in out
    assert ran(capsys, "check", "--strict", "our-table.yaml")[:2] == (0, "1 file checked, no mistakes\n")
    assert ran(capsys, "fmt", "--check", "our-table.yaml")[0] == 0
    assert ran(capsys, "test")[0] == 0
    assert Library([tmp_path]).rule_set("our-table").digest == Library().rule_set(base).digest


def test_answers_of_the_command_line_are_all_that_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    answers = ["--option", "limit=150", "--option", "jokers=2", "--close-at", "3", "--players", "2..3"]
    code, out, _ = ran(capsys, "new", "casa", "--extends", "spanish-40", *answers, "--title", "Casa: nuestra", "--json")
    assert (code, json.loads(out)) == (0, {"rule_set": "casa", "files": ["casa.yaml", "casa_test.yaml"]})
    text = (tmp_path / "casa.yaml").read_text("utf-8")
    said = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert said == [
        "rule_set: casa",
        "format: 1",
        "extends: spanish-40",
        'title: {en: "Casa: nuestra"}',
        "options:",
        "  limit:  {default: 150}  # 100 in spanish-40",
        "  jokers: {default: 2}  # 0 in spanish-40",
        "table: {seats: 2..3}  # 2..4 in spanish-40",
        "close:",
        "  may_close:",
        "    es.4: melded at least 4 cards and deadwood at most 3 points",
    ]
    assert ran(capsys, "check", "--strict", "casa.yaml")[0] == 0
    assert ran(capsys, "fmt", "--check", ".")[0] == 0
    assert ran(capsys, "test")[0] == 0


def test_questions_on_a_terminal_are_asked_until_they_can_be_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = iter(["5", "2", "", "ten", "120", "1", "2", "n", "", "4"])
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or next(typed))
    code, out, _ = ran(capsys, "new", "casa", "--extends", "spanish-40")
    assert code == 0
    assert "2 to 4 may play" in out
    assert "answer a whole number from 10 to 1,000" in out
    assert "answer 0 or 2" in out
    assert "A seat whose total" in out or "limit" in "".join(asked)
    assert asked[0] == "Players (2 to 4) [2..4]: "
    assert asked[-1] == "Loose points at a close, at most (0 to 999,999 points) [5]: "
    text = (tmp_path / "casa.yaml").read_text("utf-8")
    assert "seats: 2}" in text
    assert "limit:            {default: 120}" in text
    assert "close_with_taken: {default: no}" in text
    assert "deadwood at most 4 points" in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Casa Abuela", "--extends", "spanish-40"], "did you mean `casa-abuela`?"),
        (["spanish-40", "--extends", "spanish-40"], "is a built-in rule set"),
        (["casa", "--extends", "common"], "is a base for other rule sets"),
        (["casa", "--extends", "spanish-04"], "unknown rule set"),
        (["casa"], "`--extends` is missing"),
        (["casa", "--extends", "spanish-40", "--option", "limt=3"], "has no question `limt`"),
        (["casa", "--extends", "spanish-40", "--option", "limit=3"], "from 10 to 1,000"),
        (["casa", "--extends", "spanish-40", "--players", "9"], "2 to 4 may play"),
        (["casa", "--extends", "house-l", "--close-at", "x"], "a whole number"),
    ],
)
def test_what_cannot_be_begun_writes_nothing(words: list[str], said: str, tmp_path: Path) -> None:
    done = referee("new", *words, "--yes", folder=tmp_path)
    assert done.code == 2
    assert said in done.err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "casa_test.yaml").write_text("mine", encoding="utf-8")
    done = referee("new", "casa", "--extends", "spanish-40", "--yes", folder=tmp_path)
    assert (done.code, done.err) == (2, "referee new: `casa_test.yaml` is there already; nothing was written\n")
    assert [path.name for path in tmp_path.iterdir()] == ["casa_test.yaml"]


def test_a_base_of_ones_own_stands_beside_it(tmp_path: Path) -> None:
    assert (
        referee("new", "first", "--extends", "spanish-40", "--option", "limit=120", "--yes", folder=tmp_path).code == 0
    )
    done = referee("new", "second", "--extends", "first.yaml", "--yes", folder=tmp_path)
    assert done.code == 0
    assert "extends: first\n" in (tmp_path / "second.yaml").read_text("utf-8")
    done = referee("new", "third", "--extends", "first.yaml", "--folder", "elsewhere", "--yes", folder=tmp_path)
    assert done.code == 2
    assert "`first` is neither built in nor beside `elsewhere/third.yaml`" in done.err
