"""Opens a database: SQLite in a file, or PostgreSQL at an address.

SQLite is opened in WAL mode, so that readers never wait for the writer; every transaction that writes takes the lock
at once (BEGIN IMMEDIATE), for one that reads first and then wants to write fails without waiting. `synchronous=FULL`:
what was acknowledged survives a power cut, at some two milliseconds a write.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

BUSY_SECONDS = 5
"""How long a write waits for another one."""


class BadAddress(ValueError):  # noqa: N818 - named as it is told
    """No address of a store; the message repeats nothing of it, for it may hold a password."""


def address_of(text: str) -> URL:
    """`house-rules.db`, a path, is a file of SQLite; `postgresql://USER@HOST/NAME` is PostgreSQL; BadAddress."""
    if "://" not in text:
        if text == ":memory:":  # SQLite would take it for no file
            text = f"./{text}"
        return URL.create("sqlite", database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise BadAddress("the store has an address that cannot be read") from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        if url.database in {None, "", ":memory:"}:
            raise BadAddress("a store in memory would keep nothing; name a file")
        return url.set(drivername="sqlite")
    if kind in {"postgres", "postgresql"}:
        return url.set(drivername="postgresql+psycopg")
    raise BadAddress("a store is a file of SQLite (a path) or an address postgresql://…")


def is_missing(url: URL) -> bool:
    """Whether it is a file of SQLite that is not there; to open it would make an empty one."""
    name = url.database or ""
    in_memory = name in {"", ":memory:"} or name.startswith("file:")
    return url.get_backend_name() == "sqlite" and not in_memory and not Path(name).exists()


def engine_of(url: URL) -> Engine:
    """An engine whose connections are as the module says. None is opened yet; BadAddress."""
    if url.get_backend_name() == "sqlite":
        if Path(url.database or "").is_dir():
            raise BadAddress("the store is a folder, and was to be a file of SQLite; name one in it")
        engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine
    try:
        return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": BUSY_SECONDS})
    except ModuleNotFoundError as error:
        raise BadAddress("PostgreSQL needs its driver: pip install 'chinchon-referee[postgres]'") from error


def _prepare(connection: Any, _record: Any) -> None:
    """A new connection of SQLite. The wait for others comes first: the change to WAL may have to wait, too."""
    connection.isolation_level = None  # the driver begins no transactions of its own
    for pragma in (f"busy_timeout={BUSY_SECONDS * 1_000}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Any) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
