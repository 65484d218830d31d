"""Legal actions counted from fixed positions: by the list of the referee, and by trying everything.

`pytest --update-golden` writes the counts of a run anew: with `-m slow` the deep ones, too.
"""

import pytest

from referee.game.legal import check, irregularity
from referee.library import Library
from tests.perft.counting import brute, counted, paths, read, well_formed, written

BRUTE_PLAYS = 60
"""Positions with more ways to play on are not counted by brute force."""


@pytest.fixture(params=paths(), ids=lambda path: path.stem)
def position(request):
    return read(request.param)


def test_quick_counts(position, update_golden):
    found = tuple(counted(position, depth) for depth in range(1, position.quick + 1))
    if update_golden:
        position.path.write_text(written(position.path, (*found, *position.counts[position.quick :])), "utf-8")
        return
    assert found == position.counts[: position.quick]


def test_trying_every_action_finds_as_many(position):
    """As deep as it goes in a moment: no shallower than one action. What is irregular and stands is not legal."""
    for depth, counts in enumerate(position.counts, 1):
        if depth > 1 and counts[0] > BRUTE_PLAYS:
            break
        assert counted(position, depth, brute) == counts
    here, state = position.table, position.state
    legal = brute(here, state)
    tried = list(well_formed(here, state))
    for action in tried[:: len(tried) // 40 + 1]:
        stands = irregularity(here, state, action) is not None
        assert (check(here, state, action) is None) == (action in legal or stands)


@pytest.mark.slow
def test_deep_counts(position, update_golden):
    found = tuple(counted(position, depth) for depth in range(1, max(position.quick + 4, len(position.counts)) + 1))
    if update_golden:
        position.path.write_text(written(position.path, found), "utf-8")
        return
    assert found == position.counts


def test_every_kind_of_play_is_counted_somewhere():
    """Takes, discards, closes, lay-offs and ends of rounds all occur in the counts that stand here."""
    rows = [row for path in paths() for row in read(path).counts]
    assert len(paths()) >= 16
    assert all(any(row[column] for row in rows) for column in range(6))


def test_every_rule_set_that_is_played_has_its_counts():
    assert {read(path).table.rule_set.name for path in paths()} == {*Library().names()} - {"common"}
