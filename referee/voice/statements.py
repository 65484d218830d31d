"""The rules of a rule set by the clause they rest on, in the order in which one would read them aloud.

A `Statement` is one rule of any kind, waiting to be spoken. What the format supplies (defaults nobody wrote) is no
statement: nobody laid it down, and no clause is cited for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from referee.rules.model import Case, Condition, Criterion, Irregular, Option, Outcome, RuleSet, Setting
from referee.rules.order import told_under
from referee.source import Origin
from referee.vocabulary import vocabulary


@dataclass(frozen=True, slots=True)
class Pack:
    """Suits or ranks: what the pack holds is a rule without an expression."""

    what: Literal["suits", "ranks"]


Rule = Option | Setting | Pack | Condition | Case | Outcome | Criterion | Irregular


@dataclass(frozen=True, slots=True)
class Statement:
    """One rule, the clause it rests on as it was written (`es.9.low`), and the block it stands in."""

    clause: str
    block: str
    rule: Rule


def statements(rule_set: RuleSet) -> tuple[Statement, ...]:
    """Every rule somebody wrote, in the order of the vocabulary's slots."""
    return tuple(_all(rule_set))


def by_paragraph(rule_set: RuleSet) -> Mapping[str, tuple[Statement, ...]]:
    """The statements by the paragraph they belong to: one of the book, or the nearest clause above that is cited.

    Rules whose block names no clause are not in it: nothing can cite them, and the blocks of a complete rule set name
    theirs.
    """
    said = [one for one in statements(rule_set) if one.clause]
    paragraphs = {paragraph.key for paragraph in rule_set.book}
    cited = {one.clause for one in said}
    found: dict[str, list[Statement]] = {}
    for one in said:
        found.setdefault(told_under(one.clause, paragraphs, cited), []).append(one)
    return {clause: tuple(ones) for clause, ones in found.items()}


def _all(rule_set: RuleSet) -> Iterator[Statement]:
    for option in rule_set.options.values():
        yield Statement(option.clause, "options", option)
    told: set[str] = set()
    for slot in vocabulary().slots.values():
        block = slot.block
        if slot.name == "pack.copies" and (clause := rule_set.block_clauses.get("pack")):
            yield Statement(clause, "pack.suits", Pack("suits"))
            yield Statement(clause, "pack.ranks", Pack("ranks"))
        if "*" not in slot.name:
            setting = rule_set.settings.get(slot.name)
            if setting and _written(setting.origin):
                yield Statement(setting.clause, slot.name, setting)
        elif block not in told:
            told.add(block)
            yield from _of_block(rule_set, block)


def _of_block(rule_set: RuleSet, block: str) -> Iterator[Statement]:
    for condition in rule_set.conditions.get(block, ()):
        yield Statement(condition.key, block, condition)
    for case in rule_set.cases.get(block, ()):
        yield Statement(case.key, block, case)
    if block == "close.outcomes":
        for outcome in rule_set.outcomes:
            yield Statement(outcome.clause, block, outcome)
            if outcome.priced_by != outcome.clause:
                yield Statement(outcome.priced_by, block, outcome)
    if block == "game.winner":
        for criterion in rule_set.winner:
            yield Statement(criterion.key, block, criterion)
    if block == "irregular":
        for irregular in rule_set.irregular.values():
            if _written(irregular.origin):
                yield Statement(irregular.clause, block, irregular)


def _written(origin: Origin | None) -> bool:
    """Whether somebody wrote it; the defaults of the format come from no rule set."""
    return origin is not None and bool(origin.rule_set)
