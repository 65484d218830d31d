"""Runs a plan: in this process, or in several that a supervisor keeps."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Iterable
from types import FrameType
from typing import NoReturn

from referee.serving import logs
from referee.serving.effective import Plan

log = logging.getLogger("referee.configuration")

Announce = Callable[[str], None]


def stop_when_told() -> None:
    """Until there is a loop that stops in order, SIGTERM ends the program at once, and as a success."""
    signal.signal(signal.SIGTERM, _stopped)


def _stopped(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001 - as signals call it
    raise SystemExit(0)


def run(plan: Plan, announce: Announce, warnings: Iterable[str] = ()) -> None:
    """Serve until a signal says stop; `announce` gets the address once calls are answered. CannotRun.

    `warnings` of the configuration go into the log.
    """
    stop_when_told()
    end = logs.install(plan["log.format"], plan["log.level"])
    logs.catch_all()
    for warning in warnings:
        log.warning("%s", warning)
    try:
        if plan["workers"] == 1:
            # gRPC reads this when it is loaded; a port that is taken is told by us, in one sentence.
            os.environ.setdefault("GRPC_VERBOSITY", "NONE")
            from referee.serving import worker  # noqa: PLC0415 - loads gRPC, which a supervisor must not

            worker.run(plan, announce)
        else:
            from referee.serving import supervisor  # noqa: PLC0415 - of several processes only

            asyncio.run(supervisor.supervise(plan, announce))
    finally:
        end()
