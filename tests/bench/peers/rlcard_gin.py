"""RLCard's gin rummy, in Python: the best melds of ten of 52 cards, the only form it has."""

from __future__ import annotations

from collections.abc import Sequence

from figures import NotInstalled
from measuring import Job
from peers.asking import agreeing

NAME = "RLCard"


def least_loose(hands: Sequence[Sequence[int]], wanted: Sequence[int]) -> Job:
    """`get_best_meld_clusters` of its own card objects, and the count of the first of them."""
    try:
        from rlcard.games.gin_rummy.utils import melding, utils  # noqa: PLC0415 - an extra
    except ImportError as missing:
        raise NotInstalled("rlcard") from missing
    best, count = melding.get_best_meld_clusters, utils.get_deadwood_count

    def solve(hand: list[object]) -> int:
        clusters = best(hand)
        return int(count(hand, clusters[0] if clusters else []))

    return agreeing(NAME, solve, [[utils.get_card(place) for place in hand] for hand in hands], wanted)
