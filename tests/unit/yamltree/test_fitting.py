"""What is said to be right must be right for jsonschema too, and whatever is right in our own files is said to be so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from referee.resources import folder
from referee.ruleset import schema as of_rule_sets
from referee.suite import shape as of_tests
from referee.yamltree import read
from referee.yamltree.fitting import fits
from referee.yamltree.plain import projected
from referee.yamltree.shapes import complaints, read_schema

RULES, TESTS = of_rule_sets.SCHEMA_FILE, of_tests.SCHEMA_FILE


def files() -> Iterator[tuple[Path, Any]]:
    """Every shipped file of rules and of tests as plain values, with its schema."""
    for path in sorted(folder("rulesets").rglob("*.yaml")):
        root = read(path.read_bytes(), path.name).root
        assert root is not None
        yield TESTS if path.stem.endswith("_test") else RULES, projected(root)


FILES = list(files())

WORDS = st.sampled_from(["", "remove", "es.4", "deadwood at most 5", "no", "Es.4", "a b", "yes", "[3, 4]", "x" * 70])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**7), 10**7) | st.sampled_from([0.5, 1.0, 3e9]) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a value that can be given another one: what holds it, and its key or number."""
    for key, below in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield value, key
        yield from places(below)


@st.composite
def nearly_right(draw: st.DrawFn) -> tuple[Path, Any]:
    """A shipped file in which one thing or two were changed, taken out, added or given another name."""
    file, value = draw(st.sampled_from(FILES))
    value = deepcopy(value)
    for _ in range(draw(st.integers(0, 2))):
        holds, key = draw(st.sampled_from(list(places(value))))
        if isinstance(holds, list):
            holds[key] = draw(VALUES)
            continue
        match draw(st.sampled_from(["change", "take out", "add", "rename"])):
            case "change":
                holds[key] = draw(VALUES)
            case "take out":
                del holds[key]
            case "add":
                holds[draw(WORDS)] = draw(VALUES)
            case "rename":
                holds[draw(WORDS | st.sampled_from(["when", "before", "clause", "ace", "tr", "default"]))] = holds.pop(
                    key
                )
    return file, value


@given(nearly_right())
def test_our_files_fit_exactly_if_jsonschema_finds_nothing(case: tuple[Path, Any]) -> None:
    file, value = case
    told = list(Draft202012Validator(read_schema(file)).iter_errors(value))
    assert fits(read_schema(file))(value) == (not told)
    assert [error.message for error in complaints(file, value)] == [error.message for error in told]


@pytest.mark.parametrize("schema", ["certificate", "configuration", "ruleset.canonical", "record", "ruleset", "suite"])
@given(value=VALUES)
def test_what_fits_is_right(schema: str, value: Any) -> None:
    (file,) = (RULES.parents[1]).rglob(f"{schema}.schema.json")
    whole = json.loads(file.read_text("utf-8"))
    for part in (whole, *({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]} for name in whole.get("$defs", {}))):
        assert not fits(part)(value) or Draft202012Validator(part).is_valid(value)


@pytest.mark.parametrize(
    ("schema", "right", "wrong"),
    [
        ({"type": "integer"}, [0, -5], [True, "1", 1.5, None]),
        ({"type": ["string", "boolean"], "pattern": "^a"}, ["ab", False], ["b", 1]),
        ({"minimum": 1, "maximum": 3}, [1, 3, 2.5, "0", True], [0, 4, 3.5]),
        ({"const": 1}, [1], ["1", 2, None]),
        ({"enum": ["a", 2]}, ["a", 2], ["b", 3]),
        ({"type": "array", "items": {"type": "string"}, "minItems": 1}, [["a"]], [[], [1], "a"]),
        ({"items": {"type": "string"}}, [["a"], 5], [[1]]),
        ({"type": "object", "required": ["a"]}, [{"a": 1}, {"a": 1, "b": 2}], [{}, {"b": 1}, []]),
        ({"properties": {"a": {"type": "null"}}, "additionalProperties": False}, [{}, {"a": None}], [{"a": 1}, {"b": 1}]),
        ({"patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": {"type": "string"}},
         [{"x1": 1, "y": "a"}], [{"x1": "a"}, {"y": 1}]),
        ({"propertyNames": {"pattern": "^a$"}}, [{"a": 1}], [{"b": 1}]),
        ({"additionalProperties": {"$ref": "#/$defs/tree"},
          "$defs": {"tree": {"type": "object", "additionalProperties": {"$ref": "#/$defs/tree"}}}},
         [{"a": {"b": {}}}], [{"a": {"b": 1}}]),
    ],
)  # fmt: skip
def test_what_is_known_of_the_standard(schema: Any, right: list[Any], wrong: list[Any]) -> None:
    for value in (*right, *wrong):
        assert fits(schema)(value) == Draft202012Validator(schema).is_valid(value) == (value in right), value


@pytest.mark.parametrize(
    "schema", [{"uniqueItems": True}, {"type": "any"}, {"$ref": "other.json"}, {"items": False}, {"not": {}}]
)
def test_what_is_not_known_is_left_to_jsonschema(schema: Any) -> None:
    assert not fits(schema)([1])
