"""A rule set as one JSON value and back: the compiled form that built-ins start from.

Unlike the canonical print it loses nothing but the source texts: names, titles, paragraphs, definitions and where
every value was written (as rule set, line and column) are in it. Reading it needs neither YAML nor parser nor schema.
The form is private to one version of this package (`STORED`); what other programs read is the canonical print.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.lang.syntax import Expr
from referee.lang.tree import from_json, to_json, type_from_json, type_to_json
from referee.lang.types import Enumeration
from referee.rules.model import (
    Case,
    Condition,
    Criterion,
    Definition,
    Example,
    Irregular,
    Option,
    Outcome,
    Paragraph,
    Phrase,
    Rank,
    RuleSet,
    Setting,
    SourceCited,
    Suit,
)
from referee.source import Origin

STORED = 1
"""Version of this form. A stored rule set of another version is compiled again from its source."""

Json = dict[str, Any]


def to_stored(rule_set: RuleSet) -> Json:
    """The rule set as a JSON value."""
    return {
        "stored": STORED,
        "name": rule_set.name,
        "format": rule_set.format,
        "digest": rule_set.digest,
        "extends": list(rule_set.extends),
        "adopts": list(rule_set.adopts),
        "title": dict(rule_set.title),
        "sources": [[source.title, source.url] for source in rule_set.sources],
        "playable": rule_set.playable,
        "suits": [[suit.name, suit.letter] for suit in rule_set.suits],
        "ranks": [[rank.name, rank.number, rank.sign] for rank in rule_set.ranks],
        "enums": {name: [list(enum.members), list(enum.outside)] for name, enum in rule_set.enums.items()},
        "options": {name: _put_option(option) for name, option in rule_set.options.items()},
        "definitions": {
            name: {"expr": to_json(entry.expr), "reads": sorted(entry.reads), "at": _put_origin(entry.origin)}
            for name, entry in rule_set.definitions.items()
        },
        "settings": {
            slot: {"clause": entry.clause, "expr": to_json(entry.expr), "at": _put_origin(entry.origin)}
            for slot, entry in rule_set.settings.items()
        },
        "conditions": {
            block: [_put_condition(entry) for entry in entries] for block, entries in rule_set.conditions.items()
        },
        "cases": {block: [_put_case(entry) for entry in entries] for block, entries in rule_set.cases.items()},
        "outcomes": [_put_outcome(outcome) for outcome in rule_set.outcomes],
        "winner": [
            {"key": entry.key, "clause": entry.clause, "prefer": to_json(entry.prefer), "at": _put_origin(entry.origin)}
            for entry in rule_set.winner
        ],
        "irregular": {act: _put_irregular(entry) for act, entry in rule_set.irregular.items()},
        "block_clauses": dict(rule_set.block_clauses),
        "book": [_put_paragraph(paragraph) for paragraph in rule_set.book],
        "refusals": [_put_paragraph(paragraph) for paragraph in rule_set.refusals.values()],
        "examples": [_put_example(example) for example in rule_set.examples],
    }


def from_stored(stored: Json) -> RuleSet:
    """The rule set again. Raises ValueError for another version; trusts everything else (it is our own file)."""
    if stored.get("stored") != STORED:
        raise ValueError(f"stored form {stored.get('stored')}, this program reads {STORED}")
    return RuleSet(
        name=stored["name"],
        format=stored["format"],
        digest=stored["digest"],
        extends=tuple(stored["extends"]),
        adopts=tuple(stored["adopts"]),
        title=stored["title"],
        sources=tuple(SourceCited(title, url) for title, url in stored["sources"]),
        playable=stored["playable"],
        suits=tuple(Suit(name, letter) for name, letter in stored["suits"]),
        ranks=tuple(Rank(name, number, sign) for name, number, sign in stored["ranks"]),
        enums={
            name: Enumeration(name, tuple(members), tuple(outside))
            for name, (members, outside) in stored["enums"].items()
        },
        options={name: _get_option(name, entry) for name, entry in stored["options"].items()},
        definitions={
            name: Definition(name, from_json(entry["expr"]), frozenset(entry["reads"]), _get_origin(entry["at"]))
            for name, entry in stored["definitions"].items()
        },
        settings={slot: _get_setting(slot, entry) for slot, entry in stored["settings"].items()},
        conditions={
            block: tuple(_get_condition(entry) for entry in entries) for block, entries in stored["conditions"].items()
        },
        cases={block: tuple(_get_case(entry) for entry in entries) for block, entries in stored["cases"].items()},
        outcomes=tuple(_get_outcome(entry) for entry in stored["outcomes"]),
        winner=tuple(
            Criterion(entry["key"], entry["clause"], from_json(entry["prefer"]), _get_origin(entry["at"]))
            for entry in stored["winner"]
        ),
        irregular={act: _get_irregular(act, entry) for act, entry in stored["irregular"].items()},
        block_clauses=stored["block_clauses"],
        book=tuple(_get_paragraph(entry) for entry in stored["book"]),
        refusals={entry["key"]: _get_paragraph(entry) for entry in stored["refusals"]},
        examples=tuple(_get_example(entry) for entry in stored["examples"]),
    )


def _put_origin(origin: Origin | None) -> list[str | int] | None:
    return None if origin is None else [origin.rule_set, origin.line, origin.column]


def _get_origin(stored: Sequence[Any] | None) -> Origin | None:
    return None if stored is None else Origin(stored[0], None, stored[1], stored[2])


def _put_maybe(expr: Expr | None) -> Json | None:
    return None if expr is None else to_json(expr)


def _get_maybe(stored: Json | None) -> Expr | None:
    return None if stored is None else from_json(stored)


def _put_option(option: Option) -> Json:
    return {
        "clause": option.clause,
        "type": type_to_json(option.type),
        "default": option.default,
        "low": option.low,
        "high": option.high,
        "one_of": list(option.one_of),
        "when": _put_maybe(option.when),
        "fixed": option.fixed,
        "at": _put_origin(option.origin),
    }


def _get_option(name: str, stored: Json) -> Option:
    return Option(
        name=name,
        clause=stored["clause"],
        type=type_from_json(stored["type"]),
        default=stored["default"],
        low=stored["low"],
        high=stored["high"],
        one_of=tuple(stored["one_of"]),
        when=_get_maybe(stored["when"]),
        fixed=stored["fixed"],
        origin=_get_origin(stored["at"]),
    )


def _put_condition(entry: Condition) -> Json:
    return {"key": entry.key, "clause": entry.clause, "expr": to_json(entry.expr), "at": _put_origin(entry.origin)}


def _put_case(entry: Case) -> Json:
    return {
        "key": entry.key,
        "clause": entry.clause,
        "when": to_json(entry.when),
        "value": to_json(entry.value),
        "at": _put_origin(entry.origin),
    }


def _get_setting(slot: str, stored: Json) -> Setting:
    return Setting(slot, stored["clause"], from_json(stored["expr"]), _get_origin(stored["at"]))


def _get_condition(stored: Json) -> Condition:
    return Condition(stored["key"], stored["clause"], from_json(stored["expr"]), _get_origin(stored["at"]))


def _get_case(stored: Json) -> Case:
    return Case(
        stored["key"],
        stored["clause"],
        from_json(stored["when"]),
        from_json(stored["value"]),
        _get_origin(stored["at"]),
    )


def _put_outcome(outcome: Outcome) -> Json:
    return {
        "name": outcome.name,
        "clause": outcome.clause,
        "priced_by": outcome.priced_by,
        "when": to_json(outcome.when),
        "writes": _put_maybe(outcome.writes),
        "wins_game": to_json(outcome.wins_game),
        "lay_off": _put_maybe(outcome.lay_off),
        "pays": to_json(outcome.pays),
        "at": _put_origin(outcome.origin),
    }


def _get_outcome(stored: Json) -> Outcome:
    return Outcome(
        name=stored["name"],
        clause=stored["clause"],
        priced_by=stored["priced_by"],
        when=from_json(stored["when"]),
        writes=_get_maybe(stored["writes"]),
        wins_game=from_json(stored["wins_game"]),
        lay_off=_get_maybe(stored["lay_off"]),
        pays=from_json(stored["pays"]),
        origin=_get_origin(stored["at"]),
    )


def _put_irregular(entry: Irregular) -> Json:
    return {
        "clause": entry.clause,
        "ruling": to_json(entry.ruling),
        "penalty": to_json(entry.penalty),
        "shows_hand": to_json(entry.shows_hand),
        "at": _put_origin(entry.origin),
    }


def _get_irregular(act: str, stored: Json) -> Irregular:
    return Irregular(
        act=act,
        clause=stored["clause"],
        ruling=from_json(stored["ruling"]),
        penalty=from_json(stored["penalty"]),
        shows_hand=from_json(stored["shows_hand"]),
        origin=_get_origin(stored["at"]),
    )


def _put_paragraph(paragraph: Paragraph) -> Json:
    before = {"before": paragraph.before} if paragraph.before else {}
    return {
        "key": paragraph.key,
        "when": to_json(paragraph.when),
        "texts": {
            language: [part if isinstance(part, str) else to_json(part) for part in phrase.parts]
            for language, phrase in paragraph.texts.items()
        },
        "at": _put_origin(paragraph.origin),
        **before,
    }


def _get_paragraph(stored: Json) -> Paragraph:
    texts: Mapping[str, Phrase] = {
        language: Phrase(tuple(part if isinstance(part, str) else from_json(part) for part in parts))
        for language, parts in stored["texts"].items()
    }
    when, before = from_json(stored["when"]), stored.get("before", "")
    return Paragraph(stored["key"], when, texts, _get_origin(stored["at"]), before)


def _put_example(example: Example) -> Json:
    return {
        "kind": example.kind,
        "cards": example.cards,
        "seats": example.seats,
        "options": dict(example.options),
        "given": dict(example.given),
        "outcome": example.outcome,
        "writes": example.writes,
        "deadwood": example.deadwood,
        "refused": example.refused,
        "at": _put_origin(example.origin),
    }


def _get_example(stored: Json) -> Example:
    fields = {name: entry for name, entry in stored.items() if name != "at"}
    return Example(**fields, origin=_get_origin(stored["at"]))
