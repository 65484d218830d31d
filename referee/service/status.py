"""How a call fails: the one place where failures get their code, their reason and their words.

A failure is the caller's (a card that does not exist) or ours (a bug). Whatever the rules have to say (an illegal
close, a rule set full of mistakes) is an answer and does not come here, except where a rule set that was to judge
cannot.

Every status carries an ErrorInfo with a stable reason in the domain `referee.v1`; every value in the message is in
its metadata too. Where the server is merely full, a RetryInfo says when to come again. Details travel in trailers,
where more than 8 KiB put the status itself at risk: so at most 20 violations and 4 KiB.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from referee.diagnostics import Diagnostic, Severity
from referee.library import Faulty, NoSuchRuleSet, NotLoaded
from referee.limits import DETAIL_BYTES, VIOLATIONS
from referee.store.failures import Kept, NoRevision, Outdated, RequestReused, StoreError

DOMAIN = "referee.v1"
NUMBERS: Mapping[str, int] = {code.name: code.value[0] for code in grpc.StatusCode}
"""The statuses of calls by their names."""
_LONGEST_MESSAGE = 300
_LONGEST_PART = 200
_RETRY_SECONDS = 1


@dataclass(frozen=True, slots=True)
class FieldFault:
    """What is wrong with one field of a request: its path (`close.keep.cards[3]`), a stable reason, and words."""

    field: str
    reason: str
    message: str


class ItemFault(Exception):  # noqa: N818 - named as it is told
    """Ends the judging of one item: of the call, if it is about this item alone."""

    def __init__(self, fault: FieldFault) -> None:
        super().__init__(fault.message)
        self.fault = fault


@dataclass(eq=False)
class CallError(Exception):
    """Ends a call. `message` is for people, in English; `faults` name fields of the request.

    `retry_seconds`: when the same call may succeed, 0 if waiting is no cure.
    """

    code: grpc.StatusCode
    reason: str
    message: str
    metadata: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[FieldFault, ...] = ()
    retry_seconds: int = 0

    def __post_init__(self) -> None:
        super().__init__(self.message)


def bad_request(faults: Iterable[FieldFault], metadata: Mapping[str, str] | None = None) -> CallError:
    """The request cannot be answered as it is: reason and message are those of its first fault."""
    listed = tuple(faults)
    first = listed[0]
    more = f" (and {len(listed) - 1} more)" if len(listed) > 1 else ""
    told = {"field": first.field, **(metadata or {})} if first.field else metadata or {}
    return CallError(grpc.StatusCode.INVALID_ARGUMENT, first.reason, f"{first.message}{more}", told, listed)


def bad_field(path: str, reason: str, message: str, **metadata: str) -> CallError:
    """One field of the request is at fault."""
    return bad_request([FieldFault(path, reason, message)], metadata)


def undecodable() -> CallError:
    """The bytes are no message of the method. Nothing of them is repeated."""
    return CallError(
        grpc.StatusCode.INVALID_ARGUMENT, "REQUEST_UNDECODABLE", "the request is not a message of this method"
    )


def exhausted(reason: str, message: str) -> CallError:
    """The server has its hands full. The call was not begun; the same call may succeed in a moment."""
    return CallError(grpc.StatusCode.RESOURCE_EXHAUSTED, reason, message, retry_seconds=_RETRY_SECONDS)


def too_large(size: int, most: int) -> CallError:
    """A request that is larger than its method takes."""
    message = f"the request has {size} bytes, the most is {most}"
    return CallError(grpc.StatusCode.RESOURCE_EXHAUSTED, "REQUEST_TOO_LARGE", message, {"bytes": str(size)})


def overdue(seconds: float, *, own: bool) -> CallError:
    """A call that took longer than `seconds`; `own`: it had a deadline of its own, which was later."""
    which = "which is the most" if own else "which is what a call without a deadline has"
    message = f"the call took longer than {seconds:g} seconds, {which}"
    return CallError(grpc.StatusCode.DEADLINE_EXCEEDED, "CALL_OVERDUE", message)


def shutting_down() -> CallError:
    """The server ends: whoever asks again finds another, or this one when it is back."""
    message = "the server is shutting down; open again"
    return CallError(grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN", message, retry_seconds=_RETRY_SECONDS)


def internal(identifier: str) -> CallError:
    """A bug of ours. The log has the rest under the identifier."""
    return CallError(grpc.StatusCode.INTERNAL, "INTERNAL", f"the referee failed, id {identifier}", {"id": identifier})


def no_such_rule_set(error: NoSuchRuleSet) -> CallError:
    """A name that is not offered."""
    metadata = {"name": error.name}
    message = f"no rule set `{error.name}`"
    if error.nearest:
        metadata["nearest"] = error.nearest
        message += f"; did you mean `{error.nearest}`?"
    return CallError(grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_FOUND", message, metadata)


def not_loaded(error: NotLoaded) -> CallError:
    """A digest the cache does not hold, or holds no longer."""
    message = f"no rule set with the digest {error.digest} is loaded; send its source"
    return CallError(grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_LOADED", message, {"digest": error.digest})


def store_failed(error: StoreError) -> CallError:
    """What a store refused, or that it cannot be asked. No text of a database is repeated."""
    metadata: dict[str, str] = {}
    if isinstance(error, NoRevision):
        code, reason, metadata = grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_FOUND", {"name": error.name}
    elif isinstance(error, Kept):
        code, reason = grpc.StatusCode.ALREADY_EXISTS, "RULE_SET_EXISTS"
        metadata = {"name": error.name, "etag": error.etag}
    elif isinstance(error, Outdated):
        code, reason, metadata = grpc.StatusCode.ABORTED, "ETAG_OUTDATED", {"name": error.name, "etag": error.etag}
    elif isinstance(error, RequestReused):
        code, reason = grpc.StatusCode.ALREADY_EXISTS, "REQUEST_ID_REUSED"
        metadata = {"request_id": error.request_id}
    else:
        message = "the store of rule sets cannot be reached; nothing is known to have been kept"
        return CallError(grpc.StatusCode.UNAVAILABLE, "STORE_UNREACHABLE", message, retry_seconds=_RETRY_SECONDS)
    return CallError(code, reason, str(error), metadata)


def faulty(error: Faulty, path: str) -> CallError:
    """A rule set that was to judge has mistakes: the first errors are named, CheckRuleSet tells them all."""
    errors = [diagnostic for diagnostic in error.diagnostics if diagnostic.severity is Severity.ERROR]
    faults = tuple(FieldFault(path, diagnostic.code, _placed(diagnostic)) for diagnostic in errors[:VIOLATIONS])
    message = f"the rule set has errors: {len(errors)}; CheckRuleSet tells them all"
    metadata = {"errors": str(len(errors)), "field": path}
    return CallError(grpc.StatusCode.INVALID_ARGUMENT, "RULE_SET_INVALID", message, metadata, faults)


def status_of(error: CallError) -> Status:
    """The status as it is sent, within the budget: violations are left out from the end until it fits."""
    message = shortened(error.message, _LONGEST_MESSAGE)
    metadata = {name: shortened(value, _LONGEST_PART) for name, value in error.metadata.items()}
    reason = ErrorInfo(reason=error.reason, domain=DOMAIN, metadata=metadata)
    violations = [
        BadRequest.FieldViolation(
            field=shortened(fault.field, _LONGEST_PART),
            reason=fault.reason,
            description=shortened(fault.message, _LONGEST_PART),
        )
        for fault in error.faults[:VIOLATIONS]
    ]
    while True:
        status = Status(code=error.code.value[0], message=message, details=[_packed(reason)])
        if error.retry_seconds:
            status.details.append(_packed(RetryInfo(retry_delay=Duration(seconds=error.retry_seconds))))
        if violations:
            status.details.append(_packed(BadRequest(field_violations=violations)))
        if not violations or status.ByteSize() <= DETAIL_BYTES:
            return status
        violations.pop()


def shortened(text: str, longest: int) -> str:
    """The text on one line, no longer than `longest`, without anything that UTF-8 or a header cannot hold."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(character if character.isprintable() else "\ufffd" for character in cut)


def _packed(message: ErrorInfo | BadRequest | RetryInfo) -> Any:
    packed = Any()
    packed.Pack(message)
    return packed


def _placed(diagnostic: Diagnostic) -> str:
    if diagnostic.span is None:
        return diagnostic.message
    place = diagnostic.span.begin
    return f"{place.line}:{place.column}: {diagnostic.message}"
