"""RefereeService: one method for each call. A batch asks of each item what the call about one item asks.

The methods about a game in progress are in `game_servicer`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from referee.service import checks, convert
from referee.service.game_servicer import GameServicer
from referee.service.judging import CloseQuestion, HandQuestion, told_at_a_glance
from referee.service.status import FieldFault, ItemFault, bad_request
from referee.v1 import hands_pb2, referee_service_pb2

if TYPE_CHECKING:
    import grpc

    from referee.table import Table
    from referee.v1.cards_pb2 import CardList
    from referee.v1.rule_sets_pb2 import TableSetup

Item = TypeVar("Item")
Told = TypeVar("Told")
Told_contra = TypeVar("Told_contra", contravariant=True)

_SLICE_SECONDS = 0.003
"""How long a batch keeps the loop before others get their turn."""


class Question(Protocol[Told_contra]):
    """What can be answered."""

    @property
    def cold(self) -> bool:
        """Whether it is the first of its kind at a table."""

    @property
    def dear(self) -> bool:
        """Whether the loop cannot wait for the answer."""

    def answer(self, told: Told_contra) -> None:
        """Write down the answer."""


class RefereeServicer(GameServicer):
    """Judges hands and closes, and conducts games."""

    async def EvaluateHand(  # noqa: N802 - the name of the method
        self,
        request: referee_service_pb2.EvaluateHandRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002 - gRPC passes it
    ) -> referee_service_pb2.EvaluateHandResponse:
        """The best arrangement of a hand."""
        texts, held = request.cards[:], self._tables.held(request.table)
        value = None if held is None or request.all_optimal else told_at_a_glance(held, texts)
        if held is not None and value is not None:
            return referee_service_pb2.EvaluateHandResponse(rule_set_digest=held.rule_set.digest, value=value)
        table = await self._table(request.table, checks.cards(texts, "cards"))
        try:
            question = HandQuestion.read(table, texts, "cards", all_optimal=request.all_optimal)
        except ItemFault as error:
            raise bad_request([error.fault]) from error
        response = referee_service_pb2.EvaluateHandResponse(rule_set_digest=table.rule_set.digest)
        await self._answer(question, response.value)
        return response

    async def BatchEvaluateHands(  # noqa: N802
        self,
        request: referee_service_pb2.BatchEvaluateHandsRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.BatchEvaluateHandsResponse:
        """The best arrangement of each of many hands."""
        table = await self._table(request.table, checks.batch(request.hands, "hands"))
        response = referee_service_pb2.BatchEvaluateHandsResponse(rule_set_digest=table.rule_set.digest)
        all_optimal = request.all_optimal

        async def answer(hand: CardList) -> None:
            texts = hand.cards[:]
            value = None if all_optimal else told_at_a_glance(table, texts)
            if value is not None:
                response.results.add(value=value)
                return
            told = response.results.add()
            try:
                checks.require_item(checks.cards(texts, "cards"))
                question = HandQuestion.read(table, texts, "cards", all_optimal=all_optimal)
            except ItemFault as error:
                told.fault.CopyFrom(convert.input_fault(error.fault))
            else:
                await self._answer(question, told.value)

        await in_slices(request.hands, answer)
        return response

    async def CheckClose(  # noqa: N802
        self,
        request: referee_service_pb2.CheckCloseRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.CheckCloseResponse:
        """Whether a close is legal."""
        language = checks.language(request.language)
        table = await self._table(request.table, checks.close(request.close, "close."))
        try:
            question = CloseQuestion.read(table, request.close, language)
        except ItemFault as error:
            fault = error.fault
            path = f"close.{fault.field}" if fault.field else "close"
            raise bad_request([FieldFault(path, fault.reason, fault.message)]) from error
        response = referee_service_pb2.CheckCloseResponse(rule_set_digest=table.rule_set.digest)
        await self._answer(question, response.answer)
        return response

    async def BatchCheckCloses(  # noqa: N802
        self,
        request: referee_service_pb2.BatchCheckClosesRequest,
        context: grpc.aio.ServicerContext[Any, Any],  # noqa: ARG002
    ) -> referee_service_pb2.BatchCheckClosesResponse:
        """Whether each of many closes is legal."""
        language = checks.language(request.language)
        table = await self._table(request.table, checks.batch(request.closes, "closes"))
        response = referee_service_pb2.BatchCheckClosesResponse(rule_set_digest=table.rule_set.digest)

        async def answer(asked: hands_pb2.CloseQuestion) -> None:
            told = response.results.add()
            try:
                checks.require_item(checks.close(asked))
                question = CloseQuestion.read(table, asked, language)
            except ItemFault as error:
                told.fault.CopyFrom(convert.input_fault(error.fault))
            else:
                await self._answer(question, told.answer)

        await in_slices(request.closes, answer)
        return response

    async def _table(self, setup: TableSetup, others: Iterator[FieldFault]) -> Table:
        """The table, once nothing is wrong with how it is described or with what else the request says."""
        table = self._tables.held(setup)
        if table is not None:
            checks.require(others)
            return table
        checks.require(checks.setup(setup), others)
        return await self._tables.table(setup)

    async def _answer(self, question: Question[Told], told: Told) -> None:
        """The answer: at once where the loop can wait for it, for that takes less than a switch of threads."""
        if question.dear:
            await self._tables.judge_dear(lambda: question.answer(told))
        elif question.cold:
            await self._tables.judge(question.answer, told)
        else:
            question.answer(told)


async def in_slices(items: Iterable[Item], judge: Callable[[Item], Awaitable[None]]) -> None:
    """Judge each item in order; between slices of a few milliseconds others have the loop."""
    end = time.perf_counter() + _SLICE_SECONDS
    for item in items:
        await judge(item)
        if time.perf_counter() >= end:
            await asyncio.sleep(0)
            end = time.perf_counter() + _SLICE_SECONDS
