"""Runs the examples that stand beside the rules: a hand or a close, and what must come of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.cards import Card, CardError
from referee.diagnostics import Diagnostic
from referee.diagnostics.spelling import counted
from referee.game.close import CloseVerdict
from referee.rules.model import Example, RuleSet
from referee.source import Span
from referee.table import BindError, Table
from referee.workshop.bench import Bench
from referee.workshop.given import GivenError, read_given
from referee.workshop.reachable import impossible_fact, unreached
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode


def misgiven(written: Iterable[MapNode]) -> Iterator[Diagnostic]:
    """Facts in `given` that nobody can give, or with a value they cannot have: seen without any rules (CH801)."""
    for item in written:
        given = item.get("given")
        for entry in given if isinstance(given, MapNode) else ():
            value = entry.value
            if isinstance(value, ScalarNode):
                try:
                    read_given({entry.key.value: value.value})
                except GivenError as error:
                    place = entry.key.span if error.code == "FACT_UNKNOWN" else value.text.whole
                    yield Diagnostic("CH801", error.message, place, help=error.help)


def failed_examples(rule_set: RuleSet, written: Sequence[MapNode] = ()) -> Iterator[Diagnostic]:
    """One diagnostic for each mistake in an example of this rule set's own file, or why it does not come true.

    `written` are the examples as they stand in the file: a mistake is shown at the key it is in. Examples of a base
    are its own affair: a house rule changes what comes of them. (CH801, CH802, CH803, CH810)
    """
    bench = Bench(rule_set)
    nodes = {node.span.start: item for item in written for key in ("close", "hand") if (node := item.get(key))}
    own = [each for each in rule_set.examples if each.origin is not None and each.origin.rule_set == rule_set.name]
    for number, example in enumerate(own):
        span = None if example.origin is None else example.origin.span
        if bench.tired:
            yield _not_run(len(own) - number, span)
            return
        node = None if span is None else nodes.get(span.start)
        yield from _Run(bench, example, span, node).mistakes()


@dataclass(frozen=True, slots=True)
class _Run:
    """One example on its table. `span` is where its cards stand, `node` all of it."""

    bench: Bench
    example: Example
    span: Span | None
    node: MapNode | None

    def mistakes(self) -> Iterator[Diagnostic]:
        """What is wrong with it, or what comes of it instead."""
        try:
            table = self.bench.table(self.example.seats, self.example.options)
        except BindError as error:
            place = self._place(error.field) or self.span
            yield Diagnostic("CH801", f"this example's table cannot be set up: {error.message}", place)
            return
        try:
            cards = table.read_hand(self.example.cards)
        except CardError as error:
            yield Diagnostic("CH802", error.message, self._card(error))
            return
        try:
            given = read_given(self.example.given)
        except GivenError:
            return  # `misgiven` tells it
        impossible = [
            impossible_fact(fact, self.example.given[fact], why, self._place(f"given.{fact}") or self.span)
            for fact, why in unreached(table, given)
        ]
        yield from impossible or self._outcome(table, cards, given)

    def _place(self, field: str) -> Span | None:
        """Where `seats` or `options.x` stands in the example."""
        node: Node | None = self.node
        entry: Entry | None = None
        for step in field.split("."):
            entry = node.entry(step) if isinstance(node, MapNode) else None
            node = entry.value if entry is not None else None
        if entry is None:
            return None
        return entry.value.text.whole if isinstance(entry.value, ScalarNode) else entry.key.span

    def _card(self, error: CardError) -> Span | None:
        """Where the card stands that an error speaks of, the second one if it stands there twice."""
        node = None if self.node is None else self.node.get(self.example.kind)
        found = list(re.finditer(rf"(?<!\w){re.escape(error.text)}(?!\w)", self.example.cards)) if error.text else []
        if not found or not isinstance(node, ScalarNode):
            return self.span
        at = found[1] if error.code == "CARD_TWICE" and len(found) > 1 else found[0]
        return node.text.span(*at.span())

    def _outcome(self, table: Table, cards: tuple[Card, ...], given: Mapping[str, int | bool]) -> Iterator[Diagnostic]:
        example, span = self.example, self.span
        if example.kind == "hand":
            got = self.bench.deadwood(table, cards)
            if example.deadwood is not None and got != example.deadwood:
                yield _failure(f"deadwood {got}", f"deadwood {example.deadwood}", example, span)
        elif len(cards) in {table.hand_size, table.hand_size + 1}:
            yield from _judge(self.bench.close(table, cards, given), example, span)
        else:
            expected = f"a close takes {table.hand_size} or {table.hand_size + 1} cards"
            yield Diagnostic("CH802", f"this example has {counted(len(cards), 'card')}; {expected}", span)


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
        if verdict.wins_game:
            got = "nothing, for the game is won"
        elif verdict.writes is None:
            yield _of_others(verdict.outcome or "", span)
            return
        else:
            got = counted(verdict.writes, "point")
        yield _failure(got, counted(example.writes, "point"), example, span)


def _of_others(outcome: str, span: Span | None) -> Diagnostic:
    return Diagnostic(
        "CH810",
        f"what `{outcome}` writes hangs on the other hands, which an example does not show: `writes` cannot come true",
        span,
        help="take `writes` out of the example",
    )


def _not_run(many: int, span: Span | None) -> Diagnostic:
    examples = "this example is" if many == 1 else f"this example and {counted(many - 1, 'other')} behind it are"
    return Diagnostic(
        "CH809",
        f"{examples} not run: those before take as long as a check may",
        span,
        help="take out those that show the same; hands with several wild cards take longest",
    )


def _failure(got: str, wanted: str, example: Example, span: Span | None) -> Diagnostic:
    return Diagnostic(
        "CH810",
        f"this example does not come true: `{example.cards}` gives {got}, expected {wanted}",
        span,
        help="mend the rule, or the example if it says what you do not mean",
    )
