"""`legal_actions` asked of a server: the game of a record is played there, action by action, and then what may come next.

A server is asked about states, which the caller keeps; so this is done for records that stop in their first round. Their
plays are read by ParseRecord, carried out by ApplyAction, and the state that is left goes to ListLegalActions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee_client import Client, Deal, GameState, Source

Answer = dict[str, Any]


def can_be_played(question: Answer, answer: Answer) -> bool:
    """Whether the record stops in its first round before the close: what is shown behind it are no actions."""
    return answer.get("phase") in {"offer", "draw", "discard"} and len(question["record"]["rounds"]) == 1


def legal_actions(client: Client, question: Answer, rules: str | Source) -> Answer:
    """The answer of the protocol to a question that can be played."""
    record: Mapping[str, Any] = question["record"]
    table: dict[str, Any] = {"seats": len(record["seats"]), "options": record.get("options", {})}
    dealt = record["rounds"][0]
    said = {key: dealt[key] for key in ("pack", "hands", "upcard", "stock") if key in dealt}
    state: GameState | None = None
    for play in (Deal(dealt["eldest"], **said), *client.parse_record(record, rules=rules).plays[0]):
        done = client.apply_action(play, rules, state, **table)
        if done.state is None:
            return {"error": {"code": "RECORD_INVALID", "message": ""}}
        state = done.state
    found = client.list_legal_actions(rules, state, **table)
    words = [
        "+?" if one.word.startswith("+") else one.word for one in found.actions
    ]  # whose state it is sees the stock
    return {"phase": found.phase, "seat": found.seat, "legal": words}
