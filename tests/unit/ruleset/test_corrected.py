"""How a name that is none would be written."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.ruleset.corrected import corrected
from referee.ruleset.schema import schema

KINDS = {
    "a name": "name",
    "a clause id": "clause",
    "the name of a rule set": "rule_set_name",
}


@pytest.mark.parametrize(
    ("text", "wanted", "right"),
    [
        ("Mi Mesa", "the name of a rule set", "mi-mesa"),
        ("Mesa de la Peña", "the name of a rule set", "mesa-de-la-penya"),
        ("Spanish_40", "a rule set", "spanish-40"),
        ("mi-regla", "a name", "mi_regla"),
        ("casa 1", "a clause id", "casa.1"),
        ("Casa.2", "a clause id", "casa.2"),
        ("es7", "a clause id", "es.7"),
        ("4.2", "a clause id", None),
        ("1.10", "the name of a rule set", None),
        ("Ñandúes", "a suit", "nyandues"),
        ("7", "a rank", None),
    ],
)
def test_what_people_write(text: str, wanted: str, right: str | None) -> None:
    assert corrected(text, wanted) == right


@given(st.text(max_size=30), st.sampled_from(sorted(KINDS)))
def test_a_correction_is_right_itself(text: str, wanted: str) -> None:
    mended = corrected(text, wanted)
    if mended is not None:
        assert re.fullmatch(schema()["$defs"][KINDS[wanted]]["pattern"].strip("^$"), mended)
        assert mended != text
        assert corrected(mended, wanted) is None
