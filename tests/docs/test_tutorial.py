"""The tutorial, walked from an empty folder to a tested, proved and printed house rule, as its reader would.

The proof asks about every hand, which takes ten seconds and more: the default run leaves that one command out,
`pytest -m slow` and `.ci/run` walk the whole way. Neither may leave anything else behind than the tutorial says.
"""

import re
from pathlib import Path

import pytest

from referee.cli.asking import rule_set
from referee.workshop.beginning import CLOSE, SEATS, questions
from tests.docs.test_examples import agrees, blocks, run_command, transcript

TUTORIAL = Path(__file__).resolve().parents[2] / "rulesets" / "TUTORIAL.md"
PROOF = "referee prove "


def walk(folder: Path, *, prove: bool) -> list[str]:
    """Every step in order; the commands that were run."""
    done: list[str] = []
    for block in blocks(TUTORIAL):
        if block.kind == "yaml":
            (folder / block.name).write_text(block.text + "\n", encoding="utf-8")
            continue
        assert block.kind == "console", block.line
        for command, expected in transcript(block.text):
            if command.startswith(PROOF) and not prove:
                continue
            found = run_command(command, folder).splitlines()
            assert agrees(found, expected), f"TUTORIAL.md:{block.line}: $ {command}\n" + "\n".join(found)
            done.append(command)
    return done


def test_the_questions_are_those_that_the_tutorial_names() -> None:
    """How many may play, the options that stand there, the points of a close."""
    page = TUTORIAL.read_text("utf-8")
    asked = page.partition("On a terminal it asks its questions: how many may play; ")[2].partition(
        "; and with how many"
    )[0]
    keys = [question.key for question in questions(rule_set("spanish-40"))]
    assert keys == [SEATS, *re.findall(r"`(\w+)`", asked), CLOSE]


def test_the_tutorial_is_walked_but_for_the_proof(tmp_path: Path) -> None:
    done = {command.split()[1] for command in walk(tmp_path, prove=False)}
    assert done == {"new", "check", "fmt", "explain", "close", "test", "booklet", "play", "validate"}
    assert (tmp_path / "reglas.html").read_text("utf-8").count("abuela.1") > 1


@pytest.mark.slow
def test_the_tutorial_is_walked_to_its_end(tmp_path: Path) -> None:
    assert sum(command.startswith(PROOF) for command in walk(tmp_path, prove=True)) == 2
    assert (tmp_path / "casa-abuela.json").is_file()
