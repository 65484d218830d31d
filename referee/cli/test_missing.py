"""`referee test --write-missing`: the tests that would show what no test shows, put below those of the file."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.failures import complain
from referee.cli.overwriting import overwrite
from referee.diagnostics.spelling import counted
from referee.suite.adding import UnwritableError, with_tests
from referee.yamltree.messages import cannot_open

if TYPE_CHECKING:
    from referee.suite.coverage import Coverage
    from referee.suite.mutation import Mutation


def covers(found: Coverage) -> list[tuple[str, str]]:
    """A test for every gap that nobody explains, under what it is to show."""
    gaps = (gap for gap in found.gaps if not gap.reason)
    return _unlike((f"{gap.rule.clause or gap.rule.path}, {gap.words}", gap.cover) for gap in gaps)


def kills(found: Mutation) -> list[tuple[str, str]]:
    """A test for every change that nobody noticed or explains, under the change."""
    left = (one for one in found.survivors if not one.reason)
    return _unlike((f"{one.mutant.rule.path}, not {one.mutant.change}", one.kill) for one in left)


def _unlike(entries: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Entries that are unlike; one that is there twice stands under its first name."""
    found: dict[str, str] = {}
    for name, entry in entries:
        if entry:
            found.setdefault(entry, name)
    return [(name, entry) for entry, name in found.items()]


def write_missing(path: Path, called: str, covered: Coverage | None, mutated: Mutation | None) -> bool:
    """Write into a file of tests those that are missing; whether it could be done, else it is said why not."""
    wanted = [*(covers(covered) if covered is not None else ()), *(kills(mutated) if mutated is not None else ())]
    entries = {name.replace(" was never ", " comes out "): entry for name, entry in _unlike(wanted)}
    if not entries:
        return True
    try:
        before = path.read_bytes()
        overwrite(str(path), before, with_tests(before, called, entries))
    except OSError as error:
        complain("referee test", cannot_open(called, error).message)
    except UnwritableError as error:
        complain("referee test", f"nothing is written into `{called}`: {error}")
    else:
        print(f"{called}: {counted(len(entries), 'test')} written", file=sys.stderr)
        return True
    return False
