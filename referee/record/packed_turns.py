"""The deal and the turns of a round, read from its bytes: `fast_turns` on machine words.

Nothing is said of a close but who made it and with which cards. Whatever is not plain ends with no.
"""

from __future__ import annotations

from array import array
from typing import Final

from referee.limits import PLAY_CHARACTERS
from referee.record.fast_rules import RoundRules
from referee.record.packed_cards import LONG, MAY_DISCARD, MAY_RETURN, NO_FORM, NONE, PackedCards
from referee.record.packed_reader import FIRST_LETTER, PackedReader
from referee.record.packed_round import PackedRound

BLANK: Final = ord(" ")
LINE_END: Final = ord("\n")
BACKSLASH: Final = ord("\\")
LETTER_N: Final = ord("n")
LABEL: Final = ord(":")
DRAW: Final = ord("+")
TAKE: Final = ord("<")
DISCARD: Final = ord("-")
CLOSE: Final = ord("x")
RESHUFFLE: Final = ord("%")
PASS: Final = ord(".")


class PackedTurns:
    """The turns of one table, for one round at a time."""

    __slots__ = (
        "_allowed",
        "_at",
        "_at_last",
        "_begins",
        "_dealt",
        "_formed",
        "_forms",
        "_free",
        "_full",
        "_hand_size",
        "_keep",
        "_kinds",
        "_known",
        "_left",
        "_many",
        "_may_reshuffle",
        "_most_reshuffles",
        "_next",
        "_offers",
        "_order",
        "_size",
        "_steps",
        "_takeable",
        "_top",
        "_whole",
    )

    def __init__(self, rules: RoundRules, cards: PackedCards) -> None:
        self._steps, self._allowed, self._takeable = cards.steps, cards.allowed, cards.takeable
        self._offers = rules.next_card == "offered"
        self._forms, self._begins, self._formed = cards.forms, cards.begins, cards.begins != NO_FORM
        self._kinds, self._at_last, self._many, self._full = cards.kinds, cards.at_last, cards.many, cards.full
        self._size, self._hand_size, self._keep = cards.size, rules.hand_size, rules.keep
        self._may_reshuffle, self._whole = rules.reshuffle != "none", rules.reshuffle == "all"
        most = rules.table.settings.get("stock.at_most")
        self._most_reshuffles = PLAY_CHARACTERS if most is None else int(most)
        self._order = memoryview(array("h", bytes(2 * self._size)))
        """The kinds of the stock, its top card first."""
        self._at = self._dealt = self._free = self._left = self._next = self._top = 0
        self._known = False

    def deal(self, read: PackedReader, played: PackedRound) -> bool:
        """The deal of a round in which the seats of `played` are in, and nobody else has cards. IndexError."""
        self._dealt = self._next = 0
        self._left = self._size
        if not read.upcard_end or not self._cards(read, read.upcard_at, read.upcard_end, 1):
            return False
        self._top = self._dealt
        there = place = 0
        while place < played.places:
            seat = played.seats[place]
            there |= 1 << seat
            if not read.handed >> seat & 1:
                return False
            before = self._dealt
            if not self._cards(read, read.hand_at[seat], read.hand_end[seat], self._hand_size):
                return False
            played.hands[place] = self._dealt - before
            place += 1
        if read.handed != there:
            return False
        self._free = self._full - self._dealt
        self._known = read.stock_at < read.stock_end
        left = self._left
        if self._known and not self._cards(read, read.stock_at, read.stock_end, left):
            return False
        self._left = left
        return True

    def play(self, read: PackedReader, played: PackedRound) -> bool:
        """The round from its first turn to its close, with which it must end, after its deal. IndexError.

        The hands of the deal become those at the close.
        """
        at, end = read.play_at, read.play_end
        place = played.first
        turns = played.reshuffles = played.passes = 0
        if end - at > PLAY_CHARACTERS:
            return False
        if self._offers:
            place = self._offered(read, at, played)
            if place < 0:
                return False
            at = self._at
        while at < end:
            sign = read.octets[at]
            if sign in (DRAW, TAKE):
                what = self._turn(read, at + 1, sign == TAKE, played, place)
                at = self._at
                if what == DISCARD:
                    turns += 1
                    place += 1
                    if place == played.places:
                        place = 0
                else:
                    played.closer, played.turns, played.stock_left = place, turns, self._left
                    return what == CLOSE and at == end
            elif read.octets[at + 1] == LABEL:
                if sign - FIRST_LETTER != played.seats[place]:
                    return False
                at += 2
            elif sign != RESHUFFLE or not self._reshuffled(read, at + 1, played):
                return False
            else:
                at = self._at
            sign = read.octets[at]
            if sign == BLANK or (sign == LINE_END and not read.escaped):
                at += 1
            elif sign == BACKSLASH and read.escaped and read.octets[at + 1] == LETTER_N:
                at += 2
            else:
                return False
        return False

    def _offered(self, read: PackedReader, at: int, played: PackedRound) -> int:
        """Past the words of those who let the upcard offered go by: the place that plays first, and `_at` its turn.

        Whoever is offered the upcard takes it, or lets it go by; when all have, the first draws. -1 for anything else.
        IndexError.
        """
        place = played.first
        while at < read.play_end:
            sign = read.octets[at]
            if sign in (DRAW, TAKE):
                self._at = at
                return place if (sign == DRAW) == (played.passes == played.places) else -1
            if sign == PASS and played.passes < played.places:
                at += 1
                played.passes += 1
                place += 1
                if place == played.places:
                    place = 0
            elif read.octets[at + 1] == LABEL and sign - FIRST_LETTER == played.seats[place]:
                at += 2
            else:
                return -1
            sign = read.octets[at]
            if sign == BLANK or (sign == LINE_END and not read.escaped):
                at += 1
            elif sign == BACKSLASH and read.escaped and read.octets[at + 1] == LETTER_N:
                at += 2
            else:
                return -1
        return -1

    def _turn(self, read: PackedReader, at: int, takes: bool, played: PackedRound, place: int) -> int:
        """The cards of a turn of a place: DISCARD, CLOSE, or 0 if it is not plain. IndexError."""
        one = 1
        drawn = self._card(read, at)
        what = read.octets[self._at]
        thrown = self._card(read, self._at + 1) if drawn >= 0 else -1
        if thrown < 0:
            return 0
        unit, returned = one << drawn, takes and drawn == thrown
        if not takes:
            if not self._drawn(drawn):
                return 0
        elif (
            unit != self._top
            or not self._takeable[self._left] >> drawn & 1
            or (returned and drawn == self._at_last and self._many > 1)  # a twin of it may be held
        ):
            return 0
        held = played.hands[place] + unit
        if not (held >> thrown if thrown == self._at_last else held >> thrown & 1):
            return 0
        unit = one << thrown
        played.hands[place] = held - unit
        if what == CLOSE:
            played.thrown, played.taken = unit, returned
            return CLOSE
        self._top = unit
        if what != DISCARD or not self._allowed[thrown] & (MAY_RETURN if returned else MAY_DISCARD):
            return 0
        return DISCARD

    def _drawn(self, kind: int) -> bool:
        """A card of this kind is drawn from the stock; no if it cannot be. IndexError."""
        one = 1
        if self._left <= self._keep:
            return False
        if self._known:
            if self._order[self._next] != kind:
                return False
            self._next += 1
        elif not (self._free >> kind if kind == self._at_last else self._free >> kind & 1):
            return False
        else:
            self._free -= one << kind
        self._left -= 1
        return True

    def _reshuffled(self, read: PackedReader, at: int, played: PackedRound) -> bool:
        """The discards in a new order become the stock, which is empty. IndexError."""
        one = 1
        held = place = 0
        while place < played.places:
            held += played.hands[place]
            place += 1
        lie = self._size - played.places * self._hand_size  # cards of the pile
        if not self._whole:
            held, lie = held + self._top, lie - 1
        if self._left or self._keep or lie <= 0:
            return False
        if not self._may_reshuffle or played.reshuffles >= self._most_reshuffles:
            return False
        # as many cards as lie there, each of which lies there
        gone = 0
        while gone < lie:
            kind = self._card(read, at)
            if kind < 0 or not self._fresh(held, kind):
                return False
            held += one << kind
            self._order[gone] = kind
            at = self._at
            gone += 1
        played.reshuffles += 1
        self._known, self._next, self._left = True, 0, lie
        if self._whole:
            self._top = 0
        return True

    def _cards(self, read: PackedReader, at: int, end: int, count: int) -> bool:
        """So many cards, parted by blanks, none of which was dealt before; they are then. IndexError."""
        if self._formed and end + 2 < read.size:
            return self._cards_of_form(read, at, end, count)
        one = 1
        place = 0
        while place < count:
            if place:
                if read.octets[at] != BLANK:
                    return False
                at += 1
            node = 0  # as in `_card`: most cards of a record are read here
            while node >= 0:
                node = self._steps[node + read.octets[at]]
                at += 1
                if node == 0:
                    return False
            kind = -1 - node
            if not self._fresh(self._dealt, kind):
                return False
            self._dealt += one << kind
            self._order[place] = kind
            place += 1
        self._left -= count
        return at == end

    def _cards_of_form(self, read: PackedReader, at: int, end: int, count: int) -> bool:
        """The same where texts have a form: a step for each card, wherever its text ends. IndexError.

        What is odd is looked at in the end, as branches by how long a text is are the dearest of all.
        """
        one = 1
        odd = kept = twice = place = 0
        dealt = self._dealt
        while place < count:
            first, second, third = read.octets[at], read.octets[at + 1], read.octets[at + 2]
            longer = 48 <= second <= 57
            two = (second | third << 8 | LONG) if longer else first | second << 8
            kind = self._forms[two]
            bit = one << (kind & 63)
            kept = odd | kind & NONE | (first ^ self._begins) * longer
            twice |= dealt & bit
            dealt |= bit
            self._order[place] = kind
            at += 2 + longer
            odd = kept | read.octets[at] ^ BLANK  # of the last card `kept` counts: no blank is behind it
            at += 1
            place += 1
        self._dealt = dealt
        self._left -= count
        return kept == 0 and twice == 0 and at == end + 1

    def _fresh(self, held: int, kind: int) -> bool:
        """Whether one more of this kind may be beside these cards."""
        if kind == self._at_last:
            return held >> kind < self._many
        return not held >> kind & 1

    def _card(self, read: PackedReader, at: int) -> int:
        """The kind of the card at a place, and `_at` the place behind it; -1 for none. IndexError."""
        if self._formed and at + 2 < read.size:
            first, second = read.octets[at], read.octets[at + 1]
            longer = 48 <= second <= 57
            two = (second | read.octets[at + 2] << 8 | LONG) if longer else first | second << 8
            node = self._forms[two]
            self._at = at + 2 + longer
            return -1 if node == NONE or (first ^ self._begins) * longer else node
        node = 0
        while True:
            step = self._steps[node + read.octets[at]]
            at += 1
            if step <= 0:
                break
            node = step
        self._at = at
        return -1 - step if step else -1
