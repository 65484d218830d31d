"""Certificates of small packs with something changed, which `.ci/recount` puts to the second program: none may pass.

Every single value of a certificate is changed and its seal left as it was. Then what is counted or claimed is changed
and sealed anew, as somebody would who means to deceive; there only what the program recounts can be found out, and what
it takes the certificate's word for must be among what it lists as not recounted. At last what must stand there is taken
out, or made something else, or written twice: that is refused as no certificate. One is no forgery: it has signs that
not every program writes alike, and is true.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

TRUE, WRONG, NOT_RECOUNTED = 0, 1, 2

Place = Sequence[str | int]
"""Where something stands in a certificate: a key or a number for each step."""


class Forgery(NamedTuple):
    """A forged certificate as it is `written`, what was changed in it, and the exit code that it must come to.

    `why` are words that must be among those that the program says.
    """

    said: str
    written: str
    code: int
    why: str = ""


def forgery(said: str, certificate: Mapping[str, Any], code: int, why: str = "") -> Forgery:
    """One that is written as a proof writes it."""
    return Forgery(said, json.dumps(certificate), code, why)


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
    (("claims", 0, "at"), [], NOT_RECOUNTED),
    (("game", "most"), 4, WRONG),
    (("round", 0, "ends"), False, WRONG),
    (("round",), [], WRONG),
    (("round", 0, "path"), "stock.reshuffle", WRONG),
    (("game",), {}, NOT_RECOUNTED),
    (("game", "ends"), None, WRONG),
    (("certificate",), 99, NOT_RECOUNTED),
    (("asked",), [], WRONG),
    (("asked", 2, "settled"), None, WRONG),
    (("asked", 2, "path"), "close.nowhere", WRONG),
    (("findings", 0, "path"), "close.outcomes.plain.when", WRONG),
    (("findings", 0, "path"), "nowhere", WRONG),
    (("findings", 0, "code"), "CH999", WRONG),
    (("findings", 0, "code"), "CH", WRONG),
    (("counts", "given"), {}, WRONG),
    (("counts", "given", "laps"), 2, WRONG),
    (("counts", "given", "laps"), True, WRONG),
    (("claims", 0, "holds"), True, WRONG),
    (("claims", 1, "at"), ["/conditions/close.may_close/0"], NOT_RECOUNTED),
    (("claims", 1, "hands"), 1, NOT_RECOUNTED),
    (("claims", 1, "hands"), None, NOT_RECOUNTED),
    (("extra",), "everything is proved", NOT_RECOUNTED),
    (("findings",), [], WRONG),
)
_OF_ALIKE: _Sealed = (
    (("claims", 2, "at", 0), "/outcomes/3", WRONG),
    (("claims", 2, "at", 0), "/outcomes/3/when", NOT_RECOUNTED),
    (("claims", 2, "holds"), True, WRONG),
    (("claims", 3, "holds"), False, WRONG),
    (("claims", 3, "at"), ["/outcomes/3"], NOT_RECOUNTED),
    (("claims", 3, "hands"), 92, WRONG),
    (("claims", 3, "hands"), None, NOT_RECOUNTED),
    (("claims", 3, "at", 1), "/outcomes/1", WRONG),
    (("courses", "tried", "laps"), [1, 0], WRONG),
    (("courses", "tried", "total"), [0, 89, 91], WRONG),
    (("courses", "tried"), {}, WRONG),
    (("counts", "given"), {}, WRONG),
    (("counts", "given", "total"), 1, WRONG),
)
_OF_WILDS: _Sealed = (
    (("claims", 5, "holds"), False, WRONG),
    (("claims", 5, "at"), ["/outcomes", "/outcomes"], NOT_RECOUNTED),
    (("claims", 5, "at"), ["/outcomes/0"], NOT_RECOUNTED),
)
_OF_LATER: _Sealed = ((("counts", "given", "laps"), 1, WRONG),)
_SEALED: Mapping[str, _Sealed] = {"twins": _OF_TWINS, "alike": _OF_ALIKE, "later": _OF_LATER, "wilds": _OF_WILDS}
"""By the small pack what is changed in its true certificate, which is then sealed anew."""

_LONGER: Sequence[tuple[Place, object]] = (
    (("counts", "deadwood"), {"points": 12345, "hands": 0}),
    (("counts", "outcomes"), {"outcome": "one", "clause": "s.4", "wins_game": False, "writes": 77, "hands": 0}),
    (("counts", "refused"), {"clauses": ["s.3"], "conditions": ["s.3"], "hands": 0}),
)
"""Rows of no hands, which are added to lists of `twins`."""

_TRUSTED: Sequence[tuple[Place, object, str]] = (
    (("rules",), "other", "the names of the rules"),
    (("made_by",), "nobody", "of what wrote the certificate"),
    (("findings", 0, "message"), "all is well", "what is said in words"),
    (("round", 0, "most"), 99, "the measure of a round"),
    (("asked", 0, "moments"), 1, "`asked`"),
    (("courses", "tried"), {"laps": [1]}, "values of the course which were tried"),
)
"""What is taken at its word, changed in `twins`: the program must say of it that it is not recounted."""

_SIGNS = "a\u2028b\u2029c\\u2028 < & \u00e9 \U0001f0a1 \x7f\x01\b\f"
"""Signs that writers of JSON escape or do not; the seal is of the text in which they are not."""

_EVERY_VALUE = ("twins",)
_COUNTED = frozenset({"CH602", "CH604", "CH605", "CH607"})
"""Findings that a count tells of."""

_MORE = "not recounted: that there is no more to be found"
_OPTIONAL = frozenset({"writes", "settled", "claim", "most", "ends", "witness"})
"""What may be null."""


def forgeries(name: str, true: Mapping[str, Any]) -> Iterator[Forgery]:
    """All forgeries of the certificate of a small pack."""
    for place, value, code in _SEALED.get(name, ()):
        yield forgery(f"{_told(place)} {value}", sealed(changed(true, place, value)), code)
    yield from _left_out(true)
    if name in _EVERY_VALUE:
        yield from _unsealed(true)
        yield from _not_certificates(true)
        yield from _longer(true)
        for place, value, why in _TRUSTED:
            yield forgery(f"{_told(place)} {value}", sealed(changed(true, place, value)), TRUE, why)


def _left_out(true: Mapping[str, Any]) -> Iterator[Forgery]:
    """All findings and claims left out: that is seen where a count tells of them, and it is said where none does."""
    without = sealed({**true, "claims": [], "findings": [], "only_here": []})
    if true["findings"]:
        seen = not true["courses"]["tried"] and any(one["code"] in _COUNTED for one in true["findings"])
        yield forgery("nothing was found", without, WRONG if seen else TRUE, "nothing is told of" if seen else _MORE)
        yield forgery(
            "a finding rests on none", sealed(changed(true, ("claims",), [])), WRONG, "rests on no such claim"
        )
        yield forgery("no finding rests on them", sealed({**true, "findings": []}), WRONG, "no finding rests on")


def _unsealed(true: Mapping[str, Any]) -> Iterator[Forgery]:
    """Every single value changed, and the seal left as it was; one of another version is not read at all."""
    for place, value in _values(true, ()):
        code = NOT_RECOUNTED if place == ("certificate",) else WRONG
        yield forgery(f"{_told(place)}, not sealed", changed(true, place, _other(place, value)), code)


def _not_certificates(true: Mapping[str, Any]) -> Iterator[Forgery]:
    """Something is lacking, or is of another kind, or stands there twice."""
    for key in true:
        rest = {each: value for each, value in true.items() if each != key}
        yield forgery(f"{key} is lacking", rest, NOT_RECOUNTED, "this is no certificate: ")
    for place, value in _values(true, ()):
        if place[-1] not in _OPTIONAL and place[0] in {"space", "claims", "counts", "seats", "courses", "options"}:
            made = sealed(changed(true, place, [value]))
            yield forgery(f"{_told(place)} is a list", made, NOT_RECOUNTED, "this is no certificate: ")
    yield from (forgery(f"only {made}", made, NOT_RECOUNTED) for made in ({}, {"certificate": 1}))
    written = json.dumps(true)
    for value in ("true", "false"):
        for twice in (f'{{"proved": {value}, {written[1:]}', f'{written[:-1]}, "proved": {value}}}'):
            yield Forgery(f"proved twice, {value}", twice, NOT_RECOUNTED, "stands twice")
    deep = written.replace('"exact":', '"exact": false, "exact":', 1)
    yield Forgery("exact twice", deep, NOT_RECOUNTED, "stands twice")


def _longer(true: Mapping[str, Any]) -> Iterator[Forgery]:
    """Rows of no hands, a finding that rests on nothing; and words with signs that not every writer escapes alike."""
    counts = true["counts"]
    for (_, key), row in _LONGER:
        made = sealed({**true, "counts": {**counts, key: [*counts[key], row]}})
        yield forgery(f"a row of no hands in {key}", made, WRONG, "is of no hand")
    twice = sealed({**true, "counts": {**counts, "deadwood": [*counts["deadwood"], counts["deadwood"][0]]}})
    yield forgery("a row twice", twice, WRONG, "deadwood")
    first = true["findings"][0]
    for claim, why in ((None, "rests on no claim"), (0, "two findings rest on claim 0")):
        more = {**first, "code": "CH602", "path": "close.outcomes.clean", "claim": claim, "witness": None}
        made = sealed({**true, "findings": [*true["findings"], more]})
        yield forgery(f"one more finding, on {claim}", made, WRONG, why)
    yield forgery("other signs", sealed(changed(true, ("made_by",), _SIGNS)), TRUE, "3 claims recounted")


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
    before = at.get(place[-1]) if isinstance(at, dict) else at[place[-1]]
    if before == value and type(before) is type(value) and before is not None:
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
