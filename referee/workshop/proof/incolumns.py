"""Conditions asked about very many cases at once, in columns of numpy, where it is installed (the extra `numpy`).

What a rule can tell apart may be hundreds of thousands of cases: a total from the floor to the limit, beside laps,
seats and rounds; the points of all hands, in every course. Asked one by one that is half a second a condition; in
columns a few milliseconds. Where numpy is not, or a condition has no column (`lang.columns`), each case is asked by
itself, and nothing comes out otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from math import prod
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from referee.lang.syntax import Expr
from referee.table import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from referee.lang.columns import OfColumns

MANY: Final = 50_000
"""From about so many cases on numpy is worth what it takes to import."""

SOME: Final = 500
"""From about so many on, where it is there already, columns are worth what it takes to make them."""


def worth_while(rows: int) -> bool:
    """Whether so many facts are asked about sooner in columns, and can be."""
    there = sys.modules.get("numpy") is not None
    return rows >= SOME and (there or (rows >= MANY and find_spec("numpy") is not None))


def over_columns(table: Table, expr: Expr) -> OfColumns | None:
    """The function over columns of a part of the rules of a table; None if it has none."""
    from referee.lang.columns import NoColumn, compile_columns  # noqa: PLC0415 - numpy takes long to import

    binder = table.binder
    try:
        return compile_columns(
            expr, constants=binder.constants, definitions=binder.definitions, enums=table.rule_set.enums
        )
    except NoColumn:
        return None


def bits_of_choices(
    table: Table, expr: Expr, values: Sequence[Sequence[Mapping[str, Any]]], asked: Sequence[int]
) -> int | None:
    """Where a part holds, as bits, over all choices of one of `values` from each dimension, the first one fastest.

    It reads facts of the dimensions `asked` alone. None if that cannot be said in columns, or not sooner.
    """
    sizes = [len(one) for one in values]
    rows = prod(sizes[at] for at in asked)
    compiled = over_columns(table, expr) if worth_while(rows) else None
    if compiled is None:
        return None
    import numpy as np  # noqa: PLC0415 - it is there

    from referee.lang.columns import spread, stacked  # noqa: PLC0415 - the same

    facts, below, number = SimpleNamespace(), 1, np.arange(rows)
    for at in asked:
        here = [SimpleNamespace(**one) for one in values[at]]
        names = [name for name in compiled.reads - vars(facts).keys() if all(name in vars(one) for one in here)]
        vars(facts).update(vars(spread(stacked(compiled, here, names), number // below % sizes[at])))
        below *= sizes[at]
    if not compiled.reads <= vars(facts).keys():
        return None
    narrow = [size if at in asked else 1 for at, size in enumerate(sizes)]
    return bits_of(np.broadcast_to(compiled.call(facts, rows).reshape(narrow[::-1]), sizes[::-1]).ravel())


def bits_of(holds: NDArray[Any]) -> int:
    """A column of answers as bits, the first the lowest."""
    import numpy as np  # noqa: PLC0415 - it is there

    return int.from_bytes(np.packbits(holds.astype(np.bool_), bitorder="little").tobytes(), "little")


class ManyFacts:
    """Facts that stay the same while others change around them, as columns that are made once for each part."""

    def __init__(self, table: Table, facts: Callable[[], Sequence[SimpleNamespace]], asked: int) -> None:
        self._table, self._worth_while = table, worth_while(asked)
        self._facts = facts() if self._worth_while else ()
        self._made: dict[int, tuple[Expr, tuple[OfColumns, SimpleNamespace] | None]] = {}

    def where(self, expr: Expr, around: Any) -> int | None:
        """Where a part holds, as bits, beside the facts `around`; None if that cannot be said in columns, or sooner."""
        if not self._worth_while:
            return None
        if id(expr) not in self._made:
            self._made[id(expr)] = expr, self._stacked(expr)
        known = self._made[id(expr)][1]
        if known is None:
            return None
        compiled, columns = known
        facts = SimpleNamespace(**vars(columns))
        for name in compiled.reads - vars(columns).keys():
            value = getattr(around, name)
            if isinstance(value, tuple):
                return None
            setattr(facts, name, value)
        return bits_of(compiled.call(facts, len(self._facts)))

    def _stacked(self, expr: Expr) -> tuple[OfColumns, SimpleNamespace] | None:
        from referee.lang.columns import stacked  # noqa: PLC0415 - it is worth while

        compiled = over_columns(self._table, expr)
        if compiled is None:
            return None
        names = compiled.reads & vars(self._facts[0]).keys()
        if any(compiled.fields.get(name) for name in names):
            return None  # of the cards of a hand only their number is here
        return compiled, stacked(compiled, self._facts, names)
