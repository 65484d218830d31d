"""Files of Parquet: records in them, and reports as them. The one place that knows the library of columns.

A file of records has a column `record`, text or bytes, each a record in YAML or JSON; other columns are left alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from threading import local
from typing import Any

from referee.audit.pieces import Unreadable

_COLUMN = "record"
_ROWS_OF_GROUP = 20_000
_ROWS_OF_BATCH = 200


def rows_of(path: str) -> int:
    """How many records a file has; Unreadable."""
    return int(_opened(path).metadata.num_rows)


def records_of(path: str, begin: int, count: int) -> Iterator[bytes]:
    """The records of some rows, counted from 0; an empty place is an empty record. Unreadable."""
    stamp = (path, *_stamp(path))
    rows: _Rows | None = getattr(_held, "rows", None)
    if rows is None or rows.stamp != stamp or not rows.leads_to(begin):
        rows = _held.rows = _Rows(_opened(path), stamp, begin)
    try:
        for value in rows.some(begin, count):
            yield value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value or b""
    except OSError as error:
        _held.rows = None
        raise Unreadable(f"`{path}` is damaged") from error


_held = local()
"""What this thread reads: its next piece is mostly of the same file, further on."""


class _Rows:
    """Rows of one file, read a few at a time and only forwards: a group may be larger than the memory.

    Nobody can begin in the middle of a group. Whoever takes piece after piece reads each group once, not once a piece.
    """

    def __init__(self, file: Any, stamp: tuple[Any, ...], begin: int) -> None:
        """`begin` is the first row that will be wanted; groups before it are not read."""
        self.stamp = stamp
        sizes = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
        self._ends = list(accumulate(sizes))
        group = bisect_right(self._ends, begin)
        groups = list(range(group, len(sizes)))
        self._batches = file.iter_batches(_ROWS_OF_BATCH, row_groups=groups, columns=[_COLUMN]) if groups else iter(())
        self._at = self._ends[group - 1] if group else 0
        self._batch: Any = None
        """The rows that were read last; `_at` is the number of the first of them."""

    def leads_to(self, begin: int) -> bool:
        """Whether a row lies ahead, in the group that is being read: to one further on it is better to go directly."""
        last = self._at + (0 if self._batch is None else self._batch.num_rows)
        return self._at <= begin and bisect_right(self._ends, begin) <= bisect_right(self._ends, last)

    def some(self, begin: int, count: int) -> Iterator[Any]:
        """The values of some rows. OSError for a file that is damaged."""
        end = begin + count
        while True:
            if self._batch is not None:
                stop = self._at + self._batch.num_rows
                if begin < stop:
                    yield from self._batch.column(0).slice(begin - self._at, min(end, stop) - begin).to_pylist()
                    begin = min(end, stop)
                if begin >= end:
                    return
                self._at, self._batch = stop, None
            self._batch = next(self._batches, None)
            if self._batch is None:
                return


def _stamp(path: str) -> tuple[int, int, int]:
    found = Path(path).stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def write(path: Path, columns: Sequence[str], rows: Iterator[Mapping[str, Any]]) -> None:
    """Writes rows, whose values are texts, whole numbers and truths, as they come."""
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    kinds = {"bool": pa.bool_(), "int": pa.int64(), "str": pa.string()}
    schema: Any = None
    writer: Any = None
    waiting: list[Mapping[str, Any]] = []

    def flush() -> None:
        nonlocal schema, writer
        if schema is None:
            first = waiting[0] if waiting else {}
            schema = pa.schema([(name, kinds[type(first.get(name, "")).__name__]) for name in columns])
            writer = parquet.ParquetWriter(path, schema, compression="zstd")
        writer.write_table(pa.Table.from_pylist(waiting, schema))
        waiting.clear()

    for row in rows:
        waiting.append(row)
        if len(waiting) == _ROWS_OF_GROUP:
            flush()
    if waiting or writer is None:
        flush()
    writer.close()


def _opened(path: str) -> Any:
    import pyarrow as pa  # noqa: PLC0415 - an extra
    from pyarrow import parquet  # noqa: PLC0415

    try:
        file = parquet.ParquetFile(path)
    except (pa.ArrowInvalid, OSError):  # the latter is also how the library tells a damaged footer
        raise Unreadable(f"`{path}` is no file of Parquet") from None
    if file.schema_arrow.names.count(_COLUMN) > 1:
        raise Unreadable(f"`{path}` has several columns `{_COLUMN}`")
    if _COLUMN not in file.schema_arrow.names:
        raise Unreadable(f"`{path}` has no column `{_COLUMN}`")
    kind = file.schema_arrow.field(_COLUMN).type
    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    written = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    if not any(getattr(pa.types, f"is_{one}")(kind) for one in written):
        raise Unreadable(f"the column `{_COLUMN}` of `{path}` holds neither texts nor bytes")
    return file
