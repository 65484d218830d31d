"""The methods of RefereeService about a game in progress. Each reads and judges beside the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.service import checks, game_answers
from referee.service.status import FieldFault
from referee.service.tables import Tables
from referee.v1 import referee_service_pb2, referee_service_pb2_grpc, rule_sets_pb2

if TYPE_CHECKING:
    from collections.abc import Iterator

    import grpc


class GameServicer(referee_service_pb2_grpc.RefereeServiceServicer):
    """Conducts games: what may be done, what comes of it, what a round is worth."""

    def __init__(self, tables: Tables) -> None:
        """Judge at the tables that requests describe."""
        self._tables = tables

    async def ListLegalActions(  # noqa: N802 - the name of the method
        self,
        request: referee_service_pb2.ListLegalActionsRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002 - gRPC passes it
    ) -> referee_service_pb2.ListLegalActionsResponse:
        """Every legal play."""
        checks.require(checks.setup(request.table))
        table = await self._tables.table(request.table)
        return await self._tables.judge(game_answers.list_actions, table, request)

    async def CheckAction(  # noqa: N802
        self,
        request: referee_service_pb2.CheckActionRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.CheckActionResponse:
        """Whether an action may be done."""
        language = checks.language(request.language)
        table = self._tables.held(request.table)
        if table is None:
            checks.require(checks.setup(request.table))
            table = await self._tables.table(request.table)
        told = game_answers.check_at_once(table, request, language)
        if told is not None:
            return told
        return await self._tables.judge(game_answers.check_action, table, request, language)

    async def ApplyAction(  # noqa: N802
        self,
        request: referee_service_pb2.ApplyActionRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.ApplyActionResponse:
        """The game after an action."""
        language = checks.language(request.language)
        checks.require(checks.setup(request.table))
        table = await self._tables.table(request.table)
        return await self._tables.judge(game_answers.apply_action, table, request, language)

    async def ScoreRound(  # noqa: N802
        self,
        request: referee_service_pb2.ScoreRoundRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.ScoreRoundResponse:
        """What a round is worth."""
        language = checks.language(request.language)
        elsewhere = request.HasField("repriced_at")
        other_faults = checks.setup(request.repriced_at, "repriced_at") if elsewhere else ()
        checks.require(checks.setup(request.table), other_faults, _played(request))
        table = await self._tables.table(request.table)
        other = None
        if elsewhere:
            other_setup = rule_sets_pb2.TableSetup()
            other_setup.CopyFrom(request.repriced_at)
            if not other_setup.HasField("seats"):
                other_setup.seats = table.seats
            other = await self._tables.table(other_setup, "repriced_at")
        return await self._tables.judge(game_answers.score_round, table, request, other, language)


def _played(request: referee_service_pb2.ScoreRoundRequest) -> Iterator[FieldFault]:
    if request.WhichOneof("played") is None:
        yield FieldFault("state", "STATE_MISSING", "no round is given; give a game in the stage COUNT, or facts")
