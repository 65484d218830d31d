"""What stands around rules and verdicts: complete in six languages, and filled with the language's own words."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.library import Library
from referee.rules.model import RuleSet
from referee.rules.reads import options_read
from referee.vocabulary import LANGUAGES, vocabulary
from referee.voice import Frames
from tests.tables import house, table

BUILT_IN = [Library().rule_set(name) for name in Library().names()]
OTHERS = [language for language in LANGUAGES if language != "en"]


def leaves(forms: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a tree of forms with its path."""
    for key, value in forms.items():
        yield from [(path + key, value)] if isinstance(value, str) else leaves(value, f"{path}{key}.")


def frames(language: str) -> dict[str, str]:
    voice = vocabulary().voice(language)
    return dict(leaves({"printed": voice["printed"], "demo": voice["demo"]}))


@pytest.mark.parametrize("language", OTHERS)
def test_every_frame_is_there_with_the_same_places_to_fill(language: str) -> None:
    places = {key: sorted(re.findall(r"{\w+}", text)) for key, text in frames(language).items()}
    assert places == {key: sorted(re.findall(r"{\w+}", text)) for key, text in frames("en").items()}


@pytest.mark.parametrize("language", OTHERS)
def test_no_frame_is_left_in_english(language: str) -> None:
    english = frames("en")
    assert [key for key, text in frames(language).items() if text == english[key]] == []


def names(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """What a rule set calls things that players read: kind and name."""
    yield from (("option", name) for name in rules.options)
    yield from (("outcome", one.name) for one in rules.outcomes)
    yield from (("suit", one.name) for one in rules.suits)
    yield from (("rank", one.name) for one in rules.ranks if not one.name.isdigit())
    yield from (
        (option.name, value) for option in rules.options.values() for value in option.one_of if isinstance(value, str)
    )


NAMES = sorted({each for rules in BUILT_IN for each in names(rules)})


def test_the_built_in_rule_sets_have_names_of_every_kind() -> None:
    assert {"option", "outcome", "suit", "rank"} <= {kind for kind, _ in NAMES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_the_built_in_rule_sets_is_spoken(language: str) -> None:
    voice = vocabulary().voice(language)
    spoken = {("option", name) for name in voice["options"]}
    spoken |= {(enum, name) for enum, members in voice["members"].items() for name in members}
    assert [each for each in NAMES if each not in spoken] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_spoken_that_nothing_has(language: str) -> None:
    voice = vocabulary().voice(language)
    known = {*NAMES, ("rank", "joker"), ("outcome", "unclosed"), ("kind", "set"), ("kind", "run")}
    spoken = {("option", name) for name in voice["options"]}
    spoken |= {(enum, name) for enum, members in voice["members"].items() for name in members}
    assert spoken == {each for each in known if each in spoken}


@pytest.mark.parametrize(
    ("language", "wins", "writes", "decided"),
    [
        ("en", "chinchón, wins the game [es.6]", "clean, writes −10 [es.5]", "gin, writes what the hands of the others decide [g.6]"),
        ("es", "chinchón, gana la partida [es.6]", "cierre limpio, apunta −10 [es.5]", "gin, apunta lo que decidan las cartas de los demás [g.6]"),
        ("tr", "chinchón, oyunu kazanır [es.6]", "temiz kapatma, −10 yazar [es.5]", "gin, diğerlerinin kartlarına göre yazar [g.6]"),
    ],
)  # fmt: skip
def test_what_comes_of_a_close(language: str, wins: str, writes: str, decided: str) -> None:
    said = Frames(language).consequence
    assert said("chinchon", "es.6", wins=True, writes=None) == wins
    assert said("clean", "es.5", wins=False, writes=-10) == writes
    assert said("gin", "g.6", wins=False, writes=None) == decided


def test_a_column_is_as_wide_as_its_widest_label() -> None:
    assert Frames("en").column("deadwood", "melds", "loose") == ["deadwood ", "melds    ", "loose    "]
    assert Frames("es").column("melds", "loose") == ["juegos  ", "sueltas "]


def test_what_is_not_there_has_a_word() -> None:
    said = Frames("fr")
    assert said.melds([["1o", "2o", "3o"], ["6c", "6e", "6b"]]) == "1o 2o 3o | 6c 6e 6b"
    assert (said.melds([]), said.loose([])) == ("aucune", "aucune")
    assert said.loose(["5b", "12o"]) == "5b 12o"


def test_a_table_says_its_choices_by_name_with_what_to_type() -> None:
    found = table("spanish-40", 3, jokers=2, share_ties=False)
    assert Frames("es").choices(found) == [
        "3 jugadores",
        "juegos y colocaciones declarados por los jugadores (declared): no",
        "límite (limit): 100",
        "comodines (jokers): 2",
        "cierre con la carta cogida (close_with_taken): sí",
        "empates compartidos (share_ties): no",
    ]
    assert Frames("en").choices(found)[2:4] == ["limit: 100", "jokers: 2"]


def test_an_option_that_decides_nothing_any_more_is_not_said() -> None:
    """With `jokers: 2` written out the option `jokers` is still there, at 0: that is not the table's number of jokers."""
    own = house("pack: {jokers: 2}", seats=2)
    said = Frames("en").choices(own)
    assert not any("jokers" in one for one in said)
    assert len(said) == len(Frames("en").choices(table("spanish-40", 2))) - 1


@pytest.mark.parametrize("rules", BUILT_IN, ids=lambda rules: rules.name)
def test_something_hangs_on_every_option_of_a_built_in(rules: RuleSet) -> None:
    assert options_read(rules) == set(rules.options)


def test_a_heading_says_what_the_rules_are_built_on() -> None:
    rules = Library().rule_set("spanish-48")
    assert Frames("pt").heading(rules, "123") == "spanish-48, baseado em spanish-40, common; impressão digital 123"
    assert Frames("en").heading(Library().rule_set("common"), "123") == "common; digest 123"
