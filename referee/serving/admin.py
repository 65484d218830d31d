"""The admin port: /metrics for Prometheus, /healthz and /readyz for probes. HTTP/1.1, GET and HEAD, nothing else.

/healthz says that the process can answer at all, /readyz that calls are answered: not before the rule sets are loaded,
and not once it stops. A connection has five seconds for its one request, and a few are open at a time.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from types import TracebackType
from typing import Self

from referee.service.addresses import host_and_port
from referee.serving.failures import CannotRun

_SECONDS = 5.0
_HEAD_BYTES = 8_192
_CONNECTIONS = 32
_TEXT = "text/plain; charset=utf-8"
_METRICS = "text/plain; version=0.0.4; charset=utf-8"
_REASONS = {200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 503: "Service Unavailable"}

Answer = tuple[int, str, bytes]


class Admin:
    """Answers while it is entered. `port` is the one that was bound."""

    def __init__(self, address: str, ready: Callable[[], bool], exposition: Callable[[], bytes]) -> None:
        self._address = address
        self._ready = ready
        self._exposition = exposition
        self._open = 0
        self._server: asyncio.Server | None = None
        self.port = 0

    async def __aenter__(self) -> Self:
        host, port = host_and_port(self._address)
        try:
            self._server = await asyncio.start_server(self._answer, host or None, port, limit=_HEAD_BYTES)
        except OSError as error:
            why = f"cannot listen on `{self._address}` for metrics: it is taken or no address of this machine"
            raise CannotRun(why) from error
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open += 1
        try:
            if self._open <= _CONNECTIONS:
                with contextlib.suppress(TimeoutError, OSError, asyncio.IncompleteReadError):
                    async with asyncio.timeout(_SECONDS):
                        await self._exchange(reader, writer)
        finally:
            self._open -= 1
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            head = b""
        method, _, rest = head.partition(b"\r\n")[0].partition(b" ")
        target, _, version = rest.partition(b" ")
        code, kind, body = self._page(method, target.partition(b"?")[0], version)
        lines = (
            f"HTTP/1.1 {code} {_REASONS[code]}",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            "Cache-Control: no-store",
            "Connection: close",
        )
        writer.write("\r\n".join((*lines, "", "")).encode("ascii") + (b"" if method == b"HEAD" else body))
        await writer.drain()

    def _page(self, method: bytes, path: bytes, version: bytes) -> Answer:
        if not version.startswith(b"HTTP/1."):
            return 400, _TEXT, b"not a request\n"
        if method not in {b"GET", b"HEAD"}:
            return 405, _TEXT, b"only GET and HEAD\n"
        if path == b"/metrics":
            return 200, _METRICS, self._exposition()
        if path == b"/healthz":
            return 200, _TEXT, b"alive\n"
        if path == b"/readyz":
            return (200, _TEXT, b"ready\n") if self._ready() else (503, _TEXT, b"not ready\n")
        return 404, _TEXT, b"there are /metrics, /healthz and /readyz\n"
