"""What is said of outcomes that never decide is so: no arrangement of a hand that they fit is left to them.

The conditions are made up of what outcomes are made of, and asked of every arrangement that seven cards can have.
"""

from itertools import product
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from referee.lang.check import check
from referee.lang.compile import compile_expression
from referee.lang.parse import parse
from referee.lang.syntax import Expr
from referee.rules.covering import Covered, Exclusion, covered
from referee.source import Text
from referee.table import bind
from referee.vocabulary.load import vocabulary
from referee.voice import paragraphs
from tests.tables import table, variant

HAND = 7
MEASURES = {"runs": 2, "sets": 2, "melds.count": 2, "loose.count": 7, "melded": 7, "wilds": 7, "deadwood": 20}
COMPARATORS = ("is", "is not", "at most", "at least", "below", "above")


def typed(text: str) -> Expr:
    expr, told = parse(Text.plain(text))
    assert expr is not None, told
    made, told = check(expr, vocabulary().scope("close.outcomes.*.when"))
    assert made is not None, told
    return made


def arrangements() -> list[SimpleNamespace]:
    """The facts of everything seven cards can be arranged to, as far as the measures go."""
    found = []
    for runs, sets, melded in product(range(3), range(3), range(HAND + 1)):
        fits = melded == 0 if runs + sets == 0 else 3 * (runs + sets) <= melded
        points = (0,) if melded == HAND else (-2, 0, 1, 5, 19)
        for wilds, deadwood in product(range(melded + 1) if fits else (), points):
            loose, melds = (None,) * (HAND - melded), (None,) * (runs + sets)
            facts = {"runs": runs, "sets": sets, "melded": melded, "wilds": wilds, "deadwood": deadwood}
            found.append(SimpleNamespace(**facts, loose=loose, melds=melds, hand_size=HAND))
    return found


ALL = arrangements()

_comparisons = st.one_of(
    st.sampled_from(sorted(MEASURES)).flatmap(
        lambda measure: st.builds(
            lambda comparator, number: f"{measure} {comparator} {number}",
            st.sampled_from(COMPARATORS),
            st.integers(0, MEASURES[measure]),
        )
    ),
    st.builds(lambda low, more: f"runs + sets in {low}..{low + more}", st.integers(0, 2), st.integers(0, 2)),
    st.builds(lambda low: f"melded in {low}..", st.integers(0, HAND)),
    st.sampled_from(["melded is hand_size", "is_eldest", "yes"]),
)
_conditions = st.recursive(
    _comparisons,
    lambda inner: st.one_of(
        st.builds(lambda one, other: f"({one}) and ({other})", inner, inner),
        st.builds(lambda one, other: f"({one}) or ({other})", inner, inner),
        st.builds(lambda one: f"not ({one})", inner),
    ),
    max_leaves=4,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.filter_too_much])  # most conditions do not
@given(st.lists(_conditions, min_size=2, max_size=3))
def test_what_excludes_each_other_never_holds_together(whens: list[str]) -> None:
    trees = [typed(when) for when in whens]
    assume(Exclusion(HAND, (-3, 20), {}, {}).never(*trees))
    tests = [compile_expression(tree, constants={"hand_size": HAND}, definitions={}, enums={}) for tree in trees]
    for facts, eldest in product(ALL, (False, True)):
        facts.is_eldest = eldest
        assert not all(test.call(facts) for test in tests), (whens, facts)


@settings(deadline=None)
@given(st.lists(_conditions, min_size=2, max_size=3), st.booleans())
def test_what_is_covered_is_left_nothing(whens: list[str], sized: bool) -> None:
    trees = [typed(when) for when in whens]
    told = covered(trees, {}, HAND if sized else None)
    assume(told)

    tests = [compile_expression(tree, constants={"hand_size": HAND}, definitions={}, enums={}) for tree in trees]
    for one in told:
        for facts, eldest in product(ALL, (False, True)):
            facts.is_eldest = eldest
            if tests[one.behind].call(facts):
                assert tests[one.front].call(facts), (whens, facts)


@pytest.mark.parametrize(
    ("front", "behind"),
    [
        ("loose.count is 0", "loose.count is 0 and runs is 1 and sets is 0"),
        ("melded is hand_size", "loose.count is 0"),
        ("deadwood at most 5", "loose.count is 0"),
        ("melds.count at most 1", "runs is 1 and sets is 0"),
        ("melds.count is 2", "runs is 1 and sets is 1 and wilds is 0"),
        ("wilds above 0", "wilds is not 0"),
        ("deadwood in 0..3", "deadwood is 2"),
        ("deadwood at most 3 or is_eldest", "is_eldest and wilds is 1"),
        ("not (wilds above 2)", "wilds is 2 or wilds is 1"),
        ("melded at least 4", "loose.count below 4"),
    ],
)
def test_an_outcome_wider_than_the_one_behind_it(front: str, behind: str) -> None:
    assert covered([typed(front), typed(behind)], {}, HAND) == (Covered(behind=1, front=0),)


@pytest.mark.parametrize(
    ("front", "behind"),
    [
        ("loose.count is 0 and runs is 1", "loose.count is 0"),
        ("deadwood is 0", "deadwood at most 1"),
        ("loose.count is 0", "deadwood is 0"),
        ("is_eldest", "not is_eldest"),
        ("yes", "deadwood is 0"),
    ],
)
def test_an_exception_covers_nothing(front: str, behind: str) -> None:
    assert covered([typed(front), typed(behind)], {}, HAND) == ()


def test_a_rule_out_of_force_is_not_printed() -> None:
    """Not the paragraphs of a base whose outcomes never decide; what the file itself writes of them is its own affair."""
    rules = "close:\n  outcomes:\n    limpio: {clause: casa.1, when: all_melded, writes: -20}\n"
    base = {one.clause for one in paragraphs(table("spanish-40"), "es")}
    house = {one.clause: one.text for one in paragraphs(bind(variant(rules)), "es")}
    own = "book:\n  es.5: {es: Quien cierra con todo ligado apunta como dice casa.1.}\n"
    said = {one.clause for one in paragraphs(bind(variant(rules + own)), "es")}

    assert base - house.keys() == {"es.5", "es.6"}
    assert "−20" in house["casa.1"]
    assert base - said == {"es.6"}


def test_an_exception_in_front_leaves_the_paragraphs_alone() -> None:
    rules = "close:\n  outcomes:\n    dos: {clause: casa.1, when: all_melded and sets is 1, writes: -20}\n"
    base = {one.clause for one in paragraphs(table("spanish-40"), "es")}

    assert base < {one.clause for one in paragraphs(bind(variant(rules)), "es")}
