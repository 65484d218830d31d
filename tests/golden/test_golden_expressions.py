"""Expressions and what is said of them: `lang/*.expr`, one chunk an expression, its outcome below it.

A chunk is a line `slot: expression` (`¶` stands for a line break, `·` for U+00A0) and indented lines: either the canonical text and type of an
expression that is right, or one line a diagnostic: `start-end CODE message`, `? help`, `@ start-end related`. Offsets
count the characters of the expression from 0, ends exclusive. `pytest --update-golden` writes the outcomes anew; comments (`#`) stay.
"""

from pathlib import Path

import pytest

from referee import limits
from referee.diagnostics import CODES, in_order
from referee.lang.check import check
from referee.lang.parse import parse
from referee.lang.types import TRUTH, Criterion, Enumeration, Member, Quantity, SetOf
from referee.lang.unparse import unparse
from referee.source import Text
from referee.vocabulary.load import vocabulary

HERE = Path(__file__).parent / "lang"
FILES = sorted(HERE.glob("*.expr"))
ENUMS = {
    "suit": Enumeration("suit", ("oros", "copas", "espadas", "bastos")),
    "rank": Enumeration("rank", ("1", "2", "3", "4", "5", "6", "7", "sota", "caballo", "rey"), ("joker",)),
    "outcome": Enumeration("outcome", ("chinchon", "clean", "plain"), ("unclosed",)),
    "pace": Enumeration("pace", ("slow", "fast")),
}
OPTIONS = {"limit": Quantity("points"), "jokers": Quantity("cards"), "declared": TRUTH, "pace": Member("pace")}
DEFINITIONS = {
    "all_melded": TRUTH,
    "their_loose_points": Quantity("points"),
    "few": SetOf(Quantity("cards")),
}
NEEDS = {
    "all_melded": frozenset({"loose"}),
    "their_loose_points": frozenset({"others"}),
    "few": frozenset(),
}
EXPECTED_CODES = {
    *(f"CH{number}" for number in (201, 202, 203, 208, 210, 301, 302, 303, 304, 305, 306, 308, 309, 310, 311, 312)),
    *(f"CH{number:03}" for number in (401, 402, 403, 404, 406, 407, 408, 409, 410, 4, 8, 104, 805)),
}


def outcome(slot: str, written: str) -> list[str]:
    """What is said of one expression, as it stands in the golden file."""
    scope = vocabulary().scope(slot, enums=ENUMS, options=OPTIONS, definitions=DEFINITIONS, needs=NEEDS)
    criterion = isinstance(scope.wants, Criterion)
    text = Text.plain(written.replace("¶", "\n").replace("·", "\u00a0"))
    expr, told = parse(text, criterion=criterion)
    if expr is not None:
        typed, more = check(expr, scope)
        right = not told
        told = [*told, *more]
        if typed is not None and right:
            if len(unparse(typed)) > limits.EXPRESSION_CHARACTERS:
                return [f"  ({len(unparse(typed))} characters) :: {typed.type}"]
            again, _ = parse(Text.plain(unparse(typed)), criterion=criterion)
            assert again is not None
            assert check(again, scope) == (typed, [])
            return [f"  {unparse(typed)} :: {typed.type}"]
    lines: list[str] = []
    for one in in_order(told):
        assert one.span is not None
        lines.append(f"  {one.span.start}-{one.span.end} {one.code} {one.message}")
        lines.extend(f"    @ {related.span.start}-{related.span.end} {related.message}" for related in one.related)
        if one.help:
            lines.append(f"    ? {one.help}")
    return lines


def rewritten(path: Path) -> str:
    """The file with the outcome of every chunk as it is now."""
    lines: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("  "):
            continue
        lines.append(line)
        if line and not line.startswith("#"):
            slot, written = line.split(": ", 1)
            lines.extend(outcome(slot, written))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_expressions(path: Path, update_golden: bool) -> None:
    now = rewritten(path)
    if update_golden:
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text("utf-8")


def test_every_code_of_the_language_is_told_somewhere() -> None:
    told = {
        word
        for path in FILES
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("  ")
        for word in line.split()[1:2]
        if word in CODES
    }
    assert told >= EXPECTED_CODES
