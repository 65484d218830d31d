"""Why a command could not be carried out: one sentence for people, one JSON object for programs.

People read the sentence on standard error. Where `--json` stands on the line, standard output holds the object
`{"error": {"code": …, "message": …}}` instead, and standard error nothing. The exit code is 2 either way.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from referee.cli.terminal import has_colour

CODES: Mapping[str, str] = {
    "COMMAND_MISSING": "no command stands on the line",
    "COMMAND_UNKNOWN": "there is no such command",
    "ARGUMENT_MISSING": "something the command needs was left out",
    "ARGUMENT_UNKNOWN": "the command has no such argument",
    "ARGUMENT_INVALID": "an argument that cannot have this value, or not beside the others",
    "ARGUMENT_TWICE": "an argument, an option of the rules or a fact stands there twice",
    "CODE_UNKNOWN": "no mistake and no finding has this code",
    "PATH_UNKNOWN": "the rule set has no value, section or clause of that name",
    "CARD_NOT_HELD": "the closing card is none of the cards",
    "NO_TESTS": "no file of tests is there, or no test of that name",
    "OTHER_PACK": "the two tables play with different cards",
    "CONFIGURATION_INVALID": "the server is configured wrongly; `diagnostics` lists mistakes in files, `faults` others",
    "CLUSTER_UNREACHABLE": "no scheduler answers there, or it has no workers",
    "STORE_UNREACHABLE": "the store of house rules does not answer, or has no address",
    "CANNOT_SERVE": "the server cannot listen there",
    "SERVER_FAILED": "the server of the demonstration did not start, or could not answer",
    "EXTRA_MISSING": "the command needs an extra that is not installed",
    "CANNOT_READ_OR_WRITE": "the system refused to read or write; said on standard error if output is what failed",
    "LEFT_ALONE": "`fmt` has no canonical form for this file, or none that says the same",
    "INTERNAL": "a fault of the referee itself",
}
"""The codes the command line has of its own. Those of rules, tables and cards are the codes of the protocol."""


class CommandError(Exception):
    """Why a command cannot be carried out: `message` in one sentence, `code` for programs; the exit code is 2.

    `more` are further keys of the JSON object; `shown` is what people are to see above the sentence.
    """

    def __init__(
        self, message: str, code: str = "ARGUMENT_INVALID", *, more: Mapping[str, Any] | None = None, shown: str = ""
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.more = dict(more or {})
        self.shown = shown


def wants_json(argv: Sequence[str]) -> bool:
    """Whether a program asked, as far as the words tell; known also where nothing else on the line makes sense."""
    words = argv[: argv.index("--")] if "--" in argv else argv
    return "--json" in words or "--format=json" in words or ("--format", "json") in pairwise(words)


def tell(who: str, error: CommandError, *, as_json: bool) -> None:
    """Print a failure as whoever asked can read it. OSError where standard output is what failed."""
    if as_json:
        import json  # noqa: PLC0415 - only for a mistake

        found = {"error": {"code": error.code, "message": error.message, **error.more}}
        print(json.dumps(found, ensure_ascii=False), flush=True)
        return
    if error.shown:
        print(error.shown, file=sys.stderr)
    complain(who, error.message)


def complain(who: str, message: str) -> None:
    """One sentence on standard error, in the one voice of all commands."""
    label = f"\x1b[31m{who}:\x1b[0m" if has_colour(sys.stderr) else f"{who}:"
    print(f"{label} {message}", file=sys.stderr)


# What follows is loaded for a mistake only: a command that is typed well does not wait for it.


def quoted(text: str) -> str:
    """What somebody typed, in backticks, as diagnostics quote it."""
    from referee.diagnostics import spelling  # noqa: PLC0415

    return spelling.quoted(text)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    from referee.diagnostics import spelling  # noqa: PLC0415

    return spelling.nearest(word, known)
