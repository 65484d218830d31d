"""The log: request ids, callers, and nothing that must stay out of it."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import logging
import re
import secrets
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.limits import REQUEST_ID_CHARACTERS
from referee.service.tokens import digest_of
from referee.service.traces import traced
from referee.service.visits import REQUEST_ID, Method, visit_of
from referee.serving import logs
from referee.serving.worker import complained
from referee.v1.referee_service_pb2 import EvaluateHandRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup

PACKAGE = Path(logs.__file__).parents[1]
HAND = "hand of bob is 7o 12c JK"
METHOD = Method("referee.v1.RefereeService", "EvaluateHand", "unary")


@pytest.fixture(params=["text", "json"])
def log(request: pytest.FixtureRequest) -> Iterator[Callable[[], list[str]]]:
    """Installs the log; the lines that were written, once it has ended."""
    root = logging.getLogger()
    handlers, level, raises = root.handlers[:], root.level, logging.raiseExceptions
    stream = io.StringIO()
    end = logs.install(request.param, "info", stream)
    ended = []

    def lines() -> list[str]:
        end()
        ended.append(True)
        return stream.getvalue().splitlines()

    yield lines
    if not ended:
        end()
    root.handlers[:], logging.raiseExceptions = handlers, raises
    root.setLevel(level)
    logging.getLogger("referee").setLevel(logging.NOTSET)


def failing() -> None:
    raise ValueError(HAND)


def test_no_line_holds_the_text_of_an_exception(log: Callable[[], list[str]]) -> None:
    """However it comes to the log: as what is raised now, as an argument, as the message itself, from its cause."""
    there = logging.getLogger("somebody.else")
    try:
        try:
            failing()
        except ValueError as error:
            raise KeyError(HAND) from error
    except KeyError as error:
        there.exception("it failed")
        there.error("it failed: %s", error)
        there.error(error)
        there.error("it failed", exc_info=error)
        there.error("it failed", exc_info=True)
    lines = log()

    assert len(lines) == 5
    assert all("KeyError" in line for line in lines)
    assert "test_logs.py" in lines[0]
    assert not any(part in line for line in lines for part in ("bob", "7o", "JK"))


def test_libraries_tell_no_values_but_numbers(log: Callable[[], list[str]]) -> None:
    """gRPC says «Invalid encoding on b'Bearer …'» of a header that is no text."""
    for name in ("grpc._cython.cygrpc", "referee.live", "refereeing"):
        logging.getLogger(name).warning("Invalid encoding on %s in %d", b"Bearer 7o-secret\xff", 7)
        logging.getLogger(name).warning("%(what)s", {"what": "7o-secret"})
        logging.getLogger(name).warning("%x", "7o-secret")
    said = [json.loads(line)["message"] if line.startswith("{") else line.split(": ", 1)[1] for line in log()]

    foreign = ["Invalid encoding on … in 7", "…", "%x"]
    assert said == [*foreign, "Invalid encoding on b'Bearer 7o-secret\\xff' in 7", "7o-secret", "%x", *foreign]


def test_libraries_tell_only_what_is_wrong(log: Callable[[], list[str]]) -> None:
    for name in ("alembic.runtime.migration", "referee.live"):
        logging.getLogger(name).info("of %s", name)
        logging.getLogger(name).warning("of %s", name)
    lines = log()
    assert ["alembic" in line for line in lines] == [True, False, False], lines
    assert all("warning" in line.casefold() for line in lines if "alembic" in line)


async def test_what_the_loop_complains_of_has_no_text_either(log: Callable[[], list[str]]) -> None:
    loop = asyncio.get_running_loop()
    before = loop.get_exception_handler()
    loop.set_exception_handler(complained)
    try:
        loop.call_soon(failing)
        task = loop.create_task(asyncio.sleep(0))
        await asyncio.sleep(0.01)
        task.cancel()
    finally:
        loop.set_exception_handler(before)
    (line,) = log()

    assert "ValueError at test_logs.py" in line
    assert "bob" not in line
    assert "7o" not in line


def test_a_thread_that_fails_is_told_without_its_text(log: Callable[[], list[str]]) -> None:
    before = threading.excepthook
    logs.catch_all()
    try:
        thread = threading.Thread(target=failing)
        thread.start()
        thread.join()
    finally:
        threading.excepthook = before
    (line,) = log()

    assert "ValueError at test_logs.py" in line
    assert "bob" not in line


@given(st.text(max_size=60))
def test_a_trace_has_no_text_of_its_exception(text: str) -> None:
    marked = f"[{text}]"

    def fail() -> None:
        raise RuntimeError(marked)

    with pytest.raises(RuntimeError) as raised:
        fail()
    told = traced(raised.value)
    assert marked not in told
    assert re.fullmatch(r"RuntimeError at test_logs\.py:\d+ in [\w<>]+( < [\w.]+:\d+ in [\w<>]+)*", told)


def test_a_line_of_a_call(log: Callable[[], list[str]]) -> None:
    watcher = logs.CallLog("failed")
    fine, failed = visit_of(METHOD, ()), visit_of(METHOD, ((REQUEST_ID, "mine-1"),))
    failed.code, failed.reason, failed.caller = "NOT_FOUND", "RULE_SET_NOT_FOUND", "ana"
    for visit in (fine, failed):
        watcher.began(visit)
        watcher.ended(visit)
    (line,) = log()

    if line.startswith("{"):
        told = json.loads(line)
        assert told.pop("seconds") < 5
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told.pop("time"))
        assert told.pop("process") > 0
        assert told == {
            "level": "warning",
            "logger": "referee.calls",
            "message": "call ended",
            "request_id": "mine-1",
            "method": "referee.v1.RefereeService/EvaluateHand",
            "code": "NOT_FOUND",
            "reason": "RULE_SET_NOT_FOUND",
            "caller": "ana",
        }
    else:
        assert "WARNING referee.calls: call ended request_id=mine-1 method=referee.v1.RefereeService/Evalu" in line


def test_a_line_stays_one_line(log: Callable[[], list[str]]) -> None:
    logging.getLogger("x").warning("two\nlines\x1b[31m")
    (line,) = log()
    assert "\x1b" not in line


def test_whoever_reads_slowly_holds_up_nobody_and_loses_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go = threading.Event()

    class Slow(io.StringIO):
        def write(self, text: str) -> int:
            assert may_go.wait(20)
            return super().write(text)

    monkeypatch.setattr(logs, "_ROOM", 10)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = Slow()
    end = logs.install("text", "warning", stream)
    for number in range(100):
        logging.getLogger("x").warning("line %d", number)
    may_go.set()
    end()
    root.handlers[:] = handlers
    root.setLevel(level)

    lines = stream.getvalue().splitlines()
    assert 10 <= len(lines) <= 13
    assert re.search(r"WARNING referee\.log: (8[89]|90) lines of the log were dropped", lines[-1])


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("abc-1/2.3:4_5@x=", True),
        ("x" * REQUEST_ID_CHARACTERS, True),
        ("x" * (REQUEST_ID_CHARACTERS + 1), False),
        ("", False),
        ("two words", False),
        ('"quoted"', False),
        ("zaïre", False),
        (b"bytes", False),
    ],
)
def test_the_id_that_a_caller_sends(sent: Any, kept: bool) -> None:
    found = visit_of(METHOD, ((REQUEST_ID, sent),)).request_id
    assert (found == sent) is kept
    assert kept or re.fullmatch(r"[0-9a-f]{16}", found)


def test_a_server_says_nothing_that_it_should_not(running: Callable[..., Any], tmp_path: Any) -> None:
    """Every way a call can end, over the wire: what comes back, and what the log says of it."""
    token, cards = secrets.token_urlsafe(24), ["7o", "7c", "7e", "12b", "zz-nonsense", "1o", "3b"]
    (tmp_path / "referee.yaml").write_text(
        f"tokens: {{ana: {{role: reader, sha256: {digest_of(token).hex()}}}}}\nlog: {{format: json, calls: all}}\n"
    )
    with (
        running("--config", str(tmp_path / "referee.yaml")) as served,
        grpc.insecure_channel(served.address) as channel,
    ):
        stub = RefereeServiceStub(channel)
        table = TableSetup(rule_set=RuleSetSelector(name="spanish-40"))
        mine = (("authorization", f"Bearer {token}"), (REQUEST_ID, "of-the-caller"))
        wrong = (("authorization", f"Bearer {token}x"),)
        fine, call = stub.EvaluateHand.with_call(EvaluateHandRequest(table=table, cards=cards[:4]), metadata=mine)
        came = [dict(call.trailing_metadata())]
        for metadata, hand in ((mine, cards), (wrong, cards), ((), cards)):
            with pytest.raises(grpc.RpcError) as raised:
                stub.EvaluateHand(EvaluateHandRequest(table=table, cards=hand), metadata=metadata)
            came.append(dict(raised.value.trailing_metadata()))
        with pytest.raises(grpc.RpcError) as raised:
            channel.unary_unary("/referee.v1.RefereeService/EvaluateHand")(b"\xff" + HAND.encode(), metadata=mine)
        came.append(dict(raised.value.trailing_metadata()))
        assert served.stop() == 0

    assert fine.HasField("value")
    told = [each for each in served.records() if each["message"] == "call ended"]
    assert [(each["code"], each.get("reason"), each.get("caller")) for each in told] == [
        ("OK", None, "ana"),
        ("INVALID_ARGUMENT", "CARD_UNKNOWN", "ana"),
        ("UNAUTHENTICATED", "TOKEN_UNKNOWN", None),
        ("UNAUTHENTICATED", "TOKEN_MISSING", None),
        ("INVALID_ARGUMENT", "REQUEST_UNDECODABLE", "ana"),
    ]
    assert [each["request_id"] for each in told] == [each[REQUEST_ID] for each in came]
    assert came[0][REQUEST_ID] == "of-the-caller"
    log, trailers = "".join(served.log), str(came)
    assert token not in log + trailers
    assert digest_of(token).hex() not in log + trailers
    assert not any(re.search(rf"\b{card}\b", log) for card in (*cards, "bob", "JK"))
    assert not re.search(r"(Value|Decode|Key|Type)Error|Exception", trailers)
    assert "Traceback" not in log + trailers


def test_nothing_is_logged_with_the_exception_itself() -> None:
    """The log of `serve` strikes its text out; a program that uses the service may have another."""
    found = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (
            (node.func.attr == "exception" and isinstance(node.func.value, ast.Name) and "log" in node.func.value.id)
            or any(keyword.arg == "exc_info" for keyword in node.keywords)
        )
    ]
    assert found == []
