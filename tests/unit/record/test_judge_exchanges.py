"""Games with exchanges of wild cards, with what every seat shows: the wild card that was taken is shown in the hand."""

from __future__ import annotations

from random import Random

import pytest

from referee.record.judge import judge
from referee.record.model import to_plain
from referee.record.reading import read_mapping
from referee.record.write import scribe
from referee.workshop.selfplay import play_game
from referee.workshop.strategies import sensible
from tests.tables import table


@pytest.mark.parametrize("name", ["exchange", "exchange-kept"])
def test_what_is_shown_behind_an_exchange(name: str) -> None:
    here, behind = table(name, 4, jokers=2, limit=20), 0
    for seed in range(30):
        record = play_game(scribe(here, shows=True), [sensible], Random(seed), rounds=2).record
        verdict = judge(read_mapping(to_plain(record)), here)
        behind += any(">1 =" in one.play or ">2 =" in one.play for one in record.rounds)
        assert verdict.first_violation is None, record.rounds
    assert behind > 2
