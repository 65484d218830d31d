"""The admin port: numbers for Prometheus, and probes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee.serving.admin import Admin
from referee.serving.failures import CannotRun
from referee.v1.record_service_pb2 import StreamOpening, StreamValidateRecordsRequest
from referee.v1.record_service_pb2_grpc import RecordServiceStub
from referee.v1.rule_set_service_pb2 import GetRuleSetRequest, ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector


def values(text: str) -> dict[str, float]:
    """The numbers of a page by their names and labels."""
    return {name: float(value) for name, value in re.findall(r"^(\w+(?:\{.*\})?) (\S+)$", text, re.MULTILINE)}


def of(method: str, kind: str = "unary", service: str = "RuleSetService", code: str = "") -> str:
    coded = f'grpc_code="{code}",' if code else ""
    order = f'grpc_method="{method}",grpc_service="referee.v1.{service}",grpc_type="{kind}"'
    return f"{{{coded}{order}}}"


def test_what_is_counted(running: Callable[..., Any], page: Callable[..., Any], free_port: int) -> None:
    admin = f"127.0.0.1:{free_port}"
    with running("--admin-address", admin) as served, grpc.insecure_channel(served.address) as channel:
        stub = RuleSetServiceStub(channel)
        for _ in range(3):
            stub.ListRuleSets(ListRuleSetsRequest(), timeout=10)
        with pytest.raises(grpc.RpcError):
            stub.GetRuleSet(GetRuleSetRequest(rule_set=RuleSetSelector(name="nothing")), timeout=10)
        with pytest.raises(grpc.RpcError):
            channel.unary_unary("/referee.v1.RuleSetService/Invented")(b"", timeout=10)
        asked = iter([StreamValidateRecordsRequest(opening=StreamOpening())])
        assert next(RecordServiceStub(channel).StreamValidateRecords(asked)).window.chunks
        code, text = page(admin, "/metrics?of=all")
        found = values(text)

    assert code == 200
    assert found[f"grpc_server_started_total{of('ListRuleSets')}"] == 3
    handled = "grpc_server_handled_total"
    by_code = {name: value for name, value in found.items() if name.startswith(handled) and "RuleSetService" in name}
    assert sum(by_code.values()) == 4
    assert any('grpc_code="OK"' in name and value == 3 for name, value in by_code.items())
    assert any('grpc_code="NOT_FOUND"' in name and value == 1 for name, value in by_code.items())
    assert found[f"grpc_server_handling_seconds_count{of('ListRuleSets')}"] == 3
    assert found[f"referee_calls_under_way{of('ListRuleSets')}"] == 0
    assert "Invented" not in text, "nobody outside makes labels"


def test_probes(running: Callable[..., Any], page: Callable[..., Any], free_port: int) -> None:
    admin = f"127.0.0.1:{free_port}"
    with running("--admin-address", admin, "--stop-drain", "1") as served:
        assert page(admin, "/healthz") == (200, "alive\n")
        assert page(admin, "/readyz") == (200, "ready\n")
        assert page(admin, "/readyz", "HEAD") == (200, "")
        assert page(admin, "/readyz", "POST")[0] == 405
        assert page(admin, "/")[0] == 404
        with grpc.insecure_channel(served.address) as channel:
            watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
            assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
            served.process.terminate()
            assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING
            assert page(admin, "/readyz") == (503, "not ready\n")
            assert page(admin, "/healthz") == (200, "alive\n")
            watch.cancel()
        assert served.process.wait(10) == 0


async def exchange(port: int, content: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(content)
    await writer.drain()
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return answer


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 200 "),
        (b"GET /healthz HTTP/1.0\r\n\r\n", b"HTTP/1.1 200 "),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"HTTP/1.1 400 "),
        (b"\x16\x03\x01\r\n\r\n", b"HTTP/1.1 400 "),
        (b"GET\r\n\r\n", b"HTTP/1.1 400 "),
        (b"DELETE /metrics HTTP/1.1\r\n\r\n", b"HTTP/1.1 405 "),
        (b"GET /../etc/passwd HTTP/1.1\r\n\r\n", b"HTTP/1.1 404 "),
        (b"GET /" + b"x" * 20_000, b"HTTP/1.1 400 "),
    ],
)
async def test_what_is_no_request_of_ours(content: bytes, answer: bytes) -> None:
    async with Admin("127.0.0.1:0", lambda: True, bytes) as admin:
        assert (await exchange(admin.port, content)).startswith(answer)


async def test_who_says_nothing_is_shut_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.serving.admin._SECONDS", 0.1)
    async with Admin("127.0.0.1:0", lambda: True, bytes) as admin:
        assert await exchange(admin.port, b"GET /heal") == b""


async def test_a_page_that_fails_says_nothing_of_why() -> None:
    def failing() -> bytes:
        raise ValueError("7o 12c")

    loop, told = asyncio.get_running_loop(), []
    before = loop.get_exception_handler()
    loop.set_exception_handler(lambda _, context: told.append(context))
    async with Admin("127.0.0.1:0", lambda: True, failing) as admin:
        assert await exchange(admin.port, b"GET /metrics HTTP/1.1\r\n\r\n") == b""
        assert (await exchange(admin.port, b"GET /healthz HTTP/1.1\r\n\r\n")).endswith(b"alive\n")
    loop.set_exception_handler(before)
    assert len(told) == 1


async def test_an_admin_port_that_is_taken_is_told() -> None:
    async with Admin("127.0.0.1:0", lambda: True, bytes) as admin:
        with pytest.raises(CannotRun, match="for metrics: it is taken"):
            async with Admin(f"127.0.0.1:{admin.port}", lambda: True, bytes):
                pass
