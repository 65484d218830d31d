"""Stores to test with: SQLite in a file, and PostgreSQL started for the tests where it is installed.

REFEREE_TEST_POSTGRES=required (as `.ci/run` sets it) makes a missing PostgreSQL a failure.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.store.migrating import migrate
from referee.store.opening import address_of, engine_of
from tests.store.postgres import Postgres, programs


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server of its own, with nothing in it; in a folder that goes away."""
    found = programs()
    if found is None:
        if os.environ.get("REFEREE_TEST_POSTGRES") == "required":
            pytest.fail("PostgreSQL is not installed, and REFEREE_TEST_POSTGRES=required asks for it")
        pytest.skip("PostgreSQL is not installed; .ci/run installs it and tests with it")
    with tempfile.TemporaryDirectory(prefix="referee-pg-") as folder:
        server = Postgres(found, Path(folder))
        try:
            server.make()
            server.start()
            yield server
        finally:
            server.stop("immediate")  # nothing of it is wanted any more


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An address of a store whose tables are made, for each database."""
    made = str(tmp_path / "store.db") if request.param == "sqlite" else request.getfixturevalue("postgres").database()
    engine = engine_of(address_of(made))
    migrate(engine)
    engine.dispose()
    return made
