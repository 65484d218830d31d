"""Gives every name of a rule set its meaning: enumerations, options and definitions, and no name two of them.

Definitions are checked in an order in which each comes after those it uses; those that go round in a circle are told
and are no names for the passes that follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.lang.types import Enumeration
from referee.lang.walk import depth, everything
from referee.lang.walk import names as facts_in
from referee.lang.words import KEYWORDS, UNIT_WORDS
from referee.limits import DEFINITIONS, EXPRESSION_DEPTH
from referee.rules.model import Definition, Option, Rank, Suit
from referee.ruleset import rule_messages
from referee.ruleset.cards_named import RANKS, SUITS, read_ranks, read_suits
from referee.ruleset.compilation import Compilation, names_in
from referee.ruleset.layout import OUTCOMES, REMOVE, Path, at, mapping
from referee.ruleset.options import OPTIONS, option_types, read_options
from referee.ruleset.taken import meaning
from referee.vocabulary.load import vocabulary
from referee.yamltree.nodes import Entry, ScalarNode

DEFINE: Path = ("define",)

_NOT_NAMES = KEYWORDS | UNIT_WORDS.keys() | {REMOVE}


@dataclass(frozen=True, slots=True)
class Names:
    """What the names of a rule set stand for."""

    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    enums: dict[str, Enumeration]
    options: dict[str, Option]
    definitions: dict[str, Definition]


def settle_names(work: Compilation) -> Names:
    """All names, entered in `work` for the passes that follow."""
    suits, ranks = read_suits(work), read_ranks(work)
    outcomes = [entry.key for entry in mapping(work.root, OUTCOMES)]
    types, choices = option_types(work)
    fixed = vocabulary()
    own = {
        "suit": Enumeration("suit", tuple(suit.name for suit in suits)),
        "rank": Enumeration("rank", tuple(rank.name for rank in ranks), fixed.open_enums["rank"].outside),
        "outcome": Enumeration("outcome", tuple(key.value for key in outcomes), fixed.open_enums["outcome"].outside),
    }
    for word, path in (("suit", SUITS), ("rank", RANKS), ("outcome", OUTCOMES)):
        if at(work.root, path) is None:
            work.unknown.add(word)  # a base for others to build on: they say it
    _tell_hidden_names(work, {member for enum in own.values() for member in (*enum.members, *enum.outside)})
    work.options.update(types)
    work.enums = {**own, **choices}
    definitions = _definitions(work)
    return Names(suits, ranks, {**fixed.enums, **own, **choices}, read_options(work), definitions)


def _tell_hidden_names(work: Compilation, members: set[str]) -> None:
    """CH208 for names that mean something already."""
    fixed = vocabulary()
    options = {entry.key.value: entry.key for entry in mapping(work.root, OPTIONS)}
    taken = fixed.reserved | _NOT_NAMES
    for path, kind in ((OPTIONS, "option"), (DEFINE, "definition"), (OUTCOMES, "outcome")):
        for entry in mapping(work.root, path):
            name = entry.key.value
            if kind == "outcome":
                if name in fixed.names or name in fixed.functions or name in _NOT_NAMES or name == "unclosed":
                    _tell_taken(work, entry.key, kind, (*path, name))
            elif name in taken or name in members or name in fixed.open_enums or name in fixed.enums:
                _tell_taken(work, entry.key, kind, (*path, name))
                work.unknown.add(name)
            elif kind == "definition" and name in options:
                problem = rule_messages.option_and_definition(entry.key, options[name].span)
                work.tell(problem, path=(*path, name))
                work.unknown.add(name)


def _tell_taken(work: Compilation, key: ScalarNode, kind: str, path: Path) -> None:
    found = meaning(work, key.value)
    work.tell(rule_messages.hides(key, kind, found.what, found.stands_for, found.span), path=path)


def _definitions(work: Compilation) -> dict[str, Definition]:
    written = mapping(work.root, DEFINE)
    if len(written) > DEFINITIONS:
        work.tell(rule_messages.too_many_definitions(written[DEFINITIONS].key, len(written), DEFINITIONS), path=DEFINE)
        work.unknown.update(entry.key.value for entry in written[DEFINITIONS:])
    entries = {entry.key.value: entry for entry in written[:DEFINITIONS]}
    parsed = {name: work.reader.node(entry.value) for name, entry in entries.items()}
    uses = {
        name: names_in(everything(expr)) & entries.keys() if expr is not None else set()
        for name, (expr, _) in parsed.items()
    }
    scope = work.scope("define.*")
    scope = replace(scope, definitions=work.definitions, needs=work.needs, memo={})  # they grow as we go
    definitions: dict[str, Definition] = {}
    depths: dict[str, int] = {}
    for name in _in_order(work, entries, uses):
        path, used = (*DEFINE, name), sorted(uses[name] & definitions.keys())
        expr = work.checked(parsed[name], scope, path)
        if expr is not None:
            depths[name] = depth(expr) + max((depths[other] for other in used), default=0)
        if expr is None or expr.type is None:
            work.unknown.add(name)
        elif depths[name] > EXPRESSION_DEPTH:
            work.tell(rule_messages.definitions_too_deep(entries[name].key, EXPRESSION_DEPTH), path=path)
            work.unknown.add(name)
        else:
            facts = facts_in(expr, "fact").union(*(definitions[other].reads for other in used))
            work.definitions[name] = expr.type
            work.needs[name] = facts | vocabulary().restricted(expr).union(*(work.needs[other] for other in used))
            definitions[name] = Definition(name, expr, facts, work.origin(entries[name].value.span))
    work.forget_scopes()
    work.used.clear()
    return definitions


def _in_order(work: Compilation, entries: dict[str, Entry], uses: dict[str, set[str]]) -> list[str]:
    """The names, each after those it uses. Those in a circle are told and left out."""
    done: list[str] = []
    settled: set[str] = set()
    for start in entries:
        trail: dict[str, None] = {}
        waiting = [(start, False)]
        while waiting:
            name, leaving = waiting.pop()
            if leaving:
                trail.popitem()
                if name not in settled:
                    settled.add(name)
                    done.append(name)
            elif name in trail:
                circle = [*trail][[*trail].index(name) :]
                if not settled.issuperset(circle):
                    settled.update(circle)
                    work.unknown.update(circle)
                    keys = [entries[each].key for each in circle]
                    work.tell(rule_messages.definitions_in_circle(keys), circle, (*DEFINE, circle[0]))
            elif name not in settled:
                trail[name] = None
                waiting.append((name, True))
                waiting.extend((used, False) for used in sorted(uses[name]))
    return done
