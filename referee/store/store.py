"""A store of house rules. Every method is one transaction; all may be called from several threads and processes.

Two writers of one name cannot both be the next: the second finds the primary key taken, reads again, and is told that
its etag is outdated. An answer to a request with an id is kept in the transaction of what it did, so that the same
request again changes nothing and is answered as the first time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import DatabaseError, DBAPIError, IntegrityError, OperationalError

from referee.rules.model import RuleSet
from referee.rules.stored import STORED, from_stored, to_stored
from referee.store.failures import (
    Kept,
    NoRevision,
    NoStore,
    NotMigrated,
    Outdated,
    RequestReused,
    StoreError,
    Unreachable,
)
from referee.store.migrating import LACKING, found, is_known, lacks_tables, wanted
from referee.store.model import Asked, Made, Revision
from referee.store.opening import address_of, engine_of, is_missing
from referee.store.tables import contents, names, requests, revisions

REQUESTS_KEPT = timedelta(days=7)
"""How long the same request is answered as the first time; then its id is forgotten."""

Recompile = Callable[[bytes, str, Mapping[str, bytes]], RuleSet]
"""Compiles a source of a name with the texts of its bases, where the compiled form is of an older version."""


class Store:
    """The house rules in one database. `address` is what `opening.address_of` reads."""

    def __init__(self, address: str, recompile: Recompile, clock: Callable[[], datetime] | None = None) -> None:
        """Open it; BadAddress, Unreachable, or NotMigrated if its tables are not those of this version."""
        self._recompile = recompile
        self._clock = clock or (lambda: datetime.now(UTC))
        url = address_of(address)
        if is_missing(url):
            raise NotMigrated("0", wanted())
        self._engine = engine_of(url)
        self._writing = self._engine.execution_options(writes=True)
        try:
            with self._reads() as connection:
                at, lacking = found(connection), lacks_tables(connection)
            if at != wanted():
                raise NotMigrated(at, wanted(), newer=not is_known(at))
            if lacking:
                raise NoStore(LACKING)
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    # -- reading -------------------------------------------------------------------------------------------------

    def names(self) -> Sequence[str]:
        """All names that are listed, sorted."""
        with self._reads() as connection:
            return list(connection.scalars(select(names.c.name).where(~names.c.deleted).order_by(names.c.name)))

    def get(self, name: str, number: int = 0) -> Revision:
        """A revision of a name; 0 is the latest, if the name was not deleted. NoRevision."""
        with self._reads() as connection:
            return self._revision(self._row(connection, name, number))

    def find(self, name: str, number: int = 0) -> Revision | None:
        """As `get`, and None where that fails."""
        try:
            return self.get(name, number)
        except NoRevision:
            return None

    def latest_etag(self, name: str) -> str | None:
        """The etag of the latest revision of a name that is listed; None if there is none. Costs a look-up."""
        with self._reads() as connection:
            row = connection.execute(
                select(revisions.c.etag)
                .join(names, (names.c.name == revisions.c.name) & (names.c.latest == revisions.c.number))
                .where(names.c.name == name, ~names.c.deleted)
            ).first()
            return None if row is None else str(row.etag)

    def by_digest(self, digest: str) -> Revision | None:
        """The first revision with that digest, of whatever name."""
        chosen = select(revisions, contents.c.content).join(contents, contents.c.sha256 == revisions.c.source)
        first = chosen.where(revisions.c.digest == digest).order_by(revisions.c.created, revisions.c.name)
        with self._reads() as connection:
            row = connection.execute(first.limit(1)).first()
            return None if row is None else self._revision(row)

    def listed(self, after: str, most: int) -> list[Revision]:
        """The latest revisions of the names behind `after`, at most so many."""
        chosen = (
            select(revisions, contents.c.content)
            .join(names, (names.c.name == revisions.c.name) & (names.c.latest == revisions.c.number))
            .join(contents, contents.c.sha256 == revisions.c.source)
            .where(~names.c.deleted, names.c.name > after)
            .order_by(names.c.name)
            .limit(most)
        )
        with self._reads() as connection:
            return [self._revision(row) for row in connection.execute(chosen)]

    def history(self, name: str, before: int, most: int) -> list[Revision]:
        """The revisions of a name below `before` (0: all), the latest first, at most so many; NoRevision."""
        chosen = (
            select(revisions, contents.c.content)
            .join(contents, contents.c.sha256 == revisions.c.source)
            .where(revisions.c.name == name)
            .order_by(revisions.c.number.desc())
            .limit(most)
        )
        if before:
            chosen = chosen.where(revisions.c.number < before)
        with self._reads() as connection:
            rows = connection.execute(chosen).all()
            if not rows and not before:
                raise NoRevision(name)
            return [self._revision(row) for row in rows]

    # -- writing -------------------------------------------------------------------------------------------------

    def answered(self, asked: Asked) -> bytes | None:
        """The answer a request with this id had before; None if it is new. RequestReused."""
        if not asked.identifier:
            return None
        with self._reads() as connection:
            return self._answered(connection, asked)

    def create(self, made: Made, etag: str, asked: Asked, answer: Callable[[Revision], bytes]) -> bytes:
        """Keep the next revision of a name, and the answer to the request; the answer, or the one it had before.

        `etag` is that of the latest revision, "" if there is to be none. Kept, Outdated, RequestReused, Unreachable.
        """

        def keep(connection: Connection) -> bytes:
            latest = self._latest(connection, made.rule_set.name)
            self._require(made.rule_set.name, latest, etag, new=True)
            number = 1 + (0 if latest is None else latest.number)
            revision = Revision(made.rule_set.name, number, self._clock(), made.rule_set, made.source)
            self._insert(connection, made, revision)
            entry = {"latest": number, "deleted": False}
            if latest is None:
                connection.execute(insert(names).values(name=revision.name, **entry))
            else:
                connection.execute(update(names).where(names.c.name == revision.name).values(**entry))
            return answer(revision)

        return self._once(asked, keep)

    def delete(self, name: str, etag: str, asked: Asked, answer: bytes) -> bytes:
        """Take a name off the lists; the answer. NoRevision, Outdated, RequestReused, Unreachable."""

        def leave_out(connection: Connection) -> bytes:
            latest = self._latest(connection, name)
            if latest is None or latest.deleted:
                raise NoRevision(name)
            self._require(name, latest, etag, new=False)
            connection.execute(update(names).where(names.c.name == name).values(deleted=True))
            return answer

        return self._once(asked, leave_out)

    def _once(self, asked: Asked, work: Callable[[Connection], bytes]) -> bytes:
        """Do the work in one transaction, unless the same request had its answer already."""
        for last in (False, True):
            try:
                with self._writes() as connection:
                    before = self._answered(connection, asked) if asked.identifier else None
                    if before is not None:
                        return before
                    answer = work(connection)
                    if asked.identifier:
                        self._remember(connection, asked, answer)
                    return answer
            except IntegrityError as error:  # somebody else was quicker: look again at what is there now
                if last:
                    raise Unreachable("the store is held by others") from error
            except (Kept, NoRevision, Outdated):  # or it was this very request that was quicker, sent twice
                before = self.answered(asked)
                if before is None:
                    raise
                return before
        raise AssertionError("the second try ends in an answer or a failure")

    def _remember(self, connection: Connection, asked: Asked, answer: bytes) -> None:
        now = self._clock()
        connection.execute(delete(requests).where(requests.c.created < now - REQUESTS_KEPT))
        entry = {"request_id": asked.identifier, "fingerprint": asked.fingerprint, "answer": answer, "created": now}
        connection.execute(insert(requests).values(**entry))

    def _insert(self, connection: Connection, made: Made, revision: Revision) -> None:
        bases = {name: self._content(connection, content) for name, content in sorted(made.bases.items())}
        connection.execute(
            insert(revisions).values(
                name=revision.name,
                number=revision.number,
                digest=made.rule_set.digest,
                etag=revision.etag,
                source=self._content(connection, made.source),
                bases=json.dumps(bases),
                compiled=json.dumps(to_stored(made.rule_set), ensure_ascii=False, separators=(",", ":")),
                created=revision.created,
            )
        )

    @staticmethod
    def _content(connection: Connection, content: bytes) -> str:
        """Keeps a text once; its sha256."""
        key = hashlib.sha256(content).hexdigest()
        if connection.execute(select(contents.c.sha256).where(contents.c.sha256 == key)).first() is None:
            connection.execute(insert(contents).values(sha256=key, content=content))
        return key

    @staticmethod
    def _require(name: str, latest: Row[int, str, bool] | None, etag: str, *, new: bool) -> None:
        """The caller has to have seen the latest revision; a name that was deleted may be taken up as a new one."""
        there = latest is not None and not (new and latest.deleted)
        current = latest.etag if latest is not None and there else ""
        if etag == current or (new and latest is not None and latest.deleted and etag == latest.etag):
            return
        if new and there and not etag:
            raise Kept(name, current)
        raise Outdated(name, current)

    @staticmethod
    def _latest(connection: Connection, name: str) -> Row[int, str, bool] | None:
        return connection.execute(
            select(revisions.c.number, revisions.c.etag, names.c.deleted)
            .join(names, (names.c.name == revisions.c.name) & (names.c.latest == revisions.c.number))
            .where(names.c.name == name)
        ).first()

    @staticmethod
    def _answered(connection: Connection, asked: Asked) -> bytes | None:
        row = connection.execute(select(requests).where(requests.c.request_id == asked.identifier)).first()
        if row is None:
            return None
        if row.fingerprint != asked.fingerprint:
            raise RequestReused(asked.identifier)
        return bytes(row.answer)

    # -- rows ----------------------------------------------------------------------------------------------------

    def _row(self, connection: Connection, name: str, number: int) -> Row[Any]:
        chosen = select(revisions, contents.c.content).join(contents, contents.c.sha256 == revisions.c.source)
        if number:
            chosen = chosen.where(revisions.c.name == name, revisions.c.number == number)
        else:
            chosen = chosen.join(names, (names.c.name == revisions.c.name) & (names.c.latest == revisions.c.number))
            chosen = chosen.where(names.c.name == name, ~names.c.deleted)
        row = connection.execute(chosen).first()
        if row is None:
            raise NoRevision(name, number)
        return row

    def _revision(self, row: Row[Any]) -> Revision:
        compiled = json.loads(row.compiled)
        if compiled.get("stored") == STORED:
            rule_set = from_stored(compiled)
        else:
            rule_set = self._recompile(bytes(row.content), row.name, self._bases(json.loads(row.bases)))
        created = row.created if row.created.tzinfo else row.created.replace(tzinfo=UTC)  # SQLite keeps no zone
        return Revision(row.name, row.number, created, rule_set, bytes(row.content))

    def _bases(self, keys: Mapping[str, str]) -> dict[str, bytes]:
        with self._reads() as connection:
            rows = connection.execute(select(contents).where(contents.c.sha256.in_(set(keys.values())))).all()
        texts = {row.sha256: bytes(row.content) for row in rows}
        return {name: texts[key] for name, key in keys.items()}

    # -- transactions --------------------------------------------------------------------------------------------

    @contextmanager
    def _reads(self) -> Iterator[Connection]:
        with told(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _writes(self) -> Iterator[Connection]:
        with told(), self._writing.begin() as connection:
            yield connection


@contextmanager
def told() -> Iterator[None]:
    """Failures of the database become Unreachable, without their texts; a key that is taken passes."""
    try:
        yield
    except IntegrityError:
        raise
    except OperationalError as error:
        raise Unreachable("the store does not answer, is full or is held by others") from error
    except DBAPIError as error:
        if error.connection_invalidated:
            raise Unreachable("the connection to the store broke") from error
        if type(error) is DatabaseError:  # so SQLite tells a file that is none of its own
            raise NoStore("the store is no database, or it is damaged") from error
        raise
