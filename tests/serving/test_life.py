"""The life of a server as a process: how it drains, and how several workers are kept."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from referee.serving import supervisor
from referee.v1.record_service_pb2 import RecordChunk, StreamOpening, StreamValidateRecordsRequest
from referee.v1.record_service_pb2_grpc import RecordServiceStub
from referee.v1.rule_set_service_pb2 import ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub
from tests.serving.authority import Authority

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


class Chunks:
    """Requests of a stream that are sent when the test says."""

    def __init__(self) -> None:
        self._ready = threading.Semaphore(0)
        self._waiting: list[StreamValidateRecordsRequest] = []

    def send(self, request: StreamValidateRecordsRequest) -> None:
        self._waiting.append(request)
        self._ready.release()

    def __iter__(self) -> Iterator[StreamValidateRecordsRequest]:
        while self._ready.acquire():
            yield self._waiting.pop(0)


def test_health_goes_first_then_streams_end_and_say_when_to_come_again(running: Callable[..., Any]) -> None:
    with running("--stop-drain", "0.6") as served, grpc.insecure_channel(served.address) as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        assert next(watch).status == SERVING
        chunks = Chunks()
        stream = RecordServiceStub(channel).StreamValidateRecords(iter(chunks))
        chunks.send(StreamValidateRecordsRequest(opening=StreamOpening()))
        assert next(stream).window.chunks
        served.process.send_signal(signal.SIGTERM)
        assert next(watch).status == NOT_SERVING

        # while it drains, a stream goes on and new calls are taken
        chunks.send(StreamValidateRecordsRequest(chunk=RecordChunk(sequence=1, lines=b"{}")))
        assert next(stream).verdicts.sequence == 1
        assert RuleSetServiceStub(channel).ListRuleSets(ListRuleSetsRequest(), timeout=5).rule_sets
        ends = []
        for call in (stream, watch):
            with pytest.raises(grpc.RpcError) as raised:
                next(call)
            ends.append(raised.value)
        assert served.process.wait(10) == 0

    for end in ends:
        told, again = ErrorInfo(), RetryInfo()
        status = rpc_status.from_call(end)
        assert end.code() is grpc.StatusCode.UNAVAILABLE
        assert status.details[0].Unpack(told)
        assert status.details[1].Unpack(again)
        assert told.reason == "SHUTTING_DOWN"
        assert again.retry_delay.seconds == 1
    assert served.log == []


def health(address: str) -> int:
    """The process behind a new connection says that it serves; its status."""
    options = (("grpc.use_local_subchannel_pool", 1),)
    with grpc.insecure_channel(address, options) as channel:
        call = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=10)
        return int(call.status)


def workers_of(process: int) -> list[int]:
    """The processes that a supervisor keeps."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text("ascii")
    return [int(word) for word in listed.split()]


def runs(process: int) -> bool:
    """Whether there is such a process."""
    return Path(f"/proc/{process}").exists()


def until(wanted: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something that comes by itself."""
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_worker_that_is_killed_is_replaced_and_a_signal_ends_all(
    running: Callable[..., Any], page: Callable[..., tuple[int, str]], free_port: int
) -> None:
    admin = f"127.0.0.1:{free_port}"
    words = ("--workers", "2", "--admin-address", admin, "--log-format", "json")
    with running(*words) as served:
        before = workers_of(served.process.pid)
        assert len(before) == 2
        assert [health(served.address) for _ in range(20)] == [SERVING] * 20
        assert page(admin, "/readyz") == (200, "ready\n")
        counted = page(admin, "/metrics")[1]
        os.kill(before[0], signal.SIGKILL)
        until(lambda: before[0] not in (now := workers_of(served.process.pid)) and len(now) == 2)
        until(lambda: "referee_workers 2.0" in page(admin, "/metrics")[1])
        assert [health(served.address) for _ in range(20)] == [SERVING] * 20
        assert page(admin, "/readyz") == (200, "ready\n")
        again = page(admin, "/metrics")[1]
        after = workers_of(served.process.pid)
        assert served.stop() == 0

    handled = 'grpc_server_handled_total{grpc_code="OK",grpc_method="Check",grpc_service="grpc.health.v1.Health",'
    assert f'{handled}grpc_type="unary"}} 20.0' in counted
    assert f'{handled}grpc_type="unary"}} 40.0' in again, "what a killed worker had counted is not lost"
    assert "referee_worker_restarts_total 1.0" in again
    told = served.records()
    assert [each["message"] for each in told] == [
        "a worker ended and is replaced, by the signal 9",
        "a worker serves in its place",
    ]
    assert not any(runs(process) for process in {*before, *after})


def test_workers_end_when_their_supervisor_is_killed(running: Callable[..., Any]) -> None:
    with running("--workers", "2") as served:
        workers = workers_of(served.process.pid)
        served.process.kill()
        served.process.wait(10)
        until(lambda: not any(runs(process) for process in workers))


def test_all_workers_take_part_of_the_connections(running: Callable[..., Any], page: Any, free_port: int) -> None:
    """The system spreads them; that none of two workers gets any of thirty is one in five hundred million."""
    with running("--workers", "2", "--log-calls", "all", "--log-format", "json") as served:
        for _ in range(30):
            health(served.address)
        assert served.stop() == 0

    assert {each["worker"] for each in served.records() if each["message"] == "call ended"} == {1, 2}


def test_a_port_that_is_taken_is_told_whoever_has_it(running: Callable[..., Any]) -> None:
    """By several workers, which share it among themselves alone."""
    with running("--workers", "2") as served:
        for workers in ("1", "2"):
            command = [sys.executable, "-m", "referee", "serve", "--address", served.address, "--workers", workers]
            second = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
            assert (second.returncode, second.stdout) == (2, "")
            why = f"cannot listen on `{served.address}`: it is taken or no address of this machine"
            assert second.stderr == f"referee serve: {why}\n"


def test_what_fails_while_a_port_is_kept_is_not_told_as_a_port_that_is_taken() -> None:
    with pytest.raises(BlockingIOError), supervisor._reserved("127.0.0.1:0"):
        raise BlockingIOError


def test_workers_that_cannot_serve_are_told_in_one_sentence(tmp_path: Any) -> None:
    (tmp_path / "cert.pem").write_text("nothing")
    files = ["--tls-certificate", str(tmp_path / "cert.pem"), "--tls-key", str(tmp_path / "key.pem")]
    no_key = f"`{tmp_path / 'key.pem'}` cannot be read: no such file or directory"
    no_folder = f"`{tmp_path / 'rules'}` is no folder; rule files were to be there"
    folders = ["--folders", str(tmp_path / "rules")]
    for workers, words, said in (("1", files, no_key), ("2", files, no_key), ("1", folders, no_folder)):
        command = [sys.executable, "-m", "referee", "serve", "--address", "127.0.0.1:0", "--workers", workers, *words]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert ended.stderr == f"referee serve: {said}\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_store_without_its_extra_is_told_in_one_sentence(workers: str, tmp_path: Path) -> None:
    """As where it is not installed: every process is told at its start that there is no such module."""
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['sqlalchemy'] = None\n", encoding="utf-8")
    words = ["--address", "127.0.0.1:0", "--workers", workers, "--store", str(tmp_path / "rules.db")]
    ended = subprocess.run(
        [sys.executable, "-m", "referee", "serve", *words],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "referee serve: a store needs its extra: pip install 'chinchon-referee[store]'\n"


def test_a_worker_that_is_killed_loses_what_it_has_under_way_and_nothing_else(running: Callable[..., Any]) -> None:
    """Four clients ask all the while, each over a connection of its own, and repeat what was UNAVAILABLE."""
    failed: list[grpc.StatusCode] = []
    answered = [0] * 4
    killed, ended = threading.Event(), threading.Event()

    def ask(client: int, address: str) -> None:
        with grpc.insecure_channel(address, (("grpc.use_local_subchannel_pool", 1),)) as channel:
            stub = RuleSetServiceStub(channel)
            while not ended.is_set():
                for attempt in range(40):
                    try:
                        assert stub.ListRuleSets(ListRuleSetsRequest(), timeout=10).rule_sets
                        break
                    except grpc.RpcError as error:
                        failed.append(error.code())
                        time.sleep(0.05 * min(attempt, 10))
                else:
                    return
                answered[client] += killed.is_set()

    with running("--workers", "2", "--log-format", "json") as served:
        clients = [threading.Thread(target=ask, args=(client, served.address)) for client in range(4)]
        for client in clients:
            client.start()
        time.sleep(0.3)
        os.kill(workers_of(served.process.pid)[0], signal.SIGKILL)
        killed.set()
        until(lambda: min(answered) >= 10)
        ended.set()
        for client in clients:
            client.join(20)
        assert served.stop() == 0

    assert min(answered) >= 10, "every client goes on"
    assert set(failed) <= {grpc.StatusCode.UNAVAILABLE}


@pytest.mark.slow
def test_a_worker_that_cannot_be_replaced_is_tried_again(running: Callable[..., Any], tmp_path: Path) -> None:
    """The others serve meanwhile, and when what was wrong is mended it comes back."""
    certificate, key = Authority("ours").issue("server").write(tmp_path, "server")
    words = ("--tls-certificate", str(certificate), "--tls-key", str(key), "--log-format", "json")
    with running("--workers", "2", *words) as served:
        kept = key.read_bytes()
        key.write_text("no key")
        first, second = workers_of(served.process.pid)
        os.kill(first, signal.SIGKILL)
        until(lambda: sum("cannot be started" in line for line in served.log) >= 1)
        assert second in workers_of(served.process.pid)
        with socket.create_connection(served.address.rsplit(":", 1), timeout=10):
            pass
        key.write_bytes(kept)
        until(lambda: any("serves in its place" in line for line in served.log))
        assert len(workers_of(served.process.pid)) == 2
        assert served.stop() == 0

    told = [(each["message"], each["level"]) for each in served.records() if each["logger"] == "referee.supervisor"]
    why = f"`{certificate}` and `{key}` are not a certificate and its key"
    assert told[0] == ("a worker ended and is replaced, by the signal 9", "warning")
    assert told[1] == (f"a worker cannot be started: {why}", "error")
    assert told[-1] == ("a worker serves in its place", "warning")
