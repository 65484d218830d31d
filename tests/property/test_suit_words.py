"""What machine words say of hands: texts by their characters, runs of a part, jokers, arrangements told when they are read."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from referee.cards import Card
from referee.game.arrangement import Arrangement
from referee.game.cardtexts import CardTexts
from referee.game.loosepoints import loose_points
from referee.game.solve import arrange, best_arrangement, searched
from referee.game.space import Space
from referee.game.suitmelds import SuitMelds, _runs_of
from referee.game.suits import POINTS_AT, Suits
from referee.game.suittables import SuitTables
from referee.native import in_use
from referee.table import Table, bind
from tests.tables import table, variant

NAMES = ("spanish-40", "spanish-48", "gin-rummy")


# -- texts ----------------------------------------------------------------------------------------------------------


def read(at: Table, cards: list[str] | str) -> int:
    """What a dictionary says of texts."""
    melds = at.derived(SuitMelds)
    words = cards.split(" ") if isinstance(cards, str) else cards
    words = [word for word in words if word or not isinstance(cards, str)]
    bits = [melds.spelt.get(word, 0) for word in words]
    suited = [bit for bit in bits if bit < melds.beyond]
    known = 0 not in bits and len(bits) <= melds.cards and len(set(suited)) == len(suited)
    return sum(bits) if known else -1


def texts_of(at: Table) -> CardTexts:
    melds = at.derived(SuitMelds)
    return CardTexts(melds.spelt, melds.beyond, melds.cards, melds.characters)


WORDS = (
    "7o",
    "10e",
    "12b",
    "JK",
    "1c",
    "2c",
    "3c",
    "",
    "x",
    "7",
    "o7",
    "JKK",
    "12bb",
    "7o7c",
    "ñ",
    "７o",
    "\t7o",
    "7o'2",
    "\0",
    "\x007o",
)


@given(st.lists(st.sampled_from(WORDS), max_size=11), st.sampled_from([" ", "  ", ", ", "\t"]))
def test_texts_are_the_masks_that_a_dictionary_gives(words: list[str], between: str) -> None:
    for at in (table("spanish-40", jokers=2), table("spanish-48")):
        texts = texts_of(at)
        assert texts.mask_of(words) == texts.mask_of(tuple(words)) == read(at, words)
        assert texts.mask_of(between.join(words)) == read(at, between.join(words))


def test_every_card_of_every_pack_has_its_place() -> None:
    for name in NAMES:
        at = table(name)
        texts, kinds = texts_of(at), at.pack.notation.texts
        for text, bit in at.derived(SuitMelds).spelt.items():
            assert texts.mask_of([text]) == texts.mask_of(text) == bit
            assert texts.mask_of([text, text]) == -1 or text == "JK"
        assert texts.mask_of(list(kinds)) == -1, "more cards than a hand has"
        assert texts.mask_of([7, "7o"]) == texts.mask_of([None]) == -1  # type: ignore[list-item]
        assert texts.mask_of(" " * 100_000 + kinds[0]) == -1
        assert texts.mask_of("") == texts.mask_of([]) == 0


# -- runs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_runs_of_every_part_are_those_of_the_search(name: str) -> None:
    at = table(name)
    suits = at.derived(Suits)
    for suit, runs in enumerate(_runs_of(suits, native=in_use())):
        if suit and suits.numbers[suit] is suits.numbers[0]:
            continue  # the same row
        first = suit * suits.ranks
        for part in range(1, 1 << suits.ranks, 3 if suits.ranks > 10 else 1):
            held = [first + place for place in range(suits.ranks) if part >> place & 1]
            best = Space(at.meld_rules, at.points, dict.fromkeys(held, 1)).best()
            assert [sum([1 << kind - first for kind in one.cards]) for one in best] == runs.runs_of(part), held
            loose = sum([at.points[kind] for kind in held]) - sum([one.weight for one in best] or [0]) // (1 << 12)
            assert suits.numbers[suit][part] >> POINTS_AT == suits.loose[suit][part] == loose


# -- jokers ---------------------------------------------------------------------------------------------------------

SMALL = """
table: {{seats: 2}}
pack: {{suits: [oros, copas, espadas, bastos], ranks: [1..8], jokers: 2}}
deal: {{cards: 4}}
points:
  es.13: {{when: card.joker, points: {joker}}}
  es.7: "{price}"
melds:
  set: {{size: "{sets}"}}
  each_meld: {{es.12: remove, h.1: {banned}}}
"""


@pytest.mark.parametrize(
    ("joker", "price", "sets", "banned"),
    [
        (25, "card.number", "3..4", "meld.naturals at least 2"),
        (0, "if card.suit is oros then 9 else card.number", "3..4", "meld.wilds at most 2"),
        (3, "9 - card.number", "3..4", "meld.kind is set or meld.outer_wilds is 0"),
    ],
)
def test_jokers_with_all_small_hands(joker: int, price: str, sets: str, banned: str) -> None:
    """Every hand of a corner of the pack, four ranks of four suits, with one joker and with two."""
    at = bind(variant(SMALL.format(joker=joker, price=price, sets=sets, banned=banned)))
    answers = loose_points(at)
    suited = [suit * 8 + rank for suit in range(4) for rank in range(4)]
    assert at.derived(SuitTables).points is not None
    for jokers in (1, 2):
        for size in range(5):
            for kinds in combinations(suited, size):
                mask = sum([1 << kind for kind in kinds]) + (jokers << 32)
                assert answers.of_mask(mask) == answers.searched(mask), (kinds, jokers)


@pytest.mark.parametrize("name", ["spanish-40", "spanish-48"])
def test_jokers_with_crowded_ranks(name: str) -> None:
    """Hands of two or three ranks and neighbours: sets of every kind in each other's way."""
    at, random = table(name, jokers=2), Random(3)
    answers, ranks = loose_points(at), at.pack.rank_count
    for _ in range(400):
        start = random.randrange(ranks - 2)
        near = [suit * ranks + start + step for suit in range(4) for step in range(3)]
        jokers = random.choice((1, 1, 2))
        kinds = random.sample(near, random.randint(3, 7))
        mask = sum([1 << kind for kind in kinds]) + (jokers << 4 * ranks)
        assert answers.of_mask(mask) == answers.searched(mask), (kinds, jokers)


# -- arrangements that are told when they are read -----------------------------------------------------------------------


@given(st.sampled_from(NAMES), st.data())
def test_an_arrangement_is_the_same_whether_it_was_read_or_not(name: str, data: st.DataObject) -> None:
    at = table(name)
    near = [kind.index for kind in at.pack.kinds if kind.index % at.pack.rank_count in (4, 5, 6, 7)]
    kinds = data.draw(st.lists(st.sampled_from(near), max_size=at.most_cards, unique=True))
    assume(kinds)
    hand = [Card(kind) for kind in sorted(kinds)]
    wanted = searched(at, hand)
    made = Arrangement(wanted.melds, wanted.loose, wanted.deadwood)
    text = " ".join(at.pack.notation.write_all(hand))
    assert arrange(at, text).deadwood == made.deadwood
    assert arrange(at, text).loose == made.loose
    assert arrange(at, text).melds == made.melds
    assert hash(arrange(at, text)) == hash(made)
    assert arrange(at, text) == made == best_arrangement(at, hand)
    assert repr(arrange(at, text)) == repr(made)
    assert pickle.loads(pickle.dumps(arrange(at, text))) == copy.deepcopy(arrange(at, text)) == made


def test_an_arrangement_cannot_be_changed() -> None:
    at = table("spanish-40")
    found = arrange(at, "7o 7c 7e 1b")
    assert found.melds is found.melds
    for name in ("melds", "loose", "deadwood", "other"):
        with pytest.raises(AttributeError):
            setattr(found, name, 1)
        with pytest.raises(AttributeError):
            delattr(found, name)
    assert found != (found.melds, found.loose, found.deadwood)
    assert found != arrange(at, "7o 7c 7e 2b")
    match found:
        case Arrangement(melds, loose, deadwood):
            assert (len(melds), at.pack.notation.write_all(loose), deadwood) == (1, ["1b"], 1)
    assert repr(Arrangement((), (), 0)) == "Arrangement(melds=(), loose=(), deadwood=0)"
