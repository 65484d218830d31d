"""`referee migrate`: makes the tables of a store, or brings them to this version."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from pathlib import Path

from referee.cli.failures import CommandError
from referee.cli.serve import invalid
from referee.serving.files import gather_values
from referee.serving.settings import CONFIG_VARIABLE, SETTINGS


def run(arguments: Namespace) -> int:
    """Migrate; 0 when the tables are those of this version."""
    address = _address(arguments)
    try:
        from referee.store.failures import StoreError  # noqa: PLC0415 - the extra may be missing
        from referee.store.migrating import migrate  # noqa: PLC0415
        from referee.store.opening import BadAddress, address_of, engine_of  # noqa: PLC0415
        from referee.store.store import told  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise CommandError("a store needs its extra: pip install 'chinchon-referee[store]'", "EXTRA_MISSING") from error
    try:
        engine = engine_of(address_of(address))
        with told():
            before, after = migrate(engine)
        engine.dispose()
    except (BadAddress, StoreError) as error:
        raise CommandError(str(error), "STORE_UNREACHABLE") from error
    if arguments.json:
        print(json.dumps({"before": before, "after": after}))
    elif before == after:
        print(f"nothing to do: the store is at migration {after}")
    else:
        print(f"the store went from migration {before} to {after}")
    return 0


def _address(arguments: Namespace) -> str:
    """The store that `referee serve` would take with the same words; CommandError."""
    file = arguments.config or os.environ.get(CONFIG_VARIABLE)
    flags = {"store": [arguments.store]} if arguments.store else {}
    gathered = gather_values(flags, os.environ, Path(file) if file else None)
    if not gathered.sound:
        raise invalid(gathered)
    address: str | None = gathered.resolved["store"]
    if address is None:
        variable = SETTINGS["store"].variable
        message = f"which store? Give `--store ADDRESS`, set {variable}, or name it in the file of `--config`"
        raise CommandError(message, "ARGUMENT_MISSING")
    return address
