"""`referee serve`: the gRPC server, until a signal says stop."""

from __future__ import annotations

import logging
import os
from argparse import Namespace

from referee.cli.terminal import CommandError
from referee.library import Library


def run(arguments: Namespace) -> int:
    """Serve; 0 when stopped by a signal."""
    # gRPC reads this when it is loaded; a port that is taken is told by us, in one sentence.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    from referee.service import server  # noqa: PLC0415

    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    try:
        server.run(arguments.address, Library(), insecure=arguments.insecure, announce=_announce)
    except server.CannotServe as error:
        raise CommandError(str(error)) from error
    return 0


def _announce(line: str) -> None:
    """Whoever waits for the line may read a pipe: it goes out at once."""
    print(line, flush=True)
