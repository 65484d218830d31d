"""What a proof claims, put to the referee itself on every hand of a small pack, with rules from which a part is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.game.close import judge_close
from referee.game.facts import Arranger, CloseFacts
from referee.game.solve import counted
from referee.game.space import Space
from referee.lang.syntax import And, Node, Or, TruthValue
from referee.lang.types import TRUTH
from referee.library.shelf import FolderShelf
from referee.rules.model import RuleSet
from referee.ruleset.load import load
from referee.table import Table, bind
from referee.workshop.hands import Hands
from referee.workshop.leafvalues import truth_parts
from referee.workshop.proof.claims import Unchanged
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.disagreement import Disagreement
from referee.workshop.proof.handkinds import hand_kinds
from referee.workshop.proof.prove import hold_against, prove
from referee.workshop.proof.tableblocks import TableBlocks

PLACE = Path(__file__).parents[2] / "golden" / "proved"
SHELF = FolderShelf([PLACE / "bases"])
SMALL = "rule_set: house\nformat: 1\nextends: small\n"


def rule_set(text: str) -> RuleSet:
    loaded = load(text.encode(), "house.yaml", SHELF)
    assert loaded.rule_set is not None, [one.message for one in loaded.diagnostics]
    return loaded.rule_set


def taken(value: Any, instead: Mapping[int, bool]) -> Any:
    """Rules in which some parts are replaced by plain answers."""
    if isinstance(value, Node) and id(value) in instead:
        return TruthValue(instead[id(value)], type=TRUTH)
    if is_dataclass(value) and type(value).__module__.startswith(("referee.rules", "referee.lang.syntax")):
        inner = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
        return replace(value, **{name: taken(each, instead) for name, each in inner.items() if name != "origin"})
    if isinstance(value, tuple):
        return tuple(taken(each, instead) for each in value)
    if isinstance(value, Mapping):
        return {key: taken(each, instead) for key, each in value.items()}
    return value


def verdicts(table: Table) -> Iterator[tuple[object, ...]]:
    """What the referee says of one hand of every class."""
    for _, hand in Hands.of([table]).classes():
        verdict = judge_close(table, hand)
        yield hand, verdict.legal, verdict.outcome, verdict.wins_game, verdict.writes


def changes(rules: RuleSet, instead: Mapping[int, bool]) -> bool:
    """Whether the referee says anything else of any hand without some parts."""
    return list(verdicts(bind(rules))) != list(verdicts(bind(taken(rules, instead))))


def blocks(rules: RuleSet) -> TableBlocks:
    asked = CloseRules.of(bind(rules))
    return TableBlocks.of(asked, hand_kinds(asked, Random(0)))


@pytest.mark.parametrize("path", sorted(PLACE.glob("ch60[36]-*.yaml")), ids=lambda path: path.stem)
def test_what_is_said_to_change_nothing_does_not(path: Path) -> None:
    rules = rule_set(path.read_text("utf-8"))
    claims = [told.finding.claim for told in prove(bind(rules), Random(0)).told]
    about_hands = [one for one in claims if isinstance(one, Unchanged)]
    assert len(claims) == 1
    for one in about_hands:
        assert not changes(rules, one.instead)


LEAVES = (
    "deadwood at most 3 points",
    "deadwood below 4 points",
    "deadwood at least 2 points",
    "melded at least 3 cards",
    "all_melded",
    "runs is 1",
    "sets is 0",
    "loose.count at most 1 card",
    "all(c.number at most 3 for c in loose)",
    "any(m.kind is set for m in melds)",
    "hand_points at most 8 points",
)
CONDITIONS = st.recursive(
    st.sampled_from(LEAVES),
    lambda inner: st.builds(
        lambda word, one, other: f"({one}) {word} ({other})", st.sampled_from(("and", "or")), inner, inner
    ),
    max_leaves=4,
)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(condition=CONDITIONS)
def test_a_part_matters_where_the_referee_says_so(condition: str) -> None:
    rules = rule_set(f"{SMALL}close:\n  may_close:\n    s.3: {condition}\n")
    block = blocks(rules).blocks["close", "hand"]
    expr = rules.conditions["close.may_close"][0].expr
    for whole in truth_parts(expr):
        if isinstance(whole, And | Or):
            for part in whole.parts:
                instead = {id(part): isinstance(whole, And)}
                assert (Unchanged(instead).against(block) is not None) == changes(rules, instead)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(condition=CONDITIONS)
def test_the_values_of_the_parts_are_those_of_every_arrangement(condition: str) -> None:
    rules = rule_set(f"{SMALL}close:\n  may_close:\n    s.3: not ({condition}) or faulty\n")
    table = bind(rules)
    made = blocks(rules)
    block, number = made.blocks["close", "hand"], len(made.kinds.kinds) // 2
    group, hand = block.groups[number], made.kinds.kinds[number].smallest
    space = Space(table.meld_rules, table.points, counted(hand), by_signature=True)
    arranger = Arranger(table, space, ("loose", "melds"))
    for course, each in enumerate(made.rules.courses.all):
        facts = CloseFacts(each.given)
        for part in truth_parts(rules.conditions["close.may_close"][0].expr):
            seen = set()
            for profile in space.profiles():
                arranger.fill(facts, profile)
                seen.add(bool(table.binder.compile(part).call(facts)))
            column = block.columns.of(part)
            assert {bool(column >> (course * block.points + point) & 1) for point in group.points} == seen


def test_each_part_of_the_base_matters_and_the_witness_shows_it() -> None:
    rules = rule_set((PLACE / "bases" / "small.yaml").read_text("utf-8"))
    made = blocks(rules)
    block = made.blocks["close", "hand"]
    for case in block.cases:
        for part in getattr(case.when, "parts", ()):
            instead = {id(part): True}
            witness = Unchanged(instead).against(block)
            assert witness is not None
            hand = made.kinds.kinds[witness[0]].smallest
            one, other = (judge_close(bind(each), hand) for each in (rules, taken(rules, instead)))
            assert (one.legal, one.outcome, one.writes) != (other.legal, other.outcome, other.writes)


def test_a_proof_that_differs_from_the_referee_is_not_told() -> None:
    made = blocks(rule_set((PLACE / "bases" / "small.yaml").read_text("utf-8")))
    close = made.blocks["close", "hand"]
    wrong = replace(close, effect=lambda *_: (False, 99, "nobody", "0"), _effects={})
    number = next(at for at, group in enumerate(close.groups) if close.outcome(group, 0, close.judged) is not None)
    hold_against(made, (number, 0))
    with pytest.raises(Disagreement):
        hold_against(replace(made, blocks={**made.blocks, ("close", "hand"): wrong}), (number, 0))


def test_the_counts_are_those_of_every_hand() -> None:
    table = bind(rule_set((PLACE / "bases" / "small.yaml").read_text("utf-8")))
    proof = prove(table, Random(0))
    found: dict[object, int] = {}
    for times, hand in Hands.of([table]).classes():
        verdict = judge_close(table, hand)
        found[verdict.outcome] = found.get(verdict.outcome, 0) + times
    counted: dict[object, int] = {None: sum(proof.counts.refused.values())}
    for (outcome, *_), hands in proof.counts.outcomes.items():
        counted[outcome] = counted.get(outcome, 0) + hands
    assert counted == found
    assert sum(proof.counts.deadwood.values()) == proof.kinds.hands == 4_845


def test_a_sample_proves_nothing() -> None:
    rules = rule_set((PLACE / "ch606-part.yaml").read_text("utf-8"))
    proof = prove(bind(rules), Random(0), sample=400)
    assert not proof.exact
    assert proof.told == ()
    assert [one.finding.code for one in proof.suspected] == ["CH606"]


def test_what_a_sample_shows_is_shown() -> None:
    rules = rule_set((PLACE / "ch605-gap.yaml").read_text("utf-8"))
    proof = prove(bind(rules), Random(0), sample=400)
    assert [one.finding.code for one in proof.told] == ["CH605"]


OPTION = """\
options:
  more: {clause: t.1, type: yes_no, default: no}
close:
  may_close:
    s.3: deadwood at most 3 points or (more and deadwood at most 9 points)
    t.1: not more or melded at least 3 cards
"""


def test_what_matters_at_another_table_of_the_same_rules_is_only_listed() -> None:
    rules = rule_set(f"{SMALL}{OPTION}")
    proof = prove(bind(rules), Random(0))
    assert proof.told == ()
    only_here = {one.finding.path: one for one in proof.only_here}
    assert only_here.keys() == {"close.may_close.s.3", "close.may_close.t.1"}
    (against,) = only_here["close.may_close.t.1"].elsewhere
    assert against.said == "with `more` yes"


NINE = """\
table: {seats: 1}
pack: {suits: [oros, copas, espadas], ranks: [1..4]}
deal: {cards: 9}
close:
  outcomes:
    run: remove
    clean: remove
    columns: {clause: t.1, when: sets is 3, writes: -10, before: plain}
    rows: {clause: t.2, when: runs is 3, writes: -10, before: plain}
"""


def test_arrangements_worth_the_same_are_told_apart_by_the_referee_alone() -> None:
    """Nine cards that are three sets and three runs: x.6 (e) chooses by their cards, which a proof does not see."""
    proof = prove(bind(rule_set(f"{SMALL}{NINE}")), Random(0))
    assert {outcome for outcome, *_ in proof.counts.outcomes} >= {"rows", "plain"}
    assert all(one.finding.code != "CH602" or "columns" not in one.finding.path for one in proof.told)
