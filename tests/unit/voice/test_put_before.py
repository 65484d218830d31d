"""`before` of a paragraph: its place is kept also where the clause it names is spoken, in the same file or one above."""

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.stored import from_stored, to_stored
from referee.table import bind
from referee.voice import paragraphs
from tests.tables import house

CLAUSES = ("es.1", "es.2", "es.3", "es.4", "es.5", "es.6", "es.7", "es.8", "es.10")
CONDITIONS = {"es.3": "laps at least 2", "es.4": "deadwood at most 3"}
OUTCOMES = {"es.5": "clean: {writes: -15 points}"}
SPOKEN = (*CONDITIONS, *OUTCOMES)
"""Clauses of spanish-40 that a file changes, so that they are spoken."""


def changed(spoken: frozenset[str]) -> str:
    conditions = [f"{clause}: {text}" for clause, text in CONDITIONS.items() if clause in spoken]
    outcomes = [text for clause, text in OUTCOMES.items() if clause in spoken]
    said = ", ".join(["our.1: loose.count at most 2 cards", "our.2: melded at least 3 cards", *conditions])
    decided = f", outcomes: {{{', '.join(outcomes)}}}" if outcomes else ""
    return f"close: {{may_close: {{{said}}}{decided}}}\n"


@settings(max_examples=40, deadline=None)
@given(st.frozensets(st.sampled_from(SPOKEN)), st.sampled_from(CLAUSES), st.sampled_from(CLAUSES))
def test_it_stands_right_before_what_it_names(spoken: frozenset[str], first: str, second: str) -> None:
    book = f"book:\n  our.1: {{before: {first}, en: One.}}\n  our.2: {{before: {second}, en: Two.}}\n"
    one = house(changed(spoken) + book)
    stored = bind(from_stored(to_stored(one.rule_set)), one.seats, one.options)
    for table in (one, stored):
        printed = {each.clause: each for each in paragraphs(table, "en")}
        order = list(printed)
        assert {clause for clause in SPOKEN if not printed[clause].from_book} == spoken
        assert order[order.index("our.2") + 1] == second
        assert next(key for key in order[order.index("our.1") + 1 :] if key != "our.2") == first
