"""`referee show RULESET`: the printed rules of a table, or the typed tree that the digest is taken of."""

from __future__ import annotations

import sys
from argparse import Namespace

from referee.cli.asking import rule_set, table
from referee.cli.terminal import CommandError, paint, wrapped
from referee.rules.canonical import canonical_bytes
from referee.table import Table
from referee.voice import paragraphs, title

_PINNED_DIGITS = 12


def run(arguments: Namespace) -> int:
    """Print one or the other."""
    if arguments.json:
        if arguments.option or arguments.seats is not None:
            raise CommandError("--json prints the rules of every table; leave out --seats and --option")
        _print_tree(arguments.rule_set)
    else:
        _print_rules(table(arguments.rule_set, arguments), arguments.lang)
    return 0


def _print_tree(wanted: str) -> None:
    """The very bytes of the digest, so that `referee show … --json | sha256sum` can be compared with it."""
    sys.stdout.buffer.write(canonical_bytes(rule_set(wanted)))
    sys.stdout.buffer.write(b"\n" if sys.stdout.isatty() else b"")


def _print_rules(found: Table, lang: str) -> None:
    rules = found.rule_set
    print(paint(title(rules, lang), "bold"))
    built_on = f", built on {', '.join(rules.extends)}" if rules.extends else ""
    print(paint(f"{rules.name}{built_on}; digest {rules.digest[:_PINNED_DIGITS]}", "dim"))
    print(f"seats {found.seats}", *(f"{name} {_said(value)}" for name, value in found.options.items()), sep=", ")
    printed = paragraphs(found, lang)
    margin = max((len(each.clause) for each in printed), default=0) + 2
    for each in printed:
        print()
        print(wrapped(each.text, first=each.clause.ljust(margin), rest=" " * margin))


def _said(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
