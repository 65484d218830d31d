"""`referee diff FIRST SECOND`: on how many hands two tables differ, the smallest of each, and the clauses in words."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from referee.cli.asking import rule_set, table_for
from referee.cli.failures import CommandError
from referee.cli.progress import Progress
from referee.cli.terminal import paint, wrapped
from referee.library.provenance import rule_values
from referee.table import Table
from referee.table.options import shown
from referee.workshop.clause_changes import ClauseChange, clause_changes
from referee.workshop.differences import PARTS, Change, Differences, OtherPack, Tally, differences
from referee.workshop.verdicts import ShortVerdict

_SAID: Mapping[Change, str] = {
    Change.CLOSES_NO_MORE: "may close no more",
    Change.CLOSES_NOW: "may close now",
    Change.WINS_NO_MORE: "win the game no more",
    Change.WINS_NOW: "win the game now",
    Change.WRITES_MORE: "write more",
    Change.WRITES_LESS: "write less",
    Change.OTHER_OUTCOME: "close by another outcome",
    Change.LOOSE_MORE: "have more loose points",
    Change.LOOSE_LESS: "have fewer loose points",
}


def run(arguments: Namespace) -> int:
    """Print the differences; 1 if there are any."""
    first = table_for(rule_set(arguments.first), arguments)
    changed = Namespace(
        seats=arguments.seats if arguments.to_seats is None else arguments.to_seats,
        option=[*_others(arguments), *arguments.to_option],
    )
    second = table_for(rule_set(arguments.second), changed)
    jobs, chance = arguments.jobs or os.cpu_count() or 1, Random(arguments.seed)  # noqa: S311 - a sample
    try:
        with Progress(PARTS, "parts") as progress:
            found = differences(first, second, chance, jobs=jobs, sample=arguments.sample, part_done=progress.step)
    except OtherPack as error:
        raise CommandError(f"hands cannot be compared: {error}", "OTHER_PACK") from error
    rules, clauses = _rule_changes(first, second), clause_changes(first, second, arguments.lang)
    if arguments.json:
        print(json.dumps(_plain(first, second, found, (rules, clauses)), ensure_ascii=False))
    else:
        _tell(first, second, found, (rules, clauses))
    return 1 if found.tallies or rules or clauses else 0


Changes = tuple[tuple[tuple[str, str | None, str | None], ...], tuple[ClauseChange, ...]]
"""The rules that differ, each with its path and both texts, and the clauses that read otherwise."""


def _rule_changes(first: Table, second: Table) -> tuple[tuple[str, str | None, str | None], ...]:
    """The rules that are not the same in both rule sets; None where one does not have it."""
    was, now = rule_values(first.rule_set), rule_values(second.rule_set)
    texts = [
        (path, was[path].text if path in was else None, now[path].text if path in now else None)
        for path in dict.fromkeys((*now, *was))
    ]
    return tuple(change for change in texts if change[1] != change[2])


def _others(arguments: Namespace) -> list[tuple[str, str]]:
    """The options for both tables that the second does not have otherwise."""
    changed = {name for name, _ in arguments.to_option}
    return [(name, value) for name, value in arguments.option if name not in changed]


# -- for people ------------------------------------------------------------------------------------------------------


def _tell(first: Table, second: Table, found: Differences, changes: Changes) -> None:
    print(paint(f"{_named(first)} → {_named(second)}", "bold"))
    if found.exact:
        print(f"all {found.hands:,} hands of {first.hand_size} cards, as a closer keeps them")
    else:
        print(f"a sample: {found.asked:,} of {found.hands:,} hands of {first.hand_size} cards; no proof of anything")
    if not found.tallies:
        print("\nNo hand differs.")
    for one in found.tallies:
        by = f" [{' '.join(one.clauses)}]" if one.clauses else ""
        print(f"\n{paint(f'{one.hands:>12,}', 'bold')} {_SAID[one.change]}{by}")
        print(f"{'':13}{' '.join(map(first.write, one.witness))}: {_short(one.was)} → {_short(one.now)}")
    examples = [line for one in found.tallies if (line := _example(second, one))]
    if examples:
        print("\nFor the examples of the second rule set:")
        print("\n".join(f"  - {line}" for line in examples))
    rules, clauses = changes
    if rules:
        print("\nRules that differ:\n")
    for path, *texts in rules:
        for sign, text in zip("-+", texts, strict=True):
            if text is not None:
                print(wrapped(text, first=f"{sign} {path}: ", rest="    "))
    if clauses:
        print("\nClauses that read otherwise:")
    margin = max((len(one.clause) for one in clauses), default=0) + 2
    for each in clauses:
        print()
        for sign, text in (("- ", each.was), ("+ ", each.now)):
            if text is not None:
                print(wrapped(text, first=f"{sign}{each.clause.ljust(margin)}", rest=" " * (margin + 2)))


def _named(table: Table) -> str:
    rules = table.rule_set
    chosen = [f"{name}={shown(value)}" for name, value in sorted(table.options.items())]
    return f"{rules.name} ({', '.join([f'{table.seats} seats', *chosen])})"


def _short(one: ShortVerdict) -> str:
    """A verdict in a few words."""
    loose = f"{one.deadwood} loose"
    if not one.legal:
        return f"{loose}, refused by {' '.join(one.clauses)}"
    if one.wins_game:
        return f"{loose}, {one.outcome}, wins the game"
    return f"{loose}, {one.outcome}" + ("" if one.writes is None else f", writes {one.writes}")


def _example(table: Table, one: Tally) -> str:
    """The witness as an example of a rule file; nothing where a close does not show the difference."""
    cards, now = " ".join(map(table.write, one.witness)), one.now
    if one.change in {Change.LOOSE_MORE, Change.LOOSE_LESS}:
        return f"{{hand: {cards}, deadwood: {now.deadwood}}}"
    if not now.legal:
        return f"{{close: {cards}, refused: {now.clauses[0]}}}"
    writes = "" if now.writes is None else f", writes: {now.writes}"
    return f"{{close: {cards}, outcome: {now.outcome}{writes}}}"


# -- for programs ----------------------------------------------------------------------------------------------------


def _plain(first: Table, second: Table, found: Differences, changes: Changes) -> dict[str, Any]:
    rules, clauses = changes
    return {
        "first": _setup(first),
        "second": _setup(second),
        "hands": found.hands,
        "asked": found.asked,
        "exact": found.exact,
        "differences": list(_tallies(first, second, found)),
        "rules": [{"path": path, "was": was, "now": now} for path, was, now in rules],
        "clauses": [{"clause": one.clause, "was": one.was, "now": one.now} for one in clauses],
    }


def _setup(table: Table) -> dict[str, Any]:
    options = {name: value if isinstance(value, bool | int) else str(value) for name, value in table.options.items()}
    return {"rules": table.rule_set.name, "digest": table.rule_set.digest, "seats": table.seats, "options": options}


def _tallies(first: Table, second: Table, found: Differences) -> Iterator[dict[str, Any]]:
    for one in found.tallies:
        yield {
            "change": str(one.change),
            "clauses": list(one.clauses),
            "hands": one.hands,
            "witness": [first.write(card) for card in one.witness],
            "was": _verdict(one.was),
            "now": _verdict(one.now),
            "example": _example(second, one),
        }


def _verdict(one: ShortVerdict) -> dict[str, Any]:
    made: dict[str, Any] = {"deadwood": one.deadwood, "legal": one.legal}
    if not one.legal:
        return {**made, "clauses": list(one.clauses)}
    made |= {"outcome": one.outcome, "clause": one.clauses[0]}
    return {**made, "wins_game": True} if one.wins_game else {**made, "score": one.writes}
