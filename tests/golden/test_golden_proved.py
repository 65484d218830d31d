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


def test_one_fault_is_told_once() -> None:
    told = {path.stem: [one.code for one in diagnostics(proof(path))] for path in FILES}
    assert {name: codes for name, codes in told.items() if len(codes) != 1} == MORE


MORE: dict[str, list[str]] = {}
"""Seeded faults of which more than one thing is to be said, and why it is not the same thing twice."""
