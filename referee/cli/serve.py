"""`referee serve`: the gRPC server, until a signal says stop."""

from __future__ import annotations

import logging
from argparse import Namespace

from referee.cli.terminal import CommandError
from referee.library import Library
from referee.service.server import CannotServe
from referee.service.server import run as serve


def run(arguments: Namespace) -> int:
    """Serve; 0 when stopped by a signal."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    try:
        serve(arguments.address, Library(), insecure=arguments.insecure, announce=_announce)
    except CannotServe as error:
        raise CommandError(str(error)) from error
    return 0


def _announce(line: str) -> None:
    """Whoever waits for the line may read a pipe: it goes out at once."""
    print(line, flush=True)
