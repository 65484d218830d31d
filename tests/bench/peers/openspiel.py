"""OpenSpiel's gin rummy, in C++: the least loose points of a hand, cards to knock with, and games replayed with every action checked."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from figures import NotInstalled
from measuring import Job
from peers.asking import agreeing, asking

NAME = "OpenSpiel"
GROUP = "OpenSpiel, melds out"
REPLAY = "OpenSpiel, checked replay"
GAMES = 20
KNOCK = 10


def library() -> Any:
    """The extension module; NotInstalled."""
    try:
        import pyspiel  # noqa: PLC0415 - an extra
    except ImportError as missing:
        raise NotInstalled("open_spiel") from missing
    return pyspiel


def least_loose(hands: Sequence[Sequence[int]], wanted: Sequence[int], ranks: int, size: int) -> Job:
    """`min_deadwood` of lists of card numbers, one call for each hand."""
    solve = _solver(ranks, size).min_deadwood
    return agreeing(NAME, solve, [list(hand) for hand in hands], wanted)


def best_melds(hands: Sequence[Sequence[int]], wanted: Sequence[int], ranks: int, size: int) -> Job:
    """`best_meld_group` of the same lists: the melds, from which loose cards would still have to be told."""
    solver = _solver(ranks, size)
    asked = [list(hand) for hand in hands]
    for hand, least in zip(asked, wanted, strict=True):
        left = sum(map(solver.card_value, hand)) - sum(
            solver.card_value(card) for meld in solver.best_meld_group(hand) for card in meld
        )
        assert left == least, (GROUP, hand, left, least)
    return asking(GROUP, solver.best_meld_group, asked)


def knocks(hands: Sequence[Sequence[int]], wanted: Sequence[set[int]]) -> Job:
    """`legal_discards` of eleven of 52 cards where ten points may be left: the cards with which one may knock."""
    solver = _solver(13, 10)
    for hand, answer in zip(hands, wanted, strict=True):
        assert set(solver.legal_discards(list(hand), KNOCK)) == answer, hand
    return asking(NAME, lambda hand: solver.legal_discards(hand, KNOCK), [list(hand) for hand in hands])


def _solver(ranks: int, size: int) -> Any:
    return library().gin_rummy.GinRummyUtils(ranks, 4, size)


def replay() -> Job:
    """Random games of gin rummy with two hands of ten of 52 cards, replayed; the items are actions."""
    game, chance = library().load_game("gin_rummy"), Random(1)
    histories = []
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        histories.append(state.history())
    actions = sum(map(len, histories))

    def work() -> int:
        for history in histories:
            state = game.new_initial_state()
            for action in history:
                state.apply_action_with_legality_check(action)
            assert state.is_terminal()
        return actions

    return Job(REPLAY, work)
