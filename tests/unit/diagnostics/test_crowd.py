"""Of very many mistakes only as many are made as are ever shown; the others are counted."""

import pytest

from referee.diagnostics import Diagnostic, number_of
from referee.diagnostics.crowd import Crowd
from referee.limits import DIAGNOSTICS_SHOWN


@pytest.mark.parametrize("met", [0, 1, DIAGNOSTICS_SHOWN, DIAGNOSTICS_SHOWN + 1, DIAGNOSTICS_SHOWN + 5_000])
def test_the_rest_is_counted_and_not_made(met: int) -> None:
    made: list[int] = []

    def make(number: int) -> Diagnostic:
        made.append(number)
        return Diagnostic("CH807", f"m{number}")

    crowd = Crowd()
    admitted = [crowd.admit(lambda number=number: make(number)) for number in range(met)]  # type: ignore[misc]
    told = [each for each in (*admitted, crowd.rest()) if each is not None]
    assert number_of(told) == met
    assert [each.message for each in told] == [f"m{number}" for number in range(min(met, DIAGNOSTICS_SHOWN + 1))]
    assert len(made) == len(told)
