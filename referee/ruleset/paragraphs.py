"""Takes out the inherited paragraphs that no longer say what the rules do, so that nothing printed contradicts them.

A rule is told in the paragraph of its clause, or in the nearest one above. Where the upper file changes or removes a
rule, or puts a new one under the clause, and writes no paragraph of its own, that paragraph goes out and the refusal
text of the clause with it: the clause is spoken from its rules, the changed one and those that were left as they were.
So does a paragraph whose rules have all moved to other clauses.

A part of a paragraph that no rule cites (`es.2.may`) goes with a changed rule whose options or definitions it speaks
of; one that speaks of none goes with the paragraph above it, unless the file writes that one itself. A paragraph that
prints a definition by a placeholder, in every language it has, follows the definition when that is all that changed.

What is lost is told (CH713) where the paragraph also spoke for rules that were left as they were: its words for those
are not wrong, but nothing can tell them from the rest. `remove` in the book says that the author knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from referee.diagnostics import Diagnostic
from referee.rules.order import nearest_above
from referee.ruleset import messages
from referee.ruleset.layout import BOOK, NO_TEXTS, REFUSALS, Path, mapping
from referee.ruleset.merge import Change, Merged
from referee.ruleset.placeholders import words_in_paragraph, words_printed
from referee.ruleset.reader import Reader
from referee.ruleset.touched import Touched, touched
from referee.source import Source, Span
from referee.yamltree.nodes import Entry, MapNode


@dataclass(frozen=True, slots=True)
class Dropped:
    """The merged tree without stale texts.

    `clauses` are those whose paragraph or refusal would be stale, also if the upper file wrote its own;
    `diagnostics` one CH713 for each change that cost words which were not wrong.
    """

    root: MapNode
    clauses: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]


def drop_stale(base: MapNode, merged: Merged, reader: Reader) -> Dropped:
    """`merged` is a file over `base`."""
    root = merged.root
    if not base.entries:
        return Dropped(root, frozenset(), ())
    rules = tuple(touched(base, root, merged.changes, reader))
    names = {entry.key.value for section in ("options", "define") for entry in mapping(base, (section,))}
    clauses: set[str] = set()
    diagnostics: list[Diagnostic] = []
    for section in (BOOK, REFUSALS):
        texts = {entry.key.value: entry for entry in mapping(base, section)}
        aging = _Aging(texts, frozenset(names), _said(merged.changes, section))
        stale = aging.stale(rules)
        clauses |= stale.keys()
        gone = stale.keys() - aging.own
        root = _without(root, section, gone)
        if section == BOOK:
            removed = {change.path[-1] for change in merged.changes if change.path[:1] == BOOK}
            diagnostics += _told([(texts[key], stale[key]) for key in texts if key in gone - removed])
    return Dropped(root, frozenset(clauses), tuple(diagnostics))


def _said(changes: Iterable[Change], section: Path) -> frozenset[str]:
    """The clauses whose text the upper file writes itself."""
    paths = (change.path for change in changes if change.kind != "removed" and change.path[:1] == section)
    return frozenset(path[1] for path in paths if len(path) > 1)


@dataclass(slots=True)
class _Cause:
    """Why a text is stale: the first change, and whether it loses words about rules that were left as they were.

    `spoken`: the rules it told are spoken in its place. `unnamed`: the change is a new outcome that names no clause.
    """

    span: Span | None
    loses: bool
    spoken: bool = True
    unnamed: str = ""


@dataclass(slots=True)
class _Aging:
    """The inherited texts of one section, and which of them the upper file writes itself (`own`)."""

    texts: Mapping[str, Entry]
    names: frozenset[str]
    own: frozenset[str]
    _on: dict[str, list[Touched]] = field(default_factory=dict)

    def stale(self, rules: Iterable[Touched]) -> dict[str, _Cause]:
        """The texts that no longer hold, and why."""
        for rule in rules:
            for clause in rule.clauses:
                for home in self._homes(clause, rule):
                    self._on.setdefault(home, []).append(rule)
        found: dict[str, _Cause] = {}
        for key, on in self._on.items():
            text = self.texts[key]
            hits = [rule for rule in on if _contradicts(rule, text)]
            left = any(rule.fate != "moved" and rule not in hits for rule in on)
            if hits or not left:
                span = _first(rule.span for rule in hits or on)
                unnamed = next((rule.unnamed for rule in hits if rule.span == span), "")
                found[key] = _Cause(span, loses=bool(hits) and left, unnamed=unnamed)
        for key in self.texts.keys() - self._on.keys():
            cause = self._of_part(key, found)
            if cause is not None:
                found[key] = cause
        return found

    def _homes(self, clause: str, rule: Touched) -> Iterator[str]:
        """The text a rule is told in; if it goes and nobody writes it anew, the next one above has to tell the rule."""
        parts = clause.split(".")
        for length in range(len(parts), 1, -1):
            key = ".".join(parts[:length])
            written = key in self.own
            if key in self.texts:
                yield key
                written |= rule.fate in {"same", "moved", "removed"} or not _contradicts(rule, self.texts[key])
            if written:
                return

    def _of_part(self, key: str, found: Mapping[str, _Cause]) -> _Cause | None:
        """Why a text goes that no rule cites: with a rule of the paragraph above it that it speaks of too."""
        above = nearest_above(key.rpartition(".")[0], self.texts)
        if above not in self.texts:
            return None
        speaks_of = words_in_paragraph(self.texts[key].value) & self.names
        if not speaks_of and above in self.own:
            return None
        family = [above, *(each for each in self._on if speaks_of and each.startswith(f"{above}."))]
        hits = [
            rule
            for home in family
            for rule in self._on.get(home, ())
            if rule.fate in {"changed", "removed"}
            and not (rule.through & speaks_of)
            and (not speaks_of or speaks_of & rule.words)
        ]
        if not hits:
            return None
        told_anew = above in self.own
        loses = told_anew or (above in found and found[above].loses)
        return _Cause(_first(rule.span for rule in hits), loses, spoken=not told_anew)


def _contradicts(rule: Touched, text: Entry) -> bool:
    """Whether a text that told a rule as it was, or did not know it, says something else than it does now."""
    return rule.fate in {"new", "removed"} or (rule.fate == "changed" and not _follows(rule, text))


def _follows(rule: Touched, text: Entry) -> bool:
    """Whether all that changed is a definition that the text prints by a placeholder in every language."""
    said = [entry.value for entry in text.value.entries] if isinstance(text.value, MapNode) else []
    keys = [entry.key.value for entry in text.value.entries] if isinstance(text.value, MapNode) else []
    texts = [node for key, node in zip(keys, said, strict=True) if key not in NO_TEXTS]
    return bool(rule.through and texts) and all(rule.through <= words_printed(node) for node in texts)


def _first(spans: Iterable[Span | None]) -> Span | None:
    return min((span for span in spans if span is not None), key=lambda span: span.start, default=None)


def _told(stale: Iterable[tuple[Entry, _Cause]]) -> Iterator[Diagnostic]:
    """One CH713 for each change, with the paragraphs it cost."""
    lost: dict[tuple[int, bool], tuple[Span, str, list[Entry]]] = {}
    for entry, cause in stale:
        if cause.loses and cause.span is not None:
            lost.setdefault((cause.span.start, cause.spoken), (cause.span, cause.unnamed, []))[2].append(entry)
    for (_, spoken), (span, unnamed, entries) in lost.items():
        yield messages.words_lost([entry.key for entry in entries], span, spoken=spoken, unnamed=unnamed)


def drop_orphans(root: MapNode, removed: Mapping[str, Span], own: Source) -> tuple[MapNode, list[Diagnostic]]:
    """The tree without inherited paragraphs and refusals that speak of removed names; one CH711 for each.

    `removed` says for each name where this file removes it; texts of this file itself (`own`) are left alone.
    """
    diagnostics: list[Diagnostic] = []
    for section in (BOOK, REFUSALS) if removed else ():
        gone = set()
        for entry in mapping(root, section):
            words = words_in_paragraph(entry.value) & removed.keys()
            if words and entry.key.span.source is not own:
                gone.add(entry.key.value)
                name = min(words)
                diagnostics.append(messages.orphaned_text(section[0], entry.key, name, removed[name]))
        root = _without(root, section, gone)
    return root, diagnostics


def _without(root: MapNode, section: Path, gone: Iterable[str]) -> MapNode:
    left_out = frozenset(gone)
    if not left_out:
        return root
    entries = []
    for entry in root.entries:
        if entry.key.value == section[0] and isinstance(entry.value, MapNode):
            left = tuple(text for text in entry.value.entries if text.key.value not in left_out)
            entries.append(Entry(entry.key, MapNode(left, entry.value.span)))
        else:
            entries.append(entry)
    return MapNode(tuple(entries), root.span)
