"""Spans of calls, sent for real to a collector of our own."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import grpc
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from referee.v1.referee_service_pb2 import EvaluateHandRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup

ID = "referee.request_id"
TRACE, PARENT = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"


@pytest.fixture
def collector() -> Iterator[tuple[str, list[Any]]]:
    """Where it listens, and the spans that came."""
    spans: list[Any] = []

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            if self.headers.get("Content-Encoding") == "gzip":
                content = gzip.decompress(content)
            for resource in ExportTraceServiceRequest.FromString(content).resource_spans:
                spans.extend(span for scope in resource.scope_spans for span in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *said: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", spans
    server.shutdown()
    server.server_close()
    thread.join(10)


def test_a_call_is_a_span_of_its_callers_trace(running: Callable[..., Any], collector: tuple[str, list[Any]]) -> None:
    where, spans = collector
    variables = {"OTEL_EXPORTER_OTLP_ENDPOINT": where}
    with running("--tracing", variables=variables) as served, grpc.insecure_channel(served.address) as channel:
        stub = RefereeServiceStub(channel)
        metadata = (("traceparent", f"00-{TRACE}-{PARENT}-01"), ("x-request-id", "mine"))
        table = TableSetup(rule_set=RuleSetSelector(name="spanish-40"))
        stub.EvaluateHand(EvaluateHandRequest(table=table, cards=["7o", "7c", "7e"]), metadata=metadata)
        with pytest.raises(grpc.RpcError):
            stub.EvaluateHand(EvaluateHandRequest(table=table, cards=["99zz"]), metadata=metadata)
        stub.EvaluateHand(EvaluateHandRequest(table=table, cards=["7o"]))
        assert served.stop() == 0, "what is left is sent in the end"

    assert [span.name for span in spans] == ["referee.v1.RefereeService/EvaluateHand"] * 3
    assert [span.trace_id.hex() == TRACE and span.parent_span_id.hex() == PARENT for span in spans] == [
        True,
        True,
        False,
    ]
    first, second = (
        {each.key: each.value.string_value or each.value.int_value for each in span.attributes} for span in spans[:2]
    )
    assert first == {
        "rpc.system": "grpc",
        "rpc.service": "referee.v1.RefereeService",
        "rpc.method": "EvaluateHand",
        "rpc.grpc.status_code": 0,
        "referee.request_id": "mine",
    }
    assert (second["rpc.grpc.status_code"], second["referee.reason"]) == (3, "CARD_UNKNOWN")
    assert all(span.status.code == Status.STATUS_CODE_UNSET for span in spans), "the caller's faults are not ours"
    assert all(0 <= span.end_time_unix_nano - span.start_time_unix_nano < 10e9 for span in spans)
    said = " ".join(each.value.string_value for span in spans for each in span.attributes if each.key != ID)
    assert not any(card in said for card in ("7o", "7c", "99zz"))
