"""Finds the rule sets and tables that requests name, without holding up the loop.

Sources that callers bring are compiled in one lane beside the loop, files are read and tables bound in a second, plays
are judged in a third, and what is dear to judge in a fourth. So a heavy rule set delays others who bring one, never
health or those who play by rules known already. What was found is kept (bounded), so that the common call finds its
table with one look-up. Calls that look for the same thing at the same time look together. A named rule set is looked up
anew after a second: its file may have changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from referee.library import Faulty, Library, NoSuchRuleSet, NotLoaded
from referee.limits import CACHED_RULE_SETS, CACHED_TABLES, CONCURRENT_CALLS, RULE_SET_BYTES, WAITING_CALLS
from referee.recent import Recent
from referee.rules.model import RuleSet
from referee.service.lanes import Lane, Shared
from referee.service.status import bad_field, faulty, no_such_rule_set, not_loaded, store_failed
from referee.store.failures import StoreError
from referee.table import BindError, Table
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup

if TYPE_CHECKING:
    from referee.workshop.check import Checked

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SOURCE_NAME = "request"
"""What diagnostics call a source that was sent without a file name."""

_FRESH_SECONDS = 1.0
_LONGEST_KEY = 4096

_TableKey = tuple[str, str, int | None, tuple[tuple[str, str], ...]]


class Tables:
    """The rule sets and tables of one server."""

    def __init__(self, library: Library) -> None:
        """Find them in `library`."""
        self.library = library
        self._compiling = Lane("compile", WAITING_CALLS)
        self._judging = Lane("judge", WAITING_CALLS)
        self._dear = Lane("judge what is dear", WAITING_CALLS)
        self._looking = Lane("look up", 2 * CONCURRENT_CALLS)  # more than there can be
        self._named: Recent[str, tuple[float, RuleSet]] = Recent(CACHED_RULE_SETS)
        self._found: Recent[tuple[str, str], RuleSet] = Recent(CACHED_RULE_SETS)
        self._tables: Recent[_TableKey, Table] = Recent(CACHED_TABLES)
        self.lately: dict[bytes, Table] = {}
        self._rule_sets_sought: Shared[RuleSet] = Shared()
        self._tables_sought: Shared[Table] = Shared()

    async def beside(
        self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Runs work of some milliseconds beside the loop; CallError where a store refuses or cannot be asked."""
        try:
            return await self._looking.run(work, *args, **kwargs)
        except StoreError as error:
            raise store_failed(error) from error

    async def judge(
        self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Judges something that takes some milliseconds."""
        return await self._judging.run(work, *args, **kwargs)

    async def judge_dear(self, work: Callable[[], Result]) -> Result:
        """Judges one item that may take a second; items of different calls take turns."""
        return await self._dear.run(work)

    async def check(self, content: bytes, file_name: str) -> Checked:
        """Everything there is to say about a source; of one too large only what shows that it is. CallError."""
        try:
            return await self._compiling.run(
                self.library.check, content[: RULE_SET_BYTES + 1], file_name or SOURCE_NAME
            )
        except StoreError as error:
            raise store_failed(error) from error

    async def check_with_bases(self, content: bytes) -> tuple[Checked, Mapping[str, bytes]]:
        """The same of a source that is to be kept, and the texts of its bases by name; CallError."""
        try:
            return await self._compiling.run(self.library.check_with_bases, content[: RULE_SET_BYTES + 1], SOURCE_NAME)
        except StoreError as error:
            raise store_failed(error) from error

    async def rule_set(self, selector: RuleSetSelector, path: str) -> RuleSet:
        """The rule set a request names in its field `path`; CallError."""
        way = selector.WhichOneof("rule_set")
        if way == "name":
            return await self._by_name(selector.name, path)
        if way == "digest":
            return await self._by_digest(selector.digest)
        return await self._by_source(selector.source[: RULE_SET_BYTES + 1], path)

    async def _by_name(self, name: str, path: str) -> RuleSet:
        held = self._named.get(name)
        if held is not None and time.monotonic() - held[0] < _FRESH_SECONDS:
            return held[1]
        try:
            rule_set = await self._rule_sets_sought.do(("name", name), lambda: self.beside(self.library.rule_set, name))
        except NoSuchRuleSet as error:
            raise no_such_rule_set(error) from error
        except Faulty as error:
            raise faulty(error, f"{path}.name") from error
        self._named.put(name, (time.monotonic(), rule_set))
        return rule_set

    async def _by_digest(self, digest: str) -> RuleSet:
        key = ("digest", digest)
        found = self._found.get(key)
        if found is not None:
            return found
        try:
            found = await self._rule_sets_sought.do(key, lambda: self.beside(self.library.by_digest, digest))
        except NotLoaded as error:
            raise not_loaded(error) from error
        return self._found.put(key, found)

    async def _by_source(self, content: bytes, path: str) -> RuleSet:
        key = ("source", f"{hashlib.sha256(content).hexdigest()}.{self.library.generation}")
        found = self._found.get(key)
        if found is not None:
            return found
        compiled = self._compiling.run
        try:
            found = await self._rule_sets_sought.do(key, lambda: compiled(self.library.compile, content, SOURCE_NAME))
        except Faulty as error:
            raise faulty(error, f"{path}.source") from error
        except StoreError as error:
            raise store_failed(error) from error
        if self.library.builds_on_kept(found):  # which the library looks at anew each time
            return found
        return self._found.put(key, found)

    def held(self, setup: TableSetup) -> Table | None:
        """The table of a description that was found sound within the last second, if it was the very same."""
        return self.lately.get(setup.SerializeToString())

    async def table(self, setup: TableSetup, path: str = "table") -> Table:
        """The table a request describes, which has passed `checks.setup`; CallError."""
        table = await self._table(setup, path)
        said = setup.SerializeToString()
        if len(said) <= _LONGEST_KEY:
            if len(self.lately) >= CACHED_TABLES:
                self.lately.clear()
            if not self.lately:  # forgotten by the loop, which saves each call a look at the clock
                asyncio.get_running_loop().call_later(_FRESH_SECONDS, self.lately.clear)
            self.lately[said] = table
        return table

    async def _table(self, setup: TableSetup, path: str) -> Table:
        rule_set = await self.rule_set(setup.rule_set, f"{path}.rule_set")
        seats = setup.seats if setup.HasField("seats") else None
        options = dict(setup.options)
        key = (rule_set.name, rule_set.digest, seats, tuple(sorted(options.items())) if options else ())
        table = self._tables.get(key)
        # Two files of one meaning and one name may differ in their texts, which come from the table.
        if table is not None and table.rule_set is rule_set:
            return table
        bind = self.library.table
        try:
            table = await self._tables_sought.do(
                (key, id(rule_set)), lambda: self.beside(bind, rule_set, seats, options)
            )
        except BindError as error:
            raise bad_field(f"{path}.{error.field}" if error.field else path, error.code, error.message) from error
        return self._tables.put(key, table)

    def close(self) -> None:
        """End the threads; work that waits for them is dropped."""
        for lane in (self._compiling, self._judging, self._dear, self._looking):
            lane.close()
