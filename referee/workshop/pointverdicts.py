"""What comes of a close at each thing that rules can see of an arrangement, at one table and one moment, all at once.

The rules are those of the referee (`game.closepoints.Asked`), and so is what is made of their answers. Where very many
rows are asked about, each condition and each price is asked once over columns of all of them (`proof.incolumns`), and
looked up; where there are few, or numpy is not, or a rule has no column, it is asked at each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, NamedTuple

from referee.game.closepoints import Asked, Judged
from referee.game.closerules import CloseRules
from referee.game.courses import CloseCourses
from referee.game.facts import HIDDEN, UNKNOWN_CARD, VARYING, CloseFacts
from referee.game.partly import Partly
from referee.game.readings import CARD_BITS, PLAIN_TAGS, RUNS_AT, SETS_AT, TAG_BITS, WILDS_AT
from referee.game.space import tag
from referee.lang.syntax import Expr
from referee.table import Table
from referee.workshop.cardlooks import CardLooks
from referee.workshop.proof.incolumns import MANY, over_columns, worth_while

_CARDS = (1 << CARD_BITS) - 1
_TAGS = {"runs": RUNS_AT, "sets": SETS_AT, "wilds": WILDS_AT}


class Row(NamedTuple):
    """What rules see of an arrangement; `hand_points` is 0 where none asks. `tags` has its runs, sets and stand-ins."""

    deadwood: int
    melded: int
    tags: int
    hand_points: int
    loose: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comes:
    """What comes of a close, but for its loose points: a `ShortVerdict` without them."""

    legal: bool
    outcome: str | None
    wins_game: bool
    writes: int | None
    clauses: tuple[str, ...]

    @classmethod
    def of(cls, judged: Judged) -> Comes:
        """The short form of what the referee makes of an arrangement."""
        if judged.outcome is None:
            return cls(False, None, False, None, judged.clauses)
        rule = judged.outcome.rule
        return cls(True, rule.name, judged.wins_game, judged.writes, (rule.clause,))


def judged_exprs(table: Table) -> list[Expr]:
    """What is asked about a close at a table where the closing card is not known."""
    rules = table.derived(CloseCourses).hidden.rules
    exprs = [one.rule.expr for one in (*rules.conditions, *rules.whole)]
    for one in rules.outcomes:
        said = [(one.rule.when, one.reads), (one.rule.wins_game, one.reads)]
        said += [(one.rule.writes, one.writes_reads)] if one.rule.writes else []
        said += [(one.rule.lay_off, one.lay_off_reads)] if one.rule.lay_off else []
        exprs += [expr for expr, reads in said if not reads & (HIDDEN | {"others"})]
    return exprs


class PointVerdicts:
    """What comes of closes at a table at a moment; `size` cards are kept."""

    def __init__(self, table: Table, given: Mapping[str, int | bool], looks: CardLooks, size: int) -> None:
        self._table, self._looks, self._size = table, looks, size
        self._rules: CloseRules = table.derived(CloseCourses).hidden.rules
        self._weighs = "hand_points" in self._rules.steady_reads
        facts = CloseFacts(given)
        self._steady = {name: getattr(facts, name) for name in CloseFacts.__slots__ if hasattr(facts, name)}

    def row(self, weight: int, number: int) -> Row:
        """What is seen of an arrangement, by what its hand weighs and its number in `Space.seen`."""
        cards = number >> PLAIN_TAGS
        deadwood, loose = self._looks.split(weight - (cards >> CARD_BITS))
        held = self._looks.split(weight)[0] if self._weighs else 0
        return Row(deadwood, cards & _CARDS, number & (1 << PLAIN_TAGS) - 1, held, loose)

    def judged(self, rows: Sequence[Row]) -> list[Judged]:
        """What comes of each."""
        asked = Asked.of(self._table, self._rules, self._rules.steady_reads | VARYING, ())
        facts = [self._facts(number, row) for number, row in enumerate(rows)]
        if len(rows) >= MANY and worth_while(len(rows)):
            asked = _over_all(asked, _Columns(self._table, rows, self._size, self._steady))
        return [asked.judge(one) for one in facts]

    def _facts(self, number: int, row: Row) -> Any:
        runs, sets, wilds = (tag(row.tags, at) for at in (RUNS_AT, SETS_AT, WILDS_AT))
        loose: Sequence[Any] = (None,) * (self._size - row.melded)
        if row.loose:
            loose = self._looks.cards(row.loose, self._table.pack.kinds)
        varying = {"deadwood": row.deadwood, "melded": row.melded, "runs": runs, "sets": sets, "wilds": wilds}
        cards = {"loose": loose, "melds": (None,) * (runs + sets), "card": UNKNOWN_CARD, "hand": ()}
        return SimpleNamespace(**{**self._steady, **varying, **cards, "hand_points": row.hand_points, "number": number})


class _Columns:
    """The answers to rules over all rows; those that look at single cards are asked at each, which takes no longer."""

    def __init__(self, table: Table, rows: Sequence[Row], size: int, steady: Mapping[str, Any]) -> None:
        import numpy as np  # noqa: PLC0415 - it is worth while

        from referee.lang.columns import Members  # noqa: PLC0415 - numpy takes long to import

        deadwood, melded, tags, hand_points = np.array([row[:4] for row in rows], dtype=np.int64).T
        counts = {name: tags >> at & (1 << TAG_BITS) - 1 for name, at in _TAGS.items()}
        nobody = SimpleNamespace()
        loose, melds = size - melded, counts["runs"] + counts["sets"]
        cards = {"loose": Members(loose, loose, nobody), "melds": Members(melds, melds, nobody)}
        points = {"deadwood": deadwood, "melded": melded, "hand_points": hand_points}
        self._table, self._rows = table, len(rows)
        self._facts = SimpleNamespace(**{**steady, **counts, **cards, **points})

    def of(self, expr: Expr, call: Partly) -> Partly:
        """A function that looks up what a rule says of a row; the rule itself where it has no column."""
        compiled = over_columns(self._table, expr)
        if compiled is None or any(compiled.fields.values()):
            return call
        if not compiled.reads <= vars(self._facts).keys() - HIDDEN - {"others"}:
            return call
        answers = compiled.call(self._facts, self._rows).tolist()

        def told(row: Any) -> Any:
            return answers[row.number]

        return told


def _over_all(asked: Asked, columns: _Columns) -> Asked:
    """The same rules, with their answers looked up."""

    def outcomes() -> Iterator[Any]:
        for one in asked.outcomes:
            rule = one.outcome.rule
            yield replace(
                one,
                when=one.when if one.unclear else columns.of(rule.when, one.when),
                wins_game=one.wins_game if one.unclear else columns.of(rule.wins_game, one.wins_game),
                writes=None if one.writes is None or rule.writes is None else columns.of(rule.writes, one.writes),
                lay_off=None if one.lay_off is None or rule.lay_off is None else columns.of(rule.lay_off, one.lay_off),
            )

    return replace(
        asked,
        conditions=tuple((one, columns.of(one.rule.expr, call)) for one, call in asked.conditions),
        outcomes=tuple(outcomes()),
    )
