"""Files of Parquet: records in them, and reports as them. The one place that knows the library of columns.

A file of records has a column `record`, text or bytes, each a record in YAML or JSON; other columns are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.audit.pieces import Unreadable

_COLUMN = "record"
_ROWS_OF_GROUP = 20_000
_ROWS_OF_BATCH = 200


def rows_of(path: str) -> int:
    """How many records a file has; Unreadable."""
    return int(_opened(path).metadata.num_rows)


def records_of(path: str, begin: int, count: int) -> Iterator[bytes]:
    """The records of some rows, counted from 0; an empty place is an empty record."""
    file = _opened(path)
    at = 0
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if at + rows > begin and at < begin + count:
            yield from _of_group(file, path, group, max(begin - at, 0), min(begin + count - at, rows))
        at += rows


def _of_group(file: Any, path: str, group: int, begin: int, end: int) -> Iterator[bytes]:
    """The rows from `begin` up to `end` of a group, read a few at a time: a group may be larger than the memory."""
    at = 0
    try:
        for batch in file.iter_batches(_ROWS_OF_BATCH, row_groups=[group], columns=[_COLUMN]):
            for value in batch.column(0).slice(max(begin - at, 0), max(end - max(at, begin), 0)).to_pylist():
                yield value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value or b""
            at += batch.num_rows
            if at >= end:
                return
    except OSError as error:
        raise Unreadable(f"`{path}` is damaged") from error


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
