"""`check --fix`: the mistakes of a rule file whose way out is one replacement, mended; and never a file made worse.

Replacements are made together where they do not touch each other, and the file is checked again. If there are more
errors then, or a mistake is still told, they are tried one by one, and those that do no good are left. What a mended
place lets the check see behind it is mended in the next round.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.diagnostics import Diagnostic, Severity, number_of
from referee.ruleset.load import Shelf
from referee.workshop.check import Checked, check

_ROUNDS = 8
_ONE_BY_ONE = 40
"""So many are tried by themselves in a round; a file with more such mistakes is run through again."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The file as it is now, what was mended in it, and what the check says of it."""

    content: bytes
    done: tuple[Diagnostic, ...]
    checked: Checked


def mend(content: bytes, name: str, shelf: Shelf, *, unsafe: bool = False) -> Mended:
    """Mend the bytes of a rule file called `name`; with `unsafe` also what is only likely to be meant. Never raises."""
    checked = check(content, name, shelf)
    done: list[Diagnostic] = []
    given_up: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        wanted = [one for one in _apart(checked, unsafe=unsafe) if (one.code, one.message) not in given_up]
        if not wanted:
            break
        made = _tried(content, name, shelf, checked, wanted)
        if made is None:
            made, wanted = _one_by_one(content, name, shelf, checked, wanted, given_up)
        if made is None:
            break
        content, checked = made
        done += wanted
    return Mended(content, tuple(done), checked)


def _apart(checked: Checked, *, unsafe: bool) -> list[Diagnostic]:
    """The mistakes of this very file that can be mended, in order; of two that touch each other the first."""
    found: list[Diagnostic] = []
    end = -1
    for one in sorted(checked.diagnostics, key=lambda each: (each.fix.span.start, each.fix.span.end) if each.fix else (0, 0)):
        fix = one.fix
        if fix is not None and fix.span.source is checked.source and (fix.safe or unsafe) and fix.span.start > end:
            found.append(one)
            end = fix.span.end
    return found


def _tried(
    content: bytes, name: str, shelf: Shelf, checked: Checked, wanted: Sequence[Diagnostic]
) -> tuple[bytes, Checked] | None:
    """The file with all of these mended, if that does good."""
    made = _replaced(content, checked, wanted)
    again = check(made, name, shelf)
    return (made, again) if _better(checked, again, wanted) else None


def _one_by_one(
    content: bytes,
    name: str,
    shelf: Shelf,
    checked: Checked,
    wanted: Sequence[Diagnostic],
    given_up: set[tuple[str, str]],
) -> tuple[tuple[bytes, Checked] | None, list[Diagnostic]]:
    """Those that do good by themselves and beside each other; the others are given up."""
    good: list[Diagnostic] = []
    made: tuple[bytes, Checked] | None = None
    for one in wanted[:_ONE_BY_ONE]:
        tried = _tried(content, name, shelf, checked, [*good, one])
        if tried is None:
            given_up.add((one.code, one.message))
        else:
            good.append(one)
            made = tried
    return made, good


def _replaced(content: bytes, checked: Checked, wanted: Iterable[Diagnostic]) -> bytes:
    text = checked.source.text
    pieces: list[str] = []
    at = 0
    for one in wanted:
        if one.fix is not None:
            pieces += [text[at : one.fix.span.start], one.fix.text]
            at = one.fix.span.end
    mark = codecs.BOM_UTF8 if content.startswith(codecs.BOM_UTF8) else b""
    return mark + "".join([*pieces, text[at:]]).encode()


def _better(before: Checked, after: Checked, mended: Sequence[Diagnostic]) -> bool:
    """Whether there are no more errors than before, and each mended mistake is told once less."""
    if number_of(_errors(after)) > number_of(_errors(before)):
        return False
    told, still = (Counter((one.code, one.message) for one in each.diagnostics) for each in (before, after))
    gone = Counter((one.code, one.message) for one in mended)
    return all(still[key] <= told[key] - number for key, number in gone.items())


def _errors(checked: Checked) -> list[Diagnostic]:
    return [one for one in checked.diagnostics if one.severity is Severity.ERROR]
