"""`referee show RULESET`: the printed rules of a table, or the typed tree that the digest is taken of."""

from __future__ import annotations

import sys
from argparse import Namespace

from referee.cli.asking import rule_set, table_for
from referee.cli.failures import CommandError
from referee.cli.terminal import paint, wrapped
from referee.library import Library
from referee.rules.canonical import canonical_bytes
from referee.rules.model import RuleSet
from referee.table import Table
from referee.voice import Frames, paragraphs, title

_PINNED_DIGITS = 12
_GAMES_NAMED = 3


def run(arguments: Namespace) -> int:
    """Print one or the other."""
    found = rule_set(arguments.rule_set)
    if arguments.json:
        if arguments.option or arguments.seats is not None:
            raise CommandError("--json prints the rules of every table; leave out --seats and --option")
        _print_tree(found)
        return 0
    if not found.playable:
        raise CommandError(base(found), "NOT_PLAYABLE")
    _print_rules(table_for(found, arguments), arguments.lang)
    return 0


def base(found: RuleSet) -> str:
    """Why a base has no printed rules, and what can be done with it."""
    library = Library()
    games = [name for name in library.names() if found.name in library.rule_set(name).extends][:_GAMES_NAMED]
    built = f"; games built on it: {', '.join(games)}" if games else ""
    return f"`{found.name}` is a base for other rule sets and has no table of its own{built}; --json prints its tree"


def _print_tree(found: RuleSet) -> None:
    """The very bytes of the digest, so that `referee show … --json | sha256sum` can be compared with it."""
    sys.stdout.buffer.write(canonical_bytes(found))
    sys.stdout.buffer.write(b"\n" if sys.stdout.isatty() else b"")


def _print_rules(found: Table, lang: str) -> None:
    rules, frames = found.rule_set, Frames(lang)
    print(paint(title(rules, lang), "bold"))
    print(paint(frames.heading(rules, rules.digest[:_PINNED_DIGITS]), "dim"))
    print(wrapped("; ".join(frames.choices(found))))
    printed = paragraphs(found, lang)
    margin = max((len(each.clause) for each in printed), default=0) + 2
    for each in printed:
        print()
        print(wrapped(each.text, first=each.clause.ljust(margin), rest=" " * margin))
