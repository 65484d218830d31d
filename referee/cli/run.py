"""From what was typed to an exit code. Whatever goes wrong is one sentence or one object; nobody sees a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper

from referee.cli.commands import COMMANDS
from referee.cli.failures import CommandError, complain, tell, wants_json
from referee.cli.parser import parse
from referee.cli.terminal import drop_output

COULD_NOT_RUN = 2
INTERRUPTED = 130
READER_WENT_AWAY = 141
"""As the shell reports a program that was ended by writing to a closed pipe."""


def run(argv: Sequence[str]) -> int:
    """Carry out one command line."""
    closed = _ready_streams()
    who = f"referee {argv[0]}" if argv and argv[0] in COMMANDS else "referee"
    try:
        try:
            arguments = parse(argv)
            code: int = import_module(f"referee.cli.{arguments.module}").run(arguments)
            sys.stdout.flush()
        except CommandError as error:
            tell(who, error, as_json=wants_json(argv))
            return COULD_NOT_RUN
        except SystemExit as ended:  # argparse, after --help and --version
            sys.stdout.flush()
            return ended.code if isinstance(ended.code, int) else 0
        except (KeyboardInterrupt, OSError):
            raise
        except Exception:
            if os.environ.get("REFEREE_TRACEBACK"):
                raise
            told = "the referee itself failed; run it again with REFEREE_TRACEBACK=1 to see where, and report that"
            tell(who, CommandError(told, "INTERNAL"), as_json=wants_json(argv))
            return COULD_NOT_RUN
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return READER_WENT_AWAY
    except OSError as error:
        why = "standard output is closed" if closed else (error.strerror or "it is not said why").lower()
        failure = CommandError(f"cannot read or write: {why}", "CANNOT_READ_OR_WRITE")
        try:
            tell(who, failure, as_json=wants_json(argv))
            sys.stdout.flush()
        except OSError:  # it is output that cannot be written
            if wants_json(argv):
                complain(who, failure.message)
            drop_output()
        return COULD_NOT_RUN
    return code


def _ready_streams() -> bool:
    """Six languages are printed: where the locale is a bare C, text still goes out as UTF-8, never as an error.

    A stream that whoever started the command has closed is replaced: input by none, complaints by nothing at all, and
    output by one that cannot be written, for an answer that nobody gets is no success. Whether output was closed.
    """
    closed = sys.stdout is None
    for name, mode, flags in (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.open(os.devnull, flags), mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    return closed
