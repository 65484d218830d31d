from collections.abc import Callable

import pytest

from referee.ruleset.load import Loaded

Compile = Callable[..., Loaded]


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def clauses(child: Compile, body: str) -> set[str]:
    loaded = child(body)
    assert loaded.rule_set is not None, loaded.diagnostics
    return {paragraph.key for paragraph in loaded.rule_set.book}


ALL = {f"p.{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13)}


@pytest.mark.parametrize(
    ("body", "dropped"),
    [
        pytest.param("points:\n  p.7: min(card.number, 10)", {"p.7"}, id="a case changed"),
        pytest.param("close: {may_close: {p.4: deadwood below 5}}", {"p.4"}, id="a condition changed"),
        pytest.param("close: {may_close: {p.4: deadwood at most 5 points}}", set(), id="restated"),
        pytest.param("turn: {may_discard: {p.3: remove}}", set(), id="another rule of the clause stays"),
        pytest.param(
            "turn: {may_discard: {p.3: remove}}\nclose: {may_close: {p.3: remove}}", {"p.3"}, id="both removed"
        ),
        pytest.param("stock: {reshuffle: all}", {"p.10"}, id="a setting changed"),
        pytest.param("stock: {at_most: 2}", {"p.10"}, id="a setting added"),
        pytest.param("stock: {clause: q.1}", {"p.10"}, id="only the clause of the block changed"),
        pytest.param("deal: {next_card: none}", set(), id="turn rests on p.2 as well"),
        pytest.param("deal: {next_card: none}\nturn: {clause: q.1}", {"p.2"}, id="no block left as it was"),
        pytest.param("options: {limit: {default: 70}}", set(), id="an option is no rule"),
        pytest.param("close: {outcomes: {clean: {writes: -20}}}", {"p.6"}, id="another outcome left, figure gone"),
        pytest.param("define: {all_melded: deadwood is 0}", {"p.6"}, id="a definition changed"),
        pytest.param("define: {q: deadwood is 0}\nclose: {may_close: {q.1: q}}", set(), id="something new"),
        pytest.param("lay_off: remove", set(), id="other rules of p.8 stay"),
    ],
)
def test_dropped(child: Compile, body: str, dropped: set[str]) -> None:
    assert clauses(child, body + "\n") == ALL - dropped


def test_the_refusal_goes_with_the_paragraph(child: Compile) -> None:
    loaded = child("close: {may_close: {p.4: deadwood below 5}}\n")
    assert loaded.rule_set is not None
    assert loaded.rule_set.refusals == {}


def test_a_paragraph_of_its_own_takes_the_place(child: Compile) -> None:
    loaded = child("""
        close: {may_close: {p.4: deadwood below 6}}
        book: {p.4: {en: Below 6.}}
        """)
    assert loaded.rule_set is not None
    keys = [paragraph.key for paragraph in loaded.rule_set.book]
    assert keys.index("p.4") == 3
    assert codes(loaded) == []


def test_the_same_words_for_another_rule_are_no_restatement(child: Compile) -> None:
    loaded = child("""
        close: {may_close: {p.4: melded at least 5 cards}}
        book: {p.4: {en: "To close, the loose cards come to at most 5 points."}}
        """)
    assert codes(loaded) == []
    assert loaded.rule_set is not None
    assert "p.4" in [paragraph.key for paragraph in loaded.rule_set.book]


def test_remove_on_a_paragraph_that_drops_anyway(child: Compile) -> None:
    assert codes(child("stock: {reshuffle: all}\nbook: {p.10: remove}\n")) == []


def test_a_paragraph_that_speaks_of_something_removed(child: Compile) -> None:
    loaded = child("options: {jokers: remove}\npack: {jokers: 2}\n")
    assert codes(loaded) == ["CH711", "CH711"]
    assert loaded.rule_set is not None
    assert {"p.12", "p.13"}.isdisjoint(paragraph.key for paragraph in loaded.rule_set.book)
