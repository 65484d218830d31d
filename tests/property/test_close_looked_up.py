"""Closes whose verdicts are looked up, against the same closes with every rule asked about every arrangement."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.cards import Card
from referee.game.choice import BestClose, best_close, closable
from referee.game.close import CloseQuestion, CloseVerdict, Closings, judge_close, judge_closings
from referee.game.facts import GIVABLE
from referee.table import Table
from tests.property.plain_close import plain_close, plain_closings
from tests.tables import FILES, house, table

HANDS, WILD_HANDS, MOST_WILDS = 60, 12, 3

LOOKING = {
    "dear-loose": """
close:
  may_close:
    es.4: melded at least 3 cards and (all(c.number below 9 for c in loose) or deadwood at most 12 points)
    z.1: any(m.size above 3 for m in melds) or laps at least 2
    z.2: count(c.joker for c in hand) at most 1 and (card.number above 3 or hand_points at most 30 points)
  outcomes:
    plain: {when: "not any(c.suit is oros for c in loose)", writes: "sum(c.number for c in loose) + hand_points"}
""",
    "cheap-cards": """
close:
  may_close:
    es.4: melded at least 3 cards and deadwood at most 9 points
    z.4: card.points at most 6 points
    z.5: deadwood above 20 points or card.points at least 2 points
""",
    "odd-writes": """
close:
  may_close:
    es.4: deadwood at most 9 points
  outcomes:
    plain: {writes: if deadwood is 9 then -30 else deadwood}
""",
    "dear-hands": """
close:
  may_close:
    es.4: melded at least 4 cards or deadwood at least 30 points
    z.7: turns at least 2
""",
    "what-is-left": """
options: {most: {clause: es.4, type: points, from: 0, to: 50, default: 9}}
define:
  cheap: deadwood at most most
melds:
  whole_hand:
    z.3: sets at most 1 or loose.count at most 2
close:
  may_close:
    es.4: cheap or (if sets is 0 then total above 20 points else hand_points below 40 points)
  outcomes:
    clean: {lay_off: if laps above 1 then everyone else closer}
""",
}


NOT_TAKEN = "close: {may_close: {z.6: not card.taken}}\n"


def tables() -> list[tuple[str, Table]]:
    found = [(name, table(name)) for name in FILES.names() if name != "common"]
    found += [(name, house(text)) for name, text in LOOKING.items()]
    found += [("spanish-40 jokers", table("spanish-40", jokers=2, close_with_taken=False))]
    found += [("fournier-40 two packs", table("fournier-40", 5))]
    return [*found, ("not taken, two packs", house(NOT_TAKEN, "fournier-40", 5))]


TABLES = tables()


def dealt(at: Table, random: Random, size: int) -> tuple[Card, ...]:
    """A hand, half of them put together of pieces of melds."""
    ranks, suits = at.pack.rank_count, at.pack.suit_count
    left = [kind.index for kind in at.pack.kinds for _ in range(kind.count)]
    random.shuffle(left)
    wished: list[int] = []
    while random.random() < 0.75 and len(wished) < size:
        suit, rank = random.randrange(suits), random.randrange(ranks)
        run = [suit * ranks + (rank + step) % ranks for step in range(random.choice((3, 3, 4, 7)))]
        wished += run if random.random() < 0.5 else [other * ranks + rank for other in range(suits)]
    if at.pack.copies > 1 and random.random() < 0.7:
        wished = [*left[:3], *left[:3], *wished]
    hand: list[int] = []
    for kind in [*wished, *left]:
        wilds = sum(at.pack.kinds[one].wild for one in hand)
        if kind in left and len(hand) < size and (wilds < MOST_WILDS or not at.pack.kinds[kind].wild):
            left.remove(kind)
            hand.append(kind)
    return tuple(map(Card, hand))


def given(random: Random) -> dict[str, Any]:
    """Facts of a course, often none."""
    names = random.sample(sorted(GIVABLE), random.choice((0, 0, 1, 3)))
    return {
        name: random.random() < 0.5 if name in {"faulty", "is_eldest"} else random.randrange(5) * 9 for name in names
    }


def same(one: CloseVerdict, other: CloseVerdict) -> bool:
    """Whether two verdicts say the same, with the same facts for the texts of their refusals."""
    return one == other and [facts(failure) for failure in one.failures] == [
        facts(failure) for failure in other.failures
    ]


def said(close: CloseVerdict | BestClose) -> tuple[object, ...]:
    """What the choice of a closing card says of it."""
    names = ("legal", "outcome", "wins_game", "writes", "clause", "priced_by", "lay_off")
    clauses = close.refused if isinstance(close, BestClose) else clauses_of(close)
    return (*(getattr(close, name) for name in names), clauses)


def clauses_of(verdict: CloseVerdict) -> tuple[str, ...]:
    return tuple(dict.fromkeys(failure.clause for failure in verdict.failures))


def nearest(refused: Closings) -> Card:
    """Where no close is legal: fewest clauses fail, then x.6, then the first card."""

    def order(entry: tuple[Card, CloseVerdict]) -> tuple[int, ...]:
        _, verdict = entry
        fitting = verdict.failures[0].slot.startswith("close.outcomes")
        melds = verdict.arrangement.melds
        melded = sum(len(meld.cards) for meld in melds)
        many = 0 if fitting else len(clauses_of(verdict))
        return many, verdict.arrangement.deadwood, -melded, len(melds)

    return min(refused.each, key=order)[0]


def facts(failure: Any) -> dict[str, Any]:
    found = {
        name: getattr(failure.facts, name) for name in type(failure.facts).__slots__ if hasattr(failure.facts, name)
    }
    return {name: list(value) if isinstance(value, list | tuple) else value for name, value in found.items()}


@pytest.mark.parametrize(("name", "at"), TABLES, ids=[name for name, _ in TABLES])
def test_a_close_is_what_the_rules_say_of_each_arrangement(name: str, at: Table) -> None:
    random = Random(name)
    for _ in range(WILD_HANDS if at.meld_rules.wild_kinds else HANDS):
        cards, facts_given = dealt(at, random, at.hand_size + 1), given(random)
        taken = random.choice((None, *cards))
        closing, keep = cards[0], cards[1:]
        for question in (
            CloseQuestion(keep, facts_given, None, None, None),
            CloseQuestion(keep, facts_given, closing, None, None),
            CloseQuestion(keep, facts_given, closing, cards, taken),
        ):
            kept, told, put, hand, was_taken = (getattr(question, one) for one in CloseQuestion.__slots__)
            verdict = judge_close(at, kept, given=told, closing=put, hand=hand, taken=was_taken)
            assert same(verdict, plain_close(at, question)), (cards, question)


@pytest.mark.parametrize(("name", "at"), TABLES, ids=[name for name, _ in TABLES])
def test_so_is_the_choice_of_the_closing_card(name: str, at: Table) -> None:
    random = Random(f"choice {name}")
    for _ in range((WILD_HANDS if at.meld_rules.wild_kinds else HANDS) // 3):
        cards, facts_given = dealt(at, random, at.hand_size + 1), given(random)
        taken = random.choice((None, *cards))
        found, plain = (
            judge_closings(at, cards, given=facts_given, taken=taken),
            plain_closings(at, cards, facts_given, taken),
        )
        assert found.best == plain.best
        for (card, one), (other, twin) in zip(found.each, plain.each, strict=True):
            assert card == other
            assert same(one, twin), (cards, card)
        chosen, verdicts = best_close(at, cards, given=facts_given, taken=taken), dict(plain.each)
        assert said(chosen) == said(verdicts[chosen.closing])
        assert chosen.closing == (plain.best or nearest(plain)), cards
        legal = {card.index for card, verdict in plain.each if verdict.legal}
        assert closable(at, cards, given=facts_given, taken=taken) == legal


def test_of_twins_the_one_not_taken_is_thrown() -> None:
    at = house(NOT_TAKEN, "fournier-40", 5)
    for text, refused in (("2o 3o 4o 5o 6o 7o 1c 1c", ()), ("2o 3o 4o 5o 6o 7o 1c 1e", ("z.6",))):
        cards = at.read_hand(text)
        ace = next(card for card in cards if at.write(card) == "1c")
        keep = list(cards)
        keep.remove(ace)
        assert clauses_of(judge_close(at, keep, closing=ace, taken=ace)) == refused
        assert (ace.index in closable(at, cards, taken=ace)) is (not refused)


def test_loose_on_purpose_may_be_worth_more() -> None:
    at = house(LOOKING["odd-writes"])
    cards = at.read_hand("7o 7c 7e 7b 2c 3c 4c 12o")
    chosen = best_close(at, cards)
    assert (at.write(chosen.closing), chosen.outcome, chosen.writes) == ("12o", "plain", -30)


def test_a_fact_that_cannot_be_given_is_named() -> None:
    at = table("spanish-40")
    with pytest.raises(ValueError, match="`moon` is no fact"):
        judge_close(at, tuple(map(Card, range(7))), given={"moon": 1})
