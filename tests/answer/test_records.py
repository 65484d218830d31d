"""The ops about records: what may come next is what the judge lets pass, and verdicts say codes and places."""

import json
from random import Random

import pytest

from referee.answer.operations import answer
from referee.library import Library
from referee.record.model import to_plain
from referee.record.write import scribe
from referee.workshop.selfplay import play_game
from referee.workshop.strategies import sensible

LIBRARY = Library()
TABLES = [("spanish-40", 3, {}), ("fournier-48", 2, {}), ("gin-rummy", 2, {}), ("chilean-50", 3, {"wild_ace": "yes"})]


def asked(op, record, rules=None, **more):
    question = {"op": op, "rules": rules or record["rules"], "record": record, **more}
    return answer(json.loads(json.dumps(question)), LIBRARY)


def played(name, seats, options, actions):
    table = LIBRARY.table(LIBRARY.rule_set(name), seats, options)
    made = play_game(scribe(table), [sensible], Random(f"{name} {actions}"), rounds=2, actions=actions)
    return table, to_plain(made.record)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=[name for name, _, _ in TABLES])
def test_a_word_is_legal_exactly_if_it_may_be_written_next(name, seats, options):
    for actions in (1, 2, 7, 12):
        table, record = played(name, seats, options, actions)
        said = asked("legal_actions", record)
        assert said["legal"]
        last = record["rounds"][-1]
        top = f"+{last['stock'].split()[last['play'].count('+')]}"
        words = {"." if word == "." else top if word == "+?" else word for word in said["legal"]}
        tried = {f"{sign}{kind.text}" for sign in "+<-x" for kind in table.pack.kinds} | {"."}
        for word in tried | words:
            longer = {
                **last,
                "play": f"{last['play']}\n{said['seat']}: {word}" if last["play"] else f"{said['seat']}: {word}",
            }
            verdict = asked("validate", {**record, "rounds": [*record["rounds"][:-1], longer]})
            stands = "stands" in verdict
            assert ("violation" not in verdict and not stands) == (word in words), (word, verdict)


def test_between_rounds_and_at_the_end_nothing_may_be_played():
    _, record = played("spanish-40", 2, {"limit": "20"}, 400)
    if "result" not in record:
        said = asked("legal_actions", record)
        assert (said["phase"], said["legal"]) == ("deal", [])
    table = LIBRARY.table(LIBRARY.rule_set("house-v"), 2)
    over = to_plain(play_game(scribe(table), [sensible], Random(1)).record)
    assert asked("legal_actions", over) == {"phase": "over", "winners": over["result"]["winners"], "legal": []}
    verdict = asked("validate", over)
    assert (verdict["status"], verdict["complete"], verdict["winners"]) == ("clean", True, over["result"]["winners"])


def test_the_rules_of_the_question_judge():
    _, record = played("spanish-40", 2, {}, 400)
    found = asked("validate", record, rules="house-h")
    assert found["violation"]["code"] == "CARD_MISSING"
    assert asked("validate", record, rules="house-q")["status"] == "clean"


@pytest.mark.parametrize("op", ["validate", "legal_actions"])
def test_questions_without_a_record_are_refused(op):
    def code(**question):
        return answer({"op": op, "rules": "spanish-40", **question}, LIBRARY)["error"]["code"]

    assert code() == "KEY_MISSING"
    assert code(record=[]) == "WRONG_TYPE"
    assert code(record={}, seats=2) == "KEY_UNKNOWN"
    record = {"record": 1, "rules": "spanish-40", "seats": {"A": "A"}, "rounds": []}
    assert code(record=record) == "SEATS_NOT_OFFERED"
    assert code(record={**record, "seats": {"A": "A", "B": "B"}, "options": {"jokers": "3"}}) == "OPTION_OUT_OF_RANGE"


def test_what_cannot_be_read_is_a_verdict_or_an_error():
    record = {"record": 1, "rules": "spanish-40", "seats": {"A": "A", "B": "B"}, "rounds": [{"upcrad": "5c"}]}
    assert asked("validate", record)["violation"] == {"code": "UNKNOWN_KEY", "path": "rounds[0].upcrad", "round": 1}
    assert asked("legal_actions", record)["error"]["code"] == "RECORD_INVALID"
