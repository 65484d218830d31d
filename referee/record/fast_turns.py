"""The deal and the turns of a round as whole numbers: what is most of a record, in one loop without a call.

Nothing is said of a close but who made it and with which cards; `fast_close` goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from referee.limits import PLAY_CHARACTERS
from referee.record.fast_bits import CLOSE_STOCK, CLOSE_TAKE, LABEL, NEVER, RESHUFFLE, STOCK, TAKE, Bits, Word
from referee.record.fast_rules import RoundRules
from referee.record.fast_words import AskJudge


class AskGame(Exception):  # noqa: N818 - no error: the numbers end here
    """The round is not of the shape that numbers tell: it has to be walked with the values of the game."""


Dealt = tuple[list[int], int, list[int], int]
"""A deal: the hands in order of the seats in, the upcard, the stock, and all cards in it.

The stock has its lowest card first; it is empty where its order is not known.
"""

Closing = tuple[int, int, int, bool, int, int]
"""A round up to its close.

The place of the closer among the seats in · how many turns were finished before · the closing card · whether that was
the upcard taken · the cards left in the stock · the reshuffles.
"""


class Turns:
    """The turns of one table."""

    __slots__ = ("_bits", "_hand_size", "_keep", "_most_reshuffles", "_reshuffle", "_size")

    def __init__(self, rules: RoundRules, bits: Bits) -> None:
        self._bits, self._hand_size, self._size = bits, rules.hand_size, rules.pack_size
        self._keep, self._reshuffle = rules.keep, rules.reshuffle
        most = rules.table.settings.get("stock.at_most")
        self._most_reshuffles = PLAY_CHARACTERS if most is None else int(most)

    def dealt(self, letters: Sequence[str], hands: Mapping[str, str], upcard: str, stock: str) -> Dealt:
        """The deal of a round in which these seats are in. AskGame, AskJudge."""
        bits, size = self._bits, self._hand_size
        unit = bits.unit_of.__getitem__
        if len(hands) != len(letters):
            raise AskJudge
        made: list[int] = []
        try:
            shown = seen = unit(upcard)
            for letter in letters:
                cards = hands.get(letter, "").split(" ")
                held = sum(map(unit, cards))
                if len(cards) != size:
                    raise AskJudge
                made.append(held)
                seen += held
            order = list(map(unit, stock.split(" "))) if stock else []
        except KeyError:  # a text that is no card, or a letter that is no seat
            raise AskGame from None
        there = len(letters) * size + 1
        free = bits.full - seen
        if order:
            if len(order) != self._size - there or sum(order) != free:
                raise AskJudge
            order.reverse()
        elif bits.cards(seen) != there or seen >> bits.at_last > bits.full >> bits.at_last:
            raise AskJudge
        return made, shown, order, free

    def closing(self, words: Sequence[str], dealt: Dealt, seats: Sequence[int], at: int) -> Closing:  # noqa: PLR0915 - one loop without a call
        """The round from its first turn, which is that of the place `at`, to its close, with which it must end.

        The hands of the deal become those at the close. AskGame, AskJudge.
        """
        bits = self._bits
        hands, top, stock, free = dealt
        count, keep = len(seats), self._keep
        others = reshuffles = 0
        known, drawable = bool(stock), stock[keep:] if keep else stock
        codes = list(map(bits.known.get, words))
        waiting = iter(bits.learnt(words) if None in codes else cast("list[Word]", codes))
        for op, drawn, thrown, field in waiting:
            if op == STOCK:
                if known:
                    if not drawable or drawable.pop() != drawn:
                        raise AskJudge
                else:
                    free = self._drawn(free, drawn)
            elif op == TAKE:
                if drawn != top:
                    raise AskJudge
            elif op == LABEL:
                if drawn != seats[at]:
                    raise AskJudge
                others += 1
                continue
            elif op == RESHUFFLE:
                drawable, left = bits.order(words[drawn]), len(drawable) if known else bits.cards(free)
                top = self._top_after(drawable, bits.full - sum(hands), top, left, reshuffles)
                drawable.reverse()
                known, reshuffles, others = True, reshuffles + 1, others + 1
                continue
            else:
                break
            held = hands[at] + drawn
            if not held & field:
                raise AskJudge
            hands[at] = held - thrown
            top = thrown
            at += 1
            if at == count:
                at = 0
        else:
            raise AskJudge
        if op == NEVER:
            raise AskJudge
        if op not in (CLOSE_STOCK, CLOSE_TAKE) or next(waiting, None) is not None:
            raise AskGame  # what was shown is read by the other road
        if op == CLOSE_STOCK and not known:
            free = self._drawn(free, drawn)
        elif drawn != (top if op == CLOSE_TAKE else drawable.pop() if drawable else 0):
            raise AskJudge
        held = hands[at] + drawn
        if not held & field:
            raise AskJudge
        hands[at] = held - thrown
        left = len(drawable) + keep if known else bits.cards(free)
        return at, len(words) - 1 - others, thrown, op == CLOSE_TAKE and drawn == thrown, left, reshuffles

    def _drawn(self, free: int, drawn: int) -> int:
        """The cards that may lie in the stock when this one was drawn from it. AskJudge."""
        if not free & self._bits.fields[drawn] or self._bits.cards(free) <= self._keep:
            raise AskJudge
        return free - drawn

    def _top_after(self, order: Sequence[int], old: int, top: int, left: int, reshuffles: int) -> int:
        """The upcard after a reshuffle in this order, 0 for none; `old` is the whole discard pile. AskJudge."""
        whole = self._reshuffle == "all"
        new = old if whole else old - top
        if self._reshuffle == "none" or reshuffles >= self._most_reshuffles:
            raise AskJudge
        # the cards of the pile are all different, but for those of the last kind, so a sum and a number tell them all
        if left or self._keep or not new or sum(order) != new or len(order) != self._bits.cards(new):
            raise AskJudge
        return 0 if whole else top
