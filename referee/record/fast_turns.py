"""The deal and the turns of a round as whole numbers: what is most of a record, in one loop without a call.

Nothing is said of a close but who made it and with which cards; `fast_close` goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import cast

from referee.limits import PLAY_CHARACTERS
from referee.record.fast_bits import (
    CLOSE_HELD,
    CLOSE_STOCK,
    CLOSE_TAKE,
    LABEL,
    NEVER,
    PASS,
    RESHUFFLE,
    REST,
    STOCK,
    TAKE,
    THROW,
    Bits,
    Word,
)
from referee.record.fast_rules import RoundRules
from referee.record.fast_words import AskJudge


class AskGame(Exception):  # noqa: N818 - no error: the numbers end here
    """The round is not of the shape that numbers tell: it has to be walked with the values of the game."""


Dealt = tuple[list[int], int, list[int], int]
"""A deal: the hands in order of the seats in, the upcard, the stock, and all cards in it.

The stock has its lowest card first; it is empty where its order is not known.
"""

Closing = tuple[int, int, int, bool, int, int, int, int]
"""A round up to its close.

The place of the closer among the seats in · how many turns were finished before · the closing card · whether that was
the upcard taken · the cards left in the stock · the reshuffles · the actions of all seats, the close among them, less
two for each turn: those who let the upcard offered go by, and a first turn without a draw · the upcard taken in the
turn of the close, 0 where none was, or where a twin of it was held.
"""


class Turns:
    """The turns of one table."""

    __slots__ = ("_bits", "_hand_size", "_keep", "_most_reshuffles", "_next_card", "_reshuffle", "_size")

    def __init__(self, rules: RoundRules, bits: Bits) -> None:
        self._bits, self._hand_size, self._size = bits, rules.hand_size, rules.pack_size
        self._keep, self._reshuffle, self._next_card = rules.keep, rules.reshuffle, rules.next_card
        most = rules.table.settings.get("stock.at_most")
        self._most_reshuffles = PLAY_CHARACTERS if most is None else int(most)

    def dealt(
        self, letters: Sequence[str], hands: Mapping[str, str], upcard: str, stock: str, eldest: int = 0
    ) -> Dealt:
        """The deal of a round in which these seats are in, of which that in the place `eldest` plays first.

        AskGame, AskJudge.
        """
        bits, size = self._bits, self._hand_size
        if len(hands) != len(letters):
            raise AskJudge
        sizes = [size] * len(letters)
        if self._next_card == "to_eldest":
            sizes[eldest] += 1
            if upcard:
                raise AskJudge
        texts = [hands.get(letter, "") for letter in letters]
        for text, many in zip(texts, sizes, strict=True):
            if text.count(" ") != many - 1:
                raise AskJudge
        # all cards in one text: they are as many in each part of it as the blanks say
        if stock:
            texts.append(stock)
        if len(texts) < 2:  # of a single text `itemgetter` makes no tuple
            raise AskGame
        try:
            shown = bits.unit_of[upcard] if upcard or self._next_card != "to_eldest" else 0
            cards = itemgetter(*" ".join(texts).split(" "))(bits.unit_of)
        except KeyError:  # a text that is no card, or a letter that is no seat
            raise AskGame from None
        made, start = [], 0
        for many in sizes:
            made.append(sum(cards[start : start + many]))
            start += many
        order, seen = list(cards[start:]), sum(made) + shown
        there = len(letters) * size + 1
        free = bits.full - seen
        if order:
            if len(order) != self._size - there or sum(order) != free:
                raise AskJudge
            order.reverse()
        elif bits.cards(seen) != there or not bits.are_in_pack(seen):
            raise AskJudge
        return made, shown, order, free

    def closing(self, words: Sequence[str], dealt: Dealt, seats: Sequence[int], at: int) -> Closing:  # noqa: PLR0915 - one loop without a call
        """The round from its first turn, which is that of the place `at`, to its close, with which it must end.

        The hands of the deal become those at the close. AskGame, AskJudge.
        """
        bits = self._bits
        hands, top, stock, free = dealt
        count, keep, reshuffles = len(seats), self._keep, 0
        known, drawable = bool(stock), stock[keep:] if keep else stock
        takeable = bits.takeable if bits.takes_by_stock else None
        made, others, more, at, top = self._opened(words, hands, seats, at, top)
        waiting = iter(made)
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
                if takeable and not takeable(len(drawable) + keep if known else bits.cards(free)) & drawn:
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
            at = at + 1 if at + 1 < count else 0
        else:
            raise AskJudge
        if op not in (CLOSE_STOCK, CLOSE_TAKE) or next(waiting, None) is not None:
            raise AskJudge if op == NEVER else AskGame  # what was shown is read by the other road
        left = len(drawable) + keep if known else bits.cards(free)
        if op == CLOSE_TAKE:
            stays = drawn == top and not (takeable and not takeable(left) & drawn)
            upcard = 0 if hands[at] & bits.fields[drawn] else drawn
        else:
            stays, upcard = self._draws(drawn, drawable if known else None, free), 0
            left -= 1
        held = hands[at] + drawn
        if not stays or not held & field:
            raise AskJudge
        hands[at] = held - thrown
        return at, len(words) - 1 - others, thrown, upcard == thrown, left, reshuffles, more, upcard

    def _opened(
        self, words: Sequence[str], hands: list[int], seats: Sequence[int], at: int, top: int
    ) -> tuple[list[Word], int, int, int, int]:
        """The words, and where they go on when an upcard was offered or the eldest has discarded; as `_begun`."""
        codes = list(map(self._bits.known.get, words))
        made = self._bits.learnt(words) if None in codes else cast("list[Word]", codes)
        return (made, 0, 0, at, top) if self._next_card == "turned_up" else self._begun(made, hands, seats, at, top)

    def _draws(self, drawn: int, drawable: list[int] | None, free: int) -> bool:
        """Whether the closer may draw this card; `drawable` is the order of the stock, if known. AskJudge."""
        if drawable is None:
            self._drawn(free, drawn)
            return True
        return bool(drawable) and drawable.pop() == drawn

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

    def _begun(
        self, codes: list[Word], hands: list[int], seats: Sequence[int], at: int, top: int
    ) -> tuple[list[Word], int, int, int, int]:
        """The first words of a round in which the upcard is offered, or the eldest was dealt a card more.

        The words from there on · how many of those before are no turns · actions beside two for each turn · the place
        that comes next · the upcard then. AskGame, AskJudge.
        """
        offered = self._next_card == "offered"
        passed = labels = 0
        first, place = (REST, 0, 0, 0), at
        for first in codes:
            if first[0] == LABEL:
                if first[1] != seats[place]:
                    raise AskJudge
                labels += 1
            elif first[0] == PASS and offered and passed < len(seats):
                passed += 1
                place = (at + passed) % len(seats)
            else:
                break
        if offered:
            only = (TAKE, CLOSE_TAKE) if passed < len(seats) else (STOCK, CLOSE_STOCK)
            if first[0] not in only:
                raise AskGame if first[0] == REST else AskJudge
            return codes[labels + passed :], labels + passed, passed, place, top
        if first[0] != THROW:
            raise AskGame if first[0] == CLOSE_HELD else AskJudge
        _, _, thrown, field = first
        if not hands[place] & field:
            raise AskJudge
        hands[place] -= thrown
        return codes[labels + 1 :], labels, -1, (place + 1) % len(seats), thrown
