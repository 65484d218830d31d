"""Mutation: the tests are run again on rules with one thing changed, and whoever notices nothing is named.

A mutant is killed as soon as a test that passed fails. One that makes no game at all is set aside: nobody could play
by such rules unnoticed. For a survivor closes are tried, and rounds that play themselves, until one comes out otherwise
than under the rules as they are; that close, or round, is a test that kills it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from referee.rules.model import RuleSet
from referee.suite.coverage import by_cards
from referee.suite.grounds import Grounds, variants
from referee.suite.model import Kind, Test
from referee.suite.mutants import Mutant, mutants
from referee.suite.running import run_test
from referee.suite.trying import Asked, Setting, Tables, can_hold, closes, told_of

TRIED = 2_500
"""Closes that are tried on a survivor."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant no test noticed. `kill` is a test that would, "" if none was found among `tried` closes.

    `by_cards`: whether a hand can show it at all.
    """

    mutant: Mutant
    kill: str
    tried: int
    by_cards: bool


@dataclass(frozen=True, slots=True)
class Mutation:
    """What came of all mutants: how many were killed, how many made no game, and those that survived."""

    killed: int
    no_game: int
    survivors: tuple[Survivor, ...]

    @property
    def all(self) -> int:
        """The mutants that could be played by."""
        return self.killed + len(self.survivors)


@dataclass(slots=True)
class _Asked:
    """One test at one table, which passes under the rules as they are; `kills` counts the mutants it noticed."""

    test: Test
    at: str
    variant: Test
    kills: int = 0


def mutate(
    tests: Sequence[Test],
    grounds: Grounds,
    names: frozenset[str],
    *,
    tried: int = TRIED,
    seed: int = 0,
    done: Callable[[], None] = lambda: None,
) -> Mutation:
    """Run tests on every mutant of the rules that come from rule sets of these names."""
    plain = grounds.of(grounds.rule_set)
    asked = [
        _Asked(test, at, variant)
        for test in tests
        if test.kind is not Kind.DIAGNOSTIC
        for at, variant in variants(test)
        if run_test(test, at, variant, plain).passed
    ]
    search = _Search(grounds.rule_set, tried, seed)
    killed, no_game, survivors = 0, 0, []
    for mutant in mutants(grounds.rule_set, names):
        done()
        if Tables(mutant.rules).at(Setting(None, {})) is None:
            no_game += 1
        elif _is_killed(mutant, asked, grounds):
            killed += 1
        else:
            survivors.append(search.survivor(mutant))
    return Mutation(killed, no_game, tuple(survivors))


def _is_killed(mutant: Mutant, asked: list[_Asked], grounds: Grounds) -> bool:
    """Whether some test notices; those that noticed most so far are asked first."""
    changed = grounds.of(mutant.rules)
    asked.sort(key=lambda one: -one.kills)
    for one in asked:
        if not run_test(one.test, one.at, one.variant, changed).passed:
            one.kills += 1
            return True
    return False


@dataclass(slots=True)
class _Search:
    """Looks for closes that come out otherwise under changed rules."""

    rules: RuleSet
    tried: int
    seed: int

    def survivor(self, mutant: Mutant) -> Survivor:
        """A mutant, with a close that would kill it if one is found."""
        if not self.shows(mutant):
            return Survivor(mutant, "", 0, False)
        here, there = Tables(self.rules), Tables(mutant.rules)
        number = 0
        for asked in islice(closes(here, Random(self.seed)), self.tried):  # noqa: S311 - a search
            number += 1
            if _differs(asked, here, there):
                return Survivor(mutant, _entry(_simplest(asked, here, there), here), number, True)
        return Survivor(mutant, "", number, True)

    def shows(self, mutant: Mutant) -> bool:
        """Whether a hand can show the change: defaults may, for the pack, the points and the melds hang on options."""
        return mutant.rule.sort in {"option", "setting"} or by_cards(mutant.rule, self.rules)


def _differs(asked: Asked, here: Tables, there: Tables) -> bool:
    was, now = here.at(asked.setting), there.at(asked.setting)
    if was is None or now is None or not can_hold(was, asked.cards):
        return False
    if not can_hold(now, asked.cards) or was.hand_size != now.hand_size:
        return True
    return told_of(asked.verdict(was)) != told_of(asked.verdict(now))


def _simplest(asked: Asked, here: Tables, there: Tables) -> Asked:
    simpler = next((one for one in asked.simpler() if _differs(one, here, there)), None)
    return asked if simpler is None else _simplest(simpler, here, there)


def _entry(asked: Asked, here: Tables) -> str:
    table = here.at(asked.setting)
    assert table is not None
    return asked.entry(table, told_of(asked.verdict(table)))
