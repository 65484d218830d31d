"""Reads the examples of a file and tells those that expect what its rules do not have.

Whether they come true is found out by playing them, in the workshop; here only names are looked up. Examples are a
file's own: what a base promises of its rules says nothing of a variant's.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards import CardError, Notation
from referee.diagnostics import Diagnostic
from referee.limits import EXAMPLES as MOST
from referee.rules.model import Example
from referee.ruleset import text_messages
from referee.ruleset.cited import Refusing, refusing_clauses
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import Path
from referee.ruleset.names import Names
from referee.yamltree.nodes import MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.plain import integer

EXAMPLES: Path = ("examples",)


def beyond_examples(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The mistakes of the rules: without those of examples, which leave the rules as they are."""
    return [each for each in diagnostics if each.path.split(".", 1)[0] != EXAMPLES[0]]


def read_examples(work: Compilation, node: Node | None, names: Names) -> tuple[Example, ...]:
    """The examples of the file; those that name what does not exist are told (CH801, CH209) and left out.

    So are those of which a part was taken out as faulty, but for what is wrong with the rest.
    """
    if not isinstance(node, SeqNode):
        return ()
    suits = [(suit.name, suit.letter) for suit in names.suits]
    ranks = [(rank.name, rank.number, rank.sign) for rank in names.ranks]
    whole = not {"suit", "rank"} & work.unknown
    notation = Notation(suits, ranks, has_jokers=True) if suits and ranks and whole else None
    refusing = refusing_clauses(work.root)
    if len(node.items) > MOST:
        work.tell(text_messages.too_many_examples(node.items[MOST].span, len(node.items), MOST), path=EXAMPLES)
    examples = []
    for number, item in enumerate(node.items[:MOST], 1):
        if isinstance(item, MapNode):
            example = _example(work, item, names, refusing, notation)
            if example is not None and work.sound((*EXAMPLES, str(number))):
                examples.append(example)
    return tuple(examples)


def _example(
    work: Compilation, item: MapNode, names: Names, refusing: Refusing, notation: Notation | None
) -> Example | None:
    said = {entry.key.value: entry.value for entry in item.entries if isinstance(entry.value, ScalarNode)}
    kind = next((kind for kind in ("close", "hand") if kind in said), None)
    told = len(work.diagnostics)
    _check_names(work, item, said, names, refusing)
    if notation is not None and kind is not None:
        _check_cards(work, said[kind], notation)
    if kind is None or len(work.diagnostics) > told:
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
    work: Compilation, item: MapNode, said: dict[str, ScalarNode], names: Names, refusing: Refusing
) -> None:
    def tell(problem: Diagnostic) -> None:
        work.tell(problem, path=EXAMPLES)

    outcomes = names.enums["outcome"].members
    outcome = said.get("outcome")
    if outcome is not None and not {outcome.value, "outcome"} & work.unknown and outcome.value not in outcomes:
        tell(text_messages.example_of_no_outcome(outcome, outcomes))
    wanted = said.get("refused")
    if wanted is not None and refusing.below(wanted.value) is None and not work.may_be_lost(wanted.value):
        tell(text_messages.example_of_no_clause(wanted, list(refusing.slots)))
    options = item.get("options")
    for entry in options.entries if isinstance(options, MapNode) else ():
        name = entry.key.value
        if name not in names.options and name not in work.unknown and name not in work.options:
            tell(text_messages.example_of_no_option(entry.key, sorted(names.options)))


def _texts(node: Node | None) -> dict[str, str]:
    if not isinstance(node, MapNode):
        return {}
    return {entry.key.value: entry.value.value for entry in node.entries if isinstance(entry.value, ScalarNode)}
