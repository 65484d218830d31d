"""Records judged straight from their bytes, where numbers tell all of them: clean, or nothing said.

What a record says of its rules and its event it says in the same bytes as many others, so that is read once. The rules
are found as `records` finds them: those that a record names by its digest, or those that somebody asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from referee.library.library import Library, NotLoaded
from referee.library.records import table_of, undoubted
from referee.record.model import GameRecord
from referee.record.packed_heads import head_of_line, head_of_message
from referee.record.packed_line import LineReader
from referee.record.packed_reader import MOST_KEPT, PackedReader
from referee.record.packed_road import PackedClean, PackedRoad
from referee.record.packed_wire import WireReader
from referee.rules.model import RuleSet
from referee.table import BindError

_KEPT_HEADS: Final = 2_000
_KEPT_READERS: Final = 16
"""Heads and readers kept; when there are more heads all are forgotten."""


class PackedHead:
    """What many records say alike: their `record` without rounds and names, and the road of their table.

    It is known by these bytes, the `rest`, and by how many `seats` there are. `rule_set` was found by their digest, or
    `what_if` was asked for. `puts`: where rules were found when so many had been put there; -1 for elsewhere.
    """

    __slots__ = ("digest", "puts", "record", "rest", "road", "rule_set", "seats", "what_if")

    def __init__(
        self,
        key: tuple[bytes, int],
        record: GameRecord,
        road: PackedRoad,
        rule_set: RuleSet,
        what_if: RuleSet | None,
    ) -> None:
        self.rest, self.seats = key
        self.record, self.digest = record, record.rules_digest
        self.road, self.rule_set, self.what_if = road, rule_set, what_if
        self.puts = -1


class PackedRecords:
    """The records judged by the rule sets of one library, from any number of threads."""

    __slots__ = ("_heads", "_last", "_library", "_lines", "_messages", "_recent")

    def __init__(self, library: Library) -> None:
        self._library, self._recent = library, library.recent_rules
        self._last: PackedHead | None = None
        self._heads: dict[tuple[bytes, int], PackedHead] = {}
        self._lines: list[PackedReader] = []
        self._messages: list[PackedReader] = []

    def message(self, content: bytes, what_if: RuleSet | None = None, *, named: bool = False) -> PackedClean | None:
        """What a record comes to in the bytes of its message, if it is clean beyond doubt; None: ask elsewhere.

        `what_if` are rules to judge by instead of those that it names; `named`: with the names of its seats. Never
        raises.
        """
        try:
            read = self._messages.pop()
        except IndexError:
            read = WireReader()
        found = self._found(read, content, head_of_message, what_if, named)
        if len(self._messages) < _KEPT_READERS:
            self._messages.append(read)
        return found

    def line(self, content: bytes, what_if: RuleSet | None = None, *, named: bool = False) -> PackedClean | None:
        """The same of a record in JSON."""
        try:
            read = self._lines.pop()
        except IndexError:
            read = LineReader()
        found = self._found(read, content, head_of_line, what_if, named)
        if len(self._lines) < _KEPT_READERS:
            self._lines.append(read)
        return found

    def _found(
        self,
        read: PackedReader,
        content: bytes,
        head_of: Callable[[PackedReader], GameRecord | None],
        what_if: RuleSet | None,
        named: bool,
    ) -> PackedClean | None:
        try:
            if not read.open(content):
                return None
        except IndexError:  # cut off
            return None
        head = self._last  # what the record before said is what most say
        if head is None or head.seats != read.seats or head.rest != read.rest:
            head = self._heads.get((read.rest, read.seats))
        if head is None or head.what_if is not what_if or not self._stands(head):
            head = self._learnt((read.rest, read.seats), head_of(read), what_if)
        self._last = head
        return None if head is None else head.road.clean(read, head.record, named)

    def _stands(self, head: PackedHead) -> bool:
        """Whether the rules of a head are still those that are found."""
        puts = self._recent.puts  # before it is looked for: who puts rules there meanwhile has it looked for again
        if head.what_if is not None or head.puts == puts:
            return True
        if self._recent.get(head.digest) is head.rule_set:
            head.puts = puts
            return True
        try:
            return self._library.by_digest(head.digest) is head.rule_set
        except NotLoaded:
            return False

    def _learnt(self, key: tuple[bytes, int], record: GameRecord | None, what_if: RuleSet | None) -> PackedHead | None:
        """A head that is met for the first time; None where something has to be said of it, or of its rules."""
        if record is None:
            return None
        rule_set = undoubted(self._library, record, what_if)
        if rule_set is None:
            return None
        try:
            road = table_of(self._library, record, rule_set).derived(PackedRoad)
        except BindError:
            return None
        if len(self._heads) > _KEPT_HEADS:
            self._heads.clear()
        head = PackedHead(key, record, road, rule_set, what_if)
        if len(key[0]) <= MOST_KEPT:
            self._heads[key] = head
        return head
