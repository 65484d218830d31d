"""What the rules of a rule set look at."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from referee.lang.syntax import Expr
from referee.lang.walk import names
from referee.rules.model import RuleSet


def options_read(rules: RuleSet) -> frozenset[str]:
    """The options on which anything hangs. One that was inherited may be left over: what it set is written out."""
    return frozenset(chain.from_iterable(names(expr, "option") for expr in _expressions(rules)))


def _expressions(rules: RuleSet) -> Iterator[Expr]:
    """Every expression that decides something, texts left out."""
    yield from (one.expr for one in rules.definitions.values())
    yield from (one.expr for one in rules.settings.values())
    yield from (one.expr for block in rules.conditions.values() for one in block)
    yield from (one.prefer for one in rules.winner)
    for case in chain.from_iterable(rules.cases.values()):
        yield from (case.when, case.value)
    for act in rules.irregular.values():
        yield from (act.ruling, act.penalty, act.shows_hand)
    for outcome in rules.outcomes:
        parts = (outcome.when, outcome.writes, outcome.wins_game, outcome.lay_off, outcome.pays)
        yield from (part for part in parts if part is not None)
    yield from (option.when for option in rules.options.values() if option.when is not None)
