"""The store itself, on each database."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Row, inspect, text

from referee.library.library import Library, compile_again
from referee.store.failures import Kept, NoRevision, NoStore, NotMigrated, Outdated, RequestReused
from referee.store.migrating import migrate, wanted
from referee.store.model import Asked, Made, Revision
from referee.store.opening import BadAddress, address_of, engine_of
from referee.store.store import REQUESTS_KEPT, Store, told
from referee.store.tables import metadata

ALONE = Asked("", b"")


class Clock:
    """A clock that goes on by a second at every look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def opened(address: str, clock: Clock | None = None) -> Store:
    return Store(address, compile_again, clock or Clock())


def made(name: str, limit: int = 3, store: Store | None = None, base: str = "spanish-40") -> Made:
    source = f"rule_set: {name}\nformat: 1\nextends: {base}\nclose: {{may_close: {{es.4: deadwood at most {limit} points}}}}\n"
    checked, bases = Library(keeper=store).check_with_bases(source.encode(), "request")
    assert checked.rule_set is not None, checked.diagnostics
    return Made(checked.rule_set, source.encode(), bases)


def number(revision: Revision) -> bytes:
    return str(revision.number).encode()


def create(store: Store, one: Made, etag: str = "", asked: Asked = ALONE) -> Revision:
    store.create(one, etag, asked, number)
    return store.get(one.rule_set.name)


def test_what_was_kept_is_found_by_name_number_and_digest(address: str) -> None:
    store = opened(address)
    first = create(store, made("casa"))
    second = create(store, made("casa", 4), first.etag)
    assert (first.number, second.number) == (1, 2)
    assert store.get("casa", 1).rule_set == made("casa").rule_set
    assert store.get("casa").rule_set == made("casa", 4).rule_set
    found = store.by_digest(first.rule_set.digest)
    assert found is not None
    assert (found.name, found.number, found.source, found.created) == (
        "casa",
        1,
        made("casa").source,
        datetime(2026, 11, 30, 0, 0, 1, tzinfo=UTC),
    )
    assert store.by_digest("0" * 64) is None
    assert store.latest_etag("casa") == second.etag == store.get("casa").etag
    with pytest.raises(NoRevision):
        store.get("casa", 3)
    store.close()


def test_only_who_has_seen_the_latest_revision_makes_the_next(address: str) -> None:
    store = opened(address)
    with pytest.raises(Outdated):
        create(store, made("casa"), "0" * 32)
    first = create(store, made("casa"))
    with pytest.raises(Kept) as kept:
        create(store, made("casa", 4))
    assert kept.value.etag == first.etag
    create(store, made("casa", 4), first.etag)
    with pytest.raises(Outdated) as outdated:
        create(store, made("casa", 2), first.etag)
    assert outdated.value.etag == store.get("casa").etag
    assert len(store.history("casa", 0, 10)) == 2
    store.close()


def test_a_name_that_was_deleted_keeps_its_revisions(address: str) -> None:
    store = opened(address)
    first = create(store, made("casa"))
    with pytest.raises(Outdated):
        store.delete("casa", "", ALONE, b"")
    store.delete("casa", first.etag, ALONE, b"")
    assert store.names() == []
    assert store.listed("", 10) == []
    assert store.find("casa") is None
    assert store.latest_etag("casa") is None
    assert store.get("casa", 1).source == made("casa").source
    assert store.by_digest(first.rule_set.digest) is not None
    with pytest.raises(NoRevision):
        store.delete("casa", first.etag, ALONE, b"")
    assert create(store, made("casa", 5)).number == 2
    assert store.names() == ["casa"]
    store.close()


def test_the_same_request_again_changes_nothing(address: str) -> None:
    clock = Clock()
    store = opened(address, clock)
    asked = Asked("11111111-1111-4111-8111-111111111111", b"create casa")
    assert store.answered(asked) is None
    assert store.create(made("casa"), "", asked, number) == b"1"
    assert store.answered(asked) == b"1"
    assert store.create(made("casa"), "", asked, number) == b"1"
    assert len(store.history("casa", 0, 10)) == 1
    with pytest.raises(RequestReused):
        store.create(made("casa", 4), "", Asked(asked.identifier, b"another"), number)
    etag = store.get("casa").etag
    gone = Asked("22222222-2222-4222-8222-222222222222", b"delete casa")
    assert [store.delete("casa", etag, gone, b"gone") for _ in range(2)] == [b"gone", b"gone"]
    clock.now += REQUESTS_KEPT + timedelta(seconds=1)
    create(store, made("other"), asked=Asked("33333333-3333-4333-8333-333333333333", b"x"))
    assert store.answered(asked) is None, "requests are forgotten after a week"
    store.close()


def test_pages(address: str) -> None:
    store = opened(address)
    for name in ("d", "a", "c", "b"):
        create(store, made(name))
    assert store.names() == ["a", "b", "c", "d"]
    assert [one.name for one in store.listed("", 2)] == ["a", "b"]
    assert [one.name for one in store.listed("b", 9)] == ["c", "d"]
    for limit in range(4, 8):
        create(store, made("a", limit), store.get("a").etag)
    assert [one.number for one in store.history("a", 0, 2)] == [5, 4]
    assert [one.number for one in store.history("a", 4, 9)] == [3, 2, 1]
    assert store.history("a", 1, 9) == []
    with pytest.raises(NoRevision):
        store.history("nobody", 0, 9)
    store.close()


def test_of_many_writers_one_is_the_next(address: str) -> None:
    """Twelve threads with the same etag, each with connections of its own."""
    there = opened(address)
    first = create(there, made("casa"))
    rules = [made("casa", limit) for limit in range(4, 16)]
    outcomes: list[str] = []

    def write(one: Made) -> None:
        store = opened(address)
        try:
            outcomes.append(store.create(one, first.etag, ALONE, number).decode())
        except Outdated:
            outcomes.append("outdated")
        finally:
            store.close()

    threads = [threading.Thread(target=write, args=(one,)) for one in rules]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["2", *["outdated"] * 11]
    assert len(there.history("casa", 0, 99)) == 2
    there.close()


def test_the_same_request_at_the_same_time_is_carried_out_once(address: str) -> None:
    one, asked, answers = made("casa"), Asked("44444444-4444-4444-8444-444444444444", b"create casa"), list[bytes]()

    def write() -> None:
        store = opened(address)
        answers.append(store.create(one, "", asked, number))
        store.close()

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [b"1"] * 8
    there = opened(address)
    assert len(there.history("casa", 0, 99)) == 1
    there.close()


def test_a_request_that_is_sent_again_while_it_is_carried_out_is_answered_as_the_first_time(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it did is there when the second one looks, but was not when that one asked for an answer."""
    one, asked = made("casa"), Asked("55555555-5555-4555-8555-555555555555", b"create casa")
    first, second = opened(address), opened(address)
    looking = Store._latest

    begun = not address.startswith("postgresql")  # in SQLite the second one waits for the first
    if begun:
        first.create(one, "", asked, number)

    def quicker(connection: Connection, name: str) -> Row[int, str, bool] | None:
        nonlocal begun
        if not begun:
            begun = True
            first.create(one, "", asked, number)
        return looking(connection, name)

    monkeypatch.setattr(Store, "_latest", staticmethod(quicker))
    assert second.create(one, "", asked, number) == b"1"
    assert begun
    with pytest.raises(Kept):
        second.create(one, "", ALONE, number)
    first.close()
    second.close()


def test_a_revision_keeps_its_meaning_when_its_base_changes(address: str) -> None:
    store = opened(address)
    base = create(store, made("abuela", 3))
    heir = create(store, made("nieta", 4, store, "abuela"))
    create(store, made("abuela", 2), base.etag)
    assert store.get("nieta").rule_set == heir.rule_set
    engine = engine_of(address_of(address))
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("update revisions set compiled = '{\"stored\": 0}'"))  # as an older version wrote it
    engine.dispose()
    again = store.get("nieta").rule_set
    assert (again.digest, again.name) == (heir.rule_set.digest, "nieta")
    assert store.get("abuela", 1).rule_set.digest == base.rule_set.digest
    store.close()


def test_the_library_finds_what_is_kept(address: str) -> None:
    store = opened(address)
    library = Library(keeper=store)
    first = create(store, made("casa"))
    assert library.rule_set("casa") == first.rule_set
    second = create(store, made("casa", 4), first.etag)
    assert library.rule_set("casa") == second.rule_set, "a new revision is found at once"
    assert library.rule_set("casa@1") == first.rule_set
    assert library.source("casa@1") == first.source
    assert {"casa", "spanish-40"} <= set(library.names())
    assert Library(keeper=store).by_digest(first.rule_set.digest) == first.rule_set
    for name in ("casa@3", "casa@0", "casa@01", "casa@", "casa@x", "casa@²", "@1", "spanish-40@1", f"casa@{2**40}"):
        with pytest.raises(LookupError):
            library.rule_set(name)
    store.close()


def test_tables_that_were_not_made_are_told(tmp_path: Path) -> None:
    """And a file that is not there is not made, for its name may be misspelt."""
    there = tmp_path / "empty.db"
    there.touch()
    for place in (there, tmp_path / "new.db"):
        with pytest.raises(NotMigrated) as told:
            opened(str(place))
        assert (told.value.found, told.value.wanted) == ("0", wanted())
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("rows", [["9999"], ["0001", "0002"]])
def test_a_store_of_a_newer_version_is_told_and_left_alone(address: str, rows: list[str]) -> None:
    engine = engine_of(address_of(address))
    with engine.execution_options(writes=True).begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
        for row in rows:
            connection.execute(text("INSERT INTO alembic_version VALUES (:row)"), {"row": row})
    for way in (lambda: migrate(engine), lambda: opened(address)):
        with pytest.raises(NotMigrated, match="a newer referee made it"):
            way()
    engine.dispose()


def test_a_file_that_is_no_store_is_told_and_left_alone(tmp_path: Path) -> None:
    letter = tmp_path / "letter.db"
    letter.write_bytes(b"Dear Ane, no database is meant here. " * 100)
    for way in (lambda: opened(str(letter)), lambda: migrated(str(letter))):
        with pytest.raises(NoStore, match="no database"):
            way()
    assert letter.read_bytes().startswith(b"Dear Ane")
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE names (of_what TEXT)")
    connection.close()
    with pytest.raises(NoStore, match="something else"):
        migrated(str(other))


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    for way in (lambda: opened(str(tmp_path)), lambda: migrated(str(tmp_path))):
        with pytest.raises(BadAddress, match="is a folder"):
            way()


def test_the_number_of_a_migration_alone_makes_no_store(tmp_path: Path) -> None:
    """Its table was left where the others were taken away, or belongs to another program."""
    place = tmp_path / "house.db"
    with sqlite3.connect(place) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (wanted(),))
    connection.close()
    for way in (lambda: opened(str(place)), lambda: migrated(str(place))):
        with pytest.raises(NoStore, match="lacks tables"):
            way()


def migrated(address: str) -> None:
    engine = engine_of(address_of(address))
    with told():
        migrate(engine)


def test_migrating_again_changes_nothing_and_makes_the_tables_of_the_model(address: str) -> None:
    engine = engine_of(address_of(address))
    assert migrate(engine) == (wanted(), wanted())
    seen = inspect(engine)
    shape: Mapping[str, set[str]] = {
        name: {column["name"] for column in seen.get_columns(name)} for name in seen.get_table_names()
    }
    assert {name: columns for name, columns in shape.items() if name != "alembic_version"} == {
        name: set(table.columns.keys()) for name, table in metadata.tables.items()
    }
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


@pytest.mark.parametrize(
    "address",
    ["mysql://a:secret@b/c", "sqlite://", "sqlite:///:memory:", "postgresql://a:secret@b:port/c", "://secret"],
)
def test_addresses_that_are_none_are_told_without_their_secrets(address: str) -> None:
    with pytest.raises(BadAddress) as told:
        address_of(address)
    assert "secret" not in str(told.value)
