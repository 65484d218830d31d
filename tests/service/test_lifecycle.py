"""A server as a process: the port it takes, the signals it obeys."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from referee.v1.rule_set_service_pb2 import CheckRuleSetRequest, ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub

SLOW_SERVER = """
import sys, time
from referee.library import Library
from referee.service.server import run
from referee.service.terms import Bounds, Terms

class Slow(Library):
    def check(self, content, name):
        time.sleep(float(sys.argv[1]))
        return super().check(content, name)

terms = Terms(bounds=Bounds(default_seconds=60))
run("127.0.0.1:0", Slow(), terms, announce=lambda address: print(f"listening on {address}", flush=True))
print("ended")
"""


@contextmanager
def running(*command: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server and the address it announces."""
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("listening on 127.0.0.1:"), process.communicate(timeout=20)
        yield process, line.removeprefix("listening on ").strip()
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=20)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_calls_under_way_finish(number: signal.Signals) -> None:
    with running("-c", SLOW_SERVER, "1.5") as (process, address), grpc.insecure_channel(address) as channel:
        watch = health_pb2_grpc.HealthStub(channel).Watch(health_pb2.HealthCheckRequest())
        assert next(watch).status == health_pb2.HealthCheckResponse.SERVING
        call = RuleSetServiceStub(channel).CheckRuleSet.future(CheckRuleSetRequest(source=b"x"))
        time.sleep(0.4)
        began = time.monotonic()
        process.send_signal(number)
        assert next(watch).status == health_pb2.HealthCheckResponse.NOT_SERVING
        assert time.monotonic() - began < 1
        watch.cancel()
        assert call.result(timeout=10).diagnostics
        output, errors = process.communicate(timeout=10)
        with pytest.raises(grpc.RpcError) as raised:
            RuleSetServiceStub(channel).ListRuleSets(ListRuleSetsRequest(), timeout=5)

    assert (process.returncode, output, errors) == (0, "ended\n", "")
    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE


def test_a_second_signal_ends_it_at_once() -> None:
    with running("-c", SLOW_SERVER, "4") as (process, address), grpc.insecure_channel(address) as channel:
        call = RuleSetServiceStub(channel).CheckRuleSet.future(CheckRuleSetRequest(source=b"x"))
        time.sleep(0.4)
        process.send_signal(signal.SIGTERM)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        with pytest.raises(grpc.RpcError) as raised:
            call.result(timeout=10)

    assert raised.value.code() is grpc.StatusCode.UNAVAILABLE
    assert time.monotonic() - began < 2


def test_the_command_serves_and_refuses_a_port_that_is_taken() -> None:
    with running("-m", "referee", "serve", "--address", "127.0.0.1:0") as (process, address):
        with grpc.insecure_channel(address) as channel:
            assert RuleSetServiceStub(channel).ListRuleSets(ListRuleSetsRequest(), timeout=5).rule_sets
        command = [sys.executable, "-m", "referee", "serve", "--address", address]
        second = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)

    assert (second.returncode, second.stdout) == (2, "")
    assert address in second.stderr
    assert "Traceback" not in second.stderr
    assert process.returncode == 0


@pytest.mark.parametrize("address", ["127.0.0.1", "127.0.0.1:99999", "127.0.0.1:-1"])
def test_the_command_says_what_is_wrong_with_an_address(address: str) -> None:
    command = [sys.executable, "-m", "referee", "serve", f"--address={address}"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "port" in ended.stderr
    assert "insecure" not in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_health_is_answered_while_a_heavy_rule_set_is_compiled() -> None:
    """Compiling holds the interpreter for its own time, but not the loop."""
    entries = "".join(f"    h.{n}: {' + '.join(['deadwood'] * 200)} at most {n}\n" for n in range(40))
    heavy = f"rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n{entries}".encode()
    with (
        running("-m", "referee", "serve", "--address", "127.0.0.1:0") as (_, address),
        grpc.insecure_channel(address) as channel,
    ):
        done = threading.Event()
        call = RuleSetServiceStub(channel).CheckRuleSet.future(CheckRuleSetRequest(source=heavy))
        call.add_done_callback(lambda _: done.set())
        probe = health_pb2_grpc.HealthStub(channel).Check
        times = []
        while not done.is_set() or len(times) < 20:
            began = time.perf_counter()
            assert probe(health_pb2.HealthCheckRequest()).status == health_pb2.HealthCheckResponse.SERVING
            times.append(time.perf_counter() - began)

    assert call.result().diagnostics
    assert sorted(times)[int(len(times) * 0.9)] < 0.15
