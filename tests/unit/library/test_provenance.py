"""Every value of every built-in is where `values` says: the file is read anew, by YAML's own positions, and looked at."""

from pathlib import Path

import pytest
import yaml

from referee import resources
from referee.library import Library
from referee.library.provenance import Value, values

LIBRARY = Library()
HOME = resources.folder("rulesets")
HOUSE = """\
rule_set: casa
format: 1
extends: base-casa
adopts: [over-casa]
options:
  limit: {to: 300}
melds:
  set: {twins: yes}
"""
BASE = """\
rule_set: base-casa
format: 1
extends: spanish-40
options:
  limit: {default: 90, to: 200}
close:
  outcomes:
    clean: {writes: -15}
"""
OVER = """\
rule_set: over-casa
format: 1
extends: spanish-40
options:
  limit: {default: 70, to: 100}
close:
  may_close:
    over.1: laps at least 2
"""


def listed(name: str, library: Library = LIBRARY) -> dict[str, Value]:
    content = library.source(name)
    rule_set = library.compile(content, f"{name}.yaml")
    return {value.path: value for value in values(rule_set, content, f"{name}.yaml", library)}


def places(text: str) -> dict[tuple[int, int], set[tuple[str, ...]]]:
    """The paths whose key or value begins at a line and column, as PyYAML finds them."""
    found: dict[tuple[int, int], set[tuple[str, ...]]] = {}

    def walk(node: yaml.Node, path: tuple[str, ...]) -> None:
        found.setdefault((node.start_mark.line + 1, node.start_mark.column + 1), set()).add(path)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                inside = (*path, key.value)
                found.setdefault((key.start_mark.line + 1, key.start_mark.column + 1), set()).add(inside)
                walk(value, inside)

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None
    walk(root, ())
    return found


PLACES = {path.name: places(path.read_text("utf-8")) for path in HOME.rglob("*.yaml") if "_" not in path.stem}


@pytest.mark.parametrize("name", LIBRARY.names())
def test_a_value_stands_where_it_is_said_to(name: str) -> None:
    found = listed(name)
    assert found
    for value in found.values():
        if value.origin is None:
            assert value.file == ""
            continue
        there = PLACES[value.file][value.origin.line, value.origin.column]
        # an entry in short form holds its only value: `es.7: card.number` is `points.es.7.points`
        assert {value.parts, value.parts[:-1]} & there, value


def test_the_latest_file_has_the_word(tmp_path: Path) -> None:
    for name, text in (("casa", HOUSE), ("base-casa", BASE), ("over-casa", OVER)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    found = listed("casa", Library([tmp_path]))
    said = {
        "options.limit.to": ("300", "casa", 6),
        "options.limit.default": ("70", "over-casa", 5),
        "options.limit.from": ("10", "spanish-40", 17),
        "close.outcomes.clean.writes": ("-15 points", "base-casa", 8),
        "close.may_close.over.1": ("laps at least 2 laps", "over-casa", 8),
        "melds.set.twins": ("yes", "casa", 8),
    }
    for path, (text, rule_set, line) in said.items():
        value = found[path]
        assert value.origin is not None, path
        assert (value.text, value.origin.rule_set, value.origin.line) == (text, rule_set, line), path


def test_what_nobody_says_has_no_file() -> None:
    value = listed("spanish-40")["pack.copies"]
    assert (value.text, value.origin, value.file) == ("1", None, "")


def test_a_price_carries_the_clause_that_sets_it() -> None:
    found = listed("chilean-50")
    assert [found[f"close.outcomes.full.{key}"].clause for key in ("when", "writes")] == ["cl.4", "cl.7"]


NO_VALUE = {"clause", "before", "priced_by"}
OUTSIDE = {"rule_set", "format", "extends", "adopts", "title", "sources", "examples"}


def leaves(text: str) -> dict[tuple[str, ...], tuple[int, int, str]]:
    """Where each value of a file stands, and its text; of paragraphs the English one."""
    found: dict[tuple[str, ...], tuple[int, int, str]] = {}

    def walk(node: yaml.Node, path: tuple[str, ...]) -> None:
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                walk(value, (*path, key.value))
        elif node.value != "remove":
            written = text[node.start_mark.index : node.end_mark.index]
            found[path] = (node.start_mark.line + 1, node.start_mark.column + 1, written)

    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert root is not None
    walk(root, ())
    return {
        path: place
        for path, place in found.items()
        if path[0] not in OUTSIDE and path[-1] not in NO_VALUE
        if path[0] not in {"book", "refusals"} or path[-1] in {"when", "en"}
    }


@pytest.mark.parametrize("name", LIBRARY.names())
def test_no_value_of_the_file_is_left_out(name: str) -> None:
    """What a base says in the very same words keeps its place there."""
    found = listed(name)
    told = {(value.file, value.origin.line, value.origin.column): value for value in found.values() if value.origin}
    written = leaves(LIBRARY.source(name).decode())
    assert written
    left_out = [path for path, (line, column, _) in written.items() if (f"{name}.yaml", line, column) not in told]
    for path in left_out:
        origin = found[".".join(path)].origin
        assert origin is not None
        assert leaves(LIBRARY.source(origin.rule_set).decode())[path] == (origin.line, origin.column, written[path][2])
