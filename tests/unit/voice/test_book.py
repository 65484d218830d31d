"""The printed rules of a table: order, placeholders, clauses without a paragraph, languages that are missing."""

from dataclasses import replace

import pytest

from referee.rules.order import natural_key
from referee.table import Table, bind
from referee.vocabulary import LANGUAGES, NoSuchLanguage
from referee.voice import clause_text, outcome_in_words, paragraphs, title
from referee.voice.tongue import tongue
from tests.tables import from_text, rule_set, table, variant

BASE = """
rule_set: tiny
format: 1
title: {es: Partida corta}
table: {clause: t.1, seats: 2}
options:
  limit: {clause: t.9, type: points, from: 10, to: 100, default: 50}
  strict: {clause: t.4, type: yes_no, default: no}
  pace: {clause: t.9, type: choice, one_of: [slow, fast], default: fast}
pack: {clause: t.1, suits: [oros, copas, bastos], ranks: [1..7, sota 10]}
points: {t.7: card.number}
deal: {clause: t.1, cards: 4}
stock: {clause: t.8, reshuffle: all}
melds:
  set: {clause: t.3, size: 3}
  run: {clause: t.3, size: 3..4}
close:
  clause: t.4
  may_close:
    t.4: strict or deadwood at most 5
    t.5: laps at least 1
  outcomes:
    plain: {clause: t.6, writes: deadwood}
written:
  by_others: {t.6: deadwood}
  if_unclosed: {t.6.un: deadwood}
game:
  out_when: {t.9: total above limit}
  ends_when: {t.9: out}
  winner: {t.9: lowest total}
book:
  t.1:
    en: Two seats play with {hand_size} cards each, {seats} in all. Strict is {strict}, the pace {pace}.
  t.4:
    en: Close low.
    pt-BR: Feche baixo.
  t.4.strict: {when: strict, en: Strictly.}
  t.10: {en: Be kind., es: Sé amable.}
"""


def tiny(**options: int | bool | str) -> Table:
    return bind(from_text(BASE, "tiny"), None, options)


def printed(one: Table, language: str = "en") -> dict[str, str]:
    return {each.clause: each.text for each in paragraphs(one, language)}


def test_placeholders_are_worked_out() -> None:
    text = printed(tiny(strict=True, pace="slow"))["t.1"]

    assert text == "Two seats play with 4 cards each, 2 in all. Strict is yes, the pace slow."


def test_a_clause_without_a_paragraph_is_spoken_from_its_rules() -> None:
    rules = {each.clause: each for each in paragraphs(tiny(), "en")}

    assert rules["t.9"].text == (
        "Limit: from 10 to 100 points; 50 unless agreed otherwise. Pace: slow or fast; fast unless agreed otherwise. A seat goes "
        "out if its total is above 50 points. The game ends as soon as this holds for a seat: the seat is out. What decides "
        "who wins: lowest total."
    )
    assert not rules["t.9"].from_book
    assert rules["t.4"].from_book


def test_what_was_chosen_otherwise_is_said() -> None:
    assert "At this table: 70 points." in printed(tiny(limit=70))["t.9"]
    assert "its total is above 70 points" in printed(tiny(limit=70))["t.9"]


def test_paragraphs_keep_their_order_and_spoken_clauses_find_their_place() -> None:
    clauses = [each.clause for each in paragraphs(tiny(), "en")]

    assert clauses == ["t.1", "t.3", "t.4", "t.5", "t.6", "t.7", "t.8", "t.9", "t.10"]
    assert clauses == sorted(clauses, key=natural_key)


def test_ids_below_a_cited_clause_are_told_with_it() -> None:
    assert printed(tiny())["t.6"] == (
        "Plain: the closer writes the sum of its loose points. Every other seat writes the sum of its loose points. When "
        "nobody closes, every seat writes the sum of its loose points."
    )


def test_a_paragraph_is_printed_only_where_it_holds() -> None:
    assert "t.4.strict" not in printed(tiny())
    assert printed(tiny(strict=True))["t.4.strict"] == "Strictly."


def test_a_language_that_is_missing_is_spoken() -> None:
    spanish = printed(tiny(), "es")

    assert spanish["t.1"].startswith("Jugadores: 2. Palos: oros, copas, bastos.")
    assert spanish["t.4"].startswith("Strict: sí o no; no si no se acuerda otra cosa.")
    assert spanish["t.10"] == "Sé amable."


def test_where_nothing_can_be_spoken_another_language_stands_in() -> None:
    basque = printed(tiny(), "eu")

    assert basque["t.10"] == "Be kind."


def test_a_regional_text_serves_its_language() -> None:
    assert printed(tiny(), "pt")["t.4"] == "Feche baixo."


def test_a_rule_that_decides_nothing_here_says_nothing() -> None:
    assert "t.4" in printed(tiny(strict=True))
    assert "5 loose points" not in clause_text(
        bind(replace(from_text(BASE, "tiny"), book=()), None, {"strict": True}), "t.4", "en"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_line_of_house_rule_is_printed_in_every_language(language: str) -> None:
    house = bind(variant("close: {may_close: {casa.1: loose.count at most 1}}"))

    own = [each for each in paragraphs(house, language) if not each.from_book]

    assert [each.clause for each in own] == ["casa.1"]


def test_a_family_of_its_own_comes_last() -> None:
    house = bind(variant("close: {may_close: {casa.1: runs at least 1, es.3.more: laps at least 2}}"))
    clauses = [each.clause for each in paragraphs(house, "en")]

    assert clauses[-1] == "casa.1"
    assert "es.3.more" not in clauses  # it rests on the paragraph es.3


def test_a_changed_rule_takes_its_paragraph_with_it() -> None:
    house = bind(variant("close: {may_close: {es.3: laps at least 2}}"))

    assert printed(house)["es.3"] == "A seat may close only if there have been at least 2 full laps of this round."


# one clause


def test_a_clause_is_cited_with_the_paragraphs_below_it() -> None:
    assert clause_text(tiny(strict=True), "t.4", "en") == "Close low. Strictly."
    assert clause_text(tiny(), "t.4.anything", "en") == "Close low."
    assert (
        clause_text(tiny(), "t.5", "en") == "A seat may close only if there has been at least 1 full lap of this round."
    )
    assert clause_text(tiny(), "zz.1", "en") == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_put_under_a_paragraph_is_spoken_with_the_rules_it_told(language: str) -> None:
    one = bind(variant("close: {may_close: {es.4.runs: runs at least 2}}"))
    (printed,) = (each for each in paragraphs(one, language) if each.clause.startswith("es.4"))
    assert (printed.clause, printed.from_book) == ("es.4", False)
    assert all(figure in printed.text for figure in "452")
    condition = next(each for each in one.rule_set.conditions["close.may_close"] if each.key == "es.4.runs")
    assert condition.clause == "es.4"  # a verdict cites what is printed
    assert clause_text(one, "es.4.runs", language) == clause_text(one, "es.4", language) == printed.text


def test_a_spoken_clause_is_cited_with_the_paragraphs_below_it() -> None:
    one = bind(variant("game: {out_when: {es.9: total at least limit}}"))
    text = clause_text(one, "es.9", "en")
    assert "at least 100 points" in text
    assert text.endswith("Equal lowest totals share the win.")
    assert "stays in" not in " ".join(each.text for each in paragraphs(one, "en"))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(NoSuchLanguage):
        paragraphs(tiny(), "de")
    with pytest.raises(NoSuchLanguage):
        clause_text(tiny(), "t.1", "x")
    with pytest.raises(NoSuchLanguage):
        title(tiny().rule_set, "EN")


def test_titles() -> None:
    rules = from_text(BASE, "tiny")

    assert title(rules, "es") == "Partida corta"
    assert title(rules, "fr") == "Partida corta"
    assert title(replace(rules, title={}), "fr") == "tiny"
    assert title(replace(rules, title={"en": "Short", "pt-BR": "Curta"}), "pt") == "Curta"
    assert title(replace(rules, title={"en": "Short", "de": "Kurz"}), "fr") == "Short"


@pytest.mark.parametrize("language", LANGUAGES)
def test_outcomes_in_words(language: str) -> None:
    words = outcome_in_words(table("spanish-40"), "clean", language)

    assert words.startswith(tongue(language).sentence(tongue(language).member("outcome", "clean")))
    assert "−10" in words
    assert outcome_in_words(table("spanish-40"), "unclosed", language) == tongue(language).member("outcome", "unclosed")


def test_an_outcome_that_does_not_exist() -> None:
    with pytest.raises(KeyError):
        outcome_in_words(table("spanish-40"), "gin", "en")


@pytest.mark.parametrize("name", ["spanish-40", "spanish-48", "fournier-40", "fournier-48", "chilean-50"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_built_in_rule_sets_are_written_in_every_language(name: str, language: str) -> None:
    """No clause has to be spoken, and none is left to another language."""
    assert all(each.from_book for each in paragraphs(table(name), language))
    assert all(language in paragraph.texts for paragraph in rule_set(name).book)
