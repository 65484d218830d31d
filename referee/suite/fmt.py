"""`fmt` of a file of tests: its canonical layout, which asks and expects the very same things.

The sections stand in one order; the keys of a test stay as their author put them, for the first says what it asks
about. What is written is read again before anybody gets it: the tree, the comments, every test and all that is said of
the file must be what they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from referee.diagnostics import Severity
from referee.ruleset.rewriting import Form, rewritten
from referee.suite.model import Test, TestFile
from referee.suite.reading import ReadTests, read_tests
from referee.suite.shape import SCHEMA_FILE
from referee.workshop.fmt import FormattedRules
from referee.yamltree.comments import comments
from referee.yamltree.nodes import MapNode, Node
from referee.yamltree.plain import projected
from referee.yamltree.read import read
from referee.yamltree.shapes import Steps, read_schema

_TEXTS = frozenset({"note", "says", "diagnostic", "play"})
_REASONS = frozenset({"survivors", "uncovered"})


def fmt_tests(content: bytes, name: str) -> FormattedRules:
    """The canonical text of the bytes of a file of tests called `name`. Never raises for any bytes."""
    reading = read(content, name)
    faults = tuple(each for each in reading.diagnostics if each.severity is Severity.ERROR)
    if faults or reading.root is None or reading.root.flow or not reading.root.entries:
        told = faults or reading.diagnostics
        return FormattedRules(None, told, "" if told else "a file of tests is keys with their values, one a line")
    remarked = comments(reading.source.text)
    if remarked is None:
        return FormattedRules(None, reason="its comments cannot be told from its texts by every reader of YAML")
    text = rewritten(reading.source, reading.root, remarked, _TESTS)
    if text.encode() == content:
        return FormattedRules(text)
    reason = _changed(reading.root, content, text.encode(), name)
    return FormattedRules(None if reason else text, reason=reason)


def _changed(root: MapNode, before: bytes, after: bytes, name: str) -> str:
    """What the text lost or changed; empty if it says the same."""
    again = read(after, name)
    if again.root is None or _meaning(again.root) != _meaning(root):
        return "written anew it would not read back as the same tests"
    remarks = [
        Counter(each.text for each in comments(content.decode("utf-8-sig")) or ()) for content in (before, after)
    ]
    if remarks[0] != remarks[1]:
        return "written anew it would not keep every comment"
    if _asked(read_tests(before, name)) != _asked(read_tests(after, name)):
        return "written anew it would ask or expect something else"
    return ""


def _meaning(root: MapNode) -> object:
    """What a file says: its sections in any order, all below them as it stands there."""
    return {entry.key.value: _ordered(entry.value) for entry in root}


def _ordered(node: Node) -> object:
    """A value with its keys in order; texts without the line ends behind them."""
    if isinstance(node, MapNode):
        return [(entry.key.value, _ordered(entry.value)) for entry in node]
    value: Any = projected(node)
    return value.rstrip("\n") if isinstance(value, str) else value


def _asked(made: ReadTests) -> object:
    """All that the tests ask and expect, or what is wrong with the file."""
    told = Counter((one.code, one.message, one.path) for one in made.diagnostics)
    return told, None if made.file is None else _plain(made.file)


def _plain(file: TestFile) -> object:
    return file.rules, asked_by(file.tests), file.survivors, file.uncovered


def asked_by(tests: Iterable[Test]) -> object:
    """All that tests ask and expect, to be compared."""
    return [
        (one.name, one.kind, _stripped(one.asked), _stripped(one.expected), one.seats, one.options, one.matrix)
        for one in tests
    ]


def _stripped(value: Any) -> Any:
    """A plain value in which blanks and line ends at the ends of texts do not count."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Sequence):
        return [_stripped(one) for one in value]
    return {key: _stripped(one) for key, one in value.items()} if hasattr(value, "items") else value


def _order(path: Steps) -> Sequence[str]:
    """The sections of a file; all else stands as its author put it."""
    return () if path else tuple(read_schema(SCHEMA_FILE)["properties"])


def _is_text(path: Steps) -> bool:
    """Whether a text for people, the play of a round or a piece of a rule file stands at a path."""
    return bool(_TEXTS.intersection(path)) or path[0] in _REASONS


_TESTS: Final = Form(
    order=_order,
    slot=lambda _: None,
    is_text=_is_text,
    head=("test", "rules", "seats", "options", "matrix"),
    lined_up=False,
)
"""A file of tests."""
