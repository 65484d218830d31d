"""Where every value of a rule set comes from: what it is, the file and line that set it, and the clause it carries.

Expressions know where they were written. What is no expression (the parts of an option, suits and ranks) is looked up
in the files, the latest first, as they were laid over each other: the file itself, what it adopts, its base, and on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.lang.syntax import Expr, TruthValue
from referee.lang.types import Member
from referee.lang.unparse import unparse
from referee.library.library import Library
from referee.rules.model import Case, Option, Outcome, Paragraph, RuleSet
from referee.source import Origin
from referee.table.options import value_text
from referee.vocabulary.load import vocabulary
from referee.yamltree import read
from referee.yamltree.nodes import MapNode, Node

Parts = tuple[str, ...]

_VALUE_OF_CASE = {"points": "points", "game.adjust": "becomes"}


@dataclass(frozen=True, slots=True)
class Value:
    """One value: its path as parts (`close`, `may_close`, `es.4`), canonical text, clause ("" if it carries none).

    `origin` is None for what the format supplies where nothing is said. `slot` names the path with `*` for keys.
    """

    parts: Parts
    slot: str
    text: str
    clause: str
    origin: Origin | None

    @property
    def path(self) -> str:
        """The parts with dots between them."""
        return ".".join(self.parts)

    @property
    def file(self) -> str:
        """The file it was written in, as diagnostics name it; "" for what nobody wrote."""
        if self.origin is None:
            return ""
        span = self.origin.span
        return f"{self.origin.rule_set}.yaml" if span is None else span.source.name

    @property
    def meaning(self) -> str:
        """What the reference page says of the slot; "" where it says nothing."""
        words = vocabulary()
        if self.slot in words.slots:
            return words.slots[self.slot].meaning
        return words.keys.get(self.slot) or words.sections.get(self.slot, "")


def values(rule_set: RuleSet, content: bytes, name: str, library: Library, lang: str = "en") -> tuple[Value, ...]:
    """Every value of a rule set compiled from `content`, the file called `name`, section by section.

    `lang` chooses which text of a paragraph is listed; English, or any there is, where that one is missing.
    """
    order = list(vocabulary().sections)
    found = _Values(rule_set, _Layers(rule_set, content, name, library), lang).all()
    return tuple(sorted(found, key=lambda each: order.index(each.parts[0])))


def rule_values(rule_set: RuleSet) -> dict[str, Value]:
    """The values of the rules by their paths, paragraphs and refusals left out, wherever they were written."""
    found = _Values(rule_set, _Nowhere(), "en").all()
    return {one.path: one for one in found if one.parts[0] not in {"book", "refusals"}}


class _Nowhere:
    """In place of the files of a rule set, where nobody asks for places."""

    name = ""

    def origin(self, _parts: Parts) -> Origin | None:
        """No place."""
        return None


class _Layers:
    """The files of a rule set, the one that has the last word first."""

    def __init__(self, rule_set: RuleSet, content: bytes, name: str, library: Library) -> None:
        self.name = name
        self._files = [(rule_set.name, read(content, name).root)]
        for overlay in reversed(rule_set.adopts):
            self._add(overlay, library)
        for base in rule_set.extends:
            self._add(base, library)
            for overlay in reversed(library.rule_set(base).adopts):
                self._add(overlay, library)

    def _add(self, name: str, library: Library) -> None:
        self._files.append((name, read(library.source(name), f"{name}.yaml").root))

    def origin(self, parts: Parts) -> Origin | None:
        """Where the value at a path was written last."""
        for name, root in self._files:
            node: Node | None = root
            for part in parts:
                node = node.get(part) if isinstance(node, MapNode) else None
            if node is not None:
                return Origin.at(name, node.span)
        return None


@dataclass(frozen=True, slots=True)
class _Values:
    rule_set: RuleSet
    layers: _Layers | _Nowhere
    lang: str

    def all(self) -> Iterator[Value]:
        """Every value, kind by kind."""
        rules = self.rule_set
        for option in rules.options.values():
            yield from self._option(option)
        for name, definition in rules.definitions.items():
            yield Value(("define", name), "define.*", unparse(definition.expr), "", definition.origin)
        yield from self._settings()
        yield from self._pack()
        yield from self._entries()
        for outcome in rules.outcomes:
            yield from self._outcome(outcome)
        for act in rules.irregular.values():
            shown = {"ruling": act.ruling, "penalty": act.penalty, "shows_hand": act.shows_hand}
            yield from self._parts(("irregular", act.act), "irregular.*", shown, act.clause, act.origin)
        for section, paragraphs in (("book", rules.book), ("refusals", rules.refusals.values())):
            for paragraph in paragraphs:
                yield from self._paragraph(section, paragraph)

    def _settings(self) -> Iterator[Value]:
        for slot, setting in self.rule_set.settings.items():
            origin = setting.origin if setting.origin is not None and setting.origin.rule_set else None
            yield Value(tuple(slot.split(".")), slot, unparse(setting.expr), setting.clause, origin)

    def _entries(self) -> Iterator[Value]:
        """What stands under clauses: conditions, cases, criteria."""
        rules = self.rule_set
        for block, conditions in rules.conditions.items():
            for one in conditions:
                yield Value((*block.split("."), one.key), f"{block}.*", unparse(one.expr), one.clause, one.origin)
        for block, cases in rules.cases.items():
            for case in cases:
                yield from self._case(block, case)
        for each in rules.winner:
            entry = ("game", "winner", each.key)
            yield from self._parts(entry, "game.winner.*", {"prefer": each.prefer}, each.clause, each.origin)

    def _option(self, option: Option) -> Iterator[Value]:
        entry = ("options", option.name)
        one_of = f"[{', '.join(map(value_text, option.one_of))}]" if option.one_of else None
        kind = "choice" if isinstance(option.type, Member) else str(option.type)
        told: dict[str, int | bool | str | None] = {"type": kind, "from": option.low, "to": option.high}
        told |= {"one_of": one_of, "fixed" if option.fixed else "default": option.default}
        for key, value in told.items():
            if value is not None:
                origin = self.layers.origin((*entry, key)) or option.origin
                yield Value((*entry, key), f"options.*.{key}", value_text(value), option.clause, origin)
        yield from self._parts(entry, "options.*", {"when": option.when}, option.clause, option.origin)

    def _pack(self) -> Iterator[Value]:
        rules = self.rule_set
        suits = ", ".join(_named(suit.name, suit.letter, suit.name[:1]) for suit in rules.suits)
        ranks = ", ".join(_named(_named(rank.name, rank.number), rank.sign, rank.number) for rank in rules.ranks)
        for key, text in (("suits", suits), ("ranks", ranks)):
            if text:
                clause = rules.block_clauses.get("pack", "")
                yield Value(("pack", key), f"pack.{key}", f"[{text}]", clause, self.layers.origin(("pack", key)))

    def _case(self, block: str, case: Case) -> Iterator[Value]:
        key = _VALUE_OF_CASE.get(block, "writes")
        shown = {"when": case.when, key: case.value}
        yield from self._parts((*block.split("."), case.key), f"{block}.*", shown, case.clause, case.origin)

    def _outcome(self, one: Outcome) -> Iterator[Value]:
        shown = {"when": one.when, "writes": one.writes, "wins_game": one.wins_game}
        shown |= {"lay_off": one.lay_off, "pays": one.pays}
        for value in self._parts(("close", "outcomes", one.name), "close.outcomes.*", shown, one.clause, one.origin):
            priced = value.parts[-1] == "writes"
            yield Value(value.parts, value.slot, value.text, one.priced_by if priced else one.clause, value.origin)

    def _parts(
        self, entry: Parts, slot: str, shown: Mapping[str, Expr | None], clause: str, origin: Origin | None
    ) -> Iterator[Value]:
        """The parts of an entry that somebody wrote, or that hold because nobody did."""
        for key, expr in shown.items():
            if expr is not None:
                yield Value((*entry, key), f"{slot}.{key}", unparse(expr), clause, self._written(expr, origin))

    def _written(self, expr: Expr, entry: Origin | None) -> Origin | None:
        """Where an expression stands; a default was read under the name of its slot, and stands in no file."""
        if expr.span is None:
            return entry
        name = expr.span.source.name
        if name in vocabulary().slots:
            return None
        return Origin.at(self.rule_set.name if name == self.layers.name else name.removesuffix(".yaml"), expr.span)

    def _paragraph(self, section: str, paragraph: Paragraph) -> Iterator[Value]:
        entry, clause = (section, paragraph.key), paragraph.key
        if paragraph.when != TruthValue(True):
            yield from self._parts(entry, f"{section}.*", {"when": paragraph.when}, clause, paragraph.origin)
        lang = next((each for each in (self.lang, "en", *paragraph.texts) if each in paragraph.texts), None)
        if lang is not None:
            text = "".join(
                one if isinstance(one, str) else f"{{{unparse(one)}}}" for one in paragraph.texts[lang].parts
            )
            origin = self.layers.origin((*entry, lang)) or paragraph.origin
            yield Value((*entry, lang), section, text, clause, origin)


def _named(name: str, said: object, usual: object = None) -> str:
    """A name and what is said of it, where it is not what everybody would expect."""
    return name if str(said) == (name if usual is None else str(usual)) else f"{name} {said}"
