"""Reading on behind a mistake of YAML: what is left out, what is hidden for it, and where reading ends."""

import pytest

from referee.yamltree.nodes import MapNode, Node, ScalarNode
from referee.yamltree.read import Reading, read

HEAD = "rule_set: house\nformat: 1\n"


def reading(text: str) -> Reading:
    return read((HEAD + text).encode(), "house.yaml", go_on=True)


def node(reading: Reading, *path: str) -> Node | None:
    found: Node | None = reading.root
    for key in path:
        found = found.get(key) if isinstance(found, MapNode) else None
    return found


def value(reading: Reading, *path: str) -> str | None:
    found = node(reading, *path)
    return found.value if isinstance(found, ScalarNode) else None


def test_what_stands_beside_the_entry_is_read() -> None:
    found = reading("close:\n  may_close:\n    es.3: a: b\n    es.4: c\npoints:\n  es.7: d\n")
    assert [each.code for each in found.diagnostics] == ["CH010"]
    assert value(found, "close", "may_close", "es.4") == "c"
    assert value(found, "points", "es.7") == "d"
    conditions = node(found, "close", "may_close")
    assert isinstance(conditions, MapNode)
    assert conditions.hidden == {"es.3"}
    [span] = found.skipped
    assert found.source.text[span.start : span.end] == "    es.3: a: b"


def test_what_stands_below_the_entry_goes_with_it() -> None:
    found = reading("close\n  may_close:\n    es.4: c\npoints:\n  es.7: d\n")
    assert len(found.diagnostics) == 1
    assert found.root is not None
    assert found.root.hidden == {"close"}
    assert value(found, "points", "es.7") == "d"


def test_a_key_with_nothing_left_below_it_is_hidden() -> None:
    found = reading("turn:\n  may_take:\n    es.2: a: b\n")
    turn = node(found, "turn")
    assert isinstance(turn, MapNode)
    assert turn.hidden == {"may_take"}


def test_a_line_indented_under_a_value_hides_both() -> None:
    found = reading("turn:\n  may_take: a\n    es.2: b\n  may_discard: c\n")
    turn = node(found, "turn")
    assert isinstance(turn, MapNode)
    assert turn.hidden == {"may_take", "es.2"}
    assert value(found, "turn", "may_discard") == "c"


def test_an_example_takes_no_other_along() -> None:
    found = reading("examples:\n  - {close: 1o outcome: plain}\n  - {close: 2o}\n")
    assert found.root is not None
    assert found.root.hidden == frozenset()


def test_without_being_asked_nothing_is_read_on() -> None:
    found = read((HEAD + "close:\n  es.3: a: b\n").encode(), "house.yaml")
    assert found.root is None
    assert found.skipped == ()


@pytest.mark.parametrize(("faults", "read_on"), [(8, True), (9, False)])
def test_reading_ends_where_it_is_no_rule_file(faults: int, read_on: bool) -> None:
    found = reading("".join(f"define_{number}: a: b\n" for number in range(faults)))
    assert (found.root is not None) is read_on
    assert len(found.diagnostics) == faults
