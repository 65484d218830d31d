"""What could not be judged, in words: a round a line, seats and clauses together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.record.hearing import Hearing
from referee.record.model import seat_letter
from referee.record.wording import listed
from referee.rules.order import natural_key

_OF_SEATS: Final = frozenset({"unjudged_hands", "unjudged_scores", "unjudged_close"})
_ORDER: Final = (
    "unjudged_eldest",
    "unjudged_round",
    "unjudged_sheet",
    "unjudged_hands",
    "unjudged_drawn",
    "unjudged_gap",
    "unjudged_end",
    "unjudged_close",
    "unjudged_closing",
    "unjudged_rule",
    "unjudged_lay_off",
    "unjudged_scores",
    "unjudged_totals",
    "unjudged_close_of_sheet",
    "unjudged_seeds",
    "unjudged_ruling",
)


def unjudged_lines(hearing: Hearing) -> Iterator[str]:
    """One line for each sort of thing that was not judged in a round."""
    case = hearing.case
    for key in _ORDER:
        if key not in hearing.unjudged:
            continue
        things = hearing.unjudged[key]
        if key in _OF_SEATS:
            names = [seat_letter(seat) for seat in sorted(one for one in things if isinstance(one, int))]
        else:
            names = sorted(map(str, things), key=natural_key)
        what = case.say(key, what=listed(case.lang, names))
        yield case.say("in_round", number=hearing.number + 1, what=what)
