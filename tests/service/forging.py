"""Messages somebody has tampered with: one leaf of one message changed at random, whatever it is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

LETTERS = "ABCDZ"
TEXTS = ("", "A", "B", "Z", "1o", "7c", "JK", "?", "12b", "99z", "5o 5o", "4cJK6c", "clean", "everyone", "x" * 300)
UNSIGNED = (FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_UINT64)
NUMBERS = (0, 1, 2, 3, 7, 40, 1000, 2**31 - 1)


def forge(message: Message, chance: Random) -> None:
    """Changes one field of the message or of one inside it."""
    holder = chance.choice([each for each in _holders(message) if each.DESCRIPTOR.fields])
    field: Any = chance.choice(holder.DESCRIPTOR.fields)
    held = getattr(holder, field.name)
    if _is_map(field):
        _forge_map(field, held, chance)
    elif field.is_repeated:
        _forge_list(field, held, chance)
    elif field.message_type is not None:
        holder.ClearField(field.name) if holder.HasField(field.name) else held.SetInParent()
    else:
        setattr(holder, field.name, _value(field, held, chance))


def _holders(message: Message) -> Iterator[Message]:
    yield message
    for found, value in message.ListFields():
        field: Any = found
        if field.message_type is not None and not _is_map(field):
            for each in value if field.is_repeated else [value]:
                yield from _holders(each)


def _is_map(field: Any) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _forge_map(field: Any, held: Any, chance: Random) -> None:
    key = chance.choice([*held, *LETTERS])
    if key in held and chance.random() < 0.3:
        del held[key]
        return
    value = field.message_type.fields_by_name["value"]
    held[key] = _value(value, held.get(key, "" if value.type == FieldDescriptor.TYPE_STRING else 0), chance)


def _forge_list(field: Any, held: Any, chance: Random) -> None:
    if held and chance.random() < 0.4:
        del held[chance.randrange(len(held))]
    elif field.message_type is None:
        held.append(_value(field, b"" if field.type == FieldDescriptor.TYPE_BYTES else "", chance))
    elif held:
        held.add().CopyFrom(chance.choice(held))
    else:
        held.add()


def _value(field: Any, old: Any, chance: Random) -> Any:
    if field.type == FieldDescriptor.TYPE_STRING:
        return _text(old, chance)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return chance.choice((b"", old[: len(old) // 2], old + b"\xff", old * 2, chance.randbytes(20)))
    if field.type == FieldDescriptor.TYPE_BOOL:
        return not old
    if field.type == FieldDescriptor.TYPE_ENUM:
        return chance.randrange(12)
    number = chance.choice(NUMBERS)
    return number if field.type in UNSIGNED or chance.random() < 0.6 else -number


def _text(old: str, chance: Random) -> str:
    """Another text; or the words of the old one with one gone, one changed, or in another order."""
    words = old.split()
    if not words or chance.random() < 0.5:
        return chance.choice(TEXTS)
    way, at = chance.randrange(3), chance.randrange(len(words))
    if way == 0:
        del words[at]
    elif way == 1:
        words[at] = chance.choice(TEXTS)
    else:
        chance.shuffle(words)
    return " ".join(words)
