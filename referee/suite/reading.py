"""From the bytes of a file of tests to its tests, or to everything that is wrong with it."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.diagnostics.model import Diagnostic, has_errors, in_order
from referee.limits import MATRIX_TABLES, TEST_RUNS
from referee.record.reading import plain_of
from referee.source import Source, Span
from referee.suite import messages
from referee.suite.model import AT_NO_TABLE, KEYS, Kind, Matrix, Test, TestFile
from referee.suite.shape import check_shape, misfits
from referee.yamltree import MapNode, Node, ScalarNode, SeqNode, read

_NAMED = re.compile(r"\$([a-z][a-z0-9_]*)")
_UNTOUCHED = frozenset({"record", "diagnostic", "note", "says"})
"""Keys whose texts are not the tests' own; a sign in them means what it means there."""


def content_of(path: Path, most: int) -> bytes:
    """The first bytes of a file that a test names; OSError, also for what is no file and may never end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is a pipe or a device, not a file")
    with path.open("rb") as opened:
        return opened.read(most)


@dataclass(frozen=True, slots=True)
class ReadTests:
    """`file` is None exactly if there are errors among the `diagnostics`."""

    file: TestFile | None
    diagnostics: tuple[Diagnostic, ...]
    source: Source


def read_tests(content: bytes, name: str) -> ReadTests:
    """The tests in the bytes of a file that people call `name`. Never raises."""
    reading = read(content, name)
    if reading.root is None:
        return ReadTests(None, reading.diagnostics, reading.source)
    told = [*reading.diagnostics, *check_shape(reading.root)]
    made = None if has_errors(told) else _Reader(reading.root, told).file(reading.source)
    diagnostics = in_order(told)
    return ReadTests(None if has_errors(diagnostics) else made, diagnostics, reading.source)


@dataclass(slots=True)
class _Reader:
    """Reads a file whose shape is sound; what it finds wrong is put into `told`."""

    root: MapNode
    told: list[Diagnostic]
    fixtures: Mapping[str, Node] = field(init=False)

    def __post_init__(self) -> None:
        found = self.root.get("fixtures")
        self.fixtures = {entry.key.value: entry.value for entry in found} if isinstance(found, MapNode) else {}

    def file(self, source: Source) -> TestFile:
        """All of it."""
        rules = self.root.get("rules")
        start = Span(source, 0, 0)
        node = self.root.get("tests")
        tests = tuple(self.tests(node)) if isinstance(node, MapNode) else ()
        self.bounded(tests)
        return TestFile(
            source=source,
            rules=rules.value.strip() if isinstance(rules, ScalarNode) else "",
            rules_place=rules.text.whole if isinstance(rules, ScalarNode) else start,
            tests=tests,
            survivors=_reasons(self.root.get("survivors")),
            uncovered=_reasons(self.root.get("uncovered")),
        )

    def tests(self, node: MapNode) -> Iterator[Test]:
        """Each test with its fixtures put in."""
        seats, options = _seats(self.root), _texts(self.root.get("options"))
        matrix = _matrix(self.root.get("matrix"))
        for entry in node:
            said = entry.value
            assert isinstance(said, MapNode)
            values = self.values(said)
            kind = next((Kind(key) for key in values if key in KEYS), None)
            if self.misfit(entry.key, said, values) or kind is None:
                continue
            own = {key: str(value) for key, value in (values.get("options") or {}).items()}
            at = int(values["seats"]) if "seats" in values else None
            yield Test(
                name=entry.key.value,
                kind=kind,
                asked={key: values[key] for key in (kind, *KEYS[kind].asks) if key in values},
                expected={key: values[key] for key in KEYS[kind].expects if key in values},
                seats=at or seats,
                options={**options, **own},
                matrix=_left(_matrix(said.get("matrix")) if said.get("matrix") else matrix, kind, at, own),
                key=entry.key,
                node=said,
            )

    def bounded(self, tests: Sequence[Test]) -> None:
        """Tell of more tables than anybody waits for, at one test or at all of them together."""
        whole = self.root.entry("matrix") or self.root.entry("tests")
        for test in tests:
            if test.matrix.tables > MATRIX_TABLES:
                own = test.node.entry("matrix") or whole
                place = test.span if own is None else own.key.span
                self.told.append(messages.too_many_tables(place, test.matrix.tables, MATRIX_TABLES))
        runs = sum(test.matrix.tables for test in tests)
        if runs > TEST_RUNS and whole is not None and not has_errors(self.told):
            self.told.append(messages.too_many_runs(whole.key.span, runs, TEST_RUNS))

    def misfit(self, name: ScalarNode, node: MapNode, values: Mapping[str, Any]) -> bool:
        """Whether a fixture brings something that does not fit here; then it is told."""
        wrong = list(misfits(values))
        for key, wanted in wrong:
            entry = node.entry(key)
            place = name.span if entry is None else entry.key.span
            self.told.append(messages.misfit(place, key, wanted))
        return bool(wrong)

    def values(self, node: MapNode) -> dict[str, Any]:
        """The keys of a test as plain values, those of its fixture behind its own."""
        values: dict[str, Any] = {}
        base = node.get("from")
        if isinstance(base, ScalarNode):
            fixture = self.fixtures.get(base.value)
            if fixture is None:
                self.told.append(messages.no_fixture(base.text.whole, base.value, self.fixtures))
            elif not isinstance(fixture, MapNode):
                self.told.append(messages.fixture_of_other_kind(base.text.whole, base.value, "a mapping of keys"))
            else:
                values = {entry.key.value: self.value(entry.value, entry.key.value) for entry in fixture}
        return values | {entry.key.value: self.value(entry.value, entry.key.value) for entry in node}

    def value(self, node: Node, key: str) -> Any:
        """A value with the fixtures it names put in."""
        if key in _UNTOUCHED:
            return plain_of(node)
        if isinstance(node, MapNode):
            return {entry.key.value: self.value(entry.value, key) for entry in node}
        if isinstance(node, SeqNode):
            return [self.value(item, key) for item in node]
        whole = _NAMED.fullmatch(node.value.strip())
        if whole:
            return self.fixture(whole[1], node)

        def part(found: re.Match[str]) -> str:
            put_in = self.fixture(found[1], node)
            if isinstance(put_in, str):
                return put_in
            self.told.append(messages.fixture_of_other_kind(node.text.span(*found.span()), found[1], "a text"))
            return ""

        return _NAMED.sub(part, node.value)

    def fixture(self, name: str, node: ScalarNode) -> Any:
        """What stands under a name; nothing, which is told, if it is unknown."""
        found = self.fixtures.get(name)
        if found is None:
            at = node.value.index(f"${name}")
            self.told.append(messages.no_fixture(node.text.span(at, at + 1 + len(name)), name, self.fixtures, sign="$"))
            return ""
        return plain_of(found)


def _left(matrix: Matrix, kind: Kind, seats: int | None, options: Mapping[str, str]) -> Matrix:
    """What of a matrix is left for a test that chooses some things itself; a play has as many seats as hands."""
    if kind in AT_NO_TABLE:
        return Matrix()
    fixed = seats is not None or kind is Kind.PLAY
    left = {name: values for name, values in matrix.options.items() if name not in options}
    return Matrix(() if fixed else matrix.seats, left)


def _matrix(node: Node | None) -> Matrix:
    if not isinstance(node, MapNode):
        return Matrix()
    plain: Any = plain_of(node)
    options = plain.get("options") or {}
    return Matrix(
        tuple(int(one) for one in plain.get("seats") or ()),
        {name: tuple(str(one) for one in values) for name, values in options.items()},
    )


def _reasons(node: Node | None) -> dict[tuple[str, str], str]:
    plain: Any = plain_of(node) if isinstance(node, MapNode) else {}
    return {(path, what): str(reason) for path, told in plain.items() for what, reason in told.items()}


def _seats(root: MapNode) -> int | None:
    node = root.get("seats")
    return int(node.value) if isinstance(node, ScalarNode) else None


def _texts(node: Node | None) -> dict[str, str]:
    plain: Any = plain_of(node) if isinstance(node, MapNode) else {}
    return {name: str(value) for name, value in plain.items()}
