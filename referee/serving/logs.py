"""The log: one line for each thing, on standard error, as text or as JSON. No line holds the text of an exception.

An exception's text may name the cards of a hand or quote a token, whoever raised it; so of every record that carries
one its kind is written and the places it passed, and nothing else. Lines are written by a thread of their own: whoever
reads standard error slowly holds up no call. If more wait than there is room for, the newest are dropped, and counted.
"""

from __future__ import annotations

import json
import logging
import logging.handlers
import queue
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, TextIO

from referee.service.traces import traced
from referee.service.visits import Visit

_ROOM = 10_000
_LAST_SECONDS = 5.0
"""That the lines which are left in the end may take to get going."""

_FIELDS = ("request_id", "method", "code", "reason", "seconds", "caller", "rule_set", "digest", "worker")
"""What a record may carry beside its message (`extra`); each is a key of its line in JSON."""

_LEVELS = {"info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}

calls = logging.getLogger("referee.calls")
_ours = logging.getLogger("referee")
_dropped = logging.getLogger("referee.log")


class TextLines(logging.Formatter):
    """`2026-11-30T14:20:00.123Z WARNING referee.live: …`, then what belongs to it as `key=value`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        more = "".join(f" {key}={value}" for key, value in _told(record).items())
        return _one_line(f"{_when(record)} {record.levelname} {record.name}: {_message(record)}{more}")


class JsonLines(logging.Formatter):
    """`{"time": …, "level": …, "logger": …, "message": …}` and what belongs to it."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line = {
            "time": _when(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": _message(record),
            **_told(record),
        }
        return json.dumps(line, ensure_ascii=False)


class _Queue(logging.handlers.QueueHandler):
    """Puts records into the queue of the writing thread; never waits for room."""

    def __init__(self, waiting: queue.Queue[logging.LogRecord | None]) -> None:
        super().__init__(waiting)
        self.dropped = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """The record as it is: it is formatted by our own formatter, on the other side."""
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        """Put it in, or count it."""
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            self.dropped += 1


class _Listener(logging.handlers.QueueListener):
    """The writing thread."""

    def enqueue_sentinel(self) -> None:
        """Its end waits behind the lines there are. queue.Full if they are not written."""
        waiting: queue.Queue[logging.LogRecord | None] = self.queue  # type: ignore[assignment]
        waiting.put(None, timeout=_LAST_SECONDS)


def install(form: str, level: str, stream: TextIO | None = None) -> Callable[[], None]:
    """Log from now on to `stream` (standard error). What is called in the end writes what is left."""
    written = logging.StreamHandler(stream or sys.stderr)
    written.setFormatter(JsonLines() if form == "json" else TextLines())
    waiting: queue.Queue[logging.LogRecord | None] = queue.Queue(_ROOM)
    handler = _Queue(waiting)
    listener = _Listener(waiting, written)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(_LEVELS[level], logging.WARNING))  # how libraries go about things is nobody's business
    _ours.setLevel(_LEVELS[level])
    logging.raiseExceptions = False  # else a line that cannot be written is told with all that was to be in it
    calls.setLevel(logging.INFO)  # whether they are told is a setting of its own
    listener.start()

    def end() -> None:
        root.handlers[:] = []
        try:
            listener.stop()
        except queue.Full:  # nobody reads standard error any more
            return
        if handler.dropped:
            told = f"{handler.dropped} lines of the log were dropped: nobody read them"
            written.handle(_dropped.makeRecord(_dropped.name, logging.WARNING, "", 0, told, (), None))

    return end


def catch_all() -> None:
    """From now on what nobody caught is told without its text, in this thread and in others."""
    sys.excepthook = lambda kind, error, trace: _ours.critical("the program failed: %s", error)  # noqa: ARG005
    threading.excepthook = lambda ended: _ours.critical("a thread failed: %s", ended.exc_value)


class CallLog:
    """Writes a line for each call, or for each that failed (`all`, `failed`)."""

    def __init__(self, which: str) -> None:
        self._all = which == "all"

    def began(self, visit: Visit) -> None:
        """Nothing is written yet."""

    def ended(self, visit: Visit) -> None:
        """The line of a call."""
        if not self._all and visit.code == "OK":
            return
        method = visit.method
        told: dict[str, Any] = {
            "request_id": visit.request_id,
            "method": f"{method.service}/{method.name}",
            "code": visit.code,
            "seconds": round(visit.seconds, 6),
        }
        told |= {key: value for key, value in (("reason", visit.reason), ("caller", visit.caller)) if value}
        level = logging.INFO if visit.code == "OK" else logging.WARNING
        calls.log(level, "call ended", extra=told)


def _when(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


def _message(record: logging.LogRecord) -> str:
    """What is said, and the kind of the exception that came with it."""
    ours = record.name.partition(".")[0] == _ours.name
    arguments: Any = record.args
    if isinstance(arguments, Mapping):
        arguments = {key: _argument(each, ours=ours) for key, each in arguments.items()}
    elif arguments:
        arguments = tuple(_argument(each, ours=ours) for each in arguments)
    try:
        message = str(record.msg) % arguments if arguments else _said(record.msg)
    except (TypeError, ValueError):  # a line of somebody else that does not take a sign for a value
        message = str(record.msg)
    raised = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
    return message if raised is None else f"{message}: {traced(raised)}"


def _argument(value: object, *, ours: bool) -> object:
    """A value of a line. Those of libraries are left out unless they are numbers: gRPC quotes headers, with tokens."""
    if isinstance(value, BaseException):
        return traced(value)
    return value if ours or isinstance(value, int | float) else "…"


def _said(message: object) -> str:
    return traced(message) if isinstance(message, BaseException) else str(message)


def _told(record: logging.LogRecord) -> dict[str, Any]:
    return {key: getattr(record, key) for key in _FIELDS if hasattr(record, key)}


def _one_line(text: str) -> str:
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def worker_named(number: int) -> None:
    """Name the worker in every line of this process."""
    before = logging.getLogRecordFactory()

    def record(*given: Any, **named: Any) -> logging.LogRecord:
        made = before(*given, **named)
        made.worker = number
        return made

    logging.setLogRecordFactory(record)
