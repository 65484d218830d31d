"""Rounds of random play: cards are conserved, legality and refusals agree, replaying gives the same."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from referee.game.actions import Deal
from referee.game.flow import start
from referee.game.legal import IllegalAction, apply, check, fault, irregularity, legal_actions
from referee.game.state import Phase
from referee.library import Library
from referee.table import BindError
from tests.property.playing import every_action, play_game, play_round, whole_pack

LIBRARY = Library()
NAMES = [name for name in LIBRARY.names() if LIBRARY.rule_set(name).playable]


def tables(name):
    """The smallest and the largest table of a rule set."""
    rule_set = LIBRARY.rule_set(name)
    found = []
    for seats in range(1, 9):
        try:
            found.append(LIBRARY.table(rule_set, seats))
        except BindError:
            continue
    return found[:1] + found[1:][-1:]


def plain(action):
    """The action without marks of copies, as somebody writes it who does not tell twins apart."""
    card = getattr(action, "card", None)
    return action if card is None else replace(action, card=type(card)(card.index))


@pytest.mark.parametrize("name", NAMES)
def test_random_rounds(name):
    for table in tables(name):
        pack = Counter({kind.index: kind.count for kind in table.pack.kinds})
        for seed in range(2):
            chance = Random(seed)
            for state, action in play_round(table, start(table), chance):
                if isinstance(action, Deal):
                    continue
                assert whole_pack(table, state) == pack
                assert check(table, state, action) is None
                if chance.random() < 0.02:
                    legal = {plain(one) for one in legal_actions(table, state)}
                    for tried in every_action(table, state):
                        wrong = fault(table, state, tried)
                        stands = wrong is not None and irregularity(table, state, tried, wrong) is not None
                        assert (wrong is None) == (tried in legal), tried
                        if wrong is not None and not stands and chance.random() < 0.02:
                            assert check(table, state, tried).code == wrong.code
                            with pytest.raises(IllegalAction):
                                apply(table, state, tried)


@pytest.mark.parametrize("name", NAMES)
def test_random_games(name):
    """Whole games: coins are conserved, nobody who is out is dealt in, and whoever wins played the last round."""
    for table in tables(name):
        chance = Random(name)
        for state, _ in play_game(table, chance, rounds=12):
            standing = state.standing
            assert sum(standing.paid) == standing.pot
            if state.phase is Phase.OVER:
                assert standing.winners
            elif state.round is not None:
                assert all(
                    (hand is None) == (standing.out_since[seat] is not None)
                    for seat, hand in enumerate(state.round.hands)
                )
