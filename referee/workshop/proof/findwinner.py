"""What is wrong with the criteria of the winner: they hold always or never, or leave nothing to decide."""

from __future__ import annotations

from collections.abc import Iterator

from referee.table import Table
from referee.workshop.leafvalues import is_truth
from referee.workshop.proof import messages
from referee.workshop.proof.block import RankedBlock, Rule
from referee.workshop.proof.claims import RanksNobody
from referee.workshop.proof.finding import Finding
from referee.workshop.proof.gameblocks import criteria


def winner_findings(table: Table, block: RankedBlock) -> Iterator[Finding]:
    """Everything there is to say about the criteria; each mistake once, of two alike at the later one."""
    rules = {
        number: Rule(f"game.winner.{one.key}", one.clause, expr, one.origin)
        for number, expr in criteria(table)
        for one in (table.rule_set.winner[number],)
    }
    idle = set[int]()
    for number, rule in rules.items():
        column = block.columns.of(rule.expr) if is_truth(rule.expr) else None
        if column in {0, block.columns.everywhere}:
            yield (messages.always if column else messages.never)(block, f"{rule.path}.prefer", rule.expr)
            idle.add(number)
        elif RanksNobody(number).against(block) is None:
            before = [rules[other] for other in rules if other < number and other not in idle]
            alone = len(set(block.ranks[number])) < 2
            yield messages.criterion_changes_nothing(block, number, rule, [] if alone else before, None)
            idle.add(number)
