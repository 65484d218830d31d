"""Every limit of a rule set and of an expression, at its value and one above it: what is said of one more, and only of it.

A limit is met by making what it counts in a house rule of the `plain` game of the bad files, or in a game of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from referee import limits
from referee.cards import CardError
from referee.lang.check import check as check_expression
from referee.lang.cost import cost
from referee.lang.parse import parse
from referee.lang.syntax import Expr
from referee.library import Library
from referee.library.shelf import FolderShelf
from referee.source import Text
from referee.vocabulary.load import vocabulary
from referee.workshop.bench import Bench
from referee.workshop.check import check

BASES = Path(__file__).parents[2] / "golden" / "bad" / "rules" / "bases"


def codes(text: str, folder: Path = BASES) -> list[str]:
    found = check(text.encode(), "casa.yaml", FolderShelf([folder])).diagnostics
    return sorted({one.code for one in found if one.severity == "error"})


def house(body: str) -> str:
    return f"rule_set: casa\nformat: 1\nextends: plain\n{body}\n"


def condition(text: str) -> str:
    return house(f"close:\n  may_close:\n    q.1: {text}")


def characters(number: int) -> str:
    """An expression of so many characters."""
    return condition("deadwood at most" + " " * (number - 17) + "5")


def parts(number: int) -> str:
    """A part for every number and three more: the function, the bound and the whole."""
    return condition(f"min({','.join('1' * (number - 3))}) at most 5")


def depth(number: int) -> str:
    """Negations inside each other."""
    return condition("not " * (number - 1) + "faulty")


def loops(number: int) -> str:
    names = "abcdefgh"[:number]
    inner = " and ".join(f"{name}.place at least 0" for name in names)
    return condition("".join("all(" for _ in names) + inner + "".join(f" for {name} in loose)" for name in names))


def numeral(number: int) -> str:
    return condition(f"deadwood at most {number}")


def signs(number: int) -> str:
    return condition(" + ".join(["1"] + ["2 %" for _ in range(number)]))


def seats(number: int) -> str:
    return house(f"table: {{seats: 1..{number}}}\ndeal: {{cards: 4}}")


def hand(number: int) -> str:
    return house(f"table: {{seats: 1..2}}\ndeal: {{cards: {number}}}\npack: {{wild: no}}")


def packs(number: int) -> str:
    return house(f"pack: {{copies: {number}}}")


def wild(number: int, cards: int = 8) -> str:
    """So many different cards are wild, with so many in a hand."""
    return house(
        f"table: {{seats: 1..2}}\ndeal: {{cards: {cards}}}\npack: {{wild: card.suit is oros and card.place at most {number}}}"
    )


def wide(number: int, cards: int = 8) -> str:
    """The same where twins may stand in a set."""
    text = wild(number, cards).replace("pack: {", "pack: {copies: 2, ")
    return f"{text.rstrip()}\nmelds: {{set: {{twins: yes}}}}\n"


def wild_cards(number: int, cards: int) -> str:
    """So many cards of the pack are wild, all of them jokers."""
    return house(f"table: {{seats: 1..2}}\ndeal: {{cards: {cards}}}\npack: {{jokers: {number}}}")


def choices(suits: int, copies: int, cards: int, wild: str) -> str:
    """Sets of twins, chosen in (copies + 1) to the power of suits ways."""
    names = ", ".join(f"{letter}a" for letter in "bcdfghjl"[:suits])
    return house(
        f"table: {{seats: 1..2}}\ndeal: {{cards: {cards}}}\npoints: {{p.7: 1}}\n"
        f"pack: {{suits: [{names}], copies: {copies}, wild: {wild}, jokers: 1}}\nmelds: {{set: {{twins: yes}}}}"
    )


def jokers(number: int) -> str:
    return house(f"pack: {{jokers: {number}}}")


def suits(number: int) -> str:
    names = ", ".join(f"{letter}a" for letter in "bcdfghjlmnp"[:number])
    return house(f"table: {{seats: 2}}\npack: {{suits: [{names}]}}\npoints: {{p.7: 1}}")


def ranks(number: int) -> str:
    return house(f"pack: {{ranks: [1..{number}]}}\npoints: {{p.7: 1}}")


def points(number: int) -> str:
    return house(f"points: {{p.7: {number}}}")


def options(number: int) -> str:
    inherited = 3
    more = "".join(f"  o{n}: {{clause: p.9, type: yes_no, default: no}}\n" for n in range(number - inherited))
    return house(f"options:\n{more}")


def examples(number: int) -> str:
    return house("examples:\n" + "  - {hand: 1o 2o 3o, deadwood: 0}\n" * number)


def placeholders(number: int) -> str:
    text = "{limit}" * 200
    keys = "".join(f'  q.{n}: {{en: "{text}"}}\n' for n in range(number // 200))
    rest = "{limit}" * (number % 200)
    rules = "".join(f"    q.{n}: yes\n" for n in range(number // 200 + 1))
    return house(f'book:\n{keys}  q.{number // 200}: {{en: "{rest}."}}\nclose:\n  may_close:\n{rules}')


LIMITS: dict[str, tuple[Callable[[int], str], str]] = {
    "EXPRESSION_CHARACTERS": (characters, "CH310"),
    "EXPRESSION_PARTS": (parts, "CH310"),
    "EXPRESSION_DEPTH": (depth, "CH310"),
    "EXPRESSION_LOOPS": (loops, "CH310"),
    "NUMBER": (numeral, "CH104"),
    "SEATS": (seats, "CH519"),
    "HAND_CARDS": (hand, "CH519"),
    "PACKS": (packs, "CH519"),
    "JOKERS": (jokers, "CH519"),
    "WILD_KINDS": (wild, "CH519"),
    "WILD_KINDS_OF_TEN": (lambda number: wild(number, 10), "CH519"),
    "WILD_KINDS_OF_TWELVE": (lambda number: wild(number, 12), "CH519"),
    "WILD_KINDS_OF_MORE": (lambda number: wild(number, 13), "CH519"),
    "WILD_KINDS_WIDE": (wide, "CH519"),
    "WILD_CARDS_OF_TWELVE": (lambda number: wild_cards(number, 12), "CH519"),
    "SUITS": (suits, "CH519"),
    "RANKS": (ranks, "CH519"),
    "CARD_POINTS": (points, "CH519"),
    "OPTIONS": (options, "CH012"),
    "EXAMPLES": (examples, "CH012"),
    "PLACEHOLDERS": (placeholders, "CH012"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_one_more_is_told_and_nothing_less(name: str) -> None:
    make, code = LIMITS[name]
    most = getattr(limits, name)
    assert codes(make(most)) == (["CH610"] if name == "EXPRESSION_LOOPS" else [])
    assert codes(make(most + 1)) == [code]


def signs_told(number: int) -> int:
    """How many of so many signs that are none are told."""
    text = "deadwood at most 5" + " %" * number
    return sum(one.code == "CH312" for one in parse(Text.plain(text))[1])


def test_signs_of_one_expression() -> None:
    assert [signs_told(limits.SIGNS_TOLD + more) for more in (-1, 0, 1)] == [
        limits.SIGNS_TOLD - 1,
        limits.SIGNS_TOLD,
        limits.SIGNS_TOLD,
    ]


# -- steps: what costs how many is asked of the language, so that the bound is met exactly


@cache
def steps(text: str) -> int:
    expr, _ = parse(Text.plain(text))
    assert expr is not None
    scope = vocabulary().scope("turn.may_discard.*")
    typed: Expr | None = check_expression(expr, scope)[0]
    assert typed is not None
    return cost(typed, scope.bounds, {})


def of_steps(number: int) -> str:
    """A condition that takes so many steps: as many large parts as fit, then smaller ones, then names."""
    parts = ["faulty"]
    one = "sum(c.place for c in hand)"
    two = "sum(sum(c.place + d.place for d in hand) for c in hand)"
    for more in (f"{two} at least 0", f"{one} at least 0", "laps at least 0", "faulty"):
        while steps(" and ".join([*parts, more])) <= number:
            parts.append(more)
    text = " and ".join(parts)
    assert steps(text) == number
    return text


def told(text: str) -> list[str]:
    found = check(text.encode(), "casa.yaml", FolderShelf([BASES])).diagnostics
    return [one.message for one in found if one.code == "CH610"]


def test_steps_of_one_clause() -> None:
    def discards(number: int) -> str:
        return house(f"turn:\n  may_discard:\n    q.1: {of_steps(number)}")

    assert told(discards(limits.CLAUSE_STEPS)) == []
    assert [message.split(";")[0] for message in told(discards(limits.CLAUSE_STEPS + 1))] == [
        "judging q.1 may take 20,001 steps, at most 20,000 are allowed"
    ]


@pytest.mark.parametrize(
    ("cards", "wild", "most"),
    [(8, "card.joker", limits.SET_CHOICES), (12, "no", limits.SET_CHOICES), (9, "card.joker", limits.SET_CHOICES_OF_MORE),
     (13, "no", limits.SET_CHOICES_OF_MORE)],
)  # fmt: skip
def test_choices_for_a_set(cards: int, wild: str, most: int) -> None:
    """They are powers, so that there is no number of them one above the limit."""
    for suits in range(1, 9):
        for copies in range(1, 5):
            ways = (copies + 1) ** suits
            text = choices(suits, copies, cards, wild)
            messages = [
                one.message
                for one in check(text.encode(), "casa.yaml", FolderShelf([BASES])).diagnostics
                if one.code == "CH519"
            ]
            assert bool(messages) is (ways > most), (suits, copies, messages)
            assert all(f"{ways} ways to choose cards of one rank for a set, expected at most {most}" in one
                       for one in messages)  # fmt: skip


def test_no_wild_card_and_a_small_hand_take_any_sets() -> None:
    assert "CH519" not in codes(choices(8, 4, 8, "no"))


def test_steps_of_conditions_on_whole_hands() -> None:
    """With hands of twelve and no wild card there are up to 310 arrangements, each shown in 150 steps."""

    def whole(number: int) -> str:
        asked = ["not deadwood below 0"] * (number % 3) + ["deadwood at least 0"] * ((number - 4 * (number % 3)) // 3)
        rules = "".join(f"    q.{n}: {text}\n" for n, text in enumerate(asked))
        return house(f"table: {{seats: 1..2}}\ndeal: {{cards: 12}}\npack: {{wild: no}}\nmelds:\n  whole_hand:\n{rules}")

    most = limits.WHOLE_HAND_STEPS // 310 - 150
    assert codes(whole(most)) == []
    assert codes(whole(most + 1)) == ["CH519"]


def test_steps_of_one_close() -> None:
    """The rules of the base are among them: a first close that is too dear says how many they take."""

    def closes(number: int) -> str:
        half = of_steps(number // 2), of_steps(number - number // 2)
        return house("close:\n  may_close:\n" + "".join(f"    q.{n}: {text}\n" for n, text in enumerate(half)))

    (first,) = told(closes(limits.CLOSE_STEPS))
    others = int(first.split(" ")[5].replace(",", "")) - limits.CLOSE_STEPS
    assert told(closes(limits.CLOSE_STEPS - others)) == []
    assert [message.split(";")[0] for message in told(closes(limits.CLOSE_STEPS - others + 1))] == [
        "judging a close may take 20,001 steps, at most 20,000 are allowed"
    ]


def test_steps_of_the_examples() -> None:
    """A question is asked as long as fewer have been taken."""
    rule_set = Library().rule_set("spanish-40")
    tired = [Bench(rule_set, spent=limits.EXAMPLE_STEPS + more).tired for more in (-1, 0)]
    assert tired == [False, True]


def test_characters_of_a_card() -> None:
    """Blanks between the words count; what is longer is not looked at."""
    table = Library().table(Library().rule_set("spanish-40"))
    card = "7" + " " * (limits.CARD_CHARACTERS - 9) + "de oros"
    assert len(card) == limits.CARD_CHARACTERS - 1
    assert table.pack.notation.read(f" {card}") == table.pack.notation.read("7o")
    with pytest.raises(CardError) as raised:
        table.pack.notation.read(f"  {card}")
    assert raised.value.code == "CARD_UNKNOWN"
