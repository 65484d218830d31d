"""The rules of closing at one table, sorted by what they look at, and what a question about a close is made of.

Facts of a close are steady or vary: those of `VARYING` differ from one arrangement of the cards kept to the next, the
others are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.cards import Card
from referee.frozen import quick
from referee.game.facts import HIDDEN, UNKNOWN_CARD, VARYING, CloseFacts
from referee.game.partly import steady_parts
from referee.game.roundfacts import points_of
from referee.lang.compile import Compiled
from referee.lang.syntax import Expr
from referee.rules.order import natural_key
from referee.table import BoundCondition, BoundOutcome, Kind, Table
from referee.table.bound import opened

Given = Mapping[str, int | bool]

_MEMBERS = frozenset({"loose", "melds"})
"""The collections that vary."""


@quick
@dataclass(frozen=True, slots=True)
class CloseQuestion:
    """What is asked of a close: the cards kept, and besides what `judge_close` says of the rest."""

    keep: Sequence[Card]
    given: Given
    closing: Card | None
    hand: Sequence[Card] | None
    taken: Card | None


@dataclass(frozen=True, slots=True, eq=False)
class CloseRules:
    """The rules of closing, with the closing card known or `hidden`: then what nobody can judge is left out.

    `conditions` stand in natural order of their clauses; `whole` are those of `melds.whole_hand`. `opens` are the
    collections that vary of which they look at members. `steady` are the parts of all these rules that do not vary,
    `steady_reads` the facts that they read.
    """

    hidden: bool
    conditions: tuple[BoundCondition, ...]
    whole: tuple[BoundCondition, ...]
    outcomes: tuple[BoundOutcome, ...]
    opens: frozenset[str]
    not_judged: tuple[str, ...]
    undecided: tuple[str, ...]
    steady: tuple[Compiled, ...]
    steady_reads: frozenset[str]

    @classmethod
    def sorted(cls, table: Table, *, hidden: bool) -> CloseRules:
        """The rules of a table."""
        all_conditions, outcomes = table.conditions("close.may_close"), table.outcomes
        left_out = [one for one in all_conditions if hidden and one.reads & HIDDEN]
        judged = [one for one in all_conditions if one not in left_out]
        whole = table.conditions("melds.whole_hand")
        unclear = {one.rule.clause for one in outcomes if hidden and _texts_read(one) & HIDDEN}
        open_here = {one.rule.clause for one in outcomes if hidden and _reads_here(one) & HIDDEN}
        exprs = [one.rule.expr for one in (*judged, *whole)]
        exprs += [expr for one in outcomes for expr in _asked(one, hidden=hidden)]
        steady = steady_parts(exprs, table.binder, VARYING)
        return cls(
            hidden=hidden,
            conditions=tuple(sorted(judged, key=lambda one: (natural_key(one.clause), natural_key(one.rule.key)))),
            whole=whole,
            outcomes=outcomes,
            opens=_MEMBERS & frozenset[str]().union(*(opened(expr, table.definitions) for expr in exprs)),
            not_judged=_in_order({one.clause for one in left_out} | unclear),
            undecided=_in_order({one.clause for one in left_out if one.test.reads & HIDDEN} | open_here),
            steady=steady,
            steady_reads=frozenset[str]().union(*(one.reads for one in steady)),
        )


def _asked(one: BoundOutcome, *, hidden: bool) -> Iterable[Expr]:
    """What is asked of an outcome when a close is judged: not what hangs on the others, nor what it pays."""
    rule, unasked = one.rule, HIDDEN if hidden else frozenset[str]()
    said = (
        (rule.when, one.reads),
        (rule.wins_game, one.reads),
        (None if "others" in one.writes_reads else rule.writes, one.writes_reads),
        (rule.lay_off, one.lay_off_reads),
    )
    return [expr for expr, reads in said if expr is not None and not reads & unasked]


def _texts_read(one: BoundOutcome) -> frozenset[str]:
    """The facts that what comes of an outcome is said to hang on; what it pays is settled after the round."""
    return one.reads | one.writes_reads | one.lay_off_reads


def _reads_here(one: BoundOutcome) -> frozenset[str]:
    """The same, as far as the options of the table leave it open."""
    rules = (one.when, one.wins_game, one.writes, one.lay_off)
    return frozenset().union(*(rule.reads for rule in rules if rule is not None))


def _in_order(clauses: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(clauses, key=natural_key))


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
