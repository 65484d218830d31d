"""Small records for the tests of the judge, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.library import Library
from referee.library.records import judge_record
from referee.record.reading import read_mapping
from referee.record.verdict import Finding, Verdict, Weight

LIBRARY = Library()

HANDS = {"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b", "C": "1o 2c 10c 11c 3e 7e 6b"}
DEAL = {"eldest": "A", "hands": HANDS, "upcard": "12b"}
LAP = "A: <12b-4o +5b-12c +7o-7e"
"""The first lap of the round of which most records here are made: three seats, the Spanish game to 30."""

CLOSED = f"{LAP} +2bx2b"
SCORES = {"A": 1, "B": 34, "C": 17}


def round_of(play: str = "", **keys: Any) -> dict[str, Any]:
    """A round with the usual deal."""
    return {**DEAL, "play": play, **keys}


ENDED = round_of(CLOSED, scores=SCORES)
"""B goes out above 30; A and C play on."""

SECOND = {
    "eldest": "C",
    "hands": {"A": "7o 10o 11c 12c 5e 2b 6b", "C": "1o 2o 3o 7c 7e 10e 4b"},
    "upcard": "7b",
    "play": "C: <7b-10e +3b-3b +4ox4b",
}
"""The round after it, in which C closes."""


def record_of(*rounds: Mapping[str, Any], rules: str = "spanish-40", seats: int = 3, **keys: Any) -> dict[str, Any]:
    """A record, as a mapping."""
    names = dict(zip("ABCDEFGH", ("Ane", "Beñat", "Carla", "Dani", "Eneko", "Fani", "Gari", "Haizea"), strict=True))
    options = keys.pop("options", {"limit": 30} if rules.startswith("spanish") else {})
    return {
        "record": 1,
        "rules": rules,
        "options": options,
        "seats": {letter: names[letter] for letter in list(names)[:seats]},
        "rounds": list(rounds),
        **keys,
    }


def verdict_on(record: Mapping[str, Any], **asked: Any) -> Verdict:
    """The verdict on a mapping."""
    return judge_record(LIBRARY, read_mapping(record), **asked)


def judged(*rounds: Mapping[str, Any], asked: Mapping[str, Any] | None = None, **keys: Any) -> Verdict:
    """The verdict on a record of these rounds."""
    return verdict_on(record_of(*rounds, **keys), **(asked or {}))


def violation(verdict: Verdict) -> Finding:
    """The first violation."""
    assert verdict.first_violation is not None, verdict
    return verdict.first_violation


def told(verdict: Verdict) -> Sequence[tuple[str, str, int]]:
    """The other findings: weight, code, ruling."""
    return [(one.weight.value, one.code, one.ruling) for one in verdict.findings]


def irregular(verdict: Verdict) -> Sequence[str]:
    """The codes of what stands."""
    return [one.code for one in verdict.findings if one.weight is Weight.IRREGULARITY]
