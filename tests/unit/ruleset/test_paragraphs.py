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
        pytest.param("close: {may_close: {p.4: (deadwood at most 5)}}", set(), id="written in another way"),
        pytest.param("melds: {set: {size: [3, 4]}}", set(), id="a set written in another way"),
        pytest.param("turn: {may_discard: {p.3: remove}}", {"p.3"}, id="another rule of the clause stays"),
        pytest.param(
            "turn: {may_discard: {p.3: remove}}\nclose: {may_close: {p.3: remove}}", {"p.3"}, id="both removed"
        ),
        pytest.param("stock: {reshuffle: all}", {"p.10"}, id="a setting changed"),
        pytest.param("stock: {at_most: 2}", {"p.10"}, id="a setting added"),
        pytest.param("stock: {clause: q.1}", {"p.10"}, id="only the clause of the block changed"),
        pytest.param("deal: {next_card: none}", {"p.2"}, id="turn rests on p.2 as well"),
        pytest.param("deal: {clause: q.1}", set(), id="a block moved, and turn is left"),
        pytest.param("deal: {clause: p.10}", {"p.10"}, id="a block moved to a paragraph that does not know it"),
        pytest.param("deal: {next_card: none}\nturn: {clause: q.1}", {"p.2"}, id="no block left as it was"),
        pytest.param("options: {limit: {default: 70}}", set(), id="an option is no rule"),
        pytest.param("close: {outcomes: {clean: {writes: -20}}}", {"p.6"}, id="another outcome left, figure gone"),
        pytest.param("define: {all_melded: deadwood is 0}", {"p.6"}, id="a definition changed"),
        pytest.param("define: {q: deadwood is 0}\nclose: {may_close: {q.1: q}}", set(), id="something new"),
        pytest.param("lay_off: remove", {"p.8"}, id="other rules of p.8 stay"),
        pytest.param("game: {out_when: {p.9: total at least limit}}", {"p.9"}, id="other rules of p.9 stay"),
        pytest.param("game: {winner: {p.9.low: highest total}}", {"p.9"}, id="told in the paragraph above"),
        pytest.param("game: {winner: {p.9.in: remove}}", {"p.9"}, id="removed from the paragraph above"),
        pytest.param("game: {winner: {p.9.new: lowest rounds}}", {"p.9"}, id="new under a paragraph"),
        pytest.param("close: {may_close: {p.4.b: laps at least 2}}", {"p.4"}, id="a condition more"),
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
    loaded = child("options: {jokers: remove}\npack: {jokers: 2}\nbook: {p.1: remove}\n")
    assert codes(loaded) == ["CH711", "CH711"]
    assert loaded.rule_set is not None
    assert {"p.12", "p.13"}.isdisjoint(paragraph.key for paragraph in loaded.rule_set.book)


# what is lost is told


def test_words_about_rules_that_did_not_change(child: Compile) -> None:
    (told,) = child("game: {out_when: {p.9: total at least limit}}\n").diagnostics
    assert (told.code, str(told.severity)) == ("CH713", "warning")
    assert told.span is not None
    assert told.span.source.text[told.span.start : told.span.end] == "p.9"
    (related,) = told.related
    assert related.span.source.text[related.span.start : related.span.end] == "p.9"
    assert related.span.source.name == "plain.yaml"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param('book: {p.9: {en: "From {limit} on you are out."}}', id="written anew"),
        pytest.param("book: {p.9: remove}", id="removed"),
        pytest.param('book: {p.9: {en: "Above {limit} you are out. The last seat in wins."}}', id="kept word for word"),
    ],
)
def test_the_ways_out(child: Compile, body: str) -> None:
    assert codes(child(f"game: {{out_when: {{p.9: total at least limit}}}}\n{body}\n")) == []


def test_a_paragraph_all_of_whose_rules_changed_is_no_loss(child: Compile) -> None:
    assert codes(child("close: {may_close: {p.4: deadwood below 5}}\n")) == []


def test_one_change_that_costs_two_paragraphs_is_told_once(child: Compile) -> None:
    loaded = child("close: {outcomes: {clean: {clause: p.3, writes: -20}}}\n")
    assert codes(loaded) == ["CH713"]
    assert [each.span.source.text[each.span.start : each.span.end] for each in loaded.diagnostics[0].related] == [
        "p.3",
        "p.6",
    ]


def test_nobody_is_told_of_paragraphs_while_there_are_errors(child: Compile) -> None:
    loaded = child("game: {out_when: {p.9: total at least limit}}\nclose: {may_close: {q.1: lapse at least 2}}\n")
    assert codes(loaded) == ["CH201"]


PARTS = """
define: {five: 5, few: five - 2}
close: {may_close: {p.4: deadwood at most few, p.3: low_wins or laps at least 1}}
book:
  p.4: {en: "At most {few}."}
  p.3: {en: A clause.}
  p.3.low: {when: low_wins, en: At once.}
  p.3.how: {en: Some more of it.}
"""


@pytest.mark.parametrize(
    ("body", "dropped", "told"),
    [
        pytest.param("define: {five: 7}", set(), [], id="a placeholder follows the definition"),
        pytest.param("define: {five: 7}\nclose: {may_close: {p.4: deadwood below few}}", {"p.4"}, [], id="words too"),
        pytest.param(
            "close: {may_close: {p.3: laps at least 1}}", {"p.3", "p.3.low", "p.3.how"}, ["CH713"], id="parts"
        ),
        pytest.param("turn: {may_discard: {p.3: yes}}", {"p.3", "p.3.how"}, ["CH713"], id="not of this option"),
        pytest.param(
            "close: {may_close: {p.3: laps at least 1}}\nbook: {p.3: {en: Another.}}", {"p.3.low"}, ["CH713"], id="own"
        ),
        pytest.param(
            "close: {may_close: {p.3: laps at least 1}}\nbook: {p.3: {en: Another.}, p.3.low: remove}",
            {"p.3.low"},
            [],
            id="own, and the part removed",
        ),
    ],
)
def test_parts_and_placeholders(
    child: Compile, put: Callable[[str, str], None], body: str, dropped: set[str], told: list[str]
) -> None:
    put("parts", PARTS)
    loaded = child(body + "\n", "extends: parts\n")
    assert codes(loaded) == told
    assert loaded.rule_set is not None
    left = {paragraph.key for paragraph in loaded.rule_set.book}
    assert left == (ALL | {"p.3.low", "p.3.how"}) - dropped


def test_overlays_may_both_leave_a_paragraph_to_the_rules(child: Compile, put: Callable[[str, str], None]) -> None:
    put("over", "game: {out_when: {p.9: total at least limit}}\nbook: {p.9: remove}\n")
    put("rounds", "game: {ends_when: {p.9: rounds at least 5}}\nbook: {p.9: remove}\n")
    put("last", "game: {ends_when: {p.9: rounds at least 5}}\n")
    for adopted in ("[over, rounds]", "[last, over]"):
        loaded = child("", f"extends: plain\nadopts: {adopted}\n")
        assert codes(loaded) == []
        assert loaded.rule_set is not None
        assert "p.9" not in {paragraph.key for paragraph in loaded.rule_set.book}
