"""Faults seen in other programs: every check of `tests/cases/cases.json` about hands, melds and closes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.game.close import judge_close
from referee.game.meld import is_meld
from referee.game.solve import best_arrangement
from referee.table import CardError, Table
from tests.tables import table

CASES = json.loads((Path(__file__).parents[2] / "cases" / "cases.json").read_text(encoding="utf-8"))
CHECKS = [
    pytest.param(check, id=f"{case['id']}-{number}-{check['op']}")
    for case in CASES
    for number, check in enumerate(case.get("check") or [])
    if check["op"] in {"deadwood", "meld", "close", "invalid_hand"}
]


def found(at: Table, check: dict[str, Any]) -> object:
    if check["op"] == "deadwood":
        return best_arrangement(at, at.read_hand(check["hand"])).deadwood
    if check["op"] == "meld":
        return is_meld(at, at.read_hand(check["cards"])) is not None
    if check["op"] == "invalid_hand":
        try:
            return at.read_hand(check["hand"])
        except CardError:
            return "error"
    verdict = judge_close(at, at.read_hand(check["keep"]))
    if verdict.wins_game:
        return {"legal": True, "chinchon": True}
    return {"legal": True, "score": verdict.writes} if verdict.legal else {"legal": False}


@pytest.mark.parametrize("check", CHECKS)
def test_case(check: dict[str, Any]) -> None:
    at = table(check["rules"], check.get("seats"), **check.get("options", {}))
    assert found(at, check) == check["expect"]


def test_all_of_them_are_here() -> None:
    assert len(CHECKS) >= 80
