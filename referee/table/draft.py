"""A table as far as it can be worked out, possible or not: what binding and the cross-checks both rest on.

Everything that depends on seats and options alone is evaluated here once: the settings, which cards are wild, what
each costs, which melds there may be. Nothing is judged; `bind` takes a draft that must be sound, and
`possible` tells what is wrong with one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, cast

from referee.cards import Notation
from referee.frozen import changed
from referee.lang.compile import Compiled, compile_expression
from referee.lang.syntax import Expr
from referee.lang.types import Enumerations, Member
from referee.lang.walk import definitions_used, names, reads
from referee.limits import HAND_EXTRA_CARDS
from referee.rules.model import RuleSet, Setting
from referee.table.melds import MELD_KINDS, Ace, MeldRules, Signature
from referee.table.options import OptionValue, choose
from referee.table.pack import Kind, Pack, blank_kinds

Ranges = tuple[tuple[int, int | None], ...]
"""A set of whole numbers: ranges with both ends, the upper one None where there is none."""

TABLE_FACTS = frozenset({"seats", "hand_size"})


@dataclass(frozen=True, slots=True)
class MeldRecord:
    """The record `meld` as conditions see it."""

    kind: int
    size: int
    wilds: int
    naturals: int
    outer_wilds: int
    own: bool = False

    @classmethod
    def of(cls, enums: Enumerations, signature: tuple[int, int, int, int], *, own: bool = False) -> MeldRecord:
        """The record of a meld with this signature (`table.melds.Signature`)."""
        kind, size, wilds, outer = signature
        return cls(enums["kind"].index(MELD_KINDS[kind]), size, wilds, size - wilds, outer, own)


@dataclass(slots=True)
class Named:
    """The facts of a slot that sees one card or one meld beside the table."""

    card: Kind | None = None
    meld: MeldRecord | None = None


NOTHING = Named()

Made = TypeVar("Made")


class _Read(NamedTuple):
    """What an expression reads: its facts, and what of the table may be known beforehand (options, `TABLE_FACTS`)."""

    expr: Expr
    facts: frozenset[str]
    of_table: tuple[str, ...]


class Compilations:
    """The expressions of one rule set as functions, for all its tables: most read neither seats nor options.

    Each is compiled once for equal values of what it does read. What is worked out of functions alone is the same where
    they are (`kept`). Whoever sets up many tables holds one of these as long.
    """

    def __init__(self, rule_set: RuleSet) -> None:
        self.rule_set = rule_set
        self.definitions = {name: one.expr for name, one in rule_set.definitions.items()}
        self._known: dict[int, _Read] = {}
        self._made: dict[tuple[Any, ...], Compiled] = {}
        self._kept: dict[tuple[Any, ...], Any] = {}

    def of(self, expr: Expr, constants: Mapping[str, Any]) -> Compiled:
        """The function of an expression that is part of the rule set."""
        key = (id(expr), *[(name in constants, constants.get(name)) for name in self._read(expr).of_table])
        made = self._made.get(key)
        if made is None:
            enums = self.rule_set.enums
            made = compile_expression(expr, constants=constants, definitions=self.definitions, enums=enums)
            self._made[key] = made
        return made

    def reads(self, expr: Expr) -> frozenset[str]:
        """The facts it reads, through definitions too; `expr` is part of the rule set."""
        return self._read(expr).facts

    @cached_property
    def settings(self) -> tuple[tuple[str, Setting, Any], ...]:
        """Each setting with its slot, and its value where that is the same at all tables (None: it may not be)."""
        binder = Binder(self.rule_set, {}, self)

        def same(setting: Setting) -> bool:
            read = self._read(setting.expr)
            return not read.facts and not read.of_table

        settings = self.rule_set.settings.items()
        return tuple((slot, one, binder.setting(one) if same(one) else None) for slot, one in settings)

    def kept(self, key: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """What `make` gives, made once for each key: that names all it depends on, functions of `of` by identity."""
        if key not in self._kept:
            self._kept[key] = make()
        found: Made = self._kept[key]
        return found

    def _read(self, expr: Expr) -> _Read:
        known = self._known.get(id(expr))
        if known is None:  # kept with its tree, so that no other one can have its number
            facts, trees = reads(expr, self.definitions), [expr]
            trees += [self.definitions[name] for name in definitions_used(expr, self.definitions)]
            of_table = frozenset().union(*(names(tree, "option") for tree in trees), facts & TABLE_FACTS)
            known = self._known[id(expr)] = _Read(expr, facts, tuple(sorted(of_table)))
        return known


class Binder:
    """Compiles the expressions of a rule set for one choice of seats and options."""

    def __init__(
        self, rule_set: RuleSet, options: Mapping[str, OptionValue], compilations: Compilations | None = None
    ) -> None:
        self.rule_set = rule_set
        self.options = options
        self.compilations = compilations or Compilations(rule_set)
        self.definitions = self.compilations.definitions
        self.constants: dict[str, Any] = {
            name: rule_set.enums[name].index(value) if isinstance(value, str) else value
            for name, value in options.items()
        }

    def compile(self, expr: Expr) -> Compiled:
        """The expression as a function of the facts that are not known yet."""
        return self.compilations.of(expr, self.constants)

    def value(self, expr: Expr, facts: object = NOTHING) -> Any:
        """What it comes to; a member as its index."""
        return self.compile(expr).call(facts)

    def is_constant(self, expr: Expr) -> bool:
        """Whether seats and options decide it."""
        return self.compilations.reads(expr) <= TABLE_FACTS

    def setting(self, setting: Setting) -> Any:
        """The value of a setting: members by name, sets as ranges."""
        value = self.value(setting.expr)
        kind = setting.expr.type
        return self.rule_set.enums[kind.enum].member(value) if isinstance(kind, Member) else value


@dataclass(frozen=True)
class Draft:
    """One table. `settings` holds those that seats and options decide, by slot; `unpriced` the cards without points."""

    binder: Binder
    seats: int
    settings: Mapping[str, Any]
    kinds: tuple[Kind, ...]
    unpriced: tuple[Kind, ...]
    notation: Notation = field(repr=False)
    pack_key: tuple[Any, ...] = field(repr=False)
    """Where this is the same, so are the cards (`Compilations.kept`)."""

    @property
    def rule_set(self) -> RuleSet:
        """The rules it is a table of."""
        return self.binder.rule_set

    @property
    def hand_size(self) -> int:
        """Cards in a full hand."""
        return int(self.settings["deal.cards"])

    def pack(self) -> Pack:
        """The pack, as it is."""
        return Pack(
            self.kinds,
            len(self.rule_set.suits),
            len(self.rule_set.ranks),
            self.settings["pack.copies"],
            self.settings["pack.jokers"],
            self.notation,
        )

    @cached_property
    def meld_rules(self) -> MeldRules:
        """The melds that its pack, its sizes and `melds.each_meld` allow."""
        conditions = [self.binder.compile(one.expr) for one in self.rule_set.conditions.get("melds.each_meld", ())]
        most = self.hand_size + HAND_EXTRA_CARDS
        set_sizes, run_sizes = (within(self.settings[f"melds.{kind}.size"], most) for kind in ("set", "run"))
        twins, ace = self.settings["melds.set.twins"], cast("Ace", self.settings["melds.run.ace"])

        def may_be(signature: Signature) -> bool:
            facts = Named(meld=MeldRecord.of(self.rule_set.enums, signature))
            return all(condition.call(facts) for condition in conditions)

        def make() -> MeldRules:
            pack = self.pack()
            return MeldRules.of(
                pack, most, set_sizes=set_sizes, run_sizes=run_sizes, twins=twins, ace=ace, may_be=may_be
            )

        asked = tuple(map(id, conditions))
        key = ("melds", self.pack_key, most, set_sizes, run_sizes, twins, ace, asked)
        return self.binder.compilations.kept(key, make)


def within(ranges: Ranges, most: int) -> tuple[int, ...]:
    """The members of a set of whole numbers from 1 to `most`."""
    return tuple(
        number
        for number in range(1, most + 1)
        if any(low <= number and (high is None or number <= high) for low, high in ranges)
    )


def option_values(
    rule_set: RuleSet, chosen: Mapping[str, OptionValue], compilations: Compilations
) -> dict[str, OptionValue]:
    """The value of every option at a table that chose these; BindError."""

    def holds(when: Expr, values: Mapping[str, OptionValue]) -> bool:
        return bool(Binder(rule_set, values, compilations).value(when))

    return choose(rule_set.options, rule_set.enums, chosen, holds)


def seats_offered(binder: Binder) -> Ranges:
    """For how many seats the rule set is meant."""
    return cast("Ranges", binder.value(binder.rule_set.settings["table.seats"].expr))


def draft(rule_set: RuleSet, seats: int, options: Mapping[str, OptionValue], compilations: Compilations) -> Draft:
    """Work out a table. `options` holds a value for every option, `seats` is any number."""
    binder = Binder(rule_set, options, compilations)
    # the size of a hand may depend on the seats, and all else on both
    binder.constants |= {"seats": seats, "hand_size": 0}
    settings = {"deal.cards": binder.setting(rule_set.settings["deal.cards"])}
    binder.constants["hand_size"] = settings["deal.cards"]
    for slot, setting, fixed in compilations.settings:
        if slot not in settings and binder.is_constant(setting.expr):
            settings[slot] = binder.setting(setting) if fixed is None else fixed
    copies, jokers = settings["pack.copies"], settings["pack.jokers"]
    wild = binder.compile(rule_set.settings["pack.wild"].expr)
    cases = [(binder.compile(case.when), binder.compile(case.value)) for case in rule_set.cases.get("points", ())]
    key = ("pack", copies, jokers, id(wild), *((id(when), id(value)) for when, value in cases))

    def make() -> tuple[Notation, tuple[Kind, ...], tuple[Kind, ...]]:
        ranks = [(rank.name, rank.number, rank.sign) for rank in rule_set.ranks]
        notation = Notation([(suit.name, suit.letter) for suit in rule_set.suits], ranks, has_jokers=jokers > 0)
        blank = blank_kinds(notation, len(rule_set.suits), ranks, copies=copies, jokers=max(jokers, 0))
        kinds = [changed(kind, wild=True) if wild.call(Named(card=kind)) else kind for kind in blank]
        return notation, *_price(cases, kinds)

    notation, priced, unpriced = binder.compilations.kept(key, make)
    return Draft(binder, seats, settings, priced, unpriced, notation, key)


def _price(
    cases: Sequence[tuple[Compiled, Compiled]], kinds: Iterable[Kind]
) -> tuple[tuple[Kind, ...], tuple[Kind, ...]]:
    """The kinds with their points, and those that no case of `points` fits."""
    priced, unpriced = [], []
    for kind in kinds:
        facts = Named(card=kind)
        points = next((value.call(facts) for when, value in cases if when.call(facts)), None)
        if points is None:
            unpriced.append(kind)
        priced.append(changed(kind, points=points) if points else kind)
    return tuple(priced), tuple(unpriced)
