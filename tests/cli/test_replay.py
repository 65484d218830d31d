"""`referee replay`: a record turn by turn, in a terminal or out of one."""

import json
from pathlib import Path

import pytest

from referee.cli.commands import LANGUAGES
from referee.cli.replay_words import WORDS
from tests.cli.running import referee

RECORDS = Path(__file__).parents[1] / "golden" / "records"
CHAIN = str(RECORDS / "examples" / "2-spanish-lay-off-chain.yaml")
FALSE_CLOSE = str(RECORDS / "examples" / "6-spanish-false-close.yaml")
UNRULED = str(RECORDS / "broken" / "b4-unruled-false-close.yaml")


def test_every_turn_has_its_line_and_what_it_left() -> None:
    done = referee("replay", CHAIN)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "bilbo-2026-m2 · spanish-40 · A Ane, B Beñat, C Carla"
    assert "Round 1, A Ane plays first" in lines
    assert "    > A Ane    4o 12o 5c 6c 7c 1e 12e" in lines
    at = lines.index("   2  B Beñat  +5b-12c")
    assert lines[at + 1] == "        hands 2o 11o 3c 4c 6e 5b 10b · pile 4o 12c · stock 17"
    assert "   4  B Beñat  4c3c>1" in lines
    assert "   4  B Beñat  ." in lines
    assert "  count  C  17  (1o 1 7o 7 3e 3 6b 6)  2c>1 10c>1 11c>1  [es.8]" in lines
    assert lines[-2:] == ["total  A 54  B 34  C 7", "won by C"]


def test_one_turn_in_full() -> None:
    done = referee("replay", CHAIN, "--round", "1", "--turn", "2")
    assert done.code == 0
    assert done.out.splitlines()[2:] == [
        "Round 1, A Ane plays first",
        "   2  B Beñat  +5b-12c",
        "      A Ane    12o 5c 6c 7c 1e 12e 12b",
        "      B Beñat  2o 11o 3c 4c 6e 5b 10b",
        "    > C Carla  1o 2c 10c 11c 3e 7e 6b",
        "      pile 4o 12c · stock 17",
    ]
    other = referee("replay", CHAIN, "--round", "2").out
    assert "Round 1" not in other
    assert "won by" not in other
    missing = referee("replay", CHAIN, "--round", "1", "--turn", "9")
    assert (missing.code, missing.out) == (2, "")
    assert "the record has no turn 9 in round 1" in missing.err


def test_what_is_wrong_is_told_where_it_happens() -> None:
    done = referee("replay", UNRULED)
    assert done.code == 1
    lines = done.out.splitlines()
    at = lines.index("   5  B Beñat  +5bx7e")
    assert lines[at + 2].endswith(
        "b4-unruled-false-close.yaml:17:21: 19 points are loose (1o 1c 5c 12e), at most 5 may be [CH905 CLOSE_TOO_MANY_POINTS es.4]"
    )
    assert any(line.startswith("   = es.4: To close, at least 4 cards") for line in lines[at:])
    # in its first round, so there is nothing that the rounds before it came to
    assert not any(line.startswith("total") for line in lines)
    stands = referee("replay", FALSE_CLOSE)
    assert stands.code == 0
    assert "irregularity: 19 points are loose" in stands.out
    deal = referee("replay", str(RECORDS / "broken" / "b12-wrong-eldest.yaml"), "--round", "2")
    assert deal.code == 1
    assert "[WRONG_ELDEST x.5]" in deal.out


def test_what_cannot_be_read_is_not_shown() -> None:
    done = referee("replay", str(RECORDS / "broken" / "b18-unknown-key.yaml"))
    assert done.code == 2
    assert "`upcrad` is no key of a record" in done.out
    assert referee("replay", "nowhere.yaml").code == 2
    assert "no record number 2" in referee("replay", CHAIN, "--game", "2").err
    word = referee("replay", str(RECORDS / "broken" / "b5-unreadable.yaml"))
    assert word.code == 2
    assert "`13b` in `+?-13b` is no card" in word.out


def test_every_moment_as_json() -> None:
    done = referee("replay", CHAIN, "--json")
    assert done.code == 0
    *moments, last = map(json.loads, done.out.splitlines())
    assert last["verdict"]["status"] == "clean"
    assert [one["word"] for one in moments[:3]] == ["", "<12b-4o", "+5b-12c"]
    assert moments[2]["seat"] == "B"
    assert moments[2]["state"]["hands"]["B"] == "2o 11o 3c 4c 6e 5b 10b"
    assert {one["round"] for one in moments} == {1, 2}


def test_one_of_many_records_from_standard_input() -> None:
    games = referee("play", "gin-rummy", "--strategy", "sensible", "--games", "3", "--rounds", "1").out
    done = referee("replay", "-", "--game", "2", "--step", typed=games)
    assert done.code == 0
    assert done.out.startswith("gin-rummy-0-2 · gin-rummy · A, B\n")
    assert done.out.endswith("the game is not over\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_words(language: str) -> None:
    words = WORDS[language]
    assert words.keys() == WORDS["en"].keys()
    done = referee("replay", CHAIN, "--lang", language)
    assert words["round"].format(number=1, seat="A Ane") in done.out
    assert words["winners"] in done.out
    assert "\x1b" not in done.out


def test_what_cannot_be_shown_is_said_with_the_way_out(tmp_path: Path) -> None:
    line = referee("play", "spanish-40", "--strategy", "sensible", "--option", "limit=20").out.replace(
        '"spanish-40"', '"casa"'
    )
    (tmp_path / "game.json").write_text(line, encoding="utf-8")
    done = referee("replay", "game.json", folder=tmp_path)
    assert done.code == 2
    assert done.err.endswith("unknown rule set `casa`; put its rules beside the record, in a file `casa.yaml`\n")
    done = referee("replay", ".", folder=tmp_path)
    assert (done.code, done.err) == (2, "referee replay: `.` cannot be opened: it is a folder, not a file\n")


def test_a_score_that_differs_stands_beside_the_one_its_parts_make() -> None:
    chain = str(RECORDS / "broken" / "b3-chain-overlooked.yaml")
    lines = referee("replay", chain).out.splitlines()
    assert "  count  A  1  (1e 1)  [es.8]" in lines
    assert "  count  B  sheet 37, by the rules 34  (2o 2 11o 11 6e 6 5b 5 10b 10)  4c>1 3c>1  [es.8]" in lines
    assert "hoja 37, según las reglas 34" in referee("replay", chain, "--lang", "es").out
