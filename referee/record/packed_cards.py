"""The cards of one pack as they stand in bytes: a tree of their texts, one step for each byte.

No text of a card begins another one, so a card ends where its text ends, whatever stands behind it.
"""

from __future__ import annotations

from array import array
from typing import Final

from referee.record.fast_bits import Bits
from referee.record.fast_rules import RoundRules
from referee.table.pack import Kind

WIDTH: Final = 32
"""Steps of a node: one for each class of bytes; 0 is that of the bytes that no card has."""

MAY_DISCARD: Final = 1
MAY_RETURN: Final = 2
MAY_TAKE: Final = 4
"""What the rules of a turn allow with a kind: thrown · thrown when it was just taken · taken."""


class PackedCards:
    """The cards of one table. `open` is no where their texts are not of this shape.

    `classes`: the class of a byte. `steps`: at node + class is the next node, or -1 - kind where a card ends, or 0.
    `allowed`: what the rules of a turn allow with a kind. `bit` is a kind as a set of one.
    """

    __slots__ = ("allowed", "at_last", "classes", "full", "kinds", "many", "open", "size", "steps")

    def __init__(self, rules: RoundRules, bits: Bits) -> None:
        kinds = rules.table.pack.kinds
        self.kinds, self.size, self.full = len(kinds), rules.pack_size, bits.full
        self.at_last = self.kinds - 1
        """The last kind."""
        self.many = kinds[-1].count
        """So many cards there are of it."""
        self.classes = memoryview(array("B", bytes(256)))
        steps = array("h", bytes(2 * WIDTH))
        self.open = all(kind.count == 1 for kind in kinds[:-1]) and _planted(kinds, self.classes, steps)
        self.steps = memoryview(steps)
        self.allowed = memoryview(array("B", [_allowed(rules, kind.index) for kind in kinds]))

    @classmethod
    def of(cls, rules: RoundRules) -> PackedCards | None:
        """The cards of a table whose turns are plain; None for any other."""
        if not Bits.fit(rules):
            return None
        made = cls(rules, Bits(rules))
        return made if made.open else None


def _planted(kinds: tuple[Kind, ...], classes: memoryview[int], steps: array[int]) -> bool:
    """Put the texts of all kinds into a tree; no if one begins another one, or they have too many different bytes."""
    known = 0
    for kind in kinds:
        text = kind.text.encode()
        node = 0
        for at, byte in enumerate(text):
            if not classes[byte]:
                known += 1
                if known == WIDTH:
                    return False
                classes[byte] = known
            place = node + classes[byte]
            node = steps[place]
            last = at == len(text) - 1
            if node < 0 or (last and node) or len(steps) > (1 << 14):
                return False
            if last:
                steps[place] = -1 - kind.index
            elif not node:
                node = steps[place] = len(steps)
                steps.extend([0] * WIDTH)
        if not text:
            return False
    return not any(classes[byte] for byte in b"+<-x:%\"\\ \n\x00")


def _allowed(rules: RoundRules, kind: int) -> int:
    discards, takes = rules.may_discard.answers, rules.may_take.answers
    assert discards is not None
    assert takes is not None
    return (
        MAY_DISCARD * (kind in discards[False]) | MAY_RETURN * (kind in discards[True]) | MAY_TAKE * (kind in takes[False])
    )
