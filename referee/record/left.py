"""What of a record lies behind a violation and was not judged for it.

A violation ends the judging of its round. The rounds behind it are judged only where that was asked for, and on the
numbers as they were written; the result is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from referee.record.model import GameRecord, Round
from referee.record.verdict import Finding, Verdict, Weight

_COMMENT: Final = re.compile("#.*")
_COUNTED: Final = frozenset({"scores", "totals", "reenter", "seal"})
"""Keys of a round that are judged when its play is over."""


@dataclass(frozen=True, slots=True)
class Left:
    """What was left: numbers of rounds of which the rest was not judged, rounds not judged at all, and the result."""

    rests: tuple[int, ...] = ()
    rounds: range = range(0)
    result: bool = False


def left_behind(record: GameRecord | None, verdict: Verdict, *, keep_going: bool) -> Left:
    """What nobody judged because of a violation. Nothing where no round was judged at all; numbers count from 1."""
    first = verdict.first_violation
    if record is None or first is None or not first.place.round:
        return Left()
    if first.place.path.endswith("]"):  # a round after the end of the game: that it is there is all there is to say
        return Left()
    violations = [first, *(one for one in verdict.findings if one.weight is Weight.VIOLATION)]
    rests = sorted({one.place.round for one in violations if _has_rest(record, one)})
    rounds = range(0) if keep_going else range(first.place.round + 1, len(record.rounds) + 1)
    return Left(tuple(rests), rounds, record.result is not None and bool(record.result.winners or record.result.pot))


def _has_rest(record: GameRecord, finding: Finding) -> bool:
    """Whether anything of the round stands behind the place of a violation."""
    place = finding.place
    if not place.round or place.path.endswith("]"):
        return False
    key = place.path.partition("].")[2].partition(".")[0].partition("[")[0]
    played = record.rounds[place.round - 1]
    if key in _COUNTED:
        return False
    return bool(played.scores or played.totals) or _plays_on(played, place.word if key == "play" else "")


def _plays_on(played: Round, word: str) -> bool:
    """Whether the play goes on behind a word ("": behind the deal)."""
    words = _COMMENT.sub("", played.play).split()
    return bool(words) and words[-1] != word
