"""Tells what a file that is laid over another did to each of its rules.

A rule is changed if it lays down something else: another spelling of the same expression changes nothing (blanks,
parentheses, a unit that a number would take anyway, `3..4` for `[3, 4]`), and a rule put under another clause has only
moved. A rule whose definition changed has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from referee.lang.syntax import Choice, Expr, Number, Range
from referee.lang.types import Criterion
from referee.lang.walk import transform
from referee.ruleset.layout import OUTCOMES, Path, mapping
from referee.ruleset.merge import Change
from referee.ruleset.placeholders import words_in
from referee.ruleset.reader import Reader
from referee.ruleset.slots import slot_at
from referee.ruleset.written import IDS, Rule, rules_of
from referee.source import Span
from referee.yamltree.nodes import MapNode, Node

_DEFINE: Path = ("define",)

_LISTED = 50
"""Longer ranges are compared as they are written."""

Fate = Literal["same", "moved", "changed", "removed", "new"]


@dataclass(frozen=True, slots=True)
class Touched:
    """What became of a rule: `clauses` are those it was told under, or of a new one those it is told under now.

    `span` is where the upper file says so, None if it says nothing of it. Of a changed or removed rule `words` are
    those it was written with, and those of the definitions it names; `through` are the definitions whose change is all
    that changed it, none if its own words did. `unnamed` is a new outcome that names no clause, so that it is told
    under the one of the block.
    """

    clauses: tuple[str, ...]
    fate: Fate
    span: Span | None
    words: frozenset[str] = frozenset()
    through: frozenset[str] = frozenset()
    unnamed: str = ""


def touched(base: MapNode, merged: MapNode, changes: tuple[Change, ...], reader: Reader) -> Iterator[Touched]:
    """Every rule of `base`, and every one that is new in `merged` or under a clause that it was not under before."""
    told = _Told(changes, reader)
    opened = {**_names(base), **_names(merged)}
    meanings = _changed_definitions({name: opened[name] for name in _names(base)}, told)
    before = {rule.path: rule for rule in rules_of(base)}
    now = {rule.path: rule for rule in rules_of(merged)}
    for path, rule in before.items():
        yield _fate(rule, now.get(path), told, meanings, opened)
    for path, rule in now.items():
        old = before.get(path)
        arrived = tuple(clause for clause in rule.clauses if old is None or clause not in old.clauses)
        if arrived:
            unnamed = path[-1] if old is None and _names_no_clause(rule) else ""
            yield Touched(arrived, "new", told.span(rule) or told.span(rule, *IDS), unnamed=unnamed)


def _names_no_clause(rule: Rule) -> bool:
    """Whether it is an outcome that leaves it to the block which clause it rests on."""
    return rule.path[:-1] == OUTCOMES and isinstance(rule.node, MapNode) and rule.node.get("clause") is None


def _names(root: MapNode) -> dict[str, set[str]]:
    """The definitions of a tree, each with the words of its expression."""
    return {entry.key.value: words_in(entry.value) for entry in mapping(root, _DEFINE)}


def _fate(
    rule: Rule, now: Rule | None, told: _Told, meanings: Mapping[str, Span], opened: Mapping[str, set[str]]
) -> Touched:
    """What became of one rule of the lower file."""
    span = told.span(rule)
    if now is None:
        return Touched(rule.clauses, "removed", span or told.span(rule, *IDS), _words(rule, opened))
    if span is not None:
        return Touched(rule.clauses, "changed", span, _words(rule, opened))
    through = _through(rule, meanings)
    if through:
        span = min((meanings[word] for word in through), key=_start)
        return Touched(rule.clauses, "changed", span, _words(rule, opened), through)
    moved = any(clause not in now.clauses for clause in rule.clauses)
    return Touched(rule.clauses, "moved" if moved else "same", told.span(rule, *IDS))


def _through(rule: Rule, meanings: Mapping[str, Span]) -> frozenset[str]:
    """The definitions that a rule names and that mean something else now."""
    if not meanings:
        return frozenset()
    return frozenset(word for _, node in rule.values() for word in words_in(node) & meanings.keys())


def _start(span: Span) -> int:
    return span.start


def _words(rule: Rule, opened: Mapping[str, set[str]]) -> frozenset[str]:
    """The words of a rule and of the definitions it names."""
    own = {word for key, node in rule.values() if key not in IDS for word in words_in(node)}
    return frozenset(own.union(*(opened[word] for word in own & opened.keys())))


class _Told:
    """The changes of a file that change what something means, found by the rule they change."""

    def __init__(self, changes: Iterable[Change], reader: Reader) -> None:
        self._at: dict[Path, Span] = {}
        self._below: dict[Path, list[tuple[Path, Span]]] = {}  # by every path on the way to a change
        for change in changes:
            if change.kind == "same" or _respelt(change, reader):
                continue
            self._at[change.path] = change.span
            for length in range(1, len(change.path) + 1):
                self._below.setdefault(change.path[:length], []).append((change.path, change.span))

    def at(self, path: Path) -> Span | None:
        """Where something is said at a path or below it first."""
        return min((span for _, span in self._below.get(path, ())), key=_start, default=None)

    def span(self, rule: Rule, *ids: str) -> Span | None:
        """Where a rule is changed, below it or around it; in the keys `ids` too, which only say where it is told."""
        around = (self._at.get(rule.path[:length]) for length in range(1, len(rule.path) + 1))
        found = next((span for span in around if span is not None), None)
        if found is not None:
            return found
        length = len(rule.path)
        below = [
            span
            for path, span in self._below.get(rule.path, ())
            if path[length] not in rule.without and (path[-1] not in IDS or path[-1] in ids)
        ]
        return min(below, key=_start, default=None)


def _respelt(change: Change, reader: Reader) -> bool:
    """Whether a value was only written in another way."""
    if change.kind != "changed" or change.before is None or change.after is None:
        return False
    slot = slot_at(change.path)
    if isinstance(change.before, MapNode) or isinstance(change.after, MapNode):
        return False
    if slot is None and change.path[:1] != _DEFINE:
        return False
    criterion = slot is not None and isinstance(slot.wants, Criterion)
    before, after = (_bare(node, reader, criterion=criterion) for node in (change.before, change.after))
    return before is not None and before == after


def _bare(node: Node, reader: Reader, *, criterion: bool) -> Expr | None:
    """What a value says, however it is written."""
    expr, diagnostics = reader.node(node, criterion=criterion)
    return None if expr is None or diagnostics else transform(expr, _plain)


def _plain(expr: Expr) -> Expr:
    """One part of an expression for comparison: sets written out, and no units, for sound rules differ in more."""
    if isinstance(expr, Number):
        return replace(expr, unit=None)
    numbers = _numbers(expr)
    return expr if numbers is None else Choice(tuple(Number(number) for number in sorted(numbers)))


def _numbers(expr: Expr) -> frozenset[int] | None:
    """The numbers of a set that is written out; None if it is none, or has no end, or too many."""
    if isinstance(expr, Range) and isinstance(expr.low, Number) and isinstance(expr.high, Number):
        low, high = expr.low.value, expr.high.value
        return frozenset(range(low, high + 1)) if low <= high < low + _LISTED else None
    if isinstance(expr, Choice) and all(isinstance(item, Number | Choice) for item in expr.items):
        parts = [{item.value} if isinstance(item, Number) else _numbers(item) for item in expr.items]
        return frozenset().union(*(part for part in parts if part)) if None not in parts else None
    return None


def _changed_definitions(opened: Mapping[str, set[str]], told: _Told) -> dict[str, Span]:
    """Definitions that mean something else now, also through other definitions, and where the file says so."""
    changed = {name: span for name in opened if (span := told.at((*_DEFINE, name))) is not None}
    grown = bool(changed)
    while grown:
        more = {
            name: min((changed[word] for word in used & changed.keys()), key=_start)
            for name, used in opened.items()
            if name not in changed and used & changed.keys()
        }
        changed |= more
        grown = bool(more)
    return changed
