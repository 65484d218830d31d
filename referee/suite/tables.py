"""The tables of a rule set: the settings at which something may come out otherwise, each bound when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.limits import SEATS
from referee.rules.model import Option, RuleSet
from referee.table import BindError, Table, bind
from referee.table.draft import Compilations
from referee.table.options import value_text


def flow(said: Mapping[str, str]) -> str:
    """Keys and values in braces."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in said.items()) + "}"


@dataclass(frozen=True, slots=True)
class Setting:
    """Seats and options that differ from the defaults, as a test writes them."""

    seats: int | None
    options: Mapping[str, str]

    def said(self) -> dict[str, str]:
        """The keys of a test that choose it."""
        seats = {} if self.seats is None else {"seats": str(self.seats)}
        return seats | ({"options": flow(self.options)} if self.options else {})


class Tables:
    """The tables of a rule set by setting; other rules of the same options can be asked at the same settings."""

    def __init__(self, rules: RuleSet, compilations: Compilations | None = None) -> None:
        self.rules = rules
        self._compilations = compilations or Compilations(rules)
        self._made: dict[tuple[object, ...], Table | None] = {}

    def at(self, setting: Setting) -> Table | None:
        """The table; None where there is no game."""
        key = (setting.seats, *sorted(setting.options.items()))
        if key not in self._made:
            try:
                self._made[key] = bind(self.rules, setting.seats, dict(setting.options), self._compilations)
            except BindError:
                self._made[key] = None
        return self._made[key]


def offer_told(table: Table | None) -> dict[str, str]:
    """What comes of setting up a table, by the keys of a test."""
    return {"table": "refused"} if table is None else {"table": "offered", "cards": str(table.pack.size)}


def offer_entry(setting: Setting, told: Mapping[str, str]) -> str:
    """Setting up a table as a test."""
    return flow({**told, **setting.said()})


def offers(rules: RuleSet) -> list[Setting]:
    """Settings that may be no game, too: every number of seats, and the options as in `settings_of`."""
    return [*settings_of(rules), *(Setting(seats, {}) for seats in range(1, SEATS + 1))]


def widest(rules: RuleSet) -> list[Setting]:
    """The settings of `settings_of`, and every number of seats there is a game for."""
    return [*settings_of(rules), *(Setting(seats, {}) for seats in range(2, SEATS + 1))]


def settings_of(rules: RuleSet) -> list[Setting]:
    """The usual table, and those where one option is chosen otherwise, or all are."""
    found = [Setting(None, {})]
    others = {name: _values(option) for name, option in rules.options.items() if not option.fixed}
    for name, values in others.items():
        found += [Setting(None, {name: value}) for value in values]
    lively = {name: values[0] for name, values in others.items() if values and not _is_bound(rules.options[name])}
    if len(lively) > 1:
        found.append(Setting(None, lively))
    return found


def _values(option: Option) -> list[str]:
    """What else an option may be: all of a few values, the ends of a range."""
    if isinstance(option.default, bool):
        return [value_text(not option.default)]
    listed = [str(value) for value in option.one_of]
    if not listed and option.low is not None and option.high is not None:
        listed = [str(option.low), str(option.high)]
    if not listed and option.one_of == () and isinstance(option.default, str):
        return []
    return [value for value in listed if value != str(option.default)]


def _is_bound(option: Option) -> bool:
    return option.low is not None or option.high is not None
