"""All blocks of one table, and the tables near it at which what is claimed of this one may not be so.

A rule that never matters with one pack may matter with two; one for jokers is idle until they are in. So what was found
at one table is put to others: those that the rule set offers, by seats and options, and one that it may not offer, with
twice as many packs. There a sample is enough, for a single hand speaks against a claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from referee.lang.syntax import Name, Number
from referee.lang.types import Member, Truth
from referee.lang.walk import definitions_used, everything
from referee.limits import SEATS
from referee.rules.model import Option, RuleSet, Setting
from referee.table import BindError, Table, bind
from referee.table.draft import Compilations, within
from referee.table.options import OptionValue, value_text
from referee.workshop.hands import Hands
from referee.workshop.proof.block import Block
from referee.workshop.proof.blocks import (
    close_block,
    course_blocks,
    gates_block,
    melds_block,
    points_block,
    telling_courses,
)
from referee.workshop.proof.closerules import CloseRules, effects_of
from referee.workshop.proof.gameblocks import game_blocks
from referee.workshop.proof.gameends import Round, possible_rounds
from referee.workshop.proof.handkinds import HandKinds, hand_kinds
from referee.workshop.proof.laidblocks import laid_blocks
from referee.workshop.proof.seatblocks import seat_blocks
from referee.workshop.proof.turnblocks import turn_blocks

MOST_TABLES = 24
"""Other tables that are asked besides."""

_SAMPLE = 4_000
_FEW = 60_000
"""Hands so few that each is asked about."""
_SHARE = 20
"""Of fewer hands that cannot be listed a share is enough."""

Key = tuple[str, str]
"""A block of a table: its name, and what it is judged on."""


@dataclass(frozen=True, slots=True)
class TableBlocks:
    """The blocks of one table, and the kinds of hands the close was judged on."""

    rules: CloseRules
    kinds: HandKinds
    blocks: Mapping[Key, Block]

    @classmethod
    def of(cls, rules: CloseRules, kinds: HandKinds) -> TableBlocks:
        """All blocks of a table."""
        rules, table = telling_courses(rules, kinds), rules.table
        close = close_block(rules, kinds)
        dearest = {max(point.deadwood for point in kinds.points): 1}

        def possible() -> tuple[Round, ...]:
            return possible_rounds(table, close, dearest)

        made = (
            points_block(table),
            melds_block(table),
            gates_block(rules),
            close,
            *course_blocks(table),
            *turn_blocks(table),
            *laid_blocks(rules, kinds, close),
            *seat_blocks(rules, kinds, close),
            *game_blocks(table, possible, exact=close.exact),
        )
        return cls(rules, kinds, {(block.name, block.what): block for block in made})


@dataclass(frozen=True, slots=True)
class Near:
    """A table near another: what is different there in words, and whether the rule set offers it."""

    said: str
    offered: bool
    table: Table


def blocks_near(near: Near, chance: Random) -> TableBlocks:
    """The blocks of a table nearby: all its hands where they are few, else a sample."""
    rules = CloseRules.of(near.table)
    hands = Hands.of([near.table])
    sample = None if hands.countable and hands.hands <= _FEW else min(_SAMPLE, hands.hands // _SHARE)
    return TableBlocks.of(rules, hand_kinds(rules, chance, sample=sample))


def tables_near(table: Table) -> Iterator[Near]:
    """Tables of the same rules that differ in the cards or in what rules about cards read, the nearest first.

    Two changes at once are made only where one alone is not offered.
    """
    seen, compilations = {_look(table)}, Compilations(table.rule_set)
    single, refused = _changes(table), list[_Change]()
    for change in single:
        near = _changed(table, (change,), compilations)
        if near is None:
            refused.append(change)
        elif _is_new(near, seen):
            yield near
    for one in refused:
        for other in single:
            if one.options.keys() != other.options.keys():
                near = _changed(table, (other, one), compilations)
                if near is not None and _is_new(near, seen):
                    yield near
    if table.pack.copies == 1:
        near = _changed(table, (), None, _two_packs(table.rule_set))
        if near is not None:
            yield replace(near, said="with two packs", offered=False)


@dataclass(frozen=True, slots=True)
class _Change:
    """One thing that is different: in words, the seats (None: as they are), an option (none: as they are)."""

    said: str
    seats: int | None
    options: Mapping[str, OptionValue]


def _is_new(near: Near, seen: set[tuple[object, ...]]) -> bool:
    """Whether no table that looks like it was asked, and there is room for one more."""
    look = _look(near.table)
    if look in seen or len(seen) > MOST_TABLES:
        return False
    seen.add(look)
    return True


def _changed(
    table: Table, changes: Sequence[_Change], compilations: Compilations | None, rules: RuleSet | None = None
) -> Near | None:
    """The table with some changes; None if it is not offered."""
    defaults = table.rule_set.options
    options = {name: value for name, value in table.options.items() if value != defaults[name].default}
    for change in changes:
        options |= change.options
    seats = next((change.seats for change in changes if change.seats is not None), table.seats)
    try:
        other = bind(rules or table.rule_set, seats, options, compilations)
    except BindError:
        return None
    return Near(f"with {' and '.join(change.said for change in changes)}", True, other)


def _changes(table: Table) -> list[_Change]:
    """Each other value of each option, and each other number of seats."""
    options = [
        _Change(f"`{name}` {value_text(value)}", None, {name: value})
        for name, option in table.rule_set.options.items()
        for value in _values(table.rule_set, option)
        if value != table.options[name]
    ]
    return options + [_Change(f"{seats} seats", seats, {}) for seats in _seats(table) if seats != table.seats]


def _look(table: Table) -> tuple[object, ...]:
    """What rules about cards see of a table."""
    kinds = tuple((kind.text, kind.count, kind.points, kind.wild) for kind in table.pack.kinds)
    named = _named(table.rule_set)
    chosen = tuple((name, table.constants[name]) for name in sorted(named) if name in table.constants)
    return (kinds, table.hand_size, table.meld_rules.allowed, table.meld_rules.twins, chosen)


def _named(rule_set: RuleSet) -> frozenset[str]:
    """The options and table facts that rules about cards and hands name, through definitions too."""
    blocks = ("close.may_close", "melds.whole_hand", "melds.each_meld")
    exprs = [one.expr for block in blocks for one in rule_set.conditions.get(block, ())]
    exprs += [expr for one in rule_set.outcomes for expr in effects_of(one)]
    exprs += [expr for one in rule_set.cases.get("points", ()) for expr in (one.when, one.value)]
    trees = {name: one.expr for name, one in rule_set.definitions.items()}
    exprs += [trees[name] for name in {name for expr in exprs for name in definitions_used(expr, trees)}]
    return frozenset(node.name for expr in exprs for node in everything(expr) if isinstance(node, Name))


def _seats(table: Table) -> tuple[int, ...]:
    """The numbers of seats that the rules offer."""
    ranges = table.binder.value(table.rule_set.settings["table.seats"].expr)
    return within(ranges, SEATS)


def _values(rule_set: RuleSet, option: Option) -> tuple[OptionValue, ...]:
    if option.fixed:
        return ()
    if isinstance(option.type, Truth):
        return (False, True)
    if option.one_of:
        return option.one_of
    if isinstance(option.type, Member):
        return rule_set.enums[option.name].members
    return tuple(end for end in (option.low, option.high) if end is not None)


def _two_packs(rule_set: RuleSet) -> RuleSet:
    """The same rules with two packs, whatever they say of their number."""
    copies = rule_set.settings["pack.copies"]
    two = Setting(copies.slot, copies.clause, Number(value=2, type=copies.expr.type), copies.origin)
    return replace(rule_set, settings={**rule_set.settings, "pack.copies": two})
