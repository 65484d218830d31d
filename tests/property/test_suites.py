"""Files of tests that somebody has spoilt: whatever stands in them, they are run or told to be wrong, and nothing raises."""

import re
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.library import Library
from referee.suite.running import check_file, run_file

TOP = Path(__file__).parents[2]
SOURCES = [path.read_text("utf-8") for path in sorted((TOP / "rulesets").rglob("*_test.yaml"))]
SOURCES += re.findall(r"```yaml \S+_test.yaml\n(.*?)```", (TOP / "rulesets" / "TESTS.md").read_text("utf-8"), re.DOTALL)
RULES = ("spanish-40", "chilean-50", "gin-rummy", "fournier-40", "house-o")
STRANGE = [
    "none",
    "{}",
    "[]",
    "0",
    "-1",
    "999999",
    "A",
    "?",
    "JK",
    "%",
    "!dead",
    "...",
    "@1",
    "=",
    "1o",
    '"',
    "yes",
    "A:",
    "x",
    "-7c",
    ">",
    "[a]",
    "{A:",
    "1}",
    "$closed",
    "~",
    "null",
    ":",
    "#",
]
LIBRARY = Library()


def spoilt(seed: int) -> str:
    chance = Random(seed)
    text = chance.choice(SOURCES)
    if "rules:" not in text:
        text = text.replace("test: 1", f"test: 1\nrules: {chance.choice(RULES)}", 1)
    words, lines = re.findall(r"[\w.]+", text), text.split("\n")
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                lines[at] = re.sub(r"[\w>+<-]+", lambda one: _or(chance, one[0], STRANGE), lines[at])
            case 1:
                lines[at] = re.sub(r"[\w.]+", lambda one: _or(chance, one[0], words), lines[at])
            case 2:
                lines[at] = chance.choice(lines)
            case 3 if len(lines) > 1:
                del lines[at]
    return "\n".join(lines)


def _or(chance: Random, word: str, others: list[str]) -> str:
    return chance.choice(others) if chance.random() < 0.2 else word


@settings(max_examples=120)
@given(st.integers(0, 10**9))
def test_a_spoilt_file_is_run_or_told(seed: int) -> None:
    path, content = TOP / "rulesets" / "spoilt_test.yaml", spoilt(seed).encode()
    found, grounds = run_file(path, content, LIBRARY)
    assert (found.file is None) == (grounds is None)
    assert found.file is not None or found.diagnostics
    checked = check_file(path, content, LIBRARY)
    assert len(checked.diagnostics) >= len({one.message for one in found.diagnostics})


def test_there_is_something_to_spoil() -> None:
    seeds = range(60)
    loaded = [run_file(TOP / "rulesets" / "x_test.yaml", spoilt(seed).encode(), LIBRARY)[0] for seed in seeds]
    assert 10 < sum(one.file is not None for one in loaded) < 55
    assert any(one.fault is not None for made in loaded for one in made.results)
    assert any(one.failures for made in loaded for one in made.results)
