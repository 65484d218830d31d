"""Whether a value is as a JSON Schema says: yes, or «ask jsonschema», which alone says what is wrong.

Nearly every file that is read is right, and jsonschema takes ten times as long to find no fault, after 87 ms for its
import. So a schema becomes functions that say yes to right values; to all others, and to whatever of the standard is
not known here, they do not. A property test holds each of our schemas, asked both ways, against the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

Fits = Callable[[Any], bool]

_TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
_ANYTHING: Final = frozenset(kind for kinds in _TYPES.values() for kind in kinds)
_REMARKS: Final = frozenset(
    {"$schema", "$id", "$defs", "title", "description", "default", "examples", "$comment", "markdownDescription"}
)
_OF_MAPPINGS: Final = frozenset(
    {"properties", "patternProperties", "additionalProperties", "propertyNames", "required"}
)


def nothing_fits(_value: Any) -> bool:
    """What is said of values by a schema that is not understood."""
    return False


def fits(schema: Mapping[str, Any]) -> Fits:
    """Says yes only to values in which jsonschema finds no fault; references are to `$defs` of the schema itself."""
    return _Fitting(schema.get("$defs", {})).of(schema)


class _Fitting:
    """The functions of one schema; those of its `$defs` are made once, so that they may name each other."""

    def __init__(self, definitions: Mapping[str, Any]) -> None:
        self._definitions = definitions
        self._named: dict[str, Fits] = {}

    def of(self, schema: Any) -> Fits:
        """The function of a schema."""
        if not isinstance(schema, dict):
            return _always if schema is True else nothing_fits
        kinds = _kinds(schema.get("type"))
        tests = list(self._tests(schema, kinds))
        if nothing_fits in tests or not kinds:
            return nothing_fits
        if kinds == _ANYTHING and len(tests) == 1:
            return tests[0]
        if not tests:
            return lambda value: type(value) in kinds
        if len(tests) == 1:
            only = tests[0]
            return lambda value: type(value) in kinds and only(value)
        return lambda value: type(value) in kinds and all(test(value) for test in tests)

    def _tests(self, schema: Mapping[str, Any], kinds: frozenset[type]) -> Iterable[Fits]:
        """What is asked of a value beside its type."""
        if _OF_MAPPINGS & schema.keys():
            yield self._mapping(schema)
        for key, said in schema.items():
            if key == "$ref":
                yield self._reference(said)
            elif key == "items":
                yield _items(self.of(said), kinds)
            elif key in _SIMPLE:
                yield _SIMPLE[key](said)
            elif key not in _REMARKS | _OF_MAPPINGS | {"type"}:
                yield nothing_fits

    def _reference(self, said: str) -> Fits:
        name = said.removeprefix("#/$defs/")
        if name not in self._definitions or "#" in name:
            return nothing_fits

        def later(value: Any) -> bool:
            return self._named[name](value)

        if name not in self._named:
            self._named[name] = later  # for what names itself
            self._named[name] = self.of(self._definitions[name])
        return self._named[name]

    def _mapping(self, schema: Mapping[str, Any]) -> Fits:
        known = {key: self.of(below) for key, below in schema.get("properties", {}).items()}
        patterns = [
            (re.compile(key).search, self.of(below)) for key, below in schema.get("patternProperties", {}).items()
        ]
        others = self.of(schema.get("additionalProperties", True))
        named = self.of(schema["propertyNames"]) if "propertyNames" in schema else _always
        required = tuple(schema.get("required", ()))

        def right(value: Any) -> bool:
            if type(value) is not dict:
                return True
            for key, below in value.items():
                if named is not _always and not named(key):
                    return False
                own = known.get(key)
                if own is not None and not own(below):
                    return False
                alike = [fitting for search, fitting in patterns if search(key)] if patterns else ()
                if not all(fitting(below) for fitting in alike):
                    return False
                if own is None and not alike and not others(below):
                    return False
            return all(key in value for key in required)

        return right


def _always(_value: Any) -> bool:
    return True


def _kinds(said: str | Sequence[str] | None) -> frozenset[type]:
    """The Python types of values that are right; none if one of them is not known."""
    if said is None:
        return _ANYTHING
    names = [said] if isinstance(said, str) else list(said)
    if not all(name in _TYPES for name in names):
        return frozenset()
    return frozenset(kind for name in names for kind in _TYPES[name])


def _items(test: Fits, kinds: frozenset[type]) -> Fits:
    if kinds == {list}:
        return lambda value: all(test(item) for item in value)
    return lambda value: type(value) is not list or all(test(item) for item in value)


def _pattern(said: str) -> Fits:
    search = re.compile(said).search
    return lambda value: type(value) is not str or search(value) is not None


def _minimum(said: float) -> Fits:
    return lambda value: type(value) not in {int, float} or value >= said


def _maximum(said: float) -> Fits:
    return lambda value: type(value) not in {int, float} or value <= said


def _least_items(said: int) -> Fits:
    return lambda value: type(value) is not list or len(value) >= said


def _one_of(said: Sequence[Any]) -> Fits:
    """Equal, and of one type: whether `1` and `1.0` are equal is for jsonschema to say."""
    return lambda value: any(type(value) is type(one) and value == one for one in said)


_SIMPLE: Final[Mapping[str, Callable[[Any], Fits]]] = {
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "minItems": _least_items,
    "const": lambda said: _one_of([said]),
    "enum": _one_of,
}
