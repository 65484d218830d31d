"""The tables that questions are asked at: every rule set, with its seats and options at their ends and mixed.

A rule set is named as a question names it: built-in and house rules by name, those of `tests/rules` by their path from
the top folder, where whoever answers is started.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from referee.lang.types import Truth
from referee.library import Library
from referee.rules.model import Option, RuleSet
from referee.table import BindError, Table

TOP = Path(__file__).resolve().parents[3]
OWN = TOP / "tests" / "rules"
MIXED = 6
"""So many tables of a rule set have options mixed by chance, beside those with one option at one end."""

Value = int | bool | str


@dataclass(frozen=True)
class Setting:
    """Rules, seats (None: not said) and options as a question says them, and the table they make."""

    rules: str
    seats: int | None
    options: dict[str, Value]
    table: Table

    def head(self) -> dict[str, object]:
        """The keys of a question that name the table."""
        said: dict[str, object] = {"rules": self.rules}
        if self.seats is not None:
            said["seats"] = self.seats
        if self.options:
            said["options"] = dict(self.options)
        return said


@cache
def library() -> Library:
    """The built-in rule sets."""
    return Library()


@cache
def rule_sets() -> dict[str, RuleSet]:
    """Every rule set that can be played, by the name a question gives it."""
    known = library()
    found = {name: known.rule_set(name) for name in known.names()}
    beside = Library([OWN])
    for path in sorted(OWN.glob("*.yaml")):
        name = path.relative_to(TOP).as_posix()
        found[name] = beside.compile(path.read_bytes(), name)
    return {name: rules for name, rules in found.items() if rules.playable}


def ends(option: Option) -> list[Value]:
    """The values at the ends of an option, its default apart."""
    if isinstance(option.type, Truth):
        values: list[Value] = [False, True]
    elif option.one_of:
        values = list(option.one_of)
    else:
        values = [value for value in (option.low, option.high) if value is not None]
    return [value for value in values if value != option.default]


def spelt(value: Value, chance: Random) -> Value:
    """A value in one of the ways in which a question may write it."""
    if isinstance(value, bool):
        return chance.choice([value, value, "yes" if value else "no", "true" if value else "false"])
    return chance.choice([value, value, str(value)]) if isinstance(value, int) else value


@cache
def settings(rules: str) -> tuple[Setting, ...]:
    """The tables of one rule set, the plain one first."""
    made: dict[tuple[object, ...], Setting] = {}
    chance = Random(f"tables of {rules}")
    for seats, options in _choices(rules, chance):
        setting = _bound(rules, seats, options)
        if setting is not None:
            made.setdefault((seats, *sorted((name, str(value)) for name, value in options.items())), setting)
    return tuple(made.values())


def _choices(rules: str, chance: Random) -> Iterator[tuple[int | None, dict[str, Value]]]:
    """Seats and options, some of which do not go together."""
    rule_set = rule_sets()[rules]
    yield None, {}
    offered = [seats for seats in range(1, 9) if _bound(rules, seats, {}) is not None]
    for seats in offered:
        yield seats, {}
    open_options = [option for option in rule_set.options.values() if not option.fixed]
    for option in open_options:
        for value in ends(option):
            yield None, {option.name: spelt(value, chance)}
            for other in open_options:
                if other.when is not None:
                    yield from ((None, {option.name: value, other.name: each}) for each in ends(other))
    for _ in range(MIXED if open_options else 0):
        some = chance.sample(open_options, chance.randint(1, len(open_options)))
        values = {option.name: chance.choice([option.default, *ends(option)]) for option in some}
        yield chance.choice([None, *offered]), {name: spelt(value, chance) for name, value in values.items()}


def _bound(rules: str, seats: int | None, options: dict[str, Value]) -> Setting | None:
    try:
        return Setting(rules, seats, options, library().table(rule_sets()[rules], seats, options))
    except BindError:
        return None
