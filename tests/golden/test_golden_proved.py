"""Faults seeded into a small rule set and what `referee prove` says of them: every `proved/NAME.yaml` has its `NAME.out`.

The faults are those of a checklist for decision tables (identical, equivalent, contained, contradicting, overlapping,
missing, mergeable and idle rules) and those of the games: rounds and games without an end. The base has none of them. A
line of the .out as in `test_golden_bad.py`, the notes below it behind `+`. `pytest --update-golden` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from referee.diagnostics import CODES, Diagnostic
from referee.diagnostics.codes import PROVED
from referee.library.shelf import FolderShelf
from referee.ruleset.load import load
from referee.source import Span
from referee.table import bind
from referee.workshop.proof.prove import Proof, prove
from referee.workshop.proof.telling import diagnostics

PLACE = Path(__file__).parent / "proved"
FILES = sorted(PLACE.glob("*.yaml"))
BASE = PLACE / "bases" / "small.yaml"


@cache
def proof(path: Path) -> Proof:
    loaded = load(path.read_bytes(), path.name, FolderShelf([PLACE / "bases"]))
    assert loaded.rule_set is not None, [f"{one.code} {one.message}" for one in loaded.diagnostics]
    return prove(bind(loaded.rule_set), Random(0))


def place(span: Span | None) -> str:
    if span is None:
        return "-"
    file = "" if span.source.name != BASE.name else "small.yaml "
    return f"{file}{span.begin.line}:{span.begin.column}-{span.finish.line}:{span.finish.column}"


def lines(one: Diagnostic) -> Sequence[str]:
    return (
        f"{one.code} {one.severity} {place(one.span)} {one.path} {one.message}",
        *(f"    : {place(related.span)} {related.message}" for related in one.related),
        *(f"    + {note}" for note in one.notes),
        *([f"    = {one.help}"] if one.help else []),
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_seeded_fault(path: Path, update_golden: bool) -> None:
    found = diagnostics(proof(path))
    said = "".join(f"{row}\n" for one in found for row in lines(one))
    golden = path.with_suffix(".out")
    if update_golden:
        golden.write_text(said, encoding="utf-8")
    assert golden.is_file(), f"{golden.name} is missing; write it with --update-golden and look at it"
    assert said == golden.read_text(encoding="utf-8")
    assert path.stem[:5].upper() in {one.code for one in found}


def test_nothing_is_wrong_with_the_base() -> None:
    assert diagnostics(proof(BASE)) == ()
    assert proof(BASE).exact


def test_every_code_of_a_proof_has_a_golden() -> None:
    assert {path.stem[:5].upper() for path in FILES} == PROVED
    assert set(CODES) >= PROVED
    assert [path.name for path in PLACE.glob("*.out") if not path.with_suffix(".yaml").is_file()] == []


CHECKLIST = {
    "identical rules": "ch603-identical",
    "equivalent rules": "ch603-equivalent",
    "a rule subsumed by another": "ch603-contained",
    "an outcome subsumed by another": "ch603-outcome",
    "contradicting rules": "ch604-conditions",
    "rules that contradict only together": "ch604-three",
    "contradicting parts of a rule": "ch604-parts",
    "contradicting conclusions, legal and refused": "ch604-refused",
    "overlapping rules with different conclusions": "ch613-overlap",
    "missing rules": "ch605-gap",
    "mergeable rules": "ch612-mergeable",
    "an unused value of an input": "ch602-points",
    "a rule that never applies": "ch602-never-fits",
    "a rule masked by an earlier one": "ch602-shadowed",
    "a rule masked by several together": "ch602-shadowed-by-two",
    "a rule that a better one always beats": "ch602-outdone",
    "a condition that is always true": "ch601-always",
    "a condition that is never true": "ch601-never",
    "a bound without effect": "ch507-limit",
    "a redundant condition": "ch606-condition",
    "a redundant part": "ch606-part",
    "a redundant alternative": "ch606-alternative",
    "a conclusion that hangs on how the input is read": "ch607-arrangement",
    "no end: a round": "ch608-shuffles",
    "no end: a game": "ch609-limit",
    "an end that is out of reach": "ch508-direction",
}
"""The faults of checklists for decision tables, and where each of them is seeded."""


PLACES = {
    "written.by_others": ("ch601", "ch602", "ch603", "ch604", "ch606", "ch607", "ch612", "ch613"),
    "written.if_unclosed": ("ch601", "ch602", "ch606"),
    "game.adjust": ("ch601", "ch602", "ch606"),
    "game.winner": ("ch601", "ch606"),
    "game.out_when": ("ch601",),
    "turn.may_take": ("ch604", "ch608"),
    "turn.may_discard": ("ch601", "ch603", "ch604", "ch606"),
    "lay_off.may_lay_off": ("ch601", "ch603"),
}
"""Places of a rule set other than the close, and the kinds of mistakes that are seeded there."""


@pytest.mark.parametrize("place", PLACES)
def test_every_kind_of_mistake_is_found_in_every_place(place: str) -> None:
    told = [(path.stem, one) for path in FILES for one in diagnostics(proof(path)) if one.path.startswith(f"{place}.")]
    assert {stem[:5] for stem, one in told if one.code == stem[:5].upper()} == set(PLACES[place])


def test_every_place_with_conditions_is_answered() -> None:
    for path in FILES:
        found = proof(path)
        rules = found.table.rule_set
        paths = {one.path for one in found.asked}
        assert paths >= {*rules.conditions, *rules.cases, "close.outcomes", "game.winner"}
        assert not any(one.open for one in found.asked)


@pytest.mark.parametrize("fault", CHECKLIST)
def test_every_fault_of_the_checklist_is_found_with_a_witness(fault: str) -> None:
    found = proof(PLACE / f"{CHECKLIST[fault]}.yaml")
    for told in found.told:
        finding = told.finding
        # what holds for all, or fits none, has no witness but everything
        assert finding.told or finding.code in {"CH601", "CH507"} or "its condition" in finding.message
    assert found.told or found.unreachable or not all(one.bounded for one in (*found.rounds, found.games))


def test_one_fault_is_told_once() -> None:
    told = {path.stem: [one.code for one in diagnostics(proof(path))] for path in FILES}
    assert {name: codes for name, codes in told.items() if len(codes) != 1} == MORE


MORE: dict[str, list[str]] = {}
"""Seeded faults of which more than one thing is to be said, and why it is not the same thing twice."""
