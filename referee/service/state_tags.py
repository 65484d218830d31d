"""How a GameState lies on the wire, for those who read it there: its tags, and what stands behind its hands."""

from __future__ import annotations

import re
from typing import Final

from referee.record.model import LETTERS

PHASE: Final = 0x08
STANDING: Final = 0x12
ROUND: Final = 0x1A
"""Of the state; its round begins with its phase, too."""

SEAT: Final = 0x12
COUNT: Final = 0x18
PILE: Final = 0x22
HAND: Final = 0x2A
TAKEN: Final = 0x3A
TURNS: Final = 0x42
FAULTY: Final = 0x4A
BARRED: Final = 0x52
RESHUFFLES: Final = 0x58
ELDEST: Final = 0x62
STOCK: Final = 0x6A
THROWN: Final = 0x72
"""Of the round."""

LETTER: Final = 0x0A
TEXT: Final = 0x12
"""Of an entry of its hands, its turns or its faulty hands."""

FIRST: Final = ord(LETTERS[0])
"""The letter of the first seat."""

BEHIND_HANDS: Final = re.compile(rb"(?s:[BJ]\x05.{5}|[BJ]\x06.{6}|R\x01.|X[\x00-\x7f]|b\x01.)*")
"""Turns, faulty hands, seats that are barred, reshuffles, the eldest: what stands between the hands and the stock."""

HANDS_KEPT: Final = 4_096
"""So many hands of one table are kept."""

BOTTOM: Final = 12
"""By so many bytes of its bottom a pile or a stock is found again."""
