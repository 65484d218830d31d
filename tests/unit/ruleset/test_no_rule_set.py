"""A game record that is taken for a rule set: one message, whatever form and rules it has."""

from pathlib import Path

import pytest

from referee.record.reading import read_record
from referee.record.writing import to_json
from referee.ruleset.load import load
from tests.tables import FILES

RECORDS = sorted(Path(__file__).parents[2].glob("golden/records/examples/*.yaml"))
WHOLE = [path for path in RECORDS if not path.name.endswith(".verdict.yaml")]


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_a_record_is_said_to_be_one(path: Path) -> None:
    record = read_record(path.read_bytes()).record
    assert record is not None
    for content in (path.read_bytes(), to_json(record).encode()):
        loaded = load(content, path.name, FILES)

        assert loaded.rule_set is None
        assert [(one.code, one.message, one.help) for one in loaded.diagnostics] == [
            ("CH102", "this is a game record, not a rule set", "`referee validate FILE` judges records")
        ]


def test_a_rule_set_with_a_key_of_records_is_none() -> None:
    loaded = load(b"rule_set: casa\nformat: 1\nextends: spanish-40\nrecord: 1\nseats: 2\n", "casa.yaml", FILES)

    assert [one.message for one in loaded.diagnostics if "record" in one.message][:1] != [
        "this is a game record, not a rule set"
    ]
    assert len(loaded.diagnostics) > 1
