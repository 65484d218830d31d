"""Calls that are answered from bytes to bytes, before anything is made of their message.

Asked by the guard, in the loop, as soon as the message of a call has come: what is answered here takes microseconds.
None leaves the call to its method, which answers every call alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.service.hand_wire import HandWire
from referee.service.play_wire import PlayWire
from referee.service.tables import Tables
from referee.service.wire import ONE_BYTE
from referee.v1 import referee_service_pb2

AtOnce = Callable[[bytes], bytes | None]
"""The response to a request; None where that takes a closer look."""

_TABLE = 0x0A
"""The tag of the table, the first field of both requests."""

_SERVICE = referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name


def at_once(tables: Tables) -> Mapping[tuple[str, str], AtOnce]:
    """Service and method, and what answers most of their calls."""
    return {(_SERVICE, "EvaluateHand"): _by(HandWire, tables), (_SERVICE, "CheckAction"): _by(PlayWire, tables)}


def _by(wire: type[HandWire | PlayWire], tables: Tables) -> AtOnce:
    """What answers a request that begins with a table: by its `wire`, where the table was asked for lately."""
    lately = tables.lately

    def answer(content: bytes) -> bytes | None:
        if len(content) < 2 or content[0] != _TABLE or content[1] >= ONE_BYTE:
            return None
        end = 2 + content[1]
        if end > len(content):  # cut off within its table
            return None
        table = lately.get(content[2:end])
        return None if table is None else table.derived(wire).answer(content, end)

    return answer
