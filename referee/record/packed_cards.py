"""The cards of one pack as they stand in bytes: a tree of their texts, one step for each byte.

No text of a card begins another one, so a card ends where its text ends, whatever stands behind it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from referee.record.fast_bits import Bits
from referee.record.fast_rules import RoundRules
from referee.record.packed_round import row
from referee.table.pack import Kind

WIDTH: Final = 256
"""Steps of a node: one for each byte."""

LONG: Final = 1 << 16
NONE: Final = 64
NO_FORM: Final = -1
"""How texts of two and three bytes are looked up."""

MOST_NODES: Final = 100

MOST_BITS: Final = 62
"""Bits of a set of cards, with which a machine word has a sign and room for a carry."""

SIGNS: Final = frozenset(b'+<-x:%"\\ \n\0')
"""Bytes that are no part of a card."""

MAY_DISCARD: Final = 1
MAY_RETURN: Final = 2
MAY_TAKE: Final = 4
"""What the rules of a turn allow with a kind: thrown · thrown, being just taken · taken, whatever is in the stock."""


class PackedCards:
    """The cards of one table. `open` is no where their texts are not of this shape.

    `steps`: at node + byte is the next node, or -1 - kind where a card ends, or 0 where no card goes on so.
    `allowed`: what the rules of a turn allow with a kind. `bit` is a kind as a set of one.
    `takeable`: the kinds that may be taken, as bits, by how many cards are in the stock.
    `shortest`: the bytes of the shortest text.

    Where all texts have two bytes, of which the second is no digit, or three, of which the first is always the same and
    the second a digit, as `7o` and `12b`, that first byte is in `begins`, and `forms` says which kind two bytes are: of
    a text of two they are both, of one of three its last two, with `LONG` added. Where they are none it says `NONE`.
    `begins` is `NO_FORM` where texts are others, or where a kind has twins.
    """

    __slots__ = (
        "allowed",
        "at_last",
        "begins",
        "forms",
        "full",
        "kinds",
        "many",
        "open",
        "shortest",
        "size",
        "steps",
        "takeable",
    )

    def __init__(self, rules: RoundRules, bits: Bits) -> None:
        kinds = rules.table.pack.kinds
        self.kinds, self.size, self.full = len(kinds), rules.pack_size, bits.full
        self.at_last = self.kinds - 1
        """The last kind."""
        self.many = kinds[self.at_last].count
        """So many cards there are of it."""
        steps = array("h", bytes(2 * WIDTH))
        self.open = _planted(kinds, steps)
        self.forms, self.begins = _formed(kinds) if self.open else (b"", NO_FORM)
        self.shortest = min([len(kind.text.encode()) for kind in kinds])
        self.steps = memoryview(steps)
        self.allowed = memoryview(array("B", [_allowed(rules, kind.index) for kind in kinds]))
        self.takeable = row(self.size + 1)
        for left in range(self.size + 1):
            self.takeable[left] = sum([1 << kind for kind in _may_take(rules, left)])

    def least(self, count: int) -> int:
        """The least bytes of the text of so many cards."""
        return max(count * (self.shortest + 1) - 1, 0)

    @classmethod
    def of(cls, rules: RoundRules) -> PackedCards | None:
        """The cards of a table whose turns are plain; None for any other."""
        if not _plain(rules):
            return None
        made = cls(rules, Bits(rules))
        return made if made.open else None


def _plain(rules: RoundRules) -> bool:
    """Whether cards and turns are of the shape that is read here: no twins but of jokers, all in a machine word."""
    *others, last = rules.table.pack.kinds
    return (
        all(kind.count == 1 for kind in others)
        and (last.count == 1 or last.joker)
        and len(others) + last.count.bit_length() <= MOST_BITS
        and rules.open
        and rules.next_card in {"turned_up", "offered"}
        and rules.may_discard.answers is not None
        and (rules.may_take.answers is not None or rules.may_take.by_stock)
    )


def _planted(kinds: Sequence[Kind], steps: array[int]) -> bool:
    """Put the texts of all kinds into a tree; no if one begins another one, or has a sign of the play."""
    for kind in kinds:
        *begins, last = kind.text.encode() or b" "
        if last in SIGNS or SIGNS.intersection(begins) or len(steps) > MOST_NODES * WIDTH:
            return False
        node = 0
        for byte in begins:
            if not steps[node + byte]:
                steps[node + byte] = len(steps)
                steps.extend([0] * WIDTH)
            node = steps[node + byte]
            if node < 0:
                return False
        if steps[node + last]:
            return False
        steps[node + last] = -1 - kind.index
    return True


def _formed(kinds: Sequence[Kind]) -> tuple[bytes, int]:
    """Which kind two bytes are, and the first byte of all texts of three; no bytes and `NO_FORM` where it is not so."""
    forms, begins = bytearray([NONE]) * (2 * LONG), set[int]()
    for kind in kinds:
        text = kind.text.encode()
        longer = len(text) == 3 and text[1:2].isdigit()
        if kind.count > 1 or not (longer or (len(text) == 2 and not text[1:].isdigit())):
            return b"", NO_FORM
        if longer:
            begins.add(text[0])
        *_, first, second = text
        forms[longer * LONG + first + 256 * second] = kind.index
    return (bytes(forms), max(begins, default=0)) if len(begins) <= 1 else (b"", NO_FORM)


def _allowed(rules: RoundRules, kind: int) -> int:
    discards, takes = rules.may_discard.answers, rules.may_take.answers
    assert discards is not None
    thrown = MAY_DISCARD * (kind in discards[False]) | MAY_RETURN * (kind in discards[True])
    return thrown | MAY_TAKE * (takes is not None and kind in takes[False])


def _may_take(rules: RoundRules, left: int) -> frozenset[int]:
    """The kinds that may be taken while so many cards are in the stock."""
    takes = rules.may_take.answers
    return takes[False] if takes is not None else rules.may_take.with_stock(left)
