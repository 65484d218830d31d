"""OpenTelemetry: a span for each call, part of the trace its caller sent (`traceparent`). Needs the extra `otel`.

Where spans go, and how many are kept, the variables of OpenTelemetry say (OTEL_EXPORTER_OTLP_ENDPOINT,
OTEL_TRACES_SAMPLER …). A span names method, status, reason and request id: nothing of what was asked or answered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.service.status import NUMBERS
from referee.service.visits import Visit
from referee.serving.failures import CannotRun
from referee.version import __version__

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

_SERVER_FAULTS = frozenset({"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"})
"""Statuses that make the span of a server an error, as OpenTelemetry has it; the others are the caller's."""


class Spans:
    """Makes a span of each call when it has ended."""

    def __init__(self, exporter: SpanExporter) -> None:
        """Spans are sent in batches, by a thread of their own."""
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415 - an extra
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
        from opentelemetry.trace import SpanKind, Status, StatusCode  # noqa: PLC0415
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415

        resource = Resource.create({"service.name": "chinchon-referee", "service.version": __version__})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("referee", __version__)
        self._context = TraceContextTextMapPropagator()
        self._kind, self._error = SpanKind.SERVER, Status(StatusCode.ERROR)

    def began(self, visit: Visit) -> None:
        """The span is made when the call has ended."""

    def ended(self, visit: Visit) -> None:
        """A call has its status."""
        method = visit.method
        sent = {key: value for key, value in visit.metadata if isinstance(value, str) and key.startswith("trace")}
        span = self._tracer.start_span(
            f"{method.service}/{method.name}",
            self._context.extract(sent) if sent else None,
            self._kind,
            {
                "rpc.system": "grpc",
                "rpc.service": method.service,
                "rpc.method": method.name,
                "rpc.grpc.status_code": NUMBERS.get(visit.code, NUMBERS["UNKNOWN"]),
                "referee.request_id": visit.request_id,
                **({"referee.reason": visit.reason} if visit.reason else {}),
                **({"enduser.id": visit.caller} if visit.caller else {}),
            },
            start_time=visit.began_ns,
        )
        if visit.code in _SERVER_FAULTS:
            span.set_status(self._error)
        span.end(visit.began_ns + round(visit.seconds * 1e9))

    def close(self) -> None:
        """Send what is left."""
        self._provider.shutdown()


def spans() -> tuple[Spans, Callable[[], None]]:
    """Spans that go where the variables of OpenTelemetry say, and what ends them. CannotRun without the extra."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    except ImportError:
        missing = "tracing needs the extra: pip install 'chinchon-referee[otel]'"
        raise CannotRun(missing, extra=True) from None
    made = Spans(OTLPSpanExporter())
    return made, made.close
