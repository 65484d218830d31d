"""The fast roads to the best close, in machine words and in whole numbers, against the general one and the judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from itertools import combinations
from random import Random
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards import Card
from referee.game.choice import BestClose, _Chooser, best_close, closable
from referee.game.close import judge_closings
from referee.game.closemasks import CloseMasks
from referee.game.closeroad import CloseRoad
from referee.game.closerules import CloseQuestion
from referee.game.closewords import CloseWords
from referee.game.courses import CloseCourse, CloseCourses
from referee.game.wordways import WordWays
from referee.table import Table
from tests.property.test_close_looked_up import TABLES, dealt, nearest, said
from tests.property.test_close_looked_up import given as facts
from tests.tables import house, table

HANDS = 40
Road = CloseWords | CloseMasks


def looks_at_cards(at: Table) -> bool:
    """Whether what comes of a close hangs on single cards, though none was taken: then no fast road is asked."""
    known = at.derived(CloseCourses).known
    if known.rules.opens or (known.of_card and (known.of_hand or known.weighs_hand)):
        return True
    cards = tuple(map(Card, range(at.hand_size + 1)))
    every = (Card(kind.index) for kind in at.pack.kinds if not kind.wild)
    return known.of_card and len({course_of(at, (card, *cards[1:]), {}) for card in every}) > 1


def course_of(at: Table, cards: tuple[Card, ...], given_facts: Mapping[str, int | bool]) -> CloseCourse:
    """The course of a close with the first of some cards face down, which was not taken."""

    def question() -> CloseQuestion:
        return CloseQuestion(cards[1:], given_facts, cards[0], cards, None)

    known = at.derived(CloseCourses).known
    card = cards[0].index if known.of_card else -1
    return known.played(given_facts, len(cards) - 1, card, question, taken=False, points=0)


def asked(road: Road, at: Table, cards: tuple[Card, ...], given_facts: Mapping[str, int | bool]) -> BestClose | None:
    """What a road says of a hand."""
    found = road.in_course(course_of(at, cards, given_facts), len(cards))
    return None if found is None else road.best(cards, found)  # type: ignore[arg-type]


def plain_hand(at: Table, cards: tuple[Card, ...]) -> bool:
    """Whether a hand has neither wild cards nor twins."""
    kinds = [at.pack.kinds[card.index] for card in cards]
    return len(set(cards)) == len(cards) and not any(kind.wild or kind.joker for kind in kinds)


FAST = [(name, at) for name, at in TABLES if not looks_at_cards(at) and min(at.points) >= 0]


@pytest.mark.parametrize(("name", "at"), FAST, ids=[name for name, _ in FAST])
def test_every_road_leads_to_the_same_close(name: str, at: Table) -> None:
    random, general = Random(f"roads {name}"), _Chooser(at)
    roads, answers = (CloseWords(at), CloseMasks(at)), 0
    for _ in range(HANDS):
        cards, given_facts = dealt(at, random, random.randrange(1, at.hand_size + 3)), facts(random)
        wanted = general.of_profiles(cards, given_facts, None)
        for road in roads:
            found = asked(road, at, cards, given_facts)
            assert (found is not None) == plain_hand(at, cards), at_hand(at, cards)
            if found is not None:
                answers += 1
                assert found == wanted, at_hand(at, cards)
    assert answers > HANDS // 4


def at_hand(at: Table, cards: tuple[Card, ...]) -> str:
    return " ".join(at.write(card) for card in cards)


def test_there_are_many_such_tables() -> None:
    assert len(FAST) > 30
    assert {"spanish-40", "spanish-48", "fournier-40", "gin-rummy", "conga", "odd-writes"} <= {name for name, _ in FAST}


@pytest.mark.parametrize(("name", "at"), TABLES, ids=[name for name, _ in TABLES])
def test_the_road_that_is_taken_never_leads_elsewhere(name: str, at: Table) -> None:
    random, road, general = Random(f"taken {name}"), CloseRoad(at), _Chooser(at)
    answers = 0
    for _ in range(HANDS // 2):
        cards, given_facts = dealt(at, random, at.hand_size + 1), random.choice(({}, facts(random)))
        taken = random.choice((None, *cards[:2]))
        found = road.best(cards, given_facts, taken)
        if found is not None:
            answers += 1
            assert found == general.of_profiles(cards, given_facts, taken), at_hand(at, cards)
    assert (answers > 0) == ((name, at) in FAST)


PACKS = (("oros, copas, espadas, bastos", "3..4"), ("oros, copas, espadas, bastos", "4"), ("oros, copas, espadas", "3"))
"""Suits, and what sets there are."""

RANKS = ("1..7, sota 10, caballo 11, rey 12", "1..9", "1..13", "1..6")
POINTS = (
    "card.number",
    "min(card.number, 10)",
    "if card.suit is oros then 0 else card.number",
    "if card.number above 5 then 20 else 1",
)
WILD = ("", ", wild: card.rank is 2 and card.suit is oros")
RUNS = ("3..", "3..4", "4..", "[3, 5]")
ACES = ("low", "high", "both", "around")
MAY = (
    "deadwood at most 9 points",
    "melded at least 3 cards and deadwood at most 12 points",
    "runs at least 1 or deadwood at most 3 points",
    "(sets is 0 or runs is 0) and deadwood at most 15 points",
    "deadwood at least 4 points",
    "runs at least 2 or total above 20 points",
    "faulty",
)
WRITES = (
    "deadwood",
    "if deadwood is 9 then -30 else deadwood",
    "if runs above sets then -5 else 12",
    "if melded at least 6 then 1 else deadwood",
    "7",
)


def rules(random: Random) -> str:
    """A house rule that says anew what the pack, points, melds and closes are."""
    suits, sets = random.choice(PACKS)
    ranks, points, wild, runs, ace, may, writes = map(random.choice, (RANKS, POINTS, WILD, RUNS, ACES, MAY, WRITES))
    return f"""
pack: {{suits: [{suits}], ranks: [{ranks}]{wild}}}
points:
  es.13: remove
  es.7: {points}
deal: {{cards: 6}}
table: {{seats: 2}}
melds:
  run: {{size: "{runs}", ace: {ace}}}
  set: {{size: "{sets}"}}
close:
  may_close: {{es.2: remove, es.3: turns at least 1, es.4: {may}}}
  outcomes: {{plain: {{writes: {writes}}}}}
"""


@cache
def made(number: int) -> Table:
    """One of many house tables."""
    return house(rules(Random(number)))


@st.composite
def hands(draw: st.DrawFn, at: Table) -> tuple[Card, ...]:
    """A hand without twins, most of it from a few ranks and suits."""
    ranks, kinds = at.pack.rank_count, at.pack.suit_count * at.pack.rank_count
    rows = draw(st.sets(st.integers(0, ranks - 1), min_size=1, max_size=3))
    lines = draw(st.sets(st.integers(0, at.pack.suit_count - 1), max_size=1))
    likely = [kind for kind in range(kinds) if kind % ranks in rows or kind // ranks in lines]
    found = draw(st.sets(st.sampled_from(likely) | st.integers(0, kinds - 1), min_size=1, max_size=at.hand_size + 2))
    return tuple(map(Card, draw(st.permutations(sorted(found)))))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_at_any_table_too(data: st.DataObject) -> None:
    at = made(data.draw(st.integers(0, 23)))
    assert not looks_at_cards(at)
    cards = data.draw(hands(at))
    told: dict[str, int | bool] = {"turns": data.draw(st.integers(0, 2)), "faulty": data.draw(st.booleans())}
    wanted = at.derived(_Chooser).of_profiles(cards, told, None)
    for road in (at.derived(CloseWords), at.derived(CloseMasks)):
        found = asked(road, at, cards, told)
        assert (found is not None) == plain_hand(at, cards)
        assert found in {None, wanted}, at_hand(at, cards)
    assert best_close(at, cards, given=told) == wanted
    every = judge_closings(at, cards, given=told)
    assert wanted.closing == (every.best or nearest(every))
    assert said(wanted) == said(dict(every.each)[wanted.closing])


def structured(at: Table) -> Iterator[tuple[Card, ...]]:
    """All hands of one card more than is kept: of one suit, of two suits of six ranks, of squares of suits and ranks."""
    ranks = at.pack.rank_count
    suit, pair = range(ranks), [kind + ranks * line for line in (1, 3) for kind in range(2, 8)]
    squares = [rank + ranks * line for line in range(4) for rank in (0, 1, 2)]
    wide = [rank + ranks * line for line in (0, 2, 3) for rank in (4, 5, 6, 7)]
    for cards in (suit, pair, squares, wide):
        yield from (tuple(map(Card, hand)) for hand in combinations(cards, at.hand_size + 1))


@pytest.mark.parametrize("name", ["spanish-40", "spanish-48", "fournier-40"])
def test_whole_families_of_hands_are_chosen_as_the_judge_says(name: str) -> None:
    at = table(name)
    roads, outcomes = (CloseWords(at), CloseMasks(at)), set[str | None]()
    for cards in structured(at):
        every = judge_closings(at, cards)
        closing = every.best or nearest(every)
        wanted = said(dict(every.each)[closing])
        outcomes.add(str(wanted[1]))
        for road in roads:
            found = asked(road, at, cards, {})
            assert found is not None
            assert (found.closing, said(found)) == (closing, wanted), at_hand(at, cards)
    assert {"clean", "plain", "None"} <= outcomes


def test_what_is_not_kept_goes_the_general_road() -> None:
    at, random = table("spanish-48"), Random(3)
    general = _Chooser(at)
    none, few = WordWays(at, most_ways=0), WordWays(at, most_choices=1)
    known = [0, 0]
    for _ in range(200):
        cards = dealt(at, random, 8)
        if plain_hand(at, cards):
            assert WordWays(at).hand_of(cards) is not None
            known[0] += none.hand_of(cards) is not None
            known[1] += few.hand_of(cards) is not None
            assert best_close(at, cards) == general.of_profiles(cards, {}, None)
    assert known[0] == 0
    assert 0 < known[1] < 200
    assert WordWays(at).hand_of(tuple(map(Card, range(14)))) is None  # more cards than anybody may hold
    assert WordWays(at).hand_of((Card(48),)) is None
    assert WordWays(at).hand_of((Card(-1),)) is None


def test_many_may_ask_at_once() -> None:
    at = house("points: {es.7: card.number + 1}", "spanish-48")
    random = Random(4)
    asked_for = [dealt(at, random, 8) for _ in range(100)]
    wanted = [at.derived(_Chooser).of_profiles(cards, {}, None) for cards in asked_for]
    roads: tuple[Road, ...] = (CloseWords(at), CloseMasks(at))
    found: dict[int, list[BestClose | None]] = {}

    def ask(number: int) -> None:
        found[number] = [asked(roads[number % 2], at, cards, {}) for cards in asked_for]

    threads = [Thread(target=ask, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert all(answers == wanted for answers in found.values())


def test_nobody_closes_with_no_cards() -> None:
    for at in (table("spanish-40"), table("gin-rummy")):
        with pytest.raises(ValueError, match="no card to close with"):
            best_close(at, [])
        with pytest.raises(ValueError, match="no card to close with"):
            closable(at, ())


def test_an_answer_is_a_value() -> None:
    at = table("spanish-40")
    one, same, other = (best_close(at, at.read_hand(text)) for text in ("1o 2o 3o 4o 5o 6o 7o 1c",) * 2 + ("1o 2c",))
    assert one == same != other
    assert hash(one) == hash(same)
    assert len({one, same, other}) == 2
    assert copy(one) == one
    assert repr(one).startswith("BestClose(closing=Card(index=")
    assert one != "a close"
    match one:
        case BestClose(closing, judged):
            assert (closing, judged) == (one.closing, one.judged)
    assert (one.legal, one.outcome, one.wins_game) == (True, "chinchon", True)
