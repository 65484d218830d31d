"""`before` of a paragraph: its place is kept also where the clause it names is spoken, in the same file or one above."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.stored import from_stored, to_stored
from referee.ruleset.load import load
from referee.table import bind
from referee.voice import paragraphs
from tests.tables import FILES, house

CLAUSES = ("es.1", "es.2", "es.3", "es.4", "es.5", "es.6", "es.7", "es.8", "es.10")
CONDITIONS = {"es.3": "laps at least 2", "es.4": "deadwood at most 3"}
OUTCOMES = {"es.5": "clean: {writes: -15 points}"}
SPOKEN = (*CONDITIONS, *OUTCOMES)
"""Clauses of spanish-40 that a file changes, so that they are spoken."""

OWN = "our.1: loose.count at most 2 cards\nour.2: melded at least 3 cards"


def changed(spoken: frozenset[str], own: str = OWN) -> str:
    conditions = [f"{clause}: {text}" for clause, text in CONDITIONS.items() if clause in spoken]
    outcomes = [text for clause, text in OUTCOMES.items() if clause in spoken]
    said = ", ".join([*own.splitlines(), *conditions])
    decided = f", outcomes: {{{', '.join(outcomes)}}}" if outcomes else ""
    return f"close: {{may_close: {{{said}}}{decided}}}\n"


@settings(max_examples=20, deadline=None)
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


class WithBase:
    """The files of the tests, and one more that others build on."""

    def __init__(self, text: str) -> None:
        self.text = text

    def find(self, name: str) -> bytes | None:
        return self.text.encode() if name == "below" else FILES.find(name)

    def names(self) -> Sequence[str]:
        return [*FILES.names(), "below"]


@settings(max_examples=8, deadline=None)
@given(st.frozensets(st.sampled_from(SPOKEN), min_size=1), st.sampled_from(CLAUSES), st.booleans())
def test_it_stays_there_when_a_file_above_changes_the_rule(spoken: frozenset[str], clause: str, again: bool) -> None:
    head = "rule_set: {}\nformat: 1\nextends: {}\n"
    rules = changed(frozenset(), OWN.splitlines()[0])
    below = head.format("below", "spanish-40") + rules + f"book: {{our.1: {{before: {clause}, en: One.}}}}\n"
    above = head.format("above", "below") + changed(spoken, "")
    above += "book: {our.1: {en: At most two.}}\n" if again else ""
    rule_set = load(above.encode(), "above.yaml", WithBase(below)).rule_set
    assert rule_set is not None
    order = [each.clause for each in paragraphs(bind(rule_set, 2, {}), "en")]
    assert order[order.index("our.1") + 1] == clause
