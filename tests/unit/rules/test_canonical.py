"""The canonical print: its schema, its digest, and the stored form beside it."""

import json
from pathlib import Path

import jsonschema
import pytest

import referee.rules
from referee.library import Library
from referee.rules.canonical import canonical, canonical_bytes, digest_of
from referee.rules.order import natural_key, nearest_above
from referee.rules.stored import from_stored, to_stored
from referee.ruleset.load import load

LIBRARY = Library()
SCHEMA = json.loads((Path(referee.rules.__file__).parent / "ruleset.canonical.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("name", LIBRARY.names())
def test_every_rule_set_prints_by_the_schema(name):
    rule_set = LIBRARY.rule_set(name)
    jsonschema.Draft202012Validator(SCHEMA).validate(canonical(rule_set))
    assert json.loads(canonical_bytes(rule_set)) == canonical(rule_set)
    assert rule_set.digest == digest_of(rule_set)


@pytest.mark.parametrize("name", LIBRARY.names())
def test_the_stored_form_loses_nothing(name):
    compiled = load(LIBRARY.source(name), f"{name}.yaml", LIBRARY.shelf).rule_set
    again = from_stored(json.loads(json.dumps(to_stored(compiled))))
    assert again == compiled
    assert to_stored(again) == to_stored(compiled)
    assert digest_of(again) == compiled.digest


def test_a_stored_form_of_another_version_is_refused():
    with pytest.raises(ValueError, match="stored form 99"):
        from_stored({"stored": 99})


def test_clause_ids_stand_in_natural_order():
    assert sorted(["es.10", "es.2", "es.9.low", "es.9"], key=natural_key) == ["es.2", "es.9", "es.9.low", "es.10"]


def test_a_sub_clause_belongs_to_the_nearest_paragraph_above():
    assert nearest_above("es.9.low", {"es.9"}) == "es.9"
    assert nearest_above("es.9.low", {"es.9", "es.9.low"}) == "es.9.low"
    assert nearest_above("k.1", {"es.9"}) == "k.1"
