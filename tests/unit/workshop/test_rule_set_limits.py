"""Every limit of a rule set and of an expression, at its value and one above it: what is said of one more, and only of it.

A limit is met by making what it counts in a house rule of the `plain` game of the bad files, or in a game of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from referee import limits
from referee.lang.check import check as check_expression
from referee.lang.cost import cost
from referee.lang.parse import parse
from referee.lang.syntax import Expr
from referee.library.shelf import FolderShelf
from referee.source import Text
from referee.vocabulary.load import vocabulary
from referee.workshop.check import check

BASES = Path(__file__).parents[2] / "golden" / "bad" / "rules" / "bases"


def codes(text: str, folder: Path = BASES) -> list[str]:
    found = check(text.encode(), "casa.yaml", FolderShelf([folder])).diagnostics
    return sorted({one.code for one in found if one.severity == "error"})


def house(body: str) -> str:
    return f"rule_set: casa\nformat: 1\nextends: plain\n{body}\n"


def condition(text: str) -> str:
    return house(f"close:\n  may_close:\n    q.1: {text}")


def characters(number: int) -> str:
    """An expression of so many characters."""
    return condition("deadwood at most 5" + " " * (number - 19) + "0")


def parts(number: int) -> str:
    """`1 + 1 + … at most 5` has a part for every number and every sign, and two more."""
    ones = (number - 1) // 2
    whole = "deadwood at most " + " + ".join(["1"] * ones)
    return condition(whole if number % 2 else f"not ({whole})")


def depth(number: int) -> str:
    """Negations inside each other, above a comparison of two levels."""
    return condition("not " * (number - 2) + "faulty is yes")


def loops(number: int) -> str:
    names = "abcdefgh"[:number]
    inner = " and ".join(f"{name}.place at least 0" for name in names)
    return condition("".join("all(" for _ in names) + inner + "".join(f" for {name} in loose)" for name in names))


def numeral(number: int) -> str:
    return condition(f"deadwood at most {number}")


def signs(number: int) -> str:
    return condition(" + ".join(["1"] + ["2 %" for _ in range(number)]))


def seats(number: int) -> str:
    return house(f"table: {{seats: 1..{number}}}\ndeal: {{cards: 4}}")


def hand(number: int) -> str:
    return house(f"table: {{seats: 1..2}}\ndeal: {{cards: {number}}}")


def packs(number: int) -> str:
    return house(f"pack: {{copies: {number}}}")


def jokers(number: int) -> str:
    return house(f"pack: {{jokers: {number}}}")


def suits(number: int) -> str:
    names = ", ".join(f"{{s{letter}: {letter}}}" for letter in "abcdefghijkl"[:number])
    return house(f"table: {{seats: 2}}\npack: {{suits: [{names}]}}\npoints: {{p.7: 1}}")


def ranks(number: int) -> str:
    return house(f"pack: {{ranks: [1..{number}]}}\npoints: {{p.7: 1}}")


def points(number: int) -> str:
    return house(f"points: {{p.7: {number}}}")


def options(number: int) -> str:
    inherited = 3
    more = "".join(f"  o{n}: {{clause: p.9, type: yes_no, default: no}}\n" for n in range(number - inherited))
    return house(f"options:\n{more}")


def examples(number: int) -> str:
    return house("examples:\n" + "  - {hand: 1o 2o 3o, deadwood: 0}\n" * number)


def placeholders(number: int) -> str:
    text = "{limit}" * 200
    keys = "".join(f'  q.{n}: {{en: "{text}"}}\n' for n in range(number // 200))
    rest = "{limit}" * (number % 200)
    rules = "".join(f"    q.{n}: yes\n" for n in range(number // 200 + 1))
    return house(f'book:\n{keys}  q.{number // 200}: {{en: "{rest}."}}\nclose:\n  may_close:\n{rules}')


LIMITS: dict[str, tuple[Callable[[int], str], str]] = {
    "EXPRESSION_CHARACTERS": (characters, "CH310"),
    "EXPRESSION_PARTS": (parts, "CH310"),
    "EXPRESSION_DEPTH": (depth, "CH310"),
    "EXPRESSION_LOOPS": (loops, "CH310"),
    "NUMBER": (numeral, "CH309"),
    "SEATS": (seats, "CH506"),
    "HAND_CARDS": (hand, "CH506"),
    "PACKS": (packs, "CH506"),
    "JOKERS": (jokers, "CH506"),
    "SUITS": (suits, "CH506"),
    "RANKS": (ranks, "CH506"),
    "CARD_POINTS": (points, "CH506"),
    "OPTIONS": (options, "CH515"),
    "EXAMPLES": (examples, "CH801"),
    "PLACEHOLDERS": (placeholders, "CH805"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_one_more_is_told_and_nothing_less(name: str) -> None:
    make, code = LIMITS[name]
    most = getattr(limits, name)
    assert (codes(make(most)), codes(make(most + 1))) == ([], [code])
