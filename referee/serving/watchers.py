"""Those who watch the calls of one process, as the plan wants them, told as if they were one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.service.visits import Visit, Watcher
from referee.serving.effective import Plan
from referee.serving.logs import CallLog


class Several:
    """Tells each of them."""

    def __init__(self, watchers: Sequence[Watcher]) -> None:
        self._watchers = tuple(watchers)

    def began(self, visit: Visit) -> None:
        """A call has come."""
        for watcher in self._watchers:
            watcher.began(visit)

    def ended(self, visit: Visit) -> None:
        """A call has its status."""
        for watcher in self._watchers:
            watcher.ended(visit)


@dataclass(frozen=True, slots=True)
class Watchers:
    """`watcher` is told of calls; `exposed` makes the page for Prometheus; `reloaded` counts what folders brought."""

    watcher: Watcher | None
    exposed: Callable[[], bytes]
    reloaded: Callable[[bool], None]
    close: Callable[[], None]


def watchers_of(plan: Plan) -> Watchers:
    """What watches by this plan. What is not asked for is not loaded. CannotRun for an extra that is missing."""
    found: list[Watcher] = []
    ends: list[Callable[[], None]] = []
    exposed: Callable[[], bytes] = bytes
    reloaded: Callable[[bool], None] = _nobody
    if plan["admin.address"] is not None:
        from referee.serving.metrics import Metrics, exposition  # noqa: PLC0415 - not where nobody asks for them

        metrics = Metrics()
        found.append(metrics)
        exposed, reloaded = exposition, metrics.reloaded
    if plan["log.calls"] != "none":
        found.append(CallLog(plan["log.calls"]))
    if plan["tracing"]:
        from referee.serving.tracing import spans  # noqa: PLC0415 - an extra

        watcher, end = spans()
        found.append(watcher)
        ends.append(end)

    def close() -> None:
        for end in ends:
            end()

    watcher_of_all = found[0] if len(found) == 1 else Several(found) if found else None
    return Watchers(watcher_of_all, exposed, reloaded, close)


def _nobody(sound: bool) -> None:
    """Nobody counts."""
