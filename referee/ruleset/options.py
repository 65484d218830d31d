"""Reads the options of a rule set: typed, bounded, with a default, or fixed by a variant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.diagnostics import Diagnostic
from referee.lang.types import NUMBER, TRUTH, Enumeration, Member, Quantity, Truth, Type
from referee.lang.words import UNITS
from referee.limits import OPTIONS as MOST
from referee.rules.model import Option
from referee.ruleset import option_messages, rule_messages
from referee.ruleset.compilation import Compilation
from referee.ruleset.layout import Path, mapping, scalar
from referee.yamltree.nodes import Entry, MapNode, Node, ScalarNode, SeqNode
from referee.yamltree.plain import integer

OPTIONS: Path = ("options",)
_TRUTHS = {"yes": True, "no": False}


def option_types(work: Compilation) -> tuple[dict[str, Type], dict[str, Enumeration]]:
    """The type of every option that says a known one, and the enumerations of choices.

    An option without a type is told (CH102): it is a new one, or the name of another misspelt.
    """
    types: dict[str, Type] = {}
    enums: dict[str, Enumeration] = {}
    entries = mapping(work.root, OPTIONS)
    if len(entries) > MOST:
        work.tell(option_messages.too_many_options(entries[MOST].key, len(entries), MOST), path=OPTIONS)
        work.unknown.update(entry.key.value for entry in entries[MOST:])
    names = tuple(entry.key.value for entry in entries)
    for entry in entries[:MOST]:
        name, body = entry.key.value, entry.value
        if not isinstance(body, MapNode):
            continue
        said = scalar(body.get("type"))
        if said is None:
            if work.sound((*OPTIONS, name)):
                work.tell(option_messages.option_without_type(entry.key, names), path=(*OPTIONS, name))
            work.unknown.add(name)
        elif said.value == "choice":
            types[name] = Member(name)
            enums[name] = Enumeration(name, tuple(item.value for item in _listed(body.get("one_of"))))
        elif (kind := _type(said.value)) is not None:
            types[name] = kind
        else:
            work.unknown.add(name)
    return types, enums


def read_options(work: Compilation) -> dict[str, Option]:
    """All options whose values are sound; the others are told (CH515, CH102)."""
    options: dict[str, Option] = {}
    for entry in mapping(work.root, OPTIONS):
        kind = work.options.get(entry.key.value)
        if kind is not None and isinstance(entry.value, MapNode):
            option = _Values(work, entry, entry.value, kind, work.enums).option()
            if option is not None:
                options[option.name] = option
    return options


def _type(word: str) -> Type | None:
    if word == "yes_no":
        return TRUTH
    if word == "number":
        return NUMBER
    return Quantity(word) if word in UNITS else None


def _listed(node: Node | None) -> tuple[ScalarNode, ...]:
    return tuple(item for item in node.items if isinstance(item, ScalarNode)) if isinstance(node, SeqNode) else ()


@dataclass(slots=True)
class _Values:
    """The values of one option, read by its type."""

    work: Compilation
    entry: Entry
    body: MapNode
    kind: Type
    enums: Mapping[str, Enumeration]
    faulty: bool = False

    @property
    def path(self) -> Path:
        return (*OPTIONS, self.entry.key.value)

    def option(self) -> Option | None:
        """The option, or None if something about it was told."""
        name = self.entry.key.value
        low, high = self._bound("from"), self._bound("to")
        one_of = self._one_of()
        default = self._value("default")
        fixed = self._value("fixed")
        if default is None and fixed is None and self.work.sound(self.path) and not self.faulty:
            self._tell(rule_messages.missing_key(self.entry.key, "option", "default"))
        self._check_bounds(low, high, one_of)
        if fixed is not None:
            self._check_within("fixed", fixed, low, high, one_of)
        elif default is not None:
            self._check_within("default", default, low, high, one_of)
        when_node = self.body.get("when")
        when = self.work.typed(when_node, "options.*.when", (*self.path, "when")) if when_node is not None else None
        value = default if fixed is None else fixed
        if self.faulty or value is None:
            return None
        clause = scalar(self.body.get("clause"))
        return Option(
            name,
            "" if clause is None else clause.value,
            self.kind,
            value,
            low,
            high,
            one_of,
            when,
            fixed is not None,
            self.work.origin(self.entry.key.span),
        )

    def _tell(self, diagnostic: Diagnostic, key: str = "") -> None:
        self.faulty = True
        self.work.tell(diagnostic, (self.entry.key.value,), (*self.path, key) if key else self.path)

    def _value(self, key: str) -> int | bool | str | None:
        """What `default` or `fixed` says, of the option's type."""
        node = scalar(self.body.get(key))
        if node is None:
            return None
        value = self._of_type(node)
        if value is None:
            self._tell(option_messages.option_value_of_other_type(self.entry.key.value, key, node, self.kind), key)
        elif isinstance(self.kind, Member) and (members := self.enums[self.kind.enum].members) and value not in members:
            self._tell(option_messages.option_value_not_offered(self.entry.key.value, key, node, members), key)
        return value

    def _of_type(self, node: ScalarNode) -> int | bool | str | None:
        if isinstance(self.kind, Truth):
            return _TRUTHS.get(node.value)
        return node.value if isinstance(self.kind, Member) else integer(node.value)

    def _bound(self, key: str) -> int | None:
        node = scalar(self.body.get(key))
        if node is None:
            return None
        value = integer(node.value)
        if not isinstance(self.kind, Quantity):
            self._tell(option_messages.bounds_of_no_quantity(self.entry.key.value, key, node, self.kind), key)
            return None
        if value is None:
            self._tell(option_messages.option_value_of_other_type(self.entry.key.value, key, node, self.kind), key)
        return value

    def _one_of(self) -> tuple[int | str, ...]:
        node = self.body.get("one_of")
        if isinstance(self.kind, Truth) and node is not None:
            self._tell(option_messages.list_of_yes_no(self.entry.key.value, node), "one_of")
            return ()
        values: list[int | str] = []
        for item in _listed(node):
            value = self._of_type(item)
            if value is None or isinstance(value, bool):
                self._tell(
                    option_messages.option_value_of_other_type(self.entry.key.value, "one_of", item, self.kind),
                    "one_of",
                )
            elif value in values:
                self._tell(option_messages.listed_twice(self.entry.key.value, item), "one_of")
            else:
                values.append(value)
        return tuple(values)

    def _check_bounds(self, low: int | None, high: int | None, one_of: tuple[int | str, ...]) -> None:
        name, body = self.entry.key, self.body
        if self.faulty or not self.work.sound(self.path) or isinstance(self.kind, Truth):
            return
        bounds = [key for key in ("from", "to") if body.get(key) is not None]
        listed = body.get("one_of")
        if listed is not None and not one_of:
            self._tell(option_messages.nothing_to_choose(name.value, listed), "one_of")
        elif listed is not None and bounds:
            entry = body.entry(bounds[0])
            assert entry is not None
            self._tell(option_messages.two_kinds_of_bounds(name.value, entry.key), bounds[0])
        elif listed is None and isinstance(self.kind, Member):
            self._tell(option_messages.choice_of_nothing(name))
        elif listed is None and len(bounds) < 2 and body.get("fixed") is None:
            self._tell(option_messages.unbounded(name, bounds))
        elif low is not None and high is not None and low > high:
            node = scalar(body.get("from"))
            assert node is not None
            self._tell(option_messages.bounds_crossed(name.value, node, high), "from")

    def _check_within(
        self, key: str, value: int | bool | str, low: int | None, high: int | None, one_of: tuple[int | str, ...]
    ) -> None:
        node = scalar(self.body.get(key))
        if self.faulty or node is None:
            return
        if one_of and value not in one_of:
            offered = [str(item) for item in one_of]
            self._tell(option_messages.option_value_not_offered(self.entry.key.value, key, node, offered), key)
        elif isinstance(value, int) and low is not None and high is not None and not low <= value <= high:
            self._tell(option_messages.option_value_outside(self.entry.key.value, key, node, low, high), key)
