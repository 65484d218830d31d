"""`referee test [PATH …]`: the tests beside rules, what none of them shows, and which changes none of them notices."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.answer.rule_sets import read_file
from referee.cli.failures import CommandError, complain
from referee.cli.progress import Progress
from referee.cli.test_missing import write_missing
from referee.cli.test_report import summary, tell_coverage, tell_file, tell_mutation
from referee.diagnostics.spelling import counted
from referee.library import Library
from referee.suite.grounds import Grounds
from referee.suite.model import SUFFIX, TestFile
from referee.suite.plain import file_plain
from referee.suite.results import FileResult
from referee.suite.running import run_file
from referee.yamltree.messages import cannot_open

if TYPE_CHECKING:
    from referee.suite.coverage import Coverage
    from referee.suite.mutation import Mutation

_PASSED, _FAILED = 0, 1


def run(arguments: Namespace) -> int:
    """Run all files; 0 if every test passed, 1 if one failed or a file did not load."""
    if arguments.write_missing and not (arguments.coverage or arguments.mutate):
        raise CommandError("`--write-missing` writes what `--coverage` or `--mutate` finds; ask for one of them")
    files = {path: called for name in arguments.paths or ["."] for path, called in _files(name)}
    if not files:
        where = ", ".join(f"`{name}`" for name in arguments.paths) or "this folder"
        raise CommandError(f"no file of tests (`*{SUFFIX}`) in {where}", "NO_TESTS")
    results: list[FileResult] = []
    told: list[dict[str, object]] = []
    lacking = unwritten = 0
    for path, called in files.items():
        made, covered, mutated = _run(path, called, arguments)
        results.append(made)
        if arguments.write_missing:
            unwritten += not write_missing(path, called, covered, mutated)
        lacking += (covered is not None and covered.unexplained > 0) + (mutated is not None and mutated.unexplained > 0)
        if arguments.json:
            told.append(file_plain(made, covered, mutated))
            continue
        tell_file(made)
        if covered is not None:
            tell_coverage(made, covered)
        if mutated is not None:
            tell_mutation(made, mutated)
    if not any(one.results or one.file is None for one in results):
        raise CommandError(f"no test has {' or '.join(f'`{text}`' for text in arguments.k)} in its name", "NO_TESTS")
    if arguments.junit is not None:
        from referee.suite.junit import junit  # noqa: PLC0415 - for this form only

        Path(arguments.junit).write_text(junit(results), encoding="utf-8")
    failed = sum(one.failed for one in results)
    if arguments.write_missing and failed:
        # what was written passes, so what fails stood there before
        complain("referee test", f"{counted(failed, 'test')} of those that were there failed")
    if arguments.json:
        passed = sum(one.passed for one in results)
        print(json.dumps({"files": told, "passed": passed, "failed": failed}, ensure_ascii=False))
    else:
        print(summary(results))
    return _FAILED if failed or unwritten or (arguments.strict and lacking) else _PASSED


def _run(path: Path, called: str, arguments: Namespace) -> tuple[FileResult, Coverage | None, Mutation | None]:
    """One file, and what was asked to be measured of it."""
    wanted = [text.casefold() for text in arguments.k]
    stem = path.name.removesuffix(".yaml")

    def chosen(name: str) -> bool:
        whole = f"{stem}: {name}".casefold()
        return not wanted or any(text in whole for text in wanted)

    try:
        library, content = read_file(str(path))
    except OSError as error:
        return FileResult(called, None, diagnostics=(cannot_open(called, error),)), None, None
    made, grounds = run_file(path, content, library, name=called, chosen=chosen)
    if grounds is None or made.file is None:
        return made, None, None
    covered = _covered(made.file, grounds) if arguments.coverage else None
    return made, covered, _mutated(made.file, grounds) if arguments.mutate else None


def _covered(file: TestFile, grounds: Grounds) -> Coverage:
    """The coverage of all tests of a file, whichever of them were chosen to be told of."""
    from referee.suite.untested import covered  # noqa: PLC0415 - plays games, which few commands do

    return covered(file, grounds)


def _mutated(file: TestFile, grounds: Grounds) -> Mutation:
    from referee.suite.coverage import scope  # noqa: PLC0415 - as above
    from referee.suite.mutation import mutate  # noqa: PLC0415 - as above

    with Progress(0, "changes tried") as progress:
        return mutate(file, grounds, scope(grounds.rule_set, grounds.library), done=progress.step)


# -- which files -----------------------------------------------------------------------------------------------------


def _files(name: str) -> Iterator[tuple[Path, str]]:
    """The files of tests that a path, or the name of a built-in rule set, means, each with what it is called."""
    path = Path(name)
    if path.is_dir():
        yield from ((found, str(found)) for found in sorted(_within(path)))
    elif name.endswith(SUFFIX):
        if not path.is_file():
            raise CommandError(f"`{name}` cannot be read: there is no such file", "CANNOT_READ_OR_WRITE")
        yield path, name
    elif path.is_file():
        tests = _beside(path, name)
        yield tests, str(tests)
    elif (built_in := Library().files.path(name)) is not None:
        tests = _beside(built_in, name)
        yield tests, tests.name
    else:
        raise CommandError(f"`{name}` is no file, no folder and no built-in rule set", "NO_TESTS")


def _beside(path: Path, name: str) -> Path:
    tests = path.with_name(f"{path.stem}{SUFFIX}")
    if not tests.is_file():
        raise CommandError(f"no tests stand beside `{name}`; they would be in `{tests.name}`", "NO_TESTS")
    return tests


def _within(folder: Path) -> Sequence[Path]:
    """The files of tests in a folder and those below it, but for hidden ones."""
    found = folder.rglob(f"*{SUFFIX}")
    return [path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
