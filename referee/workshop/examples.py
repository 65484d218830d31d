"""Runs the examples that stand beside the rules: a hand or a close, and what must come of it."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import CardError
from referee.diagnostics import Diagnostic
from referee.game.close import CloseVerdict, judge_close, judge_closings
from referee.game.solve import best_arrangement
from referee.rules.model import Example, RuleSet
from referee.source import Span
from referee.table import BindError, Table, bind
from referee.workshop.given import GivenError, read_given


def failed_examples(rule_set: RuleSet) -> Iterator[Diagnostic]:
    """One diagnostic for each example of this rule set's own file that does not come true (CH801-CH803).

    Examples of a base are its own affair: a house rule changes what comes of them.
    """
    tables: dict[tuple[object, ...], Table] = {}
    for example in rule_set.examples:
        origin = example.origin
        if origin is None or origin.rule_set != rule_set.name:
            continue
        yield from _run(rule_set, example, origin.span, tables)


def _run(
    rule_set: RuleSet, example: Example, span: Span | None, tables: dict[tuple[object, ...], Table]
) -> Iterator[Diagnostic]:
    chosen = (example.seats, *sorted(example.options.items()))
    try:
        table = tables.get(chosen) or tables.setdefault(chosen, bind(rule_set, example.seats, dict(example.options)))
    except BindError as error:
        yield Diagnostic("CH801", f"this example's table cannot be set up: {error.message}", span)
        return
    try:
        given = read_given(example.given)
    except GivenError as error:
        yield Diagnostic("CH801", error.message, span, help=error.help)
        return
    try:
        cards = table.read_hand(example.cards)
    except CardError as error:
        yield Diagnostic("CH802", error.message, span)
        return
    if example.kind == "hand":
        got = best_arrangement(table, cards).deadwood
        if example.deadwood is not None and got != example.deadwood:
            yield _failure(f"deadwood {got}", f"deadwood {example.deadwood}", example, span)
        return
    if len(cards) == table.hand_size + 1:
        closings = judge_closings(table, cards, given=given)
        verdict = next((each for card, each in closings.each if card == closings.best), closings.each[0][1])
    elif len(cards) == table.hand_size:
        verdict = judge_close(table, cards, given=given)
    else:
        expected = f"a close takes {table.hand_size} or {table.hand_size + 1} cards"
        yield Diagnostic("CH802", f"this example has {len(cards)} cards; {expected}", span)
        return
    yield from _judge(verdict, example, span)


def _judge(verdict: CloseVerdict, example: Example, span: Span | None) -> Iterator[Diagnostic]:
    if example.refused is not None:
        cited = [failure.clause for failure in verdict.failures]
        if verdict.legal:
            yield _failure(f"a legal close, `{verdict.outcome}`", f"refused by {example.refused}", example, span)
        elif example.refused not in cited and example.refused not in [failure.key for failure in verdict.failures]:
            yield _failure(f"refused by {', '.join(cited)}", f"refused by {example.refused}", example, span)
        return
    if not verdict.legal:
        clauses = ", ".join(failure.clause for failure in verdict.failures)
        wanted = "a legal close" if example.outcome is None else f"`{example.outcome}`"
        yield _failure(f"a close refused by {clauses}", wanted, example, span)
        return
    if example.outcome is not None and verdict.outcome != example.outcome:
        yield _failure(f"`{verdict.outcome}`", f"`{example.outcome}`", example, span)
    elif example.writes is not None and verdict.writes != example.writes:
        got = "nothing, for the game is won" if verdict.wins_game else f"{verdict.writes} points"
        yield _failure(got, f"{example.writes} points", example, span)


def _failure(got: str, wanted: str, example: Example, span: Span | None) -> Diagnostic:
    return Diagnostic(
        "CH803",
        f"this example does not come true: `{example.cards}` gives {got}, expected {wanted}",
        span,
        help="mend the rule, or the example if it says what you do not mean",
    )
