"""A function over columns says in every row what the function of one fact says."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.lang.columns import NoColumn, compile_columns, stacked
from referee.lang.compile import compile_expression
from referee.lang.reach import Reach, Reaches
from referee.lang.syntax import Field, Name
from referee.lang.types import TRUTH, Record, Truth
from referee.lang.unparse import unparse
from referee.lang.walk import reads
from tests.property import strategies as made
from tests.property.test_expressions import DEFINED, as_facts, checked

SIZES = {"hand": 5, "loose": 3}
LARGE = Reaches(
    {name: Reach(-200, 200) for name in ("deadwood", "total", "melded", "laps", "points", "number")},
    {"limit": Reach(70, 100), "jokers": Reach(0, 2)},
    SIZES,
    DEFINED,
)
"""What rule files are held to before their conditions are compiled: no number of theirs leaves 32 bits."""


@settings(max_examples=500)
@given(
    made.typed_trees,
    st.lists(made.worlds, min_size=1, max_size=4),
    made.settings_of_a_table,
    st.booleans(),
    st.sets(st.sampled_from(["laps", "melded", "faulty"])),
)
def test_every_row_is_what_the_function_of_one_fact_says(expr, facts, options, plain, known):
    typed = checked(unparse(expr))
    assume(LARGE.beyond(typed) is None)
    constants = {**options, **{name: facts[0][name] for name in known}}
    given = {"constants": constants, "definitions": DEFINED, "enums": made.ENUMS}
    rows = [as_facts({**one, "total": facts[0]["total"]} if plain else one) for one in facts]
    one_by_one = compile_expression(typed, **given)
    wanted = [one_by_one.call(row) for row in rows]
    try:
        compiled = compile_columns(typed, **given)
    except NoColumn:  # what that is of is told below
        assume(False)
    assert compiled.reads <= reads(typed, DEFINED)  # one that has no say may be left out in the one form only
    columns = stacked(compiled, rows)
    if plain and "total" in compiled.reads:  # what is the same in every row need be no column
        columns.total = facts[0]["total"]
    found = compiled.call(columns, len(rows))
    assert found.shape == (len(rows),)
    assert found.dtype == (np.bool_ if isinstance(typed.type, Truth) else np.int64)
    assert found.tolist() == wanted


TEXTS = [
    "deadwood at most 5 and melded at least 4",
    "not (faulty or deadwood above total)",
    "if faulty then -50 else 2 * deadwood - total / 3",
    "card.suit is trump or card.rank in [1, sota, joker]",
    "card.rank in 1..3",
    "card.rank not in sota..",
    "all(c.points at most deadwood for c in loose)",
    "any(c.suit is card.suit for c in hand)",
    "count(c.wild and c.rank is not joker for c in hand) at least 2",
    "sum(if c.wild then 0 else c.points for c in hand) - deadwood",
    "min(c.points for c in loose)",
    "max(c.points - total for c in loose)",
    "max(deadwood, 5, total, -3)",
    "hand.count + loose.count at most 7",
    "clean or spare at least 3",
    "deadwood in [1..3, total, 7..]",
    "total in deadwood..limit",
    "all(faulty for c in hand)",
    "sum(3 for c in hand)",
    "mine is card.suit",
]


@pytest.mark.parametrize("text", TEXTS)
@settings(max_examples=25)
@given(facts=st.lists(made.worlds, min_size=1, max_size=4), options=made.settings_of_a_table)
def test_what_rules_say_has_a_column(text, facts, options):
    typed = checked(text)
    given = {"constants": options, "definitions": DEFINED, "enums": made.ENUMS}
    compiled, rows = compile_columns(typed, **given), list(map(as_facts, facts))
    assert compiled.call(stacked(compiled, rows), len(rows)).tolist() == list(
        map(compile_expression(typed, **given).call, rows)
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("any(all(d.suit is c.suit for d in loose) for c in hand)", "`all(d.suit is c.suit for d in loose)` stands inside"),
        ("hand.count in (if faulty then [1] else [2, 3])", "`if faulty"),
    ],
)  # fmt: skip
def test_what_has_none_is_told(text, told):
    with pytest.raises(NoColumn, match="^" + told.replace("(", r"\(").replace(")", r"\)")):
        compile_columns(checked(text), constants={"strict": True}, definitions=DEFINED, enums=made.ENUMS)


def test_a_record_has_none():
    with pytest.raises(NoColumn, match=r"^`card` is no number"):
        compile_columns(Name("card", "fact", type=Record("card")))


@pytest.mark.parametrize("forged", ["f.x or", "import", "__class__"])
def test_no_text_of_an_author_is_compiled(forged):
    for tree in (Name(forged, "fact", type=TRUTH), Field(checked("card.wild").base, forged, type=TRUTH)):
        with pytest.raises(ValueError, match="not the name of a fact"):
            compile_columns(tree)


def test_no_rows_and_no_members():
    compiled = compile_columns(checked("max(c.points for c in loose) at most deadwood"))
    assert compiled.call(stacked(compiled, []), 0).tolist() == []
    rows = [SimpleNamespace(loose=(), deadwood=3), SimpleNamespace(loose=(), deadwood=-1)]
    assert compiled.call(stacked(compiled, rows), 2).tolist() == [True, False]
    assert compiled.fields == {"loose": {"points"}}
    counted = compile_columns(checked("loose.count at most 1"))
    assert counted.fields == {"loose": set()}
    assert counted.call(stacked(counted, [SimpleNamespace(loose=(None, None))]), 1).tolist() == [False]
