from collections.abc import Callable
from typing import Any

import pytest

from referee.ruleset.load import Loaded, load

Compile = Callable[..., Loaded]
Put = Callable[..., None]


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def test_a_child_that_says_nothing_is_its_base(child: Compile) -> None:
    loaded = child("")
    assert codes(loaded) == []
    assert loaded.rule_set is not None
    assert loaded.rule_set.name == "child"
    assert loaded.rule_set.extends == ("plain",)
    assert loaded.rule_set.playable
    assert dict(loaded.rule_set.title) == {"en": "Plain game"}


def test_the_digest_is_of_the_rules_alone(child: Compile, shelf: Any) -> None:
    plain = load(shelf.texts["plain"], "plain.yaml", shelf).rule_set
    same = child("""
        title: {en: Another name}
        # a comment
        book:
          p.7: {en: "Other words."}
        """).rule_set
    other = child("options: {limit: {default: 70}}\n").rule_set
    assert plain is not None
    assert same is not None
    assert other is not None
    assert plain.digest == same.digest != other.digest


def test_a_file_that_lacks_what_a_game_needs_is_a_base_for_others(child: Compile, put: Put) -> None:
    loaded = child("deal: {clause: c.1, cards: 7}\n", head="")
    assert codes(loaded) == []
    assert loaded.rule_set is not None
    assert not loaded.rule_set.playable


def test_a_base_may_compare_with_members_that_others_name(child: Compile) -> None:
    body = """
        points: {c.1: {when: card.rank is rey, points: 10}}
        written: {by_others: {c.2: {when: outcome is clean, writes: 0}}}
        """
    loaded = child(body, head="")
    assert codes(loaded) == []


def test_every_section_tells_its_own_mistakes_in_one_run(child: Compile) -> None:
    loaded = child("""
        options:
          limit: {default: 300}
          jokers: {typ: cards}
        points:
          p.7: card.nmber
        turn:
          may_discard:
            p.33: remove
        close:
          may_close:
            p.4: deadwood at most 5 and melded at least 4 or laps at least 2
          outcomes:
            low: {clause: c.1, when: deadwood is 0}
        book:
          p.5: {en: "Sets have 6 cards."}
        examples:
          - {close: 1o 2o 3o 4o 5o 6o 7o, outcome: chinchn}
        """)
    assert sorted(codes(loaded)) == ["CH101", "CH210", "CH306", "CH514", "CH515", "CH709", "CH801", "CH807"]
    assert loaded.rule_set is None


def test_nothing_is_told_of_what_follows_from_a_mistake(child: Compile) -> None:
    loaded = child("""
        options:
          limit: {typ: points}
          lowest_close: {clause: c.1, type: poinst, from: 0, to: 5, default: 3}
        define:
          near: deadwood at most lowest_close
        close:
          may_close:
            c.1: near
            c.2: deadwood at most lowest_close
        book:
          c.1: {en: "At most {lowest_close}."}
        """)
    assert sorted(codes(loaded)) == ["CH101", "CH105"]


def test_a_list_written_down_the_page_is_a_set(child: Compile) -> None:
    loaded = child("""
        melds:
          set:
            size:
              - 3
              - 4
        """)
    assert codes(loaded) == []


def test_an_inherited_rule_that_no_longer_fits_is_told_at_the_change(child: Compile) -> None:
    loaded = child("options:\n  limit: {type: cards}\n")
    assert codes(loaded) == ["CH406"]
    (problem,) = loaded.diagnostics
    assert problem.span is not None
    assert problem.span.source is loaded.source
    assert problem.span.begin.line == 5
    assert problem.related[0].span.source.name == "plain.yaml"


def test_bases_are_compiled_once_and_again_when_they_change(child: Compile, shelf: Any, put: Put) -> None:
    put("middle", "deal: {cards: 8}\n")
    first = child("", head="extends: middle\n").rule_set
    put("middle", "deal: {cards: 6}\n")
    second = child("", head="extends: middle\n").rule_set
    shelf.texts["plain"] = shelf.texts["plain"].replace(b"from: 50, to: 200", b"from: 50, to: 150")
    third = child("", head="extends: middle\n").rule_set
    assert first is not None
    assert second is not None
    assert third is not None
    assert len({first.digest, second.digest, third.digest}) == 3
    assert third.options["limit"].high == 150


def test_a_pin_holds_while_the_base_stays(child: Compile, shelf: Any) -> None:
    plain = load(shelf.texts["plain"], "plain.yaml", shelf).rule_set
    assert plain is not None
    assert codes(child("", head=f"extends: plain@{plain.digest[:8]}\n")) == []
    assert codes(child("", head=f"extends: plain@{plain.digest}\n")) == []
    assert codes(child("", head="extends: plain@00000000\n")) == ["CH706"]


@pytest.mark.parametrize(("bases", "told"), [(5, []), (6, ["CH708"])])
def test_five_bases_are_enough(child: Compile, put: Put, bases: int, told: list[str]) -> None:
    for number in range(1, bases):
        put(f"step-{number}", "", extends="plain" if number == 1 else f"step-{number - 1}")
    assert codes(child("", head=f"extends: step-{bases - 1}\n")) == told


def test_a_chain_of_a_thousand_is_refused_without_walking_it(child: Compile, put: Put, shelf: Any) -> None:
    for number in range(1000):
        put(f"step-{number}", "", extends=f"step-{number + 1}")
    assert codes(child("", head="extends: step-0\n")) == ["CH708"]
    assert len(shelf.asked) < 20


@pytest.mark.parametrize(
    ("links", "circle"),
    [
        ({}, "child -> child"),
        ({"a": "child"}, "child -> a -> child"),
        ({"a": "b", "b": "a"}, "a -> b -> a"),
        ({"a": "b", "b": "c", "c": "child"}, "child -> a -> b -> c -> child"),
    ],
)
def test_a_circle_is_named(child: Compile, put: Put, links: dict[str, str], circle: str) -> None:
    for name, extends in links.items():
        put(name, "", extends=extends)
    loaded = child("", head=f"extends: {'a' if links else 'child'}\n")
    assert codes(loaded) == ["CH702"]
    assert circle in loaded.diagnostics[0].message


def test_a_circle_of_overlays_is_named(child: Compile, put: Put) -> None:
    put("a", "adopts: [b]\n")
    put("b", "adopts: [a]\n")
    loaded = child("adopts: [a]\n")
    assert codes(loaded) == ["CH712"]
    put("a", "adopts: [child]\n")
    put("child", "adopts: [a]\n")
    assert codes(child("adopts: [a]\n")) == ["CH712"]
    assert codes(child("adopts: [child]\n")) == ["CH702"]


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"a: [", b"- 1", b"rule_set: x", b"rule_set: {a: b}\nextends: [x]\n"]
)
def test_no_bytes_raise(shelf: Any, content: bytes) -> None:
    loaded = load(content, "x.yaml", shelf)
    assert loaded.rule_set is None
    assert loaded.diagnostics
