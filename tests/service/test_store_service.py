"""RuleSetStoreService on a real server with a store in a file."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import pytest_asyncio

from referee.library import Library
from referee.library.library import compile_again
from referee.service.server import Server
from referee.service.terms import Bounds, Terms
from referee.store.failures import Unreachable
from referee.store.migrating import migrate
from referee.store.opening import address_of, engine_of
from referee.store.store import Store
from referee.v1 import rule_set_store_service_pb2 as messages
from referee.v1.referee_service_pb2 import EvaluateHandRequest
from referee.v1.referee_service_pb2_grpc import RefereeServiceStub
from referee.v1.rule_set_service_pb2 import CompileRuleSetRequest, GetRuleSetRequest, ListRuleSetsRequest
from referee.v1.rule_set_service_pb2_grpc import RuleSetServiceStub
from referee.v1.rule_set_store_service_pb2_grpc import RuleSetStoreServiceStub
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup
from tests.service.conftest import failure_of

ID = "6f1c2c1e-7d3b-4c55-9f8e-1a2b3c4d5e6f"


def source(name: str, limit: int = 3, base: str = "spanish-40") -> bytes:
    text = f"rule_set: {name}\nformat: 1\nextends: {base}\nclose: {{may_close: {{es.4: deadwood at most {limit} points}}}}\n"
    return text.encode()


@pytest_asyncio.fixture
async def kept(tmp_path: Path) -> AsyncIterator[grpc.aio.Channel]:
    """A channel to a server with a new store."""
    address = str(tmp_path / "store.db")
    engine = engine_of(address_of(address))
    migrate(engine)
    engine.dispose()
    store = Store(address, compile_again)
    server = Server("127.0.0.1:0", Library(keeper=store), Terms(bounds=Bounds(default_seconds=60)), store=store)
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        yield channel
    await server.stop(0)
    store.close()


@pytest.fixture
def stored(kept: grpc.aio.Channel) -> Any:
    return RuleSetStoreServiceStub(kept)


async def create(stored: Any, text: bytes, etag: str = "", request_id: str = "", **more: Any) -> messages.StoredRuleSet:
    request = messages.CreateRuleSetRequest(source=text, etag=etag, request_id=request_id, **more)
    return (await stored.CreateRuleSet(request)).rule_set


async def test_a_house_rule_is_kept_and_judges(kept: grpc.aio.Channel, stored: Any) -> None:
    first = await create(stored, source("casa"))
    assert (first.summary.name, first.revision, first.source) == ("casa", 1, b"")
    second = await create(stored, source("casa", 4), first.etag)
    assert second.revision == 2
    assert second.created.seconds >= first.created.seconds > 1_700_000_000
    referee, rule_sets = RefereeServiceStub(kept), RuleSetServiceStub(kept)
    digests = {}
    for selector in (
        RuleSetSelector(name="casa"),
        RuleSetSelector(name="casa@1"),
        RuleSetSelector(digest=first.summary.digest),
    ):
        table = TableSetup(rule_set=selector)
        told = await referee.EvaluateHand(EvaluateHandRequest(table=table, cards=["7o", "7c", "7e"]))
        digests[selector.name or "digest"] = told.rule_set_digest
    assert digests == {"casa": second.summary.digest, "casa@1": first.summary.digest, "digest": first.summary.digest}
    offered = await rule_sets.ListRuleSets(ListRuleSetsRequest())
    assert "casa" in {one.name for one in offered.rule_sets}
    got = await rule_sets.GetRuleSet(GetRuleSetRequest(rule_set=RuleSetSelector(name="casa@1"), with_source=True))
    assert got.rule_set.source == source("casa")
    heir = await rule_sets.CompileRuleSet(CompileRuleSetRequest(source=source("nieta", 2, "casa")))
    assert heir.rule_set.extends[0] == "casa"


async def test_sources_that_build_on_a_kept_one_follow_it(kept: grpc.aio.Channel, stored: Any) -> None:
    referee, rule_sets = RefereeServiceStub(kept), RuleSetServiceStub(kept)
    heir = b"rule_set: nieta\nformat: 1\nextends: casa\n"
    request = CompileRuleSetRequest(source=heir)
    assert not (await rule_sets.CompileRuleSet(request)).HasField("rule_set"), "there is no such base yet"
    first = await create(stored, source("casa"))
    hand = EvaluateHandRequest(table=TableSetup(rule_set=RuleSetSelector(source=heir)), cards=["7o", "7c", "7e"])
    before = (await referee.EvaluateHand(hand)).rule_set_digest
    assert (await rule_sets.CompileRuleSet(request)).rule_set.digest == before
    await create(stored, source("casa", 4), first.etag)
    await asyncio.sleep(1.1)  # a table is kept for a second without a look
    after = (await referee.EvaluateHand(hand)).rule_set_digest
    assert after != before
    assert (await rule_sets.CompileRuleSet(request)).rule_set.digest == after


async def test_what_is_wrong_is_told_and_not_kept(stored: Any) -> None:
    answer = await stored.CreateRuleSet(
        messages.CreateRuleSetRequest(source=source("casa").replace(b"points", b"cards"))
    )
    assert not answer.HasField("rule_set")
    assert [one.code for one in answer.diagnostics] == ["CH401"] or answer.diagnostics
    assert "^" in answer.report
    answer = await stored.CreateRuleSet(messages.CreateRuleSetRequest(source=source("casa"), validate_only=True))
    assert (answer.HasField("rule_set"), len(answer.diagnostics)) == (False, 0)
    assert not (await stored.ListStoredRuleSets(messages.ListStoredRuleSetsRequest())).rule_sets


async def test_the_same_request_is_answered_as_the_first_time(stored: Any) -> None:
    request = messages.CreateRuleSetRequest(source=source("casa"), request_id=ID)
    first = await stored.CreateRuleSet(request)
    assert await stored.CreateRuleSet(request) == first
    request.request_id = ID.upper()
    failed = await failure_of(stored.CreateRuleSet(request))
    assert (failed.code, failed.reason) == (grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED")
    history = await stored.ListRuleSetRevisions(messages.ListRuleSetRevisionsRequest(name="casa"))
    assert len(history.rule_sets) == 1


async def test_conflicts(stored: Any) -> None:
    first = await create(stored, source("casa"))
    failed = await failure_of(create(stored, source("casa", 4)))
    assert (failed.code, failed.reason) == (grpc.StatusCode.ALREADY_EXISTS, "RULE_SET_EXISTS")
    assert failed.metadata == {"name": "casa", "etag": first.etag}
    second = await create(stored, source("casa", 4), first.etag)
    failed = await failure_of(create(stored, source("casa", 5), first.etag))
    assert (failed.code, failed.reason) == (grpc.StatusCode.ABORTED, "ETAG_OUTDATED")
    assert failed.metadata["etag"] == second.etag
    failed = await failure_of(stored.DeleteRuleSet(messages.DeleteRuleSetRequest(name="casa", etag=first.etag)))
    assert (failed.code, failed.reason) == (grpc.StatusCode.ABORTED, "ETAG_OUTDATED")
    failed = await failure_of(create(stored, source("spanish-48")))
    assert (failed.code, failed.reason) == (grpc.StatusCode.ALREADY_EXISTS, "RULE_SET_EXISTS")


async def test_what_was_deleted_is_still_judged_by(kept: grpc.aio.Channel, stored: Any) -> None:
    first = await create(stored, source("casa"))
    request = messages.DeleteRuleSetRequest(name="casa", etag=first.etag, request_id=ID)
    for _ in range(2):
        await stored.DeleteRuleSet(request)
    failed = await failure_of(stored.GetStoredRuleSet(messages.GetStoredRuleSetRequest(name="casa")))
    assert (failed.code, failed.reason) == (grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_FOUND")
    old = await stored.GetStoredRuleSet(messages.GetStoredRuleSetRequest(name="casa", revision=1, with_source=True))
    assert old.rule_set.source == source("casa")
    for name, number in (("casa@1", 0), ("casa@1", 1)):
        again = messages.GetStoredRuleSetRequest(name=name, revision=number, with_source=True)
        assert (await stored.GetStoredRuleSet(again)).rule_set == old.rule_set
    got = await RuleSetServiceStub(kept).GetRuleSet(
        GetRuleSetRequest(rule_set=RuleSetSelector(digest=first.summary.digest))
    )
    assert got.rule_set.summary.name == "casa"


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 1_000, 2_000])
async def test_pages_of_every_size(stored: Any, size: int) -> None:
    names = ["a", "b", "c", "d", "e"]
    etag = ""
    for name in names:
        await create(stored, source(name))
    for limit in range(5):
        etag = (await create(stored, source("f", limit + 1), etag)).etag
    found, token = [], ""
    while True:
        request = messages.ListStoredRuleSetsRequest(page_size=size, page_token=token)
        page = await stored.ListStoredRuleSets(request)
        assert len(page.rule_sets) <= size
        found += [one.summary.name for one in page.rule_sets]
        token = page.next_page_token
        if not token:
            break
    assert found == [*names, "f"]
    numbers, token = [], ""
    while True:
        again = messages.ListRuleSetRevisionsRequest(name="f", page_size=size, page_token=token)
        told = await stored.ListRuleSetRevisions(again)
        numbers += [one.revision for one in told.rule_sets]
        token = told.next_page_token
        if not token:
            break
    assert numbers == [5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("method", "request_", "reason"),
    [
        ("CreateRuleSet", messages.CreateRuleSetRequest(source=b"", etag="x"), "ETAG_MALFORMED"),
        ("CreateRuleSet", messages.CreateRuleSetRequest(source=b"", request_id="12"), "REQUEST_ID_MALFORMED"),
        ("CreateRuleSet", messages.CreateRuleSetRequest(request_id="{" + ID + "}"), "REQUEST_ID_MALFORMED"),
        ("GetStoredRuleSet", messages.GetStoredRuleSetRequest(name="../etc"), "NAME_MALFORMED"),
        ("GetStoredRuleSet", messages.GetStoredRuleSetRequest(name="casa@2"), "RULE_SET_NOT_FOUND"),
        ("GetStoredRuleSet", messages.GetStoredRuleSetRequest(name="casa@0"), "NAME_MALFORMED"),
        ("GetStoredRuleSet", messages.GetStoredRuleSetRequest(name="casa@2", revision=3), "REVISION_TWICE"),
        ("ListRuleSetRevisions", messages.ListRuleSetRevisionsRequest(name="casa@2"), "NAME_MALFORMED"),
        ("DeleteRuleSet", messages.DeleteRuleSetRequest(name="casa@2"), "NAME_MALFORMED"),
        ("GetStoredRuleSet", messages.GetStoredRuleSetRequest(name="casa", revision=-1), "REVISION_NEGATIVE"),
        ("GetStoredRuleSet", messages.GetStoredRuleSetRequest(name="casa", revision=2**31 - 1), "RULE_SET_NOT_FOUND"),
        ("ListStoredRuleSets", messages.ListStoredRuleSetsRequest(page_size=-1), "PAGE_SIZE_NEGATIVE"),
        ("ListStoredRuleSets", messages.ListStoredRuleSetsRequest(page_token="xyz"), "PAGE_TOKEN_INVALID"),
        ("ListRuleSetRevisions", messages.ListRuleSetRevisionsRequest(name="casa"), "RULE_SET_NOT_FOUND"),
        (
            "ListRuleSetRevisions",
            messages.ListRuleSetRevisionsRequest(name="casa", page_token="YWZ0ZXI6eA=="),
            "PAGE_TOKEN_INVALID",
        ),
        ("DeleteRuleSet", messages.DeleteRuleSetRequest(name="casa", etag="0" * 32), "RULE_SET_NOT_FOUND"),
    ],
)
async def test_bad_requests(stored: Any, method: str, request_: Any, reason: str) -> None:
    failed = await failure_of(getattr(stored, method)(request_))
    assert failed.reason == reason


async def test_without_a_store(channel: grpc.aio.Channel) -> None:
    stored = RuleSetStoreServiceStub(channel)
    for call in (
        stored.CreateRuleSet(messages.CreateRuleSetRequest(source=source("casa"))),
        stored.GetStoredRuleSet(messages.GetStoredRuleSetRequest(name="casa")),
        stored.ListStoredRuleSets(messages.ListStoredRuleSetsRequest()),
        stored.ListRuleSetRevisions(messages.ListRuleSetRevisionsRequest(name="casa")),
        stored.DeleteRuleSet(messages.DeleteRuleSetRequest(name="casa", etag="0" * 32)),
    ):
        failed = await failure_of(call)
        assert (failed.code, failed.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "NO_STORE")


class Gone:
    """A store whose database does not answer."""

    def __getattr__(self, name: str) -> Any:
        def fails(*given: Any) -> Any:
            raise Unreachable("secret: the database at db.example does not answer")

        return fails


async def test_a_store_that_does_not_answer_is_told_and_built_ins_go_on() -> None:
    gone: Any = Gone()
    server = Server("127.0.0.1:0", Library(keeper=gone), Terms(bounds=Bounds(default_seconds=60)), store=gone)
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
        referee, stored, rule_sets = (
            RefereeServiceStub(channel),
            RuleSetStoreServiceStub(channel),
            RuleSetServiceStub(channel),
        )
        hand = EvaluateHandRequest(
            table=TableSetup(rule_set=RuleSetSelector(name="spanish-40")), cards=["7o", "7c", "7e"]
        )
        assert (await referee.EvaluateHand(hand)).rule_set_digest
        compiled = await rule_sets.CompileRuleSet(CompileRuleSetRequest(source=source("casa")))
        assert compiled.HasField("rule_set")
        hand.table.rule_set.name = "casa"
        for call in (
            referee.EvaluateHand(hand),
            rule_sets.GetRuleSet(GetRuleSetRequest(rule_set=RuleSetSelector(digest="0" * 64))),
            rule_sets.ListRuleSets(ListRuleSetsRequest()),
            rule_sets.CompileRuleSet(CompileRuleSetRequest(source=source("nieta", base="casa"))),
            stored.CreateRuleSet(messages.CreateRuleSetRequest(source=source("casa"), request_id=ID)),
            stored.CreateRuleSet(messages.CreateRuleSetRequest(source=source("nieta", base="casa"))),
            stored.GetStoredRuleSet(messages.GetStoredRuleSetRequest(name="casa")),
            stored.ListStoredRuleSets(messages.ListStoredRuleSetsRequest()),
        ):
            failed = await failure_of(call)
            assert (failed.code, failed.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNREACHABLE")
            assert "secret" not in failed.message
    await server.stop(0)
