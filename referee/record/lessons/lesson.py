"""What a lesson on a code of the judge is made of, and the small round most of them show it in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_HEAD: Final = "record: 1\nrules: {rules}\nseats: {{{seats}}}\nrounds:\n"
_SEATS: Final = ("A: Ane", "B: Beñat", "C: Carla")
_DEAL: Final = """\
  - eldest: A
    hands:
      A: 4o 12o 5c 6c 7c 1e 12e
      B: 2o 11o 3c 4c 12c 6e 10b
      C: 1o 2c 10c 11c 3e 7e 6b
    upcard: 12b
"""
LAP: Final = "A: <12b-4o +5b-12c +7o-7e"
"""The first lap of that round."""

CLOSED: Final = f"{LAP}\n      A: +2bx2b"
"""The round up to Ane's close, with one point loose."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A code at length: what it means, what to do about it, and the text of a record that shows it.

    `record` is empty where the smallest record that shows it is a long one; the meaning then says when it is said.
    """

    meaning: str
    remedy: str
    record: str = ""


def record(rounds: str, *, rules: str = "spanish-40", seats: int = 3) -> str:
    """A record of these rounds, given as lines of YAML from the dash on."""
    return _HEAD.format(rules=rules, seats=", ".join(_SEATS[:seats])) + rounds


def played(play: str, more: str = "") -> str:
    """A record of the small round: the lines of its play, and keys behind it."""
    return record(f"{_DEAL}    play: |\n      {play}\n{more}")


def dealt(old: str, new: str) -> str:
    """A record of the small round with one thing in its deal changed."""
    assert old in _DEAL, old
    return record(_DEAL.replace(old, new))
