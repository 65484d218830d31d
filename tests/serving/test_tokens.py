"""Tokens and roles: who is let in, and that nothing of a token comes back."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest
import pytest_asyncio
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_channelz.v1 import channelz_pb2, channelz_pb2_grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from grpc_status import rpc_status
from hypothesis import given
from hypothesis import strategies as st

from referee.library import Library
from referee.limits import TOKEN_CHARACTERS
from referee.service.gate import Gate, role_for
from referee.service.server import Server
from referee.service.status import CallError
from referee.service.terms import Terms
from referee.service.tokens import Keyring, Role, Token, digest_of
from referee.v1.rule_set_service_pb2 import ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub

SECRETS = {"ana": ("kaixo-7o-7c", Role.READER), "olatz": ("jq8zz3Ly", Role.AUTHOR), "ops": ("op" * 300, Role.OPERATOR)}
TOKENS = tuple(Token(name, role, digest_of(secret)) for name, (secret, role) in SECRETS.items())


def bearer(name: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {SECRETS[name][0]}"),)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def closed() -> AsyncIterator[grpc.aio.Channel]:
    server = Server("127.0.0.1:0", Library(), Terms(tokens=TOKENS, channelz=True))
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel
    await server.stop(0)


async def refusal(call: Any) -> tuple[grpc.StatusCode, str, str]:
    """Code and reason, and everything else that came back, as one text."""
    with pytest.raises(grpc.aio.AioRpcError) as raised:
        await call
    error = raised.value
    told = ErrorInfo()
    assert rpc_status.from_call(error).details[0].Unpack(told)
    return error.code(), told.reason, f"{error.details()}{error.trailing_metadata()}{error.initial_metadata()}"


@pytest.mark.parametrize("name", SECRETS)
async def test_whoever_has_a_token_may_ask(closed: grpc.aio.Channel, name: str) -> None:
    listed = await RuleSetServiceStub(closed).ListRuleSets(ListRuleSetsRequest(), metadata=bearer(name))

    assert listed.rule_sets


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ((), "TOKEN_MISSING"),
        ((("authorization", "Bearer wrong-7b-secret"),), "TOKEN_UNKNOWN"),
        ((("authorization", "Basic wrong-7b-secret"),), "TOKEN_UNKNOWN"),
        ((("authorization", "Bearer "),), "TOKEN_UNKNOWN"),
        ((("authorization", SECRETS["ana"][0]),), "TOKEN_UNKNOWN"),
    ],
)
async def test_others_are_refused_and_read_nothing_of_what_they_sent(
    closed: grpc.aio.Channel, metadata: Any, reason: str
) -> None:
    code, told, came = await refusal(RuleSetServiceStub(closed).ListRuleSets(ListRuleSetsRequest(), metadata=metadata))

    assert (code, told) == (grpc.StatusCode.UNAUTHENTICATED, reason)
    assert not any(secret in came for secret, _ in SECRETS.values())
    assert "7b-secret" not in came


async def test_streams_are_closed_too(closed: grpc.aio.Channel) -> None:
    ask = closed.stream_stream("/referee.v1.RecordService/StreamValidateRecords")
    code, reason, _ = await refusal(ask(iter(())).read())

    assert (code, reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")


async def test_health_is_for_everybody(closed: grpc.aio.Channel) -> None:
    answer = await health_pb2_grpc.HealthStub(closed).Check(health_pb2.HealthCheckRequest())

    assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_is_for_whoever_has_a_token(closed: grpc.aio.Channel) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(closed)
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    answers = [each async for each in stub.ServerReflectionInfo(iter([request]), metadata=bearer("ana"))]

    assert "grpc.channelz.v1.Channelz" in {each.name for each in answers[0].list_services_response.service}
    assert (await refusal(stub.ServerReflectionInfo().read()))[0] is grpc.StatusCode.UNAUTHENTICATED


async def test_only_operators_look_inside(closed: grpc.aio.Channel) -> None:
    stub = channelz_pb2_grpc.ChannelzStub(closed)
    request = channelz_pb2.GetServersRequest()
    code, reason, came = await refusal(stub.GetServers(request, metadata=bearer("olatz")))

    assert (code, reason) == (grpc.StatusCode.PERMISSION_DENIED, "ROLE_TOO_LOW")
    assert SECRETS["olatz"][0] not in came
    assert (await stub.GetServers(request, metadata=bearer("ops"))).server


async def test_channelz_is_off_unless_asked_for() -> None:
    server = Server("127.0.0.1:0", Library(), Terms())
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await channelz_pb2_grpc.ChannelzStub(channel).GetServers(channelz_pb2.GetServersRequest())
    await server.stop(0)

    assert raised.value.code() is grpc.StatusCode.UNIMPLEMENTED


def test_every_method_of_ours_has_a_role() -> None:
    """What changes nothing is for readers; a method that may change something is not."""
    assert role_for("referee.v1.RefereeService", "EvaluateHand") is Role.READER
    assert role_for("referee.v1.RecordService", "StreamValidateRecords") is Role.READER
    assert role_for("grpc.channelz.v1.Channelz", "GetServers") is Role.OPERATOR
    assert role_for("grpc.reflection.v1alpha.ServerReflection", "ServerReflectionInfo") is Role.READER
    assert role_for("grpc.health.v1.Health", "Watch") is None
    assert role_for("somebody.Else", "Asks") is Role.OPERATOR
    assert role_for("referee.v1.RuleSetStoreService", "CreateRuleSet") is Role.AUTHOR


@pytest.mark.parametrize("has", Role)
@pytest.mark.parametrize("needs", Role)
def test_a_role_may_do_what_those_before_it_may(has: Role, needs: Role) -> None:
    gate = Gate(Keyring([Token("somebody", has, digest_of("x"))]))
    asked = (("authorization", "bearer x"),)
    if has >= needs:
        gate.allow(gate.token(asked), needs)
    else:
        with pytest.raises(CallError) as raised:
            gate.allow(gate.token(asked), needs)
        assert raised.value.code is grpc.StatusCode.PERMISSION_DENIED


@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_a_token_opens_for_itself_alone(token: str, other: str) -> None:
    ring = Keyring([Token("me", Role.READER, hashlib.sha256(token.strip().encode("utf-8", "surrogatepass")).digest())])
    found = ring.holder(f"Bearer {other}")

    assert (found is not None) == (other.strip() == token.strip() != "")


def test_characters_of_a_token() -> None:
    """One that is longer is not looked at."""
    for length, holder in ((TOKEN_CHARACTERS, "me"), (TOKEN_CHARACTERS + 1, None)):
        ring = Keyring([Token("me", Role.READER, digest_of("x" * length))])
        found = ring.holder(f"Bearer {'x' * length}")
        assert (found and found.holder) == holder


def test_a_token_is_never_shown() -> None:
    assert repr(digest_of("x")) not in repr(Token("me", Role.READER, digest_of("x")))
