"""Mutation: the tests are run again on rules with one thing changed, and whoever notices nothing is named.

A mutant is killed as soon as a test that passed fails. One that makes no game at all is set aside: nobody could play
by such rules unnoticed. For a survivor closes are tried, and rounds that play themselves, until one comes out otherwise
than under the rules as they are; that close, or round, is a test that kills it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from referee.lang.walk import names
from referee.suite.coverage import by_cards
from referee.suite.grounds import Grounds, variants
from referee.suite.leaves import every_rule
from referee.suite.model import Kind, Test, TestFile
from referee.suite.mutants import Mutant, mutants
from referee.suite.running import run_test
from referee.suite.situations import Situations
from referee.suite.tables import Setting, Tables, offer_entry, offer_told, offers
from referee.suite.trying import OF_VERDICT, Asked, can_hold, closes, told_of

TRIED = 2_000
"""Closes that are tried on a survivor."""

ROUNDS = 40
"""Rounds that are tried on a survivor."""


_CARDS = (Kind.CLOSE, Kind.HAND, Kind.MELD)
_COURSE = (Kind.PLAY, Kind.RECORD)
_ABOUT: Mapping[str, Sequence[Kind]] = {
    "close.": _CARDS,
    "define.": _CARDS,
    "points.": (Kind.HAND, *_CARDS),
    "melds.": (Kind.MELD, *_CARDS),
    "pack.": (Kind.TABLE,),
    "table.": (Kind.TABLE,),
    "options.": (Kind.TABLE, *_COURSE),
    "lay_off.": (Kind.LAY_OFF, *_COURSE),
    **dict.fromkeys(("turn.", "written.", "game.", "re_entry.", "stakes.", "stock.", "deal.", "eldest."), _COURSE),
}
"""The kinds of test that most likely notice a change of a rule, by the beginning of its path."""


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant no test noticed. `kill` is a test that would, "" if none was found.

    `closes` and `rounds` say among how many: no closes are tried where no hand can show the change. `reason` is why it
    may survive, as the file of tests says; for such a one nothing is sought.
    """

    mutant: Mutant
    kill: str = ""
    closes: int = 0
    rounds: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Mutation:
    """What came of all mutants: how many were killed, how many made no game, and those that survived.

    `idle` are reasons for survivors that are none: (path, change).
    """

    killed: int
    no_game: int
    survivors: tuple[Survivor, ...]
    idle: tuple[tuple[str, str], ...] = ()

    @property
    def all(self) -> int:
        """The mutants that could be played by."""
        return self.killed + len(self.survivors)

    @property
    def unexplained(self) -> int:
        """The survivors nobody gave a reason for."""
        return sum(not one.reason for one in self.survivors)


@dataclass(slots=True)
class _Asked:
    """One test at one table, which passes under the rules as they are; `kills` counts the mutants it noticed."""

    test: Test
    at: str
    variant: Test
    kills: int = 0


def mutate(
    file: TestFile,
    grounds: Grounds,
    scope: frozenset[str],
    *,
    tried: int = TRIED,
    seed: int = 0,
    done: Callable[[], None] = lambda: None,
) -> Mutation:
    """Run the tests of a file on every mutant of the rules that come from rule sets of these names."""
    plain = grounds.of(grounds.rule_set)
    asked = [
        _Asked(test, at, variant)
        for test in file.tests
        if test.kind is not Kind.DIAGNOSTIC
        for at, variant in variants(test)
        if run_test(test, at, variant, plain).passed
    ]
    search = _Search.of(grounds, tried, seed)
    killed, no_game, survivors = 0, 0, []
    idle = dict(file.survivors)
    for mutant in mutants(grounds.rule_set, scope):
        done()
        if Tables(mutant.rules).at(Setting(None, {})) is None:
            no_game += 1
        elif _is_killed(mutant, asked, grounds):
            killed += 1
        else:
            reason = idle.pop((mutant.rule.path, mutant.change), "")
            survivors.append(Survivor(mutant, reason=reason) if reason else search.survivor(mutant))
    return Mutation(killed, no_game, tuple(survivors), tuple(idle))


def _is_killed(mutant: Mutant, asked: list[_Asked], grounds: Grounds) -> bool:
    """Whether some test notices; those of the kind that the rule is about, and that noticed most, are asked first."""
    changed, path = grounds.of(mutant.rules), mutant.rule.path
    kinds = next((kinds for start, kinds in _ABOUT.items() if path.startswith(start)), ())
    asked.sort(key=lambda one: (one.test.kind not in kinds, -one.kills))
    for one in asked:
        if not run_test(one.test, one.at, one.variant, changed).passed:
            one.kills += 1
            return True
    return False


@dataclass(slots=True)
class _Search:
    """Looks for closes, and for rounds, that come out otherwise under changed rules."""

    grounds: Grounds
    tried: int
    seed: int
    here: Tables
    situations: Situations

    @classmethod
    def of(cls, grounds: Grounds, tried: int, seed: int) -> _Search:
        """A search at the tables of the rules as they are."""
        here = Tables(grounds.rule_set)
        return cls(grounds, tried, seed, here, Situations(here, seed))

    def survivor(self, mutant: Mutant) -> Survivor:
        """A mutant, with a test that would kill it if one is found."""
        there, number = Tables(mutant.rules), 0
        for setting in offers(self.grounds.rule_set):
            told = offer_told(self.here.at(setting))
            if told != offer_told(there.at(setting)):
                return Survivor(mutant, offer_entry(setting, told))
        chance = Random(self.seed)  # noqa: S311 - a search
        for asked in islice(closes(self.here, chance), self.tried if self.in_hands(mutant) else 0):
            number += 1
            if _differs(asked, self.here, there):
                return Survivor(mutant, _entry(_simplest(asked, self.here, there), self.here, there), number, 0)
        changed = self.grounds.of(mutant.rules)
        rounds = min(ROUNDS, self.tried)
        for one in self.situations.first(rounds):
            if not run_test(one.test, "", one.test, changed).passed:
                return Survivor(mutant, one.entry, number, rounds)
        return Survivor(mutant, "", number, rounds)

    def in_hands(self, mutant: Mutant) -> bool:
        """Whether a hand may show the change. Options may do anything, but none of them is chosen by a hand."""
        rule, rules = mutant.rule, self.grounds.rule_set
        if rule.sort == "option":
            name = rule.path.split(".")[1]
            return any(
                name in names(part, "option")
                for one in every_rule(rules)
                if by_cards(one, rules)
                for part in one.parts.values()
            )
        return by_cards(rule, rules)


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


def _entry(asked: Asked, here: Tables, there: Tables) -> str:
    """A close as a test that tells two tables apart: what differs is expected, even if the verdicts are the same."""
    was, now = here.at(asked.setting), there.at(asked.setting)
    assert was is not None
    assert now is not None
    told = told_of(asked.verdict(was))
    alike = can_hold(now, asked.cards) and was.hand_size == now.hand_size
    other = told_of(asked.verdict(now)) if alike else {}
    differ = {key for key, value in told.items() if other.get(key) != value}
    return asked.entry(was, told, () if differ & OF_VERDICT else differ)
