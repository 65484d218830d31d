"""RefereeService: one method for each call. A batch asks of each item what the call about one item asks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from referee.service import checks, convert
from referee.service.judging import judge_close, judge_hand
from referee.service.status import FieldFault, ItemFault, bad_request
from referee.service.tables import Tables
from referee.table import Table
from referee.v1 import hands_pb2, referee_service_pb2, referee_service_pb2_grpc

if TYPE_CHECKING:
    import grpc

    from referee.v1.cards_pb2 import CardList

Item = TypeVar("Item")
Result = TypeVar("Result")

_SLICE_SECONDS = 0.003
"""How long a batch keeps the loop before others get their turn."""


class RefereeServicer(referee_service_pb2_grpc.RefereeServiceServicer):
    """Judges hands and closes."""

    def __init__(self, tables: Tables) -> None:
        """Judge at the tables that requests describe."""
        self._tables = tables

    async def EvaluateHand(  # noqa: N802 - the name of the method
        self,
        request: referee_service_pb2.EvaluateHandRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002 - gRPC passes it
    ) -> referee_service_pb2.EvaluateHandResponse:
        """The best arrangement of a hand."""
        checks.require(checks.setup(request.table), checks.cards(request.cards, "cards"))
        table = await self._tables.table(request.table)
        try:
            value = judge_hand(table, request.cards, "cards", all_optimal=request.all_optimal)
        except ItemFault as error:
            raise bad_request([error.fault]) from error
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
                value = judge_hand(table, hand.cards, "cards", all_optimal=request.all_optimal)
            except ItemFault as error:
                return hands_pb2.HandResult(fault=convert.input_fault(error.fault))
            return hands_pb2.HandResult(value=value)

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
            answer = await self._judge(table, request.close, language)
        except ItemFault as error:
            fault = error.fault
            path = f"close.{fault.field}" if fault.field else "close"
            raise bad_request([FieldFault(path, fault.reason, fault.message)]) from error
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

        async def answer(question: hands_pb2.CloseQuestion) -> hands_pb2.CloseResult:
            try:
                checks.require_item(checks.close(question))
                return hands_pb2.CloseResult(answer=await self._judge(table, question, language))
            except ItemFault as error:
                return hands_pb2.CloseResult(fault=convert.input_fault(error.fault))

        response.results.extend(await in_slices(request.closes, answer))
        return response

    async def _judge(self, table: Table, question: hands_pb2.CloseQuestion, language: str) -> hands_pb2.CloseAnswer:
        """A close of cards kept takes less than a switch of threads; one of a whole hand is a close for each card."""
        if question.WhichOneof("held") == "keep":
            return judge_close(table, question, language)
        return await self._tables.judge(judge_close, table, question, language)


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
