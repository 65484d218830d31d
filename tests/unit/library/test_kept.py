"""What a library and a server keep is bounded: the least recently used goes first."""

from __future__ import annotations

import pytest

from referee import limits
from referee.library import Library
from referee.recent import Recent
from referee.table import BindError, Table

OPTION = b"""rule_set: casa
format: 1
extends: spanish-40
options:
  o: {clause: es.1, type: points, from: 0, to: 999, default: 0}
"""


def test_the_least_recently_used_goes_first() -> None:
    kept: Recent[int, str] = Recent(3)
    for key in range(3):
        kept.put(key, str(key))
    assert kept.get(0) == "0"
    kept.put(3, "3")
    assert [kept.get(key) for key in range(4)] == ["0", None, "2", "3"]


def test_rule_sets_that_are_kept() -> None:
    """Texts that somebody sent, whether they are sound or not."""
    library = Library()
    texts = [b"rule_set: %d" % number for number in range(limits.CACHED_RULE_SETS + 1)]
    kept = [library.check(text, "casa") for text in texts[:-1]]
    assert [library.check(text, "casa") for text in texts[:-1]] == kept
    assert all(library.check(text, "casa") is checked for text, checked in zip(texts, kept, strict=False))

    library.check(texts[-1], "casa")
    assert library.check(texts[1], "casa") is kept[1]
    assert library.check(texts[0], "casa") is not kept[0]


def test_tables_that_are_kept() -> None:
    library = Library()
    rule_set = library.compile(OPTION, "casa.yaml")

    def table(number: int) -> Table:
        return library.table(rule_set, options={"o": number})

    kept = [table(number) for number in range(limits.CACHED_TABLES)]
    assert all(table(number) is held for number, held in enumerate(kept))

    table(limits.CACHED_TABLES)
    assert table(1) is kept[1]
    assert table(0) is not kept[0]


@pytest.mark.parametrize("value", ["Yes", "YES", "True", 1])
def test_a_table_that_is_kept_lets_no_other_value_pass(value: str | int) -> None:
    library = Library()
    rule_set = library.rule_set("spanish-40")
    held = library.table(rule_set, options={"share_ties": "yes"})
    assert library.table(rule_set, options={"share_ties": "yes"}) is held
    assert library.table(rule_set, options={"share_ties": "true"}) is library.table(
        rule_set, options={"share_ties": True}
    )
    with pytest.raises(BindError):
        library.table(rule_set, options={"share_ties": value})
