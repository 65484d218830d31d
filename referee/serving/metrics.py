"""Calls in numbers, as Prometheus reads them. The names are those that dashboards for gRPC know.

Where several processes serve, each keeps its numbers in files of a folder (PROMETHEUS_MULTIPROC_DIR, set before this
module is loaded), and the supervisor adds them up. Only methods that exist have labels, so nobody outside makes more.
"""

from __future__ import annotations

from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from referee.service.visits import Method, Visit

_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_OF_A_CALL = ("grpc_type", "grpc_service", "grpc_method")

REGISTRY = CollectorRegistry()
_started = Counter("grpc_server_started", "calls that came", _OF_A_CALL, registry=REGISTRY)
_handled = Counter("grpc_server_handled", "calls that ended", (*_OF_A_CALL, "grpc_code"), registry=REGISTRY)
_seconds = Histogram(
    "grpc_server_handling_seconds", "seconds of a call", _OF_A_CALL, registry=REGISTRY, buckets=_SECONDS
)
_under_way = Gauge(
    "referee_calls_under_way", "calls and streams under way", _OF_A_CALL, registry=REGISTRY, multiprocess_mode="livesum"
)
_reloads = Counter("referee_rule_set_reloads", "rule files that changed", ("result",), registry=REGISTRY)


class Metrics:
    """Counts the calls of this process."""

    def __init__(self) -> None:
        self._known: dict[Method, _OfMethod] = {}

    def began(self, visit: Visit) -> None:
        """A call has come."""
        self._of(visit.method).began()

    def ended(self, visit: Visit) -> None:
        """A call has its status."""
        self._of(visit.method).ended(visit)

    def reloaded(self, sound: bool) -> None:
        """A rule file has changed; `sound`: it is used."""
        _reloads.labels("used" if sound else "refused").inc()

    def _of(self, method: Method) -> _OfMethod:
        found = self._known.get(method)
        return found or self._known.setdefault(method, _OfMethod(method))


class _OfMethod:
    """The numbers of one method, looked up once."""

    __slots__ = ("_handled", "_labels", "_seconds", "_started", "_under_way")

    def __init__(self, method: Method) -> None:
        self._labels = (method.kind, method.service, method.name)
        self._started = _started.labels(*self._labels)
        self._seconds = _seconds.labels(*self._labels)
        self._under_way = _under_way.labels(*self._labels)
        self._handled: dict[str, Counter] = {}

    def began(self) -> None:
        self._started.inc()
        self._under_way.inc()

    def ended(self, visit: Visit) -> None:
        self._under_way.dec()
        self._seconds.observe(visit.seconds)
        handled = self._handled.get(visit.code)
        if handled is None:
            handled = self._handled[visit.code] = _handled.labels(*self._labels, visit.code)
        handled.inc()


def exposition() -> bytes:
    """The page that Prometheus reads, of this process, or of all where there are several."""
    page: bytes = generate_latest(REGISTRY)
    return page


class OfWorkers:
    """The page of a supervisor: what its workers counted, those that are gone included, and how it kept them."""

    def __init__(self, folder: str) -> None:
        self._registry = CollectorRegistry()
        collect: Any = MultiProcessCollector  # it has no types
        collect(self._registry, path=folder)
        own = CollectorRegistry()
        self._own = own
        self._folder = folder
        self.restarts = Counter("referee_worker_restarts", "workers that ended and were replaced", registry=own)
        self.workers = Gauge("referee_workers", "workers that serve", registry=own)

    def gone(self, process: int) -> None:
        """A worker has ended: what it had under way is no longer."""
        forget: Any = mark_process_dead  # it has no types
        forget(process, self._folder)

    def exposition(self) -> bytes:
        """The page."""
        pages: list[bytes] = [generate_latest(each) for each in (self._registry, self._own)]
        return b"".join(pages)
