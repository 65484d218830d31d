"""Tells outcomes of which one look at the conditions shows that they never decide: one in front of them fits sooner.

A new outcome goes in front of those of the base, so that a house rule is an exception to it. One that is wider than
what stands behind it is none: it puts the rules of the base out of force, which nobody who reads them would see.
"""

from __future__ import annotations

from referee.diagnostics import has_errors
from referee.lang.syntax import Expr, Number
from referee.rules.covering import covered
from referee.ruleset import rule_messages
from referee.ruleset.compilation import Compilation
from referee.ruleset.examples import beyond_examples
from referee.ruleset.layout import OUTCOMES, mapping
from referee.ruleset.names import Names
from referee.ruleset.rules import Rules


def tell_covered(work: Compilation, names: Names, rules: Rules) -> None:
    """CH714 at each outcome of this file that takes all closes of others, or whose closes one of the base takes.

    What a base does to its own outcomes is told of the base. Where there are mistakes, the order may be one of them.
    """
    entries = mapping(work.root, OUTCOMES)
    if has_errors(beyond_examples(work.diagnostics)) or len(entries) != len(rules.outcomes):
        return
    definitions: dict[str, Expr] = {name: one.expr for name, one in names.definitions.items()}
    dealt = rules.settings.get("deal.cards")
    cards = dealt.expr.value if dealt is not None and isinstance(dealt.expr, Number) else None
    whens = [outcome.when for outcome in rules.outcomes]
    behind: dict[int, list[int]] = {}
    for one in covered(whens, definitions, cards):
        behind.setdefault(one.front, []).append(one.behind)
    for front, hidden in behind.items():
        key = entries[front].key
        if work.is_own(key.span):
            alike = [number for number in hidden if covered([whens[number], whens[front]], definitions, cards)]
            problem = rule_messages.covers_outcomes(
                key,
                [(entries[number].key, rules.outcomes[number].clause) for number in hidden],
                alike=entries[alike[0]].key.value if alike else "",
                following=entries[hidden[-1] + 1].key.value if hidden[-1] + 1 < len(entries) else "",
            )
            work.tell(problem, path=(*OUTCOMES, key.value))
            continue
        for number in hidden:
            own = entries[number].key
            if work.is_own(own.span):
                problem = rule_messages.outcome_covered(own, key, rules.outcomes[front].clause)
                work.tell(problem, path=(*OUTCOMES, own.value))
