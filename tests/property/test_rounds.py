"""Rounds of random play: cards are conserved, legality and refusals agree, replaying gives the same."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from referee.game.actions import Deal
from referee.game.checks import fault_of
from referee.game.flow import start
from referee.game.legal import IllegalAction, apply, check, irregularity, legal_actions
from referee.library import Library
from referee.table import BindError
from tests.property.playing import every_action, play_round, whole_pack

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
                        fault = fault_of(table, state, tried)
                        stands = fault is not None and irregularity(table, state, tried, fault) is not None
                        assert (fault is None) == (tried in legal), tried
                        if fault is not None and not stands and chance.random() < 0.02:
                            assert check(table, state, tried).code == fault.code
                            with pytest.raises(IllegalAction):
                                apply(table, state, tried)
