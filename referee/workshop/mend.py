"""`check --fix`: the mistakes of a rule file whose way out is one replacement, mended; and never a file made worse.

Replacements are made together where they do not touch each other, and the file is checked again. If there are more
errors then, or a mistake is still told, they are tried one by one, and those that do no good are left. What a mended
place lets the check see behind it is mended in the next round.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from referee.diagnostics import Diagnostic, Severity, number_of
from referee.ruleset.load import Shelf
from referee.workshop.check import Checked, check

_KEY_TWICE = "CH002"
_ROUNDS = 8
_CHECKS = 60
"""So often a file is checked at most; of one with more mistakes that do no good mended together, some are left."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The file as it is now, what was mended in it, and what the check says of it."""

    content: bytes
    done: tuple[Diagnostic, ...]
    checked: Checked


def mend(content: bytes, name: str, shelf: Shelf, *, unsafe: bool = False) -> Mended:
    """Mend the bytes of a rule file called `name`; with `unsafe` also what is only likely to be meant. Never raises."""
    return mend_by(lambda each: check(each, name, shelf), content, unsafe=unsafe)


def mend_by(asked: Callable[[bytes], Checked], content: bytes, *, unsafe: bool = False) -> Mended:
    """The same of a file of any kind, of which `asked` says what is wrong with its bytes."""
    work = _Work(asked, content, asked(content))
    for _ in range(_ROUNDS):
        wanted = work.wanted(unsafe=unsafe)
        if not wanted or not (work.all_at_once(wanted) or work.one_by_one(wanted)):
            break
    return Mended(work.content, tuple(work.done), work.checked)


@dataclass(slots=True)
class _Work:
    """One file as far as it is mended, what the check says of it now, and what turned out to do no good."""

    asked: Callable[[bytes], Checked]
    content: bytes
    checked: Checked
    done: list[Diagnostic] = field(default_factory=list)
    given_up: set[tuple[str, str]] = field(default_factory=set)
    checks: int = _CHECKS

    def wanted(self, *, unsafe: bool) -> list[Diagnostic]:
        """The mistakes of this very file that can be mended, in order; of two that touch each other the first."""
        mendable = [
            (one.fix.span.start, one.fix.span.end, one)
            for one in self.checked.diagnostics
            if one.fix is not None and one.fix.span.source is self.checked.source and (one.fix.safe or unsafe)
        ]
        found: list[Diagnostic] = []
        behind = -1
        for start, end, one in sorted(mendable, key=lambda each: each[:2]):
            if start > behind and (one.code, one.message) not in self.given_up:
                found.append(one)
                behind = end
        return found

    def all_at_once(self, wanted: Sequence[Diagnostic]) -> bool:
        """Mend all of these, if that does good."""
        made = self._tried(wanted)
        if made is not None:
            self._keep(made, wanted)
        return made is not None

    def one_by_one(self, wanted: Sequence[Diagnostic]) -> bool:
        """Mend those that do good beside those before them; the others are given up. Whether there were any."""
        good: list[Diagnostic] = []
        best: tuple[bytes, Checked] | None = None
        for one in wanted:
            made = self._tried([*good, one])
            if made is None:
                self.given_up.add((one.code, one.message))
            else:
                good.append(one)
                best = made
        if best is not None:
            self._keep(best, good)
        return best is not None

    def _tried(self, wanted: Sequence[Diagnostic]) -> tuple[bytes, Checked] | None:
        if not self.checks:
            return None
        self.checks -= 1
        content = _replaced(self.content, self.checked, wanted)
        again = self.asked(content)
        return (content, again) if _better(self.checked, again, wanted) else None

    def _keep(self, made: tuple[bytes, Checked], wanted: Sequence[Diagnostic]) -> None:
        self.content, self.checked = made
        self.done += wanted


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
    """Whether there are no more errors than before, no key is twice that was once, and each mistake is told less."""
    if number_of(_errors(after)) > number_of(_errors(before)) or _twice(after) > _twice(before):
        return False
    told, still = (Counter((one.code, one.message) for one in each.diagnostics) for each in (before, after))
    gone = Counter((one.code, one.message) for one in mended)
    return all(still[key] <= told[key] - number for key, number in gone.items())


def _twice(checked: Checked) -> int:
    return sum(one.code == _KEY_TWICE for one in checked.diagnostics)


def _errors(checked: Checked) -> list[Diagnostic]:
    return [one for one in checked.diagnostics if one.severity is Severity.ERROR]
