"""The committed vectors are what their list says and what the referee answers now, and they are made the same every time."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice

import pytest

from referee.answer.operations import OPERATIONS
from tests.conformance.comparing import meets
from tests.conformance.kit import files
from tests.conformance.kit.handed import handed
from tests.conformance.kit.tables import TOP, ends, rule_sets
from tests.conformance.kit.vectors import PARTS, Vector, answered
from tests.conformance.run import Vector as Asked
from tests.conformance.run import vectors

EVERY = 97
"""One of so many vectors is asked again in the default run, and all of them in the slow one."""

FIRST = 6
"""So many of each part are made again."""

NOT_ASKED = {"RULE_SET_INVALID", "CARD_AMBIGUOUS", "INTERNAL"}
"""Codes without a vector: they need a faulty file, names that look alike, and a fault of the referee."""


def held(part: str) -> list[Vector]:
    return [json.loads(line) for line in files.lines_of(part).splitlines()]


def test_the_list_says_what_the_files_hold() -> None:
    listed = files.contents()
    assert list(listed) == list(PARTS)
    assert {path.name for path in files.FOLDER.glob("*.gz")} == {files.path_of(part).name for part in PARTS}
    assert {part: files.said_of(files.lines_of(part)) for part in PARTS} == listed
    assert sum(said["vectors"] for said in listed.values()) >= 20_000


def test_they_are_small_enough_to_be_committed() -> None:
    assert sum(path.stat().st_size for path in files.FOLDER.iterdir()) < 2_000_000


def asked(part: str, every: int) -> list[Asked]:
    return list(vectors([part], [], every))


@pytest.mark.parametrize("part", list(PARTS))
def test_a_sample_is_answered_so_today(part: str) -> None:
    for vector in asked(part, 1 if part == "cases" else EVERY):
        assert answered(vector.line) == vector.held["answer"], vector


@pytest.mark.parametrize("part", list(PARTS))
def test_the_first_are_made_the_same_again(part: str) -> None:
    assert files.encoded(islice(PARTS[part](), FIRST)).splitlines() == files.lines_of(part).splitlines()[:FIRST]


@pytest.mark.slow
@pytest.mark.parametrize("part", list(PARTS))
def test_all_are_made_the_same_again(part: str) -> None:
    assert files.stale([part]) == {}


def test_the_handed_cases_are_among_them_with_what_they_expect() -> None:
    cases = held("cases")
    assert [(one["case"], one["expect"]) for one in cases] == [(name, expect) for name, _, expect in handed()]
    assert all(meets(one["answer"], one["expect"]) for one in cases)


@pytest.fixture(scope="module")
def everything() -> list[Vector]:
    return [one for part in PARTS for one in held(part)]


def test_every_rule_set_is_asked_about_with_every_op(everything: list[Vector]) -> None:
    asked = Counter((one["question"].get("rules"), one["question"].get("op")) for one in everything if _good(one))
    assert all(asked[rules, op] >= 10 for rules in rule_sets() for op in OPERATIONS)
    assert len(rule_sets()) >= 40


def test_every_option_has_been_chosen_at_its_ends(everything: list[Vector]) -> None:
    spelt = {"true": "yes", "false": "no"}
    chosen = {
        (one["question"]["rules"], name, spelt.get(f"{value}".lower(), f"{value}"))
        for one in everything
        if _good(one)
        for name, value in one["question"].get("options", {}).items()
    }
    for rules, rule_set in rule_sets().items():
        for option in rule_set.options.values():
            values = [] if option.fixed else [f"{value}".lower() for value in ends(option)]
            assert all((rules, option.name, spelt.get(value, value)) in chosen for value in values), (rules, option)


def test_every_code_has_a_vector(everything: list[Vector]) -> None:
    table = (TOP / "tests" / "conformance" / "PROTOCOL.md").read_text("utf-8").split("| code | when |")[1]
    codes = set(re.findall(r"`([A-Z_0-9]+)`", table.split("\n\n")[0]))
    assert codes - {one["answer"].get("error", {}).get("code") for one in everything} == NOT_ASKED


def _good(one: Vector) -> bool:
    return "question" in one and "error" not in one["answer"]
