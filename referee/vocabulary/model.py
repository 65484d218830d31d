"""The vocabulary as data structures, and the scope of a slot made from it.

A name means the same wherever it stands; a slot sees some groups of names, never others. `Vocabulary.scope` is the
only way to the names of a slot, so the checker, the reference page and completion cannot disagree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from referee.lang.scope import Scope
from referee.lang.syntax import Expr, Field
from referee.lang.types import (
    NUMBER,
    TRUTH,
    Criterion,
    Enumeration,
    Many,
    Member,
    Quantity,
    Record,
    SetOf,
    Type,
)
from referee.lang.walk import everything

LANGUAGES = ("en", "es", "eu", "fr", "pt", "tr")
"""The languages in which every entry of the vocabulary has a spoken form."""

_SEATS = 8
_FEWEST_MELDS = 4


class NoSuchLanguage(ValueError):  # noqa: N818 - the name says it as a sentence
    """A language the referee does not speak; `code` is what was asked for."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no language `{code}`; the rules are spoken in {', '.join(LANGUAGES)}")
        self.code = code


@dataclass(frozen=True, slots=True)
class NameEntry:
    """A fact: its type, the group a slot must see to know it, and its meaning in one line."""

    name: str
    type: Type
    group: str
    meaning: str


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """A field of a record, known only where the group `needs` is seen ("" anywhere) and in no slot of `not_in`."""

    record: str
    name: str
    type: Type
    meaning: str
    needs: str = ""
    not_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionEntry:
    """A function: the form it is written in and its meaning."""

    name: str
    form: str
    meaning: str


@dataclass(frozen=True, slots=True)
class SlotEntry:
    """A place for an expression: `close.may_close.*`.

    `wants` is the type it must have (None: anything that can be printed), `groups` the names it sees, `default` the
    text of what holds where nothing is said (None: nothing does). `required` slots must be filled before a rule
    set can be played; in an entry of cases (`points.*.points`) before the entry makes sense. `sense` is `all` or
    `one` for the conditions of a block, and `absent` (`always`, `never`) what holds without any.
    """

    name: str
    wants: Type | None
    groups: tuple[str, ...]
    meaning: str
    default: str | None = None
    required: bool = False
    sense: str = ""
    absent: str = ""

    @property
    def block(self) -> str:
        """The section the slot stands in: `close.may_close` of `close.may_close.*`, `deal` of `deal.cards`."""
        head = self.name.split(".*", maxsplit=1)[0]
        return head if ".*" in self.name else head.rpartition(".")[0]


class _Sight(NamedTuple):
    """What a slot sees whatever the rule set: its facts, the fields of records, those it does not know, other facts."""

    records: Mapping[str, Mapping[str, Type]]
    hidden: frozenset[str]
    facts: Mapping[str, Type]
    elsewhere: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Vocabulary:
    """The whole table. Mappings keep the order of the files, which is the order of the reference page.

    `enums` are the fixed enumerations; suit, rank and outcome, whose members are the rule set's, are in
    `open_enums` only. `spoken` maps each language to the tree of its spoken forms (see `spoken/en.yaml`).
    """

    units: Mapping[str, str]
    enums: Mapping[str, Enumeration]
    open_enums: Mapping[str, Enumeration]
    records: Mapping[str, Mapping[str, FieldEntry]]
    record_units: Mapping[str, str]
    names: Mapping[str, NameEntry]
    groups: Mapping[str, str]
    functions: Mapping[str, FunctionEntry]
    opposites: Mapping[str, str]
    slots: Mapping[str, SlotEntry]
    sections: Mapping[str, str]
    keys: Mapping[str, str]
    meanings: Mapping[str, Mapping[str, str]]
    spoken: Mapping[str, Mapping[str, Any]]
    _known_in: dict[str, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    _sights: dict[str, _Sight] = field(default_factory=dict, compare=False, repr=False)

    def slot(self, name: str) -> SlotEntry:
        """The slot called so; KeyError if there is none."""
        return self.slots[name]

    def meaning(self, kind: str, name: str) -> str:
        """One line on an entry; `kind` is units, enums, records, fields (`card.rank`), names, functions, …."""
        return self.meanings[kind][name]

    def voice(self, language: str) -> Mapping[str, Any]:
        """The spoken forms of one language; NoSuchLanguage if the referee does not speak it."""
        try:
            return self.spoken[language]
        except KeyError:
            raise NoSuchLanguage(language) from None

    @cached_property
    def reserved(self) -> frozenset[str]:
        """Names no option and no definition may have: facts, functions and members of the fixed enumerations."""
        members = {member for enum in self.enums.values() for member in enum.members + enum.outside}
        return frozenset(self.names) | frozenset(self.functions) | frozenset(members)

    def common_groups(self, slots: Iterable[str]) -> tuple[str, ...]:
        """The groups that all of these slots see, in the order of the table; only `table` if there are no slots."""
        seen = [set(self.slots[slot].groups) for slot in slots] or [{"table"}]
        return tuple(group for group in self.groups if all(group in groups for groups in seen))

    def scope(
        self,
        slot: str,
        *,
        enums: Mapping[str, Enumeration] | None = None,
        options: Mapping[str, Type] | None = None,
        definitions: Mapping[str, Type] | None = None,
        needs: Mapping[str, frozenset[str]] | None = None,
        hand_size: int = 14,
        common_to: Collection[str] = (),
    ) -> Scope:
        """What an expression in `slot` may read.

        `enums` holds the rule set's own enumerations (suit, rank, outcome, those of choice options). `needs` says
        for each definition what it reads: names of facts, and fields such as `card.taken` as `restricted` gives
        them; of the fields the scope keeps those that this slot does not know. `common_to`, for the
        placeholders of a refusal, lists the slots of its clause: it sees what all of them see.
        """
        entry, sight = self.slots[slot], self._sight(slot, common_to)
        fields, hidden, facts = self._fields, sight.hidden, sight.facts
        return Scope(
            slot=slot,
            wants=entry.wants,
            facts=facts,
            records=sight.records,
            units_of=self.record_units,
            enums={**self.enums, **self.open_enums, **(enums or {})},
            options=options or {},
            definitions=definitions or {},
            needs={
                name: read if read.isdisjoint(fields) else read - (fields - hidden)
                for name, read in (needs or {}).items()
            },
            elsewhere=sight.elsewhere,
            bounds=_bounds(facts, hand_size),
            printable=frozenset({"card"}),
        )

    def restricted(self, expr: Expr) -> frozenset[str]:
        """The fields of `expr` that not every slot with their record knows, as `card.taken`."""
        found: set[str] = set()
        for part in everything(expr):
            if isinstance(part, Field) and isinstance(part.base.type, Record):
                entry = self.records[part.base.type.name].get(part.name)
                if entry and (entry.needs or entry.not_in):
                    found.add(f"{entry.record}.{entry.name}")
        return frozenset(found)

    def known_in(self, name: str) -> tuple[str, ...]:
        """The slots in which a fact is known, in the order of the table."""
        if name not in self._known_in:
            group = self.names[name].group
            self._known_in[name] = tuple(
                slot.name for slot in self.slots.values() if group in slot.groups and slot.name != "define.*"
            )
        return self._known_in[name]

    @cached_property
    def _fields(self) -> frozenset[str]:
        return frozenset(f"{record}.{name}" for record, known in self.records.items() for name in known)

    def _sight(self, slot: str, common_to: Collection[str]) -> _Sight:
        """What a slot sees; kept but for what slots see in common, of which authors can make very many."""
        known = None if common_to else self._sights.get(slot)
        if known is None:
            groups = self.common_groups(common_to) if common_to else self.slots[slot].groups
            records = self._fields_in(groups, (slot, *common_to))
            seen = {f"{record}.{name}" for record, fields in records.items() for name in fields}
            facts = {name: entry.type for name, entry in self.names.items() if entry.group in groups}
            elsewhere = {name: self.known_in(name) for name in self.names if name not in facts}
            known = _Sight(records, self._fields - seen, facts, elsewhere)
            if not common_to:
                self._sights[slot] = known
        return known

    def _fields_in(self, groups: Collection[str], slots: Collection[str]) -> dict[str, dict[str, Type]]:
        return {
            record: {
                name: entry.type
                for name, entry in fields.items()
                if (not entry.needs or entry.needs in groups) and not set(entry.not_in).intersection(slots)
            }
            for record, fields in self.records.items()
        }


def _bounds(facts: Mapping[str, Type], hand_size: int) -> dict[str, int]:
    """The most members each collection can have: a faulty hand is one card too large even after a draw."""
    hand = hand_size + 2
    most = {"card": hand, "meld": max(_FEWEST_MELDS, hand // 3), "seat": _SEATS}
    return {name: most[kind.record] for name, kind in facts.items() if isinstance(kind, Many)}


def type_of(text: str, units: Collection[str], records: Collection[str]) -> Type | None:
    """The type a table calls `text`; None for `any`."""
    head, _, rest = text.rpartition(" ")
    if head == "many":
        return Many(rest)
    if head == "set of":
        element = type_of(rest, units, records)
        assert isinstance(element, Quantity | Member)
        return SetOf(element)
    simple: dict[str, Type | None] = {
        "any": None,
        "number": NUMBER,
        "yes_no": TRUTH,
        "criterion": Criterion(),
    }
    if text in simple:
        return simple[text]
    if text in units:
        return Quantity(text)
    return Record(text) if text in records else Member(text)
