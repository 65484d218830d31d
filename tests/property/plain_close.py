"""Closes judged the plain way: every rule is asked about every arrangement, nothing is remembered and nothing inferred.

The judge of `game.close` looks verdicts up where it can; whatever it says must be what is said here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.cards import Card
from referee.game.close import CloseQuestion, CloseVerdict, Closings, facts_of
from referee.game.facts import HIDDEN, VARYING, Arranger, show
from referee.game.refusal import Failure, failure_of, no_outcome
from referee.game.solve import arranged, profile_value, standing_arrangements
from referee.rules.order import natural_key
from referee.table import BoundCondition, BoundOutcome, Table

Worth = tuple[Any, ...]


class Fit(NamedTuple):
    """An outcome at one arrangement. `worth` is what the closer thinks of it, the smallest the best."""

    outcome: BoundOutcome
    wins_game: bool
    writes: int | None
    worth: tuple[bool, int]


class Plain:
    """One close being judged."""

    def __init__(self, table: Table, question: CloseQuestion) -> None:
        self.table, self.keep, self.hidden = table, question.keep, question.closing is None
        everything, self.outcomes = table.conditions("close.may_close"), table.outcomes
        self.left_out = [one for one in everything if self.hidden and one.reads & HIDDEN]
        self.conditions = [one for one in everything if one not in self.left_out]
        opens = frozenset[str]().union(*(one.opens for one in (*self.conditions, *self.outcomes)))
        self.space, self.standing = standing_arrangements(table, self.keep, opens)
        self.arranger, self.facts = Arranger(table, self.space, opens), facts_of(table, question)

    def verdict(self) -> tuple[CloseVerdict, Worth]:
        best: Worth | None = None
        tied: dict[int, Fit] = {}
        if any(not one.test.reads & VARYING and not one.test.call(self.facts) for one in self.conditions):
            return self.refused(), ()
        for profile in self.standing:
            self.arranger.fill(self.facts, profile)
            fit = self.outcome() if all(one.test.call(self.facts) for one in self.conditions) else None
            if fit is None:
                continue
            _, cards, few_melds = profile_value(self.space, profile)
            worth = (*fit.worth, -cards, -few_melds)
            if best is None or worth < best:
                best, tied = worth, {}
            if worth == best:
                tied[profile] = fit
        return (self.refused(), ()) if best is None else self.legal(tied, best)

    def outcome(self) -> Fit | None:
        unclear = [one for one in self.outcomes if self.hidden and one.reads & HIDDEN]
        clear = [one for one in self.outcomes if one not in unclear]
        one = next((one for one in [*clear] if one.when.call(self.facts)), None) or next(iter(unclear), None)
        if one is None:
            return None
        if one not in unclear and one.wins_game.call(self.facts):
            return Fit(one, True, None, (False, 0))
        if one.writes is None or "others" in one.writes_reads or (self.hidden and one.writes_reads & HIDDEN):
            return Fit(one, False, None, (True, self.facts.deadwood))
        writes = int(one.writes.call(self.facts))
        return Fit(one, False, writes, (True, writes if self.table.low_is_better else -writes))

    def legal(self, tied: Mapping[int, Fit], worth: Worth) -> tuple[CloseVerdict, Worth]:
        melds, profile = self.space.smallest(tied)
        fit = tied[profile]
        self.arranger.fill(self.facts, profile)
        one, rule = fit.outcome, fit.outcome.rule
        onto = self.table.settings["lay_off.onto"]
        if one.lay_off is not None and not (self.hidden and one.lay_off_reads & HIDDEN):
            onto = self.table.rule_set.enums["onto"].member(one.lay_off.call(self.facts))
        arrangement = arranged(self.table, self.keep, melds)
        found = (True, rule.name, fit.wins_game, fit.writes, rule.clause, rule.priced_by, onto, arrangement, ())
        return CloseVerdict(*found, *self.unjudged()), (*worth, [meld.order for meld in melds])

    def refused(self) -> CloseVerdict:
        orders = [(self.fails(profile), profile) for profile in self.standing]
        least = min(orders)[0]
        melds, profile = self.space.smallest([profile for order, profile in orders if order == least])
        self.arranger.fill(self.facts, profile)
        arrangement = arranged(self.table, self.keep, melds)
        show(self.table, self.facts, melds, arrangement.loose, arrangement.deadwood)
        failures = tuple(self.failures()) or (no_outcome(self.table, self.facts),)
        found = (False, None, False, None, failures[0].clause, "", "nobody", arrangement, failures)
        return CloseVerdict(*found, *self.unjudged())

    def fails(self, profile: int) -> tuple[int, ...]:
        self.arranger.fill(self.facts, profile)
        failed = {one.clause for one in self.conditions if not one.test.call(self.facts)}
        points, cards, few_melds = profile_value(self.space, profile)
        return (len(failed), -points, -cards, -few_melds)

    def failures(self) -> Iterator[Failure]:
        failed = [one for one in self.conditions if not one.test.call(self.facts)]
        for one in sorted(failed, key=order):
            yield failure_of(self.table, one, self.facts)

    def unjudged(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        unclear = {one for one in self.outcomes if self.hidden and said(one) & HIDDEN}
        clauses = {one.clause for one in self.left_out} | {one.rule.clause for one in unclear}
        left = {one.clause for one in self.left_out if one.test.reads & HIDDEN}
        left |= {one.rule.clause for one in unclear if read_here(one) & HIDDEN}
        return tuple(sorted(clauses, key=natural_key)), tuple(sorted(left, key=natural_key))


def order(one: BoundCondition) -> tuple[object, object]:
    return natural_key(one.clause), natural_key(one.rule.key)


def said(one: BoundOutcome) -> frozenset[str]:
    return one.reads | one.writes_reads | one.lay_off_reads


def read_here(one: BoundOutcome) -> frozenset[str]:
    rules = (one.when, one.wins_game, one.writes, one.lay_off)
    return frozenset[str]().union(*(rule.reads for rule in rules if rule is not None))


def plain_close(table: Table, question: CloseQuestion) -> CloseVerdict:
    """What `judge_close` has to say."""
    return Plain(table, question).verdict()[0]


def plain_closings(
    table: Table, cards: Sequence[Card], given: Mapping[str, int | bool], taken: Card | None
) -> Closings:
    """What `judge_closings` has to say."""
    each: list[tuple[Card, CloseVerdict]] = []
    best: tuple[Worth, Card] | None = None
    for closing in sorted({card.index: card for card in sorted(cards, reverse=True)}.values()):
        keep = list(cards)
        keep.remove(closing)
        verdict, worth = Plain(table, CloseQuestion(keep, given, closing, cards, taken)).verdict()
        each.append((closing, verdict))
        if verdict.legal and (best is None or worth < best[0]):
            best = worth, closing
    return Closings(None if best is None else best[1], tuple(each))
