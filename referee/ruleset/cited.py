"""Lists the rules of a rule set with the clause each one cites: what paragraphs and refusals may speak of.

Which clauses a play can be refused for is seen in the tree alone: a rule with a mistake in it has its clause all the
same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.lang.syntax import Expr, Name, Number
from referee.lang.walk import everything
from referee.rules.order import natural_key
from referee.ruleset.layout import (
    ACTS,
    BLOCKS,
    CONDITIONS,
    IRREGULAR,
    OUTCOMES,
    at,
    block_clause,
    dotted,
    mapping,
    scalar,
)
from referee.ruleset.names import Names
from referee.ruleset.rules import Rules
from referee.yamltree.nodes import MapNode


@dataclass(frozen=True, slots=True)
class Cited:
    """One rule: its clause, its expressions, and the numbers it holds besides them."""

    clause: str
    exprs: tuple[Expr, ...] = ()
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Refusing:
    """The clauses a play can be refused for, in natural order, each with the slots of its conditions.

    The slot "" stands for what the referee checks by itself.
    """

    slots: dict[str, frozenset[str]]

    def below(self, clause: str) -> frozenset[str] | None:
        """The slots of a clause and of those below it (`es.9.low` for `es.9`); None if nobody can break any."""
        found = [slots for key, slots in self.slots.items() if key == clause or key.startswith(f"{clause}.")]
        return frozenset().union(*found) if found else None


def refusing_clauses(root: MapNode) -> Refusing:
    """What can be refused under the rules of a merged tree."""
    said: list[tuple[str, str]] = []
    for block in CONDITIONS:
        if block[0] != "game":  # out_when and ends_when judge no play
            said += [(entry.key.value, f"{dotted(block)}.*") for entry in mapping(root, block)]
    for entry in mapping(root, OUTCOMES):
        said.append((block_clause(root, (*OUTCOMES, entry.key.value)), "close.outcomes.*.when"))
    said += [(block_clause(root, (*IRREGULAR, act)), "") for act in ACTS]
    said += [(own.value, "") for block in BLOCKS if (own := scalar(at(root, (*block, "clause")))) is not None]
    slots: dict[str, frozenset[str]] = {}
    for clause, slot in sorted(said, key=lambda pair: natural_key(pair[0])):
        if clause:
            slots[clause] = slots.get(clause, frozenset()) | {slot}
    return Refusing(slots)


def cited_rules(names: Names, rules: Rules) -> tuple[Cited, ...]:
    """Every rule that cites a clause, options and the pack among them."""
    found = [*_conditions(rules), *_blocks(names, rules), *_outcomes(rules)]
    for cases in rules.cases.values():
        found += [Cited(case.key, (case.when, case.value)) for case in cases]
    found += [Cited(criterion.key, (criterion.prefer,)) for criterion in rules.winner]
    found += [Cited(act.clause, (act.ruling, act.penalty, act.shows_hand)) for act in rules.irregular.values()]
    for option in names.options.values():
        values = {option.default, option.low, option.high, *option.one_of}
        numbers = frozenset(abs(value) for value in values if isinstance(value, int) and not isinstance(value, bool))
        found.append(Cited(option.clause, () if option.when is None else (option.when,), numbers))
    return tuple(rule for rule in found if rule.clause)


def _conditions(rules: Rules) -> Iterator[Cited]:
    for conditions in rules.conditions.values():
        for condition in conditions:
            yield Cited(condition.key, (condition.expr,))


def _outcomes(rules: Rules) -> Iterator[Cited]:
    for outcome in rules.outcomes:
        said = (outcome.when, outcome.wins_game, outcome.lay_off, outcome.writes, outcome.pays)
        exprs = tuple(expr for expr in said if expr is not None)
        yield Cited(outcome.clause, exprs)
        if outcome.priced_by != outcome.clause:
            yield Cited(outcome.priced_by, exprs)


def _blocks(names: Names, rules: Rules) -> Iterator[Cited]:
    for setting in rules.settings.values():
        yield Cited(setting.clause, (setting.expr,))
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
