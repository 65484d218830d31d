"""The rules a question names, at the table it describes.

`rules` is a path if it holds "/" or ends in ".yaml", else the name of a rule set. A file finds its bases in its own
folder first, then among the built-ins. Files are read again at each question and compiled once for the same bytes.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from referee.answer.errors import QuestionError, guess
from referee.diagnostics.spelling import cut, quoted
from referee.library import Faulty, Library, NoSuchRuleSet
from referee.limits import RULE_SET_BYTES
from referee.plain_files import content_of
from referee.rules.model import RuleSet
from referee.table import BindError, Table

if TYPE_CHECKING:
    from referee.diagnostics.model import Diagnostic

OptionValues = Mapping[str, int | bool | str]
_FOLDERS_HELD = 16
_PATH_SHOWN = 200


def is_path(rules: str) -> bool:
    """Whether `rules` means a file and not a name."""
    return "/" in rules or rules.endswith(".yaml")


@lru_cache(maxsize=_FOLDERS_HELD)
def library_of(folder: Path) -> Library:
    """The rule sets a file of this folder can build on."""
    return Library([folder])


def read_file(path: str) -> tuple[Library, bytes]:
    """What the rule file can build on, and its bytes, one more than the limit at the most.

    OSError if it cannot be read, also for what can be no path and for what is no file but may never end.
    """
    if not path:
        raise OSError(errno.EINVAL, "its name is empty")
    try:
        content = content_of(Path(path), RULE_SET_BYTES + 1)
        return library_of(Path(path).resolve().parent), content
    except ValueError as error:
        raise OSError(errno.EINVAL, "it is no path") from error


def unreadable(path: str, reason: OSError) -> QuestionError:
    """A file that is not there or may not be read, in the words of `referee check`."""
    from referee.yamltree.messages import cannot_open  # noqa: PLC0415 - loads YAML, for a mistake only

    return QuestionError("RULE_SET_UNREADABLE", cannot_open(cut(path, _PATH_SHOWN), reason).message)


def rule_set_of(rules: str, library: Library) -> RuleSet:
    """The rule set called `rules`, or the one in the file there; QuestionError."""
    try:
        if is_path(rules):
            beside, content = read_file(rules)
            return beside.compile(content, rules)
        return library.rule_set(rules)
    except OSError as error:
        raise unreadable(rules, error) from error
    except NoSuchRuleSet as error:
        message = f"unknown rule set {quoted(rules)}{guess(rules, library.names())}"
        raise QuestionError("RULE_SET_UNKNOWN", message) from error
    except Faulty as error:
        raise QuestionError("RULE_SET_INVALID", _first_fault(rules, error.diagnostics)) from error


def table_of(rule_set: RuleSet, seats: int | None, options: OptionValues, library: Library) -> Table:
    """The table; QuestionError with the code of the BindError."""
    try:
        return library.table(rule_set, seats, options)
    except BindError as error:
        raise QuestionError(error.code, error.message) from error


def _first_fault(rules: str, diagnostics: tuple[Diagnostic, ...]) -> str:
    from referee.diagnostics.model import Severity  # noqa: PLC0415 - for a mistake only

    faults = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    first = faults[0]
    place = "" if first.span is None else f"{first.span.begin.line}:{first.span.begin.column}: "
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return f"the rule set {quoted(rules)} has errors: {place}{first.message} [{first.code}]{more}"
