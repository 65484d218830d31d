"""No state of a game that was really played is said to be one that no game comes to."""

from random import Random

import pytest

from referee.game.moment import laps
from referee.library import Library
from referee.workshop.reachable import unreached
from tests.property.playing import play_game

GAMES = [
    ("spanish-40", 4, {"jokers": 2}),
    ("fournier-48", 5, {"stake": 1}),
    ("chilean-50", 3, {"loser_out": True}),
    ("gin-rummy", 2, {}),
    ("house-l", 2, {}),
    ("house-s", 3, {}),
]
"""All of the discards shuffled, all but the top one, none, twice at most; an eldest with a card more; seats that go out."""


@pytest.mark.parametrize(("name", "seats", "options"), GAMES, ids=[name for name, _, _ in GAMES])
def test_every_state_of_a_game_is_one_that_games_come_to(name: str, seats: int, options: dict[str, int]) -> None:
    library = Library()
    table = library.table(library.rule_set(name), seats, options)
    seen, most = 0, 0
    for state, _ in play_game(table, Random(name), rounds=6):
        play = state.round
        if play is None:
            continue
        facts = {
            "stock_cards": len(play.stock),
            "reshuffles": play.reshuffles,
            "seats_in": len(state.standing.seats_in),
            "laps": laps(play),
            "turns": min(play.turns[seat] for seat in state.standing.seats_in),
        }
        assert list(unreached(table, facts)) == [], facts
        seen, most = seen + 1, max(most, len(play.stock))
    assert seen > 50
    assert list(unreached(table, {"stock_cards": most + 1, "seats_in": seats})) != []
