"""The signs of JSON as bytes, and the keys of a record, by number."""

from __future__ import annotations

BLANK, QUOTE, BACKSLASH, COMMA, COLON, MINUS, ZERO = 32, 34, 92, 44, 58, 45, 48
BEGINS, ENDS, LIST_BEGINS, LIST_ENDS = 123, 125, 91, 93
OTHER = 0
ELDEST, HANDS, UPCARD, STOCK, PLAY, SCORES, TOTALS, REENTER = 1, 2, 3, 4, 5, 6, 7, 8
ID, SEATS, ROUND_LIST, RESULT, WINNERS, POT, NOTE = 9, 10, 11, 12, 13, 14, 15
"""The keys that are read, by the place of their names."""
