"""Rules that their tests do not show in full, and what is said of them: `untested/NAME.yaml`, its tests, its `NAME.out`.

The tests are run and counted as `referee test --coverage` does. `pytest --update-golden` writes what is said anew.
"""

from pathlib import Path

import pytest

from referee.diagnostics.codes import TESTED
from referee.diagnostics.render import render_text
from referee.library import Library
from referee.suite.model import SUFFIX
from referee.suite.running import run_file
from referee.suite.untested import covered

UNTESTED = Path(__file__).parent / "untested"
FILES = sorted(UNTESTED.glob(f"*{SUFFIX}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_no_test_shows(path: Path, update_golden: bool) -> None:
    made, grounds = run_file(path, path.read_bytes(), Library([UNTESTED]), name=path.name)
    assert made.file is not None
    assert grounds is not None
    assert not made.failed
    found = covered(made.file, grounds)
    said = render_text(found.diagnostics)
    golden = path.with_name(f"{path.name.removesuffix(SUFFIX)}.out")
    if update_golden:
        golden.write_text(said, encoding="utf-8")
    assert said == golden.read_text(encoding="utf-8")
    assert len([one for one in found.diagnostics if one.code in TESTED]) == found.unexplained


def test_every_file_is_there() -> None:
    names = {path.name.removesuffix(SUFFIX) for path in FILES}
    assert {path.stem for path in UNTESTED.glob("*.out")} == names
    assert all(any(code in (UNTESTED / f"{name}.out").read_text("utf-8") for name in names) for code in TESTED)
