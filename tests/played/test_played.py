"""Every played situation comes out as it says, at each table it is judged at."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from referee.game.legal import legal_actions
from referee.voice import paragraphs
from tests.played.judging import seen_at
from tests.played.situation import Situation, situations, state_of
from tests.tables import rule_set, table

CASES = json.loads((Path(__file__).parents[1] / "cases" / "cases.json").read_text("utf-8"))

ALL = list(situations())


@pytest.mark.parametrize("one", ALL, ids=lambda one: f"{one.group}-{one.name}-{one.rules}")
def test_situation(one: Situation) -> None:
    at = table(one.rules, one.seats, **one.options)
    seen = seen_at(at, one.moment)
    wanted = {key: value for key, value in one.seen.items() if key not in ("rules", "options", "prints")}
    assert {key: _part(key, seen, value) for key, value in wanted.items()} == {
        key: _wanted(key, value) for key, value in wanted.items()
    }
    assert "refused" in wanted or "refused" not in seen, seen["refused"]
    assert "stands" in wanted or "stands" not in seen, seen["stands"]
    for clause, text in one.seen.get("prints", {}).items():
        assert any(one.clause == clause and text in one.text for one in paragraphs(at, "en")), clause


def _wanted(key: str, value: Any) -> Any:
    """An expectation in the form in which it is compared."""
    if key == "refused":
        return {name: _wanted(f"refused.{name}", text) for name, text in value.items()}
    if key.endswith("legal"):
        return set(str(value).split())
    if key == "clauses":
        return str(value)
    return value


def _part(key: str, seen: dict[str, Any], wanted: Any) -> Any:
    """The part of what is seen that is spoken of: of `legal` words those named, of seats those named."""
    if key == "refused":
        return {name: _part(f"refused.{name}", seen.get("refused", {}), text) for name, text in wanted.items()}
    if key.endswith("illegal"):
        return _wanted(key, wanted) - seen.get("legal", set())
    if key.endswith("legal"):
        return _wanted(key, wanted) & seen.get("legal", set())
    name = key.rpartition(".")[2]
    value = seen.get(name)
    if key == "pile" and isinstance(wanted, int):
        return seen.get("piled")
    if isinstance(value, dict) and isinstance(wanted, dict) and wanted and key not in ("writes", "laid"):
        return {one: value.get(one) for one in wanted}
    return value


@pytest.mark.parametrize("one", ALL, ids=lambda one: f"{one.group}-{one.name}-{one.rules}")
def test_state_can_be_kept(one: Situation) -> None:
    """S28, S29: a state that was written down and read again is the same state, and the same follows from it."""
    at = table(one.rules, one.seats, **one.options)
    state = state_of(at, one.moment)
    kept = pickle.loads(pickle.dumps(state))
    assert kept == state
    assert legal_actions(at, kept) == legal_actions(at, state)
    assert seen_at(at, one.moment) == seen_at(at, one.moment)


def test_ids_are_unique() -> None:
    names = [(one.name, one.group) for one in ALL]
    assert len(names) == len(set(names))


def test_handed_cases_are_played() -> None:
    """Every handed case about the course of a game, a lay-off or the counting of a round is among the situations."""
    names = {re.split("[-/]", one.name)[0] for one in ALL}
    handed = {case["id"] for case in CASES if case["kind"] in ("flow", "layoff")}
    assert handed | {"M36", "M41", "M42", "J16", "J17", "J19", "S24", "S28", "S29"} <= names


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuv")
def test_house_rules_differ_from_their_base(letter: str) -> None:
    """In some situation the same moment comes to something else under a house rule and under its base."""
    rules = f"house-{letter}"
    base = rule_set(rules).extends[0]
    pairs = [(one, other) for one in ALL for other in ALL if one.rules == rules and other.rules == base]
    assert any(one.moment is other.moment and _played(one) != _played(other) for one, other in pairs)


def _played(one: Situation) -> dict[str, Any]:
    return seen_at(table(one.rules, one.seats, **one.options), one.moment)
