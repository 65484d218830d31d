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


NUMBERED = [(lang, key) for lang in TEXTS for key, text in TEXTS[lang].items() if re.search(r":[^}]*\|[^}]*}", text)]


@pytest.mark.parametrize(("lang", "key"), NUMBERED)
def test_words_go_with_the_number_beside_them(lang: str, key: str) -> None:
    """One is said in a form of its own, none as the language has it, and no form is left in the sentence."""
    names = places(TEXTS[lang][key])
    none, one, two, five = (say(lang, key, **dict.fromkeys(names, number)) for number in (0, 1, 2, 5))

    assert one.replace("1", "2") != two
    assert two.replace("2", "5") == five
    assert (none.replace("0", "1") == one) is (lang == "fr")
    assert not any(sign in text for text in (none, one, two) for sign in "{}#|")


def test_one_is_one() -> None:
    words = {"seat": "B", "count": 1, "size": 7}

    assert say("en", "WRONG_HAND_SIZE", **words) == "B has 1 card, 7 are expected"
    assert say("tr", "WRONG_HAND_SIZE", **words) == "B: 1 kart, olması gereken 7"
    assert say("eu", "STOCK_NOT_EMPTY", count=1) == "sortan karta bat geratzen da"
    assert say("fr", "LAID_LESS", seat="B", written=0, computed=0, words="") == (
        "B garde 0 point isolé après la pose ; au mieux 0 : "
    )


def test_languages_that_are_not_spoken_are_english() -> None:
    assert say("xx", "PILE_EMPTY") == say("en", "PILE_EMPTY")
    assert listed("es", ["A", "B", "C"]) == "A, B y C"
    assert listed("en", []) == ""
