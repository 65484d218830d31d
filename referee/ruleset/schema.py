"""The shape of a rule file: which keys, which kinds of values. What the values mean is for the passes behind this one.

The published JSON Schema (`ruleset.schema.json`, made by `.ci/schema.py`) is the only table of shapes: it is given a
projection of the tree in which a whole number is one and every other scalar a text, and each of its complaints is
looked up in the tree again and told in our own words. One mistake gives one message: what stands inside a node that is
itself wrong is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from referee.diagnostics.model import Diagnostic, in_order
from referee.diagnostics.spelling import nearest
from referee.lang.meant import UNITS_MEANT
from referee.lang.types import TRUTH
from referee.ruleset import shape_messages as messages
from referee.ruleset.key_guesses import VALUE_KEYS, blocks_for, meant_elsewhere, meant_key, meant_type
from referee.ruleset.layout import NO_TEXTS
from referee.ruleset.signs import look_alike, number_in_disguise
from referee.ruleset.slots import slot_at
from referee.source import Source, Span
from referee.vocabulary.model import LANGUAGES
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.plain import projected
from referee.yamltree.shapes import Steps, complaints, dotted_path, entry_at, node_at, read_schema

SCHEMA_FILE = Path(__file__).with_name("ruleset.schema.json")

_TEXTS = frozenset({"book", "refusals"})
_WORDS = frozenset({"rule_set", "extends", "clause", "priced_by", "before", "refused", "outcome", "type"})
_NO_NUMBERS = _WORDS | {"close", "hand", "suits", "adopts"}
_GLUED = re.compile(r"([a-z][a-z0-9_.]*):\S")
_FIRST_WORD = re.compile(r"([a-z][a-z0-9_]*)(:| +)\S")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_KEYED = {
    "a mapping of clauses": re.compile(r"([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+) +\S"),
    "a mapping of names": re.compile(r"([a-z][a-z0-9_]*) +\S"),
}
_FILE = re.compile(r"[^/\\]+(?=\.ya?ml$)")


def schema() -> dict[str, Any]:
    """The published JSON Schema."""
    return read_schema(SCHEMA_FILE)


@cache
def _homes() -> Mapping[str, tuple[str, ...]]:
    """For every fixed key the sections it belongs to, "" for the top of the file."""
    homes: dict[str, list[str]] = {}

    def walk(shape: Mapping[str, Any], path: str) -> None:
        for key, below in shape.get("properties", {}).items():
            homes.setdefault(key, []).append(path)
            walk(below, f"{path}.{key}" if path else key)
        for below in (shape.get("additionalProperties"), shape.get("items")):
            if isinstance(below, dict):
                walk(below, f"{path}.*")

    walk(schema(), "")
    return {key: tuple(dict.fromkeys(paths)) for key, paths in homes.items() if key not in {"clause", "when", "before"}}


def check_shape(root: MapNode, source: Source, meant: dict[int, str] | None = None) -> list[Diagnostic]:
    """Everything that is wrong with the shape of `root`, in the order of the file.

    `meant` is given, by where it begins, the key that was probably meant by each that nobody knows.
    """
    return list(in_order(_Shape(root, source, {} if meant is None else meant).check()))


@dataclass(slots=True)
class _Shape:
    """One check. `told` holds the starts of nodes that something was said of already, `meant` what keys should be."""

    root: MapNode
    source: Source
    meant: dict[int, str]
    told: set[int] = field(default_factory=set)

    def check(self) -> Iterator[Diagnostic]:
        record = self.root.entry("record")
        of_a_game = any(self.root.entry(key) for key in ("seats", "rounds", "rules"))
        if record is not None and of_a_game and not self.root.entry("rule_set"):
            yield messages.a_record(record.key.span)
            return
        yield from self._scalars(self.root, ())
        faulty: set[Steps] = set()
        errors = complaints(SCHEMA_FILE, projected(self.root))
        for error in sorted(errors, key=lambda error: not _about_keys(error)):  # what stands behind a wrong key is lost
            path: Steps = tuple(error.absolute_path)
            # a node has one mistake at a time; several keys of one mapping are several mistakes
            if "propertyNames" in error.absolute_schema_path:
                yield from self._key(error, path)
            elif _about_keys(error):
                yield from self._mapping(error, path)
            elif path not in faulty:
                faulty.add(path)
                yield from self._value(error, path)
        yield from self._examples()
        yield from self._file_name()

    # signs and numbers

    def _scalars(self, node: Node, path: Steps) -> Iterator[Diagnostic]:
        if isinstance(node, MapNode):
            for entry in node:
                below = (*path, entry.key.value)
                if told := look_alike(entry.key):
                    self.told.add(entry.key.span.start)
                    yield told
                elif entry.key.style in {"literal", "folded"} and entry.key.value.endswith("\n"):
                    self.told.add(entry.key.span.start)
                    yield messages.block_for_word(entry.key, entry.key.value.strip(), dotted_path(below))
                yield from self._scalars(entry.value, below)
        elif isinstance(node, SeqNode):
            for number, item in enumerate(node):
                yield from self._scalars(item, (*path, number))
        elif not _is_text(path) and not node.absent and (told := self._scalar(node, path)):
            self.told.add(node.span.start)
            yield told

    def _scalar(self, node: ScalarNode, path: Steps) -> Diagnostic | None:
        name, word = _name(path), _last_key(path)
        if word in _WORDS or path[0] == "adopts":
            if node.style in {"literal", "folded"} and node.value.endswith("\n"):
                return messages.block_for_word(node, name, dotted_path(path))
        elif word not in _NO_NUMBERS and (told := number_in_disguise(node, name, dotted_path(path))):
            return told
        return look_alike(node) if _kind(path) != "an expression" else None

    # mappings and keys

    def _mapping(self, error: Any, path: Steps) -> Iterator[Diagnostic]:
        node = node_at(self.root, path)
        if not isinstance(node, MapNode):
            return
        if error.validator == "required":
            yield from self._missing(node, error, path)
        elif error.validator == "additionalProperties":
            allowed = list(error.schema.get("properties", {}))
            patterns = [re.compile(pattern) for pattern in error.schema.get("patternProperties", {})]
            for entry in node:
                key = entry.key.value
                if key not in allowed and not any(pattern.search(key) for pattern in patterns):
                    yield from self._unknown(entry, path, [*allowed, *(LANGUAGES if patterns else ())])

    def _missing(self, node: MapNode, error: Any, path: Steps) -> Iterator[Diagnostic]:
        for key in error.validator_value:
            known = error.schema.get("properties", {})
            misspelt = any(entry.key.value not in known and meant_key(entry.key.value, [key]) for entry in node)
            if node.get(key) is None and not misspelt and key not in node.hidden and "<<" not in node.hidden:
                span = Span(self.source, node.span.start, node.span.start)
                helps = {
                    "rule_set": "write `rule_set: its-name`, the name of the file without `.yaml`",
                    "format": "write `format: 1`",
                    "title": "write `- {title: …, url: …}`",
                }
                place = Span(self.source, 0, 0) if not path else span
                inside = f"`{_name(path)}`" if path else "the file"
                yield messages.missing(place, key, inside, helps[key], dotted_path((*path, key)))

    def _unknown(self, entry: Entry, path: Steps, allowed: Sequence[str]) -> Iterator[Diagnostic]:
        key = entry.key
        if key.span.start in self.told:
            return
        self.told.add(key.span.start)
        inside, dotted = dotted_path(path), dotted_path((*path, key.value))
        homes = [home for home in _homes().get(key.value, ()) if home != _general(path)]
        guess, blocks = meant_key(key.value, allowed), blocks_for(key.value, path)
        word, alone = _FIRST_WORD.match(key.value), isinstance(entry.value, ScalarNode) and entry.value.absent
        value_key = next((each for each in VALUE_KEYS if each in allowed), "")
        if word and word[1] in allowed and alone:
            yield messages.no_colon_behind(key, word[1], word[2] == ":", dotted)
        elif alone and path and _is_text((*path, key.value)) and isinstance(node_at(self.root, path), MapNode):
            yield messages.comma_in_text(key, dotted)
        elif value_key and "when" in allowed and isinstance(entry.value, ScalarNode) and not _NAME.fullmatch(key.value):
            yield messages.pair_for_case(key, entry.value, value_key, dotted)
        elif homes and guess is None:
            yield messages.wrong_place(key, inside, homes[:3], dotted)
        elif blocks:
            yield messages.clause_outside(key, inside, blocks, dotted)
        else:
            if guess:
                self.meant[key.span.start] = guess
            guess = guess or meant_elsewhere(key.value, _homes())
            yield messages.unknown_key(key, inside, guess, allowed, dotted)

    def _key(self, error: Any, path: Steps) -> Iterator[Diagnostic]:
        """A key of a mapping of clauses or names."""
        entry = entry_at(self.root, (*path, str(error.instance)))
        if entry is None or entry.key.span.start in self.told:
            return
        below, key = (*path, entry.key.value), entry.key
        self.told.add(key.span.start)
        homes = [home for home in _homes().get(key.value, ()) if home != _general(path)]
        if error.schema.get("title") == "a name":
            yield messages.bad_word(key, "a name", dotted_path(below))
        elif homes:
            yield messages.wrong_place(key, dotted_path(path), homes[:3], dotted_path(below))
        else:
            yield messages.clause_key(key, dotted_path(path), dotted_path(below))

    # values

    def _value(self, error: Any, path: Steps) -> Iterator[Diagnostic]:
        node = node_at(self.root, path)
        if node is None or node.span.start in self.told or self._inside_wrong_key(path):
            return
        wanted, name, dotted = str(error.schema.get("title", "")), _name(path), dotted_path(path)
        if isinstance(node, ScalarNode) and node.absent:
            yield self._nothing(node, path)
        elif error.validator == "minItems":
            yield messages.nothing_in_list(node, name, dotted)
        elif error.validator == "const":
            yield messages.other_format(node, dotted)
        elif error.validator in {"minimum", "maximum"} and isinstance(node, ScalarNode):
            least, most = error.schema.get("minimum", 0), error.schema.get("maximum", 0)
            yield messages.number_range(node, name, least, max(least, most), dotted)
        elif error.validator == "enum" and isinstance(node, ScalarNode):
            choices = [str(choice) for choice in error.validator_value]
            guess = meant_type(node.value) if wanted == "a type" else None
            guess = guess or UNITS_MEANT.get(node.value.casefold()) or nearest(node.value, choices)
            yield messages.unknown_choice(node, name, guess if guess in choices else None, choices, dotted)
        else:
            yield _wrong(node, wanted, path, list(error.schema.get("properties", {})))

    def _inside_wrong_key(self, path: Steps) -> bool:
        """Whether a key on the way was told to be none: what stands behind it is not judged."""
        for length in range(len(path)):
            entry = entry_at(self.root, path[: length + 1])
            if entry and entry.key.span.start in self.told:
                return True
        return False

    def _nothing(self, node: ScalarNode, path: Steps) -> Diagnostic:
        entry = entry_at(self.root, path)
        if entry is None:
            return messages.nothing_in_list(node, _name(path[:-1]), dotted_path(path))
        return messages.nothing(entry.key, dotted_path(path), may_go=path[-1] not in {"rule_set", "format"})

    # what the schema does not say

    def _examples(self) -> Iterator[Diagnostic]:
        given = self.root.get("examples")
        known = schema()["properties"]["examples"]["items"]["properties"]
        for number, item in enumerate(given if isinstance(given, SeqNode) else ()):
            if not isinstance(item, MapNode):
                continue
            kinds = [entry.key for entry in item if entry.key.value in {"close", "hand"}]
            path = f"examples.{number + 1}"
            if len(kinds) == 2:
                yield messages.two_kinds_of_example(kinds[1], kinds[0], path)
            elif not kinds and not item.hidden and all(entry.key.value in known for entry in item):
                help_ = "write `close: …` with the cards shown, or `hand: …`"
                yield messages.missing(messages.marked(item), "close", "the example", help_, path)

    def _file_name(self) -> Iterator[Diagnostic]:
        node = self.root.get("rule_set")
        stem = _FILE.search(self.source.name)
        sound = isinstance(node, ScalarNode) and not node.absent and node.span.start not in self.told
        form = re.compile(schema()["$defs"]["rule_set_name"]["pattern"])
        if sound and isinstance(node, ScalarNode) and stem and stem[0] != node.value and form.fullmatch(node.value):
            yield messages.file_name(node, stem[0], "rule_set")


def _about_keys(error: Any) -> bool:
    """Whether a complaint is about the keys of a mapping."""
    of_mapping = error.validator in {"additionalProperties", "required", "pattern"} and isinstance(error.instance, dict)
    return of_mapping or "propertyNames" in error.absolute_schema_path


def _wrong(node: Node, wanted: str, path: Steps, allowed: Sequence[str]) -> Diagnostic:
    """A value of the wrong kind, or a word of the wrong form."""
    name, dotted = _name(path), dotted_path(path)
    if isinstance(node, ScalarNode) and node.style == "plain" and (glued := _GLUED.match(node.value)):
        return messages.no_blank_after_colon(node, glued[1], dotted)
    if wanted in _KEYED and isinstance(node, ScalarNode) and (word := _KEYED[wanted].match(node.value)):
        return messages.no_colon_in_block(node, word[1], dotted)
    if wanted == "an expression" and isinstance(node, MapNode):
        return messages.mapping_for_expression(node, name, dotted)
    value_key = next((key for key in VALUE_KEYS if key in allowed), "")
    if wanted == "a case" and isinstance(node, SeqNode) and value_key:
        return messages.list_for_case(node, name, value_key, dotted)
    if wanted in {"an expression", "a case"} and isinstance(node, SeqNode):
        return messages.list_for_expression(node, name, dotted, condition=_is_condition(path))
    if wanted == "a section" and path[0] == "options":
        return messages.bare_option(node, _last_key(path), dotted)
    if wanted == "a section" and path[:2] == ("close", "outcomes"):
        return messages.bare_outcome(node, _last_key(path), dotted)
    of_word = {
        "a clause id",
        "a name",
        "the name of a rule set",
        "a rule set",
        "the key of an entry",
        "a suit",
        "a rank",
    }
    if isinstance(node, ScalarNode) and wanted in of_word:
        return messages.bad_word(node, wanted, dotted)
    return messages.wrong_kind(node, name, wanted, dotted, allowed)


def _is_condition(path: Steps) -> bool:
    """Whether yes or no is wanted at a path."""
    slot = slot_at(path)
    return slot is not None and slot.wants == TRUTH


def _last_key(path: Steps) -> str:
    """The innermost key: `suits` for an entry of that list."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def _name(path: Steps) -> str:
    """What a message calls the value at a path."""
    key = _last_key(path)
    above = [step for step in path if isinstance(step, str)]
    return (
        f"{above[-2]}.{key}" if len(above) > 1 and "." not in key and above[0] not in {"examples", "sources"} else key
    )


def _is_text(path: Steps) -> bool:
    """Whether a text for people stands here."""
    if path[0] in {"title", "sources"}:
        return True
    return path[0] in _TEXTS and len(path) == 3 and path[2] not in NO_TEXTS


def _general(path: Steps) -> str:
    """The path with `*` for every key that is not fixed, as in `_homes`."""
    shape: Mapping[str, Any] = schema()
    steps: list[str] = []
    for step in path:
        below = shape.get("properties", {}).get(step)
        steps.append(str(step) if below is not None else "*")
        below = below if below is not None else shape.get("additionalProperties") or shape.get("items")
        shape = below if isinstance(below, dict) else {}
    return ".".join(steps)


@lru_cache(4096)  # a path has names in it that authors choose
def _kind(path: Steps) -> str:
    """The title of the schema at a path: what is expected there."""
    shape: Mapping[str, Any] = schema()
    for step in path:
        below = shape.get("items") if isinstance(step, int) else shape.get("properties", {}).get(step)
        if below is None:
            below = shape.get("additionalProperties")
        shape = below if isinstance(below, dict) else {}
        if "$ref" in shape:
            shape = schema()["$defs"][shape["$ref"].rpartition("/")[2]]
    title = str(shape.get("title", ""))
    return "an expression" if title == "a case" else title
