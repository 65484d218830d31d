"""House rules that a server keeps, through both clients: a real server with a store and tokens, and one that loses answers."""

from __future__ import annotations

import inspect
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import grpc
import pytest
from referee_client import AsyncClient, Client, Digest, RefereeError, Source, StoredRuleSet

from referee.v1 import rule_set_store_service_pb2 as messages
from referee.v1.rule_set_store_service_pb2_grpc import (
    RuleSetStoreServiceServicer,
    add_RuleSetStoreServiceServicer_to_server,
)
from referee.v1.rule_sets_pb2 import RuleSetSummary
from tests.client.conftest import AUTHOR, READER

KEPT = "4o 5o 6o 7c 7e 7b 4c"


def house(name: str, limit: int = 3) -> Source:
    return Source(
        f"rule_set: {name}\nformat: 1\nextends: spanish-40\nclose: {{may_close: {{es.4: deadwood at most {limit} points}}}}\n"
    )


async def said(answer: Any) -> Any:
    """An answer, of whichever client."""
    return await answer if inspect.isawaitable(answer) else answer


@pytest.fixture(params=["Client", "AsyncClient"])
async def client(request: pytest.FixtureRequest, kept: str) -> Any:
    """One client or the other, of somebody who may change the store."""
    kind: Any = Client if request.param == "Client" else AsyncClient
    one = kind(kept, token=AUTHOR)
    yield one
    await said(one.close())


async def created(client: Any, source: Source, etag: str = "", **more: Any) -> StoredRuleSet:
    report = await said(client.create_rule_set(source, etag, **more))
    assert report.rule_set is not None
    assert isinstance(report.rule_set, StoredRuleSet)
    return report.rule_set


async def test_a_house_rule_is_kept_judges_and_goes(client: Any) -> None:
    name = f"casa-{type(client).__name__.lower()}"
    first = await created(client, house(name))
    assert (first.name, first.revision, first.source, first.summary.extends) == (
        name,
        1,
        None,
        ("spanish-40", "common"),
    )
    assert timedelta(0) <= datetime.now(UTC) - first.created < timedelta(minutes=5)
    second = await created(client, house(name, 4), first.etag)
    assert (second.revision, second.digest != first.digest, second.etag != first.etag) == (2, True, True)

    assert name in [one.name for one in await said(client.list_stored_rule_sets())]
    assert await said(client.list_rule_set_revisions(name)) == [second, first]
    assert await said(client.get_stored_rule_set(name)) == second
    old = await said(client.get_stored_rule_set(name, 1, with_source=True))
    assert (old.etag, old.source) == (first.etag, house(name).encoded)

    legal = {}
    for rules in (name, f"{name}@2", f"{name}@1", Digest(first.digest), Digest(second.digest)):
        legal[str(rules)] = (await said(client.check_close(rules, keep=KEPT))).legal
    assert list(legal.values()) == [True, True, False, False, True]

    assert await said(client.delete_rule_set(name, second.etag)) is None
    assert name not in [one.name for one in await said(client.list_stored_rule_sets())]
    assert not (await said(client.check_close(f"{name}@1", keep=KEPT))).legal


async def failure(answer: Any) -> tuple[str, str, Any]:
    """Code, reason and metadata of a call that fails, of whichever client."""
    with pytest.raises(RefereeError) as raised:
        await answer
    return raised.value.code.name, raised.value.reason, raised.value.metadata


async def test_who_was_slower_is_told_the_latest_etag(kept: str) -> None:
    async with AsyncClient(kept, token=AUTHOR) as client:
        first = await created(client, house("torneo"))
        told = {"name": "torneo", "etag": first.etag}
        assert await failure(client.create_rule_set(house("torneo", 4))) == ("ALREADY_EXISTS", "RULE_SET_EXISTS", told)
        second = await created(client, house("torneo", 4), first.etag)
        code, reason, metadata = await failure(client.create_rule_set(house("torneo", 5), first.etag))
        assert (code, reason, metadata["etag"]) == ("ABORTED", "ETAG_OUTDATED", second.etag)
        code, reason, metadata = await failure(client.delete_rule_set("torneo", first.etag))
        assert (code, reason, metadata["etag"]) == ("ABORTED", "ETAG_OUTDATED", second.etag)


async def test_mistakes_are_an_answer_and_a_rehearsal_keeps_nothing(kept: str) -> None:
    async with AsyncClient(kept, token=AUTHOR) as client:
        report = await client.create_rule_set(Source(house("rota").encoded.replace(b"deadwood", b"deadwod")))
        assert (report.rule_set, report.diagnostics[0].code, report.omitted) == (None, "CH201", 0)
        assert "^" in report.report
        report = await client.create_rule_set(house("rota"), validate_only=True)
        assert (report.rule_set, report.diagnostics) == (None, ())
        assert (await failure(client.get_stored_rule_set("rota")))[:2] == ("NOT_FOUND", "RULE_SET_NOT_FOUND")


async def test_the_same_request_is_answered_as_the_first_time(kept: str) -> None:
    async with AsyncClient(kept, token=AUTHOR) as client:
        identifier = uuid4()
        first = await created(client, house("eco"), request_id=identifier)
        assert await created(client, house("eco"), request_id=str(identifier)) == first
        for _ in range(2):
            await client.delete_rule_set("eco", first.etag, request_id="6f1c2c1e-7d3b-4c55-9f8e-1a2b3c4d5e6f")


async def test_roles(kept: str) -> None:
    async with AsyncClient(kept, token=READER) as client:
        assert isinstance(await client.list_stored_rule_sets(), list)
        told = {"needed": "author", "role": "reader"}
        failed = await failure(client.create_rule_set(house("casa")))
        assert failed == ("PERMISSION_DENIED", "ROLE_TOO_LOW", told)
        assert (await failure(client.delete_rule_set("casa", "0" * 32)))[1] == "ROLE_TOO_LOW"
    for token, wanted in ((None, "TOKEN_MISSING"), ("somebody-else", "TOKEN_UNKNOWN")):
        async with AsyncClient(kept, token=token) as client:
            code, reason, metadata = await failure(client.list_stored_rule_sets())
            assert (code, reason) == ("UNAUTHENTICATED", wanted)
            assert "somebody-else" not in str(metadata)
            with pytest.raises(RefereeError) as raised:
                _ = [each async for each in client.stream_validate_records(["{}"])]
            assert raised.value.reason == wanted


async def test_a_server_without_a_store(address: str) -> None:
    async with AsyncClient(address) as client:
        assert (await failure(client.list_stored_rule_sets()))[:2] == ("FAILED_PRECONDITION", "NO_STORE")


class Losing(RuleSetStoreServiceServicer):
    """Loses some answers, hears every request, and has three pages of everything."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.lost = 0

    def answer(self, request: Any, context: grpc.ServicerContext, answer: Any) -> Any:
        self.heard.append(request)
        if self.lost:
            self.lost -= 1
            context.abort(grpc.StatusCode.UNAVAILABLE, "lost")
        return answer

    def CreateRuleSet(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        stored = messages.StoredRuleSet(summary=RuleSetSummary(name="casa"), revision=1)
        return self.answer(request, context, messages.CreateRuleSetResponse(rule_set=stored))

    def DeleteRuleSet(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        return self.answer(request, context, messages.DeleteRuleSetResponse())

    def GetStoredRuleSet(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        return self.answer(request, context, messages.GetStoredRuleSetResponse())

    def ListStoredRuleSets(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        page, token = paged(request.page_token)
        return self.answer(
            request, context, messages.ListStoredRuleSetsResponse(rule_sets=[page], next_page_token=token)
        )

    def ListRuleSetRevisions(self, request: Any, context: grpc.ServicerContext) -> Any:  # noqa: N802
        page, token = paged(request.page_token)
        return self.answer(
            request, context, messages.ListRuleSetRevisionsResponse(rule_sets=[page], next_page_token=token)
        )


def paged(token: str) -> tuple[messages.StoredRuleSet, str]:
    number = int(token or 1)
    return messages.StoredRuleSet(revision=number), str(number + 1) if number < 3 else ""


@pytest.fixture(params=["Client", "AsyncClient"])
async def losing(request: pytest.FixtureRequest) -> Any:
    """One client or the other, and its server that loses answers."""
    servicer = Losing()
    server = grpc.server(ThreadPoolExecutor(2))
    add_RuleSetStoreServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    kind: Any = Client if request.param == "Client" else AsyncClient
    one = kind(f"127.0.0.1:{port}")
    yield one, servicer
    await said(one.close())
    server.stop(0)


CHANGES: dict[str, Any] = {
    "create": lambda one, **more: one.create_rule_set(house("casa"), "e" * 32, **more),
    "delete": lambda one, **more: one.delete_rule_set("casa", "e" * 32, **more),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_a_change_whose_answer_is_lost_is_asked_again_under_its_id(losing: Any, change: str) -> None:
    one, servicer = losing
    ids = set()
    for lost in (2, 0, 1):
        servicer.lost, servicer.heard = lost, []
        await said(CHANGES[change](one))
        assert len(servicer.heard) == lost + 1
        assert [request for request in servicer.heard if request != servicer.heard[0]] == []
        assert servicer.heard[0].etag == "e" * 32
        ids.add(UUID(servicer.heard[0].request_id))
    assert len(ids) == 3
    assert {identifier.version for identifier in ids} == {4}


@pytest.mark.parametrize("change", CHANGES)
async def test_an_id_of_the_callers_own(losing: Any, change: str) -> None:
    one, servicer = losing
    servicer.lost = 1
    identifier = uuid4()
    await said(CHANGES[change](one, request_id=identifier))
    assert [request.request_id for request in servicer.heard] == [str(identifier)] * 2
    servicer.lost = 3
    with pytest.raises(RefereeError) as raised:
        await said(CHANGES[change](one, request_id=""))
    assert raised.value.code is grpc.StatusCode.UNAVAILABLE
    assert len({UUID(request.request_id) for request in servicer.heard[2:]}) == 1


async def test_pages_are_hidden_and_lost_ones_asked_again(losing: Any) -> None:
    one, servicer = losing
    for ask in (one.list_stored_rule_sets, lambda: one.list_rule_set_revisions("casa")):
        servicer.lost, servicer.heard = 1, []
        assert [each.revision for each in await said(ask())] == [1, 2, 3]
        assert [request.page_token for request in servicer.heard] == ["", "", "2", "3"]
    servicer.lost = 1
    assert (await said(one.get_stored_rule_set("casa"))).source is None


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("source", lambda one: one.create_rule_set("rule_set: casa")),
        ("etag", lambda one: one.create_rule_set(house("casa"), None)),
        ("request_id", lambda one: one.create_rule_set(house("casa"), request_id=7)),
        ("name", lambda one: one.get_stored_rule_set(Path("casa"))),
        ("revision", lambda one: one.get_stored_rule_set("casa", "2")),
        ("name", lambda one: one.list_rule_set_revisions(None)),
        ("name", lambda one: one.delete_rule_set(house("casa"), "")),
        ("etag", lambda one: one.delete_rule_set("casa", 3)),
    ],
)
async def test_an_argument_of_the_wrong_kind_is_named(losing: Any, name: str, ask: Any) -> None:
    one, servicer = losing
    with pytest.raises(TypeError, match=f"^`{name}` takes .*; found "):
        await said(ask(one))
    assert servicer.heard == []
