"""A call as those see it who watch the server: metrics, the log, tracing. Nothing of what was asked or answered.

A watcher is told of the beginning and the end of each call. It must not fail, and must be quick: it stands in the way
of the next call.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from referee.limits import REQUEST_ID_CHARACTERS

REQUEST_ID = "x-request-id"
"""The key of the metadata in which a caller may send an id, and of the trailer in which it comes back."""

_ID = re.compile(rf"[A-Za-z0-9._:/+=@-]{{1,{REQUEST_ID_CHARACTERS}}}")

_PROCESS, _numbers = secrets.token_hex(4), count(1)

Metadata = Iterable[tuple[str, str | bytes]]


@dataclass(frozen=True, slots=True)
class Method:
    """A method: the full name of its service, its own, and its kind as gRPC calls it (`unary`, `bidi_stream` …)."""

    service: str
    name: str
    kind: str


@dataclass(slots=True)
class Visit:
    """One call. `began` counts as `time.perf_counter`; `code` is the name of the status.

    `number` is that of the call in this process, `named` the id that the caller sent, if any. `reason` is that of the
    ErrorInfo of a failed call, `caller` the holder of the token or the name on the certificate.
    """

    method: Method
    metadata: Metadata
    began: float
    number: int
    named: str = ""
    caller: str = ""
    code: str = "OK"
    reason: str = ""

    @property
    def request_id(self) -> str:
        """The id that the caller sent, or one that is made: unlike those of other processes, at next to no cost."""
        return self.named or f"{_PROCESS}{self.number:08x}"

    @property
    def began_ns(self) -> int:
        """When it came, in nanoseconds since 1970."""
        return time.time_ns() - int(self.seconds * 1e9)

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self.began


class Watcher(Protocol):
    """Whoever is told of calls."""

    def began(self, visit: Visit) -> None:
        """A call has come; who calls is not known yet."""

    def ended(self, visit: Visit) -> None:
        """The call has its status."""


def visit_of(method: Method, metadata: Metadata | None) -> Visit:
    """A call that has just come, with the id it brought or one made for it."""
    sent = metadata or ()
    for key, value in sent:
        if key == REQUEST_ID and isinstance(value, str) and _ID.fullmatch(value):
            return Visit(method, sent, time.perf_counter(), next(_numbers), value)
    return Visit(method, sent, time.perf_counter(), next(_numbers))
