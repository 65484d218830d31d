"""Brings the tables of a store to this version, when somebody says so and never by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

_NONE = "0"


def wanted() -> str:
    """The migration this version needs."""
    return ScriptDirectory.from_config(_config()).get_current_head() or _NONE


def found(connection: Connection) -> str:
    """The migration the store is at; "0" for a new one."""
    return MigrationContext.configure(connection).get_current_revision() or _NONE


def migrate(engine: Engine) -> tuple[str, str]:
    """Carries out what is missing, in one transaction where the database can; the migrations before and after."""
    config = _config()
    with engine.execution_options(writes=True).begin() as connection:
        before = found(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        return before, found(connection)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).resolve().parent / "migrations"))
    config.set_main_option("path_separator", "os")
    return config
