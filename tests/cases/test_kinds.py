"""Every handed case is held by something that runs, or is listed as later with the seam it needs."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from time import process_time

import pytest
import yaml

from referee.game.solve import best_arrangement
from referee.table import CardError
from tests.answer.test_cases import KNOWN
from tests.played.situation import situations
from tests.tables import table

HERE = Path(__file__).parent
TOP = HERE.parents[1]
CASES = {case["id"]: case for case in json.loads((HERE / "cases.json").read_text("utf-8"))}
KINDS = yaml.safe_load((HERE / "kinds.yaml").read_text("utf-8"))
LATER = {"S05", "S11", "S13", "S14", "S15", "S18", "S32", "S33", "S37", "S38"}
"""Those of a live table and of the service to come; S29 needs no server to be played."""

QUICK = 0.05
"""Seconds of processor time; the hands below take a hundredth of it, trying every set of melds takes hours."""


def _asked() -> set[str]:
    return {name for name, case in CASES.items() if any(check["op"] in KNOWN for check in case["check"])}


def _played() -> set[str]:
    return {one.name[:3] for one in situations()} & CASES.keys()


def _bad_files() -> set[str]:
    golden = HERE.parent / "golden"
    found = [*(golden / "bad" / "cases").glob("*.out"), *(golden / "good").glob("*.out")]
    return {path.name[:3].upper() for path in found} & CASES.keys()


def test_no_case_is_left_out() -> None:
    held = _asked() | _played() | _bad_files() | KINDS["held"].keys()
    assert CASES.keys() - held == LATER - held
    assert KINDS["later"].keys() == LATER


def test_what_is_held_elsewhere_is_not_listed() -> None:
    assert KINDS["later"].keys() & (_asked() | _played() | KINDS["held"].keys()) == set()
    assert KINDS["held"].keys() & (_asked() | _played()) == set()


@cache
def _tests_of(path: str) -> set[str]:
    tree = ast.parse((TOP / path).read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("case", sorted(KINDS["held"]))
def test_the_tests_named_are_there(case: str) -> None:
    for name in KINDS["held"][case]:
        path, _, test = name.partition("::")
        assert test in _tests_of(path), name


@pytest.mark.parametrize("case", sorted(KINDS["later"]))
def test_what_is_later_says_what_it_needs(case: str) -> None:
    assert len(KINDS["later"][case]["seam"].split()) > 5


@pytest.mark.parametrize(
    ("rules", "seats", "options", "hand"),
    [
        ("spanish-40", 2, {"jokers": 2}, "1c 2c 3c 4c 5c 6c JK JK"),
        ("fournier-40", 5, {}, "7o 7o 7c 7c 7e 7e 7b 7b"),
    ],
)
def test_hands_with_a_great_many_melds(rules: str, seats: int, options: dict[str, int], hand: str) -> None:
    """S31: an answer in milliseconds, the first one included."""
    at = table(rules, seats, **options)
    cards = at.read_hand(hand)
    began = process_time()
    assert best_arrangement(at, cards).deadwood == 0
    assert process_time() - began < QUICK


def test_a_forged_hand_is_refused_for_its_size() -> None:
    at = table("spanish-40", 2)
    began = process_time()
    with pytest.raises(CardError, match="40"):
        at.read_hand([f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)])
    assert process_time() - began < QUICK
