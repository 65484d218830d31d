"""Is the game possible? Asked once when a rule set is compiled, for every table it offers.

A table differs from another by its seats and by the options that the pack, the deal, the points, the melds or the
stock depend on. Of an option that runs from one value to another all are tried if they are few, else both ends and
what lies around the numbers that stand in those rules. What is wrong is told once, with the seats and options without
which it would be right. Values that were not tried are no way past the bounds: `bind` asks `faults_of` of every table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import NamedTuple, Protocol

from referee.lang.cost import Costs
from referee.lang.syntax import Expr, Number
from referee.lang.types import Quantity, Truth
from referee.lang.walk import everything, names
from referee.limits import SEATS
from referee.rules.model import Case, Condition, Option, RuleSet, Setting
from referee.table.dead_ends import ABOUT_CARDS, dead_closes, dead_turns, likeness
from referee.table.draft import Binder, Compilations, Draft, Ranges, draft, seats_offered, within
from referee.table.fault import TableFault
from referee.table.faults import Lasting, always, faults_of, lasting
from referee.table.options import OptionValue, value_text

_SECTIONS = ("table", "pack", "deal", "points", "melds", "stock")

_MOST_TABLES = 128
_MOST_STEPS = 10_000
"""Steps for all tables that are tried, for one number of seats."""
_FEW_VALUES = 16
"""An option with no more values than these is tried with all of them."""


class Problem(NamedTuple):
    """What makes a game impossible; `path` is the dotted path of the setting to look at first."""

    code: str
    message: str
    path: str


Values = Mapping[str, OptionValue]
_Place = tuple[int, Values]


def impossible(rule_set: RuleSet) -> list[Problem]:
    """Every problem of a playable rule set (CH501-CH504, CH509, CH513, CH516-CH519), each once."""
    if not rule_set.playable:
        return []
    found: dict[tuple[str, str, str], list[tuple[int, TableFault]]] = {}
    compilations = Compilations(rule_set)
    places, faults = tables_of(rule_set, compilations)
    for fault in (*faults, *always(rule_set)):
        found.setdefault((fault.code, fault.path, fault.about), []).append((-1, fault))
    alike: dict[tuple[int, int, int], list[int]] = {}
    drafts: list[Draft] = []
    tables = Tables(rule_set, compilations)
    for number, (seats, values) in enumerate(places):
        made, known = tables.at(seats, values)
        faults = faults_of(made, known)
        if not faults:
            faults = list(dead_turns(made))
            numbers = alike.setdefault(likeness(made), [])
            drafts += [] if numbers else [made]
            numbers.append(number)
        for fault in faults:
            found.setdefault((fault.code, fault.path, fault.about), []).append((number, fault))
    for made in drafts if len(drafts) <= _FEW_VALUES else ():
        for fault in dead_closes(made):
            same = found.setdefault((fault.code, fault.path, fault.about), [])
            same.extend((number, fault) for number in alike[likeness(made)])
    problems = []
    for seen in found.values():
        number, fault = seen[0]
        at = "" if number < 0 else _only_where(places, [number for number, _ in seen])
        problems.append(Problem(fault.code, f"{fault.message}{at}", fault.path))
    return problems


class Tables:
    """Tables worked out, those together that differ in their seats alone where no rule that is asked here sees them."""

    def __init__(self, rule_set: RuleSet, compilations: Compilations) -> None:
        self._rule_set, self._compilations = rule_set, compilations
        asked = [*(one.expr for one in rule_set.settings.values()), *rules_of_tables(rule_set)]
        asked += [one.expr for block in ABOUT_CARDS for one in rule_set.conditions.get(block, ())]
        self._sees_seats = any("seats" in compilations.reads(expr) for expr in asked)
        self._made: dict[tuple[object, ...], tuple[Draft, Lasting]] = {}

    def at(self, seats: int, values: Values) -> tuple[Draft, Lasting]:
        """A table, and what is wrong with it however many seats it has."""
        key = (seats if self._sees_seats else 0, *values.values())
        known = self._made.get(key)
        if known is None:
            made = draft(self._rule_set, seats, values, self._compilations)
            known = self._made[key] = made, lasting(made)
        made, faults = known
        return (made if made.seats == seats else replace(made, seats=seats)), faults


# -- which tables ------------------------------------------------------------------------------------------------


def tables_of(rule_set: RuleSet, compilations: Compilations) -> tuple[list[_Place], list[TableFault]]:
    """The tables to try: seats and the value of every option. And what is wrong with the numbers of seats."""
    places: list[_Place] = []
    faults: list[TableFault] = []
    for values in _choices(rule_set, compilations):
        binder = Binder(rule_set, values, compilations)
        ranges = seats_offered(binder)
        faults.extend(_seat_faults(ranges))
        for seats in within(ranges, SEATS):
            if len(places) < _MOST_TABLES * SEATS:
                places.append((seats, values))
    return places, faults


class _HasRules(Protocol):
    """What is read of a rule set, finished or not."""

    @property
    def settings(self) -> Mapping[str, Setting]: ...
    @property
    def cases(self) -> Mapping[str, tuple[Case, ...]]: ...
    @property
    def conditions(self) -> Mapping[str, tuple[Condition, ...]]: ...


def rules_of_tables(rules: _HasRules) -> list[Expr]:
    """The expressions that setting up a table evaluates."""
    found = [one.expr for slot, one in rules.settings.items() if slot.split(".")[0] in _SECTIONS]
    found += [expr for case in rules.cases.get("points", ()) for expr in (case.when, case.value)]
    return found + [one.expr for one in rules.conditions.get("melds.each_meld", ())]


def _seat_faults(ranges: Ranges) -> Iterator[TableFault]:
    if any(low < 1 or high is None or high > SEATS for low, high in ranges) or not within(ranges, SEATS):
        yield TableFault("CH519", "table.seats", "", f"a table has 1 to {SEATS} seats")


def _choices(rule_set: RuleSet, compilations: Compilations) -> Iterator[dict[str, OptionValue]]:
    """Every choice of the options that matter, the others at their defaults; each alone if they are too many."""
    defaults = {name: option.default for name, option in rule_set.options.items()}
    matter, numbers = _options_that_matter(rule_set)
    tried = {name: _values(rule_set, option, numbers) for name, option in matter.items()}
    most = _most_choices(rule_set)
    if prod(map(len, tried.values())) <= most:
        chosen: Iterable[dict[str, OptionValue]] = (
            dict(zip(tried, values, strict=True)) for values in product(*tried.values())
        )
    else:
        ones = [{name: value} for name, values in tried.items() for value in values]
        chosen = [{}, *ones[: most - 2], {name: values[-1] for name, values in tried.items()}]
    for choice in chosen:
        complete = {**defaults, **choice}
        if _offered(rule_set, complete, compilations):
            yield complete


def _most_choices(rule_set: RuleSet) -> int:
    """How many choices of options are tried: fewer where a table takes many steps to set up."""
    costs = Costs({}, {name: one.expr for name, one in rule_set.definitions.items()})
    steps = sum(map(costs.of, rules_of_tables(rule_set)))
    return max(2, min(_MOST_TABLES, _MOST_STEPS // max(steps, 1)))


def _values(rule_set: RuleSet, option: Option, numbers: frozenset[int]) -> Sequence[OptionValue]:
    """The values of an option that are tried, its default first. `numbers` stand in the rules that depend on it."""
    if option.fixed:
        return (option.default,)
    if isinstance(option.type, Truth):
        values: Iterable[OptionValue] = (False, True)
    elif option.one_of:
        values = option.one_of
    elif isinstance(option.type, Quantity):
        values = _of_a_range(option, numbers)
    else:
        values = rule_set.enums[option.name].members
    return tuple(dict.fromkeys((option.default, *values)))


def _of_a_range(option: Option, numbers: frozenset[int]) -> Sequence[int]:
    """All values of a short range; of a long one its ends and what lies around the numbers of the rules."""
    if option.low is None or option.high is None:
        return [end for end in (option.low, option.high) if end is not None]
    if option.high - option.low < _FEW_VALUES:
        return range(option.low, option.high + 1)
    around = sorted({number + step for number in numbers for step in (-1, 0, 1)})
    return [option.low, option.high, *(one for one in around if option.low < one < option.high)][:_MOST_TABLES]


def _offered(rule_set: RuleSet, values: Values, compilations: Compilations) -> bool:
    """Whether a table may choose all of these together."""
    binder = Binder(rule_set, values, compilations)
    return all(
        option.when is None or values[name] == option.default or binder.value(option.when)
        for name, option in rule_set.options.items()
    )


def _options_that_matter(rule_set: RuleSet) -> tuple[dict[str, Option], frozenset[int]]:
    """The options that the sections in question mention, themselves or through definitions, and through `when`.

    Beside them the numbers that stand in those expressions.
    """
    waiting = rules_of_tables(rule_set)
    opened: set[str] = set()
    found: set[str] = set()
    numbers: set[int] = set()
    while waiting:
        expr = waiting.pop()
        numbers.update(node.value for node in everything(expr) if isinstance(node, Number))
        for name in names(expr, "definition") - opened:
            opened.add(name)
            waiting.append(rule_set.definitions[name].expr)
        for name in names(expr, "option") - found:
            found.add(name)
            when = rule_set.options[name].when
            if when is not None:
                waiting.append(when)
    return {name: option for name, option in rule_set.options.items() if name in found}, frozenset(numbers)


def _only_where(places: Sequence[_Place], failing: Sequence[int]) -> str:
    """`, with 8 seats and `jokers` 2`: what of the first failing table it takes to fail; nothing if all fail."""
    if len(set(failing)) == len(places):
        return ""
    bad = set(failing)
    seats, values = places[failing[0]]
    needed: dict[str, OptionValue] = {"seats": seats, **values}
    for name in list(needed):
        fewer = {other: value for other, value in needed.items() if other != name}
        alike = [number for number, place in enumerate(places) if _matches(place, fewer)]
        if all(number in bad for number in alike):
            needed = fewer
    words = []
    for name, value in needed.items():
        if name == "seats":
            words.append(f"{value} seat{'' if value == 1 else 's'}")
        else:
            words.append(f"`{name}` {value_text(value)}")
    return f" with {' and '.join(words)}" if words else ""


def _matches(place: _Place, wanted: Values) -> bool:
    seats, values = place
    return all(seats == value if name == "seats" else values[name] == value for name, value in wanted.items())
