"""The fewest loose points of very many hands at once, with numpy: the look-ups of `suitpoints`, column by column.

Hands are taken in pieces that stay near the processor. Of each piece all are looked up at once; those that hold a rank
three times are looked at again, and of these the few that have several choices of sets are asked about one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.game.suitpoints import PAIRED, PairPoints, SuitPoints
from referee.game.suits import Suits

_PIECE = 1 << 14
"""Hands that are looked up at once: columns so short that memory is not asked of the kernel for each of them."""

Column = NDArray[np.int64]
"""A whole number for each of some hands, in one dimension: masks, parts or ranks of these, places of hands."""

Costs = NDArray[np.int32]
"""Loose points, one number for each of some hands."""


class SuitBatch:
    """The tables of one table as columns. `points` answers for single hands."""

    def __init__(self, suits: Suits, points: SuitPoints | PairPoints) -> None:
        self._points, self._take_all = points, suits.take_all
        self._ranks, self._kinds = suits.ranks, suits.kinds
        self._joined = [np.array(one, np.int64) for one in suits.joined]
        self._paired = isinstance(points, PairPoints)
        if isinstance(points, PairPoints):
            low, high = points.tables
            self._tables: list[NDArray[Any]] = [np.frombuffer(low, np.uint8), np.frombuffer(high, np.uint8)]
        else:
            self._tables = [np.array(one, np.int32) for one in suits.loose]
        self._width = self._ranks * (4 // len(self._tables))
        self._part = (1 << self._width) - 1

    def of(self, masks: Sequence[int]) -> Costs:
        """The fewest loose points of each hand, from a buffer of 64-bit numbers or a list.

        ValueError for a mask that is no hand of this pack.
        """
        try:
            given = np.asarray(masks, np.uint64)
        except OverflowError as fault:
            raise ValueError("one of the masks is no hand of this pack") from fault
        found = np.empty(len(given), np.int32)
        whole = np.ascontiguousarray(given).view(np.int64)
        for start in range(0, len(whole), _PIECE):
            piece = whole[start : start + _PIECE]
            others: list[int] = []
            if piece.max() >> self._kinds or piece.min() < 0:  # printed jokers, or no hand at all
                beyond = np.flatnonzero(piece >> self._kinds)
                others = [self._points.of_mask(mask) for mask in given[start + beyond].tolist()]
                piece = np.where(piece >> self._kinds, 0, piece)
            self._piece(piece, found[start : start + _PIECE])
            if others:
                found[start + beyond] = others
        return found

    def _piece(self, masks: Column, found: Costs) -> None:
        """The fewest loose points of these hands, into `found`."""
        if self._paired:
            low, high = masks & self._part, masks >> self._width
            x, y = self._tables[0].take(low), self._tables[1].take(high)
            doubled = np.flatnonzero((x | y) & PAIRED)
            np.add(x & (PAIRED - 1), y & (PAIRED - 1), out=found, dtype=np.int32)
            low, high = low.take(doubled).astype(np.int32), high.take(doubled).astype(np.int32)
            b, d = low >> self._ranks, high >> self._ranks
            sets = low & b & (high | d) | high & d & (low | b)
            holds = np.flatnonzero(sets)
            places = doubled.take(holds)
        else:
            found[:] = self._in_runs(masks)
            a, b, c, d = self._parts(masks)
            sets = a & b & (c | d) | c & d & (a | b)
            holds = places = np.flatnonzero(sets)
        if len(holds):
            found[places] = self._with_sets(masks.take(places), sets.take(holds).astype(np.int64), found.take(places))

    def _in_runs(self, masks: Column) -> Costs:
        """What these hands cost after their best runs."""
        width = self._width
        part = self._part
        costs = [table.take(masks >> width * place & part) for place, table in enumerate(self._tables)]
        if self._paired:
            return (costs[0] & (PAIRED - 1)).astype(np.int32) + (costs[1] & (PAIRED - 1))
        whole: Costs = costs[0] + costs[1] + costs[2] + costs[3]
        return whole

    def _parts(self, masks: Column) -> list[Column]:
        ranks = self._ranks
        part = (1 << ranks) - 1
        return [masks >> ranks * suit & part for suit in range(4)]

    def _with_sets(self, masks: Column, sets: Column, loose: Costs) -> Costs:
        """The same for hands that hold these ranks three times or four, and cost so much without sets."""
        if not self._take_all:
            return np.array([self._points.of_mask(mask) for mask in masks.tolist()], np.int32)
        ranks = self._ranks
        spread = 1 | 1 << ranks | 1 << 2 * ranks | 1 << 3 * ranks
        joined = np.zeros_like(masks)
        for part, table in zip(self._parts(masks), self._joined, strict=True):
            joined |= table.take(part)
        # those that lie in no run are all put into sets
        taken = sets & ~joined
        masks = masks & ~(taken * spread)
        loose = np.where(taken != 0, self._in_runs(masks), loose).astype(np.int32)
        chosen = np.flatnonzero(sets & joined)
        if len(chosen):
            np.minimum.at(loose, *self._choices(chosen, masks[chosen], (sets & joined)[chosen]))
        return loose

    def _choices(self, hands: Column, masks: Column, sets: Column) -> tuple[Column, Costs]:
        """Which hand, and what it costs after its best runs, for every choice of sets of these ranks."""
        ranks = self._ranks
        spread = 1 | 1 << ranks | 1 << 2 * ranks | 1 << 3 * ranks
        done: list[tuple[Column, Column]] = []
        while len(hands):
            rank = sets & -sets
            rest = sets ^ rank
            column = rank * spread
            left = masks & ~column
            four = np.flatnonzero(masks & column == column)
            fewer = [left[four] | rank[four] << ranks * suit for suit in range(4)]  # each of the four may stay behind
            masks = np.concatenate([masks, left, *fewer])
            hands = np.concatenate([hands, hands, *[hands[four]] * 4])
            sets = np.concatenate([rest, rest, *[rest[four]] * 4])
            whole = sets == 0
            done.append((hands[whole], masks[whole]))
            hands, masks, sets = hands[~whole], masks[~whole], sets[~whole]
        return np.concatenate([one for one, _ in done]), self._in_runs(np.concatenate([one for _, one in done]))
