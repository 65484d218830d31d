"""Calls about house rules that the server keeps.

Those that change something carry a request id, chosen once for each call of a method, so that an attempt whose answer
was lost is repeated safely: the server knows the id again, and answers as the first time.
"""

from __future__ import annotations

from datetime import UTC
from uuid import UUID, uuid4

from referee_client import answers, arguments, reading
from referee_client.calls import Call
from referee_client.questions import Source
from referee_client.v1 import rule_set_store_service_pb2 as messages

Page = tuple[list[answers.StoredRuleSet], str]
"""Some rule sets, and the token of the next page, empty after the last."""


def create(
    source: Source, etag: str, request_id: str | UUID | None, *, validate_only: bool
) -> Call[answers.CreateReport]:
    """Keep a source."""
    arguments.require("source", source, Source, arguments.SOURCE)
    request = messages.CreateRuleSetRequest(
        source=source.encoded, etag=_etag(etag), request_id=_identifier(request_id), validate_only=validate_only
    )
    return Call("CreateRuleSet", request, _create_report)


def get(name: str, revision: int, *, with_source: bool) -> Call[answers.StoredRuleSet]:
    """One revision."""
    arguments.require("revision", revision, int, arguments.REVISION)
    request = messages.GetStoredRuleSetRequest(name=_name(name), revision=revision, with_source=with_source)
    return Call("GetStoredRuleSet", request, lambda found: _stored(found.rule_set))


def listed(page_token: str) -> Call[Page]:
    """A page of the latest revisions."""
    request = messages.ListStoredRuleSetsRequest(page_token=page_token)
    return Call("ListStoredRuleSets", request, _page)


def revisions(name: str, page_token: str) -> Call[Page]:
    """A page of the revisions of a name."""
    request = messages.ListRuleSetRevisionsRequest(name=_name(name), page_token=page_token)
    return Call("ListRuleSetRevisions", request, _page)


def delete(name: str, etag: str, request_id: str | UUID | None) -> Call[None]:
    """Take a name off the lists."""
    request = messages.DeleteRuleSetRequest(name=_name(name), etag=_etag(etag), request_id=_identifier(request_id))
    return Call("DeleteRuleSet", request, lambda found: None)  # noqa: ARG005 - an answer without content


def _name(given: str) -> str:
    arguments.require("name", given, str, arguments.KEPT_NAME)
    return given


def _etag(given: str) -> str:
    arguments.require("etag", given, str, arguments.ETAG)
    return given


def _identifier(given: str | UUID | None) -> str:
    """The id of a request: the caller's, or one that nobody has used."""
    if given is None:
        return str(uuid4())
    arguments.require("request_id", given, (str, UUID), arguments.REQUEST_ID)
    return str(given) or str(uuid4())


def _create_report(found: messages.CreateRuleSetResponse) -> answers.CreateReport:
    kept = _stored(found.rule_set) if found.HasField("rule_set") else None
    return answers.CreateReport(kept, reading.diagnostics(found.diagnostics), found.omitted, found.report)


def _page(found: messages.ListStoredRuleSetsResponse | messages.ListRuleSetRevisionsResponse) -> Page:
    return [_stored(each) for each in found.rule_sets], found.next_page_token


def _stored(found: messages.StoredRuleSet) -> answers.StoredRuleSet:
    return answers.StoredRuleSet(
        summary=reading.summary(found.summary),
        revision=found.revision,
        etag=found.etag,
        created=found.created.ToDatetime(UTC),
        source=found.source or None,
    )
