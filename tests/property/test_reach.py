"""What a number can come to: never less than what it comes to, and told where it is too much."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.lang.reach import Reach, Reaches
from referee.lang.types import Quantity
from referee.lang.unparse import unparse
from referee.limits import NUMBER, QUANTITY
from referee.ruleset.reach import REACHES
from referee.vocabulary.load import vocabulary
from tests.property import strategies as made
from tests.property.test_expressions import DEFINED, checked, twin_of

SIZES = {"hand": 5, "loose": 3}
FIELDS = {"points": Reach(-100, 100), "number": Reach(0, 100)}


def around(value: int, slack: int) -> Reach:
    return Reach(value - slack, value + slack)


@settings(max_examples=500)
@given(
    st.sampled_from(["points", "cards", None]).flatmap(made.quantities),
    made.worlds,
    made.settings_of_a_table,
    st.integers(0, 50),
)
def test_no_number_lies_outside_its_reach(expr, facts, options, slack):
    typed = checked(unparse(expr))
    reaches = Reaches(
        facts={name: around(value, slack) for name, value in facts.items() if type(value) is int} | FIELDS,
        options={name: around(value, slack) for name, value in options.items() if type(value) is int},
        sizes=SIZES,
        definitions=DEFINED,
    )
    value = twin_of(facts, options).value(typed)
    low, high = reaches._reach(typed, [])
    assert max(low, -QUANTITY) <= min(max(value, -QUANTITY), QUANTITY) <= high
    assert reaches.beyond(typed) is not None or low <= value <= high


def reaches_of(texts: dict[str, str]) -> Reaches:
    return Reaches(facts={"laps": Reach(0, NUMBER)}, options={"limit": Reach(70, 100)}, sizes=SIZES, definitions={
        name: checked(text) for name, text in texts.items()
    })  # fmt: skip


@pytest.mark.parametrize(
    ("text", "reach"),
    [
        ("7", (7, 7)), ("-7", (-7, -7)), ("laps - laps", (-NUMBER, NUMBER)), ("total", (-NUMBER, NUMBER)),
        ("min(laps, 10)", (0, 10)), ("max(total, 0)", (0, NUMBER)), ("limit / 9", (7, 11)), ("-limit / 9", (-12, -8)),
        ("if faulty then 3 else limit", (3, 100)), ("hand.count", (0, 5)), ("sum(-2 for c in loose)", (-6, 0)),
        ("count(c.wild for c in hand)", (0, 5)), ("max(3 for c in hand)", (0, 3)), ("limit * -3", (-300, -210)),
    ],
)  # fmt: skip
def test_what_numbers_can_be(text: str, reach: tuple[int, int]) -> None:
    assert reaches_of({})._reach(checked(text), []) == reach


@pytest.mark.parametrize(
    ("text", "part", "where"),
    [
        ("999999 * 2147 + 485794", None, 0),
        ("999999 * 2147 + 485795", "999999 * 2147 + 485795", QUANTITY + 1),
        ("-999999 * 2147 - 485794", None, 0),
        ("-(999999 * 2147) - 485795", "-(999999 * 2147) - 485795", -QUANTITY - 1),
        ("min(laps * 999999 * 999999, 3)", "laps * 999999", NUMBER * NUMBER),
        ("min(laps, 2147) * 999999", None, 0),
        ("laps * 999999 at most 3", "laps * 999999", NUMBER * NUMBER),
    ],
)
def test_the_innermost_part_that_goes_too_far(text: str, part: str | None, where: int) -> None:
    found = reaches_of({}).beyond(checked(text))
    assert (found and (unparse(found[0]), found[1])) == (part and (part, where))


def test_a_definition_that_goes_too_far_is_told_where_it_is_written_and_not_where_it_is_named() -> None:
    reaches = reaches_of({"spare": "limit * 99", "clean": "loose.count is 0 and not faulty"})
    assert reaches.beyond(checked("spare * 999")) is None
    found = reaches.beyond(checked("spare * 999 * 999"))
    assert found is not None
    assert unparse(found[0]) == "spare * 999 * 999"

    reaches = reaches_of({"spare": "laps * 999999 * 999999"})
    assert reaches.beyond(reaches.definitions["spare"]) is not None
    assert reaches.beyond(checked("spare * 999999")) is None


def test_every_assumption_is_about_a_name_there_is() -> None:
    known = vocabulary()
    fields = {name: entry.type for fields in known.records.values() for name, entry in fields.items()}
    names = {name: entry.type for name, entry in known.names.items()}
    for name in REACHES:
        assert isinstance((fields | names)[name], Quantity), name


def test_of_what_can_be_negative_nothing_else_is_assumed() -> None:
    """Points lie on both sides of zero; of everything else there are none or more."""
    known = vocabulary()
    fields = {name: entry.type for fields in known.records.values() for name, entry in fields.items()}
    names = {name: entry.type for name, entry in known.names.items()}
    for name, kind in (fields | names).items():
        if isinstance(kind, Quantity) and kind.unit != "points":
            assert REACHES[name].low == 0, name
