"""Records and verdicts between their plain form (the JSON form, keys as in the YAML) and their messages.

The fields of the messages are named like the keys, so one rule converts all of them: what is there becomes an entry,
what is not says nothing. Members of enumerations are their names in lower case without the prefix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from referee.record.fast_sent import Sent, of_message
from referee.record.model import GameRecord, to_plain
from referee.record.reading import ReadRecord, read_mapping
from referee.record.verdict import Verdict, verdict_plain
from referee.service.convert import sendable
from referee.v1 import records_pb2, verdicts_pb2

AnyMessage = TypeVar("AnyMessage", bound=Message)

_Field = Any
_Enum = Any
"""Descriptors of fields and enumerations: the types of the library say less than there is."""

_INTEGERS = frozenset({FieldDescriptor.CPPTYPE_INT32, FieldDescriptor.CPPTYPE_UINT32})


def read_message(sent: records_pb2.GameRecord, name: str) -> ReadRecord:
    """The record that a message holds: what is wrong with it is among its faults. Its places are paths.

    A message without rounds has none: it cannot say more of a list that is empty.
    """
    return read_mapping({"rounds": [], **to_mapping(sent)}, name)


def as_sent(message: records_pb2.GameRecord) -> Sent | None:
    """A message as the fast road takes it; None where it has to be read."""
    return of_message(message, to_mapping(message, but="rounds"), to_mapping)


def read_sent(content: bytes, name: str) -> ReadRecord:
    """The record in the bytes of a message; bytes that are none are a fault of it."""
    try:
        return read_message(records_pb2.GameRecord.FromString(content), name)
    except DecodeError:
        return read_mapping("bytes that are no GameRecord", name)


def write_record(record: GameRecord, into: records_pb2.GameRecord | None = None) -> records_pb2.GameRecord:
    """A record, in a message of its own or in one that is there. ValueError where a number is beyond 32 bits."""
    return to_message(to_plain(record), records_pb2.GameRecord() if into is None else into)


def write_verdict(verdict: Verdict) -> verdicts_pb2.Verdict:
    """A verdict. ValueError where points are beyond 32 bits."""
    return to_message(verdict_plain(verdict), verdicts_pb2.Verdict())


def to_mapping(message: Message, *, but: str = "") -> dict[str, Any]:
    """The plain form of a message: only what it holds, and of that all `but` one field."""
    made: dict[str, Any] = {}
    for field, value in message.ListFields():
        name, plain = _reader(field)
        if name == but:
            continue
        made[name] = value if plain is None else plain(value)
    return made


def to_message(plain: Mapping[str, Any], message: AnyMessage) -> AnyMessage:
    """Fills a message from its plain form."""
    fields = message.DESCRIPTOR.fields_by_name
    for name, value in plain.items():
        _fill(message, fields[name], value)
    return message


@cache
def _reader(field: _Field) -> tuple[str, Callable[[Any], Any] | None]:
    """The name of a field, and what makes its value plain; None where it is plain already."""
    if _is_map(field):
        whole = field.message_type.fields_by_name["key"].cpp_type in _INTEGERS
        return field.name, _of_numbers if whole else dict
    one = _one_reader(field)
    if field.is_repeated:
        return field.name, list if one is None else lambda values: [one(each) for each in values]
    return field.name, one


def _one_reader(field: _Field) -> Callable[[Any], Any] | None:
    if field.message_type is not None:
        return to_mapping
    return partial(_member, field.enum_type) if field.enum_type is not None else None


def _of_numbers(entries: Mapping[int, Any]) -> dict[str, Any]:
    return {str(key): one for key, one in entries.items()}


def _fill(message: Message, field: _Field, value: Any) -> None:
    if _is_map(field):
        whole = field.message_type.fields_by_name["key"].cpp_type in _INTEGERS
        entries = getattr(message, field.name)
        for key, one in value.items():
            entries[int(key) if whole else sendable(key)] = sendable(one) if isinstance(one, str) else one
    elif field.is_repeated and field.message_type is not None:
        for one in value:
            to_message(one, getattr(message, field.name).add())
    elif field.is_repeated:
        getattr(message, field.name).extend(map(sendable, value))
    elif field.message_type is not None:
        part = getattr(message, field.name)
        part.SetInParent()
        to_message(value, part)
    elif field.enum_type is not None:
        setattr(message, field.name, _number(field.enum_type, value))
    else:
        setattr(message, field.name, sendable(value) if isinstance(value, str) else value)


def _is_map(field: _Field) -> bool:
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def _prefix(enum: _Enum) -> str:
    """What the names of an enumeration begin with: that of its first value, which is not stated."""
    name: str = enum.values[0].name
    return name.removesuffix("UNSPECIFIED")


def _member(enum: _Enum, number: int) -> str:
    found = enum.values_by_number.get(number)
    if found is None:
        return "unspecified"
    name: str = found.name
    return name.removeprefix(_prefix(enum)).lower()


def _number(enum: _Enum, member: str) -> int:
    number: int = enum.values_by_name[_prefix(enum) + member.upper()].number
    return number
