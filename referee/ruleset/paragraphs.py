"""Takes out the inherited paragraphs that lost their rule, so that no text goes stale.

A paragraph is dropped, and the refusal text of the same clause with it, when the upper file changes or removes a rule
that cites exactly this clause (sub-ids stay) and writes no paragraph of its own, unless a rule that it left as it was
cites the clause too. The units that count as one rule:

- a condition, a case, a criterion: it cites its key;
- an outcome: its `clause`, and the clause it is priced by;
- the settings of a block, all together: the block's clause. `deal` says in one breath how many cards are dealt and what
  becomes of the next, and its paragraph says both; setting by setting the paragraph would outlive half of itself.

Options are no rules. A rule whose definition changed has changed. A paragraph whose placeholders name something that
was removed is dropped too, and the author is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from referee.diagnostics import Diagnostic
from referee.ruleset import messages
from referee.ruleset.layout import (
    ACTS,
    BLOCKS,
    BOOK,
    CASES,
    CONDITIONS,
    IRREGULAR,
    OUTCOMES,
    REFUSALS,
    WINNER,
    Path,
    at,
    block_clause,
    mapping,
    scalar,
)
from referee.ruleset.merge import Change
from referee.ruleset.placeholders import words_in, words_in_paragraph
from referee.source import Source, Span
from referee.yamltree.nodes import Entry, MapNode, Node

_ALL_BLOCKS: tuple[Path, ...] = (*BLOCKS, *((*IRREGULAR, act) for act in ACTS))
_NESTED: frozenset[Path] = frozenset({*CONDITIONS, *CASES, WINNER, OUTCOMES, *_ALL_BLOCKS})


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a tree and the clauses it cites: all that stands below `path` but for the keys `without`.

    `node` is what stands there; two rules are the same rule whatever it says.
    """

    path: Path
    clauses: tuple[str, ...]
    node: Node = field(compare=False)
    without: frozenset[str] = frozenset()

    def values(self) -> Iterator[tuple[str, Node]]:
        """The values it consists of, each with its key; of a condition the one value, with its clause."""
        if not isinstance(self.node, MapNode):
            yield self.path[-1], self.node
            return
        for entry in self.node.entries:
            if entry.key.value not in self.without:
                yield entry.key.value, entry.value

    def holds(self, path: Path) -> bool:
        """Whether a change at `path` changes this rule."""
        length = len(self.path)
        if len(path) <= length:
            return self.path[: len(path)] == path
        return path[:length] == self.path and path[length] not in self.without


def rules_of(root: MapNode) -> Iterator[Rule]:
    """All rules of a tree that cite a clause, options left out."""
    for block in (*CONDITIONS, *CASES, WINNER):
        for entry in mapping(root, block):
            yield Rule((*block, entry.key.value), (entry.key.value,), entry.value)
    for entry in mapping(root, OUTCOMES):
        body = entry.value
        said = [scalar(body.get(key)) for key in ("clause", "priced_by")] if isinstance(body, MapNode) else []
        yield Rule((*OUTCOMES, entry.key.value), tuple(node.value for node in said if node is not None), body)
    for block in _ALL_BLOCKS:
        settings = at(root, block)
        if settings is not None and (clause := block_clause(root, block)):
            nested = frozenset(path[-1] for path in _NESTED if path[:-1] == block)
            yield Rule(block, (clause,), settings, nested)


def drop_stale(base: MapNode, merged: MapNode, changes: tuple[Change, ...]) -> tuple[MapNode, frozenset[str]]:
    """The merged tree without the paragraphs and refusals that lost their rule, and the clauses that lost one.

    The clauses are those a paragraph would have been dropped for, also if the upper file wrote its own.
    """
    told = {change.path for change in changes if change.kind != "same"}
    marked = {path[:length] for path in told for length in range(1, len(path) + 1)}
    meanings = _changed_definitions(merged, told)
    now = {rule.path: rule for rule in rules_of(merged)}
    lost: set[str] = set()
    kept: set[str] = set()
    for rule in rules_of(base):
        current = now.get(rule.path)
        touched = (
            current is None or current != rule or _touched(rule, current, told, marked) or _uses(current, meanings)
        )
        (lost if touched else kept).update(rule.clauses)
    lost -= kept
    own = {change.path[:2] for change in changes if change.kind != "removed"}
    for section in (BOOK, REFUSALS):
        gone = {clause for clause in lost if (*section, clause) not in own}
        merged = _without(merged, section, gone)
    return merged, frozenset(lost)


def drop_orphans(root: MapNode, removed: Mapping[str, Span], own: Source) -> tuple[MapNode, list[Diagnostic]]:
    """The tree without inherited paragraphs and refusals that speak of removed names; one CH711 for each.

    `removed` says for each name where this file removes it; texts of this file itself (`own`) are left alone.
    """
    diagnostics: list[Diagnostic] = []
    for section in (BOOK, REFUSALS):
        gone = set()
        for entry in mapping(root, section):
            words = words_in_paragraph(entry.value) & removed.keys()
            if words and entry.key.span.source is not own:
                gone.add(entry.key.value)
                name = min(words)
                diagnostics.append(messages.orphaned_text(section[0], entry.key, name, removed[name]))
        root = _without(root, section, gone)
    return root, diagnostics


def _touched(before: Rule, now: Rule, told: set[Path], marked: set[Path]) -> bool:
    """Whether a change was told at the rule, around it or below it; `marked` are all paths that lead to a change."""
    if any(before.path[:length] in told for length in range(1, len(before.path))):
        return True
    if not before.without:
        return before.path in marked
    keys = {key for rule in (before, now) for key, _ in rule.values()}
    return any((*before.path, key) in marked for key in keys)


def _uses(rule: Rule, words: set[str]) -> bool:
    return bool(words) and any(words_in(node) & words for _, node in rule.values())


def _changed_definitions(merged: MapNode, told: set[Path]) -> set[str]:
    """Names of definitions that mean something else now, also through other definitions."""
    changed = {path[1] for path in told if path[0] == "define" and len(path) > 1}
    words = {entry.key.value: words_in(entry.value) for entry in mapping(merged, ("define",))}
    grown = bool(changed)
    while grown:
        more = {name for name, used in words.items() if used & changed} - changed
        changed |= more
        grown = bool(more)
    return changed


def _without(root: MapNode, section: Path, gone: set[str]) -> MapNode:
    if not gone:
        return root
    entries = []
    for entry in root.entries:
        if entry.key.value == section[0] and isinstance(entry.value, MapNode):
            left = tuple(text for text in entry.value.entries if text.key.value not in gone)
            entries.append(Entry(entry.key, MapNode(left, entry.value.span)))
        else:
            entries.append(entry)
    return MapNode(tuple(entries), root.span)
