"""Expectations held against what came: each key compared in its own way, and what decided told with what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.cards import Card
from referee.game.meld import Meld
from referee.lang.leaves import Leaf
from referee.lang.syntax import Expr, Name
from referee.lang.types import Enumerations, Member
from referee.lang.unparse import unparse
from referee.lang.walk import everything
from referee.suite.results import Failure, Part
from referee.table import Table
from referee.table.options import value_text

NONE = "none"
"""What an expectation writes for nothing at all."""


def words(value: Any) -> list[str]:
    """Words given in one text or as a list; `none` is no word."""
    found = [str(one) for one in value] if isinstance(value, list) else str(value).split()
    return [] if found == [NONE] else found


def plain(
    expected: Mapping[str, Any], key: str, got: object, clause: str = "", parts: Iterable[Part] = ()
) -> Iterator[Failure]:
    """A number, a name or yes and no; nothing where it is not expected."""
    if key not in expected:
        return
    wanted = str(expected[key])
    told = NONE if got is None else value_text(got)
    if wanted != told:
        yield Failure(key, wanted, told, clause, tuple(parts))


def same_words(expected: Mapping[str, Any], key: str, got: Sequence[str], *, ordered: bool = True) -> Iterator[Failure]:
    """Words, in their order or in any."""
    if key not in expected:
        return
    wanted = words(expected[key])
    if (wanted != list(got)) if ordered else (sorted(wanted) != sorted(got)):
        yield Failure(key, joined(wanted), joined(got))


def joined(found: Iterable[str]) -> str:
    """Words in one text."""
    return " ".join(found) or NONE


def numbers_by_seat(expected: Mapping[str, Any], key: str, got: Mapping[str, object]) -> Iterator[Failure]:
    """Points of the seats that are expected; of others nothing is said."""
    for seat, wanted in (expected.get(key) or {}).items():
        told = str(got[seat]) if got.get(seat) is not None else NONE
        if told != str(wanted):
            yield Failure(f"{key} of {seat}", str(wanted), told)


def cards_of(table: Table, text: Any) -> tuple[Card, ...]:
    """Cards in one text, none for `none`; CardError."""
    return () if str(text).strip() == NONE else table.read_hand(str(text))


def arrangement(
    table: Table, expected: Mapping[str, Any], melds: Sequence[Meld], loose: Sequence[Card], parts: Iterable[Part] = ()
) -> Iterator[Failure]:
    """The melds in any order, and the loose cards. CardError for cards that are none."""
    if "melds" in expected:
        given = expected["melds"]
        lists = given if isinstance(given, list) else ([] if given == NONE else [given])
        wanted = sorted(_text(table, table.read_hand(str(cards))) for cards in lists)
        got = sorted(_text(table, meld.cards) for meld in melds)
        if wanted != got:
            yield Failure("melds", ", ".join(wanted) or NONE, ", ".join(got) or NONE, "", tuple(parts))
    if "loose" in expected:
        wanted_loose = _text(table, cards_of(table, expected["loose"]))
        got_loose = _text(table, loose)
        if wanted_loose != got_loose:
            yield Failure("loose", wanted_loose or NONE, got_loose or NONE, "", tuple(parts))


def _text(table: Table, cards: Iterable[Card]) -> str:
    return " ".join(table.write(card) for card in sorted(cards))


def loose_parts(table: Table, loose: Iterable[Card]) -> tuple[Part, ...]:
    """What each loose card costs."""
    return tuple(Part(table.write(card), str(table.points[card.index])) for card in loose)


def leaf_parts(leaves: Iterable[Leaf], enums: Enumerations) -> tuple[Part, ...]:
    """The comparisons that failed, with what was measured."""
    found: list[Part] = []
    for leaf in leaves:
        sides = ", ".join(f"{unparse(side)} is {_value(side, value, enums)}" for side, value in leaf.sides)
        found.append(Part(unparse(leaf.expr), f"({sides})" if sides else f"({value_text(leaf.holds)})"))
    return tuple(dict.fromkeys(found))


def measured(exprs: Iterable[Expr], facts: object, table: Table) -> tuple[Part, ...]:
    """The facts that some rules read, through definitions, with their values: numbers, truths and members."""
    found: dict[str, Part] = {}
    waiting, opened = list(exprs), set[str]()
    while waiting:
        for node in everything(waiting.pop()):
            if not isinstance(node, Name):
                continue
            if node.sort == "definition" and node.name not in opened:
                opened.add(node.name)
                waiting.append(table.definitions[node.name])
            elif node.sort == "option":
                found[node.name] = Part(node.name, value_text(table.options[node.name]))
            elif node.sort == "fact" and isinstance(value := getattr(facts, node.name, None), int):
                found[node.name] = Part(node.name, _value(node, value, table.rule_set.enums))
    return tuple(found[name] for name in sorted(found))


def _value(expr: Expr, value: Any, enums: Enumerations) -> str:
    kind = expr.type
    if isinstance(kind, Member) and isinstance(value, int):
        return enums[kind.enum].member(value) if value >= 0 else NONE
    return value_text(value)
