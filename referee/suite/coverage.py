"""Coverage: which rules some test made decide, and of every leaf of a condition whether tests saw it yes and no.

What counts is what a rule set says itself, with what it takes from bases that cannot be played (nobody else could test
those): what a playable base says is tested beside the base. Written-out `yes` and `no` cannot come out otherwise and
do not count; nor do settings without a condition in them, which every table uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

from referee.diagnostics.model import Diagnostic
from referee.lang.syntax import TruthValue
from referee.lang.unparse import unparse
from referee.lang.walk import definitions_used
from referee.library import Library, NoSuchRuleSet
from referee.rules.model import RuleSet
from referee.rules.order import natural_key
from referee.source import Span
from referee.suite.grounds import Grounds
from referee.suite.leaves import Leaf, Rule, every_rule, leaves_of
from referee.suite.running import run_test
from referee.suite.situations import Situations
from referee.suite.tables import Tables, offer_entry, offer_told, widest
from referee.suite.trying import Asked, can_hold, closes, told_of
from referee.suite.watching import NO, YES, Seen, Watcher

TRIED = 3_000
"""Closes that are tried to find those that would cover what is missing."""

ROUNDS = 60
"""Rounds that are tried for the same."""

Key = tuple[str, str, int]
"""A leaf: its rule, part and number there; of a rule itself the part is ""."""

Shown = tuple[Key, str]
"""A leaf and its answer; of a rule that decided the answer is ""."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Something no test shows: a rule that never decided (`leaf` is empty), or a leaf that never came out `answer`.

    `cover` is a test that would show it, "" where none was found. `reason` is why nothing can show it, as the file of
    tests says; for such a one nothing is sought. `span` is where the leaf stands, None in rules of a compiled form.
    """

    rule: Rule
    leaf: str
    answer: str
    cover: str = ""
    reason: str = ""
    span: Span | None = None

    @property
    def words(self) -> str:
        """It in words."""
        return f"{self.leaf} was never {self.answer}" if self.leaf else "never decided"


@dataclass(frozen=True, slots=True)
class ClauseCover:
    """One clause: rules that decided of those it has, and answers that were seen of those its leaves can have."""

    clause: str
    decided: int = 0
    rules: int = 0
    seen: int = 0
    answers: int = 0

    @property
    def full(self) -> bool:
        """Whether nothing is missing."""
        return (self.decided, self.seen) == (self.rules, self.answers)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The clauses in natural order, definitions last under their names, and what is missing.

    `closes` and `rounds` are how many were tried to find tests that would cover it; `idle` are reasons for gaps that
    are none: (path, words). `diagnostics` say what is missing at its place (see `untested`).
    """

    clauses: tuple[ClauseCover, ...]
    gaps: tuple[Gap, ...]
    closes: int = 0
    rounds: int = 0
    idle: tuple[tuple[str, str], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def unexplained(self) -> int:
        """The gaps nobody gave a reason for."""
        return sum(not gap.reason for gap in self.gaps)

    @property
    def full_clauses(self) -> int:
        """How many clauses lack nothing."""
        return sum(one.full for one in self.clauses)


@dataclass(slots=True)
class _Count:
    clauses: dict[str, ClauseCover] = field(default_factory=dict)
    gaps: list[tuple[Gap, Key]] = field(default_factory=list)

    def add(self, clause: str, **more: int) -> None:
        """Count for a clause."""
        held = self.clauses.setdefault(clause, ClauseCover(clause))
        self.clauses[clause] = replace(held, **{name: getattr(held, name) + one for name, one in more.items()})


def scope(rules: RuleSet, library: Library) -> frozenset[str]:
    """The names of the rule sets whose rules count: its own, and of its bases those before the first playable one."""
    names = [rules.name]
    for base in rules.extends:
        try:
            playable = library.rule_set(base).playable
        except NoSuchRuleSet:
            break
        if playable:
            break
        names.append(base)
    return frozenset(names)


def counted_rules(rules: RuleSet, names: Iterable[str]) -> tuple[Rule, ...]:
    """The rules that count; of definitions those that some rule uses."""
    wanted, trees = frozenset(names), {name: one.expr for name, one in rules.definitions.items()}
    every = every_rule(rules)
    parts = [part for rule in every if rule.sort != "definition" for part in rule.parts.values()]
    used = {f"define.{name}" for part in parts for name in definitions_used(part, trees)}
    return tuple(
        rule
        for rule in every
        if rule.origin is not None
        and rule.origin.rule_set in wanted
        and (rule.sort != "definition" or rule.path in used)
    )


def coverage(
    grounds: Grounds,
    names: Iterable[str],
    seen: Seen,
    *,
    reasons: Mapping[tuple[str, str], str] | None = None,
    tried: int = TRIED,
    seed: int = 0,
) -> Coverage:
    """What tests have shown of the rules of these rule sets, and tests that would show what is missing.

    `reasons` say why something cannot be shown, by the path of the rule and the words of the gap.
    """
    rules, idle = grounds.rule_set, dict(reasons or {})
    count, fixed = _Count(), frozenset(name for name, option in rules.options.items() if option.fixed)
    for rule in counted_rules(rules, names):
        _count(rule, leaves_of(rule, fixed), seen, count)
    gaps = [(replace(gap, reason=idle.pop((gap.rule.path, gap.words), "")), key) for gap, key in count.gaps]
    search = _Search.of(grounds, {(key, gap.answer): gap.rule for gap, key in gaps if not gap.reason})
    if search.wanted:
        search.ask_tables()
        search.ask_closes(tried, seed)
        search.ask_rounds(min(ROUNDS, tried), seed)
    found = tuple(replace(gap, cover=search.found.get((key, gap.answer), "")) for gap, key in gaps)
    order = sorted(count.clauses, key=lambda clause: (clause.startswith("define."), natural_key(clause)))
    clauses = tuple(count.clauses[clause] for clause in order)
    return Coverage(clauses, found, search.closes, search.rounds, tuple(idle))


def _count(rule: Rule, leaves: Sequence[Leaf], seen: Seen, count: _Count) -> None:
    clause = rule.clause or rule.path
    if rule.sort != "definition" and _can_fail(rule, leaves):
        done = rule.path in seen.decided
        count.add(clause, decided=int(done), rules=1)
        if not done:
            count.gaps.append((Gap(rule, "", ""), (rule.path, "", 0)))
    for leaf in leaves:
        key = (leaf.rule, leaf.part, leaf.number)
        answers = seen.leaves.get(key, 0)
        count.add(clause, seen=bool(answers & YES) + bool(answers & NO), answers=2)
        for bit, answer in ((YES, "yes"), (NO, "no")):
            if not answers & bit:
                count.gaps.append((Gap(rule, unparse(leaf.expr), answer, span=leaf.expr.span), key))


def _can_fail(rule: Rule, leaves: Sequence[Leaf]) -> bool:
    """Whether it makes a difference that the rule was asked."""
    if rule.sort in {"setting", "irregular"}:
        return bool(leaves)
    return not (rule.sort == "condition" and all(isinstance(part, TruthValue) for part in rule.parts.values()))


def by_cards(rule: Rule, rules: RuleSet) -> bool:
    """Whether a hand can show it: rules of hands, and definitions that such rules use."""
    if rule.sort != "definition":
        return rule.in_hands
    name = rule.path.removeprefix("define.")
    trees = {key: one.expr for key, one in rules.definitions.items()}
    return any(
        name in definitions_used(part, trees)
        for other in every_rule(rules)
        if other.in_hands
        for part in other.parts.values()
    )


@dataclass(slots=True)
class _Search:
    """Looks for tests that show what is `wanted`; `found` are those, `closes` and `rounds` how many were asked."""

    grounds: Grounds
    watcher: Watcher
    tables: Tables
    wanted: dict[Shown, Rule]
    found: dict[Shown, str] = field(default_factory=dict)
    closes: int = 0
    rounds: int = 0

    @classmethod
    def of(cls, grounds: Grounds, wanted: dict[Shown, Rule]) -> _Search:
        """A search at the tables of the rules that are tested."""
        watcher = Watcher(grounds.rule_set)
        watched = grounds.of(grounds.rule_set)
        watched.watch = watcher
        return cls(watched, watcher, Tables(grounds.rule_set, watcher.compilations(grounds.rule_set)), wanted)

    def ask_tables(self) -> None:
        """Set up tables for what they show by themselves."""
        rules = self.grounds.rule_set
        for setting in widest(rules):
            watcher = Watcher(rules)
            table = Tables(rules, watcher.compilations(rules)).at(setting)
            told = self.wanted.keys() & frozenset(_shown(watcher.seen))
            self._found(told if table is not None else (), offer_entry(setting, offer_told(table)))

    def ask_closes(self, most: int, seed: int) -> None:
        """Try closes for what a hand can show."""
        rules = self.grounds.rule_set
        by_hand = {one for one, rule in self.wanted.items() if one not in self.found and by_cards(rule, rules)}
        for asked in islice(closes(self.tables, Random(seed)), most if by_hand else 0):  # noqa: S311 - a search
            self.closes += 1
            shown = by_hand & self.shown(asked)
            while shown:
                simple = self.simplest(asked, min(shown))
                told = by_hand & self.shown(simple)
                self._found(told, self.entry(simple))
                by_hand -= told
                shown -= told
            if not by_hand:
                return

    def ask_rounds(self, most: int, seed: int) -> None:
        """Try rounds for what is still wanted."""
        left = self.wanted.keys() - self.found.keys()
        for one in Situations(Tables(self.grounds.rule_set), seed).first(most if left else 0):
            self.watcher.seen = Seen()
            if not run_test(one.test, "", one.test, self.grounds).passed:
                continue
            told = left & frozenset(_shown(self.watcher.seen))
            self._found(told, one.entry)
            left -= told
            if not left:
                return
        self.rounds = most if left else 0

    def _found(self, told: Iterable[Shown], entry: str) -> None:
        for one in told:
            self.found.setdefault(one, entry)

    def shown(self, asked: Asked) -> frozenset[Shown]:
        """What a close shows; nothing where there is no game."""
        table = self.tables.at(asked.setting)
        if table is None or not can_hold(table, asked.cards):
            return frozenset()
        self.watcher.seen = Seen()
        self.watcher.close(table, asked.question, asked.verdict(table))
        return frozenset(_shown(self.watcher.seen))

    def simplest(self, asked: Asked, gap: Shown) -> Asked:
        """The close with nothing about it that is not needed to show this."""
        simpler = next((one for one in asked.simpler() if gap in self.shown(one)), None)
        return asked if simpler is None else self.simplest(simpler, gap)

    def entry(self, asked: Asked) -> str:
        """A close as a test."""
        table = self.tables.at(asked.setting)
        assert table is not None
        return asked.entry(table, told_of(asked.verdict(table)))


def _shown(seen: Seen) -> Iterator[Shown]:
    """What a close shows, as gaps are named."""
    for path in seen.decided:
        yield (path, "", 0), ""
    for key, bits in seen.leaves.items():
        if bits & YES:
            yield key, "yes"
        if bits & NO:
            yield key, "no"
