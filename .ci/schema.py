#!/usr/bin/env python3
"""Makes `referee/ruleset/ruleset.schema.json`; with `--check` it changes nothing and fails on a difference.

What there is and what it means comes from the vocabulary: each slot, key and section with its text, its type and its
default. Here stands only what an editor must know besides: the forms of plain keys, short forms, and patterns. No
mapping has alternative forms (`oneOf`), so an editor can always complete its keys; a section is a mapping or the
word `remove`.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import Any

from made import ROOT, settled

from referee.lang.types import Member, SetOf
from referee.limits import NUMBER, SEATS
from referee.vocabulary.load import vocabulary
from referee.vocabulary.model import SlotEntry

TARGET = ROOT / "referee" / "ruleset" / "ruleset.schema.json"

Schema = dict[str, Any]

CLAUSE = r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$"
NAME = r"^[a-z][a-z0-9_]*$"
LANGUAGE = r"^[a-z]{2,3}(-[A-Z]{2})?$"
UNITS_OF_OPTIONS = ("points", "cards", "seats", "turns", "laps", "rounds", "times", "coins")

NAMED = {"options": "option", "define": "definition", "close.outcomes": "outcome"}
"""Mappings keyed by name; all other mappings with any key are keyed by clause."""

SHORT = {"points.*", "written.by_others.*", "written.if_unclosed.*", "game.adjust.*", "game.winner.*"}
"""Entries that may be given as one bare expression."""

MOVABLE = SHORT | {"close.outcomes.*"}
"""Entries that may say `before`."""

EXAMPLES: dict[str, list[Any]] = {
    "table.seats": ["2..4", 2, [2, 4]],
    "pack.suits": [["oros", "copas", "espadas", "bastos"], ["spades s", "hearts h", "diamonds d", "clubs c"]],
    "pack.ranks": [["1..7", "sota 10", "caballo 11", "rey 12"], ["1..9", "ten 10 T", "jack 11", "queen 12", "king 13"]],
    "pack.wild": ["card.joker", "card.joker or (card.rank is 1 and card.suit is oros)"],
    "points.*.points": ["card.number", "min(card.number, 10)", 25],
    "turn.may_discard.*": ["not card.taken"],
    "melds.set.size": ["3..4", "3..", [3, 4]],
    "melds.run.size": ["3..", [3, 4, 7]],
    "melds.each_meld.*": ["meld.naturals at least 2"],
    "melds.whole_hand.*": ["runs at least 1"],
    "close.may_close.*": ["melded at least 4 cards and deadwood at most 5 points"],
    "close.outcomes.*.writes": ["deadwood", -10],
    "lay_off.may_lay_off.*": ["melds.count at least 1"],
    "game.out_when.*": ["total above 100"],
    "game.ends_when.*": ["seats_in at most 1"],
    "game.winner.*.prefer": ["not out", "lowest total"],
    "re_entry.may_re_enter.*": ["no", "re_entries below 1 and seats_in at least 2"],
    "stakes.loser_pays": ["coins(total)"],
}

_SCALAR = ["string", "integer", "boolean"]

DEFINITIONS: dict[str, Schema] = {
    "expression": {
        "title": "an expression",
        "description": "An expression, or `remove` in a rule set that extends another.",
        "type": _SCALAR,
    },
    "sizes": {
        "title": "an expression",
        "description": "An expression; a list in brackets is one too.",
        "type": [*_SCALAR, "array"],
    },
    "clause": {
        "title": "a clause id",
        "description": "A clause id: small letters, digits and `_` in parts joined by dots, such as `es.4`.",
        "type": "string",
        "pattern": CLAUSE,
    },
    "entry_key": {"title": "the key of an entry", "type": "string", "pattern": r"^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$"},
    "name": {
        "title": "a name",
        "description": "A name: small letters, digits and `_`, a letter first.",
        "type": "string",
        "pattern": NAME,
    },
    "rule_set_name": {
        "title": "the name of a rule set",
        "description": "Small letters, digits and hyphens, a letter first.",
        "type": "string",
        "pattern": "^[a-z][a-z0-9-]*$",
    },
    "base": {
        "title": "a rule set",
        "description": "The name of a rule set, pinned to a version with `@` and its digest if you like.",
        "type": "string",
        "pattern": "^[a-z][a-z0-9-]*(@[0-9a-f]{8,64})?$",
    },
    "whole_number": {"title": "a whole number", "type": "integer", "minimum": -NUMBER, "maximum": NUMBER},
    "choice_value": {"title": "a whole number, yes, no or a name", "type": _SCALAR, "pattern": NAME},
    "suit": {"title": "a suit", "type": "string", "pattern": "^[a-z]+( [a-z])?$"},
    "rank": {
        "title": "a rank",
        "type": ["string", "integer"],
        "minimum": 0,
        "pattern": r"^([0-9]+(\.\.[0-9]+)?|[a-z]+ [0-9]+( [A-Z0-9])?)$",
    },
    "cards": {"title": "cards", "type": "string"},
    "text": {
        "title": "a text",
        "description": "A text; `{expression}` stands for its value.",
        "type": [*_SCALAR, "number"],
    },
}
"""The shapes that stand in many places."""


@dataclass
class Place:
    """A node of the tree of paths: `close`, `close.outcomes`, `close.outcomes.*`, `close.outcomes.*.writes`."""

    path: str
    children: dict[str, Place] = field(default_factory=dict)
    slot: SlotEntry | None = None

    def at(self, path: str) -> Place:
        """The place at a path below this one, made if it is not there."""
        place = self
        for part in path.split("."):
            below = f"{place.path}.{part}" if place.path else part
            place = place.children.setdefault(part, Place(below))
        return place


def tree() -> Place:
    """All places of the vocabulary; placeholders are none, and acts take the place of `irregular.*`."""
    words = vocabulary()
    root = Place("")
    acts = [key.partition(".")[2] for key in words.keys if key.startswith("irregular.") and "*" not in key]
    acts.remove("clause")
    for name in [*words.sections, *words.keys]:
        if "." in name or name in words.sections:
            for path in _acts(name, acts):
                root.at(path)
    for name, slot in words.slots.items():
        if not name.endswith("{}"):
            for path in _acts(name, acts):
                root.at(path).slot = slot
    return root


def _acts(path: str, acts: list[str]) -> list[str]:
    """`irregular.*.x` once for each act; any other path as it is."""
    start = "irregular.*"
    return [path.replace("*", act, 1) for act in acts] if path.startswith(start) else [path]


def meaning(path: str) -> str:
    """What the vocabulary says of a section or key."""
    words = vocabulary()
    last = path.rpartition(".")[2]
    general = f"irregular.*.{last}" if path.startswith("irregular.") and path.count(".") == 2 else path
    return words.keys.get(general) or words.sections.get(path) or words.keys.get(last) or ""


def described(text: str, shape: Schema) -> Schema:
    """A shape with its description in front, as a sentence."""
    return {"description": text[:1].upper() + text[1:] + ".", **shape} if text else shape


def ref(name: str) -> Schema:
    """A shape that stands in `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


def slot_shape(slot: SlotEntry, path: str) -> Schema:
    """A place for an expression."""
    kind = "sizes" if isinstance(slot.wants, SetOf) or path == "define.*" else "expression"
    shape = ref(kind)
    examples = list(EXAMPLES.get(slot.name, []))
    wants = slot.wants
    enum = vocabulary().enums.get(wants.enum) if isinstance(wants, Member) else None
    if enum is not None:
        examples = list(enum.members)
    if slot.default is not None:
        shape["default"] = int(slot.default) if slot.default.lstrip("-").isdigit() else slot.default
    if examples:
        shape["examples"] = examples
    return described(f"{slot.meaning} ({_wanted(slot)})", shape)


def _wanted(slot: SlotEntry) -> str:
    """The type of a slot, for people."""
    wanted = str(slot.wants) if slot.wants is not None else "any type"
    enum = vocabulary().enums.get(wanted)
    return "one of " + ", ".join(enum.members) if enum is not None else wanted.replace("yes_no", "yes or no")


def plain_shape(path: str) -> Schema:
    """A key that holds no expression."""
    last = path.rpartition(".")[2]
    number: Schema = {**DEFINITIONS["whole_number"], "type": ["integer", "string"], "pattern": "^remove$"}
    shapes: dict[str, Schema] = {
        "clause": ref("clause"),
        "priced_by": ref("clause"),
        "before": ref("entry_key"),
        "type": {"title": "a type", "enum": [*UNITS_OF_OPTIONS, "number", "yes_no", "choice"]},
        "default": ref("choice_value"),
        "fixed": ref("choice_value"),
        "from": number,
        "to": number,
        "one_of": {
            "title": "a list of values",
            "type": ["array", "string"],
            "pattern": "^remove$",
            "minItems": 1,
            "items": ref("choice_value"),
        },
        "suits": {"title": "a list of suits", "type": "array", "minItems": 1, "items": ref("suit")},
        "ranks": {"title": "a list of ranks", "type": "array", "minItems": 1, "items": ref("rank")},
    }
    shape = shapes[last]
    if path in EXAMPLES:
        shape = {**shape, "examples": EXAMPLES[path]}
    return described(meaning(path), shape)


def section(place: Place) -> Schema:
    """A mapping with known keys, or `remove`; entries of cases also one bare expression."""
    properties: dict[str, Schema] = {}
    if "clause" in place.children:
        properties["clause"] = {}
    for key, child in place.children.items():
        properties[key] = shape_of(child)
    if place.path in MOVABLE:
        properties["before"] = plain_shape(f"{place.path}.before")
    short = place.path in SHORT
    shape: Schema = {"title": "a case" if short else "a section"}
    if short:
        shape["type"] = ["object", "string", "integer", "boolean"]
    else:
        shape |= {"type": ["object", "string"], "pattern": "^remove$"}
    shape |= {"properties": properties, "additionalProperties": False}
    text = meaning(place.path)
    if place.path.endswith(".*") and not text:
        text = "one case" if short else f"one {NAMED.get(place.path[:-2], 'entry')}"
        text += ", or `remove` in a rule set that extends another"
    if short:
        value = next(key for key, child in place.children.items() if key not in {"when", "before"} and child.slot)
        text += f"; a bare expression is short for {{{value}: …}}"
    return described(text, shape)


def entries(place: Place) -> Schema:
    """A mapping with any keys: clauses, or names."""
    star = place.children["*"]
    text = meaning(place.path)
    if star.slot is not None and star.slot.sense:
        every = {"all": "all of these conditions must hold", "one": "one of these conditions is enough"}
        text = f"{star.slot.meaning}: {every[star.slot.sense]}; without any: {star.slot.absent}"
    return described(
        text,
        {
            "title": "a mapping of names" if place.path in NAMED else "a mapping of clauses",
            "type": ["object", "string"],
            "pattern": "^remove$",
            "propertyNames": ref("name" if place.path in NAMED else "clause"),
            "additionalProperties": shape_of(star),
        },
    )


def shape_of(place: Place) -> Schema:
    """The schema of one place."""
    if place.path in {"book", "refusals"}:
        return texts_by_clause(place)
    if place.path == "examples":
        return example_list(place)
    if "*" in place.children:
        return entries(place)
    if place.children:
        return section(place)
    return slot_shape(place.slot, place.path) if place.slot is not None else plain_shape(place.path)


def texts_by_clause(place: Place) -> Schema:
    """`book` and `refusals`."""
    properties: dict[str, Schema] = {}
    if place.path == "book":
        slot = place.children["*"].children["when"].slot
        assert slot is not None
        properties = {"when": slot_shape(slot, slot.name), "before": plain_shape("book.*.before")}
    paragraph = {
        "title": "a paragraph",
        "description": "One paragraph, in as many languages as you like, or `remove`.",
        "type": ["object", "string"],
        "pattern": "^remove$",
        "properties": properties,
        "patternProperties": {LANGUAGE: ref("text")},
        "additionalProperties": False,
    }
    shape = {
        "title": "a mapping of clauses",
        "type": ["object", "string"],
        "pattern": "^remove$",
        "propertyNames": ref("clause"),
        "additionalProperties": paragraph,
    }
    return described(meaning(place.path), shape)


def example_list(place: Place) -> Schema:
    """`examples`."""
    values = {"type": "object", "propertyNames": ref("name"), "additionalProperties": ref("choice_value")}
    shapes: dict[str, Schema] = {
        "close": {**ref("cards"), "examples": ["1o 2o 3o 4o 6c 6e 6b"]},
        "hand": {**ref("cards"), "examples": ["7o 7c 7e 7b JK 12o 1e"]},
        "seats": {"title": "a whole number", "type": "integer", "minimum": 1, "maximum": SEATS},
        "options": {"title": "a mapping of options", **values},
        "given": {"title": "a mapping of facts", **values},
        "outcome": ref("name"),
        "writes": ref("whole_number"),
        "deadwood": {"title": "a whole number", "type": "integer", "minimum": 0, "maximum": NUMBER},
        "refused": ref("clause"),
    }
    properties = {key: described(meaning(f"examples.*.{key}"), shapes[key]) for key in place.children["*"].children}
    item = {"title": "an example", "type": "object", "properties": properties, "additionalProperties": False}
    return described(meaning("examples"), {"title": "a list of examples", "type": "array", "items": item})


def head() -> dict[str, Schema]:
    """The keys in which a file says what it is."""
    by_language = {
        "title": "a mapping of languages",
        "type": "object",
        "patternProperties": {LANGUAGE: ref("text")},
        "additionalProperties": False,
        "examples": [{"en": "Chinchón with one low card", "es": "Chinchón con una carta baja"}],
    }
    source = {
        "title": "a source",
        "type": "object",
        "required": ["title"],
        "properties": {
            "title": described("what it is called", ref("text")),
            "url": described("where it is on the web", ref("text")),
        },
        "additionalProperties": False,
    }
    overlays = {"title": "a list of rule sets", "type": "array", "items": ref("base")}
    shapes: dict[str, Schema] = {
        "rule_set": {**ref("rule_set_name"), "examples": ["house-a"]},
        "format": {"title": "a format", "const": 1, "default": 1},
        "extends": {**ref("base"), "examples": ["spanish-40"]},
        "adopts": {**overlays, "examples": [["house-a", "house-f"]]},
        "title": by_language,
        "sources": {"title": "a list of sources", "type": "array", "items": source},
    }
    return {key: described(meaning(key), shape) for key, shape in shapes.items()}


def schema() -> Schema:
    """The whole schema."""
    places = tree()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "ruleset.schema.json",
        "title": "A rule set of chinchón, format 1",
        "description": "Made by .ci/schema.py from the vocabulary; edit that.",
        "type": "object",
        "required": ["rule_set", "format"],
        "properties": {
            **head(),
            **{key: shape_of(child) for key, child in places.children.items()},
        },
        "additionalProperties": False,
        "$defs": DEFINITIONS,
    }


def main() -> int:
    """Write the file, or compare it."""
    return settled({TARGET: json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"})


if __name__ == "__main__":
    sys.exit(main())
