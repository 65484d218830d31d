from collections.abc import Callable

import pytest

from referee.lang.types import Member, Quantity, Truth
from referee.rules.model import Rank, Suit
from referee.ruleset.load import Loaded

Compile = Callable[..., Loaded]


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def test_suits_and_ranks_in_all_their_forms(child: Compile) -> None:
    loaded = child("""
        pack:
          suits: [spades, hearts h, diamonds, clubs k]
          ranks: [ace 1 A, 2..9, ten 10 T, jack 11]
        """)
    assert loaded.rule_set is not None, loaded.diagnostics
    assert loaded.rule_set.suits == (
        Suit("spades", "s"),
        Suit("hearts", "h"),
        Suit("diamonds", "d"),
        Suit("clubs", "k"),
    )
    assert loaded.rule_set.ranks[0] == Rank("ace", 1, "A")
    assert loaded.rule_set.ranks[1:9] == tuple(Rank(str(n), n, str(n)) for n in range(2, 10))
    assert loaded.rule_set.ranks[9:] == (Rank("ten", 10, "T"), Rank("jack", 11, "11"))
    assert loaded.rule_set.enums["rank"].outside == ("joker",)
    assert loaded.rule_set.enums["outcome"].outside == ("unclosed",)


def test_options_are_typed(child: Compile) -> None:
    loaded = child("""
        options:
          ceiling: {clause: q.1, type: points, from: -5, to: 5, default: -1}
          how_many: {clause: q.1, type: number, one_of: [1, 3], default: 3}
          gentle: {clause: q.1, type: yes_no, default: no, when: how_many is 3}
          colour: {clause: q.1, type: choice, one_of: [red, black], default: black}
          limit: {fixed: 70}
        close:
          may_close:
            q.1: not gentle or colour is red
        """)
    assert codes(loaded) == []
    assert loaded.rule_set is not None
    options = loaded.rule_set.options
    assert (options["ceiling"].type, options["ceiling"].low, options["ceiling"].default) == (Quantity("points"), -5, -1)
    assert (options["how_many"].type, options["how_many"].one_of) == (Quantity(), (1, 3))
    assert (options["gentle"].type, options["gentle"].default) == (Truth(), False)
    assert options["gentle"].when is not None
    assert options["colour"].type == Member("colour")
    assert loaded.rule_set.enums["colour"].members == ("red", "black")
    assert (options["limit"].fixed, options["limit"].default) == (True, 70)


def test_a_definition_reads_what_those_it_names_read(child: Compile) -> None:
    loaded = child("""
        define:
          far: near and total below limit
          near: deadwood at most 3
        close:
          may_close:
            q.1: far
        """)
    assert codes(loaded) == []
    assert loaded.rule_set is not None
    assert loaded.rule_set.definitions["far"].reads == {"deadwood", "total"}
    assert list(loaded.rule_set.definitions)[-2:] == ["near", "far"]


def test_a_definition_is_known_only_where_its_facts_are(child: Compile) -> None:
    body = "define: {thrown: card.taken}\npoints:\n  q.1: {when: thrown, points: 5}\n"
    assert codes(child(body)) == ["CH202"]


def test_definitions_may_grow_only_so_far(child: Compile) -> None:
    def doubled(first: str, times: int) -> str:
        return f"define:\n  d0: {first}\n" + "".join(f"  d{n}: d{n - 1} + d{n - 1}\n" for n in range(1, times + 1))

    rule = "close:\n  may_close:\n    q.1: d20 at most 5\n"
    assert codes(child(doubled("melded", 20) + rule)) == ["CH610"]
    assert codes(child(doubled("limit", 20) + 'book: {q.1: {en: "{d20}"}}\n')) == ["CH610"]
    assert codes(child(doubled("deadwood", 2000))).count("CH310") == 1


@pytest.mark.parametrize(
    "name", ["total", "hand", "sum", "closer", "if", "points", "remove", "oros", "clean", "unclosed", "joker", "suit"]
)
def test_names_that_mean_something_already(child: Compile, name: str) -> None:
    option = f"options: {{{name}: {{clause: q.1, type: yes_no, default: no}}}}\n"
    assert "CH208" in codes(child(option))
    assert "CH208" in codes(child(f"define: {{{name}: limit}}\n"))


def test_the_clause_of_a_rule_is_the_nearest_paragraph_above_it(child: Compile) -> None:
    loaded = child("""
        close:
          may_close:
            p.4.more: melded at least 3 cards
            q.1: melded at least 3 cards
        """)
    assert loaded.rule_set is not None
    found = {each.key: each.clause for each in loaded.rule_set.conditions["close.may_close"]}
    assert found == {"p.3": "p.3", "p.4": "p.4", "p.4.more": "p.4", "q.1": "q.1"}


def test_conditions_stand_in_natural_order(child: Compile) -> None:
    loaded = child("close: {may_close: {p.10: laps at least 1, p.2: laps at least 1}}\n")
    assert loaded.rule_set is not None
    assert [each.key for each in loaded.rule_set.conditions["close.may_close"]] == ["p.2", "p.3", "p.4", "p.10"]


def test_defaults_are_filled_in(child: Compile) -> None:
    loaded = child("")
    assert loaded.rule_set is not None
    assert {"pack.copies", "pack.wild", "eldest.next", "stakes.entry"} <= loaded.rule_set.settings.keys()
    assert "stock.at_most" not in loaded.rule_set.settings
    assert set(loaded.rule_set.irregular) == {"draws_twice", "draws_nothing", "false_close", "false_discard", "feint"}


DEEP = "".join(f"  d{number}: d{number - 1} + 1\n" for number in range(1, 70))


@pytest.mark.parametrize(
    ("defined", "used", "code"),
    [
        (f"  d0: deadwood\n{DEEP}", "d69", "CH310"),
        ("  a: b + c\n  b: a\n  c: deadwood\n", "a", "CH206"),
        ("  a: c + nonsense\n  c: deadwood\n", "a", "CH201"),
        ("  a: c + + 5\n  c: deadwood\n", "a", "CH311"),
    ],
    ids=["too deep", "circle", "unknown name", "syntax"],
)
def test_a_definition_with_a_mistake_uses_what_it_names(child: Compile, defined: str, used: str, code: str) -> None:
    told = child(f"define:\n{defined}close: {{may_close: {{q.1: {used} at least 0}}}}\n").diagnostics
    assert [each.code for each in told] == [code]


def test_a_large_circle_is_told_in_short(child: Compile) -> None:
    lines = "".join(f"  d{number}: d{(number + 1) % 300}\n" for number in range(300))
    (told,) = child(f"define:\n{lines}").diagnostics
    assert told.message == (
        "definitions use each other in a circle: d0 -> d1 -> d2 -> d3 -> … 295 more … -> d299 -> d0"
    )
    assert len(told.related) == 5
