"""What comes of a close at a point: what the rules see of an arrangement, but for its very cards.

A point is its loose points, melded cards, runs, sets and stand-ins as one whole number. What the rules see besides is
the same for every arrangement of the cards kept. Rules are asked as far as is known of the arrangement (`game.partly`):
of a point alone, or of the cards too, or of its loose points alone; what they say is certain.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from referee.game.closerules import CloseRules
from referee.game.facts import HIDDEN, CloseFacts
from referee.game.partly import Partly, partly
from referee.game.readings import CARD_BITS, PLAIN_TAGS, TAG_BITS
from referee.lang.types import Enumeration
from referee.table import BoundCondition, BoundOutcome, Table

DEADWOOD_AT: Final = PLAIN_TAGS + CARD_BITS
"""Where in a point the loose points begin; below them lie the melded cards and the tags of a profile."""

NEVER: Final = 1 << 62
"""More than any `worth` or `order`."""

_CARDS: Final = (1 << CARD_BITS) - 1
_MELDS_BITS: Final = TAG_BITS + 1
_VALUE_AT: Final = CARD_BITS + _MELDS_BITS
_ZERO: Final = 1 << 32
"""What is added to points, which have 32 bits at most, so that none are below 0."""

FAILED_AT: Final = _VALUE_AT + 34
"""Where in an `order` the number of clauses that fail begins."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What comes of a close that is arranged so. Legal: `outcome` is not None. Refused: `failed` says why.

    `worth` is what the closer thinks of it beside others, the smallest the best; NEVER if it is not legal. `order` is
    the same for refusals: how many clauses fail, then x.6; NEVER if it is legal, or no such arrangement stands. `onto`
    is whose melds are open after it, `clauses` are those of the refusal in natural order.
    """

    worth: int
    order: int
    outcome: BoundOutcome | None = None
    wins_game: bool = False
    writes: int | None = None
    onto: str = "nobody"
    failed: tuple[BoundCondition, ...] = ()
    clauses: tuple[str, ...] = ()


LOOK: Final = Judged(NEVER, NEVER)
"""Stands for what is not known: the cards decide."""

_STANDS_NOT: Final = Judged(NEVER, NEVER)


@dataclass(frozen=True, slots=True)
class _OutcomeAsked:
    """An outcome as far as is known. `unclear`: its `when` hangs on the closing card, which is hidden."""

    outcome: BoundOutcome
    unclear: bool
    when: Partly
    wins_game: Partly
    writes: Partly | None
    lay_off: Partly | None


@dataclass(frozen=True, slots=True)
class Asked:
    """The rules of closing at one table, asked with some of the facts."""

    conditions: tuple[tuple[BoundCondition, Partly], ...]
    whole: tuple[Partly, ...]
    outcomes: tuple[_OutcomeAsked, ...]
    low_is_better: bool
    onto: str
    onto_of: Enumeration
    unfitting: tuple[str, ...]

    @classmethod
    def of(cls, table: Table, rules: CloseRules, known: Collection[str], shut: Collection[str]) -> Asked:
        """The rules for facts that are known (`partly`)."""
        binder, hidden = table.binder, HIDDEN if rules.hidden else frozenset[str]()

        def asked(one: BoundOutcome) -> _OutcomeAsked:
            rule, unclear = one.rule, bool(one.reads & hidden)
            unwritten = rule.writes is None or "others" in one.writes_reads or one.writes_reads & hidden
            anywhere = rule.lay_off is None or one.lay_off_reads & hidden
            return _OutcomeAsked(
                outcome=one,
                unclear=unclear,
                when=_no if unclear else partly(rule.when, binder, known, shut),
                wins_game=_no if unclear else partly(rule.wins_game, binder, known, shut),
                writes=None if unwritten or rule.writes is None else partly(rule.writes, binder, known, shut),
                lay_off=None if anywhere or rule.lay_off is None else partly(rule.lay_off, binder, known, shut),
            )

        last = table.outcomes[-1].rule.clause if table.outcomes else table.rule_set.block_clauses.get("close", "")
        return cls(
            conditions=tuple((one, partly(one.rule.expr, binder, known, shut)) for one in rules.conditions),
            whole=tuple(partly(one.rule.expr, binder, known, shut) for one in rules.whole),
            outcomes=tuple(map(asked, rules.outcomes)),
            low_is_better=table.low_is_better,
            onto=table.settings["lay_off.onto"],
            onto_of=table.rule_set.enums["onto"],
            unfitting=(last,),
        )

    def may_be_legal(self, facts: CloseFacts) -> bool:
        """Whether what is known leaves open that the close is legal."""
        if any(call(facts) is False for _, call in self.conditions):
            return False
        return any(one.unclear or one.when(facts) is not False for one in self.outcomes)

    def judge(self, facts: CloseFacts) -> Judged:
        """What comes of an arrangement; LOOK where that is not known."""
        if facts.melded and self.whole:
            stands = [call(facts) for call in self.whole]
            if not all(stands):
                return _STANDS_NOT if False in stands else LOOK
        failed: list[BoundCondition] = []
        for condition, call in self.conditions:
            holds = call(facts)
            if holds is None:
                return LOOK
            if not holds:
                failed.append(condition)
        if failed:
            return self._refused(facts, failed)
        unclear: _OutcomeAsked | None = None
        for one in self.outcomes:
            fits = one.when(facts)
            if fits is None:
                return LOOK
            if fits:
                return self._legal(facts, one)
            if one.unclear and unclear is None:
                unclear = one
        return self._refused(facts, failed) if unclear is None else self._legal(facts, unclear)

    def _refused(self, facts: CloseFacts, failed: list[BoundCondition]) -> Judged:
        clauses = tuple(dict.fromkeys(one.clause for one in failed))
        order = (len(clauses) << FAILED_AT) + _few(facts, facts.deadwood)
        return Judged(NEVER, order, failed=tuple(failed), clauses=clauses or self.unfitting)

    def _legal(self, facts: CloseFacts, one: _OutcomeAsked) -> Judged:
        """An outcome that fits, with what comes of it; of an unclear one what wins the game is unclear too."""
        onto = None if one.lay_off is None else one.lay_off(facts)
        wins_game = one.wins_game(facts)
        writes = None if wins_game or one.writes is None else one.writes(facts)
        unwritten = writes is None and one.writes is not None and not wins_game
        if wins_game is None or unwritten or (onto is None and one.lay_off is not None):
            return LOOK
        said = self.onto if onto is None else self.onto_of.member(onto)
        if wins_game:
            return Judged(_few(facts, 0), NEVER, one.outcome, wins_game=True, onto=said)
        value = facts.deadwood if writes is None else int(writes)
        good = value if self.low_is_better or writes is None else -value
        worth = (1 << FAILED_AT) + _few(facts, good)
        return Judged(worth, NEVER, one.outcome, writes=None if writes is None else value, onto=said)


def _few(facts: CloseFacts, points: int) -> int:
    """Points, then many melded cards, then few melds: x.6 as one number."""
    few = (_CARDS - facts.melded) << _MELDS_BITS | facts.runs + facts.sets
    return (points + _ZERO) << _VALUE_AT | few


def _no(_facts: object) -> bool:
    return False
