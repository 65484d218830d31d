"""How a call fails: one exception with everything the server says about it.

Details come as a `google.rpc.Status` in the trailer `grpc-status-details-bin`. Of its few messages this module makes
its own copies, in a pool of their own: the wire knows fields by number alone, so they read what the originals write,
and they cannot clash with the originals, which another library in the process may have brought.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

_TRAILER = "grpc-status-details-bin"
_PREFIX = "type.googleapis.com/google.rpc."


@dataclass(frozen=True, slots=True)
class Violation:
    """What is wrong with one field of the request."""

    field: str
    reason: str
    message: str


@dataclass(eq=False)
class RefereeError(Exception):
    """A call failed. `message` is for people.

    `reason` is stable (`RULE_SET_NOT_FOUND`), and empty where the server had no say. `retry_after`: the server is full,
    and asks to be called again after so many seconds; None if it says nothing of the kind.
    """

    code: grpc.StatusCode
    message: str
    reason: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    violations: tuple[Violation, ...] = ()
    retry_after: float | None = None

    def __post_init__(self) -> None:
        super().__init__(f"{self.reason or self.code.name}: {self.message}")


def failure_of(error: grpc.RpcError) -> RefereeError:
    """The exception for what gRPC raised."""
    found: Any = error
    return failure(found.code(), found.details(), found.trailing_metadata())


def failure(code: grpc.StatusCode, details: str | None, trailers: Iterable[tuple[str, Any]] | None) -> RefereeError:
    """The exception for a failed call. Details that cannot be read are left out: the code and the message remain."""
    message = details or ""
    packed = next((value for key, value in trailers or () if key == _TRAILER), None)
    if not isinstance(packed, bytes):
        return RefereeError(code, message)
    try:
        return _detailed(code, message, packed)
    except DecodeError:
        return RefereeError(code, message)


def _detailed(code: grpc.StatusCode, message: str, packed: bytes) -> RefereeError:
    reason, metadata = "", {}
    violations: list[Violation] = []
    retry_after = None
    for detail in _MESSAGES["Status"].FromString(packed).details:
        if detail.type_url == f"{_PREFIX}ErrorInfo":
            found = _MESSAGES["ErrorInfo"].FromString(detail.value)
            reason = found.reason
            metadata = {entry.key: entry.value for entry in found.metadata}
        elif detail.type_url == f"{_PREFIX}BadRequest":
            listed = _MESSAGES["BadRequest"].FromString(detail.value).field_violations
            violations += [Violation(each.field, each.reason, each.description) for each in listed]
        elif detail.type_url == f"{_PREFIX}RetryInfo":
            delay = _MESSAGES["RetryInfo"].FromString(detail.value).retry_delay
            retry_after = sum((each.seconds + each.nanos / 1e9 for each in delay), 0.0)
    return RefereeError(code, message, reason, metadata, tuple(violations), retry_after)


_SHAPES: dict[str, tuple[tuple[int, str, str], ...]] = {
    "Status": ((1, "code", "int32"), (2, "message", "string"), (3, "details", "many Packed")),
    "Packed": ((1, "type_url", "string"), (2, "value", "bytes")),
    "ErrorInfo": ((1, "reason", "string"), (2, "domain", "string"), (3, "metadata", "many Entry")),
    "Entry": ((1, "key", "string"), (2, "value", "string")),
    "BadRequest": ((1, "field_violations", "many FieldViolation"),),
    "RetryInfo": ((1, "retry_delay", "many Delay"),),
    "Delay": ((1, "seconds", "int64"), (2, "nanos", "int32")),
    "FieldViolation": ((1, "field", "string"), (2, "description", "string"), (3, "reason", "string")),
}
"""Message to its fields: number, name, type. On the wire a map is a list of entries, and one message a list of one."""

_TYPES = {
    "int32": FieldDescriptorProto.TYPE_INT32,
    "int64": FieldDescriptorProto.TYPE_INT64,
    "string": FieldDescriptorProto.TYPE_STRING,
    "bytes": FieldDescriptorProto.TYPE_BYTES,
}


def _messages() -> dict[str, Any]:
    file = FileDescriptorProto(name="referee_client/status.proto", package="referee_client", syntax="proto3")
    for name, shape in _SHAPES.items():
        message = file.message_type.add(name=name)
        for number, key, kind in shape:
            part = message.field.add(name=key, number=number, label=FieldDescriptorProto.LABEL_OPTIONAL)
            if kind in _TYPES:
                part.type = _TYPES[kind]
            else:
                part.type = FieldDescriptorProto.TYPE_MESSAGE
                part.label = FieldDescriptorProto.LABEL_REPEATED
                part.type_name = f".referee_client.{kind.removeprefix('many ')}"
    pool = DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return {name: GetMessageClass(pool.FindMessageTypeByName(f"referee_client.{name}")) for name in _SHAPES}


_MESSAGES = _messages()
