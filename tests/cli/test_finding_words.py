"""The words around findings: every language has the same ones, and a validation is told in one language only."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from referee.cli.finding_words import WORDS, many, word
from referee.vocabulary import LANGUAGES
from tests.cli.running import referee

BROKEN = Path(__file__).parents[1] / "golden" / "records" / "broken"
FOREIGN = [lang for lang in LANGUAGES if lang != "en"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_words_in_every_language(lang: str) -> None:
    assert WORDS[lang].keys() == WORDS["en"].keys()
    for key, text in WORDS["en"].items():
        places = [{name for _, name, _, _ in Formatter().parse(one) if name} for one in (text, WORDS[lang][key])]
        assert places[0] == places[1], key
        assert text.count("|") == WORDS[lang][key].count("|"), key


@pytest.mark.parametrize("lang", FOREIGN)
def test_labels_statuses_and_the_summary(lang: str) -> None:
    """The close too early has help and legal words; the second record cannot be read."""
    early, chain = BROKEN / "b2-closed-too-early.yaml", BROKEN / "b18-unknown-key.yaml"
    out = referee("validate", str(early), str(chain), "--lang", lang).out

    assert f"= {word(lang, 'help')}: " in out
    assert f"= {word(lang, 'legal')}: " in out
    assert f"1  {word(lang, 'violation')}\n" in out
    assert many(lang, "record", 2) in out
    assert not [one for one in ("help:", "legal:", "violation", "unreadable", " records", "accepted") if one in out]


def test_no_card_makes_it_a_close_is_not_said_the_other_way_round() -> None:
    out = referee("validate", str(BROKEN / "b2-closed-too-early.yaml"), "--lang", "es").out
    assert "= ayuda: ninguna carta que se dejara boca abajo lo haría un cierre" in out


def test_counts() -> None:
    assert [many("fr", "record", count) for count in (0, 1, 2)] == [
        "0 enregistrement",
        "1 enregistrement",
        "2 enregistrements",
    ]
    assert many("en", "record", 1_000) == "1,000 records"
