"""Facts a question or an example states (`given: {laps: 0}`): names of the vocabulary and plain values."""

from __future__ import annotations

from collections.abc import Mapping

from referee.diagnostics.spelling import nearest
from referee.lang.types import Quantity, Truth, Type
from referee.table.options import TRUTHS, WHOLE
from referee.vocabulary.load import vocabulary

GROUPS = ("round", "seat")
"""Groups of facts that may be given: those of the course of a round and a game, which cards alone do not show."""

_SIGNED = "points"
"""Of nothing else can there be fewer than none."""


class GivenError(ValueError):
    """A fact that cannot be given; `code` is UPPER_SNAKE, `message` and `help` are for people."""

    def __init__(self, code: str, message: str, help: str = "") -> None:  # noqa: A002 - the word of diagnostics
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help


def facts_that_may_be_given() -> Mapping[str, Type]:
    """Name to type of every fact that has a plain value and that cards alone do not show."""
    table = vocabulary()
    return {
        name: entry.type
        for name, entry in table.names.items()
        if entry.group in GROUPS and isinstance(entry.type, Quantity | Truth)
    }


def read_given(given: Mapping[str, object]) -> dict[str, int | bool]:
    """The values as the language has them; GivenError for unknown names and values of the wrong kind."""
    if not given:
        return {}
    known = facts_that_may_be_given()
    values: dict[str, int | bool] = {}
    for name, value in given.items():
        if name not in known:
            similar = nearest(name, known)
            hint = f"did you mean `{similar}`?" if similar else f"facts that can be given: {', '.join(sorted(known))}"
            raise GivenError("FACT_UNKNOWN", f"`{name}` is no fact that can be given", hint)
        values[name] = _value(name, value, known[name])
    return values


def _value(name: str, value: object, kind: Type) -> int | bool:
    if isinstance(kind, Truth):
        truth = value if isinstance(value, bool) else TRUTHS.get(str(value))
        if truth is None:
            raise GivenError("FACT_OUT_OF_RANGE", f"`{name}` is yes or no, found `{value}`")
        return truth
    if isinstance(value, bool) or not WHOLE.fullmatch(str(value)):
        raise GivenError("FACT_OUT_OF_RANGE", f"`{name}` is a whole number of {kind}, found `{value}`")
    number = int(str(value))
    if number < 0 and isinstance(kind, Quantity) and kind.unit != _SIGNED:
        raise GivenError("FACT_OUT_OF_RANGE", f"`{name}` is a whole number of {kind}, 0 or more, found `{value}`")
    return number
