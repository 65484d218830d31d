"""Expressions in words: the points of grammar on which a sentence may trip, language by language."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from referee.lang.types import TRUTH, Many, Member, Quantity, Record
from referee.vocabulary import LANGUAGES, vocabulary
from referee.voice import speak_condition
from tests.unit.voice.spoken import ENUMS, known, said, typed

CLOSE = "close.may_close.*"
CLEAN = re.compile(r"[^{}]+")


def when(text: str, slot: str, language: str, **constants: object) -> str:
    """A condition after `if`, settled at a table."""
    return speak_condition(typed(text, slot), slot, language, known=known(**constants))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "there are at least 4 melded cards and at most 5 loose points"),
        ("es", "hay al menos 4 cartas ligadas y como mucho 5 puntos sueltos"),
        ("eu", "gutxienez 4 karta konbinatu eta gehienez 5 puntu solte daude"),
        ("fr", "il y a au moins 4 cartes combinées et au plus 5 points en cartes isolées"),
        ("pt", "há pelo menos 4 cartas combinadas e no máximo 5 pontos soltos"),
        ("tr", "en az 4 birleştirilmiş kart ve boşta en fazla 5 puan var"),
    ],
)
def test_what_is_counted_is_said_in_one_go(language: str, text: str) -> None:
    assert said("melded at least 4 and deadwood at most 5", CLOSE, language) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "if there is no loose card and there is exactly 1 run"),
        ("es", "si no hay ninguna carta suelta y hay exactamente 1 escalera"),
        ("eu", "karta solterik ez badago eta zehazki eskailera bat badago"),
        ("fr", "s'il n'y a aucune carte isolée et s'il y a exactement 1 suite"),
        ("pt", "se não houver nenhuma carta solta e houver exatamente 1 sequência"),
        ("tr", "boşta kart yoksa ve tam 1 seri varsa"),
    ],
)
def test_conditions_take_the_mood_of_their_language(language: str, text: str) -> None:
    assert when("loose.count is 0 and runs is 1", CLOSE, language) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("loose.count below 1", "there is no loose card"),
        ("loose.count at most 0", "there is no loose card"),
        ("loose.count is not 0", "there is at least 1 loose card"),
        ("loose.count above 0", "there is at least 1 loose card"),
        ("1 at most loose.count", "there is at least 1 loose card"),
        ("loose.count above 1", "there is more than 1 loose card"),
        ("not loose.count at least 3", "there are fewer than 3 loose cards"),
        ("runs is not 2", "the number of runs is not 2"),
        ("melds.count in [1, 3]", "there are 1 or 3 melds"),
        ("melds.count in 2..", "there are at least 2 melds"),
        ("melds.count not in 1..2", "the number of melds is not 1 or 2"),
        ("-total at least 50", "its total is at most −50 points"),
        ("total at least -50", "its total is at least −50 points"),
        ("total + deadwood at most 100", "its total plus the sum of its loose points is at most 100 points"),
        ("total - (gained - lost) is 0", "its total minus (the sum of its points above zero minus the sum of its points below zero) is 0 points"),
        ("melded * 2 above loose.count * 3", "the number of melded cards times 2 is above the number of loose cards times 3"),
    ],
)  # fmt: skip
def test_comparisons(text: str, words: str) -> None:
    assert said(text, CLOSE, "en") == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not (card.joker or faulty)", "the closing card is not a printed joker and no irregular play has left the seat with a wrong number of cards"),
        ("not (is_eldest and laps is 0)", "the seat is not eldest or there has been at least 1 full lap of this round"),
        ("card.joker and (runs is 1 or sets is 1)", "the closing card is a printed joker and either there is exactly 1 run or there is exactly 1 set"),
        ("(card.joker and runs is 1) or faulty", "the closing card is a printed joker and there is exactly 1 run, or an irregular play has left the seat with a wrong number of cards"),
        ("if is_eldest then runs is 1 else yes", "the seat is eldest and there is exactly 1 run, or the seat is not eldest"),
    ],
)  # fmt: skip
def test_not_is_pushed_down_and_alternatives_are_bracketed(text: str, words: str) -> None:
    assert said(text, CLOSE, "en") == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("all(c.rank in 1..3 for c in loose)", "the rank of every loose card is 1, 2 or 3"),
        ("not all(c.joker for c in loose)", "this holds for at least one loose card (it is not a printed joker)"),
        ("any(c.suit is oros for c in loose)", "the suit of at least one loose card is oros"),
        ("all(m.size at least 4 for m in melds)", "every meld has at least 4 cards"),
        ("all(c.joker or c.taken for c in hand)", "this holds for every card in hand (it is a printed joker or it was taken from the discard pile in this turn)"),
        ("count(c.joker for c in hand) below 2", "there are fewer than 2 printed jokers in hand"),
        ("count(c.rank is 1 for c in hand) is 2", "the number, among all cards in hand, of those for which this holds (its rank is 1) is 2"),
        ("max(c.points for c in loose) at most 3", "the greatest value among all loose cards (points when loose) is at most 3 points"),
    ],
)  # fmt: skip
def test_collections(text: str, words: str) -> None:
    assert said(text, CLOSE, "en") == words


def test_the_topic_of_a_sentence_is_it_and_nothing_else_is() -> None:
    assert said("card.suit is oros", "turn.may_discard.*", "en") == "its suit is oros"
    assert said("card.suit is oros", CLOSE, "en") == "the suit of the closing card is oros"
    nested = said("all(c.joker or card.joker for c in hand)", "turn.may_discard.*", "en")
    assert nested == "this holds for every card in hand (it is a printed joker or the card is a printed joker)"


def test_own_melds_are_told_from_others_where_others_lie_beside_them() -> None:
    assert said("melds.count at least 1", "lay_off.may_lay_off.*", "en") == "it has at least 1 meld of its own"


@pytest.mark.parametrize(
    ("text", "slot", "words"),
    [
        ("min(card.number, 10)", "points.*.points", "its number (at most 10)"),
        ("max(10, card.number)", "points.*.points", "its number (at least 10)"),
        ("min(card.number, card.place)", "points.*.points", "the least of (number; place in the order of the pack)"),
        ("if wilds is 1 then -50 else -25", "close.outcomes.*.writes", "−50 points if there is exactly 1 melded card that stands for another, otherwise −25 points"),
        ("25 + sum(o.deadwood for o in others)", "close.outcomes.*.writes", "25 points plus the sum over all other seats (loose points)"),
        ("(deadwood + 5) * 2", "close.outcomes.*.writes", "(the sum of its loose points plus 5 points) times 2"),
        ("coins(deadwood) / 2", "close.outcomes.*.pays", "as many coins as the sum of its loose points divided by 2, rounded down"),
        ("lowest total", "game.winner.*.prefer", "lowest total"),
        ("2..4", "table.seats", "2, 3 or 4 seats"),
        ("[3..4, 7]", "melds.run.size", "3, 4 or 7 cards"),
        ("3..", "melds.run.size", "3 cards or more"),
        ("[2, 5..]", "melds.run.size", "2 or 5 or more cards"),
        ("7", "deal.cards", "7 cards"),
        ("turned_up", "deal.next_card", "turned up"),
    ],
)  # fmt: skip
def test_values(text: str, slot: str, words: str) -> None:
    assert said(text, slot, "en") == words


def test_options_and_definitions_have_their_names_where_nothing_is_known() -> None:
    assert said("total above limit", CLOSE, "en") == "its total is above the option limit"
    assert said("strict", CLOSE, "en") == "the option strict is yes"
    assert said("not strict", CLOSE, "tr") == "strict seçeneği hayır"
    assert said("total above limit", CLOSE, "en", limit=70) == "its total is above 70 points"


def test_every_name_field_and_comparison_can_be_said_in_every_language() -> None:
    """Each fact and field beside each comparison: no frame lacks a word, and nothing stays unfilled."""
    for slot in ("define.*", "turn.may_discard.*", "melds.each_meld.*", "lay_off.may_lay_off.*"):
        for text in _all_of(slot):
            for language in LANGUAGES:
                words = said(text, slot, language)
                assert CLEAN.fullmatch(words), (text, language, words)
                assert "  " not in words, (text, language, words)


def _all_of(slot: str) -> Iterator[str]:
    scope = vocabulary().scope(slot, enums=ENUMS)
    named = dict(scope.facts)
    for name, kind in scope.facts.items():
        if isinstance(kind, Record):
            named |= {f"{name}.{field}": one for field, one in scope.records[kind.name].items()}
        if isinstance(kind, Many):
            named[f"{name}.count"] = Quantity(scope.units_of[kind.record])
            for field, one in scope.records[kind.record].items():
                if one == TRUTH:
                    yield f"all(x.{field} for x in {name})"
                    yield f"not any(x.{field} for x in {name})"
                    yield f"count(x.{field} for x in {name}) at most 2"
                elif isinstance(one, Quantity):
                    yield f"any(x.{field} at least 2 for x in {name})"
                    yield f"min(x.{field} for x in {name}) is 3"
    for name, kind in named.items():
        if kind == TRUTH:
            yield from (name, f"not {name}")
        elif isinstance(kind, Member):
            yield from (f"{name} {word} {ENUMS[kind.enum].members[0]}" for word in ("is", "is not"))
            yield f"{name} not in [{', '.join(ENUMS[kind.enum].members[:2])}]"
        elif isinstance(kind, Quantity):
            for comparator, number in product(("is", "is not", "at most", "at least", "below", "above"), (0, 1, 2, -3)):
                yield f"{name} {comparator} {number}"
            yield f"{name} in 2..4"
            yield f"{name} not in [2, 5..]"
