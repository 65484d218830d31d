"""What a refused player is told: the clause, then the author's words or what was measured."""

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from referee.game.close import judge_close
from referee.lang.leaves import failing_leaves
from referee.table import Table, bind
from referee.vocabulary import LANGUAGES
from referee.voice import Failed, refusal_text
from referee.voice.book import book_of
from referee.voice.refusal import measured
from tests.tables import variant


@dataclass
class Failure:
    """A failure made by hand."""

    clause: str
    key: str
    slot: str
    leaves: tuple[Any, ...]
    facts: Any


def failures(
    rules: str, keep: str, base: str = "spanish-40", options: dict[str, Any] | None = None, **given: int | bool
) -> tuple[Table, tuple[Failed, ...]]:
    """The table of a variant, and why a close at it is refused."""
    table = bind(variant(rules, base), None, options)
    verdict = judge_close(table, table.read_hand(keep), given=given or {"laps": 1})
    return table, verdict.failures


def told(rules: str, keep: str, language: str = "en", **more: Any) -> str:
    """What is measured for the first failing clause."""
    table, found = failures(rules, keep, **more)
    return " ".join(measured(book_of(table, language), found[0]))


POOR = "1o 3o 5c 7c 2e 4b 12o"


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("deadwood at most 5", "Loose points: 34; must be at most 5."),
        ("melded at least 4 and deadwood at most 5", "Melded cards: 0; must be at least 4. Loose points: 34; must be at most 5."),
        ("not deadwood above 5", "Loose points: 34; must be at most 5."),
        ("5 at least deadwood", "Loose points: 34; must be at most 5."),
        ("total + deadwood at most limit", "Total plus loose points: 34; must be at most 20."),
        ("limit at least total + deadwood", "Total plus loose points: 34; must be at most 20."),
        ("runs is 1 or sets is 1", "Runs: 0; must be 1. Or sets: 0; must be 1."),
        ("melded at least 4 and (not close_with_taken or runs is 1)", "Melded cards: 0; must be at least 4. Runs: 0; must be 1."),
        ("not (melded below 4 and runs is 0)", "Melded cards: 0; must be at least 4. Or runs: 0; must not be 0."),
        ("(if melded is 0 then runs is 1 else yes)", "Melded cards: 0; must not be 0. Or runs: 0; must be 1."),
        ("melded in 3..", "Melded cards: 0; must be 3 or more."),
        ("not melded in [0, 3]", "Melded cards: 0; must not be 0 or 3."),
        ("deadwood is not 34", "Loose points: 34; must not be 34."),
        ("melded above wilds", "Melded cards: 0; must be above 0."),
                ("count(c.number is 7 for c in loose) is 0", "Number, among all loose cards, of those for which this holds (its number is 7): 1; must be 0."),
        ("all(c.number below 7 for c in loose)", "Not met: the number of every loose card is below 7."),
        ("not any(c.number is 7 for c in loose)", "Not met: this holds for every loose card (its number is not 7)."),
        ("is_eldest", "The seat is not eldest."),
        ("not (faulty or laps is 1)", "Laps finished in this round: 1; must not be 1."),
        ("few", "Loose cards: 7; must be at most 1."),
        ("no", ""),
    ],
)  # fmt: skip
def test_every_leaf_is_measured(condition: str, words: str) -> None:
    rules = f"book: {{es.4: {{en: Close low.}}}}\noptions: {{limit: {{default: 20}}}}\ndefine: {{few: loose.count at most 1}}\nclose:\n  may_close:\n    es.4: {condition}\n"
    if "few" not in condition:
        rules = rules.replace("define: {few: loose.count at most 1}\n", "")

    assert told(rules, POOR) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Melded cards: 0; must be at least 4. Loose points: 34; must be below 5."),
        ("es", "Cartas ligadas: 0; se exige al menos 4. Puntos sueltos: 34; se exige menos de 5."),
        ("eu", "Karta konbinatuak: 0; behar dena: gutxienez 4. Puntu solteak: 34; behar dena: 5 baino gutxiago."),
        (
            "fr",
            (
                "Cartes combinées\u00a0: 0\u00a0; il faut au moins 4."
                " Points des cartes isolées\u00a0: 34\u00a0; il faut moins de 5."
            ),
        ),
        ("pt", "Cartas combinadas: 0; exige-se pelo menos 4. Pontos soltos: 34; exige-se menos de 5."),
        ("tr", "Birleştirilmiş kartlar: 0; gereken: en az 4. Boşta kalan kartların puanı: 34; gereken: 5'ten az."),
    ],
)
def test_in_every_language(language: str, words: str) -> None:
    assert told("close: {may_close: {es.4: melded at least 4 and deadwood below 5}}", POOR, language) == words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Runs: 0; must be at least 1. Or sets: 0; must be at least 2."),
        ("es", "Escaleras: 0; se exige al menos 1. O bien tríos y cuartetos: 0; se exige al menos 2."),
        ("eu", "Eskailerak: 0; behar dena: gutxienez 1. Edo taldeak: 0; behar dena: gutxienez 2."),
        ("fr", "Suites\u00a0: 0\u00a0; il faut au moins 1. Ou bien groupes\u00a0: 0\u00a0; il faut au moins 2."),
        ("pt", "Sequências: 0; exige-se pelo menos 1. Ou então grupos: 0; exige-se pelo menos 2."),
        ("tr", "Seriler: 0; gereken: en az 1. Veya gruplar: 0; gereken: en az 2."),
    ],
)
def test_where_one_of_them_will_do(language: str, words: str) -> None:
    assert told("close: {may_close: {es.4: runs at least 1 or sets at least 2}}", POOR, language) == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_is_compared_with_is_told_too(language: str) -> None:
    text = told("close: {may_close: {es.4: deadwood below total}}", POOR, language, laps=1, total=30)

    assert "34" in text
    assert "(30)" in text


def test_the_clause_comes_first() -> None:
    table, found = failures("close: {may_close: {casa.1: loose.count at most 1}}", "2o 3o 4o 6o 7o 1c 2c", laps=1)

    assert (
        refusal_text(table, found[0], "en") == "A close needs at most 1 loose card. Loose cards: 4; must be at most 1."
    )


def test_the_author_may_say_it_in_other_words() -> None:
    rules = (
        "close: {may_close: {es.4: loose.count at most 1}}\n"
        "book: {es.4: {en: One card at most.}}\n"
        "refusals: {es.4: {en: 'You kept {loose.count}, the limit being {limit}.'}}\n"
    )
    table, found = failures(rules, POOR)

    assert refusal_text(table, found[0], "en") == "One card at most. You kept 7, the limit being 100."
    assert (
        refusal_text(table, found[0], "es")
        == "Para cerrar hay que tener como mucho 1 carta suelta. Cartas sueltas: 7; se exige como mucho 1."
    )
    assert (
        refusal_text(table, replace(found[0], facts=None), "en")
        == "One card at most. Loose cards: 7; must be at most 1."
    )


def test_a_refusal_may_name_the_card_and_answers() -> None:
    rules = "close: {may_close: {es.4: not card.joker}}\nrefusals: {es.4: {en: '{card}: joker {card.joker}, suit {card.suit}.'}}\n"
    table = bind(variant(rules), None, {"jokers": 2})
    joker = table.pack.kinds[-1]
    failure = Failure("es.4", "es.4", "close.may_close.*", (), SimpleNamespace(card=joker))

    assert refusal_text(table, failure, "en").endswith(" JK: joker yes, suit –.")


def test_members_are_named() -> None:
    table = bind(variant("close: {may_close: {es.4: card.suit is oros and card.rank in 1..3}}"))
    expr = table.rule_set.conditions["close.may_close"][-1].expr
    explain = failing_leaves(expr, True, table.constants, table.definitions, table.rule_set.enums)
    facts = SimpleNamespace(card=table.pack.kinds[-1])
    failure = Failure("es.4", "es.4", "close.may_close.*", explain(facts), facts)

    assert measured(book_of(table, "en"), failure) == [
        "The suit of the closing card: bastos; must be oros.",
        "The rank of the closing card: rey; must be 1, 2 or 3.",
    ]


def test_a_close_that_no_outcome_fits() -> None:
    table, found = failures("", "2c 3c 4c 5c 6c 1e 1o", base="chilean-50")

    assert found[0].clause == "cl.5"
    assert measured(book_of(table, "en"), found[0])[0] == "Melded cards: 4; must be 6."
    assert "Melded cards: 4." in refusal_text(table, found[0], "en")
