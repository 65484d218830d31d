"""The JSON Schema for editors: it takes all canonical records, and knows exactly the keys the reader knows."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

import referee.record
from referee.limits import PLAY_CHARACTERS, ROUNDS, RULINGS
from referee.record.model import (
    Event,
    GameRecord,
    Result,
    Round,
    Ruling,
    Shuffle,
    Signature,
    to_plain,
)
from referee.record.reading import read_mapping
from referee.record.shape import PARTS
from tests.unit.record.made import records

SCHEMA: dict[str, Any] = json.loads((Path(referee.record.__file__).parent / "record.schema.json").read_text("utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)
GOLDEN = Path(__file__).parents[2] / "golden" / "records"
PARTS_OF_SCHEMA = {
    GameRecord: SCHEMA,
    Event: SCHEMA["properties"]["event"],
    Result: SCHEMA["properties"]["result"],
    Signature: SCHEMA["properties"]["signatures"]["items"],
    Round: SCHEMA["$defs"]["round"],
    Ruling: SCHEMA["$defs"]["ruling"],
    Shuffle: SCHEMA["$defs"]["round"]["properties"]["shuffle"],
}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_reader_model_and_schema_know_the_same_keys_in_one_order(part: type[Any]) -> None:
    wanted = [one.name for one in fields(part)]

    assert list(PARTS[part]) == wanted
    assert list(PARTS_OF_SCHEMA[part]["properties"]) == wanted
    assert all(one.get("description") or "const" in one for one in PARTS_OF_SCHEMA[part]["properties"].values())


def test_its_limits_are_those_of_the_reader() -> None:
    assert SCHEMA["properties"]["rounds"]["maxItems"] == ROUNDS
    assert SCHEMA["$defs"]["round"]["properties"]["rulings"]["maxItems"] == RULINGS
    assert SCHEMA["$defs"]["round"]["properties"]["play"]["maxLength"] == PLAY_CHARACTERS


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(records())
def test_it_takes_every_record_that_is_written(record: GameRecord) -> None:
    assert list(VALIDATOR.iter_errors(to_plain(record))) == []


EXAMPLES = sorted(path for path in (GOLDEN / "examples").glob("*.yaml") if not path.stem.endswith(".verdict"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_it_takes_the_examples_as_editors_read_them(path: Path) -> None:
    errors = list(VALIDATOR.iter_errors(yaml.safe_load(path.read_bytes())))

    assert bool(errors) == ("as-typed" in path.stem)


@pytest.mark.parametrize(
    "change",
    [{"rounds": 1}, {"seats": {"Z": "a"}}, {"extra": 1}, {"record": 2}, {"rounds": [{"upcard": "13"}]}, {"seal": "a"}],
)
def test_it_refuses(change: dict[str, Any]) -> None:
    record = {"record": 1, "rules": "a", "seats": {"A": "a"}, "rounds": []}

    assert VALIDATOR.is_valid(record)
    assert not VALIDATOR.is_valid({**record, **change})


@pytest.mark.parametrize(
    "change",
    [{"result": {"winners": ["A", "A"]}}, {"rounds": [{"reenter": ["B", "B"]}]}],
    ids=lambda one: next(iter(one)),
)
def test_it_refuses_a_seat_twice_in_a_list_as_the_reader_does(change: dict[str, Any]) -> None:
    tree = {"record": 1, "rules": "spanish-40", "seats": {"A": "Ane", "B": "Beñat"}, "rounds": [], **change}

    assert list(VALIDATOR.iter_errors(tree))
    assert read_mapping(tree).record is None
