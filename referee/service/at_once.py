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
_SERVICE = referee_service_pb2.DESCRIPTOR.services_by_name["RefereeService"].full_name


def at_once(tables: Tables) -> Mapping[tuple[str, str], AtOnce]:
    """Service and method, and what answers most of their calls."""
    lately = tables.lately

    def evaluate_hand(content: bytes) -> bytes | None:
        if len(content) < 2 or content[0] != _TABLE or content[1] >= ONE_BYTE:
            return None
        end = 2 + content[1]
        table = lately.get(content[2:end])
        return None if table is None else table.derived(HandWire).answer(content, end)

    def check_action(content: bytes) -> bytes | None:
        if len(content) < 2 or content[0] != _TABLE or content[1] >= ONE_BYTE:
            return None
        end = 2 + content[1]
        table = lately.get(content[2:end])
        return None if table is None else table.derived(PlayWire).answer(content, end)

    return {(_SERVICE, "EvaluateHand"): evaluate_hand, (_SERVICE, "CheckAction"): check_action}
