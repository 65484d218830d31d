"""Files of tests that do not load, and what is said of them: every `suites/NAME_test.yaml` has its `NAME.out`.

A file is loaded as `referee test` loads it, with its rules. `pytest --update-golden` writes what is said anew.
"""

from pathlib import Path

import pytest

from referee.diagnostics.render import render_text
from referee.library import Library
from referee.suite.model import SUFFIX
from referee.suite.running import run_file

SUITES = Path(__file__).parent / "suites"
FILES = sorted(SUITES.glob(f"*{SUFFIX}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_that_does_not_load(path: Path, update_golden: bool) -> None:
    found, grounds = run_file(path, path.read_bytes(), Library([SUITES]), name=path.name)
    assert grounds is None
    assert found.file is None
    assert (found.failed, found.results) == (1, ())
    said = render_text(found.diagnostics)
    golden = path.with_name(f"{path.name.removesuffix(SUFFIX)}.out")
    if update_golden:
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")


def test_no_golden_without_its_file() -> None:
    assert {path.stem for path in SUITES.glob("*.out")} == {path.name.removesuffix(SUFFIX) for path in FILES}
