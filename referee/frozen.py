"""Frozen dataclasses whose values are made in half the time: for those of which one verdict, or one file, needs many.

The `__init__` that a frozen dataclass is given sets every field through `object.__setattr__`, some 60 ns each. `quick`
gives it another: while it is filled a value is of a class with the same slots that is not frozen, whose fields are set
in a tenth of that, and then it becomes what it is. From outside there is no difference. `changed` is `replace` of
`dataclasses` in a third of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["changed", "draft_of", "quick"]

AnyClass = TypeVar("AnyClass", bound=type)

_become: Callable[[object, type], None] = object.__dict__["__class__"].__set__
"""Gives a value another class of the same slots, past the `__setattr__` of a frozen one."""


def quick(made: AnyClass) -> AnyClass:
    """A frozen slotted dataclass with an `__init__` of the same arguments that takes half the time.

    It is written when the first value is made. TypeError for a class whose values are worked on when they are made.
    """
    parts = fields(made)
    if hasattr(made, "__post_init__") or not all(one.init and not one.kw_only for one in parts):
        raise TypeError(f"{made.__name__} does more than to keep what it is given")
    frozen: Any = made
    slow = frozen.__init__

    @wraps(slow)
    def first(self: Any, *given: Any, **named: Any) -> None:
        frozen.__init__ = wraps(slow)(_written(frozen, parts))
        frozen.__init__(self, *given, **named)

    frozen.__init__ = first
    return made


_Copy = Callable[[Any], Any]
_Set = Callable[[Any, Any], None]
_copied: dict[type, tuple[_Copy, dict[str, _Set]]] = {}
"""For each class what copies a value, and what gives a field of a copy another value."""

if TYPE_CHECKING:
    from dataclasses import replace as changed  # mypy knows of this one which fields there are
else:

    def changed(value: Any, /, **changes: Any) -> Any:
        """A frozen slotted value with some fields changed. KeyError for a field that there is not."""
        copied, fields_set = _copied.get(type(value)) or _copying(type(value))
        made = copied(value)
        for name, new in changes.items():
            fields_set[name](made, new)
        return made


def _copying(made: type) -> tuple[_Copy, dict[str, _Set]]:
    """What `changed` needs of a class. TypeError for one whose values are worked on when they are made."""
    parts = fields(made)
    if hasattr(made, "__post_init__") or not all(one.init for one in parts) or made.__dictoffset__:
        raise TypeError(f"{made.__name__} does more than to keep what it is given")
    fields_set: dict[str, _Set] = {one.name: getattr(made, one.name).__set__ for one in parts}
    names: dict[str, Any] = {f"_set_{name}": each for name, each in fields_set.items()}
    names |= {"_new": object.__new__, "_made": made}
    lines = ["def copied(value):", "    made = _new(_made)"]
    lines += [f"    _set_{one.name}(made, value.{one.name})" for one in parts]
    exec(compile("\n".join([*lines, "    return made"]), f"<{made.__name__}>", "exec"), names)  # noqa: S102 - see `_written`
    found = _copied[made] = names["copied"], fields_set
    return found


def draft_of(made: type) -> type:
    """A class with the slots of a frozen dataclass that is not frozen.

    A value of it that was given all fields becomes one of the frozen class when that is made its `__class__`: half the
    time again, for the one place that makes most of them.
    """
    slots: Any = made
    return type(f"_{made.__name__}", made.__bases__, {"__slots__": slots.__slots__})


def _written(made: Any, parts: tuple[Field[Any], ...]) -> Callable[..., None]:
    """The `__init__` of a class with these fields."""
    draft = draft_of(made)
    names: dict[str, Any] = {"_become": _become, "_draft": draft, "_made": made, "MISSING": MISSING}
    names |= {f"_{one.name}": one.default for one in parts}
    names |= {f"_new_{one.name}": one.default_factory for one in parts}
    # only names of fields stand in the text, as in the one that `dataclasses` makes
    exec(compile("\n".join(_source(parts)), f"<{made.__name__}>", "exec"), names)  # noqa: S102
    written: Callable[..., None] = names["__init__"]
    return written


def _source(parts: tuple[Field[Any], ...]) -> Iterator[str]:
    """The lines of the `__init__`. A field with a factory is made where it is not given."""
    needed = [one.name for one in parts if one.default is MISSING and one.default_factory is MISSING]
    others = [f"{one.name}=_{one.name}" for one in parts if one.name not in needed]
    yield f"def __init__(self, {', '.join([*needed, *others])}):"
    yield "    _become(self, _draft)"
    for one in parts:
        made = "" if one.default_factory is MISSING else f"_new_{one.name}() if {one.name} is MISSING else "
        yield f"    self.{one.name} = {made}{one.name}"
    yield "    self.__class__ = _made"
