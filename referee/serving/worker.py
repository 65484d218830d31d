"""One process that answers calls: the server, and beside it whatever watches it.

Alone it also answers probes and Prometheus. Under a supervisor it is started as a module, reads its plan from standard
input as one line of JSON, and says on standard output when it serves or why it cannot. When the supervisor is gone
(standard input ends) it stops as if by a signal.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from referee.library import Library
from referee.library.library import compile_again
from referee.service import server
from referee.service.tokens import Keyring
from referee.service.traces import traced
from referee.serving import logs
from referee.serving.admin import Admin
from referee.serving.effective import Plan, from_plain, terms_of
from referee.serving.failures import CannotRun
from referee.serving.freshness import FreshTokens, Look, kept_fresh
from referee.serving.live import LiveLibrary
from referee.serving.watchers import Watchers, watchers_of

if TYPE_CHECKING:
    from referee.store.store import Store

log = logging.getLogger("referee.worker")

READY, FAILED = "ready", "failed"
"""What a worker says of itself: that it serves, or why it cannot."""


def run(plan: Plan, announce: Callable[[str], None]) -> None:
    """Serve alone until a signal says stop. CannotRun."""
    server.run_loop(_alone(plan, announce))


async def _alone(plan: Plan, announce: Callable[[str], None]) -> None:
    watchers = watchers_of(plan)
    ready = asyncio.Event()
    address = plan["admin.address"]
    if address is None:
        await _serve(plan, announce, ready, watchers)
        return
    async with Admin(address, ready.is_set, watchers.exposed):
        await _serve(plan, announce, ready, watchers)


async def _serve(plan: Plan, announce: Callable[[str], None], ready: asyncio.Event, watchers: Watchers) -> None:
    """The server, and what keeps the rule sets of folders and the tokens fresh. CannotRun."""
    asyncio.get_running_loop().set_exception_handler(complained)

    def serving(address: str) -> None:
        ready.set()
        announce(address)

    folders, store = plan["folders"], _store(plan["store"])
    for folder in folders:
        if not folder.is_dir():
            raise CannotRun(f"`{folder}` is no folder; rule files were to be there")
    library = Library(keeper=store)
    keyring, looks = None, list[Look]()
    if plan.tokens:
        keyring = Keyring(plan.tokens)
        looks.append(FreshTokens(keyring, plan.places).look)
    async with contextlib.AsyncExitStack() as stack:
        if store is not None:
            stack.callback(store.close)
        if folders:
            library = live = LiveLibrary(folders, store)
            await asyncio.to_thread(live.refresh)
            looks.append(lambda at_once: _refresh(live, watchers.reloaded, at_once=at_once))
        stack.enter_context(kept_fresh(looks, plan["reload"]))
        stack.callback(watchers.close)
        terms = terms_of(plan)
        try:
            await server.serve(
                plan["address"],
                library,
                terms,
                announce=serving,
                stopping=ready.clear,
                watcher=watchers.watcher,
                store=store,
                keyring=keyring,
            )
        except server.CannotServe as error:
            raise CannotRun(str(error)) from error


def _refresh(live: LiveLibrary, reloaded: Callable[[bool], None], *, at_once: bool) -> None:
    """Look at the folders; at once is twice, so that a file counts as one that has stopped changing."""
    for _ in range(1 + at_once):
        for _, sound in live.refresh():
            reloaded(sound)


def _store(address: str | None) -> Store | None:
    """The store at an address; CannotRun."""
    if address is None:
        return None
    try:
        from referee.store.failures import StoreError  # noqa: PLC0415 - loads a database
        from referee.store.opening import BadAddress  # noqa: PLC0415
        from referee.store.store import Store  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise CannotRun("a store needs its extra: pip install 'chinchon-referee[store]'") from error
    try:
        return Store(address, compile_again)
    except (BadAddress, StoreError) as error:
        raise CannotRun(str(error)) from error


def complained(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:  # noqa: ARG001 - as asyncio calls it
    """What the loop complains of, without the text of an exception."""
    error = context.get("exception")
    kind = f": {traced(error)}" if isinstance(error, BaseException) else ""
    log.error("%s%s", context.get("message", "the loop complains"), kind)


def main() -> int:
    """A worker under a supervisor."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # until it knows what to read again, if anything
    given = json.loads(sys.stdin.readline())
    plan = from_plain(given["plan"])
    logs.worker_named(given["number"])
    end = logs.install(plan["log.format"], plan["log.level"])
    logs.catch_all()
    try:
        server.run_loop(_under_supervisor(plan))
    except CannotRun as error:
        _say(FAILED, str(error))
        return 2
    finally:
        end()
    return 0


async def _under_supervisor(plan: Plan) -> None:
    loop = asyncio.get_running_loop()
    loop.add_reader(sys.stdin.fileno(), _orphaned, loop)
    watchers = watchers_of(plan)
    await _serve(plan, lambda address: _say(READY, address), asyncio.Event(), watchers)


def _orphaned(loop: asyncio.AbstractEventLoop) -> None:
    """Standard input has ended: nobody would ever stop this process."""
    loop.remove_reader(sys.stdin.fileno())
    os.kill(os.getpid(), signal.SIGTERM)


def _say(word: str, text: str) -> None:
    with contextlib.suppress(OSError):
        sys.stdout.write(f"{word} {text}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
