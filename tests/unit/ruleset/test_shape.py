"""The published schema and what is said of files that do not follow it. The messages stand in tests/golden/bad/shape."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from referee.resources import folder
from referee.ruleset.schema import SCHEMA_FILE, check_shape, schema
from referee.ruleset.signs import number_in_disguise
from referee.source import Source, Span, Text
from referee.yamltree import ScalarNode, read
from referee.yamltree.dump import dump
from referee.yamltree.plain import projected

HEAD = "rule_set: t\nformat: 1\nextends: spanish-40\n"


def told(text: str, name: str = "t.yaml") -> list[str]:
    """Codes of what is said of the shape of a text."""
    reading = read(text.encode(), name)
    assert reading.root is not None
    return [each.code for each in check_shape(reading.root, reading.source)]


def walk(shape: Any) -> Any:
    """A schema and every schema inside it."""
    if isinstance(shape, dict):
        yield shape
        for part in ("properties", "patternProperties", "$defs"):
            for below in shape.get(part, {}).values():
                yield from walk(below)
        for part in ("additionalProperties", "items", "propertyNames"):
            yield from walk(shape.get(part))


RULE_SETS = sorted(path for path in folder("rulesets").rglob("*.yaml") if not path.stem.endswith("_test"))


@pytest.mark.parametrize("path", RULE_SETS, ids=lambda path: path.stem)
def test_built_in_rule_sets_have_the_shape(path: Path) -> None:
    reading = read(path.read_bytes(), path.name)
    assert reading.root is not None
    assert check_shape(reading.root, reading.source) == []


def test_the_schema_is_one_and_is_written_for_editors() -> None:
    Draft202012Validator.check_schema(schema())
    for shape in walk(schema()):
        assert "oneOf" not in shape
        assert "anyOf" not in shape

    def described(shape: dict[str, Any], path: str) -> None:
        for key, below in shape.get("properties", {}).items():
            assert below.get("description"), f"{path}.{key} has no description"
            described(below, f"{path}.{key}")
        if isinstance(shape.get("additionalProperties"), dict):
            described(shape["additionalProperties"], f"{path}.*")

    described(schema(), "")


def test_examples_and_defaults_of_the_schema_follow_it() -> None:
    defs = schema()["$defs"]
    for shape in walk(schema()):
        for value in [*shape.get("examples", []), *([shape["default"]] if "default" in shape else [])]:
            Draft202012Validator({**shape, "$defs": defs}).validate(value)


def test_the_schema_is_what_its_maker_makes() -> None:
    maker = Path(__file__).parents[3] / ".ci" / "schema.py"
    environment = {**os.environ, "PYTHONPATH": str(maker.parent)}  # PYTHONSAFEPATH keeps its folder off the path
    subprocess.run([sys.executable, maker, "--check"], check=True, env=environment)


@pytest.mark.parametrize(
    "body",
    [
        "points: {es.7: card.number, es.13: {when: card.joker, points: 25}, es.14: 7, es.15: no, es.16: remove}\n",
        "options: {limit: {default: 50}, jokers: remove}\n",
        "table: {seats: [2, 4]}\nmelds: {run: {size: [3, 4, 7]}, set: remove}\n",
        "close: {outcomes: {clean: {writes: -10, priced_by: es.5, before: plain}}}\n",
        "adopts: [house-a, house-b@0123abcd]\n",
        'title: {en: 1984, pt-BR: "no", eu: yes}\nbook: {es.4: {when: jokers above 0, en: 5, before: es.5}}\n',
        "book: remove\nrefusals: {es.4: {tr: x}}\nexamples: [{hand: 7o, seats: 8, given: {laps: 0, faulty: yes}}]\n",
        "irregular: {clause: x.10, feint: {ruling: stands, penalty: 5, shows_hand: yes}}\n",
        "define: {sizes: [3, 4], few: deadwood at most 3}\n",
        "close: {may_close: {es.4: no, es.9.low: total below 5, a_b.c_1.2: yes}}\n",
    ],
)
def test_forms_that_are_right(body: str) -> None:
    assert told(HEAD + body) == []


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("points:\n", ["CH108"]),
        ("clse: {may_close: 5, x: [1]}\n", ["CH101"]),
        ("close: [{may_close: 5}]\n", ["CH103"]),
        ("points: {wild: {pints: 3}}\n", ["CH110", "CH101"]),
        ("points: {es.7: [1, 2]}\n", ["CH106"]),
        ("points: {es.7: {points: {a: 1}}}\n", ["CH010"]),
        ("options: {limit: {default: 0100, from: yes}}\n", ["CH004", "CH103"]),
        ("book: {es.4: {en: [a]}}\n", ["CH103"]),
        ("turn: {may_take: remov}\n", ["CH103"]),
        ("stakes: {entry: 1000000}\n", ["CH104"]),
        ("melds: {run: {size: [3, 04]}}\n", ["CH004"]),
    ],
)
def test_one_mistake_one_message(body: str, codes: list[str]) -> None:
    assert told(HEAD + body) == codes


def test_the_name_of_the_file() -> None:
    assert told(HEAD, "folder/t.yaml") == []
    assert told(HEAD, "folder\\t.yml") == []
    assert told(HEAD, "request") == []
    assert told(HEAD, "u.yaml") == ["CH112"]


def test_what_is_hidden_is_not_missing() -> None:
    reading = read(b"rule_set: &a t\nformat: *a\n", "t.yaml")
    assert reading.root is not None
    assert check_shape(reading.root, reading.source) == []


@pytest.mark.parametrize(
    ("value", "help_"),
    [
        ("0100", "write `100`"),
        ("-010", "write `-10`"),
        ("00", "write `0`"),
        ("1e3", "write `1000`"),
        ("1E9", "write digits only"),
        ("12_0", "write `120`"),
        ("5.0", "write `5`"),
        ("5.5", "write `5` or `6`"),
        (".5", "write `0` or `1`"),
        ("0x1F", "write `31`"),
        ("0o17", "write `15`"),
        ("+5", "write `5`"),
        ("1,000", "write `1000`"),
    ],
)
def test_the_nearest_right_number_is_named(value: str, help_: str) -> None:
    found = number_in_disguise(
        ScalarNode(Text.plain(value), Span(Source("t", value), 0, len(value)), "plain"), "x", "x"
    )
    assert found is not None
    assert (found.code, found.help) == ("CH004", help_)


@pytest.mark.parametrize(
    "value", ["0", "7", "-10", "3..", "1..7", "[3, 4]", "5 points", "total - 10", "2 * 3", "", "x", "7-2", "10 - 1"]
)
def test_expressions_are_no_numbers_in_disguise(value: str) -> None:
    node = ScalarNode(Text.plain(value), Span(Source("t", value), 0, len(value)), "plain")
    assert number_in_disguise(node, "x", "x") is None


KEY = st.one_of(
    st.sampled_from([*schema()["properties"], "es.4", "en", "*", "when", "writes", "limit", "оros"]),
    st.text("ab.é", max_size=4),
)
ANY = st.recursive(
    st.one_of(
        st.sampled_from(["", "remove", "no", "0100", "a: b", "−10", "7o"]), st.text(max_size=5), st.integers(-9, 99)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEY, inner, max_size=4)),
    max_leaves=15,
)


@given(st.dictionaries(KEY, ANY, max_size=5))
@settings(max_examples=500, deadline=None)
def test_any_tree_is_checked_and_agrees_with_the_schema(tree: Any) -> None:
    reading = read(dump(tree).encode(), "request")
    assume(reading.root is not None)
    found = check_shape(reading.root, reading.source)
    for diagnostic in found:
        assert diagnostic.span is not None
        ours = re.sub(r"`[^`]*`", "", diagnostic.message)
        assert not any(word in ours for word in ("additionalProperties", "propertyNames", "None", "dict"))
    if not Draft202012Validator(json.loads(SCHEMA_FILE.read_text())).is_valid(projected(reading.root)):
        assert found


@pytest.mark.parametrize(
    "body",
    [
        "define:\n" + "".join(f"  a{number}: loose.count is 0 and deadwood\n" for number in range(4_980)),
        "points:\n" + "".join(f"  es.{number}: 010\n" for number in range(4_980)),
        "points:\n" + "".join(f"  def{number}: 1\n" for number in range(4_980)),
        "define: {a: min(1, " + ", ".join("b" for _ in range(4_900)) + "}\n",
        "adopts: [" + ", ".join("(b" for _ in range(9_000)) + "]\n",
        "title:\n  en: '" + "ab\n    " * 35_000 + "'\n",
    ],
    ids=["right", "numbers", "clauses", "open", "list", "folded"],
)
def test_the_largest_files_are_diagnosed_within_a_second(body: str) -> None:
    told(HEAD)
    seconds = []
    for _ in range(2):
        begin = time.process_time()
        told(HEAD + body)
        seconds.append(time.process_time() - begin)
    assert min(seconds) < 1
