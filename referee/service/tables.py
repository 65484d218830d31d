"""Finds the rule sets and tables that requests name, without holding up the loop.

Sources that callers bring are compiled on one thread beside the loop, one after the other; files are read and tables
bound on a second, and what takes long to judge is judged on a third. So a heavy rule set delays others who bring one,
never health or those who play by rules known already. What was found is kept (bounded), so that the common call finds
its table with one look-up. A named rule set is looked up anew after a second: its file may have changed.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from referee.library import Faulty, Library, NoSuchRuleSet, NotLoaded
from referee.limits import CACHED_RULE_SETS, CACHED_TABLES, RULE_SET_BYTES
from referee.recent import Recent
from referee.rules.model import RuleSet
from referee.service.status import bad_field, faulty, no_such_rule_set, not_loaded
from referee.table import BindError, Table
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup

if TYPE_CHECKING:
    from referee.workshop.check import Checked

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SOURCE_NAME = "request"
"""What diagnostics call a source that was sent without a file name."""

_FRESH_SECONDS = 1.0


class Tables:
    """The rule sets and tables of one server."""

    def __init__(self, library: Library) -> None:
        """Find them in `library`."""
        self.library = library
        self._compiling = ThreadPoolExecutor(max_workers=1, thread_name_prefix="compile")
        self._judging = ThreadPoolExecutor(max_workers=1, thread_name_prefix="judge")
        self._looking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="look-up")
        self._named: Recent[str, tuple[float, RuleSet]] = Recent(CACHED_RULE_SETS)
        self._found: Recent[tuple[str, str], RuleSet] = Recent(CACHED_RULE_SETS)
        self._tables: Recent[tuple[str, str, int | None, tuple[tuple[str, str], ...]], Table] = Recent(CACHED_TABLES)

    async def beside(
        self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Runs work of some milliseconds beside the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._looking, lambda: work(*args, **kwargs))

    async def judge(
        self, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Result:
        """Judges one item that may take longer than the loop can wait; items of different calls take turns."""
        return await asyncio.get_running_loop().run_in_executor(self._judging, lambda: work(*args, **kwargs))

    async def _compile(self, work: Callable[[bytes, str], Result], content: bytes, name: str) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._compiling, work, content, name)

    async def check(self, content: bytes, file_name: str) -> Checked:
        """Everything there is to say about a source. Of one that is too large only what shows that it is."""
        return await self._compile(self.library.check, content[: RULE_SET_BYTES + 1], file_name or SOURCE_NAME)

    async def rule_set(self, selector: RuleSetSelector, path: str) -> RuleSet:
        """The rule set a request names in its field `path`; CallError."""
        way = selector.WhichOneof("rule_set")
        if way == "name":
            return await self._by_name(selector.name, path)
        content = selector.source[: RULE_SET_BYTES + 1]
        key = (way, selector.digest) if way == "digest" else ("source", hashlib.sha256(content).hexdigest())
        found = self._found.get(key)
        if found is not None:
            return found
        try:
            if way == "digest":
                found = await self.beside(self.library.by_digest, selector.digest)
            else:
                found = await self._compile(self.library.compile, content, SOURCE_NAME)
        except NotLoaded as error:
            raise not_loaded(error) from error
        except Faulty as error:
            raise faulty(error, f"{path}.source") from error
        return self._found.put(key, found)

    async def table(self, setup: TableSetup, path: str = "table") -> Table:
        """The table a request describes; CallError."""
        rule_set = await self.rule_set(setup.rule_set, f"{path}.rule_set")
        seats = setup.seats if setup.HasField("seats") else None
        options = dict(setup.options)
        key = (rule_set.name, rule_set.digest, seats, tuple(sorted(options.items())) if options else ())
        table = self._tables.get(key)
        # Two files of one meaning and one name may differ in their texts, which come from the table.
        if table is not None and table.rule_set is rule_set:
            return table
        try:
            table = await self.beside(self.library.table, rule_set, seats, options)
        except BindError as error:
            raise bad_field(f"{path}.{error.field}" if error.field else path, error.code, error.message) from error
        return self._tables.put(key, table)

    async def _by_name(self, name: str, path: str) -> RuleSet:
        now = time.monotonic()
        held = self._named.get(name)
        if held is not None and now - held[0] < _FRESH_SECONDS:
            return held[1]
        try:
            rule_set = await self.beside(self.library.rule_set, name)
        except NoSuchRuleSet as error:
            raise no_such_rule_set(error) from error
        except Faulty as error:
            raise faulty(error, f"{path}.name") from error
        self._named.put(name, (now, rule_set))
        return rule_set

    def close(self) -> None:
        """End the threads; work that waits for them is dropped."""
        for executor in (self._compiling, self._judging, self._looking):
            executor.shutdown(wait=False, cancel_futures=True)
