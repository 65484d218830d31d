"""What is answered without looking everywhere, against looking everywhere.

A meld out of reach of a hand takes no card of it, however long one tries; a card no meld could ever take is never laid;
a few melds are gone through as many are searched, and seen at a glance they are the same; sets of cards as numbers hold what they were made of; of cards that
are gone the copies named are gone.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Card, in_pack_order
from referee.game import space
from referee.game.glance import Glance
from referee.game.growth import Fields, Layable, within_reach
from referee.game.meld import Supply, is_meld
from referee.game.result import less
from referee.game.solve import held_by_kind, space_of
from referee.game.space import Space
from referee.game.tablemeld import Run, Set, State, growing, table_meld
from referee.record.fast_words import AskJudge, PackCodes
from referee.table import Table
from tests.property.test_layoff import CASES, IDS, Case, situation
from tests.property.test_solver import to_card
from tests.tables import table

SITUATIONS, STEPS = 60, 3


def in_reach(at: Table, case: Case, random: Random) -> tuple[list[int], int]:
    """The melds of a situation that are told to be in reach, and how many there are; the others take nothing."""
    melds, hand = situation(case, random, at.hand_size)
    found = [is_meld(at, [to_card(at, card) for card in meld]) for meld in melds]
    on_table = [table_meld(0, meld) for meld in found if meld]
    counts = held_by_kind([to_card(at, card) for card in hand])
    fields = Fields(at, counts, Space(at.meld_rules, at.points, counts))
    near = within_reach(at, on_table, range(1, len(on_table) + 1), counts)
    for number in set(range(1, len(on_table) + 1)) - set(near):
        assert set(Layable(at, on_table, [number], fields, None).choices) == {0}, (melds, hand, number)
    for meld in on_table:
        check_kinds(at, growing(at, meld))
    return near, len(on_table)


def check_kinds(at: Table, grower: Run | Set) -> None:
    """What is added in a few steps by trying every kind of the pack are kinds told to be in reach."""
    kinds = range(len(at.pack.kinds))
    states: set[State] = {grower.start}
    for _ in range(STEPS):
        steps = [(kind, step) for state in states for kind in kinds for step in grower.steps(state, kind)]
        assert all(grower.within_reach(kind) for kind, _ in steps)
        states = {step.state for _, step in steps}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_what_is_out_of_reach_takes_nothing(case: Case) -> None:
    at, random = table(case.name, case.seats, **case.options), Random(case.name)
    near = beyond = 0
    for _ in range(SITUATIONS):
        found, there = in_reach(at, case, random)
        near, beyond = near + len(found), beyond + there - len(found)
    assert near
    # where an ace or a wild card may go anywhere nothing is ever told to be out of reach
    assert beyond or at.meld_rules.ace != "low" or at.meld_rules.wild_kinds


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_few_melds_are_gone_through_as_many_are_searched(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    at, random, few = table(case.name, case.seats, **case.options), Random(case.name), 0
    for _ in range(SITUATIONS):
        hand = [to_card(at, card) for card in situation(case, random, at.hand_size)[1]]
        left = held_by_kind(random.sample(hand, len(hand) - 2))
        told = [told_of(at, held_by_kind(hand), left)]
        few += 2 <= len(Space(at.meld_rules, at.points, held_by_kind(hand)).meldable) <= 6
        monkeypatch.setattr(space, "_FEW", -1)
        told.append(told_of(at, held_by_kind(hand), left))
        monkeypatch.undo()
        assert told[0] == told[1], hand
    assert few >= 5


def told_of(at: Table, counts: dict[int, int], left: dict[int, int], of: Space | None = None) -> tuple[object, ...]:
    """What a space says of a hand, and of some cards of it."""
    of = of or Space(at.meld_rules, at.points, counts)
    part = sum(of.unit(kind) * times for kind, times in left.items())
    return of.best(), of.best(part), of.worth(part), of.best_points(), sorted(of.profiles()), of.live, of.full


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_melds_seen_at_a_glance_are_all_melds_of_a_hand(case: Case) -> None:
    at, random, seen = table(case.name, case.seats, **case.options), Random(case.name), list[int]()
    for _ in range(SITUATIONS):
        hand = [to_card(at, card) for card in situation(case, random, at.hand_size)[1]]
        counts = held_by_kind(hand)
        glanced = at.derived(Glance).melds(counts, twins=len(counts) < len(hand))
        assert glanced in (None, Space(at.meld_rules, at.points, counts).meldable), hand
        seen += [] if glanced is None else [len(glanced)]
        assert told_of(at, counts, {}, space_of(at, counts, len(hand))) == told_of(at, counts, {}), hand
    assert any(seen) or at.meld_rules.wild_kinds or at.meld_rules.cyclic


CODES = [PackCodes(at.pack, at.most_cards) for at in (table("spanish-40", 2, jokers=2), table("fournier-40", 8))]


@given(st.sampled_from(CODES), st.data())
def test_a_set_of_cards_holds_what_it_was_made_of(codes: PackCodes, data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.sampled_from(sorted(codes.index_of)), max_size=8))
    other = data.draw(st.lists(st.sampled_from(sorted(codes.index_of)), max_size=8))
    kinds, others = (Counter(codes.kind_of(text) for text in one) for one in (texts, other))
    held, part = codes.set_of(texts), codes.set_of(other)
    assert codes.cards_of(held) == tuple(Card(kind) for kind in sorted(kinds.elements()))
    assert codes.has(held, part) is (others <= kinds)
    for kind, unit, field in zip(sorted(codes.index_of.values()), codes.unit, codes.field, strict=True):
        assert (held & field) // unit == kinds[kind]


def test_only_cards_strictly_written_are_in_a_set() -> None:
    for codes in CODES:
        for text in ("7O", "7o'1", "13o", "", "?"):
            with pytest.raises(AskJudge):
                codes.set_of(["1o", text])
            with pytest.raises(AskJudge):
                codes.kind_of(text)


def gone_one_by_one(cards: list[Card], gone: list[Card]) -> list[Card]:
    """The cards without those that are gone, by the words of `less`."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
        else:
            left = _without_first_like(left, card)
    return left


def _without_first_like(left: list[Card], card: Card) -> list[Card]:
    for at, one in enumerate(left):
        if one.index == card.index:
            return left[:at] + left[at + 1 :]
    return left


FEW_CARDS = st.lists(st.builds(Card, st.integers(0, 4), st.integers(0, 2)), max_size=9)


@given(FEW_CARDS, FEW_CARDS)
def test_less_takes_the_copies_named(cards: list[Card], gone: list[Card]) -> None:
    assert less(cards, gone) == gone_one_by_one(cards, gone)


@given(FEW_CARDS, st.data())
def test_a_supply_gives_unmarked_copies_first_and_keeps_the_rest_in_order(
    cards: list[Card], data: st.DataObject
) -> None:
    wanted = data.draw(st.lists(st.sampled_from(cards), unique_by=id, max_size=len(cards))) if cards else []
    supply, left = Supply(cards), list(in_pack_order(cards))
    for card in wanted:
        taken = supply.take(card.index)
        assert taken == min(one for one in left if one.index == card.index)
        left.remove(taken)
    assert supply.rest() == tuple(left)
