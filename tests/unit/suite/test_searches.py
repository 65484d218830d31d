"""Closes and rounds that are made up: each is a test that passes, shows what it is to show, and kills what it is to."""

from itertools import islice
from random import Random

import pytest

from referee.library import Library
from referee.rules.canonical import digest_of
from referee.suite.coverage import Coverage, coverage, scope
from referee.suite.grounds import Grounds
from referee.suite.model import TestFile
from referee.suite.mutants import mutants
from referee.suite.mutation import mutate
from referee.suite.reading import read_tests
from referee.suite.running import run_test, run_tests
from referee.suite.situations import Situations
from referee.suite.tables import Setting, Tables
from referee.suite.trying import closes, hand, told_of
from referee.suite.watching import Seen, Watcher
from referee.table import BindError, bind
from tests.tables import house

LIBRARY = Library()
FAMILIES = ["spanish-40", "chilean-50", "gin-rummy", "fournier-40", "conga", "house-i"]
NOTHING = "{table: offered}"


def file_of(*entries: str) -> TestFile:
    text = "test: 1\nrules: any\ntests:\n" + "".join(f"  number {at}: {one}\n" for at, one in enumerate(entries))
    read = read_tests(text.encode(), "made_test.yaml")
    assert read.file is not None, read.diagnostics
    return read.file


def grounds(name: str) -> Grounds:
    return Grounds(LIBRARY.rule_set(name), LIBRARY)


def covered(name: str, *entries: str, tried: int = 0) -> Coverage:
    here = grounds(name)
    watcher = Watcher(here.rule_set)
    watched = here.of(here.rule_set)
    watched.watch = watcher
    assert all(one.passed for one in run_tests(file_of(*entries).tests, watched))
    return coverage(here, scope(here.rule_set, LIBRARY), watcher.seen, tried=tried)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_close_that_is_tried_is_a_test_that_passes(name: str) -> None:
    here = grounds(name)
    tables = Tables(here.rule_set)
    entries = []
    for asked in islice(closes(tables, Random(7)), 60):
        table = tables.at(asked.setting)
        assert table is not None
        entries.append(asked.entry(table, told_of(asked.verdict(table))))
    failed = [one for one in run_tests(file_of(*entries).tests, here) if not one.passed]
    assert failed == []
    assert len({entry.split("deadwood")[0] for entry in entries}) > 40


@pytest.mark.parametrize("name", FAMILIES)
def test_every_round_that_is_tried_is_a_test_that_passes(name: str) -> None:
    here = grounds(name)
    found = list(Situations(Tables(here.rule_set), seed=3).first(8))
    assert len(found) > 8
    assert [one.entry for one in found if not run_test(one.test, "", one.test, here).passed] == []


@pytest.mark.parametrize("name", ["spanish-40", "house-c", "house-i", "conga"])
def test_what_is_said_to_cover_a_gap_does(name: str) -> None:
    before = covered(name, NOTHING, tried=1_000)
    covers = list(dict.fromkeys(gap.cover for gap in before.gaps if gap.cover))
    assert covers
    after = covered(name, NOTHING, *covers)
    left = {(gap.rule.path, gap.leaf, gap.answer) for gap in after.gaps}
    assert left == {(gap.rule.path, gap.leaf, gap.answer) for gap in before.gaps if not gap.cover}


@pytest.mark.parametrize("name", ["house-a", "house-c", "house-i"])
def test_what_is_said_to_kill_a_mutant_does(name: str) -> None:
    here = grounds(name)
    names = scope(here.rule_set, LIBRARY)
    before = mutate(file_of(NOTHING), here, names)
    kills = list(dict.fromkeys(one.kill for one in before.survivors if one.kill))
    assert kills
    after = mutate(file_of(*kills), here, names, tried=0)
    left = [(one.mutant.rule.path, one.mutant.change) for one in after.survivors]
    assert left == [(one.mutant.rule.path, one.mutant.change) for one in before.survivors if not one.kill]
    assert after.all == before.all


@pytest.mark.parametrize("name", FAMILIES)
def test_every_mutant_means_something_else_and_can_be_asked(name: str) -> None:
    rules = LIBRARY.rule_set(name)
    was = digest_of(rules)
    seen = {was}
    number = 0
    for mutant in mutants(rules, scope(rules, LIBRARY)):
        number += 1
        now = digest_of(mutant.rules)
        assert now not in seen or mutant.change == "removed", (mutant.rule.path, mutant.change)
        seen.add(now)
        tables = Tables(mutant.rules)
        if tables.at(Setting(None, {})) is None:
            with pytest.raises(BindError):
                bind(mutant.rules)
            continue
        for asked in islice(closes(tables, Random(number)), 2):
            table = tables.at(asked.setting)
            assert table is not None
            asked.verdict(table)
    assert number > 5


@pytest.mark.parametrize("size", [3, 4, 6])
def test_a_hand_of_few_cards_is_put_together_too(size: int) -> None:
    table = house("deal: {cards: 3}\nclose: {may_close: {es.4: deadwood at most 2 points}}\n")
    assert {len(hand(table, Random(seed), size)) for seed in range(100)} == {size}


def test_what_an_expression_is_changed_to() -> None:
    rules = LIBRARY.rule_set("house-a")
    found = [(one.change, one.text) for one in mutants(rules, frozenset({"house-a"})) if one.rule.clause == "es.4"]
    assert found == [
        ("and → or", "loose.count at most 1 card or deadwood at most 4 points"),
        ("without `loose.count at most 1 card`", "deadwood at most 4 points"),
        ("without `deadwood at most 4 points`", "loose.count at most 1 card"),
        ("at most → below", "loose.count below 1 card and deadwood at most 4 points"),
        ("at most → above", "loose.count above 1 card and deadwood at most 4 points"),
        ("at most → is", "loose.count is 1 card and deadwood at most 4 points"),
        ("1 → 0", "loose.count at most 0 cards and deadwood at most 4 points"),
        ("1 → 2", "loose.count at most 2 cards and deadwood at most 4 points"),
        ("at most → below", "loose.count at most 1 card and deadwood below 4 points"),
        ("at most → above", "loose.count at most 1 card and deadwood above 4 points"),
        ("at most → is", "loose.count at most 1 card and deadwood is 4 points"),
        ("4 → 3", "loose.count at most 1 card and deadwood at most 3 points"),
        ("4 → 5", "loose.count at most 1 card and deadwood at most 5 points"),
        ("removed", ""),
    ]


def test_only_what_a_file_says_itself_counts() -> None:
    rules = LIBRARY.rule_set("house-a")
    assert scope(rules, LIBRARY) == {"house-a"}
    assert scope(LIBRARY.rule_set("spanish-40"), LIBRARY) == {"spanish-40", "common"}


def test_a_survivor_with_a_reason_is_not_sought_for_and_an_idle_reason_is_told() -> None:
    text = (
        "test: 1\nrules: any\nsurvivors:\n  close.may_close.es.4:\n    removed: it is only a test\n"
        "  close.may_close.es.3: {removed: there is no such rule here}\ntests:\n  it: {table: offered}\n"
    )
    file = read_tests(text.encode(), "made_test.yaml").file
    assert file is not None
    here = grounds("house-a")
    found = mutate(file, here, scope(here.rule_set, LIBRARY), tried=0)
    explained = [(one.mutant.change, one.kill) for one in found.survivors if one.reason]
    assert explained == [("removed", "")]
    assert found.unexplained == len(found.survivors) - 1
    assert found.idle == (("close.may_close.es.3", "removed"),)


def test_a_close_counts_on_the_arrangement_its_verdict_rests_on() -> None:
    """All cards loose is an arrangement too, and fails es.4; nobody means it."""
    found = covered("spanish-40", "{close: 4c 5c 6c 11o 11e 11b 5b, outcome: plain}")
    gaps = {(gap.rule.path, gap.leaf, gap.answer) for gap in found.gaps}
    assert ("close.may_close.es.4", "melded at least 4 cards", "no") in gaps
    assert ("close.may_close.es.4", "melded at least 4 cards", "yes") not in gaps
    assert ("close.outcomes.clean", "", "") in gaps
    assert ("close.outcomes.plain", "", "") not in gaps


@pytest.mark.parametrize("name", ["spanish-40", "chilean-50", "gin-rummy"])
def test_rules_read_from_yaml_are_seen_like_those_from_the_compiled_form(name: str) -> None:
    """In the one what the format supplies is one tree in many rules, in the other it is many."""
    compiled = LIBRARY.rule_set(name)
    written = LIBRARY.check(LIBRARY.source(name), f"{name}.yaml").rule_set
    assert written is not None
    assert written == compiled
    seen: list[list[Seen]] = []
    for rules in (compiled, written):
        watcher, tables = Watcher(rules), Tables(rules)
        seen.append([])
        for asked in islice(closes(tables, Random(5)), 25):
            table = tables.at(asked.setting)
            assert table is not None
            watcher.seen = Seen()
            watcher.close(table, asked.question, asked.verdict(table))
            seen[-1].append(watcher.seen)
    assert seen[0] == seen[1]


def test_a_failing_condition_hides_no_other() -> None:
    """The order of conditions has no meaning, so a refused close shows every leaf."""
    found = covered("spanish-40", "{close: 1o 3o 5o 7c 11c 2e 4b, given: {laps: 0}, refused: [es.3, es.4]}")
    gaps = {(gap.rule.path, gap.leaf, gap.answer) for gap in found.gaps if gap.answer == "no"}
    assert not {path for path, _, _ in gaps} & {"close.may_close.es.3", "close.may_close.es.4"}
