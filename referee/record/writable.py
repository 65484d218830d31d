"""Which numbers can stand on the sheet of a round at all, whatever the cards were.

Where the cards are not known a score cannot be computed; but the rules of a table allow few numbers. A closer writes
what some outcome says, the others what a case says, and what a hand counts is bounded by its dearest cards. What an
expression can come to is worked out by `lang.reach`, so every bound is one that is never passed; where nothing is
known of a fact, everything can be written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.lang.compile import Compiled, compile_expression
from referee.lang.reach import ANYTHING, Reach, Reaches
from referee.lang.syntax import And, Comparison, Conditional, Expr, Name, Negative
from referee.limits import HAND_SURPLUS, NUMBER
from referee.table import Table
from referee.table.melds import LEAST_MELD

_AT_MOST: Final = {"at most": 0, "below": 1, "is": 0}
"""Comparators that hold a quantity down, and by how much less than the number behind them."""


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from `low` to `high` that a paragraph gives."""

    low: int
    high: int
    clause: str

    def has(self, number: int) -> bool:
        """Whether it is one of them."""
        return self.low <= number <= self.high

    def away(self, number: int) -> int:
        """How far a number is from them."""
        return max(self.low - number, number - self.high, 0)


@dataclass(frozen=True, slots=True)
class Writable:
    """What can be written at one table: by a closer for each outcome, by the others then, by all if nobody closes.

    `open` is no if penalties of the rule set itself may be added, of which a sheet says nothing. `may_win`: there is an
    outcome after which nobody writes, or writes 0.
    """

    closer: tuple[tuple[Span, ...], ...]
    others: tuple[Span, ...]
    unclosed: tuple[Span, ...]
    may_win: bool
    open: bool

    @classmethod
    def of(cls, table: Table) -> Writable:
        """The numbers of a table, for `Table.derived`."""
        return _Asking.of(table).writable()

    @property
    def by_closer(self) -> tuple[Span, ...]:
        """What a closer can write, whatever the outcome."""
        return tuple(span for spans in self.closer for span in spans)

    def anybody(self, number: int) -> bool:
        """Whether some seat can write it in some round."""
        return self.not_closing(number) or _has(self.by_closer, number)

    def not_closing(self, number: int) -> bool:
        """Whether a seat can write it that did not close."""
        return (self.may_win and not number) or _has(self.others, number) or _has(self.unclosed, number)

    def together(self, numbers: Sequence[int], *, complete: bool) -> bool:
        """Whether one round can give all these numbers. `complete`: no seat but these was in it."""
        if all(_has(self.unclosed, one) for one in numbers) or (self.may_win and not any(numbers)):
            return True
        strangers = [at for at, one in enumerate(numbers) if not _has(self.others, one)]
        if len(strangers) > 1:
            return False
        if not strangers and not complete:
            return bool(self.closer)
        closers = strangers or range(len(numbers))
        return any(_has(spans, numbers[at]) for spans in self.closer for at in closers)

    def nearest(self, number: int, *, closing: bool = False) -> str:
        """The clause that gives the number, or the one nearest to it."""
        spans = self.by_closer if closing else (*self.others, *self.unclosed, *self.by_closer)
        return min(spans, key=lambda span: span.away(number)).clause if spans else ""


def _has(spans: Sequence[Span], number: int) -> bool:
    return any(span.has(number) for span in spans)


@dataclass(frozen=True, slots=True)
class _Asking:
    """One table being asked. `constants` are what is known of every round here, `hand` the points of a hand."""

    table: Table
    constants: Mapping[str, Any]
    hand: Reach

    @classmethod
    def of(cls, table: Table) -> _Asking:
        """With no wild card in the pack, no hand has any."""
        kinds = table.pack.kinds
        known = {} if any(kind.wild for kind in kinds) else {"wilds": 0}
        faulty = not (_refused(table, "draws_twice") and _refused(table, "draws_nothing"))
        surplus = HAND_SURPLUS if faulty else table.settings["deal.next_card"] == "to_eldest"
        cards = table.hand_size + int(surplus)
        prices = sorted(kind.points for kind in kinds for _ in range(kind.count))
        low, high = sum(min(one, 0) for one in prices[:cards]), sum(max(one, 0) for one in prices[-cards:])
        return cls(table, {**table.constants, **known}, Reach(low, high))

    def writable(self) -> Writable:
        """All of it."""
        rules, others, unclosed = self.table.rule_set, list(self.cases("by_others")), list(self.cases("if_unclosed"))
        closer, seen, may_win = [], set[str](), False
        for one in rules.outcomes:
            when = self.compiled(one.when)
            if when.constant is False or when.source in seen:
                continue
            seen.add(when.source)
            may_win = may_win or self.compiled(one.wins_game).constant is not False
            if one.writes is not None and self.compiled(one.wins_game).constant is not True:
                reaches = self.reaches(self.closing(one.when))
                closer.append(tuple(Span(*each, one.priced_by) for each in self.spans(one.writes, reaches)))
        fined = any(self.compiled(one.penalty).constant != 0 for one in rules.irregular.values())
        return Writable(tuple(closer), tuple(others), tuple(unclosed), may_win, open=not fined)

    def cases(self, block: str) -> Iterator[Span]:
        """What the cases of a block give."""
        reaches = self.reaches(self.hand)
        for case in self.table.rule_set.cases.get(f"written.{block}", ()):
            if self.compiled(case.when).constant is not False:
                yield from (Span(*each, case.clause) for each in self.spans(case.value, reaches))

    def compiled(self, expr: Expr) -> Compiled:
        """An expression with what is known here."""
        enums = self.table.rule_set.enums
        return compile_expression(expr, constants=self.constants, definitions=self.table.definitions, enums=enums)

    # -- what a closer may have loose ----------------------------------------------------------------------------

    def closing(self, when: Expr) -> Reach:
        """The loose points of a closer: no more than the conditions of a close, and that of the outcome, let stand.

        After lay-offs they may be others: fewer, unless cards count less than nothing or are exchanged for dearer ones.
        """
        kinds, exchange = self.table.pack.kinds, self.table.conditions("lay_off.may_exchange")
        shut = any(one.test.constant is False for one in exchange) or not any(kind.wild for kind in kinds)
        if not shut or any(kind.points < 0 for kind in kinds) or not _refused(self.table, "false_close"):
            return self.hand
        asked = [one.expr for one in self.table.rule_set.conditions.get("close.may_close", ())]
        return Reach(self.hand.low, min([self.hand.high, *self.bounds(*asked, when)]))

    def bounds(self, *conditions: Expr) -> Iterator[int]:
        """The numbers that `deadwood` may not pass where all these conditions hold."""
        for one in conditions:
            if isinstance(one, And):
                yield from self.bounds(*one.parts)
            elif isinstance(one, Comparison) and one.comparator in _AT_MOST and _is_deadwood(one.left):
                limit = self.compiled(one.right).constant
                if type(limit) is int:
                    yield limit - _AT_MOST[one.comparator]

    # -- what an expression can come to --------------------------------------------------------------------------

    def spans(self, expr: Expr, reaches: Reaches) -> Iterator[Reach]:
        """What an expression can come to: each of its branches for itself."""
        if isinstance(expr, Name) and expr.sort == "definition":
            yield from self.spans(self.table.definitions[expr.name], reaches)
        elif isinstance(expr, Conditional):
            test = self.compiled(expr.test).constant
            yield from self.spans(expr.then, reaches) if test is not False else ()
            yield from self.spans(expr.otherwise, reaches) if test is not True else ()
        elif isinstance(expr, Negative):
            yield from (Reach(-high, -low) for low, high in self.spans(expr.operand, reaches))
        else:
            constant = self.compiled(expr).constant
            yield reaches.reach(expr) if constant is None else Reach(int(constant), int(constant))

    def reaches(self, deadwood: Reach) -> Reaches:
        """What is known of facts where the loose points of the seat asked for lie there."""
        table, most = self.table, self.table.hand_size + HAND_SURPLUS
        points = [kind.points for kind in table.pack.kinds]
        count = Reach(0, NUMBER)
        facts = {
            "deadwood": deadwood,
            "points": Reach(min(points), max(points)),
            **dict.fromkeys(("melded", "runs", "sets", "wilds", "size", "naturals"), Reach(0, most)),
            **dict.fromkeys(("laps", "turns", "reshuffles", "stock_cards", "rounds"), count),
            "seats": Reach(table.seats, table.seats),
            "hand_size": Reach(table.hand_size, table.hand_size),
        }
        known = {name: Reach(value, value) for name, value in table.options.items() if isinstance(value, int)}
        sizes = {"hand": most, "loose": most, "melds": most // LEAST_MELD, "others": table.seats - 1}
        return Reaches(facts, known, sizes, table.definitions, fields={"deadwood": self.hand})


def _refused(table: Table, act: str) -> bool:
    """Whether an irregular act never stands by the rules of this table; where they do not speak of it, it does not."""
    rule = table.irregular(act)
    return rule is None or rule.ruling.constant == table.rule_set.enums["ruling"].index("refused")


def _is_deadwood(expr: Expr) -> bool:
    return isinstance(expr, Name) and expr.name == "deadwood" and expr.sort == "fact"


assert Reach(-NUMBER, NUMBER) == ANYTHING, "what nothing is known of can be any number that is written"
