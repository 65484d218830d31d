"""All blocks of one table, and the tables near it at which what is claimed of this one may not be so.

A rule that never matters with one pack may matter with two; one for jokers is idle until they are in. So what was found
at one table is put to others: those that the rule set offers, by seats and options, and one that it may not offer, with
twice as many packs. There a sample is enough, for a single hand speaks against a claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

from referee.lang.syntax import Name, Number
from referee.lang.types import Member, Truth
from referee.lang.walk import definitions_used, everything
from referee.limits import SEATS
from referee.rules.model import Option, RuleSet, Setting
from referee.table import BindError, Table, bind
from referee.table.draft import Compilations, within
from referee.table.options import OptionValue
from referee.workshop.hands import Hands
from referee.workshop.proof.block import Block
from referee.workshop.proof.blocks import close_block, course_blocks, gates_block, melds_block, points_block
from referee.workshop.proof.closerules import CloseRules, effects_of
from referee.workshop.proof.handkinds import HandKinds, hand_kinds

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
        table = rules.table
        made = (
            points_block(table),
            melds_block(table),
            gates_block(rules),
            close_block(rules, kinds),
            *course_blocks(table),
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
    """Tables of the same rules that differ in the cards or in what rules about cards read."""
    seen = {_look(table)}
    count = 0
    compilations = Compilations(table.rule_set)
    for said, seats, options in _choices(table):
        try:
            other = bind(table.rule_set, seats, options, compilations)
        except BindError:
            continue
        look = _look(other)
        if look in seen or count >= MOST_TABLES:
            continue
        seen.add(look)
        count += 1
        yield Near(said, True, other)
    if table.pack.copies == 1:
        try:
            yield Near("with two packs", False, bind(_two_packs(table.rule_set), table.seats, table.options))
        except BindError:
            return


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


def _choices(table: Table) -> Iterator[tuple[str, int, dict[str, OptionValue]]]:
    """Seats and options that differ from those of a table in one thing, then in two."""
    single: list[tuple[str, int | None, dict[str, OptionValue]]] = []
    for name, option in table.rule_set.options.items():
        for value in _values(table.rule_set, option):
            if value != table.options[name]:
                single.append((f"`{name}` {_plain(value)}", None, {name: value}))
    seats = _seats(table)
    single += [(f"{number} seats", number, {}) for number in seats if number != table.seats]
    options = table.rule_set.options
    base = {name: value for name, value in table.options.items() if value != options[name].default}
    for said, number, chosen in single:
        yield f"with {said}", number or table.seats, {**base, **chosen}
    for one, other in combinations(single, 2):
        if not set(one[2]) & set(other[2]) and (one[1] is None or other[1] is None):
            yield f"with {one[0]} and {other[0]}", one[1] or other[1] or table.seats, {**base, **one[2], **other[2]}


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


def _plain(value: OptionValue) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _two_packs(rule_set: RuleSet) -> RuleSet:
    """The same rules with two packs, whatever they say of their number."""
    copies = rule_set.settings["pack.copies"]
    two = Setting(copies.slot, copies.clause, Number(value=2, type=copies.expr.type), copies.origin)
    return replace(rule_set, settings={**rule_set.settings, "pack.copies": two})
