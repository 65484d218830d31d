"""Rules may put everybody out and go on: nobody has a hand then, and every road leaves such a round to the judge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.library import Library
from referee.library.packed import PackedRecords
from referee.library.records import judge_record
from referee.record.fast import FastRoad
from referee.record.fast_sent import clean_sent, of_tree
from referee.record.model import to_plain
from tests.property.test_packed_road import a_record, in_a_message, in_json
from tests.tables import table

RULES = b"""\
rule_set: nobody-in
format: 1
extends: spanish-40
game:
  out_when: {es.9: total at least -1000}
  ends_when: {es.9: rounds at least 5}
"""


@pytest.mark.parametrize("play", ["+6ox6o", "+6o-6o", "A: +1ox1o"])
def test_a_round_in_which_nobody_is(play: str) -> None:
    library = Library()
    rules = library.compile(RULES, "nobody-in.yaml")
    at = library.table(rules, 2)
    first, second = a_record(table("spanish-40", 2), 0).rounds[:2]
    nothing = replace(second, hands={}, scores={}, totals={}, eldest="", stock="", play=play)
    record = replace(
        a_record(table("spanish-40", 2), 0),
        rules="nobody-in",
        rules_digest=rules.digest,
        options={},
        rounds=(first, nothing),
        result=None,
    )
    packed = PackedRecords(library)
    assert packed.line(in_json(record), rules) is None
    assert packed.message(in_a_message(record), rules) is None
    road = FastRoad(at)
    sent = of_tree(to_plain(record))
    assert sent is not None
    assert clean_sent(road, sent) is None
    assert road.clean(record) is None
    assert judge_record(library, in_json(record), what_if=rules).first_violation is not None
