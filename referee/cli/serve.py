"""`referee serve`: the gRPC server, until a signal says stop."""

from __future__ import annotations

import json
import logging
import os
from argparse import Namespace
from collections.abc import Callable

from referee.cli.failures import CommandError
from referee.cli.terminal import drop_output
from referee.library import Library


def run(arguments: Namespace) -> int:
    """Serve; 0 when stopped by a signal."""
    # gRPC reads this when it is loaded; a port that is taken is told by us, in one sentence.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from referee.service import server  # noqa: PLC0415

    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    try:
        server.run(arguments.address, Library(), insecure=arguments.insecure, announce=_announcer(arguments.json))
    except server.CannotServe as error:
        raise CommandError(str(error), "CANNOT_SERVE") from error
    return 0


def _announcer(as_json: bool) -> Callable[[str], None]:
    """Prints `listening on ADDRESS`, for programs `{"listening": ADDRESS}`."""

    def announce(line: str) -> None:
        """Whoever waits for the line may read a pipe: it goes out at once. Where nobody listens, it still serves."""
        text = json.dumps({"listening": line.removeprefix("listening on ")}) if as_json else line
        try:
            print(text, flush=True)
        except OSError:
            drop_output()

    return announce
