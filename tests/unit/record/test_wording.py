"""What the judge says: every language has the same sentences, with the same places to fill."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import referee.record
from referee.game.faults import IMPOSSIBLE
from referee.record.wording import TEXTS, listed, say

SOURCES = "".join(
    path.read_text("utf-8") for path in Path(referee.record.__file__).parent.glob("*.py") if "wording_" not in path.name
)
SOURCES += (Path(referee.record.__file__).parents[1] / "library" / "records.py").read_text("utf-8")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", TEXTS)
def test_the_same_sentences_in_every_language(lang: str) -> None:
    assert TEXTS[lang].keys() == TEXTS["en"].keys()
    for key, text in TEXTS["en"].items():
        assert places(TEXTS[lang][key]) <= places(text), key


@pytest.mark.parametrize("lang", TEXTS)
def test_one_voice(lang: str) -> None:
    for key, text in TEXTS[lang].items():
        assert not text.endswith("."), key
        assert not text[:1].isupper(), key


@pytest.mark.parametrize("key", TEXTS["en"])
def test_every_sentence_is_said_somewhere(key: str) -> None:
    made = {f"what_{one}" for one in ("pack", "stock", "hand", "upcard")} | {
        f"where_{one}" for one in ("hand", "stock", "pile", "table", "aside", "nowhere")
    }
    assert f'"{key}"' in SOURCES or f"'{key}'" in SOURCES or key in made or key.isupper()


def test_every_fault_of_a_play_has_its_sentence() -> None:
    game = "".join(path.read_text("utf-8") for path in (Path(referee.record.__file__).parents[1] / "game").glob("*.py"))
    codes = {*re.findall(r'Fault\(\s*"([A-Z_]+)"', game), *re.findall(r'"([A-Z_]+_NOT_ALLOWED)"', game), *IMPOSSIBLE}

    assert len(codes) > 25
    assert codes <= TEXTS["en"].keys()


def test_languages_that_are_not_spoken_are_english() -> None:
    assert say("xx", "PILE_EMPTY") == say("en", "PILE_EMPTY")
    assert listed("es", ["A", "B", "C"]) == "A, B y C"
    assert listed("en", []) == ""
