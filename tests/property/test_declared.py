"""Where melds are declared, seats that declare as well as can be come out as if the referee arranged their hands."""

from random import Random

import pytest

from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible
from tests.tables import table

TABLES = [
    ("spanish-40", 4, {"limit": 40}),
    ("spanish-48", 3, {"jokers": 2, "limit": 40}),
    ("fournier-40", 3, {"limit": 70}),
    ("fournier-48", 6, {"limit": 70}),
    ("chilean-50", 3, {"wild_ace": True, "printed_jokers": 2}),
    ("conga", 3, {"limit": 40}),
    ("gin-rummy", 2, {"limit": 50}),
    ("house-k", 3, {"limit": 40}),
    ("house-p", 4, {"limit": 70}),
]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=[f"{name}-{seats}" for name, seats, _ in TABLES])
def test_the_best_that_can_be_declared_is_what_the_referee_arranges(name, seats, options):
    """Also after closes that shut everybody out: then nobody is asked for melds, and the referee arranges all hands."""
    declared, arranged = (table(name, seats, **options, declared=declared) for declared in (True, False))
    for seed in range(4):
        one, other = (play(here, [sensible], Random(seed)).record for here in (declared, arranged))
        assert [played.scores for played in one.rounds] == [played.scores for played in other.rounds]
        assert one.result == other.result
