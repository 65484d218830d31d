"""The limits: one table, constants and documents made from it."""

from referee import limits
from referee.limits import LIMITS, as_table


def test_every_limit_is_a_constant_and_every_constant_a_limit() -> None:
    constants = {name: value for name, value in vars(limits).items() if name.isupper() and name != "LIMITS"}
    assert constants == {name: limit.value for name, limit in LIMITS.items()}


def test_every_limit_says_what_it_counts() -> None:
    for name, limit in LIMITS.items():
        assert limit.value > 0, name
        assert limit.meaning, name
        assert limit.meaning[0].islower(), name


def test_the_table() -> None:
    table = as_table().splitlines()
    assert len(table) == len(LIMITS) + 2
    assert "| rule_set_bytes | 262,144 bytes | one rule set, as it is sent or stands in a file |" in table
