"""Reads the examples of a file and tells those that expect what its rules do not have.

Whether they come true is found out by playing them, in the workshop; here only names are looked up. Examples are a
file's own: what a base promises of its rules says nothing of a variant's.
"""

from __future__ import annotations

from referee.cards import CardError, Notation
from referee.diagnostics import Diagnostic
from referee.rules.model import Example
from referee.ruleset import rule_messages
from referee.ruleset.cited import Cited
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import Path
from referee.ruleset.names import Names
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.plain import integer

EXAMPLES: Path = ("examples",)


def read_examples(work: Compilation, node: Node | None, names: Names, cited: tuple[Cited, ...]) -> tuple[Example, ...]:
    """The examples of the file; those that name what does not exist are told (CH801, CH209) and left out."""
    if not isinstance(node, SeqNode):
        return ()
    suits = [(suit.name, suit.letter) for suit in names.suits]
    ranks = [(rank.name, rank.number, rank.sign) for rank in names.ranks]
    notation = Notation(suits, ranks, has_jokers=True) if suits and ranks else None
    examples = []
    for item in node.items:
        if isinstance(item, MapNode):
            example = _example(work, item, names, cited, notation)
            if example is not None:
                examples.append(example)
    return tuple(examples)


def _example(
    work: Compilation, item: MapNode, names: Names, cited: tuple[Cited, ...], notation: Notation | None
) -> Example | None:
    said = {entry.key.value: entry.value for entry in item.entries if isinstance(entry.value, ScalarNode)}
    kind = next((kind for kind in ("close", "hand") if kind in said), None)
    if kind is None:
        return None
    told = len(work.diagnostics)
    _check_names(work, item, said, names, cited)
    if notation is not None:
        _check_cards(work, said[kind], notation)
    if len(work.diagnostics) > told:
        return None

    def number(key: str) -> int | None:
        return integer(said[key].value) if key in said else None

    return Example(
        kind,
        said[kind].value,
        number("seats"),
        _texts(item.get("options")),
        _texts(item.get("given")),
        said["outcome"].value if "outcome" in said else None,
        number("writes"),
        number("deadwood"),
        said["refused"].value if "refused" in said else None,
        work.origin(said[kind].span),
    )


def _check_cards(work: Compilation, node: ScalarNode, notation: Notation) -> None:
    """CH209 for the first card that is none of the pack. Whether a table has jokers is seen when it is played."""
    try:
        notation.read_many(node.value)
    except CardError as error:
        start = max(node.value.find(error.text), 0)
        span = node.text.span(start, start + len(error.text))
        work.tell(Diagnostic("CH209", error.message, span), path=EXAMPLES)


def _check_names(
    work: Compilation, item: MapNode, said: dict[str, ScalarNode], names: Names, cited: tuple[Cited, ...]
) -> None:
    def tell(problem: Diagnostic) -> None:
        work.tell(problem, path=EXAMPLES)

    outcomes = names.enums["outcome"].members
    outcome = said.get("outcome")
    if outcome is not None and not {outcome.value, "outcome"} & work.unknown and outcome.value not in outcomes:
        tell(rule_messages.example_of_no_outcome(outcome, outcomes))
    if "refused" in said and not work.lost:
        clauses = sorted({rule.clause for rule in cited if rule.refuses})
        wanted = said["refused"].value
        if not any(clause == wanted or clause.startswith(f"{wanted}.") for clause in clauses):
            tell(rule_messages.example_of_no_clause(said["refused"], clauses))
    options = item.get("options")
    for entry in options.entries if isinstance(options, MapNode) else ():
        name = entry.key.value
        if name not in names.options and name not in work.unknown and name not in work.options:
            tell(rule_messages.example_of_no_option(entry.key, sorted(names.options)))


def _texts(node: Node | None) -> dict[str, str]:
    if not isinstance(node, MapNode):
        return {}
    return {entry.key.value: entry.value.value for entry in node.entries if isinstance(entry.value, ScalarNode)}
