"""Warns of what a sound rule set leaves open: twins in a set, neighbours across a gap, a number left out of the book.

Each of them has an answer (FORMAT.md, section 2; neighbours are those in the order of the pack), but one that the file
does not say, and that its author may not have thought of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from referee.lang.syntax import Name, Number
from referee.lang.walk import everything
from referee.rules.model import Rank
from referee.ruleset import open_messages
from referee.ruleset.cards_named import RANKS, ranks_named
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import BOOK, Path, at, mapping
from referee.ruleset.names import Names
from referee.ruleset.rules import Rules
from referee.ruleset.written import Rule, rules_of
from referee.source import Span
from referee.yamltree.nodes import MapNode

_COPIES: Path = ("pack", "copies")
_TWINS: Path = ("melds", "set", "twins")


def tell_left_open(work: Compilation, names: Names, rules: Rules, base: MapNode | None) -> None:
    """Warn of what the rules of this file leave open (CH505, CH506, CH806); `base` is the tree it builds on."""
    _tell_twins(work, names, rules)
    for lower, upper, span in _gaps(work):
        work.tell(open_messages.neighbours_across_a_gap(lower, upper, span), path=RANKS)
    known = {clause.partition(".")[0] for clause, _ in _clauses(base)} if base is not None else set()
    _tell_jumps(work, known)


# twins


def _tell_twins(work: Compilation, names: Names, rules: Rules) -> None:
    """CH505 where this file plays with several packs and nothing says whether twins may stand in one set."""
    copies = rules.settings.get("pack.copies")
    said = at(work.root, _COPIES)
    if copies is None or said is None or not work.is_own(said.span) or at(work.root, _TWINS) is not None:
        return
    most = max(_numbers(names, rules, "pack.copies"), default=1)
    if most > 1:
        work.tell(open_messages.twins_undecided(most, said.span), path=_COPIES)


def _numbers(names: Names, rules: Rules, slot: str) -> Iterator[int]:
    """The numbers that stand in a setting, those of its options among them."""
    for node in everything(rules.settings[slot].expr):
        if isinstance(node, Number):
            yield node.value
        elif isinstance(node, Name) and node.name in names.options:
            option = names.options[node.name]
            yield from (one for one in (option.default, option.high, *option.one_of) if isinstance(one, int))


# neighbours


def _gaps(work: Compilation) -> Iterator[tuple[Rank, Rank, Span]]:
    """Neighbours of this file's own pack whose numbers are not, and where the upper one stands.

    From the highest plain number to the lowest court (7 and sota) no number is missed: so are packs printed.
    """
    ranks = [one for one in ranks_named(work) if work.is_own(one[1])]
    for (lower, _), (upper, span) in pairwise(ranks):
        into_courts = _is_plain(lower) and not _is_plain(upper)
        if upper.number > lower.number + 1 and not into_courts:
            yield lower, upper, span


def _is_plain(rank: Rank) -> bool:
    return rank.name.isdigit()


# numbers of clauses


def _tell_jumps(work: Compilation, known: set[str]) -> None:
    """CH806 for every number that the clauses of a family of this file's own leave out; `known` are the base's."""
    families: dict[str, dict[int, Span]] = {}
    for clause, span in _clauses(work.root):
        family, _, rest = clause.partition(".")
        number = rest.partition(".")[0]
        if family not in known and number.isdigit() and work.is_own(span):
            families.setdefault(family, {}).setdefault(int(number), span)
    for family, places in families.items():
        for lower, upper in pairwise(sorted(places)):
            if upper > lower + 1:
                problem = open_messages.clauses_jump(family, lower, upper, places[upper])
                work.tell(problem, path=(*BOOK, f"{family}.{upper}"))


def _clauses(root: MapNode) -> Sequence[tuple[str, Span]]:
    """Every clause of the book and of the rules, with a place where it stands."""
    told = [(entry.key.value, entry.key.span) for entry in mapping(root, BOOK)]
    return [*told, *((clause, _place(root, rule)) for rule in rules_of(root) for clause in rule.clauses)]


def _place(root: MapNode, rule: Rule) -> Span:
    """The key of a rule; what stands there where a block as a whole is the rule."""
    above = at(root, rule.path[:-1])
    entry = above.entry(rule.path[-1]) if isinstance(above, MapNode) else None
    return rule.node.span if entry is None else entry.key.span
