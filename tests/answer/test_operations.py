"""Questions that are read well and still cannot be answered, and the answers that PROTOCOL.md lays down in words."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.answer import answer
from referee.library import Library

LIBRARY = Library()
HAND = ["7o", "7c", "7e", "7b", "5b", "6b", "12o"]
SEVEN = {"op": "close", "rules": "spanish-40", "keep": HAND}


def ask(**question: Any) -> dict[str, Any]:
    return answer(question, LIBRARY)


BAD: list[tuple[dict[str, Any], str]] = [
    ({}, "KEY_MISSING"),
    ({"op": "deadwood"}, "KEY_MISSING"),
    ({"op": "deadwood", "rules": "spanish-40"}, "KEY_MISSING"),
    ({"op": 7, "rules": "spanish-40"}, "WRONG_TYPE"),
    ({"op": "layof", "rules": "spanish-40"}, "OP_UNKNOWN"),
    ({"op": "deadwood", "rules": ["spanish-40"], "hand": HAND}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-41", "hand": HAND}, "RULE_SET_UNKNOWN"),
    ({"op": "deadwood", "rules": "../spanish-40", "hand": HAND}, "RULE_SET_UNREADABLE"),
    ({"op": "deadwood", "rules": "no/such.yaml", "hand": HAND}, "RULE_SET_UNREADABLE"),
    ({"op": "deadwood", "rules": "a\0.yaml", "hand": HAND}, "RULE_SET_UNREADABLE"),
    ({"op": "deadwood", "rules": "./", "hand": HAND}, "RULE_SET_UNREADABLE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "seat": 2}, "KEY_UNKNOWN"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "laps": 2}, "KEY_UNKNOWN"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": "7o"}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": [7]}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": ["7x"]}, "CARD_UNKNOWN"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": ["7o"] * 2}, "CARD_TWICE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": ["7o"] * 40}, "HAND_TOO_LARGE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": ["7o"] * 70}, "HAND_TOO_LARGE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "seats": "2"}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "seats": True}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "seats": None}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "seats": 5}, "SEATS_NOT_OFFERED"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "options": []}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "options": {"jokers": None}}, "WRONG_TYPE"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "options": {"joker": 2}}, "OPTION_UNKNOWN"),
    ({"op": "deadwood", "rules": "spanish-40", "hand": HAND, "options": {"jokers": 1}}, "OPTION_OUT_OF_RANGE"),
    ({"op": "close", "rules": "spanish-40"}, "KEEP_OR_CARDS"),
    ({**SEVEN, "cards": [*HAND, "1o"]}, "KEEP_OR_CARDS"),
    ({**SEVEN, "keep": HAND[:6]}, "WRONG_NUMBER_OF_CARDS"),
    ({"op": "close", "rules": "spanish-40", "cards": HAND}, "WRONG_NUMBER_OF_CARDS"),
    ({**SEVEN, "laps": "1"}, "WRONG_TYPE"),
    ({**SEVEN, "laps": -1}, "FACT_OUT_OF_RANGE"),
    ({**SEVEN, "given": {"turns": -1}}, "FACT_OUT_OF_RANGE"),
    ({**SEVEN, "given": {"seats_in": "-2"}}, "FACT_OUT_OF_RANGE"),
    ({**SEVEN, "laps": 1, "given": {"laps": 1}}, "FACT_TWICE"),
    ({**SEVEN, "given": {"lap": 1}}, "FACT_UNKNOWN"),
    ({**SEVEN, "given": {"deadwood": 1}}, "FACT_UNKNOWN"),
    ({**SEVEN, "given": {"total": True}}, "FACT_OUT_OF_RANGE"),
    ({**SEVEN, "given": {"faulty": 7}}, "FACT_OUT_OF_RANGE"),
]


@pytest.mark.parametrize(("question", "code"), BAD, ids=[f"{code}-{number}" for number, (_, code) in enumerate(BAD)])
def test_what_cannot_be_answered_has_a_code(question: dict[str, Any], code: str) -> None:
    found = answer(question, LIBRARY)
    assert list(found) == ["error"]
    assert found["error"]["code"] == code, found
    message = found["error"]["message"]
    assert message
    assert not message.endswith(".")


@pytest.mark.parametrize("name", ["/dev/stdin", "/dev/zero", "/dev/null", "/dev/tty"])
def test_what_is_no_regular_file_is_not_read(name: str) -> None:
    found = ask(op="deadwood", rules=name, hand=HAND)
    assert found["error"]["code"] == "RULE_SET_UNREADABLE"
    assert name in found["error"]["message"]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "casa.yaml")
    found = ask(op="deadwood", rules=str(tmp_path / "casa.yaml"), hand=HAND)
    assert found["error"]["code"] == "RULE_SET_UNREADABLE"
    (tmp_path / "base.yaml").write_text("rule_set: base\nformat: 1\nextends: casa\n", "utf-8")
    found = ask(op="deadwood", rules=str(tmp_path / "base.yaml"), hand=HAND)
    assert found["error"]["code"] == "RULE_SET_INVALID"


def test_a_wrong_word_gets_the_nearest_one() -> None:
    assert "`spanish-40`" in ask(op="meld", rules="spanish40", cards=[])["error"]["message"]
    assert "`deadwood`" in ask(op="deadwod", rules="spanish-40", hand=[])["error"]["message"]
    assert "`laps`" in ask(op="close", rules="spanish-40", keep=HAND, given={"lap": 0})["error"]["message"]


@pytest.mark.parametrize("value", [2, "2"])
def test_options_are_numbers_or_their_text(value: object) -> None:
    found = ask(op="deadwood", rules="spanish-40", options={"jokers": value}, hand=[*HAND[:6], "JK"])
    assert found["deadwood"] == 0


@pytest.mark.parametrize("value", [True, "yes", "true"])
def test_options_are_true_or_their_text(value: object) -> None:
    keep = ["1o", "3c", "4c", "5c", "6c", "7c", "10c"]
    assert ask(op="close", rules="chilean-50", options={"wild_ace": value}, keep=keep)["score"] == 10


def test_messages_are_short_and_can_be_printed() -> None:
    for question in (
        {"rules": "x" * 100_000 + "/", "hand": HAND},
        {"rules": "\x1b[2J" * 1000, "hand": HAND},
        {"rules": "spanish-40", "hand": ["\x1b[2J" * 9]},
        {"rules": "spanish-40", "hand": ["7o", "\x00"]},
        {"rules": "spanish-40", "hand": HAND, "options": {"jokers": "9" * 100_000}},
        {"rules": "spanish-40", "hand": HAND, "options": {"\x1b" * 100_000: 1}},
        {"rules": "spanish-40", "hand": HAND, "x" * 100_000: 1},
    ):
        message = ask(op="deadwood", **question)["error"]["message"]
        assert message.isprintable(), message
        assert len(message) < 600


def test_true_is_no_number_and_called_what_rule_files_call_it() -> None:
    found = ask(op="deadwood", rules="spanish-40", hand=HAND, options={"jokers": True})["error"]
    assert found["message"] == "the option `jokers` cannot be `yes`: 0 or 2"


def test_totals_may_be_below_zero() -> None:
    assert ask(op="close", rules="spanish-40", keep=HAND, given={"total": -30})["clauses"] == ["es.4"]


def test_no_cards_are_a_hand_too() -> None:
    assert ask(op="deadwood", rules="spanish-40", hand=[]) == {"deadwood": 0, "melds": [], "loose": []}
    assert ask(op="meld", rules="spanish-40", cards=[]) == {"meld": False}


def test_eight_cards_are_tried_one_by_one() -> None:
    cards = ["4c", "5c", "6c", "11o", "11e", "11b", "3b", "4e"]
    found = ask(op="close", rules="spanish-40", cards=cards)
    assert found["legal"] is True
    assert found["best"] == "4e"
    assert [each["card"] for each in found["closings"]] == ["11o", "4c", "5c", "6c", "4e", "11e", "3b", "11b"]
    legal = {each["card"]: each["score"] for each in found["closings"] if each["legal"]}
    assert legal == {"4e": 3, "3b": 4}
    assert not any("not_judged" in each for each in found["closings"])
    for each in found["closings"]:
        keep = [card for card in cards if card != each["card"]]
        alone = ask(op="close", rules="spanish-40", keep=keep)
        assert {key: value for key, value in alone.items() if key != "not_judged"} == {
            key: value for key, value in each.items() if key != "card"
        }


def test_eight_cards_of_which_none_can_close() -> None:
    found = ask(op="close", rules="spanish-40", cards=["1o", "3o", "5c", "7c", "10e", "12e", "2b", "4b"])
    assert found["legal"] is False
    assert found["best"] is None
    assert len(found["closings"]) == 8


def test_everyone_has_had_a_turn_unless_it_is_said() -> None:
    keep = ["1o", "2o", "3o", "4o", "6c", "6e", "6b"]
    assert ask(op="close", rules="spanish-40", keep=keep)["legal"] is True
    for said in ({"laps": 0}, {"given": {"laps": 0}}, {"given": {"laps": "0"}}):
        found = ask(op="close", rules="spanish-40", keep=keep, **said)
        assert found["legal"] is False
        assert found["clauses"] == ["es.3"]


def test_a_house_rule_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "casa.yaml"
    rule = "deadwood below 5 points"
    path.write_text(
        "rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n    es.4: " + rule + "\n",
        encoding="utf-8",
    )
    keep = ["4c", "5c", "6c", "11o", "11e", "11b", "5b"]
    assert ask(op="close", rules="spanish-40", keep=keep)["score"] == 5
    assert ask(op="close", rules=str(path), keep=keep)["clauses"] == ["es.4"]
    path.write_text(path.read_text(encoding="utf-8").replace("below", "belw"), encoding="utf-8")
    found = ask(op="close", rules=str(path), keep=keep)["error"]
    assert found["code"] == "RULE_SET_INVALID"
    assert "6:" in found["message"]


def test_the_run_goes_on_after_bad_lines_and_answers_at_once() -> None:
    good = json.dumps({"op": "meld", "rules": "spanish-40", "cards": ["6e", "7e", "10e"]}).encode()
    command = [sys.executable, "-m", "referee", "answer"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, key in [(good, "meld"), (b"{", "error"), (b"", "error"), (b"\xff", "error"), (good, "meld")]:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait(10) == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-999_999, 999_999) | st.text(max_size=8) | st.sampled_from(HAND),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
KEYS = ["op", "rules", "hand", "cards", "keep", "options", "seats", "given", "laps", "expect"]
LIKELY = {
    "op": st.sampled_from(["deadwood", "meld", "close", "invalid_hand"]),
    "rules": st.sampled_from(["spanish-40", "fournier-48", "chilean-50", "common"]),
    "hand": st.lists(st.sampled_from(HAND), max_size=9),
    "keep": st.permutations(HAND),
}


@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries({}, optional={key: LIKELY.get(key, JSON) | JSON for key in KEYS}))
def test_no_question_crashes(question: dict[str, Any]) -> None:
    assert json.dumps(answer(question, LIBRARY))
