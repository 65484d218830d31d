"""Rules with one thing changed: what tests that mean what they say must notice.

Every number written out is made one more and one less, every comparison another, `and` is `or`, each part of them is
taken out, `yes` is `no`, an answer its opposite, and what a setting chooses from a list something else there; defaults
of options too; and every entry that may go is removed. What stands last without a condition is not: a round without a
price is no other game but none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.lang.syntax import (
    And,
    Comparator,
    Comparison,
    Conditional,
    Expr,
    Field,
    Name,
    Not,
    Number,
    Or,
    Over,
    Preference,
    TruthValue,
)
from referee.lang.types import TRUTH, Enumerations, Member, Quantity
from referee.lang.unparse import unparse
from referee.lang.walk import children, with_children
from referee.limits import NUMBER
from referee.rules.model import Option, Outcome, RuleSet
from referee.suite.coverage import counted_rules
from referee.suite.leaves import Rule
from referee.table.options import value_text

_OTHERS: Mapping[Comparator, tuple[Comparator, ...]] = {
    "at most": ("below", "above", "is"),
    "below": ("at most", "at least", "is"),
    "at least": ("above", "below", "is"),
    "above": ("at least", "at most", "is"),
    "is": ("is not",),
    "is not": ("is",),
    "in": ("not in",),
    "not in": ("in",),
}
"""What a comparison is changed to; the first is off by one, the second is its opposite."""

_NEEDED = ("game.ends_when",)
_NEVER_UNLESS = ("lay_off.may_exchange", "re_entry.may_re_enter")
"""Blocks that cannot go, and blocks without which there is no such thing."""

_USUAL: Mapping[str, Expr] = {
    "wins_game": TruthValue(False),
    "pays": Number(0, "coins"),
    "penalty": Number(0, "points"),
    "shows_hand": TruthValue(False),
}
"""What outcomes and irregular acts are where a rule set does not say."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the rule it is in, what it says in words (`at most → below`), and the changed rules."""

    rule: Rule
    change: str
    text: str
    rules: RuleSet


def mutants(rules: RuleSet, names: frozenset[str]) -> Iterator[Mutant]:
    """Every change to the rules that come from rule sets of these names."""
    for rule in counted_rules(rules, names):
        for part, expr in rule.parts.items():
            if _is_unsaid(rule, part, expr) or _leaves_a_gap(rules, rule, part):
                continue
            members = _members(expr, rules.enums) if rule.sort in {"setting", "outcome", "irregular"} else ()
            for change, other in (*members, *_changes(expr)):
                yield Mutant(rule, change, _said(part, other), _with_part(rules, rule, part, other))
        if _may_go(rules, rule):
            yield Mutant(rule, "removed", "", _without(rules, rule))
    for option in rules.options.values():
        if option.origin is not None and option.origin.rule_set in names and not option.fixed:
            yield from _defaults(rules, option)


def _is_unsaid(rule: Rule, part: str, expr: Expr) -> bool:
    """Whether a part is what the format supplies where nothing is said, or a condition that stands for no condition.

    That such a rule is taken away altogether is a change of its own.
    """
    if rule.sort in {"case", "outcome"} and part == "when":
        return expr == TruthValue(True)
    return part in _USUAL and expr == _USUAL[part] and rule.sort in {"outcome", "irregular"}


def _said(part: str, expr: Expr) -> str:
    return unparse(expr) if part in {"test", "value", "prefer"} else f"{part}: {unparse(expr)}"


def _members(expr: Expr, enums: Enumerations) -> Iterator[tuple[str, Expr]]:
    """What is chosen from a list of words, chosen otherwise: `closer` is any other word of its enumeration."""
    match expr:
        case Name(sort="member", name=name, type=Member(enum=enum)):
            for other in enums[enum].members:
                if other != name:
                    yield f"{name} → {other}", replace(expr, name=other)
        case Conditional(then=then, otherwise=otherwise):
            for change, other_branch in _members(then, enums):
                yield change, replace(expr, then=other_branch)
            for change, other_branch in _members(otherwise, enums):
                yield change, replace(expr, otherwise=other_branch)


# -- expressions -----------------------------------------------------------------------------------------------------


def _changes(expr: Expr) -> Iterator[tuple[str, Expr]]:
    """Each change of one place in an expression, with its words."""
    yield from _here(expr)
    if isinstance(expr, Not):
        for change, other in _changes(expr.operand):
            if not (isinstance(other, Not) and other.operand is expr.operand):  # that is the `not` left out
                yield change, replace(expr, operand=other)
        return
    below = children(expr)
    for at, part in enumerate(below):
        for change, other in _changes(part):
            yield change, with_children(expr, _one_by_one([*below[:at], other, *below[at + 1 :]]))


def _one_by_one(parts: Iterable[Expr]) -> Callable[[Expr], Expr]:
    """These parts in place of those there are."""
    waiting = iter(parts)
    return lambda _part: next(waiting)


def _here(expr: Expr) -> Iterator[tuple[str, Expr]]:
    match expr:
        case Number(value=value):
            for near in (value - 1, value + 1):
                if 0 <= near <= NUMBER:
                    yield f"{value} → {near}", replace(expr, value=near)
        case TruthValue(value=value):
            yield f"{value_text(value)} → {value_text(not value)}", replace(expr, value=not value)
        case Comparison(comparator=comparator):
            for other in _OTHERS[comparator]:
                if other != "is" or comparator == "is not" or isinstance(expr.left.type, Quantity):
                    yield f"{comparator} → {other}", replace(expr, comparator=other)
        case And(parts=parts) | Or(parts=parts):
            turned = Or if isinstance(expr, And) else And
            words = "and → or" if isinstance(expr, And) else "or → and"
            yield words, turned(parts, span=expr.span, type=expr.type)
            for at, part in enumerate(parts):
                left = (*parts[:at], *parts[at + 1 :])
                kept = left[0] if len(left) == 1 else replace(expr, parts=left)
                yield f"without `{unparse(part)}`", kept
        case Not(operand=operand):
            yield "not → (nothing)", operand
        case Name() | Field():
            if expr.type == TRUTH:
                text = unparse(expr)
                yield f"{text} → not {text}", Not(expr, type=TRUTH)
        case Conditional(then=then, otherwise=otherwise):
            if then != otherwise:
                yield "then ↔ else", replace(expr, then=otherwise, otherwise=then)
        case Over(function="all"):
            yield "all → any", replace(expr, function="any")
        case Over(function="any"):
            yield "any → all", replace(expr, function="all")
        case Preference(prefer="lowest"):
            yield "lowest → highest", replace(expr, prefer="highest")
        case Preference(prefer="highest"):
            yield "highest → lowest", replace(expr, prefer="lowest")


def _leaves_a_gap(rules: RuleSet, rule: Rule, part: str) -> bool:
    """Whether a change would leave something without a value: the last case must always fit."""
    return part == "when" and rule.sort == "case" and rule.block != "game.adjust" and _is_last(rules, rule)


def _is_last(rules: RuleSet, rule: Rule) -> bool:
    return rule.path == f"{rule.block}.{rules.cases[rule.block][-1].key}"


# -- rules -----------------------------------------------------------------------------------------------------------


def _with_part(rules: RuleSet, rule: Rule, part: str, expr: Expr) -> RuleSet:
    """The rules with one part of one of them changed."""
    key = rule.path.rpartition(".")[2] if rule.sort in {"irregular", "definition"} else rule.path
    match rule.sort:
        case "condition":
            return _in_block(rules, "conditions", rule, lambda one: replace(one, expr=expr))
        case "case":
            return _in_block(rules, "cases", rule, lambda one: replace(one, **{part: expr}))
        case "outcome":
            changed = tuple(
                _outcome(one, part, expr) if rule.path == f"close.outcomes.{one.name}" else one
                for one in rules.outcomes
            )
            return replace(rules, outcomes=changed)
        case "criterion":
            found = (
                replace(one, prefer=expr) if rule.path == f"game.winner.{one.key}" else one for one in rules.winner
            )
            return replace(rules, winner=tuple(found))
        case "setting":
            settings = {**rules.settings, key: replace(rules.settings[key], expr=expr)}
            return replace(rules, settings=settings)
        case "irregular":
            said: dict[str, Any] = {part: expr}
            irregular = {**rules.irregular, key: replace(rules.irregular[key], **said)}
            return replace(rules, irregular=irregular)
    definitions = {**rules.definitions, key: replace(rules.definitions[key], expr=expr)}
    return replace(rules, definitions=definitions)


def _outcome(one: Outcome, part: str, expr: Expr) -> Outcome:
    """An outcome with a part changed. One that wins no more and writes nothing writes 0."""
    said: dict[str, Any] = {part: expr}
    changed = replace(one, **said)
    if part == "wins_game" and changed.writes is None:
        return replace(changed, writes=Number(0, "points", type=Quantity("points")))
    return changed


def _in_block(rules: RuleSet, kind: str, rule: Rule, change: Callable[[Any], object]) -> RuleSet:
    """Entries of one block with one of them changed, or gone where `change` gives None."""
    held = getattr(rules, kind)
    entries = []
    for one in held[rule.block]:
        made = change(one) if rule.path == f"{rule.block}.{one.key}" else one
        if made is not None:
            entries.append(made)
    blocks = {**held, rule.block: tuple(entries)}
    said: dict[str, Any] = {kind: {block: found for block, found in blocks.items() if found}}
    return replace(rules, **said)


def _may_go(rules: RuleSet, rule: Rule) -> bool:
    """Whether there is still a game without the rule."""
    match rule.sort:
        case "condition":
            if rule.block in _NEVER_UNLESS and rule.parts["test"] == TruthValue(False):
                return False  # what is never allowed is not allowed where nothing is said either
            return rule.block not in _NEEDED or len(rules.conditions[rule.block]) > 1
        case "case":
            return rule.block == "game.adjust" or not _is_last(rules, rule)
        case "outcome":
            return len(rules.outcomes) > 1
        case "criterion":
            return len(rules.winner) > 1
    return False


def _without(rules: RuleSet, rule: Rule) -> RuleSet:
    match rule.sort:
        case "condition":
            return _in_block(rules, "conditions", rule, lambda _one: None)
        case "case":
            return _in_block(rules, "cases", rule, lambda _one: None)
        case "outcome":
            left = tuple(one for one in rules.outcomes if rule.path != f"close.outcomes.{one.name}")
            return replace(rules, outcomes=left)
    return replace(rules, winner=tuple(one for one in rules.winner if rule.path != f"game.winner.{one.key}"))


def _defaults(rules: RuleSet, option: Option) -> Iterator[Mutant]:
    """Other defaults of an option: of a number the next ones it may have, of yes no, of a word the others."""
    default = option.default
    if isinstance(default, bool):
        others: list[int | bool | str] = [not default]
    elif option.one_of:
        others = [one for one in option.one_of if one != default]
    elif isinstance(default, int):
        low = default - 1 if option.low is None else option.low
        high = default + 1 if option.high is None else option.high
        others = [one for one in (default - 1, default + 1) if low <= one <= high]
    else:
        others = []
    parts: Mapping[str, Expr] = {}
    rule = Rule(f"options.{option.name}.default", "options", option.clause, "option", parts, option.origin)
    for other in others:
        options = {**rules.options, option.name: replace(option, default=other)}
        yield Mutant(
            rule, f"{value_text(default)} → {value_text(other)}", value_text(other), replace(rules, options=options)
        )
