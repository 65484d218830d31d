"""What is looked up against what is searched: every answer from the tables of suits is that of the general solver."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.cards import Card, CardError
from referee.game.loosepoints import loose_points
from referee.game.solve import arrange, best_arrangement, deadwood, searched, searched_deadwood
from referee.game.space import Space
from referee.game.suitbatch import SuitBatch
from referee.game.suitcounts import SuitCounts
from referee.game.suitmelds import SuitMelds
from referee.game.suits import Suits, in_runs, least_loose
from referee.game.suittables import SuitTables
from referee.game.suitwilds import SuitWilds
from referee.ruleset.load import load
from referee.table import Table, bind
from tests.property.games import GAMES, IDS, Game
from tests.tables import FILES, table

HANDS = 150


def a_hand(at: Table, random: Random, *, twins: bool = False) -> tuple[Card, ...]:
    """A hand in which runs and sets are likely: from a few ranks and suits, with jokers if there are any."""
    suits, ranks = at.pack.suit_count, at.pack.rank_count
    rows = random.sample(range(ranks), min(ranks, random.randint(2, 4)))
    lines = random.sample(range(suits), random.randint(1, suits))
    likely = [
        kind.index
        for kind in at.pack.kinds
        for _ in range(kind.count if twins or kind.joker else 1)
        if kind.joker or kind.index % ranks in rows or (kind.index // ranks in lines and random.random() < 0.7)
    ]
    held = random.sample(likely, min(len(likely), random.randint(0, at.most_cards)))
    return tuple(Card(kind) for kind in sorted(held))


def agree(at: Table, hand: tuple[Card, ...]) -> None:
    """All that is told of a hand, by the tables and by the search."""
    wanted = searched(at, hand)
    assert best_arrangement(at, hand) == wanted, hand
    assert best_arrangement(at, hand[::-1]) == wanted
    assert deadwood(at, hand) == searched_deadwood(at, hand) == wanted.deadwood
    counts = at.derived(SuitCounts)
    if counts.fits:
        assert counts.arrangement_of(hand) in (wanted, None)
        assert counts.deadwood_of(hand) in (wanted.deadwood, None)
    texts = at.pack.notation.write_all(hand)
    assert arrange(at, texts) == arrange(at, " ".join(texts)) == wanted
    suited = [card.index for card in hand if not at.kind(card).joker]
    if len(set(suited)) == len(suited):
        answers = loose_points(at)
        assert answers.of_mask(answers.mask_of(hand)) == answers.searched(answers.mask_of(hand)) == wanted.deadwood


@pytest.mark.parametrize(("name", "seats", "options", "game"), GAMES, ids=IDS)
def test_every_table(name: str, seats: int | None, options: dict[str, int | bool], game: Game) -> None:
    at, random = table(name, seats, **options), Random(11)
    for _ in range(HANDS):
        agree(at, a_hand(at, random, twins=random.random() < 0.3))


def test_built_ins_take_the_short_way() -> None:
    for name, ways in (("spanish-40", "PairPoints"), ("gin-rummy", "SuitPoints"), ("chilean-50", "PairPoints")):
        assert type(table(name).derived(SuitTables).points).__name__ in (ways, "SuitPoints")
        assert table(name).derived(SuitMelds).fits
    assert table("spanish-48", jokers=2).derived(SuitWilds).fits
    assert not table("both-ends").derived(Suits).fits, "rules judge whole hands there"
    assert not table("wild-king").derived(SuitWilds).fits, "a king is wild there"
    twins = table("fournier-40", 5)
    assert twins.derived(SuitCounts).arrangement_of(twins.read_hand("7o 7o 7c 7e 7b")) is not None
    assert twins.derived(SuitCounts).arrangement_of(twins.read_hand("7o 7o 7c 7c 7e 7b")) is None, "a crowd"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("spanish-40", "7o 7c 4e 5e 6e 7e 7b"),
        ("spanish-40", "11o 6c 7c 10c 11c 11e 11b"),
        ("spanish-40", "3o 4o 5o 6o 6c 6e 6b"),
        ("gin-rummy", "9s 9h 9d 6c 7c 8c 9c"),
    ],
)
def test_of_arrangements_worth_the_same_the_smaller_list(name: str, text: str) -> None:
    at = table(name)
    agree(at, at.read_hand(text))


def test_many_hands_at_once() -> None:
    random = Random(5)
    for name, options in (("spanish-40", {}), ("spanish-48", {"jokers": 2}), ("gin-rummy", {}), ("wild-aces", {})):
        at = table(name, **options)
        answers = loose_points(at)
        masks = [answers.mask_of(a_hand(at, random)) for _ in range(1_000)]
        told = [answers.of_mask(mask) for mask in masks]
        assert list(answers.of_masks(masks)) == list(answers.of_masks(array("Q", masks))) == told
        tables = at.derived(SuitTables)
        if tables.points is not None and not tables.wild:
            assert SuitBatch(tables.suits, tables.points).of(masks).tolist() == told


def test_what_is_no_mask() -> None:
    for name, options in (("spanish-40", {}), ("spanish-40", {"jokers": 2}), ("gin-rummy", {}), ("one-run", {})):
        at = table(name, **options)
        answers = loose_points(at)
        for mask in (1 << at.pack.suit_count * at.pack.rank_count + 2, 1 << 63):
            with pytest.raises(ValueError, match="no hand of this pack"):
                answers.of_mask(mask)
            with pytest.raises(ValueError, match="no hand of this pack"):
                answers.of_masks([0, mask])
        with pytest.raises((ValueError, IndexError, OverflowError)):  # and it ends
            answers.of_mask(-1)
    twins = table("two-packs")
    with pytest.raises(ValueError, match="a mask has no place for a second `7o`"):
        loose_points(twins).mask_of(twins.read_hand("7o 7o"))


def test_what_was_written_of_a_card_stays() -> None:
    at = table("fournier-40", 5)
    best = best_arrangement(at, at.read_hand("7o'2 7c 7e 1b"))
    assert at.pack.notation.write_all(best.melds[0].cards) == ["7o'2", "7c", "7e"]


@pytest.mark.parametrize(
    "text", ["", "7o", "7O 7c,7e", "7o 7o", "7o 9x", "JK", "1o " * 10, "7o" + " " * 400 + "7c", "7o'3"]
)
def test_texts_are_read_as_ever(text: str) -> None:
    at = table("spanish-40")

    def told(cards: str | list[str]) -> object:
        try:
            return best_arrangement(at, at.read_hand(cards))
        except CardError as fault:
            return fault.code, fault.message, fault.text

    def arranged(cards: str | list[str]) -> object:
        try:
            return arrange(at, cards)
        except CardError as fault:
            return fault.code, fault.message, fault.text

    assert arranged(text) == told(text)
    assert arranged(text.split()) == told(text.split())


def test_the_least_of_a_suit_is_that_of_its_cards_alone() -> None:
    for name in ("spanish-40", "spanish-48", "chilean-50"):
        at = table(name)
        suits = at.derived(Suits)
        for part, least in enumerate(suits.loose[1]):
            held = {suits.ranks + rank: 1 for rank in range(suits.ranks) if part >> rank & 1}
            whole = sum([at.points[kind] for kind in held])
            assert least == whole - Space(at.meld_rules, at.points, held).best_points()


@given(st.sets(st.integers(1, 255), max_size=6), st.lists(st.integers(-9, 30), min_size=8, max_size=8))
def test_parts_of_a_suit_with_any_runs(runs: set[int], points: list[int]) -> None:
    """Against taking the runs of a part in every way."""

    def tried(part: int, left: list[int]) -> int:
        loose = sum([cost for place, cost in enumerate(points) if part >> place & 1])
        return min([loose, *[tried(part ^ run, left[at:]) for at, run in enumerate(left) if part & run == run]])

    least, joined = least_loose(sorted(runs), points), in_runs(sorted(runs), 8)
    for part in range(256):
        assert least[part] == tried(part, sorted(runs))
        assert joined[part] == sum(
            [bit for bit in (1 << n for n in range(8)) if any(r & bit and r & part == r for r in runs)]
        )


# -- rules of any shape ---------------------------------------------------------------------------------------------

_SETS = {3: ("[3]",), 4: ("3..4", "[3]", "[4]"), 5: ("3..5",)}


@st.composite
def rules(draw: st.DrawFn) -> Table:
    """A table whose melds, points, suits and ranks are anything that may be."""
    suits = draw(st.sampled_from([3, 4, 4, 5]))
    ranks = draw(st.sampled_from([8, 10, 13]))
    cards = draw(st.integers(4, 7))
    least, most = sorted((draw(st.integers(3, 6)), draw(st.integers(3, 6))))
    sets = draw(st.sampled_from(_SETS[suits]))
    jokers = draw(st.integers(0, 3))
    price = draw(st.sampled_from(["card.number", "min(card.number, 10)", "5 - card.number", "30 * card.number", "0"]))
    banned = draw(
        st.sampled_from(
            [
                "meld.wilds at most 1",
                "meld.naturals at least 2",
                "meld.kind is set or meld.outer_wilds is 0",
                "meld.kind is run or meld.wilds is 0",
                "meld.size is not 5",
                "meld.kind is run or meld.size is not 3",
            ]
        )
    )
    text = f"""
rule_set: house
format: 1
extends: spanish-40
table: {{seats: 2}}
pack:
  jokers: {jokers}
  suits: [{", ".join(["oros", "copas", "espadas", "bastos", "hojas"][:suits])}]
  ranks: [1..{ranks}]
  copies: {draw(st.sampled_from([1, 1, 2]))}
points:
  es.13: {{when: card.joker, points: {draw(st.sampled_from([0, 20, 25]))}}}
  es.7: {price}
deal: {{cards: {cards}}}
melds:
  set: {{size: "{sets}"}}
  run: {{size: "{least}..{most}", ace: {draw(st.sampled_from(["low", "high", "both", "around"]))}}}
  each_meld:
    es.12: remove
    h.1: {banned}
"""
    loaded = load(text.encode(), "house.yaml", FILES)
    assume(loaded.rule_set is not None)  # not every choice can be played
    assert loaded.rule_set is not None
    return bind(loaded.rule_set)


@settings(max_examples=40)
@given(st.data())
def test_rules_of_any_shape(data: st.DataObject) -> None:
    at = data.draw(rules())
    random = Random(data.draw(st.integers(0, 10_000)))
    for _ in range(25):
        agree(at, a_hand(at, random, twins=True))
