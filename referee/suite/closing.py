"""The facts of a close that was judged: those of the arrangement its verdict rests on, for whoever looks behind it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.game.close import CloseQuestion, CloseVerdict, facts_of
from referee.game.facts import HIDDEN, CloseFacts
from referee.game.roundfacts import set_arrangement
from referee.lang.syntax import Expr
from referee.suite.comparing import leaf_parts, measured
from referee.suite.results import Part
from referee.table import BoundCondition, BoundOutcome, Table


def judged_facts(table: Table, question: CloseQuestion, verdict: CloseVerdict) -> CloseFacts:
    """The facts of that arrangement; those of a closing card that is not known are no facts."""
    facts, found = facts_of(table, question), verdict.arrangement
    set_arrangement(facts, table, question.keep, found.melds, found.loose)
    return facts


def askable(table: Table, question: CloseQuestion) -> tuple[tuple[BoundCondition, ...], tuple[BoundOutcome, ...]]:
    """The conditions and outcomes of a close that can be asked with what is known."""
    hidden = HIDDEN if question.closing is None else frozenset[str]()
    conditions = [one for one in table.conditions("close.may_close") if not one.reads & hidden]
    return tuple(conditions), tuple(one for one in table.outcomes if not one.reads & hidden)


def decided(table: Table, question: CloseQuestion, verdict: CloseVerdict, wanted: str = "") -> tuple[Part, ...]:
    """What the verdict rests on, measured; and what a clause that was expected to decide (`wanted`) measures."""
    facts = judged_facts(table, question, verdict)
    rules = list(_rules(table, question, verdict.clause if verdict.legal else "", wanted))
    parts = leaf_parts((leaf for one in verdict.failures for leaf in one.leaves), table.rule_set.enums)
    return tuple(dict.fromkeys((*parts, *measured(rules, facts, table))))


def _rules(table: Table, question: CloseQuestion, decided_by: str, wanted: str) -> Iterator[Expr]:
    conditions, outcomes = askable(table, question)
    for one in conditions:
        if wanted in {one.clause, one.rule.key}:
            yield one.rule.expr
    for outcome in outcomes:
        if {outcome.rule.clause, outcome.rule.name} & {decided_by, wanted}:
            yield from (part for part in (outcome.rule.when, outcome.rule.writes) if part is not None)
