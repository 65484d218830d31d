from collections.abc import Callable

from referee.ruleset.load import Loaded

Compile = Callable[..., Loaded]
Put = Callable[..., None]

LOW = "close: {may_close: {p.4: deadwood at most 3 points}}\n"
LOWER = "close: {may_close: {p.4: deadwood at most 2 points}}\n"


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def conditions(loaded: Loaded) -> list[str]:
    assert loaded.rule_set is not None, loaded.diagnostics
    return [each.key for each in loaded.rule_set.conditions["close.may_close"]]


def test_an_overlay_brings_its_own_difference_only(child: Compile, put: Put) -> None:
    put("middle", "deal: {cards: 8}\n")
    put("low", LOW)
    loaded = child("adopts: [low]\n", head="extends: middle\n")
    assert codes(loaded) == []
    assert loaded.rule_set is not None
    assert loaded.rule_set.adopts == ("low",)
    origin = loaded.rule_set.settings["deal.cards"].origin
    assert origin is not None
    assert origin.rule_set == "middle"


def test_an_overlay_of_a_far_base_fits_a_near_one(child: Compile, put: Put) -> None:
    put("middle", "deal: {cards: 8}\n")
    put("near", "close: {may_close: {n.1: melded at least 4 cards}}\n", extends="middle")
    assert codes(child("adopts: [near]\n")) == ["CH710"]
    assert conditions(child("adopts: [near]\n", head="extends: middle\n")) == ["n.1", "p.3", "p.4"]


def test_two_overlays_that_say_the_same_agree(child: Compile, put: Put) -> None:
    put("one", "options: {jokers: {default: 2}}\n" + LOW)
    put("two", "options: {jokers: {default: 2}}\n")
    assert codes(child("adopts: [one, two]\n")) == []


def test_two_overlays_that_differ_contradict_each_other(child: Compile, put: Put) -> None:
    put("one", LOW)
    put("two", LOWER)
    loaded = child("adopts: [one, two]\n")
    assert codes(loaded) == ["CH705"]
    assert loaded.diagnostics[0].path == "close.may_close.p.4"


def test_a_removal_contradicts_a_change(child: Compile, put: Put) -> None:
    put("one", "close: {may_close: {p.4: remove}}\n")
    put("two", LOWER)
    put("three", "lay_off: remove\n")
    put("four", "lay_off: {onto: everyone}\n")
    assert codes(child("adopts: [one, two]\n")) == ["CH705"]
    assert codes(child("adopts: [three, four]\n")) == ["CH705"]


def test_two_removals_agree(child: Compile, put: Put) -> None:
    put("one", "close: {may_close: {p.4: remove}}\n")
    put("two", "close: {may_close: {p.4: remove}}\n")
    assert codes(child("adopts: [one, two]\n")) == []


def test_saying_it_again_settles_it(child: Compile, put: Put) -> None:
    put("one", LOW + "book: {p.4: {en: At most 3.}}\n")
    put("two", LOWER + "book: {p.4: {en: At most 2.}}\n")
    settled = "adopts: [one, two]\nclose: {may_close: {p.4: deadwood at most 2 points}}\n"
    loaded = child(settled)
    assert codes(loaded) == []
    assert loaded.rule_set is not None


def test_a_rule_and_its_paragraph_are_one_contradiction(child: Compile, put: Put) -> None:
    put("one", LOW + "book: {p.4: {en: At most 3.}}\n")
    put("two", LOWER + "book: {p.4: {en: At most 2.}}\n")
    assert codes(child("adopts: [one, two]\n")) == ["CH705"]


def test_overlays_of_an_overlay_come_with_it(child: Compile, put: Put) -> None:
    put("one", LOW)
    put("both", "adopts: [one]\nclose: {may_close: {b.1: laps at least 2}}\n")
    loaded = child("adopts: [both]\n")
    assert codes(loaded) == []
    assert conditions(loaded) == ["b.1", "p.3", "p.4"]
    assert loaded.rule_set is not None
    origin = loaded.rule_set.conditions["close.may_close"][2].origin
    assert origin is not None
    assert origin.rule_set == "one"


def test_an_overlay_that_does_not_fit_is_told_where_it_is_adopted(child: Compile, put: Put) -> None:
    put("middle", "close: {may_close: {p.3: remove}}\nturn: {may_discard: {p.3: remove}}\n")
    put("one", "close: {may_close: {p.3: remove}}\n")
    loaded = child("adopts: [one]\n", head="extends: middle\n")
    assert codes(loaded) == ["CH709"]
    span = loaded.diagnostics[0].span
    assert span is not None
    assert span.source is loaded.source


def test_later_overlays_stand_in_front_of_earlier_ones(child: Compile, put: Put) -> None:
    put("one", "points: {o.1: {when: card.rank is rey, points: 10}}\n")
    put("two", "points: {t.1: {when: card.rank is rey, points: 9}}\n")
    loaded = child("adopts: [one, two]\npoints: {c.1: {when: card.rank is sota, points: 1}}\n")
    assert loaded.rule_set is not None
    assert [case.key for case in loaded.rule_set.cases["points"]] == ["c.1", "t.1", "o.1", "p.13", "p.7"]


def test_what_one_overlay_removes_and_another_uses(child: Compile, put: Put) -> None:
    put("endless", "options: {limit: remove}\ngame: {out_when: remove}\nbook: {p.9: remove}\n")
    put("careful", "close: {may_close: {c.1: total + deadwood at most limit}}\n")
    for order in ("endless, careful", "careful, endless"):
        loaded = child(f"adopts: [{order}]\n")
        assert codes(loaded) == ["CH704"]
        span = loaded.diagnostics[0].span
        assert span is not None
        assert loaded.source.text[span.start : span.end] == "endless"
