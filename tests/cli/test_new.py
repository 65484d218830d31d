"""`referee new`: what it writes passes check, fmt and test, over every base; questions, answers and refusals."""

from __future__ import annotations

import json
import re
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


def sits(monkeypatch: pytest.MonkeyPatch, folder: Path, *typed: str) -> list[str]:
    """Somebody at a terminal who types these lines, and then ends; the questions as they are asked."""
    lines, asked = iter(typed), list[str]()

    def answer(prompt: str) -> str:
        asked.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.chdir(folder)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("builtins.input", answer)
    return asked


def test_questions_on_a_terminal_are_asked_until_they_can_be_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = sits(monkeypatch, tmp_path, "5", "2", "", "ten", "120", "1", "2", "n", "", "4")
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


def test_whoever_ends_the_input_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = sits(monkeypatch, tmp_path, "2")
    code, _, err = ran(capsys, "new", "casa", "--extends", "spanish-40")
    assert (code, err, len(asked), list(tmp_path.iterdir())) == (130, "", 2, [])


TOLD = {
    "es": ("Jugadores (de 2 a 4) [2..4]: ", ["sí", "si", "SI", "s", "yes"], "responda sí o no"),
    "eu": ("Jokalariak (2–4) [2..4]: ", ["bai", "b", "yes"], "erantzun hauetako bat: bai edo ez"),
    "fr": ("Joueurs (de 2 à 4) [2..4]: ", ["oui", "o", "yes"], "répondez oui ou non"),
    "pt": ("Jogadores (de 2 a 4) [2..4]: ", ["sim", "s", "yes"], "responda sim ou não"),
    "tr": ("Oyuncular (2–4) [2..4]: ", ["evet", "e", "yes"], "şunlardan birini yazın: evet veya hayır"),
}
"""The first question, ways to say yes, and what is said of an answer that is none."""


@pytest.mark.parametrize("lang", TOLD)
def test_questions_and_answers_are_in_the_language(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, yes, wrong = TOLD[lang]
    for number, word in enumerate(yes):
        asked = sits(monkeypatch, tmp_path, "", "?", word, "", "2", "no", "", "")
        code, out, _ = ran(capsys, "new", f"casa-{number}", "--extends", "spanish-40", "--lang", lang)
        assert (code, asked[0]) == (0, first)
        assert wrong in out
        text = (tmp_path / f"casa-{number}.yaml").read_text("utf-8")
        assert "declared:         {default: yes}" in text
        assert "close_with_taken: {default: no}" in text
        assert "\n\n\n" not in out, "a question without its paragraph"
        assert not re.search(r"\b(may play|yes or no|Players|at most|answer|written)\b", out + "".join(asked))


def test_an_answer_of_the_command_line_may_be_in_the_language(tmp_path: Path) -> None:
    words = ("--extends", "spanish-40", "--lang", "es", "--yes", "--option")
    assert referee("new", "casa", *words, "declared=si", folder=tmp_path).code == 0
    assert "declared: {default: yes}" in (tmp_path / "casa.yaml").read_text("utf-8")
    done = referee("new", "otra", *words, "declared=quizá", folder=tmp_path)
    assert (done.code, done.err) == (2, "referee new: `declared`: answer yes or no\n")


def test_first_tests_stand_on_either_side_of_the_limit(tmp_path: Path) -> None:
    words = ("new", "casa", "--extends", "spanish-40", "--close-at", "3", "--option", "jokers=2", "--yes")
    assert referee(*words, folder=tmp_path).code == 0
    tests = (tmp_path / "casa_test.yaml").read_text("utf-8")
    assert "3_loose: {close: " in tests
    assert re.search(r"joker_melded: \{close: .*JK.*, outcome: ", tests)
    rules = tmp_path / "casa.yaml"
    right = rules.read_text("utf-8")
    for most, name in ((2, "3_loose"), (4, "4_loose")):
        rules.write_text(right.replace("deadwood at most 3 points", f"deadwood at most {most} points"), "utf-8")
        done = referee("test", "casa_test.yaml", folder=tmp_path)
        assert (done.code, name in done.out) == (1, True), "the wrong number is noticed"


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
