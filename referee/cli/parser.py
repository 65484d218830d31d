"""A command line to its arguments, and every complaint about it in our own words.

`argparse` reads the words and prints the help; what it would say of a mistake is said here instead, because its
sentences change with the version of Python and guess at nothing. What each command takes stands in `commands`.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from typing import Any, Never

from referee.cli.commands import COMMANDS, Command
from referee.cli.failures import CommandError, nearest, quoted
from referee.native import form
from referee.version import __version__

DESCRIPTION = """\
A referee for chinchón and its kin. House rules are YAML files; the referee checks them,
says what a hand is worth and whether it may close, and gives the clause when it may not."""

EPILOG = """\
cards are written rank and suit: 7o 12e 1b, JK for a joker
a rule set is a built-in name (referee list) or the path of a YAML file
with --json standard output holds JSON, also where the command fails:
{"error": {"code": ..., "message": ...}}

examples:
  referee demo
  referee solve 7o 7c 7e 7b 5b 6b 12o --rules spanish-40
  referee close 4c 5c 6c 11o 11e 11b 3b 4e --rules spanish-40
  referee check casa-abuela.yaml

exit codes: 0 fine, 1 something to report, 2 could not run"""

_NEGATIVE = re.compile(r"-[0-9]")


class _Parser(argparse.ArgumentParser):
    """Keeps what may be typed, and says what may not in the voice of the rest."""

    def __init__(self, **settings: Any) -> None:
        self.options: dict[str, argparse.Action] = {}
        self.words: list[argparse.Action] = []
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Remember the options by every name they have, and what is no option."""
        action = super().add_argument(*names, **settings)
        self.options.update(dict.fromkeys(action.option_strings, action))
        if not action.option_strings:
            self.words.append(action)
        return action

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments; words may stand among the options, and what follows `--` is none of them."""
        cut = words.index("--") if "--" in words else len(words)
        arguments, left = self.parse_known_intermixed_args(words[:cut])
        for word in words[cut + 1 :]:
            held = getattr(arguments, self.words[0].dest, None) if self.words else ()
            if isinstance(held, list):
                held.append(word)
            elif held is None:
                setattr(arguments, self.words[0].dest, word)
            else:
                left.append(word)
        if left:
            raise self.refusal("ARGUMENT_UNKNOWN", f"{quoted(left[0])} is one word too many")
        return arguments

    def print_help(self, file: Any = None) -> None:
        """As `argparse` does it, but that it does not go unnoticed where nothing can be printed."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> Never:
        """What is left for argparse to complain of: values that are not there, or should not be."""
        if found := re.match(r"argument (\S+): expected .*argument", message):
            raise self.refusal("ARGUMENT_MISSING", f"{quoted(found[1])} is without its value")
        if found := re.match(r"argument (\S+): ignored explicit argument '(.*)'", message):
            raise self.refusal("ARGUMENT_INVALID", f"{quoted(found[1])} takes no value, found {quoted(found[2])}")
        raise self.refusal("ARGUMENT_INVALID", message)

    def refusal(self, code: str, message: str) -> CommandError:
        """With the way to the help."""
        return CommandError(f"{message}; `{self.prog} --help` says what may be typed", code)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, with `command` as typed and `module` (of `referee.cli`) that carries it out; CommandError.

    `--help` and `--version` print and end the program.
    """
    if not argv or argv[0].startswith("-"):
        _without_command(argv)
    name = argv[0]
    command = COMMANDS.get(name)
    if command is None:
        raise CommandError(
            f"unknown command {quoted(name)}{_guess(name, COMMANDS)}; there are: {', '.join(COMMANDS)}",
            "COMMAND_UNKNOWN",
        )
    parser = _parser_of(name, command)
    _refuse_options(parser, argv[1:])
    arguments = parser.read(argv[1:])
    missing = [told for dest, told in command.needs.items() if getattr(arguments, dest, None) in (None, [])]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise parser.refusal("ARGUMENT_MISSING", f"{' and '.join(map(quoted, missing))} {verb} missing")
    arguments.command, arguments.module = name, command.module or name
    return arguments


def _without_command(argv: Sequence[str]) -> Never:
    """`referee --help`, `referee --version`, or a line that names no command."""
    parser = _Parser(prog="referee", description=DESCRIPTION, epilog=EPILOG, usage="referee COMMAND …")
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=_Parser)
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.summary)
    if argv[:1] == ["--version"]:
        print(f"referee {__version__} ({form()})")
        raise SystemExit(0)
    if argv and argv[0] in parser.options:
        parser.parse_args([argv[0]])
    first = next((word for word in argv if word in COMMANDS), None)
    if first is None:
        raise parser.refusal("COMMAND_MISSING", f"no command given; there are: {', '.join(COMMANDS)}")
    raise parser.refusal("COMMAND_MISSING", f"the command comes first: `referee {first} …`, found {quoted(argv[0])}")


def _parser_of(name: str, command: Command) -> _Parser:
    parser = _Parser(
        prog=f"referee {name}",
        usage=" ".join(word for word in ("referee", name, command.synopsis, "[options]") if word),
        description=command.summary[0].upper() + command.summary[1:] + ("" if command.summary.endswith("?") else "."),
        epilog=command.more,
    )
    command.build(parser)
    return parser


def _refuse_options(parser: _Parser, words: Iterable[str]) -> None:
    """Options the command does not have, before what they were meant to be is missed; and options that stand twice."""
    seen: set[str] = set()
    for word in words:
        if word == "--":
            return
        if not word.startswith("-") or word == "-" or " " in word or _NEGATIVE.match(word):
            continue
        option = word.partition("=")[0]
        action = parser.options.get(option)
        if action is None:
            known = [each for each in parser.options if each.startswith("--")]
            raise parser.refusal("ARGUMENT_UNKNOWN", f"unknown option {quoted(option)}{_guess(option, known)}")
        if action.dest in seen and not isinstance(action.default, list) and action.nargs != 0:
            raise parser.refusal("ARGUMENT_TWICE", f"{quoted(option)} stands there twice")
        seen.add(action.dest)


def _guess(word: str, known: Iterable[str]) -> str:
    best = nearest(word, known)
    return f"; did you mean {quoted(best)}?" if best else ""
