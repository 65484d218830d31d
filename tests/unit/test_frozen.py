"""Values made quickly are the values that a frozen dataclass makes."""

from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.frozen import changed, quick
from referee.game.price import SheetLine
from referee.game.state import RoundState, TableMeld
from referee.record.model import Round


@dataclass(frozen=True, slots=True)
class Slow:
    """Needed, with a default, with a factory."""

    needed: int
    said: str = "no"
    seats: dict[str, int] = field(default_factory=dict)


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    """The same."""

    needed: int
    said: str = "no"
    seats: dict[str, int] = field(default_factory=dict)


ARGUMENTS = st.fixed_dictionaries(
    {"needed": st.integers()}, optional={"said": st.text(), "seats": st.dictionaries(st.text(), st.integers())}
)


def plain(value: Any) -> list[tuple[str, Any]]:
    """What a value is made of."""
    return [(one.name, getattr(value, one.name)) for one in fields(value)]


@given(ARGUMENTS)
def test_both_keep_what_they_are_given(arguments: dict[str, Any]) -> None:
    slow, made = Slow(**arguments), Quick(**arguments)
    assert type(made) is Quick
    assert plain(made) == plain(slow) == plain(Quick(*[one for _, one in plain(slow)]))
    assert repr(made) == repr(slow).replace("Slow", "Quick")
    assert made == Quick(**arguments) == pickle.loads(pickle.dumps(made)) == copy.deepcopy(made)
    assert plain(replace(made, needed=7)) == plain(replace(slow, needed=7))


def test_nothing_can_be_changed_and_nothing_is_shared() -> None:
    made = Quick(1)
    with pytest.raises(FrozenInstanceError):
        made.needed = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del made.needed
    with pytest.raises(AttributeError):
        object.__setattr__(made, "other", 1)
    assert made.seats is not Quick(1).seats


@pytest.mark.parametrize("arguments", [(), (1, "", {}, 4)])
def test_other_arguments_are_refused(arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        Quick(*arguments)


def test_a_class_that_does_more_is_refused() -> None:
    class More(Slow):
        def __post_init__(self) -> None:
            """Something."""

    with pytest.raises(TypeError, match="does more"):
        quick(More)


@pytest.mark.parametrize("made", [TableMeld, RoundState, SheetLine, Round])
def test_the_arguments_are_those_of_the_fields(made: Any) -> None:
    needed = [one for one in fields(made) if one.default is MISSING and one.default_factory is MISSING]
    before = inspect.signature(made)
    made(*[None] * len(needed))

    assert list(before.parameters) == [one.name for one in fields(made)]
    assert inspect.signature(made) == before
    assert made.__init__.__code__.co_filename == f"<{made.__name__}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Below:
    """A field of a class below."""

    place: int = 3


@dataclass(frozen=True, slots=True)
class Above(Below):
    """Fields of its own, and those below."""

    name: str
    parts: tuple[int, ...] = ()


@given(st.builds(Above, st.text(), place=st.integers()), st.fixed_dictionaries({}, optional={
    "name": st.text(), "parts": st.tuples(st.integers()), "place": st.integers()}))  # fmt: skip
def test_changed_is_what_replace_makes(value: Above, changes: dict[str, Any]) -> None:
    was = repr(value)
    made = changed(value, **changes)
    assert type(made) is Above
    assert (made, made.place) == (replace(value, **changes), replace(value, **changes).place)
    assert repr(value) == was
    with pytest.raises(FrozenInstanceError):
        made.name = ""  # type: ignore[misc]


def test_only_fields_can_be_changed_of_values_that_are_no_more_than_their_fields() -> None:
    with pytest.raises(KeyError, match="other"):
        changed(Below(), other=1)  # type: ignore[call-arg]

    @dataclass(frozen=True)
    class Open:
        name: str

    @dataclass(frozen=True, slots=True)
    class Counted:
        name: str
        length: int = field(init=False, default=0)

    for value in (Open("a"), Counted("a")):
        with pytest.raises(TypeError):
            changed(value, name="b")
