"""Is the game possible? Asked once when a rule set is compiled, for every table it offers.

A table differs from another by its seats and by the options that the pack, the deal, the points, the melds or the
stock depend on. Of an option that runs from one value to another all are tried if they are few, else both ends and
what lies around the numbers that stand in those rules. What is wrong is told once, with the seats and options without
which it would be right. Values that were not tried are no way past the bounds: `bind` asks `faults_of` of every table.

Some bounds stand here only to keep hands fast to judge: the search for the best arrangement grows with the number of
different cards that may stand for others (`game.space`), so few of them are allowed, and fewer in larger hands. With
hands of seven the worst then takes milliseconds, with hands of fourteen and four wild cards in play under a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple, Protocol

from referee.diagnostics.spelling import counted
from referee.lang.cost import Costs
from referee.lang.syntax import Expr, Field, Name, Number, Preference
from referee.lang.types import Quantity, Truth
from referee.lang.walk import everything, names, reads
from referee.limits import CARD_POINTS, RANKS, SUITS, WILD_KINDS, WILD_KINDS_OF_MORE, WILD_KINDS_OF_TEN
from referee.rules.model import Case, Condition, Option, RuleSet, Setting
from referee.table.draft import (
    MOST_COPIES,
    MOST_HAND,
    MOST_JOKERS,
    MOST_SEATS,
    Binder,
    Compilations,
    Draft,
    MeldRecord,
    Named,
    Ranges,
    draft,
    seats_offered,
    within,
)
from referee.table.melds import MELD_KINDS, RUN, SET, Signature
from referee.table.options import OptionValue, shown

LEAST_MELD = 3
MOST_POINTS, MOST_SUITS, MOST_RANKS = CARD_POINTS, SUITS, RANKS
_SECTIONS = ("table", "pack", "deal", "points", "melds", "stock")

_MOST_TABLES = 128
_MOST_STEPS = 10_000
"""Steps for all tables that are tried, for one number of seats."""
_FEW_VALUES = 16
"""An option with no more values than these is tried with all of them."""
_WILD_KINDS = ((8, WILD_KINDS), (10, WILD_KINDS_OF_TEN), (MOST_HAND, WILD_KINDS_OF_MORE))
"""Up to so many cards in a hand, so many different cards may be wild."""


class Problem(NamedTuple):
    """What makes a game impossible; `path` is the dotted path of the setting to look at first."""

    code: str
    message: str
    path: str


@dataclass(frozen=True, slots=True)
class _Fault:
    """A problem at one table. `about` tells apart problems with the same code and path."""

    code: str
    path: str
    about: str
    message: str


Values = Mapping[str, OptionValue]
_Place = tuple[int, Values]


def impossible(rule_set: RuleSet) -> list[Problem]:
    """Every problem of a playable rule set (CH501-CH506, CH509, CH513), each once; none if all tables are sound."""
    if not rule_set.playable:
        return []
    found: dict[tuple[str, str, str], list[tuple[int, _Fault]]] = {}
    compilations = Compilations(rule_set)
    places, faults = tables_of(rule_set, compilations)
    for fault in (*faults, *_always(rule_set)):
        found.setdefault((fault.code, fault.path, fault.about), []).append((-1, fault))
    for number, (seats, values) in enumerate(places):
        for fault in faults_of(draft(rule_set, seats, values, compilations)):
            found.setdefault((fault.code, fault.path, fault.about), []).append((number, fault))
    problems = []
    for seen in found.values():
        number, fault = seen[0]
        at = "" if number < 0 else _only_where(places, [number for number, _ in seen])
        problems.append(Problem(fault.code, f"{fault.message}{at}", fault.path))
    return problems


# -- which tables ------------------------------------------------------------------------------------------------


def tables_of(rule_set: RuleSet, compilations: Compilations) -> tuple[list[_Place], list[_Fault]]:
    """The tables to try: seats and the value of every option. And what is wrong with the numbers of seats."""
    places: list[_Place] = []
    faults: list[_Fault] = []
    for values in _choices(rule_set, compilations):
        binder = Binder(rule_set, values, compilations)
        ranges = seats_offered(binder)
        faults.extend(_seat_faults(ranges))
        for seats in within(ranges, MOST_SEATS):
            if len(places) < _MOST_TABLES * MOST_SEATS:
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


def _seat_faults(ranges: Ranges) -> Iterator[_Fault]:
    if any(low < 1 or high is None or high > MOST_SEATS for low, high in ranges) or not within(ranges, MOST_SEATS):
        yield _Fault("CH506", "table.seats", "", f"a table has 1 to {MOST_SEATS} seats")


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
            words.append(f"`{name}` {shown(value)}")
    return f" with {' and '.join(words)}" if words else ""


def _matches(place: _Place, wanted: Values) -> bool:
    seats, values = place
    return all(seats == value if name == "seats" else values[name] == value for name, value in wanted.items())


# -- what can be wrong -------------------------------------------------------------------------------------------


def _always(rule_set: RuleSet) -> Iterator[_Fault]:
    """What does not depend on the table."""
    if not 1 <= len(rule_set.suits) <= MOST_SUITS:
        yield _Fault("CH506", "pack.suits", "", f"{len(rule_set.suits)} suits, expected 1 to {MOST_SUITS}")
    if not LEAST_MELD <= len(rule_set.ranks) <= MOST_RANKS:
        message = f"{len(rule_set.ranks)} ranks, expected {LEAST_MELD} to {MOST_RANKS}"
        yield _Fault("CH506", "pack.ranks", "", message)
    definitions = {name: one.expr for name, one in rule_set.definitions.items()}
    preferences = [one.prefer for one in rule_set.winner if isinstance(one.prefer, Preference)]
    if not any(one.prefer != "holds" and "total" in reads(one.operand, definitions) for one in preferences):
        message = "no criterion asks for the lowest or the highest `total`, so nothing says which points are good"
        yield _Fault("CH513", "game.winner", "", message)


def faults_of(made: Draft) -> Iterator[_Fault]:
    """What is wrong at one table, whatever its options.

    A later check is left out where an earlier one leaves it no meaning.
    """
    bounds = list(_bound_faults(made))
    yield from bounds
    if bounds:
        return
    yield from _text_faults(made)
    yield from _size_faults(made)
    yield from _point_faults(made)
    yield from _wild_faults(made)
    yield from _meld_faults(made)


def _bound_faults(made: Draft) -> Iterator[_Fault]:
    settings = made.settings
    for slot, low, high, unit in (
        ("deal.cards", 1, MOST_HAND, "cards in a hand"),
        ("pack.copies", 1, MOST_COPIES, "packs"),
        ("pack.jokers", 0, MOST_JOKERS, "jokers"),
    ):
        if not low <= settings[slot] <= high:
            yield _Fault("CH506", slot, "", f"{settings[slot]} {unit}, expected {low} to {high}")
    for slot, unit in (("stock.keep", "cards kept in the stock"), ("stock.at_most", "shuffles")):
        if slot in settings and settings[slot] < 0:
            yield _Fault("CH506", slot, "", f"{settings[slot]} {unit}, expected 0 or more")
    for kind in MELD_KINDS:
        sizes: Ranges = settings[f"melds.{kind}.size"]
        least = min((low for low, _ in sizes), default=0)
        if least < LEAST_MELD:
            message = f"a {kind} of {counted(least, 'card')}, expected at least {LEAST_MELD}"
            yield _Fault("CH506", f"melds.{kind}.size", "", message)
        if any(high is not None and high < low for low, high in sizes):
            yield _Fault("CH506", f"melds.{kind}.size", "empty", "a range that ends below its beginning")


def _text_faults(made: Draft) -> Iterator[_Fault]:
    texts = made.notation.texts
    twice = next((text for number, text in enumerate(texts) if text in texts[:number]), None)
    if twice is not None:
        yield _Fault("CH509", "pack.ranks", twice, f"two different cards are written `{twice}`")


def _size_faults(made: Draft) -> Iterator[_Fault]:
    """Enough cards for the deal, the card that follows it, and a stock to draw from."""
    dealt = made.seats * made.hand_size
    next_card = 0 if made.settings["deal.next_card"] == "none" else 1
    needed = dealt + next_card + made.settings["stock.keep"] + 1
    size = sum(kind.count for kind in made.kinds)
    if needed > size:
        message = f"the pack has {size} cards, and the deal, the card after it and a stock to draw from take {needed}"
        yield _Fault("CH501", "pack", "", message)


def _point_faults(made: Draft) -> Iterator[_Fault]:
    jokers = [kind for kind in made.unpriced if kind.joker]
    others = [kind.text for kind in made.unpriced if not kind.joker]
    if others:
        shown_texts = ", ".join(f"`{text}`" for text in others[:3])
        more = f" and {len(others) - 3} more" if len(others) > 3 else ""
        yield _Fault("CH503", "points", "", f"no case gives points to {shown_texts}{more}")
    if jokers:
        yield _Fault("CH504", "points", "", f"no case gives points to `{jokers[0].text}`")
    for kind in made.kinds:
        if abs(kind.points) > MOST_POINTS:
            message = f"`{kind.text}` counts {kind.points}, expected at most {MOST_POINTS} points up or down"
            yield _Fault("CH506", "points", "bound", message)
            break


def _wild_faults(made: Draft) -> Iterator[_Fault]:
    wild = sum(kind.wild for kind in made.kinds)
    most = next(kinds for cards, kinds in _WILD_KINDS if made.hand_size <= cards)
    if wild > most:
        message = f"{wild} different cards are wild, expected at most {most} with {made.hand_size} cards in a hand"
        yield _Fault("CH506", "pack.wild", "", message)


def _room(made: Draft, kind: int, most: int) -> str:
    """What bounds the size of a meld."""
    if most == made.hand_size:
        return f"a hand has {counted(most, 'card')}"
    return f"the pack has {counted(most, 'rank')}" if kind == RUN else f"the pack has {most} cards of each rank"


def _meld_faults(made: Draft) -> Iterator[_Fault]:
    """Every size that is listed, and the lowest of every range, must be possible with this pack.

    The conditions may rule out sizes, and one kind of meld altogether if they speak of the kind (`meld.kind is run`);
    where they leave no meld, or no set without ever saying so, they contradict the sizes.
    """
    rules = made.meld_rules
    room = {
        RUN: min(rules.pack.rank_count, made.hand_size),
        SET: min(rules.pack.suit_count * rules.suit_room, made.hand_size),
    }
    allowed = {(signature.kind, signature.size) for signature in rules.allowed}
    meant = any(_asks(made, one.expr, "kind") for one in made.rule_set.conditions.get("melds.each_meld", ()))
    for kind, word in enumerate(MELD_KINDS):
        for low, _ in made.settings[f"melds.{word}.size"]:
            if low > room[kind]:
                message = f"a {word} of {low} cards cannot exist: {_room(made, kind, room[kind])}"
                yield _Fault("CH502", f"melds.{word}.size", str(low), message)
        fits_hand = any(low <= room[kind] for low, _ in made.settings[f"melds.{word}.size"])
        if fits_hand and allowed and not meant and not any(one == kind for one, _ in allowed):
            message = f"no {word} of any size meets the conditions on melds"
            yield _Fault("CH502", "melds.each_meld", word, message)
    if not allowed:
        yield _Fault("CH502", "melds.each_meld", "", "no meld of any size meets the conditions on melds")
    yield from _wild_meld_faults(made)


def _wild_meld_faults(made: Draft) -> Iterator[_Fault]:
    """A condition that speaks of the naturals of a meld and is content with none of them.

    The referee never takes wild cards alone for a meld, for they have neither rank nor suit; an author who allows it
    in so many words is told.
    """
    conditions = [
        one for one in made.rule_set.conditions.get("melds.each_meld", ()) if _asks(made, one.expr, "naturals")
    ]
    wilds = sum(kind.count for kind in made.kinds if kind.wild)
    for one in conditions:
        test = made.binder.compile(one.expr)
        for kind, word in enumerate(MELD_KINDS):
            for size in within(made.settings[f"melds.{word}.size"], min(wilds, made.hand_size)):
                alone = Signature(kind, size, size, size)
                if test.call(Named(meld=MeldRecord.of(made.rule_set.enums, alone))):
                    message = f"`{one.key}` allows a {word} of {size} wild cards and no natural one"
                    yield _Fault("CH505", f"melds.each_meld.{one.key}", "", message)
                    return


def _asks(made: Draft, expr: Expr, field: str) -> bool:
    """Whether a condition on melds looks at one of their fields, through definitions too."""
    waiting, opened = [expr], set[str]()
    while waiting:
        for node in everything(waiting.pop()):
            if isinstance(node, Field) and node.name == field:
                return True
            if isinstance(node, Name) and node.sort == "definition" and node.name not in opened:
                opened.add(node.name)
                waiting.append(made.binder.definitions[node.name])
    return False
