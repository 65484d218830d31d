"""`referee serve`: the gRPC server, until a signal says stop; or, with `--print-config`, what it would serve with."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path

from referee.cli.failures import CommandError, complain
from referee.cli.terminal import drop_output, has_colour
from referee.diagnostics.render import plain_list, render_text
from referee.serving import launch
from referee.serving.effective import listed, printed
from referee.serving.failures import CannotRun
from referee.serving.files import Gathered, gather
from referee.serving.settings import CONFIG_VARIABLE, SETTINGS


def run(arguments: Namespace) -> int:
    """Serve; 0 when stopped by a signal."""
    file = arguments.config or os.environ.get(CONFIG_VARIABLE)
    gathered = gather(_flags(arguments), os.environ, Path(file) if file else None)
    if not gathered.sound:
        raise invalid(gathered)
    if arguments.print_config:
        _print(gathered, as_json=arguments.json)
        return 0
    try:
        launch.run(gathered.plan, _announcer(arguments.json), gathered.warnings)
    except CannotRun as error:
        raise CommandError(str(error), "EXTRA_MISSING" if error.extra else "CANNOT_SERVE") from error
    return 0


def _flags(arguments: Namespace) -> dict[str, Sequence[str]]:
    """What was typed for each setting."""
    typed = {key: getattr(arguments, key) for key in SETTINGS}
    return {key: [given] if isinstance(given, str) else given for key, given in typed.items() if given}


def invalid(gathered: Gathered) -> CommandError:
    """Everything that is wrong: mistakes in files as `check` shows them, then a sentence for each other."""
    number = len(gathered.diagnostics) + len(gathered.faults)
    shown = render_text(gathered.diagnostics, colour=has_colour(sys.stderr)).rstrip("\n")
    said = "; ".join(gathered.faults)
    message = said or f"the configuration has {'a mistake' if number == 1 else f'{number} mistakes'}"
    more = {"diagnostics": list(plain_list(gathered.diagnostics)), "faults": list(gathered.faults)}
    return CommandError(message, "CONFIGURATION_INVALID", more=more, shown=shown)


def _print(gathered: Gathered, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(listed(gathered.resolved, gathered.tokens), ensure_ascii=False))
        return
    for line in printed(gathered.resolved, gathered.tokens):
        print(line)
    for warning in gathered.warnings:
        complain("referee serve", warning)


def _announcer(as_json: bool) -> Callable[[str], None]:
    """Prints `listening on ADDRESS`, for programs `{"listening": ADDRESS}`."""

    def announce(address: str) -> None:
        """Whoever waits for the line may read a pipe: it goes out at once. Where nobody listens, it still serves."""
        text = json.dumps({"listening": address}) if as_json else f"listening on {address}"
        try:
            print(text, flush=True)
        except OSError:
            drop_output()

    return announce
