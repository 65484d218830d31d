"""RefereeService: one method for each call. A batch asks of each item what the call about one item asks.

The methods about a game in progress are in `game_servicer`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from referee.service import checks, convert
from referee.service.game_servicer import GameServicer
from referee.service.judging import CloseQuestion, HandQuestion
from referee.service.status import FieldFault, ItemFault, bad_request
from referee.v1 import hands_pb2, referee_service_pb2

if TYPE_CHECKING:
    import grpc

    from referee.v1.cards_pb2 import CardList

Item = TypeVar("Item")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

_SLICE_SECONDS = 0.003
"""How long a batch keeps the loop before others get their turn."""


class Question(Protocol[Result_co]):
    """What can be answered."""

    @property
    def cold(self) -> bool:
        """Whether it is the first of its kind at a table."""

    @property
    def dear(self) -> bool:
        """Whether the loop cannot wait for the answer."""

    def answer(self) -> Result_co:
        """Answer it."""


class RefereeServicer(GameServicer):
    """Judges hands and closes, and conducts games."""

    async def EvaluateHand(  # noqa: N802 - the name of the method
        self,
        request: referee_service_pb2.EvaluateHandRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002 - gRPC passes it
    ) -> referee_service_pb2.EvaluateHandResponse:
        """The best arrangement of a hand."""
        checks.require(checks.setup(request.table), checks.cards(request.cards, "cards"))
        table = await self._tables.table(request.table)
        try:
            question = HandQuestion.read(table, request.cards, "cards", all_optimal=request.all_optimal)
        except ItemFault as error:
            raise bad_request([error.fault]) from error
        value = await self._answer(question)
        return referee_service_pb2.EvaluateHandResponse(rule_set_digest=table.rule_set.digest, value=value)

    async def BatchEvaluateHands(  # noqa: N802
        self,
        request: referee_service_pb2.BatchEvaluateHandsRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.BatchEvaluateHandsResponse:
        """The best arrangement of each of many hands."""
        checks.require(checks.setup(request.table), checks.batch(request.hands, "hands"))
        table = await self._tables.table(request.table)
        response = referee_service_pb2.BatchEvaluateHandsResponse(rule_set_digest=table.rule_set.digest)

        async def answer(hand: CardList) -> hands_pb2.HandResult:
            try:
                checks.require_item(checks.cards(hand.cards, "cards"))
                question = HandQuestion.read(table, hand.cards, "cards", all_optimal=request.all_optimal)
            except ItemFault as error:
                return hands_pb2.HandResult(fault=convert.input_fault(error.fault))
            return hands_pb2.HandResult(value=await self._answer(question))

        response.results.extend(await in_slices(request.hands, answer))
        return response

    async def CheckClose(  # noqa: N802
        self,
        request: referee_service_pb2.CheckCloseRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.CheckCloseResponse:
        """Whether a close is legal."""
        language = checks.language(request.language)
        checks.require(checks.setup(request.table), checks.close(request.close, "close."))
        table = await self._tables.table(request.table)
        try:
            question = CloseQuestion.read(table, request.close, language)
        except ItemFault as error:
            fault = error.fault
            path = f"close.{fault.field}" if fault.field else "close"
            raise bad_request([FieldFault(path, fault.reason, fault.message)]) from error
        answer = await self._answer(question)
        return referee_service_pb2.CheckCloseResponse(rule_set_digest=table.rule_set.digest, answer=answer)

    async def BatchCheckCloses(  # noqa: N802
        self,
        request: referee_service_pb2.BatchCheckClosesRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.BatchCheckClosesResponse:
        """Whether each of many closes is legal."""
        language = checks.language(request.language)
        checks.require(checks.setup(request.table), checks.batch(request.closes, "closes"))
        table = await self._tables.table(request.table)
        response = referee_service_pb2.BatchCheckClosesResponse(rule_set_digest=table.rule_set.digest)

        async def answer(asked: hands_pb2.CloseQuestion) -> hands_pb2.CloseResult:
            try:
                checks.require_item(checks.close(asked))
                question = CloseQuestion.read(table, asked, language)
            except ItemFault as error:
                return hands_pb2.CloseResult(fault=convert.input_fault(error.fault))
            return hands_pb2.CloseResult(answer=await self._answer(question))

        response.results.extend(await in_slices(request.closes, answer))
        return response

    async def _answer(self, question: Question[Result]) -> Result:
        """The answer: at once where the loop can wait for it, for that takes less than a switch of threads."""
        if question.dear:
            return await self._tables.judge_dear(question.answer)
        return await self._tables.judge(question.answer) if question.cold else question.answer()


async def in_slices(items: Iterable[Item], judge: Callable[[Item], Awaitable[Result]]) -> list[Result]:
    """The result for each item in order; between slices of a few milliseconds others have the loop."""
    results: list[Result] = []
    end = time.perf_counter() + _SLICE_SECONDS
    for item in items:
        results.append(await judge(item))
        if time.perf_counter() >= end:
            await asyncio.sleep(0)
            end = time.perf_counter() + _SLICE_SECONDS
    return results
