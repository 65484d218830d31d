"""Messages about games to answers. A value of a later server that this client does not know reads as unknown."""

from __future__ import annotations

from collections.abc import Iterable

from referee_client import games, reading
from referee_client.v1 import actions_pb2, referee_service_pb2, rounds_pb2, verdicts_pb2

KINDS: dict[int, str] = {
    number: name.removeprefix("FINDING_KIND_").lower() for name, number in verdicts_pb2.FindingKind.items()
}


def action(found: actions_pb2.Action) -> games.Action:
    """An action."""
    kind = found.WhichOneof("kind") or "unspecified"
    return games.Action(found.seat or None, kind, found.SerializeToString(deterministic=True))


def _legal(found: referee_service_pb2.LegalAction) -> games.LegalAction:
    return games.LegalAction(found.word, action(found.action))


def legal_actions(found: referee_service_pb2.ListLegalActionsResponse) -> games.LegalActions:
    """Every legal play."""
    return games.LegalActions(
        phase=games.phase_name(found.phase),
        seat=found.seat or None,
        actions=tuple(_legal(each) for each in found.actions),
        not_judged=tuple(found.not_judged),
        rule_set_digest=found.rule_set_digest,
    )


def action_check(
    found: referee_service_pb2.CheckActionResponse | referee_service_pb2.ApplyActionResponse,
) -> games.ActionCheck:
    """Whether an action may be done, or the game after it."""
    state = None
    if isinstance(found, referee_service_pb2.ApplyActionResponse) and found.HasField("state"):
        state = games.GameState.of(found.state)
    return games.ActionCheck(
        allowed=not found.HasField("refusal"),
        irregularity=_irregularity(found.irregularity) if found.HasField("irregularity") else None,
        refusal=_refusal(found.refusal) if found.HasField("refusal") else None,
        not_judged=tuple(found.not_judged),
        rule_set_digest=found.rule_set_digest,
        state=state,
    )


def _irregularity(found: referee_service_pb2.Irregularity) -> games.Irregularity:
    return games.Irregularity(found.code, found.clause, found.text, found.penalty, found.shows_hand)


def _refusal(found: referee_service_pb2.ActionRefusal) -> games.ActionRefusal:
    return games.ActionRefusal(
        code=found.code,
        kind=KINDS.get(found.kind, "unspecified"),
        broken=tuple(reading.broken(each) for each in found.broken),
        measured=dict(found.measured),
        legal=tuple(_legal(each) for each in found.legal),
        nearest=_legal(found.nearest) if found.HasField("nearest") else None,
    )


def round_score(found: referee_service_pb2.ScoreRoundResponse) -> games.RoundScore:
    """A round priced."""
    return games.RoundScore(
        sheet=_sheet(found.sheet),
        facts=_facts(found.facts),
        next=games.GameState.of(found.next) if found.HasField("next") else None,
        repriced=_sheet(found.repriced) if found.HasField("repriced") else None,
        rule_set_digest=found.rule_set_digest,
        repriced_digest=found.repriced_digest or None,
    )


def _facts(found: referee_service_pb2.RoundFacts) -> games.RoundFacts:
    result = found.result
    return games.RoundFacts(
        closer=result.closer or None,
        outcome=result.outcome,
        melds={seat.seat: tuple(reading.meld(each) for each in seat.melds) for seat in result.seats},
        content=found.SerializeToString(deterministic=True),
    )


def _sheet(found: rounds_pb2.ScoreSheet) -> games.ScoreSheet:
    return games.ScoreSheet(
        outcome=found.outcome,
        lines=tuple(_line(line) for line in found.lines),
        won_by=found.won_by or None,
        pays=found.pays,
    )


def _line(found: rounds_pb2.SheetLine) -> games.SheetLine:
    return games.SheetLine(
        seat=found.seat,
        points=found.points if found.HasField("points") else None,
        written=found.written if found.HasField("written") else None,
        clause=found.clause,
        key=found.key,
        text=found.text,
        loose=tuple((each.card, each.points) for each in found.loose),
        laid_off=_laid(found.laid_off),
        penalties=tuple((each.points, each.clause) for each in found.penalties),
        uncertain=found.uncertain,
    )


def _laid(found: Iterable[rounds_pb2.LaidOff]) -> tuple[games.LaidOff, ...]:
    return tuple(games.LaidOff(each.card, each.meld, each.stands_for) for each in found)
