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
from referee.cli.progress import OF_THE_HANDS, PATIENCE, Progress
from referee.cli.terminal import paint, wrapped
from referee.library.provenance import rule_values
from referee.table import BindError, Table, bind
from referee.table.options import value_text
from referee.voice import Frames
from referee.workshop.clause_changes import ClauseChange, clause_changes
from referee.workshop.differences import Change, Differences, OtherPack, Tally, differences, same_pack
from referee.workshop.proof.judgedat import JudgedAt
from referee.workshop.seenkinds import PARTS
from referee.workshop.steps import Steps
from referee.workshop.verdicts import ShortVerdict


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
        with Progress(PARTS, OF_THE_HANDS, patience=PATIENCE) as progress:
            steps = Steps(progress.step, progress.at)
            found = differences(first, second, chance, jobs=jobs, sample=arguments.sample, steps=steps)
    except KeyboardInterrupt:
        progress.interrupted("referee diff")
        raise
    except OtherPack as error:
        told = f"hands cannot be compared: {error}{_way_out(first, second)}"
        raise CommandError(told, "OTHER_PACK") from error
    rules, clauses = _rule_changes(first, second), clause_changes(first, second, arguments.lang)
    if arguments.json:
        print(json.dumps(_plain(first, second, found, (rules, clauses)), ensure_ascii=False))
    else:
        _tell(first, second, found, (rules, clauses), Frames(arguments.lang))
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


def _way_out(first: Table, second: Table) -> str:
    """The options of the second table with which the first would have its cards, or the other way round."""
    for one, other in ((first, second), (second, first)):
        alike = {name: value for name, value in other.options.items() if one.options.get(name, value) != value}
        for names in (*((name,) for name in sorted(alike)), tuple(sorted(alike))):
            chosen = {name: alike[name] for name in names}
            if names and _same_cards(one, other, chosen):
                said = " ".join(f"--option {name}={value_text(value)}" for name, value in chosen.items())
                return f"; with `{said}` both have the same"
    return ""


def _same_cards(one: Table, other: Table, chosen: Mapping[str, int | bool | str]) -> bool:
    """Whether a table with some options chosen otherwise plays with the cards of another."""
    try:
        return same_pack(bind(one.rule_set, one.seats, {**one.options, **chosen}), other)
    except BindError:
        return False


def _others(arguments: Namespace) -> list[tuple[str, str]]:
    """The options for both tables that the second does not have otherwise."""
    changed = {name for name, _ in arguments.to_option}
    return [(name, value) for name, value in arguments.option if name not in changed]


# -- for people ------------------------------------------------------------------------------------------------------


def _tell(first: Table, second: Table, found: Differences, changes: Changes, frames: Frames) -> None:
    diff = frames.diff
    print(paint(f"{_named(first, frames)} → {_named(second, frames)}", "bold"))
    cards = frames.tongue.amount(first.hand_size, "cards")
    asked, hands = frames.large(found.asked), frames.large(found.hands)
    print(diff["all" if found.exact else "sample"].format(asked=asked, hands=hands, cards=cards))
    print(_judged_at(found.at, diff["judged"]))
    if not found.tallies:
        print(f"\n{diff['same']}")
    for one in found.tallies:
        by = f" [{' '.join(one.clauses)}]" if one.clauses else ""
        print(f"\n{paint(f'{frames.large(one.hands):>12}', 'bold')} {diff['changes'][str(one.change)]}{by}")
        was, now = (_short(verdict, frames) for verdict in (one.was, one.now))
        print(f"{'':13}{' '.join(map(first.write, one.witness))}: {was} → {now}")
    examples = [line for one in found.tallies if (line := _example(second, one, found.at))]
    if examples:
        print(f"\n{diff['examples']}")
        print("\n".join(f"  - {line}" for line in examples))
    rules, clauses = changes
    if rules:
        print(f"\n{diff['rules']}\n")
    for path, *texts in rules:
        for sign, text in zip("-+", texts, strict=True):
            if text is not None:
                print(wrapped(text, first=f"{sign} {path}: ", rest="    "))
    if clauses:
        print(f"\n{diff['clauses']}")
    margin = max((len(one.clause) for one in clauses), default=0) + 2
    for each in clauses:
        print()
        for sign, text in (("- ", each.was), ("+ ", each.now)):
            if text is not None:
                print(wrapped(text, first=f"{sign}{each.clause.ljust(margin)}", rest=" " * (margin + 2)))


def _judged_at(at: JudgedAt, frames: Mapping[str, str]) -> str:
    """The moment at which the hands were judged, and why at that one."""
    frame = "later" if at.waited_for else "closed" if at.closed_by else "usual"
    return frames[frame].format(facts=at.told, clauses=" ".join(at.waited_for or at.closed_by))


def _named(table: Table, frames: Frames) -> str:
    """The rule set with its seats and options; the options as they would be typed."""
    rules = table.rule_set
    chosen = [f"{name}={value_text(value)}" for name, value in sorted(table.options.items())]
    return f"{rules.name} ({', '.join([frames.tongue.amount(table.seats, 'seats'), *chosen])})"


def _short(one: ShortVerdict, frames: Frames) -> str:
    """A verdict in a few words."""
    diff, tongue = frames.diff, frames.tongue
    loose = diff["loose"].format(x=tongue.figure(one.deadwood), points=frames.points(one.deadwood))
    if not one.legal:
        return str(diff["refused"].format(loose=loose, clauses=" ".join(one.clauses)))
    outcome = tongue.member("outcome", one.outcome or "")
    frame = "wins" if one.wins_game else "writes_open" if one.writes is None else "writes"
    return str(diff[frame].format(loose=loose, outcome=outcome, x=tongue.figure(one.writes or 0)))


def _example(table: Table, one: Tally, at: JudgedAt) -> str:
    """The witness as an example of a rule file, with the facts that are not as usual; of a hand none are asked."""
    facts = ", ".join(f"{name}: {value_text(value)}" for name, value in at.moved.items())
    given = f", given: {{{facts}}}" if facts else ""
    cards, now = " ".join(map(table.write, one.witness)), one.now
    if one.change in {Change.LOOSE_MORE, Change.LOOSE_LESS}:
        return f"{{hand: {cards}, deadwood: {now.deadwood}}}"
    if not now.legal:
        return f"{{close: {cards}{given}, refused: {now.clauses[0]}}}"
    writes = "" if now.writes is None else f", writes: {now.writes}"
    return f"{{close: {cards}{given}, outcome: {now.outcome}{writes}}}"


# -- for programs ----------------------------------------------------------------------------------------------------


def _plain(first: Table, second: Table, found: Differences, changes: Changes) -> dict[str, Any]:
    rules, clauses = changes
    return {
        "first": _setup(first),
        "second": _setup(second),
        "hands": found.hands,
        "asked": found.asked,
        "exact": found.exact,
        "given": dict(sorted(found.at.given.items())),
        "waited_for": list(found.at.waited_for),
        "closed_by": list(found.at.closed_by),
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
            "example": _example(second, one, found.at),
        }


def _verdict(one: ShortVerdict) -> dict[str, Any]:
    made: dict[str, Any] = {"deadwood": one.deadwood, "legal": one.legal}
    if not one.legal:
        return {**made, "clauses": list(one.clauses)}
    made |= {"outcome": one.outcome, "clause": one.clauses[0]}
    return {**made, "wins_game": True} if one.wins_game else {**made, "score": one.writes}
