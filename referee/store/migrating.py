"""Brings the tables of a store to this version, when somebody says so and never by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from referee.store.failures import NoStore, NotMigrated
from referee.store.tables import metadata

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_NONE = "0"
LACKING = "the database says that it is a store, and lacks tables of one: it is damaged, or something else"


def wanted() -> str:
    """The migration this version needs."""
    return ScriptDirectory.from_config(_config()).get_current_head() or _NONE


def found(connection: Connection) -> str:
    """The migration the store is at; "0" for a new one."""
    return ", ".join(MigrationContext.configure(connection).get_current_heads()) or _NONE


def lacks_tables(connection: Connection) -> bool:
    """Whether tables are missing that every migration leaves behind: then its number says nothing."""
    return not metadata.tables.keys() <= set(inspect(connection).get_table_names())


def is_known(migration: str) -> bool:
    """Whether this version knows the migration, so that it can bring the store from there to its own."""
    known = ScriptDirectory.from_config(_config()).walk_revisions()
    return migration == _NONE or migration in {script.revision for script in known}


def migrate(engine: Engine) -> tuple[str, str]:
    """Carries out what is missing, in one transaction where the database can; the migrations before and after.

    NotMigrated for a store that a newer version made; NoStore for a database with other tables of the same names.
    """
    config = _config()
    with engine.execution_options(writes=True).begin() as connection:
        before = found(connection)
        if not is_known(before):
            raise NotMigrated(before, wanted(), newer=True)
        if before == _NONE and not metadata.tables.keys().isdisjoint(inspect(connection).get_table_names()):
            raise NoStore("the database holds something else in tables of the same names")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if lacks_tables(connection):
            raise NoStore(LACKING)
        return before, found(connection)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).resolve().parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
