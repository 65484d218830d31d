"""What several commands are asked for in the same words: a rule set, a table, cards, facts.

Whatever cannot be had ends the command with one sentence (CommandError).
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.answer.errors import QuestionError
from referee.answer.rule_sets import is_path, read_file, rule_set_of, table_of, unreadable
from referee.cards import says_joker
from referee.cli.failures import CommandError
from referee.cli.terminal import has_colour
from referee.lang.walk import names
from referee.library import Faulty, Library
from referee.limits import HAND_TEXTS
from referee.rules.model import RuleSet
from referee.table import BindError, Card, CardError, Table

_HAND_CHARACTERS = 20 * HAND_TEXTS
"""Room for the longest words of as many cards as a question may name."""


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn what the layers below say of a mistake into a CommandError, which ends the command."""
    try:
        yield
    except (QuestionError, BindError, CardError) as error:
        raise CommandError(error.message, error.code) from error


def rule_set(wanted: str) -> RuleSet:
    """The rule set of that name, or in that file; else CommandError, with the mistakes of a faulty file."""
    with one_sentence():
        if not is_path(wanted):
            return _named(wanted)
        try:
            beside, content = read_file(wanted)
            return beside.compile(content, wanted)
        except OSError as error:
            raise unreadable(wanted, error) from error
        except Faulty as error:
            from referee.diagnostics.render import plain_list, render_text  # noqa: PLC0415 - only for a mistake

            raise CommandError(
                f"`{wanted}` has mistakes; mend them first",
                "RULE_SET_INVALID",
                more={"diagnostics": list(plain_list(error.diagnostics))},
                shown=render_text(error.diagnostics, colour=has_colour(sys.stderr)),
            ) from error


def _named(wanted: str) -> RuleSet:
    try:
        return rule_set_of(wanted, Library())
    except QuestionError as error:
        if error.code == "RULE_SET_UNKNOWN" and wanted and Path(wanted).is_dir():
            raise CommandError(f"`{wanted}` is a folder, not a rule set; name a file in it", error.code) from error
        beside = f"{wanted}.yaml"
        if error.code == "RULE_SET_UNKNOWN" and Path(beside).is_file():
            raise CommandError(
                f"no built-in rule set is called `{wanted}`; for the file here write `{beside}`", error.code
            ) from error
        if error.code == "RULE_SET_UNKNOWN" and "did you mean" not in error.message:
            raise CommandError(f"{error.message}; `referee list` names those there are", error.code) from error
        raise


def table(wanted: str, arguments: Namespace) -> Table:
    """The table that `--rules`, `--seats` and `--option` describe."""
    return table_for(rule_set(wanted), arguments)


def table_for(found: RuleSet, arguments: Namespace) -> Table:
    """The table of a rule set that `--seats` and `--option` describe; CommandError if it is not offered."""
    options: dict[str, int | bool | str] = {}
    for name, value in arguments.option:
        if name in options:
            raise CommandError(f"the option `{name}` is given twice", "ARGUMENT_TWICE")
        options[name] = value
    with one_sentence():
        return table_of(found, arguments.seats, options, Library())


def hand(found: Table, cards: list[str]) -> tuple[Card, ...]:
    """The cards as typed, one an argument or all in one; CommandError for what is no card, or none of this pack."""
    text = " ".join(cards)
    if len(text) > _HAND_CHARACTERS:
        raise CommandError(f"{len(text):,} characters are more than any hand needs", "HAND_TOO_LARGE")
    try:
        return found.read_hand(text)
    except CardError as error:
        hint = _jokers_to_be_had(found) if not found.pack.jokers and says_joker(error.text) else ""
        raise CommandError(f"{error.message}{hint}", error.code) from error


def _jokers_to_be_had(found: Table) -> str:
    """Which option would put jokers in the pack; nothing if none would."""
    setting = found.rule_set.settings.get("pack.jokers")
    options = sorted(names(setting.expr, "option")) if setting else []
    return f"; `--option {options[0]}=…` adds them" if options else ""
