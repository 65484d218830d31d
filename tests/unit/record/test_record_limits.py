"""Limits of a record that its schema does not know, at their value and one above it."""

from __future__ import annotations

import json

import pytest

from referee.limits import RECORD_NODES
from referee.record.reading import read_record


def of_nodes(number: int, *, as_json: bool) -> bytes:
    """A record, not a good one, of so many keys, values and collections: two for the whole, the key and its list."""
    numbers = [1] * (number - 3)
    content = json.dumps({"x": numbers}) if as_json else "x:\n" + "- 1\n" * len(numbers)
    return content.encode()


@pytest.mark.parametrize("as_json", [True, False])
def test_nodes_of_a_record(as_json: bool) -> None:
    told = [
        [fault.message for fault in read_record(of_nodes(RECORD_NODES + more, as_json=as_json)).faults]
        for more in (0, 1)
    ]
    assert [any("50,000 keys and values" in message for message in messages) for messages in told] == [False, True]
