"""Judges a close: whether it is allowed, what comes of it, and if it is refused which clauses it breaks.

For every arrangement of the cards kept all of `close.may_close` must hold; its outcome is then the first of
`close.outcomes` whose `when` holds. Over the arrangements that pass, the closer has the best: a won game, else the best
points written (low or high as `game.winner` asks), then x.6 (b) to (e). What depends on the hands of the others cannot
be known yet: there fewest loose points stand in for the points written.

A refused close is judged on the arrangement that fails fewest clauses, then by fewest loose points and x.6 (b) to (e);
all clauses it fails are cited. If it fails none, no outcome fits it, and the clause of the last outcome is cited.

Arrangements that no condition can tell apart are one profile (`game.space`), so leaving cards loose on purpose costs
next to nothing to consider, and nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import Card
from referee.frozen import quick
from referee.game.facts import HIDDEN, UNKNOWN_CARD, VARYING, Arranger, CloseFacts
from referee.game.refusal import Failure, failure_of, no_outcome
from referee.game.roundfacts import points_of
from referee.game.solve import Arrangement, arranged, profile_value, standing_arrangements
from referee.game.space import Space
from referee.rules.order import natural_key
from referee.table import BoundCondition, BoundOutcome, Kind, Table

Given = Mapping[str, int | bool]


@quick
@dataclass(frozen=True, slots=True)
class CloseVerdict:
    """What comes of a close.

    Legal: `outcome` is its name, `clause` and `priced_by` are what it rests on, `writes` what the closer writes (None
    if the game is won, or if it depends on the hands of the others or on the closing card unknown), `lay_off` whose
    melds are open to lay-offs (what `lay_off.onto` says where the outcome's own depends on that card). Refused:
    `failures` in natural order of their clauses, `clause` the first of them. `arrangement` is the one that was judged.
    `not_judged`: clauses whose text hangs on the closing card, which was not told, and which count as met; `undecided`
    are those of them that the options of this table do not settle.
    """

    legal: bool
    outcome: str | None
    wins_game: bool
    writes: int | None
    clause: str
    priced_by: str
    lay_off: str
    arrangement: Arrangement
    failures: tuple[Failure, ...]
    not_judged: tuple[str, ...]
    undecided: tuple[str, ...]


@quick
@dataclass(frozen=True, slots=True)
class CloseQuestion:
    """What is asked of a close: the cards kept, and besides what `judge_close` says of the rest."""

    keep: Sequence[Card]
    given: Given
    closing: Card | None
    hand: Sequence[Card] | None
    taken: Card | None


@dataclass(frozen=True, slots=True)
class Closings:
    """A close with one card more than is kept: each different card as the closing card, in pack order.

    `best` is the one that is best for the closer (of equals the first), None if none is legal.
    """

    best: Card | None
    each: tuple[tuple[Card, CloseVerdict], ...]


def judge_close(
    table: Table,
    keep: Sequence[Card],
    *,
    given: Given | None = None,
    closing: Card | None = None,
    hand: Sequence[Card] | None = None,
    taken: Card | None = None,
) -> CloseVerdict:
    """The verdict on closing with the cards kept.

    `given` are facts of the course of the game by name (`facts.GIVABLE` says which and what they are if not given).
    `closing` is the card put face down, `hand` all cards held (by default those kept and that one), `taken` the card
    that was taken from the discard pile in this turn; it is the closing card only if no twin of it is held. Without
    `closing`, what hangs on it counts as met and is listed in `not_judged`.
    """
    return _judged(table, CloseQuestion(keep, given or {}, closing, hand, taken))[0]


def may_close(table: Table, question: CloseQuestion) -> bool:
    """Whether the close is legal: the answer of `judge_close`, for whoever needs no reasons."""
    rules = table.derived(_Closing).of_question(question)
    facts = facts_of(table, question)
    if not all(one.test.call(facts) for one in rules.fixed):
        return False
    return _Judge.of(table, question, facts, rules).is_legal()


def judge_closings(
    table: Table, cards: Sequence[Card], *, given: Given | None = None, taken: Card | None = None
) -> Closings:
    """The verdict on each different card of `cards` as the closing card, the others being kept."""
    each: list[tuple[Card, CloseVerdict]] = []
    best: tuple[Card, tuple[object, ...]] | None = None
    for closing in sorted({card.index: card for card in sorted(cards, reverse=True)}.values()):
        keep = list(cards)
        keep.remove(closing)
        verdict, worth = _judged(table, CloseQuestion(keep, given or {}, closing, cards, taken))
        each.append((closing, verdict))
        if verdict.legal and (best is None or worth < best[1]):
            best = (closing, worth)
    return Closings(None if best is None else best[0], tuple(each))


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of closing at one table, sorted by what they look at."""

    conditions: tuple[BoundCondition, ...]
    fixed: tuple[BoundCondition, ...]
    varying: tuple[BoundCondition, ...]
    outcomes: tuple[BoundOutcome, ...]
    opens: frozenset[str]
    not_judged: tuple[str, ...]
    undecided: tuple[str, ...]

    @classmethod
    def sorted(cls, table: Table, *, hidden: bool) -> _Rules:
        """With `hidden` those conditions are left out that nobody can judge without the closing card."""
        all_conditions, outcomes = table.conditions("close.may_close"), table.outcomes
        left_out = [one for one in all_conditions if hidden and one.reads & HIDDEN]
        judged = tuple(one for one in all_conditions if one not in left_out)
        unclear = {one.rule.clause for one in outcomes if hidden and _texts_read(one) & HIDDEN}
        open_here = {one.rule.clause for one in outcomes if hidden and _reads_here(one) & HIDDEN}
        return cls(
            conditions=judged,
            fixed=tuple(one for one in judged if not one.test.reads & VARYING),
            varying=tuple(one for one in judged if one.test.reads & VARYING),
            outcomes=outcomes,
            opens=frozenset().union(*(one.opens for one in judged), *(one.opens for one in outcomes)),
            not_judged=_in_order({one.clause for one in left_out} | unclear),
            undecided=_in_order({one.clause for one in left_out if one.test.reads & HIDDEN} | open_here),
        )


def _texts_read(one: BoundOutcome) -> frozenset[str]:
    """The facts that what comes of an outcome is said to hang on; what it pays is settled after the round."""
    return one.reads | one.writes_reads | one.lay_off_reads


def _reads_here(one: BoundOutcome) -> frozenset[str]:
    """The same, as far as the options of the table leave it open."""
    rules = (one.when, one.wins_game, one.writes, one.lay_off)
    return frozenset().union(*(rule.reads for rule in rules if rule is not None))


def _in_order(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(clauses, key=natural_key))


@dataclass(frozen=True, slots=True)
class _Closing:
    """The rules of closing with the closing card known, and with it hidden."""

    known: _Rules
    hidden: _Rules

    @classmethod
    def of(cls, table: Table) -> _Closing:
        return cls(_Rules.sorted(table, hidden=False), _Rules.sorted(table, hidden=True))

    def of_question(self, question: CloseQuestion) -> _Rules:
        """The rules that can be asked."""
        return self.hidden if question.closing is None else self.known


class _Fit(NamedTuple):
    """An outcome at one arrangement. `worth` is what the closer thinks of it, the smallest the best."""

    outcome: BoundOutcome
    wins_game: bool
    writes: int | None
    worth: tuple[bool, int]


@dataclass(slots=True)
class _Judge:
    """One close being judged: the rules, the arrangements, and the one set of facts they are asked with in turn."""

    table: Table
    keep: Sequence[Card]
    rules: _Rules
    facts: CloseFacts
    space: Space
    standing: Sequence[int]
    arranger: Arranger
    hidden: bool

    @classmethod
    def of(cls, table: Table, question: CloseQuestion, facts: CloseFacts, rules: _Rules) -> _Judge:
        """The cards kept with all their arrangements."""
        space, standing = standing_arrangements(table, question.keep, rules.opens)
        arranger = Arranger(table, space, rules.opens)
        return cls(table, question.keep, rules, facts, space, standing, arranger, question.closing is None)

    def is_legal(self) -> bool:
        """Whether some arrangement meets what hangs on it, and has an outcome. What does not hang on it holds."""
        for profile in self.standing:
            self.arranger.fill(self.facts, profile)
            if all(one.test.call(self.facts) for one in self.rules.varying) and self._fitting() is not None:
                return True
        return False

    def verdict(self) -> tuple[CloseVerdict, tuple[object, ...]]:
        """The verdict, and if it is legal what it is worth to the closer beside other closing cards."""
        facts, varying = self.facts, self.rules.varying
        if any(not one.test.call(facts) for one in self.rules.fixed):
            return self._refused(), ()
        best: tuple[object, ...] | None = None
        tied: dict[int, _Fit] = {}
        for profile in self.standing:
            self.arranger.fill(facts, profile)
            for one in varying:
                if not one.test.call(facts):
                    break
            else:
                fit = self._outcome()
                if fit is None:
                    continue
                worth = (*fit.worth, *self._order(profile))
                if best is None or worth < best:
                    best, tied = worth, {profile: fit}
                elif worth == best:
                    tied[profile] = fit
        if best is None:
            return self._refused(), ()
        return self._legal(tied, best)

    def _order(self, profile: int) -> tuple[int, int]:
        """x.6 (b) to (d): of cards kept, few loose is the same as many melded."""
        _, cards, few_melds = profile_value(self.space, profile)
        return (-cards, -few_melds)

    # -- legal ---------------------------------------------------------------------------------------------------

    def _fitting(self) -> BoundOutcome | None:
        """The first outcome that fits the facts; one that hangs on a card unknown only if no other does."""
        unclear: BoundOutcome | None = None
        for one in self.rules.outcomes:
            if self.hidden and one.reads & HIDDEN:
                unclear = unclear or one
            elif one.when.call(self.facts):
                return one
        return unclear

    def _outcome(self) -> _Fit | None:
        """That outcome, and what comes of it."""
        one = self._fitting()
        if one is None:
            return None
        wins_game = not (self.hidden and one.reads & HIDDEN) and bool(one.wins_game.call(self.facts))
        if wins_game:
            return _Fit(one, True, None, (False, 0))
        unknown = "others" in one.writes_reads or (self.hidden and one.writes_reads & HIDDEN)
        if one.writes is None or unknown:
            return _Fit(one, False, None, (True, self.facts.deadwood))
        writes = int(one.writes.call(self.facts))
        return _Fit(one, False, writes, (True, writes if self.table.low_is_better else -writes))

    def _onto(self, one: BoundOutcome) -> str:
        """Whose melds are open to lay-offs after an outcome."""
        if one.lay_off is None or (self.hidden and one.lay_off_reads & HIDDEN):
            onto: str = self.table.settings["lay_off.onto"]
            return onto
        return self.table.rule_set.enums["onto"].member(one.lay_off.call(self.facts))

    def _legal(self, tied: Mapping[int, _Fit], worth: tuple[object, ...]) -> tuple[CloseVerdict, tuple[object, ...]]:
        """The verdict with the smallest of the arrangements that are equally good."""
        melds, profile = self.space.smallest(tied)
        fit = tied[profile]
        if fit.outcome.lay_off_reads:
            self.arranger.fill(self.facts, profile)
        rule = fit.outcome.rule
        verdict = CloseVerdict(
            legal=True,
            outcome=rule.name,
            wins_game=fit.wins_game,
            writes=fit.writes,
            clause=rule.clause,
            priced_by=rule.priced_by,
            lay_off=self._onto(fit.outcome),
            arrangement=arranged(self.table, self.keep, melds),
            failures=(),
            not_judged=self.rules.not_judged,
            undecided=self.rules.undecided,
        )
        return verdict, (*worth, [one.order for one in melds])

    # -- refused -------------------------------------------------------------------------------------------------

    def _refused(self) -> CloseVerdict:
        orders = [(self._fails(profile), profile) for profile in self.standing]
        least = min(orders)[0]
        melds, profile = self.space.smallest([profile for order, profile in orders if order == least])
        self.arranger.fill(self.facts, profile)
        # a refusal's text may look at cards that no condition looks at
        self.arranger.show(self.facts, melds)
        failures = tuple(self._failures()) or (no_outcome(self.table, self.facts),)
        return CloseVerdict(
            legal=False,
            outcome=None,
            wins_game=False,
            writes=None,
            clause=failures[0].clause,
            priced_by="",
            lay_off="nobody",
            arrangement=arranged(self.table, self.keep, melds),
            failures=failures,
            not_judged=self.rules.not_judged,
            undecided=self.rules.undecided,
        )

    def _fails(self, profile: int) -> tuple[int, ...]:
        """How many clauses an arrangement fails, then what x.6 (b) to (d) makes of it, the smallest the best."""
        self.arranger.fill(self.facts, profile)
        failed = {one.clause for one in self.rules.conditions if not one.test.call(self.facts)}
        points, cards, few_melds = profile_value(self.space, profile)
        return (len(failed), -points, -cards, -few_melds)

    def _failures(self) -> Iterator[Failure]:
        failed = [one for one in self.rules.conditions if not one.test.call(self.facts)]
        for one in sorted(failed, key=lambda one: (natural_key(one.clause), natural_key(one.rule.key))):
            yield failure_of(self.table, one, self.facts)


def _judged(table: Table, question: CloseQuestion) -> tuple[CloseVerdict, tuple[object, ...]]:
    """The verdict, and what the close is worth beside others."""
    rules = table.derived(_Closing).of_question(question)
    return _Judge.of(table, question, facts_of(table, question), rules).verdict()


def facts_of(table: Table, question: CloseQuestion) -> CloseFacts:
    """The facts of a close that no arrangement changes; those of the group `arrangement` are not filled yet."""
    facts, closing, hand = CloseFacts(question.given), question.closing, question.hand
    if not hand:
        hand = question.keep if closing is None else (*question.keep, closing)
    facts.hand = _held(table, hand, question.taken)
    facts.card = UNKNOWN_CARD if closing is None else _closing_kind(table, closing, facts.hand)
    facts.hand_points = points_of(table, question.keep)
    return facts


def _held(table: Table, hand: Sequence[Card], taken: Card | None) -> Sequence[Kind]:
    """The cards held as conditions see them. A twin held before the draw is the card that is thrown (es.2)."""
    kinds = table.pack.kinds
    held = [kinds[card.index] for card in hand]
    if taken is not None:
        for place in range(len(held) - 1, -1, -1):
            if held[place].index == taken.index:
                held[place] = table.taken_kinds[taken.index]
                break
    return held


def _closing_kind(table: Table, closing: Card, held: Sequence[Kind]) -> Kind:
    for kind in held:
        if kind.index == closing.index:
            return kind
    return table.kind(closing)
