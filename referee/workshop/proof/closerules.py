"""The rules that a close is judged by, sorted by what a proof about hands has to know of them.

Most look at an arrangement through a few counts. A rule that looks at single cards or melds is asked about every
arrangement of every hand while the hands are counted, and its answer is remembered as one more count (`looked`). A
condition that nothing about the cards kept has to do with (`laps at least 1`) is a gate: it is proved by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.game.facts import VARYING
from referee.lang.compile import Compiled
from referee.lang.syntax import Expr, Field, Name
from referee.lang.walk import definitions_used, everything, reads
from referee.rules.model import Condition, Outcome
from referee.table import Table
from referee.table.bound import opened
from referee.workshop.leafvalues import is_truth, leaves
from referee.workshop.proof.besides import Besides, besides_of
from referee.workshop.proof.courses import Courses, courses
from referee.workshop.proof.forms import lays_off

_OTHERS = "others"
BY_OTHERS, IF_UNCLOSED = "written.by_others", "written.if_unclosed"
_OF_SEATS = (BY_OTHERS, IF_UNCLOSED)
_OF_LAY_OFFS = ("lay_off.may_lay_off", "lay_off.may_exchange")


@dataclass(frozen=True, slots=True)
class Looked:
    """A part that looks at cards or melds; `by_course` if its answer also hangs on the course or the closing card.

    `alone`: it stands in that block of rules and is asked about a seat that does not close, whose hand has no closing
    card in it; then `besides` is what else it reads.
    """

    expr: Expr
    test: Compiled
    by_course: bool
    alone: str = ""
    besides: Besides | None = None


@dataclass(frozen=True, eq=False)
class CloseRules:
    """The rules of a close at one table.

    `whole_hand` rule out arrangements, `conditions` are those of `may_close` that have to do with the cards, `gates`
    the others. `opens` are the collections whose members are looked at.
    """

    table: Table
    whole_hand: tuple[Condition, ...]
    conditions: tuple[Condition, ...]
    gates: tuple[Condition, ...]
    outcomes: tuple[Outcome, ...]
    courses: Courses
    gate_courses: Courses
    looked: tuple[Looked, ...]
    opens: frozenset[str]
    weighs_hand: bool

    @classmethod
    def of(cls, table: Table) -> CloseRules:
        """The rules of closing at a table."""
        rules, named = table.rule_set, table.definitions
        whole = rules.conditions.get("melds.whole_hand", ())
        all_conditions = rules.conditions.get("close.may_close", ())
        about_cards = [one for one in all_conditions if reads(one.expr, named) & (VARYING | {"hand", "hand_points"})]
        outcomes = [expr for one in rules.outcomes for expr in effects_of(one)]
        shared = frozenset().union(
            *(reads(one.expr, named) for one in about_cards), *(reads(e, named) for e in outcomes)
        )
        gates = tuple(one for one in all_conditions if one not in about_cards and not reads(one.expr, named) & shared)
        conditions = tuple(one for one in all_conditions if one not in gates)
        exprs = [*(one.expr for one in (*whole, *conditions)), *outcomes]
        seats = [expr for each in seat_rules(table).values() for expr in each]
        looked = (*_looked(table, exprs), *_looked_at_seats(table))
        opens = frozenset().union(*(opened(one.expr, named) for one in looked))
        return cls(
            table=table,
            whole_hand=whole,
            conditions=conditions,
            gates=gates,
            outcomes=rules.outcomes,
            courses=courses(table, exprs),
            gate_courses=courses(table, [one.expr for one in gates]),
            looked=looked,
            opens=opens,
            weighs_hand=any(_weighs(expr, named) for expr in (*exprs, *seats)),
        )

    def answers(self, block: str, part: Expr) -> bool:
        """Whether a part of a block about seats looks at no hand, or is answered for each beside all that it reads."""
        if not opened(part, self.table.definitions):
            return True
        return any(one.expr is part and one.alone == block for one in self.looked)

    @property
    def compared_after(self) -> tuple[int, ...]:
        """The parts that look at cards left loose after lay-offs, where one of them looks at those held as well.

        By their number among `looked`; none where no such part is asked.
        """
        named = self.table.definitions
        opens = {number: opened(one.expr, named) for number, one in enumerate(self.looked) if one.alone == BY_OTHERS}
        if not lays_off(self.table) or not any({"loose", "hand"} <= seen for seen in opens.values()):
            return ()
        return tuple(number for number, seen in opens.items() if "loose" in seen)


def effects_of(one: Outcome) -> Sequence[Expr]:
    """What an outcome says that can be worked out from a hand: when it holds and what it does."""
    return [expr for expr in (one.when, one.wins_game, one.writes, one.lay_off) if expr is not None]


def seat_rules(table: Table) -> dict[str, tuple[Expr, ...]]:
    """What is asked about the hands of seats that did not close: what they write, and what they may lay off."""
    rules = table.rule_set
    found = {
        block: tuple(expr for one in rules.cases.get(block, ()) for expr in (one.when, one.value))
        for block in _OF_SEATS
    }
    laid = _OF_LAY_OFFS if lays_off(table) else ()
    return found | {block: tuple(one.expr for one in rules.conditions.get(block, ())) for block in laid}


def _weighs(expr: Expr, named: Mapping[str, Expr]) -> bool:
    """Whether it asks for the points of all cards of a hand, its own or the closer's."""
    trees = (expr, *(named[name] for name in definitions_used(expr, named)))
    return any(
        isinstance(node, Name | Field) and node.name == "hand_points" for one in trees for node in everything(one)
    )


def hangs_on_others(expr: Expr, table: Table) -> bool:
    """Whether it depends on the hands of the others, which nobody knows at a close."""
    return _OTHERS in reads(expr, table.definitions)


def _looked(table: Table, exprs: Sequence[Expr]) -> Iterator[Looked]:
    """The parts that look at cards or melds, each once."""
    found: set[int] = set()
    for expr in exprs:
        for part in leaves(expr, table.definitions) if is_truth(expr) else [expr]:
            if id(part) in found or hangs_on_others(part, table) or not opened(part, table.definitions):
                continue
            found.add(id(part))
            by_course = bool(reads(part, table.definitions) - VARYING - {"hand_points"})
            yield Looked(part, table.binder.compile(part), by_course)


def _looked_at_seats(table: Table) -> Iterator[Looked]:
    """The parts of rules about other seats that look at cards or melds of a hand, each once in its block."""
    for block, exprs in seat_rules(table).items():
        found: set[int] = set()
        for expr in exprs:
            for part in leaves(expr, table.definitions) if is_truth(expr) else [expr]:
                if id(part) in found or not opened(part, table.definitions):
                    continue
                found.add(id(part))
                besides = besides_of(table, part, exprs)
                if besides is not None:
                    yield Looked(part, table.binder.compile(part), by_course=False, alone=block, besides=besides)
