"""The shape of a file of tests: which keys, which kinds of values, told in the words of rule files.

The published JSON Schema (`suite.schema.json`) is the table of shapes; which keys go with which kind of test stands in
`model.KEYS`. One mistake gives one message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.diagnostics.model import Diagnostic, in_order
from referee.diagnostics.spelling import nearest
from referee.ruleset import shape_messages
from referee.source import Span
from referee.suite import messages
from referee.suite.model import COMMON, KEYS, Kind
from referee.yamltree.nodes import MapNode, Node, ScalarNode
from referee.yamltree.plain import integer, projected
from referee.yamltree.shapes import Steps, complaints, dotted_path, entry_at, node_at

SCHEMA_FILE = Path(__file__).with_name("suite.schema.json")
_HELPS = {
    "test": "begin the file with `test: 1`",
    "tests": "write the tests below `tests:`, each under a name of its own",
}


def misfits(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of a test, with its fixtures put in, whose values are of a wrong kind, each with what is expected."""
    told = set[str]()
    for error in complaints(SCHEMA_FILE, _numbers_read(values), "test"):
        path = [
            *map(str, error.absolute_path),
            *([str(error.instance)] if "propertyNames" in error.schema_path else []),
        ]
        key = path[0] if path else ""
        if error.validator == "additionalProperties":
            key = next((name for name in values if name not in error.schema["properties"]), "")
        if key not in told:
            told.add(key)
            yield key, str(error.schema.get("title", "a value"))


def _numbers_read(value: Any) -> Any:
    """Plain values with whole numbers as numbers."""
    if isinstance(value, Mapping):
        return {str(key): _numbers_read(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_numbers_read(one) for one in value]
    number = integer(value) if isinstance(value, str) else None
    return value if number is None else number


def check_shape(root: MapNode) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with the shape of a file of tests, in order."""
    return in_order(_Shape(root).check())


@dataclass(slots=True)
class _Shape:
    """One check. `told` are the starts of nodes that something was said of already."""

    root: MapNode
    told: set[int] = field(default_factory=set)

    def check(self) -> Iterator[Diagnostic]:
        errors = complaints(SCHEMA_FILE, projected(self.root))
        for error in sorted(errors, key=lambda error: error.validator != "additionalProperties"):
            path: Steps = tuple(error.absolute_path)
            if "propertyNames" in error.absolute_schema_path:
                yield from self._key(error, path)
            elif error.validator == "required":
                yield from self._missing(error, path)
            elif error.validator == "additionalProperties":
                yield from self._unknown(error, path)
            else:
                yield from self._value(error, path)
        yield from self._tests()

    def _once(self, start: int) -> bool:
        """Whether nothing was said of this place yet; then it is taken."""
        new = start not in self.told
        self.told.add(start)
        return new

    def _key(self, error: Any, path: Steps) -> Iterator[Diagnostic]:
        around = node_at(self.root, path)
        entry = around.entry(str(error.instance)) if isinstance(around, MapNode) else None
        if entry is not None and self._once(entry.key.span.start):
            yield shape_messages.bad_word(entry.key, str(error.schema.get("title", "a name")), dotted_path(path))

    def _missing(self, error: Any, path: Steps) -> Iterator[Diagnostic]:
        node = node_at(self.root, path)
        for key in error.validator_value:
            if not isinstance(node, MapNode) or node.get(key) is not None or key in node.hidden:
                continue
            known = error.schema["properties"]
            if any(entry.key.value not in known and nearest(entry.key.value, [key]) for entry in node):
                continue  # it is misspelt, and that is told
            span = Span(node.span.source, node.span.start, node.span.start)
            yield shape_messages.missing(span, key, "the file", _HELPS[key], dotted_path((*path, key)))

    def _unknown(self, error: Any, path: Steps) -> Iterator[Diagnostic]:
        node, allowed = node_at(self.root, path), list(error.schema["properties"])
        for entry in node if isinstance(node, MapNode) else ():
            if entry.key.value not in allowed and self._once(entry.key.span.start):
                allowed_here = _keys_beside(node, allowed) if path[:1] == ("tests",) and len(path) == 2 else allowed
                guess = nearest(entry.key.value, allowed_here) or nearest(entry.key.value, allowed)
                yield shape_messages.unknown_key(entry.key, dotted_path(path), guess, allowed_here, dotted_path(path))

    def _value(self, error: Any, path: Steps) -> Iterator[Diagnostic]:
        node = node_at(self.root, path)
        if node is None or not self._once(node.span.start):
            return
        name, dotted = str(next((step for step in reversed(path) if isinstance(step, str)), "")), dotted_path(path)
        wanted = str(error.schema.get("title", "a value"))
        entry = entry_at(self.root, path)
        if isinstance(node, ScalarNode) and node.absent:
            yield (messages.nothing(entry.key, dotted) if entry else shape_messages.nothing_in_list(node, name, dotted))
        elif error.validator == "const":
            yield messages.other_format(node, dotted)
        elif error.validator == "minItems":
            yield shape_messages.nothing_in_list(node, name, dotted)
        elif error.validator == "enum" and isinstance(node, ScalarNode):
            choices = [str(choice) for choice in error.validator_value]
            yield shape_messages.unknown_choice(node, name, nearest(node.value, choices), choices, dotted)
        elif error.validator in {"minimum", "maximum"} and isinstance(node, ScalarNode):
            least, most = error.schema.get("minimum", 0), error.schema.get("maximum", 0)
            yield shape_messages.number_range(node, name, least, most, dotted)
        elif error.validator == "pattern" and isinstance(node, ScalarNode):
            yield shape_messages.bad_word(node, wanted, dotted)
        else:
            yield shape_messages.wrong_kind(node, name, wanted, dotted)

    # what the schema does not say

    def _tests(self) -> Iterator[Diagnostic]:
        tests = self.root.get("tests")
        if isinstance(tests, MapNode) and not tests.entries:
            yield messages.no_tests(tests)
        for entry in tests if isinstance(tests, MapNode) else ():
            if isinstance(entry.value, MapNode) and not any(each.key.span.start in self.told for each in entry.value):
                more = _fixture(self.root, entry.value)
                if entry.value.get("from") is None or more is not None:  # an unknown fixture is told elsewhere
                    yield from _kind(entry.key, entry.value, more)


def _kind(name: ScalarNode, node: MapNode, more: MapNode | None) -> Iterator[Diagnostic]:
    """Whether a test is of one kind, and has the keys of that kind. `more` are keys that a fixture brings."""
    entries = [*node, *(each for each in more or () if node.get(each.key.value) is None)]
    kinds = [entry for entry in entries if entry.key.value in KEYS]
    if len(kinds) != 1:
        yield messages.two_kinds(kinds[1].key, kinds[0].key) if kinds else messages.no_kind(name, list(Kind))
        return
    kind = Kind(kinds[0].key.value)
    keys = KEYS[kind]
    allowed = (kind, *keys.asks, *keys.expects, *COMMON)
    strange = [entry.key for entry in node if entry.key.value not in allowed]
    for key in strange:
        yield messages.not_of_this_kind(key, kind, allowed)
    for needed in keys.needs:
        if all(entry.key.value != needed for entry in entries):
            yield messages.lacks(name, kind, needed)
    if not strange and all(entry.key.value not in keys.expects for entry in entries):
        yield messages.expects_nothing(name, kind, keys.expects)


def _fixture(root: MapNode, node: MapNode) -> MapNode | None:
    """The fixture whose keys stand in a test too."""
    wanted, fixtures = node.get("from"), root.get("fixtures")
    found = fixtures.get(wanted.value) if isinstance(wanted, ScalarNode) and isinstance(fixtures, MapNode) else None
    return found if isinstance(found, MapNode) else None


def _keys_beside(node: Node | None, allowed: list[str]) -> list[str]:
    """The keys that a test of this kind may have; those that say a kind, where none is said."""
    kinds = [entry.key.value for entry in node if entry.key.value in KEYS] if isinstance(node, MapNode) else []
    if not kinds:
        return list(Kind)
    if len(kinds) > 1:
        return allowed
    keys = KEYS[Kind(kinds[0])]
    return [kinds[0], *keys.asks, *keys.expects, *COMMON]
