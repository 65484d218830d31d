"""Files that are read again while the server runs: rule sets of folders, and tokens.

They are looked at every few seconds, and at once on SIGHUP. What does not read well replaces nothing; the log says why.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from referee.diagnostics.model import Diagnostic, Severity
from referee.service.tokens import Keyring
from referee.service.traces import traced
from referee.serving.effective import TokenPlaces
from referee.serving.files import read_again

log = logging.getLogger("referee.tokens")

Look = Callable[[bool], None]
"""Looks at some files, beside the loop; told to, it waits for nothing that may still be written."""

Stamps = tuple[tuple[str, int, int, int], ...]

_READINGS = 3
"""A first reading tells which files there are; a second one has their stamps. A third is for files named meanwhile."""


class FreshTokens:
    """The tokens of a server, as they stand in their files. `keyring` is exchanged when these have changed."""

    def __init__(self, keyring: Keyring, places: TokenPlaces) -> None:
        """`keyring` has the tokens of the plan, which are older than the files where a worker is started later."""
        self._keyring = keyring
        self._places = places
        self._used: Stamps = ()
        self._seen: Stamps = ()
        """The files as they were when they were last read, and last looked at."""
        self._read(())

    def look(self, at_once: bool) -> None:
        """Read them if they are others, and, unless at once, have stopped changing."""
        stamps = self._stamps(tuple(Path(name) for name, *_ in self._used))
        settled, self._seen = at_once or stamps == self._seen, stamps
        if stamps == self._used or not settled:
            return
        tokens = self._read(tuple(Path(name) for name, *_ in self._used))
        if tokens:
            log.info("the tokens were read again: %d", tokens)

    def _read(self, files: tuple[Path, ...]) -> int:
        """Read them, and use them if they read well: how many, or 0. `files` are where they were last found."""
        for _ in range(_READINGS):
            # before the reading: what is written meanwhile is another file for the next look
            stamps = self._stamps(files)
            found = read_again(self._places)
            if tuple(found.files) == files:
                break
            files = tuple(found.files)
        self._used = self._seen = stamps
        if found.diagnostics:
            log.error("the new tokens are not used, those of before hold: %s", _first(found.diagnostics))
        elif not found.tokens:
            log.error("the new tokens are not used, those of before hold: there are none, and then all could ask")
        else:
            self._keyring.exchange(found.tokens)
            return len(found.tokens)
        return 0

    def _stamps(self, files: Sequence[Path]) -> Stamps:
        """Where each file lies, its number, size and time; zeros for one that is gone."""
        return tuple(_stamp(file) for file in files)


def _stamp(file: Path) -> tuple[str, int, int, int]:
    try:
        found = file.stat()
    except (OSError, ValueError):
        return (str(file), 0, 0, 0)
    return (str(file), found.st_ino, found.st_size, found.st_mtime_ns)


def _first(diagnostics: Sequence[Diagnostic]) -> str:
    """The first mistake and how many more; none quotes what may be a token."""
    errors = [each for each in diagnostics if each.severity is Severity.ERROR] or list(diagnostics)
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"{said(errors[0])}{more}"


def said(diagnostic: Diagnostic) -> str:
    """A diagnostic as one line of the log."""
    if diagnostic.span is None:
        return f"{diagnostic.message} [{diagnostic.code}]"
    place = diagnostic.span.begin
    return f"{diagnostic.span.source.name}:{place.line}:{place.column}: {diagnostic.message} [{diagnostic.code}]"


@contextlib.contextmanager
def kept_fresh(looks: Sequence[Look], seconds: float) -> Iterator[None]:
    """Look every so many seconds (0: never) and on SIGHUP, one after the other. Only in a running loop."""
    if not looks:
        yield
        return
    again = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError, AttributeError):  # Windows has no such signal
        loop.add_signal_handler(signal.SIGHUP, again.set)
    task = asyncio.ensure_future(_looking(looks, seconds, again))
    try:
        yield
    finally:
        task.cancel()


async def _looking(looks: Sequence[Look], seconds: float, again: asyncio.Event) -> None:
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(again.wait(), seconds or None)
        at_once = again.is_set()
        again.clear()
        for look in looks:
            try:
                await asyncio.to_thread(look, at_once)
            except Exception as error:  # noqa: BLE001 - whatever it is, there is a next time
                log.error("files could not be looked at: %s", traced(error))  # noqa: TRY400
