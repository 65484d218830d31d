"""Lists the rules of a typed rule set with the clause each one cites: what paragraphs and refusals may speak of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.lang.syntax import Expr, Name, Number
from referee.lang.walk import everything
from referee.ruleset.names import Names
from referee.ruleset.rules import Rules


@dataclass(frozen=True, slots=True)
class Cited:
    """One rule: its clause, its expressions, and the numbers it holds besides them.

    `refuses`: a play can be refused for it; `slot` is then the slot of its condition, "" if it is built in.
    """

    clause: str
    exprs: tuple[Expr, ...] = ()
    numbers: frozenset[int] = frozenset()
    refuses: bool = False
    slot: str = ""


def cited_rules(names: Names, rules: Rules) -> tuple[Cited, ...]:
    """Every rule that cites a clause, options and the pack among them."""
    found = [*_conditions(rules), *_blocks(names, rules), *_outcomes(rules)]
    for cases in rules.cases.values():
        found += [Cited(case.key, (case.when, case.value)) for case in cases]
    found += [Cited(criterion.key, (criterion.prefer,)) for criterion in rules.winner]
    found += [
        Cited(act.clause, (act.ruling, act.penalty, act.shows_hand), refuses=True) for act in rules.irregular.values()
    ]
    for option in names.options.values():
        values = {option.default, option.low, option.high, *option.one_of}
        numbers = frozenset(abs(value) for value in values if isinstance(value, int) and not isinstance(value, bool))
        found.append(Cited(option.clause, () if option.when is None else (option.when,), numbers))
    return tuple(rule for rule in found if rule.clause)


def _conditions(rules: Rules) -> Iterator[Cited]:
    for block, conditions in rules.conditions.items():
        for condition in conditions:
            refuses = not block.startswith("game.")  # out_when and ends_when judge no play
            yield Cited(condition.key, (condition.expr,), refuses=refuses, slot=f"{block}.*")


def _outcomes(rules: Rules) -> Iterator[Cited]:
    for outcome in rules.outcomes:
        said = (outcome.when, outcome.wins_game, outcome.lay_off, outcome.writes, outcome.pays)
        exprs = tuple(expr for expr in said if expr is not None)
        yield Cited(outcome.clause, exprs, refuses=True, slot="close.outcomes.*.when")
        if outcome.priced_by != outcome.clause:
            yield Cited(outcome.priced_by, exprs)


def _blocks(names: Names, rules: Rules) -> Iterator[Cited]:
    for setting in rules.settings.values():
        yield Cited(setting.clause, (setting.expr,))
    for clause in rules.block_clauses.values():
        yield Cited(clause, refuses=True)
    yield Cited(rules.block_clauses.get("pack", ""), numbers=_numbers_of_pack(names, rules))


def _numbers_of_pack(names: Names, rules: Rules) -> frozenset[int]:
    """Printed numbers, how many suits and ranks there are, and how many cards in all with each number of jokers."""
    suits, ranks = len(names.suits), len(names.ranks)
    copies = _values(names, rules, "pack.copies")
    jokers = _values(names, rules, "pack.jokers") | {0}
    totals = {suits * ranks * packs + extra for packs in copies for extra in jokers}
    return frozenset({rank.number for rank in names.ranks} | {suits, ranks} | totals)


def _values(names: Names, rules: Rules, slot: str) -> set[int]:
    """The numbers a setting may come to, as far as they are written out: its own and those of its options."""
    setting = rules.settings.get(slot)
    found: set[int] = set()
    for node in everything(setting.expr) if setting is not None else ():
        if isinstance(node, Number):
            found.add(node.value)
        elif isinstance(node, Name) and node.name in names.options:
            option = names.options[node.name]
            found |= {value for value in (option.default, *option.one_of) if isinstance(value, int)}
    return found
