"""What a proof says of seats that did not close and of turns, against every hand of a small pack."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.game.close import judge_close
from referee.game.factgroups import SeatRecord
from referee.game.price import price
from referee.game.result import Course, RoundResult, SeatResult
from referee.game.solve import best_arrangement
from referee.game.state import Standing
from referee.ruleset.soundness import _NEEDED
from referee.table import BindError, Table, bind
from referee.table.draft import MeldRecord
from referee.workshop.hands import Hands
from referee.workshop.leafvalues import Columns
from referee.workshop.proof.answers import Answers
from referee.workshop.proof.asked import asked as every_place
from referee.workshop.proof.block import Block
from referee.workshop.proof.claims import Always, NeverDecides
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.disagreement import Disagreement
from referee.workshop.proof.forms import forms
from referee.workshop.proof.handkinds import hand_kinds
from referee.workshop.proof.otherwise import arranged_otherwise
from referee.workshop.proof.prove import _cases_replayed, prove
from referee.workshop.proof.replays import Replays
from referee.workshop.proof.tableblocks import TableBlocks
from tests.unit.workshop.test_proof import CONDITIONS, PLACE, SMALL, rule_set

SLOW = settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def block(table: Table, name: str, what: str) -> Block:
    rules = CloseRules.of(table)
    return TableBlocks.of(rules, hand_kinds(rules, Random(0))).blocks[name, what]


def keys_of_every_hand(table: Table) -> set[str]:
    """By which cases the hands of a seat are priced after a close."""
    closer = next(hand for _, hand in Hands.of([table]).classes() if judge_close(table, hand).outcome == "plain")
    shown = judge_close(table, closer).arrangement
    first = SeatResult(0, closer, shown.melds, (), shown.loose)
    none = (0,) * table.seats
    standing = Standing(none, none, none, (None,) * table.seats, none, none, 0, 0, 0)
    found = set()
    for _, hand in Hands.of([table]).classes():
        best = best_arrangement(table, hand)
        seats = (first, SeatResult(1, hand, best.melds, (), best.loose))
        result = RoundResult(Course(0, 1, (1, 1)), 0, "plain", None, shown.melds, seats, ())
        line = price(table, result, standing).of(1)
        assert line is not None
        found.add(line.key)
    return found


@SLOW
@given(condition=CONDITIONS)
def test_a_case_of_other_seats_decides_where_the_referee_says_so(condition: str) -> None:
    text = f"written:\n  by_others:\n    t.1: {{when: {condition}, writes: 50}}\n"
    table = bind(rule_set(f"{SMALL}{text}"))
    made = block(table, "written.by_others", "seat")
    keys = keys_of_every_hand(table)
    assert {case.name for number, case in enumerate(made.cases) if NeverDecides(number).against(made)} == keys


TURNS = (
    "card.number at most 3",
    "any(c.number is card.number for c in hand)",
    "all(c.number at least 2 for c in hand)",
    "count(c.suit is card.suit for c in hand) at least 2 cards",
    "sum(c.points for c in hand) above 9 points",
    "max(c.number for c in hand) is card.number",
)


@SLOW
@given(one=st.sampled_from(TURNS), other=st.sampled_from(TURNS), word=st.sampled_from(("and", "or")))
def test_conditions_of_a_turn_hold_for_the_hands_they_hold_for(one: str, other: str, word: str) -> None:
    table = bind(
        rule_set(
            f"{SMALL}deal: {{cards: 3}}\nturn:\n  may_take:\n    s.2: yes\n    t.1: ({one}) {word} not ({other})\n"
        )
    )
    made = block(table, "turn.may_take", "turn") if "hand" in one + other else None
    expr = next(each.expr for each in table.rule_set.conditions["turn.may_take"] if each.key == "t.1")
    call = table.binder.compile(expr).call
    seen = {
        bool(call(SimpleNamespace(hand=hand, card=card)))
        for kinds in combinations(table.pack.kinds[:20], 4)
        for card in kinds
        for hand in [[each for each in kinds if each is not card]]
    }
    if made is not None:
        always = {holds for holds in (True, False) if Always(expr, holds).against(made) is None}
        assert always == ({True, False} - {not each for each in seen} if len(seen) == 1 else set())


def test_hands_that_are_laid_off_are_more_than_those_that_are_held() -> None:
    """With lay-offs a seat may be left with less than any hand holds: nothing is claimed that they would break."""
    one = "loose.count is 1 card and deadwood at most 1 point and melded is 0 cards"
    case = f"written:\n  by_others:\n    t.1: {{when: {one}, writes: 0}}\n"
    table = bind(rule_set(f"{SMALL}{case}"))
    assert NeverDecides(0).against(block(table, "written.by_others", "seat")) is None
    table = bind(rule_set(f"{SMALL}{case}lay_off:\n  onto: closer\n"))
    made = block(table, "written.by_others", "seat")
    witness = NeverDecides(0).against(made)
    assert witness is not None
    assert made.groups[witness[0]].told == "1 point in 1 loose card after the lay-offs"


MIXED = (
    "any(c.points above closer.deadwood for c in loose)",
    "count(c.points below closer.deadwood for c in loose) at least 2 cards",
    "sum(c.points for c in loose) below closer.hand_points",
    "any(m.size is closer.melded for m in melds)",
    "all(c.number is not after_closer for c in loose)",
    "any(any(m.size above c.number for m in melds) for c in loose)",
    "any(any(c.number is d.number and c.suit is not d.suit for c in hand) for d in loose)",
    "sum(c.points for c in hand) below 2 * sum(c.points for c in loose)",
    "all(any(c.points above d.points for c in hand) for d in loose) and loose.count is 1",
)


@SLOW
@given(
    one=st.sampled_from(MIXED),
    other=st.sampled_from((*MIXED, "deadwood below 4 points")),
    word=st.sampled_from(("and", "or")),
    onto=st.sampled_from(("closer", "nobody")),
)
def test_single_cards_are_compared_with_the_close_before_and_with_what_is_left(
    one: str, other: str, word: str, onto: str
) -> None:
    text = f"written:\n  by_others:\n    t.1: {{when: ({one}) {word} ({other}), writes: 9}}\nlay_off:\n  onto: {onto}\n"
    rules = CloseRules.of(bind(rule_set(f"{SMALL}{text}")))
    made = TableBlocks.of(rules, hand_kinds(rules, Random(0)))
    asked, replays = made.blocks["written.by_others", "seat"], Replays(made)
    assert asked.exact
    assert {said.path: said.settled for said in every_place(made)}["written.by_others"] is True
    answers = {replays.agrees(asked, witness) for witness in cases(asked)}
    assert True in answers
    assert False not in answers


def cases(made: Block) -> list[tuple[int, int]]:
    """Every case of a block."""
    return [(group, course) for group in range(len(made.groups)) for course in range(made.courses)]


LAID = "c.points + total + gained below card.points + lost"
TOO_MANY = "c.points + closer.deadwood + total below closer.hand_points + gained + lost"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (
            f"written:\n  by_others:\n    t.1: {{when: any({TOO_MANY} for c in loose), writes: 9}}\n",
            "written.by_others",
        ),
        (
            f"lay_off:\n  onto: closer\n  may_lay_off:\n    t.1: any({LAID} for c in loose)\n",
            "lay_off.may_lay_off",
        ),
    ],
)
def test_what_cannot_be_asked_of_all_is_sampled_with_the_size_of_the_space(text: str, path: str) -> None:
    rules = CloseRules.of(bind(rule_set(f"{SMALL}{text}")))
    made = TableBlocks.of(rules, hand_kinds(rules, Random(0)))
    said = {one.path: one for one in every_place(made)}[path]
    assert said.open
    assert said.settled is False
    tried, space = (int(one.replace(",", "")) for one in re.findall(r"[\d,]*\d", said.said))
    assert space > 100 * tried
    replays = Replays(made)
    block = next(block for (name, _), block in made.blocks.items() if name == path)
    answers = {replays.agrees(block, witness) for witness in cases(block)[:: len(block.groups) * block.courses // 300]}
    assert True in answers
    assert False not in answers
    found = prove(rules.table, Random(0))
    assert not found.exact
    assert not any(one.finding.block.name == path for one in found.told if one.finding.claim is not None)


@pytest.mark.parametrize("part", MIXED[:6])
def test_choices_of_which_a_part_sees_the_same_have_the_same_answers(part: str) -> None:
    """One choice stands for all of its sight: whatever lies loose, all of them have its answer."""
    table = bind(rule_set(f"{SMALL}written:\n  by_others:\n    t.1: {{when: {part}, writes: 9}}\n"))
    rules = CloseRules.of(table)
    (looked,) = (one for one in rules.looked if one.alone)
    assert looked.besides is not None
    answers, random = Answers(table, looked), Random(1)
    for _ in range(60):
        loose = random.sample(table.pack.kinds[:20], random.randrange(5))
        melds = [MeldRecord.of(table.rule_set.enums, form) for form in random.sample(forms(table), 1)]
        known = answers.of(SimpleNamespace(loose=loose, melds=melds))
        for _ in range(40):
            record = SeatRecord(*(random.randrange(20) for _ in range(4)))
            facts = SimpleNamespace(closer=record, after_closer=random.randrange(2), loose=loose, melds=melds)
            facts.closer = replace(record, melded=record.melded % 5)
            expected = looked.test.call(facts)
            got = known[looked.besides.number(facts)] if isinstance(known, tuple) else known
            assert bool(got) == bool(expected)


def test_hands_are_told_apart_by_suits_that_only_seats_are_asked_about() -> None:
    """A case about the suit of a loose card is asked about hands with each suit, not about one for all of them."""
    text = "written:\n  by_others:\n    t.1: {when: any(c.suit is bastos for c in loose), writes: 9}\n"
    table = bind(rule_set(f"{SMALL}{text}"))
    made = block(table, "written.by_others", "seat")
    hands = [hand for _, hand in Hands.of([table]).classes()]
    loose = [best_arrangement(table, hand).loose for hand in hands]
    bastos = sum(any(table.kind(card).text.endswith("b") for card in cards) for cards in loose)
    assert made.times(made.judged.firsts[0], 0) == bastos


def test_a_witness_after_lay_offs_is_a_hand_that_was_replayed() -> None:
    text = """written:
  by_others:
    t.1: {when: deadwood below 2 points and runs is 1, writes: 3}
    t.2: {when: deadwood is 1 point and melded is 3 cards and runs is 1, writes: 4}
lay_off: {onto: closer}
"""
    told = prove(bind(rule_set(f"{SMALL}{text}")), Random(0)).told
    assert any(one.finding.code == "CH602" for one in told)
    text = "lay_off:\n  onto: closer\n  may_lay_off:\n    t.1: melds.count at least 1\n    t.2: melds.count at least 1 or meld.size is 3 cards\n"
    (one,) = [one.finding for one in prove(bind(rule_set(f"{SMALL}{text}")), Random(0)).told]
    assert (one.code, one.shown) == ("CH603", "1o 1c 1e 1b loose, 1o on 2o 3o 4o 5o")


def test_what_is_lacking_is_named() -> None:
    with pytest.raises(BindError) as caught:
        bind(rule_set("rule_set: house\nformat: 1\n"))
    named = str(caught.value).partition("needs, ")[2].partition(";")[0]
    assert {one.strip("`") for one in named.split(", ")} == {".".join(path) for path in _NEEDED}


@pytest.mark.parametrize(
    ("text", "name", "what"),
    [
        ("written:\n  by_others:\n    t.1: {when: deadwood below 9 points, writes: 0}\n", "written.by_others", "seat"),
        ("written:\n  if_unclosed:\n    t.1: {when: runs is 1, writes: 0}\n", "written.if_unclosed", "seat"),
        ("turn:\n  may_discard:\n    t.1: any(c.number above card.number for c in hand)\n", "turn.may_discard", "turn"),
        ("turn:\n  may_take:\n    s.2: any(c.number is card.number for c in hand)\n", "turn.may_take", "turn"),
        ("turn:\n  may_discard:\n    t.1: not can_close or card.number is 1\n", "turn.may_discard", "turn"),
        ("turn:\n  may_take:\n    s.2: turns at least 2 or card.number is 3\n", "turn.may_take", "course"),
        ("close:\n  may_close:\n    t.1: laps at least 2\n", "close", "course"),
        (
            "lay_off:\n  onto: closer\nwritten:\n  by_others:\n    t.1: {when: loose.count is 1 and runs is 1, writes: 0}\n",
            "written.by_others",
            "seat",
        ),
        (
            "written:\n  by_others:\n    t.1: {when: runs is 1, writes: 0}\nmelds:\n  declared: yes\n",
            "written.by_others",
            "seat",
        ),
        (
            "lay_off:\n  onto: closer\n  may_lay_off:\n    t.1: any(c.number above card.number for c in loose)\n",
            "lay_off.may_lay_off",
            "laid",
        ),
        (
            "game:\n  adjust:\n    t.1: {when: written above 5 points and total is 20, becomes: 0}\n",
            "game.adjust",
            "course",
        ),
        ("game:\n  out_when:\n    t.1: total above 30 points and not is_closer\n", "game.out_when", "course"),
        ("game:\n  ends_when:\n    t.1: highest_in above 30 points\n", "game.ends_when", "course"),
        (
            "re_entry:\n  total: highest_in\n  may_re_enter:\n    t.1: rounds_out is 1 and seats_in at least 1\n",
            "re_entry.may_re_enter",
            "course",
        ),
    ],
)
def test_every_case_of_a_block_is_put_to_the_referee(text: str, name: str, what: str) -> None:
    rules = CloseRules.of(bind(rule_set(f"{SMALL}{text}")))
    made = TableBlocks.of(rules, hand_kinds(rules, Random(0)))
    asked, replays = made.blocks[name, what], Replays(made)
    answers = [replays.agrees(asked, witness) for witness in cases(asked)]
    assert set(answers) <= {True, None}
    assert True in answers
    # what the block would say of other rules the referee does not: the fault is found, and nothing is told
    true = asked.columns
    turned = replace(
        asked, columns=Columns(true.cases, lambda expr: true.everywhere & ~true.of(expr), true.definitions)
    )
    assert False in {replays.agrees(turned, witness) for witness in cases(turned)}
    faulty = replace(made, blocks={**made.blocks, (name, what): turned})
    with pytest.raises(Disagreement):
        _cases_replayed(faulty, Replays(faulty))


def test_arrangements_that_come_out_otherwise_are_priced_before_they_are_shown() -> None:
    rules = CloseRules.of(bind(rule_set((PLACE / "ch607-arrangement.yaml").read_text("utf-8"))))
    made = TableBlocks.of(rules, hand_kinds(rules, Random(0)))
    (found,) = arranged_otherwise(made)
    assert found.code == "CH607"
    close = made.blocks["close", "hand"]
    number = next(at for at, case in enumerate(close.cases) if case.name == "clean")
    wrong = replace(
        close,
        effect=lambda case, course, point: (
            (False, 99, "nobody", "0") if case == number else close.effect(case, course, point)
        ),
        _effects={},
    )
    with pytest.raises(Disagreement):
        list(arranged_otherwise(replace(made, blocks={**made.blocks, ("close", "hand"): wrong})))


def test_seats_whose_arrangements_are_worth_the_same_are_priced_in_every_way() -> None:
    rules = CloseRules.of(bind(rule_set((PLACE / "ch607-others.yaml").read_text("utf-8"))))
    made = TableBlocks.of(rules, hand_kinds(rules, Random(0)))
    asked, replays = made.blocks["written.by_others", "seat"], Replays(made)
    several = [at for at, group in enumerate(asked.groups) if len(group.points) > 1]
    assert {replays.agrees(asked, (at, 0)) for at in several} == {True}
    # one way that the proof does not know of is one too many
    fewer = [replace(group, points=group.points[:1] * len(group.points)) for group in asked.groups]
    assert False in {replays.agrees(replace(asked, groups=tuple(fewer)), (at, 0)) for at in several}
