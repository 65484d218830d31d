"""The solver's ground floor against trying everything: any sizes, aces, twins, wild cards and conditions on melds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.cards import Notation
from referee.game.readings import RUNS_AT, SETS_AT, WILDS_AT
from referee.game.space import Space, tag
from referee.table.melds import MELD_KINDS, MeldRules, Signature
from referee.table.pack import Pack, blank_kinds
from tests.property import brute

SUITS = [("oros", "o"), ("copas", "c"), ("espadas", "e"), ("bastos", "b")]

CONDITIONS = {
    "any": lambda kind, size, wilds, outer: True,
    "two real cards": lambda kind, size, wilds, outer: size - wilds >= 2,
    "one wild": lambda kind, size, wilds, outer: wilds <= 1,
    "gaps only": lambda kind, size, wilds, outer: outer == 0,
    "with a wild": lambda kind, size, wilds, outer: wilds >= 1 or kind == "set",
    "short sets": lambda kind, size, wilds, outer: kind == "run" or size == 3,
}


@st.composite
def games(draw: st.DrawFn) -> tuple[Any, ...]:
    """A pack with its meld rules, for the referee and for the slow solver, and a hand that is likely to meld."""
    suits, ranks = draw(st.integers(2, 4)), draw(st.integers(3, 7))
    copies, jokers = draw(st.integers(1, 2)), draw(st.integers(0, 2))
    twins = draw(st.booleans())
    ace = draw(st.sampled_from(["low", "high", "both", "around"]))
    wild_rank = draw(st.sampled_from([None, None, 0, 1]))
    wild_suit = draw(st.sampled_from([None, 0]))
    jokers_wild = draw(st.sampled_from([True, True, True, False]))
    condition = CONDITIONS[draw(st.sampled_from(sorted(CONDITIONS)))]
    set_sizes = draw(st.sampled_from([{3, 4}, {3, 4, 5, 6}, {3}, {2, 3}]))
    run_sizes = draw(st.sampled_from([{3, 4, 5, 6, 7}, {3, 4, 7}, {4, 5, 6}, {2, 3}]))
    prices = draw(st.sampled_from([lambda n: n, lambda n: min(n, 3), lambda n: 0 if n == 2 else 5, lambda n: n - 2]))

    def wild(suit: int, rank: int) -> bool:
        return wild_rank == rank and wild_suit in (None, suit)

    rank_names = [(str(n), n, str(n)) for n in range(1, ranks + 1)]
    notation = Notation(SUITS[:suits], rank_names, has_jokers=jokers > 0)
    kinds = tuple(
        replace(
            kind,
            wild=jokers_wild if kind.joker else wild(kind.suit, kind.rank),
            points=9 if kind.joker else prices(kind.number),
        )
        for kind in blank_kinds(notation, suits, rank_names, copies=copies, jokers=jokers)
    )
    pack = Pack(kinds, suits, ranks, copies, jokers, notation)

    def may_be(signature: Signature) -> bool:
        return condition(MELD_KINDS[signature.kind], signature.size, signature.wilds, signature.outer_wilds)

    rules = MeldRules.of(pack, 9, set_sizes=set_sizes, run_sizes=run_sizes, twins=twins, ace=ace, may_be=may_be)

    def plain(index: int) -> brute.BruteCard:
        return brute.JOKER if kinds[index].joker else (kinds[index].suit, kinds[index].rank)

    slow = brute.Rules(
        suits,
        ranks,
        set_sizes,
        run_sizes,
        copies if twins else 1,
        ace,
        {plain(kind.index) for kind in kinds if kind.wild},
        condition,
        lambda card: 9 if card == brute.JOKER else prices(card[1] + 1),
    )
    cards = [kind.index for kind in kinds for _ in range(kind.count)]
    size = draw(st.integers(0, min(7, len(cards))))
    hand = draw(st.lists(st.sampled_from(range(len(cards))), min_size=size, max_size=size, unique=True))
    return rules, [kind.points for kind in kinds], [cards[at] for at in hand], slow, plain


@settings(max_examples=600, deadline=None)
@given(games())
def test_the_best_arrangement_is_the_first_of_all(game: tuple[Any, ...]) -> None:
    rules, points, hand, slow, plain = game
    found = Space(rules, points, Counter(hand)).best()
    melded = [card for meld in found for card in meld.cards]
    loose = list((Counter(hand) - Counter(melded)).elements())
    blocks = [brute.Block(MELD_KINDS[g.kind], tuple(sorted(map(plain, g.cards))), 0, 0) for g in found]
    assert Counter(melded) <= Counter(hand)
    assert brute.order_key(slow, blocks, list(map(plain, loose))) == brute.best(slow, list(map(plain, hand)))


@settings(max_examples=400, deadline=None)
@given(games())
def test_the_profiles_are_all_that_can_be_seen_of_arrangements(game: tuple[Any, ...]) -> None:
    rules, points, hand, slow, plain = game
    space = Space(rules, points, Counter(hand), by_signature=True)
    seen = set()
    for profile in space.profiles():
        loose, melds = space.loose(profile), space.melds(profile)
        assert space.melded_points(profile) == sum(points[c] for c in hand) - sum(points[c] for c in loose)
        assert space.melded_cards(profile) == len(hand) - len(loose)
        assert tag(profile, RUNS_AT) == sum(kind == 0 for kind, *_ in melds)
        assert tag(profile, SETS_AT) == sum(kind == 1 for kind, *_ in melds)
        assert tag(profile, WILDS_AT) == sum(wilds for _, _, wilds, _ in melds)
        seen.add((tuple(sorted(map(plain, loose))), tuple(sorted((MELD_KINDS[k], n, w, o) for k, n, w, o in melds))))
    assert seen == brute.facts(slow, list(map(plain, hand)))


@settings(max_examples=300, deadline=None)
@given(games())
def test_the_smallest_list_of_any_profile(game: tuple[Any, ...]) -> None:
    rules, points, hand, slow, plain = game
    space = Space(rules, points, Counter(hand), by_signature=True)
    by_profile: dict = {}
    for melds, loose in brute.arrangements(slow, list(map(plain, hand))):
        key = (tuple(sorted(loose)), tuple(sorted((b.kind, len(b.cards), b.wilds, b.outer) for b in melds)))
        by_profile.setdefault(key, set()).add(tuple(sorted(b.order for b in melds)))
    for profile in space.profiles():
        loose = tuple(sorted(map(plain, space.loose(profile))))
        melds = tuple(sorted((MELD_KINDS[k], n, w, o) for k, n, w, o in space.melds(profile)))
        lists = by_profile[loose, melds]
        found, reached = space.smallest({profile})
        assert reached == profile
        assert tuple((one.kind == 1, tuple(map(plain, one.cards))) for one in found) == min(lists)
        every = [tuple((o.kind == 1, tuple(map(plain, o.cards))) for o in melds) for melds in space.every({profile})]
        assert every == sorted(lists)


@settings(max_examples=300, deadline=None)
@given(games())
def test_all_that_are_equally_good_best_first(game: tuple[Any, ...]) -> None:
    rules, points, hand, slow, plain = game
    found = [
        tuple((one.kind == 1, tuple(map(plain, one.cards))) for one in melds)
        for melds in Space(rules, points, Counter(hand)).equally_good()
    ]
    keys = [brute.order_key(slow, *split) for split in brute.arrangements(slow, list(map(plain, hand)))]
    least = min(key[0] for key in keys)
    wanted = {tuple(key[-1]): key for key in keys if key[0] == least}
    assert found == [tuple(key[-1]) for key in sorted(wanted.values())]
