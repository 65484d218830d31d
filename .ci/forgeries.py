"""Certificates of small packs with something changed, which `.ci/recount` puts to the second program: none may pass.

Three kinds. Every single value of a certificate is changed and its seal left as it was. Then what is counted or claimed
is changed and sealed anew, as somebody would who means to deceive; there only what the program recounts can be found
out, and what it takes the certificate's word for is listed at each run. At last what must stand there is taken out, or
made something else: that is refused as no certificate.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

WRONG, NOT_RECOUNTED = 1, 2

Place = Sequence[str | int]
"""Where something stands in a certificate: a key or a number for each step."""


class Forgery(NamedTuple):
    """A forged certificate, what was changed in it, and the exit code that it must come to."""

    said: str
    certificate: dict[str, Any]
    code: int


_ALWAYS = {"claim": "always", "at": ["/conditions/close.may_close/0/holds"], "holds": True}
_NOWHERE = {"claim": "unchanged", "at": ["/define/nowhere"], "holds": True}
_NO_OUTCOME = {"claim": "never_decides", "at": ["/outcomes/99"], "holds": False}
_OTHER = {"claim": "so", "at": ["/define"], "holds": True}

_Sealed = Sequence[tuple[Place, object, int]]

_OF_TWINS: _Sealed = (
    (("counts", "outcomes", 0, "hands"), 1, WRONG),
    (("counts", "outcomes", 0, "clause"), "x.1", WRONG),
    (("counts", "outcomes", 0, "outcome"), "nobody", WRONG),
    (("counts", "outcomes", 0, "wins_game"), True, WRONG),
    (("counts", "outcomes", 1, "writes"), 3, WRONG),
    (("counts", "deadwood", 0, "hands"), 1, WRONG),
    (("counts", "deadwood", 0, "points"), 99, WRONG),
    (("counts", "refused", 0, "hands"), 1, WRONG),
    (("counts", "refused", 0, "conditions"), ["x.1"], WRONG),
    (("counts", "refused", 0, "clauses"), ["x.1"], WRONG),
    (("space", "hands"), 1, WRONG),
    (("space", "asked"), 1, WRONG),
    (("space", "classes"), 1, WRONG),
    (("space", "kinds"), 1, WRONG),
    (("space", "exact"), False, NOT_RECOUNTED),
    (("hand_size",), 3, WRONG),
    (("digest",), "0" * 64, WRONG),
    (("seats",), 9, WRONG),
    (("options",), {"nosuch": 1}, WRONG),
    (("proved",), False, WRONG),
    (("asked", 0, "settled"), False, WRONG),
    (("findings", 0, "claim"), None, WRONG),
    (("findings", 0, "claim"), 99, WRONG),
    (("findings", 0, "code"), "CH605", WRONG),
    (("findings", 0, "witness", 0), "9z", WRONG),
    (("claims", 0), _ALWAYS, WRONG),
    (("claims", 0), _NOWHERE, WRONG),
    (("claims", 0), _NO_OUTCOME, WRONG),
    (("claims", 0), _OTHER, NOT_RECOUNTED),
    (("claims", 0, "at"), [], WRONG),
    (("game", "most"), 4, WRONG),
    (("round", 0, "ends"), False, WRONG),
)
_OF_ALIKE: _Sealed = (
    (("claims", 2, "at", 0), "/outcomes/3", WRONG),
    (("claims", 2, "at", 0), "/outcomes/3/when", WRONG),
    (("claims", 3, "hands"), 92, WRONG),
    (("claims", 3, "at", 1), "/outcomes/1", WRONG),
    (("courses", "tried", "laps"), [1, 0], WRONG),
    (("courses", "tried", "total"), [0, 89, 91], WRONG),
)
_OF_LATER: _Sealed = ((("counts", "given", "laps"), 1, WRONG),)
_SEALED: Mapping[str, _Sealed] = {"twins": _OF_TWINS, "alike": _OF_ALIKE, "later": _OF_LATER}
"""By the small pack what is changed in its true certificate, which is then sealed anew."""

_EVERY_VALUE = ("twins",)
_OPTIONAL = frozenset({"writes", "settled", "claim", "most", "ends", "witness"})
"""What may be null."""


def forgeries(name: str, true: Mapping[str, Any]) -> Iterator[Forgery]:
    """All forgeries of the certificate of a small pack."""
    for place, value, code in _SEALED.get(name, ()):
        yield Forgery(f"{_told(place)} {value}", sealed(changed(true, place, value)), code)
    if name in _EVERY_VALUE:
        for place, value in _values(true, ()):
            yield Forgery(f"{_told(place)}, not sealed", changed(true, place, _other(place, value)), WRONG)
        for key in true:
            yield Forgery(
                f"{key} is lacking", {each: value for each, value in true.items() if each != key}, NOT_RECOUNTED
            )
        for place, value in _values(true, ()):
            if place[-1] not in _OPTIONAL and place[0] in {"space", "claims", "counts", "seats", "courses", "options"}:
                yield Forgery(f"{_told(place)} is a list", sealed(changed(true, place, [value])), NOT_RECOUNTED)
        yield from (Forgery(f"only {made}", made, NOT_RECOUNTED) for made in ({}, {"certificate": 1}))


def sealed(certificate: dict[str, Any]) -> dict[str, Any]:
    """The same with the seal that it would have."""
    rest = {key: value for key, value in certificate.items() if key != "seal"}
    plain = json.dumps(rest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return {**rest, "seal": sha256(plain.encode()).hexdigest()}


def changed(true: Mapping[str, Any], place: Place, value: object) -> dict[str, Any]:
    """A certificate with one thing changed. ValueError if nothing is changed so."""
    made: dict[str, Any] = json.loads(json.dumps(true))
    at: Any = made
    for step in place[:-1]:
        at = at[step]
    if at[place[-1]] == value and type(at[place[-1]]) is type(value):
        raise ValueError(_told(place))
    at[place[-1]] = value
    return made


def _values(tree: Any, place: tuple[str | int, ...]) -> Iterator[tuple[Place, Any]]:
    """Every single value of a certificate, and where it stands."""
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            yield from _values(value, (*place, key))
    elif isinstance(tree, list):
        for number, value in enumerate(tree):
            yield from _values(value, (*place, number))
    else:
        yield place, tree


def _other(place: Place, value: Any) -> Any:
    """Another value of a kind that may stand there."""
    if value is None:
        return {"settled": True, "ends": True, "witness": []}.get(str(place[-1]), 1)
    if isinstance(value, bool):
        return not value
    if isinstance(value, str):
        return f"{value}0"
    return value + 1


def _told(place: Place) -> str:
    return "/".join(map(str, place))
