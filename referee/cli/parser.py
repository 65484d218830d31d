"""What may be typed: the commands, their arguments and their help, and nothing of what they do."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Never

from referee.cli.terminal import CommandError
from referee.version import __version__

DESCRIPTION = """\
A referee for chinchón and its kin. House rules are YAML files; the referee checks them,
says what a hand is worth and whether it may close, and gives the clause when it may not."""

EPILOG = """\
cards are written rank and suit: 7o 12e 1b, JK for a joker
a rule set is a built-in name (referee list) or the path of a YAML file

examples:
  referee demo
  referee solve 7o 7c 7e 7b 5b 6b 12o --rules spanish-40
  referee close 4c 5c 6c 11o 11e 11b 3b 4e --rules spanish-40
  referee check casa-abuela.yaml

exit codes: 0 fine, 1 something to report, 2 could not run"""

LANGUAGES = ("en", "es", "eu", "fr", "pt", "tr")


class _Parser(argparse.ArgumentParser):
    """A parser that complains as the rest of the command line does."""

    def error(self, message: str) -> Never:
        """Say what is wrong and where the help is."""
        raise CommandError(f"{message}; `{self.prog} --help` says what may be typed")


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, with `command` as typed and `module` (of `referee.cli`) that carries it out; CommandError."""
    parser = _Parser(
        prog="referee",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"referee {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    builders = {
        "demo": _demo,
        "list": _list,
        "show": _show,
        "solve": _solve,
        "close": _close,
        "check": _check,
        "serve": _serve,
        "answer": _answer,
    }
    if argv and not argv[0].startswith("-") and argv[0] not in builders:
        from referee.diagnostics.spelling import nearest  # noqa: PLC0415 - only for a mistake

        best = nearest(argv[0], builders)
        guess = f"; did you mean `{best}`?" if best else ""
        raise CommandError(f"unknown command `{argv[0]}`{guess}; there are: {', '.join(builders)}")
    for build in builders.values():
        build(commands)
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        parser.error("no command given")
    return arguments


_Commands = Any
"""What `add_subparsers` returns; argparse keeps the name of its type to itself."""


def _add(commands: _Commands, name: str, summary: str, more: str = "", *, module: str = "") -> _Parser:
    parser: _Parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ("" if summary.endswith("?") else "."),
        epilog=more,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(module=module or name)
    return parser


def _json(parser: _Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs")


def _lang(parser: _Parser) -> None:
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="language of the rules (en)")


def _table(parser: _Parser) -> None:
    parser.add_argument("--seats", type=_whole, metavar="N", help="players at the table (the fewest the rules allow)")
    parser.add_argument(
        "--option",
        action="append",
        type=_pair,
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, such as jokers=2; may be repeated",
    )


def _rules(parser: _Parser) -> None:
    parser.add_argument("--rules", required=True, metavar="RULESET", help="a built-in rule set, or a YAML file")


def _demo(commands: _Commands) -> None:
    parser = _add(
        commands,
        "demo",
        "see the whole road once: a house rule, its mistake, and hands judged by a real server",
        "Starts the server on a free port of this machine, asks it everything through the Python client,\n"
        "and stops it again. Nothing is left behind.",
    )
    _lang(parser)


def _list(commands: _Commands) -> None:
    parser = _add(commands, "list", "the built-in rule sets", module="listing")
    _lang(parser)
    _json(parser)


def _show(commands: _Commands) -> None:
    parser = _add(
        commands,
        "show",
        "print the rules of a rule set, clause by clause, as they stand at your table",
        "--json prints the rules as the referee plays them: the typed tree that the digest names.",
    )
    parser.add_argument("rule_set", metavar="RULESET", help="a built-in rule set, or a YAML file")
    _table(parser)
    _lang(parser)
    _json(parser)


def _solve(commands: _Commands) -> None:
    parser = _add(
        commands,
        "solve",
        "the best melds of a hand and the points left loose",
        "example:\n  referee solve 7o 7c 7e 7b 5b 6b 12o --rules spanish-40",
    )
    parser.add_argument("cards", nargs="+", metavar="CARD", help="the cards, such as 7o 12e JK")
    _rules(parser)
    _table(parser)
    parser.add_argument("--all", action="store_true", help="every best arrangement, not only the one the rules choose")
    _json(parser)


def _close(commands: _Commands) -> None:
    parser = _add(
        commands,
        "close",
        "may this hand close, and what does the closer write?",
        "With a full hand (seven cards in chinchón) it judges the cards kept. With one card more it\n"
        "tries each as the closing card and says which may be put down.\n\n"
        "example:\n  referee close 4c 5c 6c 11o 11e 11b 3b 4e --rules spanish-40 --laps 1\n\n"
        "exit codes: 0 the hand may close, 1 it may not, 2 could not run",
    )
    parser.add_argument("cards", nargs="+", metavar="CARD", help="the cards kept, or these and the closing card")
    _rules(parser)
    _table(parser)
    parser.add_argument("--closing", metavar="CARD", help="of one card more than a hand: the one to put face down")
    parser.add_argument("--laps", type=_whole, metavar="N", help="turns that everyone has finished in this round (1)")
    parser.add_argument(
        "--given",
        action="append",
        type=_pair,
        default=[],
        metavar="FACT=VALUE",
        help="another fact the rules ask for, such as total=97; may be repeated",
    )
    _lang(parser)
    _json(parser)


def _check(commands: _Commands) -> None:
    parser = _add(
        commands,
        "check",
        "find the mistakes in rule files",
        "exit codes: 0 clean, 1 mistakes found (with --strict also warnings), 2 could not run",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="YAML files; - reads standard input")
    parser.add_argument(
        "--format",
        choices=("text", "json", "github"),
        help="how to print: text with carets, json, or github (annotations of a workflow)",
    )
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--strict", action="store_true", help="warnings fail too")


def _serve(commands: _Commands) -> None:
    parser = _add(
        commands,
        "serve",
        "answer over gRPC until stopped (Ctrl-C or SIGTERM)",
        "Prints `listening on ADDRESS` once calls are answered. Port 0 takes a free one.",
    )
    parser.add_argument("--address", default="127.0.0.1:50051", metavar="HOST:PORT", help="where (127.0.0.1:50051)")
    parser.add_argument(
        "--insecure", action="store_true", help="allow an address that other machines can reach: nothing is encrypted"
    )


def _answer(commands: _Commands) -> None:
    _add(
        commands,
        "answer",
        "the conformance protocol: JSON questions on standard input, JSON answers on standard output",
        "example:\n"
        """  echo '{"op": "deadwood", "rules": "spanish-40", "hand": ["7o", "7c", "7e"]}' | referee answer\n\n"""
        "tests/conformance/PROTOCOL.md lays down every question and answer.",
    )


def _whole(text: str) -> int:
    """A whole number as people type it."""
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number")
    return int(text)


def _pair(text: str) -> tuple[str, str]:
    """`name=value`."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise argparse.ArgumentTypeError(f"`{text}` is not written NAME=VALUE")
    return name.strip(), value.strip()
