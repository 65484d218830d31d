"""Runs the tests of a file: each at every table of its matrix, all of them whatever comes of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from referee.diagnostics.model import Diagnostic, has_errors, in_order
from referee.library import Faulty, Library, NoSuchRuleSet
from referee.limits import RULE_SET_BYTES
from referee.rules.model import RuleSet
from referee.source import Source
from referee.suite import messages
from referee.suite.dealing import seats_of
from referee.suite.grounds import Grounds, variants
from referee.suite.model import SUFFIX, Kind, Test, TestFile
from referee.suite.reading import content_of, read_tests
from referee.suite.results import Failure, FileResult, Result
from referee.suite.run_cards import Unasked, run_close, run_hand, run_lay_off, run_meld, run_table
from referee.suite.run_play import run_play
from referee.table import BindError, Table
from referee.yamltree.messages import cannot_open

if TYPE_CHECKING:
    from referee.workshop.check import Checked
    from referee.workshop.mend import Mended

Chosen = Callable[[str], bool]
"""Whether a test of this name runs."""


def everything(_name: str) -> bool:
    """No test is left out."""
    return True


def run_file(
    path: Path,
    content: bytes,
    library: Library,
    *,
    name: str = "",
    chosen: Chosen = everything,
) -> tuple[FileResult, Grounds | None]:
    """What comes of the tests in the bytes of a file, and what they were run on (None if the file did not load).

    `library` is that of the folder of the file; `name` is what people call it.
    """
    called = name or str(path)
    begun = monotonic()
    read = read_tests(content, called)
    if read.file is None:
        return FileResult(called, None, diagnostics=read.diagnostics, source=read.source), None
    found = rules_of(read.file, path, library)
    if isinstance(found, Diagnostic):
        return FileResult(called, None, diagnostics=(*read.diagnostics, found), source=read.source), None
    rules, around = found
    grounds = Grounds(rules, around, str(path.parent))
    asked = [test for test in read.file.tests if chosen(test.name)]
    results = tuple(run_tests(asked, grounds))
    made = FileResult(called, read.file, results, read.diagnostics, rules.name, rules.digest, source=read.source)
    left_out = len(read.file.tests) - len(asked)
    return replace(made, skipped=left_out, seconds=monotonic() - begun), grounds


def check_file(path: Path, content: bytes, library: Library) -> Checked:
    """What is wrong with a file of tests and the tests in it; whether they pass is not asked."""
    from referee.workshop.check import Checked  # noqa: PLC0415 - loads the compiler, which built-in rules need not

    made, grounds = run_file(path, content, library)
    faults = [one.fault for one in made.results if one.fault is not None]
    rules = None if grounds is None or faults else grounds.rule_set
    return Checked(rules, in_order([*made.diagnostics, *faults]), made.source or Source(made.name, ""))


def mend_file(path: Path, content: bytes, library: Library, *, unsafe: bool) -> Mended:
    """A file of tests with the mistakes mended that one replacement mends; the tests are asked once, at the end."""
    from referee.workshop.check import Checked  # noqa: PLC0415 - as above
    from referee.workshop.mend import mend_by  # noqa: PLC0415 - as above

    def asked(each: bytes) -> Checked:
        made, _ = run_file(path, each, library, chosen=lambda _: False)
        return Checked(None, in_order(made.diagnostics), made.source or Source(made.name, ""))

    mended = mend_by(asked, content, unsafe=unsafe)
    return replace(mended, checked=check_file(path, mended.content, library))


def run_tests(tests: Iterable[Test], grounds: Grounds) -> Iterator[Result]:
    """What comes of each test, at each of its tables."""
    for test in tests:
        for at, variant in variants(test):
            yield run_test(test, at, variant, grounds)


def run_test(test: Test, at: str, variant: Test, grounds: Grounds) -> Result:
    """One test at one table."""
    try:
        return Result(test, at, tuple(_failures(variant, grounds)))
    except Unasked as error:
        return Result(test, at, fault=error.diagnostic)
    except BindError as error:
        key = error.field.split(".")[0] if error.field else ""
        told = f"the table of this test cannot be set up: {error.message}"
        return Result(test, at, fault=Diagnostic("CH801", told, test.place(key)))


_AT_TABLES: Mapping[Kind, Callable[[Test, Table, Grounds], Iterator[Failure]]] = {
    Kind.HAND: run_hand,
    Kind.CLOSE: run_close,
    Kind.MELD: run_meld,
    Kind.LAY_OFF: run_lay_off,
    Kind.PLAY: run_play,
}


def _failures(test: Test, grounds: Grounds) -> Iterator[Failure]:
    if test.kind in {Kind.RECORD, Kind.DIAGNOSTIC}:
        from referee.suite.run_record import run_diagnostic, run_record  # noqa: PLC0415 - the judge and the compiler

        return (run_record if test.kind is Kind.RECORD else run_diagnostic)(test, grounds)
    if test.kind is Kind.TABLE:
        return run_table(test, grounds)
    seats = seats_of(test) if test.kind is Kind.PLAY else test.seats
    return _AT_TABLES[test.kind](test, grounds.table(seats, test.options), grounds)


# -- the rules of a file ---------------------------------------------------------------------------------------------


Rules = tuple[RuleSet, Library]
"""Rules, and the library that has what they build on."""


def rules_of(file: TestFile, path: Path, library: Library) -> Rules | Diagnostic:
    """The rules a file tests: those it names, or those beside it that it is called after."""
    named = file.rules
    if named and "/" not in named and not named.endswith(".yaml"):
        try:
            found, around = library.rule_set(named), library
        except NoSuchRuleSet:
            return messages.no_rules(file.rules_place, named, library.names())
        except Faulty as error:
            return messages.rules_faulty(file.rules_place, named, _errors(error))
    else:
        beside = named or f"{path.name.removesuffix(SUFFIX)}.yaml"
        if not named and not path.name.endswith(SUFFIX):
            return messages.no_neighbour(file.rules_place)
        read = _read(path.parent / beside, file, beside, library)
        if isinstance(read, Diagnostic):
            return read
        found, around = read
    if not found.playable and any(test.kind is not Kind.DIAGNOSTIC for test in file.tests):
        return messages.rules_unplayable(file.rules_place, found.name)
    return found, around


def _read(path: Path, file: TestFile, beside: str, library: Library) -> Rules | Diagnostic:
    try:
        content = content_of(path, RULE_SET_BYTES + 1)
    except OSError as error:
        if not file.rules:
            return messages.no_neighbour(file.rules_place)
        return messages.rules_unread(file.rules_place, cannot_open(beside, OSError(error.errno, error.strerror)))
    around = library if "/" not in beside else Library([path.parent.resolve()])
    try:
        return around.compile(content, beside), around
    except Faulty as error:
        return messages.rules_faulty(file.rules_place, beside, _errors(error))


def _errors(faulty: Faulty) -> list[Diagnostic]:
    return [one for one in faulty.diagnostics if has_errors([one])]
