"""A store that breaks: full, restarted, locked, gone. What was acknowledged is there, and nothing twice."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import event

from referee.library.library import compile_again
from referee.store import opening
from referee.store.failures import StoreError, Unreachable
from referee.store.migrating import migrate
from referee.store.model import Asked, Made
from referee.store.opening import address_of, engine_of
from referee.store.store import Store
from tests.store.postgres import Postgres
from tests.store.test_store import ALONE, made, number, opened


def test_a_server_that_crashes_and_comes_back_loses_nothing_and_doubles_nothing(postgres: Postgres) -> None:
    """Two writers go on while PostgreSQL is killed three times; who is told nothing asks again with the same id."""
    address = postgres.database()
    engine = engine_of(address_of(address))
    migrate(engine)
    engine.dispose()
    rules = {name: [made(name, limit) for limit in range(1, 5)] for name in ("ana", "bea")}
    acknowledged: dict[str, int] = {"ana": 0, "bea": 0}
    ends = threading.Event()

    def write(name: str) -> None:
        store = Store(address, compile_again)
        while not ends.is_set():
            step = acknowledged[name]
            asked = Asked(str(UUID(int=(sum(name.encode()) << 64) + step)), f"{name} {step}".encode())
            while True:
                try:
                    etag = store.latest_etag(name) or "" if step else ""
                    before = store.answered(asked)
                    if before is None:
                        before = store.create(rules[name][step % 4], etag, asked, number)
                    break
                except Unreachable:
                    time.sleep(0.02)
            assert int(before) == step + 1
            acknowledged[name] = step + 1
        store.close()

    threads = [threading.Thread(target=write, args=(name,)) for name in rules]
    for thread in threads:
        thread.start()
    try:
        for crashes in range(1, 5):
            until = time.monotonic() + 60
            while min(acknowledged.values()) < 2 * crashes and all(thread.is_alive() for thread in threads):
                assert time.monotonic() < until, acknowledged
                time.sleep(0.02)
            if crashes < 4:
                postgres.stop("immediate")
                postgres.start()
    finally:
        ends.set()
        for thread in threads:
            thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    store = opened(address)
    for name, steps in acknowledged.items():
        assert steps >= 8, acknowledged
        history = store.history(name, 0, 10_000)
        assert [one.number for one in history] == list(range(len(history), 0, -1))
        assert len(history) == steps
        assert all(one.source == rules[name][(one.number - 1) % 4].source for one in history)
    store.close()


def test_a_disk_that_is_full_keeps_what_it_has(tmp_path: Path) -> None:
    """SQLite is told that it may have so many pages and no more: it fails as on a full disk."""
    address = str(tmp_path / "store.db")
    engine = engine_of(address_of(address))
    migrate(engine)
    engine.dispose()
    store = opened(address)
    event.listen(store._engine, "connect", lambda connection, _: connection.execute("PRAGMA max_page_count=60").close())
    store._engine.dispose()
    kept: list[str] = []
    with pytest.raises(Unreachable):  # noqa: PT012 - which of the writes is the first that fails, pages decide
        for index in range(100):
            name = f"casa-{'abcdefghijklmnopqrstuvwxyz'[index]}"
            store.create(made(name), "", Asked(str(UUID(int=index + 1)), name.encode()), number)
            kept.append(name)
    assert kept
    assert store.names() == kept
    store.close()
    after = opened(address)  # with room again
    assert after.names() == kept
    assert after.create(made("zeta"), "", ALONE, number) == b"1"
    with sqlite3.connect(address) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()
    after.close()


def test_a_writer_that_holds_on_is_waited_for_and_then_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.1)
    address = str(tmp_path / "store.db")
    engine = engine_of(address_of(address))
    migrate(engine)
    engine.dispose()
    store = opened(address)
    other = sqlite3.connect(address, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unreachable):
        store.create(made("casa"), "", ALONE, number)
    assert store.names() == [], "readers never wait"
    other.execute("COMMIT")
    assert store.create(made("casa"), "", ALONE, number) == b"1"
    other.close()
    store.close()


def test_no_text_of_the_database_is_told(tmp_path: Path) -> None:
    for address in (str(tmp_path / "no-such-folder" / "secret.db"), "postgresql://secret:secret@127.0.0.1:1/secret"):
        with pytest.raises(StoreError) as told:
            opened(address)
        assert "secret" not in str(told.value)


def test_a_failed_write_leaves_nothing(address: str) -> None:
    """The answer is made inside the transaction: if it fails, nothing was kept."""
    store = opened(address)

    def fails(_: object) -> bytes:
        raise ZeroDivisionError

    one: Made = made("casa")
    with pytest.raises(ZeroDivisionError):
        store.create(one, "", Asked(str(UUID(int=7)), b"casa"), fails)
    assert store.names() == []
    assert store.find("casa", 1) is None
    assert store.answered(Asked(str(UUID(int=7)), b"casa")) is None
    store.close()
