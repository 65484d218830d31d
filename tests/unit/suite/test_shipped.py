"""The files of tests that stand beside the rule sets: all pass, nothing is left uncovered, every survivor has its reason."""

from pathlib import Path

import pytest

from referee.library import Library
from referee.resources import folder
from referee.suite.coverage import coverage, scope
from referee.suite.model import SUFFIX
from referee.suite.mutation import mutate
from referee.suite.running import run_file, run_tests
from referee.suite.watching import Watcher

FILES = sorted(folder("rulesets").rglob(f"*{SUFFIX}"))
LIBRARY = Library()


def name(path: Path) -> str:
    return path.name.removesuffix(SUFFIX)


def test_every_rule_set_that_can_be_played_has_tests() -> None:
    assert sorted(map(name, FILES)) == [each for each in LIBRARY.names() if LIBRARY.rule_set(each).playable]


@pytest.mark.parametrize("path", FILES, ids=name)
def test_all_pass_and_show_everything(path: Path) -> None:
    found, grounds = run_file(path, path.read_bytes(), LIBRARY, name=path.name)
    assert grounds is not None, found.diagnostics
    assert [(one.name, one.failures, one.fault) for one in found.results if not one.passed] == []
    assert found.rules == name(path)
    watcher = Watcher(grounds.rule_set)
    watched = grounds.of(grounds.rule_set)
    watched.watch = watcher
    assert found.file is not None
    assert all(one.passed for one in run_tests(found.file.tests, watched))
    measured = coverage(grounds, scope(grounds.rule_set, LIBRARY), watcher.seen, reasons=found.file.uncovered, tried=0)
    assert [(gap.rule.path, gap.words) for gap in measured.gaps if not gap.reason] == []
    assert measured.idle == ()
    assert found.results


@pytest.mark.parametrize("path", FILES, ids=name)
def test_every_change_is_noticed_or_explained(path: Path) -> None:
    found, grounds = run_file(path, path.read_bytes(), LIBRARY, name=path.name)
    assert grounds is not None
    assert found.file is not None
    measured = mutate(found.file, grounds, scope(grounds.rule_set, LIBRARY), tried=0)
    assert [(one.mutant.rule.path, one.mutant.change) for one in measured.survivors if not one.reason] == []
    assert measured.idle == ()
