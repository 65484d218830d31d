"""What all tests share: the option that writes golden files anew, and how property tests choose their examples."""

import gc
import os

import pytest
from hypothesis import settings

# The same examples in every run, so that a red run can be repeated and a green one stays green; `HYPOTHESIS=random`
# (as in `.ci/run --all`) looks elsewhere each time, and prints what reproduces a failure.
settings.register_profile("same", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("random", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS", "same"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write golden files anew instead of comparing")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="module", autouse=True)
def nothing_to_look_through() -> None:
    """What other modules left alive is not looked through again: in a whole run that is seconds, in some timed test."""
    gc.collect()
    gc.freeze()
