"""What comes of tests: of each whether it passed, and if not what was expected, what was got, and by which clause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.diagnostics.model import Diagnostic
from referee.source import Source
from referee.suite.model import Test, TestFile


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the clause that decided: what it measures, as rules write it, and what was measured."""

    text: str
    value: str

    def __str__(self) -> str:
        return f"{self.text} {self.value}" if self.value else self.text


@dataclass(frozen=True, slots=True)
class Failure:
    """One expectation that does not come true.

    `what` is the key of the expectation, `clause` the clause that decided ("" where none does), `parts` what it rests
    on, measured.
    """

    what: str
    expected: str
    got: str
    clause: str = ""
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one test at one table, which `at` tells from the others of its matrix ("" if there is only one).

    It passed if there are neither `failures` nor a `fault`: a mistake in the test itself, which keeps it from being
    asked.
    """

    test: Test
    at: str
    failures: tuple[Failure, ...] = ()
    fault: Diagnostic | None = None

    @property
    def name(self) -> str:
        """The name of the test, with the table where it runs at several."""
        return f"{self.test.name} [{self.at}]" if self.at else self.test.name

    @property
    def passed(self) -> bool:
        """Whether all came as expected."""
        return not self.failures and self.fault is None


@dataclass(frozen=True, slots=True)
class FileResult:
    """What came of a file. `file` is None where it did not load; then `diagnostics` has errors, and it failed.

    `skipped` counts the tests that a filter left out; `seconds` is how long the tests took. `source` is its text, None
    where it could not be opened.
    """

    name: str
    file: TestFile | None
    results: Sequence[Result] = ()
    diagnostics: Sequence[Diagnostic] = ()
    rules: str = ""
    digest: str = ""
    skipped: int = 0
    seconds: float = 0.0
    source: Source | None = None

    @property
    def failed(self) -> int:
        """How many tests failed; a file that does not load counts as one."""
        return sum(not one.passed for one in self.results) + (self.file is None)

    @property
    def passed(self) -> int:
        """How many passed."""
        return sum(one.passed for one in self.results)
