"""The tables of a store, the same for SQLite and PostgreSQL.

    contents    every YAML text once, by its sha256: sources of revisions and of the bases they were compiled with
    names       the latest revision of each name, and whether it was taken off the lists
    revisions   what never changes; the primary key (name, number) is the lock that lets only one be the next
    requests    the answers to requests that had an id, written in the transaction of what they did

How these came to be stands in `migrations`.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

NAME_CHARACTERS = 64
_SHA256 = 64
_ETAG = 32

metadata = MetaData()

contents = Table(
    "contents",
    metadata,
    Column("sha256", String(_SHA256), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

revisions = Table(
    "revisions",
    metadata,
    Column("name", String(NAME_CHARACTERS), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("digest", String(_SHA256), nullable=False),
    Column("etag", String(_ETAG), nullable=False),
    Column("source", String(_SHA256), ForeignKey("contents.sha256"), nullable=False),
    Column("bases", Text, nullable=False, comment="JSON: sha256 of the text of every base, by name"),
    Column("compiled", Text, nullable=False, comment="JSON of `rules.stored`"),
    Column("created", DateTime(timezone=True), nullable=False),
    Index("revisions_by_digest", "digest"),
)

names = Table(
    "names",
    metadata,
    Column("name", String(NAME_CHARACTERS), primary_key=True),
    Column("latest", Integer, nullable=False),
    Column("deleted", Boolean, nullable=False),
    ForeignKeyConstraint(["name", "latest"], ["revisions.name", "revisions.number"], name="names_latest"),
)

requests = Table(
    "requests",
    metadata,
    Column("request_id", String(NAME_CHARACTERS), primary_key=True),
    Column("fingerprint", String(_SHA256), nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Index("requests_by_age", "created"),
)
