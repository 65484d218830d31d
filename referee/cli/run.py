"""From what was typed to an exit code. Whatever goes wrong becomes one sentence; nobody is shown a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from referee.cli.parser import parse
from referee.cli.terminal import CommandError, complain

COULD_NOT_RUN = 2
INTERRUPTED = 130
READER_WENT_AWAY = 141
"""As the shell reports a program that was ended by writing to a closed pipe."""


def run(argv: Sequence[str]) -> int:
    """Carry out one command line."""
    _ready_streams()
    who = "referee"
    try:
        arguments = parse(argv)
        who = f"referee {arguments.command}"
        code: int = import_module(f"referee.cli.{arguments.module}").run(arguments)
        sys.stdout.flush()
    except CommandError as error:
        complain(who, str(error))
        return COULD_NOT_RUN
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return READER_WENT_AWAY
    except OSError as error:
        complain(who, f"cannot read or write: {(error.strerror or 'it is not said why').lower()}")
        _drop_output()
        return COULD_NOT_RUN
    except Exception:
        if os.environ.get("REFEREE_TRACEBACK"):
            raise
        complain(who, "the referee itself failed; run it again with REFEREE_TRACEBACK=1 to see where, and report that")
        return COULD_NOT_RUN
    return code


def _ready_streams() -> None:
    """Six languages are printed: where the locale is a bare C, text still goes out as UTF-8, never as an error.

    A stream that whoever started the command has closed is replaced by one that holds nothing.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - held until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _drop_output() -> None:
    """What is still buffered cannot be written: without this the interpreter complains once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
