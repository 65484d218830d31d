"""What a name means already, so that the author who wants it for something else learns where it is taken."""

from __future__ import annotations

from dataclasses import dataclass

from referee.lang.words import KEYWORDS, UNIT_WORDS
from referee.ruleset.cards_named import RANKS, SUITS
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import OUTCOMES, REMOVE, at, mapping
from referee.source import Span
from referee.vocabulary.load import vocabulary
from referee.yamltree.nodes import ScalarNode, SeqNode


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name is, in words that follow "is", and what it stands for.

    `span` is where the rules say so, None if the format does.
    """

    what: str
    span: Span | None = None
    stands_for: str = ""


def meaning(work: Compilation, name: str) -> Meaning:
    """The meaning of a name that is reserved, or is a member of this rule set's own enumerations."""
    known = vocabulary()
    if name in known.names:
        return Meaning("a name of every rule set", stands_for=known.names[name].meaning)
    if name == REMOVE:
        return Meaning("the word that takes an entry out")
    if name in KEYWORDS:
        return Meaning("a word of the language")
    if name in UNIT_WORDS:
        return Meaning("a unit")
    if name in known.functions:
        return Meaning("a function")
    for path, what in ((SUITS, "a suit of the pack"), (RANKS, "a rank of the pack")):
        node = at(work.root, path)
        for item in node.items if isinstance(node, SeqNode) else ():
            if isinstance(item, ScalarNode) and item.value.split(" ")[0] == name:
                return Meaning(what, item.span)
    for entry in mapping(work.root, OUTCOMES):
        if entry.key.value == name:
            return Meaning("an outcome of a close", entry.key.span)
    for enum in (*known.enums.values(), *known.open_enums.values()):
        if name in enum.members or name in enum.outside:
            return Meaning(f"one of the words for `{enum.name}`")
    return Meaning("the name of a field")
