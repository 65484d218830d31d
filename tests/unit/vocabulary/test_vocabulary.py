"""The one table: every entry has a meaning and is spoken in six languages, and what is loaded is what was written."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import resources
from referee.lang.check import check
from referee.lang.parse import parse
from referee.lang.syntax import OPPOSITE
from referee.lang.types import TRUTH, Enumeration, Many, Quantity, Record, SetOf
from referee.source import Text
from referee.vocabulary import LANGUAGES, NoSuchLanguage, load, vocabulary
from referee.vocabulary.load import read_files
from referee.vocabulary.reference import made, page

TABLE = vocabulary()
HOME = Path(load.__file__).parent
OWN_KEYS = re.compile(
    r"(if_|it_)?(yes|no|of|over|member|number|none|one|other)|(if_)?it_is(_not)?|by|each_by|some_by|than|where|(if_)?group|it_by|either|or_either|played"
)
"""Keys one language has and another has not: its moods, its cases, its way with alternatives."""


def keys(tree: object, path: str = "") -> Iterator[str]:
    """Every path through a tree of mappings."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield f"{path}{key}"
            yield from keys(value, f"{path}{key} / ")


# what is loaded


def test_what_is_loaded_is_what_was_written() -> None:
    """`.ci/reference.py` makes it."""
    for name, text in made(read_files()).items():
        assert (HOME / name).read_text("utf-8") == text, f"{name} is out of date: run .ci/reference.py"


def test_the_reference_page_is_current() -> None:
    assert (resources.folder("rulesets") / "VOCABULARY.md").read_text("utf-8") == page(read_files())


def test_a_table_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "vocabulary.yaml").write_text("a: [1\n")

    with pytest.raises(ValueError, match=r"vocabulary\.yaml cannot be read"):
        read_files(tmp_path)


# meanings


@pytest.mark.parametrize("kind", sorted(TABLE.meanings))
def test_every_meaning_is_one_line(kind: str) -> None:
    for name, meaning in TABLE.meanings[kind].items():
        assert meaning.strip() == meaning, name
        assert meaning, name
        assert "\n" not in meaning, name
        assert not meaning.endswith("."), name
        assert TABLE.meaning(kind, name) == meaning


def test_every_slot_has_its_section() -> None:
    for slot in TABLE.slots.values():
        top = slot.name.split(".")[0]
        assert top in TABLE.sections, slot.name


def test_every_default_is_an_expression_of_its_slot() -> None:
    for slot in TABLE.slots.values():
        if slot.default is not None:
            expr, told = parse(Text.plain(slot.default))
            assert not told
            typed, told = check(expr, TABLE.scope(slot.name))
            assert not told, slot.name
            assert typed is not None


# spoken forms


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_spoken(language: str) -> None:
    forms = TABLE.voice(language)

    assert set(TABLE.units) == set(forms["units"])
    assert set(TABLE.names) == set(forms["names"])
    assert {f"{record}.{name}" for record, fields in TABLE.records.items() for name in fields} == set(forms["fields"])
    assert set(TABLE.functions) == set(forms["functions"])
    assert TABLE.opposites == OPPOSITE
    assert set(OPPOSITE) == set(forms["comparators"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_spoken_as_what_it_is(language: str) -> None:
    for name, entry in TABLE.names.items():
        forms = TABLE.voice(language)["names"][name]
        match entry.type:
            case Record():
                wanted = {"it", "of"}
            case Many():
                wanted = {"label", "short", "counted", "verb", "each", "each_of", "some", "some_of", "over", "in", "at"}
            case _ if entry.type == TRUTH:
                wanted = {"yes", "no"}
            case _:
                wanted = {"label", "short"}
        assert wanted <= set(forms), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slot_that_lays_something_down_has_a_sentence(language: str) -> None:
    rules = TABLE.voice(language)["rules"]
    silent = {"define", "book", "refusals"}
    for slot in TABLE.slots.values():
        if slot.block in silent or slot.name.split(".")[0] in silent:
            continue
        assert slot.name in rules or slot.block in rules, slot.name
    for slot in (
        "deal.next_card",
        "eldest.next",
        "stock.reshuffle",
        "melds.run.ace",
        "lay_off.onto",
        "lay_off.closer_adds",
    ):
        assert set(rules[slot]) == set(TABLE.enums[TABLE.slots[slot].wants.enum].members), slot
    assert set(rules["irregular"]["ruling"]) == set(TABLE.enums["ruling"].members)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_keys(language: str) -> None:
    english, other = set(keys(TABLE.voice("en"))), set(keys(TABLE.voice(language)))
    for key in english ^ other:
        assert OWN_KEYS.fullmatch(key.rpartition(" / ")[2]) or "it_by" in key, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_frames_use_the_words_they_are_given(language: str) -> None:
    """A placeholder that English does not fill, or a mood of it, would stay empty or fail."""
    english, other = TABLE.voice("en")["rules"], TABLE.voice(language)["rules"]
    given = {"x", "if", "p", "c", "s", "name", "default", "act"}
    for key in keys(other):
        frame, model = other, english
        for part in key.split(" / "):
            frame, model = frame[part], model[part]
        if isinstance(frame, str):
            found, wanted = set(re.findall(r"\{(\w*)\}", frame)), set(re.findall(r"\{(\w*)\}", model))
            assert found <= given, key
            assert found - {"p", "if"} == wanted - {"p", "if"}, key
            assert bool(found & {"p", "if"}) == bool(wanted & {"p", "if"}), key


def test_an_unknown_language_is_told() -> None:
    with pytest.raises(NoSuchLanguage, match="no language `xx`; the rules are spoken in en, es, eu, fr, pt, tr"):
        TABLE.voice("xx")


# scopes


def test_a_slot_sees_its_groups() -> None:
    scope = TABLE.scope("turn.may_take.*")

    assert {"seats", "laps", "total", "card"} <= set(scope.facts)
    assert "deadwood" not in scope.facts
    assert "close.may_close.*" in scope.elsewhere["deadwood"]
    assert scope.wants == TRUTH


def test_fields_are_known_where_they_make_sense() -> None:
    assert set(TABLE.scope("pack.wild").records["card"]) == {"rank", "suit", "number", "place", "joker"}
    assert "wild" in TABLE.scope("points.*.when").records["card"]
    assert "points" not in TABLE.scope("points.*.points").records["card"]
    assert "own" not in TABLE.scope("melds.each_meld.*").records["meld"]
    assert {"taken", "own", "points"} <= set(TABLE.scope("close.may_close.*").records["card"])


def test_a_refusal_sees_what_all_slots_of_its_clause_see() -> None:
    scope = TABLE.scope("refusals.*.{}", common_to=("turn.may_discard.*", "close.may_close.*"))

    assert "laps" in scope.facts
    assert "deadwood" not in scope.facts
    assert "can_close" not in scope.facts
    assert scope.wants is None
    assert scope.printable == {"card"}


def test_a_definition_carries_the_fields_it_needs() -> None:
    expr, _ = parse(Text.plain("card.taken and laps at least 1"))
    typed, told = check(expr, TABLE.scope("close.may_close.*"))
    assert not told
    needs = {"early": frozenset({"card", "laps"}) | TABLE.restricted(typed)}
    assert needs["early"] == {"card", "laps", "card.taken"}

    assert TABLE.scope("points.*.when", definitions={"early": TRUTH}, needs=needs).needs["early"] == needs["early"]
    here = TABLE.scope("turn.may_take.*", definitions={"early": TRUTH}, needs=needs)
    assert here.needs["early"] == {"card", "laps"}


def test_collections_are_bounded_by_the_largest_hand() -> None:
    bounds = TABLE.scope("close.outcomes.*.writes", hand_size=7).bounds

    assert bounds == {"hand": 9, "melds": 4, "loose": 9, "others": 8}


def test_the_rule_sets_own_enumerations_replace_the_open_ones() -> None:
    suits = Enumeration("suit", ("spades",))

    assert TABLE.scope("pack.wild").enums["suit"].members == ()
    assert TABLE.scope("pack.wild", enums={"suit": suits}).enums["suit"] is suits


def test_slots_tell_what_holds_where_nothing_is_said() -> None:
    assert TABLE.slots["pack.copies"].default == "1"
    assert TABLE.slots["deal.next_card"].default == "turned_up"
    assert TABLE.slots["stock.reshuffle"].required
    assert TABLE.slots["close.may_close.*"].sense == "all"
    assert TABLE.slots["game.out_when.*"].sense == "one"
    assert TABLE.slots["re_entry.may_re_enter.*"].absent == "never"
    assert TABLE.slots["melds.set.size"].wants == SetOf(Quantity("cards"))
    assert TABLE.slots["close.outcomes.*.when"].block == "close.outcomes"
    assert TABLE.slots["melds.set.size"].block == "melds.set"


def test_no_option_may_be_called_like_a_name_function_or_member() -> None:
    assert {"deadwood", "min", "turned_up", "card"} <= TABLE.reserved
    assert "limit" not in TABLE.reserved
