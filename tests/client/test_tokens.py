"""The token of a client: it goes with every call, not over just any connection, and into no text."""

from __future__ import annotations

import inspect
import logging
import pprint
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_client import AsyncClient, Client, CloseQuestion, Deal, GameState, RefereeError, Source
from referee_client.tokens import Bearer, is_local

from tests.serving.authority import Authority

SECRET = "kaixo-7b-5o-Zz"
HOUSE = Source("rule_set: casa\n")
RULES = "spanish-40"
STATE = GameState(b"")
WORDS = r"^`token` takes visible ASCII characters only; is there a blank or a line end about it\?$"

CALLS: dict[str, Callable[[Any], Any]] = {
    "list_rule_sets": lambda one: one.list_rule_sets(),
    "get_rule_set": lambda one: one.get_rule_set(RULES),
    "check_rule_set": lambda one: one.check_rule_set(HOUSE),
    "compile_rule_set": lambda one: one.compile_rule_set(HOUSE),
    "describe_rule_set": lambda one: one.describe_rule_set(RULES),
    "evaluate_hand": lambda one: one.evaluate_hand("7o", RULES),
    "batch_evaluate_hands": lambda one: one.batch_evaluate_hands(["7o"], RULES),
    "check_close": lambda one: one.check_close(RULES, keep="7o"),
    "batch_check_closes": lambda one: one.batch_check_closes([CloseQuestion(keep="7o")], RULES),
    "list_legal_actions": lambda one: one.list_legal_actions(RULES),
    "check_action": lambda one: one.check_action(Deal("A"), RULES),
    "apply_action": lambda one: one.apply_action(Deal("A"), RULES),
    "score_round": lambda one: one.score_round(STATE, RULES),
    "parse_record": lambda one: one.parse_record("{}"),
    "format_record": lambda one: one.format_record("{}"),
    "validate_record": lambda one: one.validate_record("{}"),
    "answer_lines": lambda one: one.answer_lines(["{}"]),
    "batch_validate_records": lambda one: one.batch_validate_records(["{}"]),
    "stream_validate_records": lambda one: one.stream_validate_records(["{}"]),
    "create_rule_set": lambda one: one.create_rule_set(HOUSE),
    "get_stored_rule_set": lambda one: one.get_stored_rule_set("casa"),
    "list_stored_rule_sets": lambda one: one.list_stored_rule_sets(),
    "list_rule_set_revisions": lambda one: one.list_rule_set_revisions("casa"),
    "delete_rule_set": lambda one: one.delete_rule_set("casa", "0" * 32),
}
"""Every method, called as somebody would."""


class Listening(grpc.ServerInterceptor):
    """Hears what is called, and with which `authorization`; the server behind it has no methods at all."""

    def __init__(self) -> None:
        self.heard: dict[str, list[str]] = {}

    def intercept_service(self, continuation: Any, details: Any) -> Any:
        told = [value for key, value in details.invocation_metadata if key == "authorization"]
        self.heard[details.method.rpartition("/")[2]] = told
        return continuation(details)


@pytest.fixture
def listening() -> Iterator[tuple[Listening, str]]:
    listening = Listening()
    server = grpc.server(ThreadPoolExecutor(2), interceptors=[listening])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield listening, f"127.0.0.1:{port}"
    server.stop(0)


async def failing(one: Client | AsyncClient, call: Callable[[Any], Any]) -> RefereeError:
    """What a call fails with, whichever client makes it."""
    try:
        answer = call(one)
        if inspect.isasyncgen(answer):
            _ = [each async for each in answer]
        elif inspect.isgenerator(answer):
            list(answer)
        else:
            await answer
    except RefereeError as error:
        return error
    pytest.fail("the server has no methods")


def test_every_method_is_here() -> None:
    public = {name for name, _ in inspect.getmembers(Client, inspect.isfunction) if not name.startswith("_")}
    assert public - {"close"} == set(CALLS)


@pytest.mark.parametrize("token", [SECRET, None])
async def test_it_goes_with_every_call_and_into_no_text(
    listening: tuple[Listening, str], caplog: pytest.LogCaptureFixture, token: str | None
) -> None:
    heard, address = listening
    caplog.set_level(logging.DEBUG)
    wanted = [] if token is None else [f"Bearer {token}"]
    async with AsyncClient(address, token=token) as other:
        with Client(address, token=token) as client:
            for one in (client, other):
                heard.heard.clear()
                for call in CALLS.values():
                    error = await failing(one, call)
                    assert error.code is grpc.StatusCode.UNIMPLEMENTED
                    told = "".join(traceback.format_exception(error)) + repr(error) + repr(vars(error))
                    assert SECRET not in told
                assert len(heard.heard) == len(CALLS)
                assert [told for told in heard.heard.values() if told != wanted] == []
                assert SECRET not in repr(one) + pprint.pformat(vars(one))
    assert SECRET not in caplog.text


@pytest.mark.parametrize("kind", [Client, AsyncClient])
async def test_encrypted_it_goes_anywhere(kind: Any) -> None:
    authority = Authority("ours")
    issued = authority.issue("server")
    heard = Listening()
    server = grpc.server(ThreadPoolExecutor(2), interceptors=[heard])
    port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(issued.key, issued.certificate)]))
    server.start()
    one = kind(f"127.0.0.1:{port}", credentials=grpc.ssl_channel_credentials(authority.certificate), token=SECRET)
    await failing(one, CALLS["list_rule_sets"])
    assert heard.heard == {"ListRuleSets": [f"Bearer {SECRET}"]}
    closing = one.close()
    if closing is not None:
        await closing
    server.stop(0)
    kind("referee.example:443", credentials=grpc.ssl_channel_credentials(), token=SECRET)


@pytest.mark.parametrize("kind", [Client, AsyncClient])
async def test_unencrypted_it_stays_on_this_machine_unless_it_is_meant(kind: Any) -> None:
    with pytest.raises(ValueError, match=r"unencrypted to `referee\.example:50051`") as raised:
        kind("referee.example:50051", token=SECRET)
    assert "insecure_token=True" in str(raised.value)
    assert SECRET not in "".join(traceback.format_exception(raised.value))
    kind("referee.example:50051", token=SECRET, insecure_token=True)
    kind("referee.example:50051")


def test_a_proxy_of_the_environment_does_not_get_it(
    listening: tuple[Listening, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is this machine's goes there, whatever the environment says."""
    heard, address = listening
    monkeypatch.setenv("grpc_proxy", "http://127.0.0.1:1")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("no_grpc_proxy", raising=False)
    with Client(address, token=SECRET) as client, pytest.raises(RefereeError):
        client.list_rule_sets()
    assert heard.heard == {"ListRuleSets": [f"Bearer {SECRET}"]}


@pytest.mark.parametrize(
    "target",
    ["127.0.0.1:50051", "127.8.9.1", "localhost:1", "LOCALHOST", "[::1]:50051", "::1", "dns:///localhost:1",
     "dns:127.0.0.1:5", "dns://8.8.8.8/localhost:1", "ipv4:127.0.0.1:1,127.0.0.2", "ipv6:[::1]:5", "unix:/run/x.sock",
     "unix-abstract:x"],
)  # fmt: skip
def test_this_machine(target: str) -> None:
    assert is_local(target)


@pytest.mark.parametrize(
    "target",
    ["", "10.0.0.1:50051", "0.0.0.0:1", "127.0.0.1.example:1", "localhost.example", "127.0.0.1@example.org:1",
     "127.0.0.1:1@example.org", "ipv4:127.0.0.1:1,10.0.0.1:1", "ipv6:[::2]:1", "dns:///referee.example:1",
     "dns://127.0.0.1/referee.example", "xds:///localhost", "[::1]x:1", "localhost:1/../x"],
)  # fmt: skip
def test_other_machines(target: str) -> None:
    assert not is_local(target)


@given(st.text(min_size=1))
def test_a_token_is_visible_or_refused_without_being_told(text: str) -> None:
    if all("!" <= sign <= "~" for sign in text):
        assert repr(Bearer(text)) == "Bearer(token=hidden)"
        return
    with pytest.raises(ValueError, match=WORDS):
        Bearer(text)


@pytest.mark.parametrize("token", ["", f"{SECRET}\n", f"{SECRET} 1", f"ñ{SECRET}"])
def test_what_is_no_token(token: str) -> None:
    with pytest.raises(ValueError, match=WORDS):
        Client("127.0.0.1:1", token=token)


def test_bytes_are_no_token() -> None:
    with pytest.raises(TypeError, match="`token` takes the text of a token; found bytes"):
        Client("127.0.0.1:1", token=SECRET.encode())  # type: ignore[arg-type]
