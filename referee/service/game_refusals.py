"""What is said of an action that is not legal: on the wire, in the language asked for."""

from __future__ import annotations

from referee.game.actions import Action
from referee.game.faults import FaultKind
from referee.game.legal import Irregularity, Refusal
from referee.service import convert
from referee.service.actions_convert import word_of, write_action
from referee.table import Table
from referee.v1 import hands_pb2, referee_service_pb2, verdicts_pb2
from referee.voice import clause_text

_KINDS = {
    FaultKind.IMPOSSIBLE: verdicts_pb2.FINDING_KIND_IMPOSSIBLE,
    FaultKind.ILLEGAL: verdicts_pb2.FINDING_KIND_ILLEGAL,
}


def write_legal(table: Table, action: Action) -> referee_service_pb2.LegalAction:
    """An action, and the word that says it."""
    return referee_service_pb2.LegalAction(action=write_action(table, action), word=word_of(table, action))


def write_refusal(table: Table, found: Refusal, language: str) -> referee_service_pb2.ActionRefusal:
    """Why an action is refused."""
    return referee_service_pb2.ActionRefusal(
        code=found.code,
        kind=_KINDS[found.kind],
        broken=_broken(table, found, language),
        measured=found.measured,
        legal=[write_legal(table, action) for action in found.legal],
        nearest=None if found.nearest is None else write_legal(table, found.nearest),
    )


def _broken(table: Table, found: Refusal, language: str) -> list[hands_pb2.BrokenClause]:
    """The conditions that fail, each with what was measured; else the clauses themselves."""
    if found.failures:
        return [convert.broken(table, failure, language) for failure in found.failures]
    return [
        hands_pb2.BrokenClause(
            clause=clause, code=found.code, key=clause, text=convert.sendable(clause_text(table, clause, language))
        )
        for clause in found.clauses
    ]


def write_irregularity(table: Table, found: Irregularity, language: str) -> referee_service_pb2.Irregularity:
    """What makes an action stand. ValueError where its penalty is beyond 32 bits."""
    return referee_service_pb2.Irregularity(
        code=found.fault.code,
        clause=found.clause,
        text=convert.sendable(clause_text(table, found.clause, language)),
        penalty=found.penalty,
        shows_hand=found.shows_hand,
    )
