"""Checked tree to a function over columns: the value of a condition for very many facts at once, with numpy.

It is generated from the typed tree as the function of one fact is (`compile`), with the same names, the same constants
worked out beforehand and no text of an author's. A quantity or a member is a column of whole numbers, an answer one of
bools; of a record every field is a column; a collection is a table of its members with as many columns as the largest
has members. What holds for one row is what the function of that fact says: no part of an expression can fail, so that
both branches of an `if` may be worked out. Numbers are of 64 bits; those of rules that were compiled have 32
(`reach`).

Not every tree has a column: sets that hang on facts, functions over collections inside each other, and collections
that are chosen by a condition are left to the function of one fact, and `NoColumn` says so when they are compiled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from referee.lang.columnwriter import ColumnGenerator, NoColumn
from referee.lang.syntax import Expr, Field, Name, Over
from referee.lang.types import Enumerations, Many, Record
from referee.lang.walk import definitions_used, everything
from referee.lang.writer import Known, Value

__all__ = ["Members", "NoColumn", "OfColumns", "compile_columns", "spread", "stacked"]

_FACT: Final = re.compile(r"\bf\.([a-z][a-z0-9_]*)")
_MOST: Final = np.iinfo(np.int64).max
_LEAST: Final = np.iinfo(np.int64).min

Column = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Members:
    """A collection in every row: how many members, in which places there is one, and of each field a table."""

    count: Column
    present: Column
    each: SimpleNamespace


@dataclass(frozen=True, slots=True)
class OfColumns:
    """A function of facts as columns.

    `call(facts, rows)` gives a column of so many rows. It reads `reads` as attributes of its argument: columns of that
    length or plain values, records of these, and `Members`. `fields` says which fields of records and members are
    read. `source` is the generated text.
    """

    call: Callable[[Any, int], Column]
    reads: frozenset[str]
    fields: Mapping[str, frozenset[str]]
    source: str


def compile_columns(
    expr: Expr,
    *,
    constants: Mapping[str, Value] | None = None,
    definitions: Mapping[str, Expr] | None = None,
    enums: Enumerations | None = None,
) -> OfColumns:
    """The function over columns of a checked tree; its arguments are those of `compile_expression`.

    NoColumn, saying of what there is none. ValueError as there.
    """
    generator = ColumnGenerator(constants or {}, definitions or {}, enums or {})
    piece = generator.whole(expr)
    statements = "" if isinstance(piece, Known) else "".join(generator.statements)
    source = f"def value(f):\n{statements}    return {generator.written(piece)}\n"
    names: dict[str, Any] = {"__builtins__": {}, **_FUNCTIONS, **generator.globals}
    exec(compile(source, "<rule>", "exec"), names)  # noqa: S102 - text made of our own identifiers only, see `generate`
    value = names["value"]

    def call(facts: Any, rows: int) -> Column:
        return np.broadcast_to(value(facts), (rows,))

    reads = frozenset(_FACT.findall(source))
    return OfColumns(call, reads, _fields_read(expr, definitions or {}, reads), source)


def stacked(compiled: OfColumns, facts: Sequence[Any], names: Iterable[str] | None = None) -> SimpleNamespace:
    """Facts as a function over columns reads them, or only those named: each is a row."""
    made = SimpleNamespace()
    for name in compiled.reads if names is None else names:
        values = [getattr(one, name) for one in facts]
        fields = compiled.fields.get(name)
        if fields is None:
            setattr(made, name, np.array(values, dtype=_kind_of(values)))
        elif all(isinstance(value, tuple | list) for value in values):
            setattr(made, name, _members(values, fields))
        else:
            setattr(made, name, SimpleNamespace(**{field: _field(values, field) for field in fields}))
    return made


def spread(facts: SimpleNamespace, rows: Column) -> SimpleNamespace:
    """Columns that have, in every row, what these have in the row that `rows` names."""
    return SimpleNamespace(**{name: _spread(value, rows) for name, value in vars(facts).items()})


def _spread(value: Any, rows: Column) -> Any:
    if isinstance(value, Members):
        return Members(value.count[rows], value.present[rows], spread(value.each, rows))
    return spread(value, rows) if isinstance(value, SimpleNamespace) else value[rows]


def _fields_read(expr: Expr, definitions: Mapping[str, Expr], reads: frozenset[str]) -> dict[str, frozenset[str]]:
    """The fields of every record and collection that is read; none of a collection that is only counted."""
    trees = [expr, *(definitions[name] for name in definitions_used(expr, definitions))]
    nodes = [node for tree in trees for node in everything(tree)]
    found: dict[str, set[str]] = {
        node.name: set()
        for node in nodes
        if isinstance(node, Name) and node.name in reads and isinstance(node.type, Record | Many)
    }
    of_variables: dict[str, list[str]] = {}
    for node in nodes:
        if isinstance(node, Over) and isinstance(node.collection, Name):
            of_variables.setdefault(node.variable, []).append(node.collection.name)
    for node in nodes:
        if isinstance(node, Field) and isinstance(node.base, Name) and not isinstance(node.base.type, Many):
            for name in of_variables.get(node.base.name, [node.base.name]):
                if name in found:
                    found[name].add(node.name)
    return {name: frozenset(fields) for name, fields in found.items()}


def _kind_of(values: Iterable[Any]) -> type:
    return np.bool_ if all(isinstance(value, bool) for value in values) else np.int64


def _field(records: Sequence[Any], field: str) -> Column:
    values = [getattr(one, field) for one in records]
    return np.array(values, dtype=_kind_of(values))


def _members(values: Sequence[Sequence[Any]], fields: Iterable[str]) -> Members:
    count = np.array([len(value) for value in values], dtype=np.int64)
    most = int(count.max(initial=0))
    present = np.arange(most) < count[:, None]
    each = SimpleNamespace()
    for field in fields:
        flat = [getattr(member, field) for value in values for member in value]
        table: Column = np.zeros(present.shape, dtype=_kind_of(flat))
        table[present] = flat
        setattr(each, field, table)
    return Members(count, present, each)


# -- what generated functions call -----------------------------------------------------------------------------------


def _deep(value: Any) -> Any:
    """A value of each row, to go with the members of each row."""
    return value[:, None] if isinstance(value, np.ndarray) and value.ndim == 1 else value


def _every(body: Any, members: Members) -> Any:
    return (body | ~members.present).all(axis=1)


def _some(body: Any, members: Members) -> Any:
    return (body & members.present).any(axis=1)


def _number(body: Any, members: Members) -> Any:
    return (body & members.present).sum(axis=1)


def _total(body: Any, members: Members) -> Any:
    return np.where(members.present, body, 0).sum(axis=1)


def _lowest(body: Any, members: Members) -> Any:
    found = np.where(members.present, body, _MOST).min(axis=1, initial=_MOST)
    return np.where(members.count > 0, found, 0)


def _highest(body: Any, members: Members) -> Any:
    found = np.where(members.present, body, _LEAST).max(axis=1, initial=_LEAST)
    return np.where(members.count > 0, found, 0)


_FUNCTIONS: Final[Mapping[str, Any]] = {
    "deep": _deep,
    "every": _every,
    "some": _some,
    "number": _number,
    "total": _total,
    "lowest": _lowest,
    "highest": _highest,
    "least": lambda *values: reduce(np.minimum, values),
    "most": lambda *values: reduce(np.maximum, values),
    "no": np.logical_not,
    "where": np.where,
}
