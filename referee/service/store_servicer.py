"""RuleSetStoreService: house rules that are kept. Every method waits for the database beside the loop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol
from uuid import UUID

import grpc

from referee.library.kept import revision_of
from referee.library.shelf import NAME
from referee.limits import PAGE_SIZE
from referee.service import checks, convert, pages
from referee.service.status import CallError, FieldFault
from referee.service.tables import Tables
from referee.store.model import Asked, Made, Revision
from referee.v1 import rule_set_store_service_pb2 as messages
from referee.v1 import rule_set_store_service_pb2_grpc

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.message import Message

    from referee.store.store import Store

_ETAG = re.compile(r"[0-9a-f]{32}")


class _Numbered(Protocol):
    request_id: str


class StoreServicer(rule_set_store_service_pb2_grpc.RuleSetStoreServiceServicer):
    """Keeps, finds, lists and takes off the lists."""

    def __init__(self, tables: Tables, store: Store | None) -> None:
        """Without a store every call fails with NO_STORE."""
        self._tables = tables
        self._kept = store

    async def CreateRuleSet(  # noqa: N802 - the name of the method
        self,
        request: messages.CreateRuleSetRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002 - gRPC passes it
    ) -> messages.CreateRuleSetResponse:
        """Keep a source as the next revision of its name."""
        checks.require(_etag(request.etag), _request_id(request))
        asked = _asked("create", request)
        before = await self._tables.beside(lambda: self._store.answered(asked))
        if before is not None:
            return messages.CreateRuleSetResponse.FromString(before)
        checked, bases = await self._tables.check_with_bases(request.source)
        answer = await self._tables.beside(convert.created, checked)
        if checked.rule_set is None or request.validate_only:
            return answer
        rule_set = checked.rule_set
        if rule_set.name in self._tables.library.files.names():
            raise _offered(rule_set.name)
        made = Made(rule_set, request.source, bases)

        def told(revision: Revision) -> bytes:
            answer.rule_set.CopyFrom(convert.stored(revision))
            return answer.SerializeToString()

        kept = await self._tables.beside(lambda: self._store.create(made, request.etag, asked, told))
        return messages.CreateRuleSetResponse.FromString(kept)

    async def GetStoredRuleSet(  # noqa: N802
        self,
        request: messages.GetStoredRuleSetRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> messages.GetStoredRuleSetResponse:
        """One revision."""
        name, number = revision_of(request.name) or (request.name, request.revision)
        checks.require(_name(name), _revision(number), _one_revision(request.revision, number))
        found = await self._tables.beside(lambda: self._store.get(name, number))
        told = convert.stored(found, source=found.source if request.with_source else b"")
        return messages.GetStoredRuleSetResponse(rule_set=told)

    async def ListStoredRuleSets(  # noqa: N802
        self,
        request: messages.ListStoredRuleSetsRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> messages.ListStoredRuleSetsResponse:
        """A page of the latest revisions by name."""
        size, after = pages.size(request.page_size, PAGE_SIZE), pages.read(request.page_token)
        found = await self._tables.beside(lambda: self._store.listed(after, size + 1))
        token = pages.token(found[size - 1].name) if len(found) > size else ""
        return messages.ListStoredRuleSetsResponse(rule_sets=map(convert.stored, found[:size]), next_page_token=token)

    async def ListRuleSetRevisions(  # noqa: N802
        self,
        request: messages.ListRuleSetRevisionsRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> messages.ListRuleSetRevisionsResponse:
        """A page of the revisions of a name, the latest first."""
        checks.require(_name(request.name))
        size, before = pages.size(request.page_size, PAGE_SIZE), pages.read_number(request.page_token)
        found = await self._tables.beside(lambda: self._store.history(request.name, before, size + 1))
        token = pages.token(str(found[size - 1].number)) if len(found) > size else ""
        return messages.ListRuleSetRevisionsResponse(rule_sets=map(convert.stored, found[:size]), next_page_token=token)

    async def DeleteRuleSet(  # noqa: N802
        self,
        request: messages.DeleteRuleSetRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> messages.DeleteRuleSetResponse:
        """Take a name off the lists."""
        checks.require(_name(request.name), _etag(request.etag), _request_id(request))
        asked = _asked("delete", request)
        await self._tables.beside(lambda: self._store.delete(request.name, request.etag, asked, b""))
        return messages.DeleteRuleSetResponse()

    @property
    def _store(self) -> Store:
        if self._kept is None:
            message = "this server keeps no rule sets; send the source along, or compile it and name its digest"
            raise CallError(grpc.StatusCode.FAILED_PRECONDITION, "NO_STORE", message)
        return self._kept


def _asked(method: str, request: Message) -> Asked:
    """Two requests of one id are the same if every field of them is."""
    identifier = getattr(request, "request_id", "")
    return Asked(identifier.lower(), method.encode() + b":" + request.SerializeToString(deterministic=True))


def _offered(name: str) -> CallError:
    message = f"`{name}` is a rule set that the server itself offers; choose another name"
    return CallError(grpc.StatusCode.ALREADY_EXISTS, "RULE_SET_EXISTS", message, {"name": name})


def _name(name: str) -> Iterator[FieldFault]:
    if not NAME.fullmatch(name):
        message = "a name has up to 64 lower-case letters, digits and hyphens, and begins with a letter"
        if revision_of(name) is not None:
            message = "all revisions of a name are meant here; leave out `@` and the number"
        yield FieldFault("name", "NAME_MALFORMED", message)


def _etag(etag: str) -> Iterator[FieldFault]:
    if etag and not _ETAG.fullmatch(etag):
        yield FieldFault("etag", "ETAG_MALFORMED", "an etag is the one of an earlier answer: 32 hexadecimal digits")


def _revision(number: int) -> Iterator[FieldFault]:
    if number < 0:
        yield FieldFault("revision", "REVISION_NEGATIVE", f"a revision {number} cannot be")


def _one_revision(said: int, named: int) -> Iterator[FieldFault]:
    if said not in {0, named}:
        message = f"the name is that of revision {named}, and `revision` is {said}; say it once"
        yield FieldFault("revision", "REVISION_TWICE", message)


def _request_id(request: _Numbered) -> Iterator[FieldFault]:
    try:
        sound = not request.request_id or str(UUID(request.request_id)) == request.request_id.lower()
    except ValueError:
        sound = False
    if not sound:
        yield FieldFault("request_id", "REQUEST_ID_MALFORMED", "a request id is a UUID, written with hyphens")
