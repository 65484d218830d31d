"""Records judged from their bytes by rules that a library holds, forgets and gets again."""

from __future__ import annotations

import json
from random import Random

from referee.library import Library
from referee.library.packed import PackedRecords
from referee.record.model import to_plain
from referee.workshop.selfplay import play
from referee.workshop.strategies import sensible
from tests.tables import OWN


def test_rules_that_are_forgotten_are_not_judged_by() -> None:
    library = Library([OWN], cache_size=1)
    content = library.source("house-a").replace(b"house-a", b"house-of-nobody")
    rules = library.compile(content, "house-of-nobody")
    record = play(library.table(rules, 3), [sensible] * 3, Random(1)).record
    assert record.rules_digest == rules.digest
    line = json.dumps(to_plain(record)).encode()
    asked = PackedRecords(library)
    library.compile(content, "house-of-nobody")
    for _ in range(3):
        assert asked.line(line) is not None
    library.compile(library.source("house-a"), "house-a")
    for _ in range(2):
        assert asked.line(line) is None
    library.compile(content, "house-of-nobody")
    assert asked.line(line) is not None
    assert asked.line(line, rules) is not None


def test_what_one_record_says_is_not_taken_for_another() -> None:
    library = Library([OWN])
    asked, lines = PackedRecords(library), []
    for name, seats in (("spanish-40", 3), ("house-a", 3), ("spanish-40", 4)):
        at = library.table(library.rule_set(name), seats)
        lines.append(json.dumps(to_plain(play(at, [sensible] * seats, Random(2)).record)).encode())
    for line in (*lines, *reversed(lines), *lines):
        said = asked.line(line)
        assert said is not None
        assert said.table.rule_set.name == json.loads(line)["rules"]
        assert said.table.seats == len(json.loads(line)["seats"])
