"""The client for ordinary programs. One object may serve many threads."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from referee_client import answers
from referee_client.calls import Attempts, Call, Calls, batches
from referee_client.channel import BATCH_SECONDS, JUDGING, OPTIONS, SECONDS, SLOW
from referee_client.questions import Cards, CloseQuestion, Rules, Source, Values
from referee_client.v1 import referee_service_pb2_grpc, rule_set_service_pb2_grpc

Answer = TypeVar("Answer")
_NOTHING: Values = {}


class Client:
    """Asks the referee at `target` ("127.0.0.1:50051"). Use it in a `with` statement, or `close` it.

    `credentials` encrypt the connection. `timeout` is the deadline in seconds of calls about one thing,
    `batch_timeout` of batches and compilations; each method takes one of its own. Every method may raise
    RefereeError.
    """

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        timeout: float = SECONDS,
        batch_timeout: float = BATCH_SECONDS,
    ) -> None:
        """Connect when the first call is made."""
        if credentials is None:
            self._channel = grpc.insecure_channel(target, options=OPTIONS)
        else:
            self._channel = grpc.secure_channel(target, credentials, options=OPTIONS)
        self._judging = referee_service_pb2_grpc.RefereeServiceStub(self._channel)
        self._rule_sets = rule_set_service_pb2_grpc.RuleSetServiceStub(self._channel)
        self._timeout = timeout
        self._batch_timeout = batch_timeout
        self._calls = Calls()

    def close(self) -> None:
        """End the connection; calls under way fail."""
        self._channel.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def list_rule_sets(self, *, timeout: float | None = None) -> list[answers.RuleSetSummary]:
        """All rule sets the server offers, by name."""
        listed: list[answers.RuleSetSummary] = []
        page_token = ""
        while True:
            page, page_token = self._make(self._calls.list_rule_sets(page_token), timeout)
            listed += page
            if not page_token:
                return listed

    def get_rule_set(self, rules: Rules, *, with_source: bool = False, timeout: float | None = None) -> answers.RuleSet:
        """Everything about a rule set; `with_source`: its YAML, too."""
        return self._make(self._calls.get_rule_set(rules, with_source=with_source), timeout)

    def check_rule_set(self, source: Source, *, timeout: float | None = None) -> answers.CheckReport:
        """What is wrong with a rule set. Its examples are run."""
        return self._make(self._calls.check_rule_set(source), timeout)

    def compile_rule_set(self, source: Source, *, timeout: float | None = None) -> answers.CompileReport:
        """Compile a rule set, so that calls can name it by its digest."""
        return self._make(self._calls.compile_rule_set(source), timeout)

    def describe_rule_set(
        self,
        rules: Rules,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        language: str = "",
        timeout: float | None = None,
    ) -> answers.PrintedRules:
        """The printed rules of a table in a language ("en", "es", "eu", "fr", "pt", "tr")."""
        return self._make(self._calls.describe_rule_set(rules, seats, options, language), timeout)

    def evaluate_hand(
        self,
        cards: Cards,
        rules: Rules,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        all_optimal: bool = False,
        timeout: float | None = None,
    ) -> answers.HandValue:
        """What a hand is worth; `all_optimal`: in every best arrangement."""
        call = self._calls.evaluate_hand(cards, rules, seats, options, all_optimal=all_optimal)
        return self._make(call, timeout)

    def batch_evaluate_hands(
        self,
        hands: Iterable[Cards],
        rules: Rules,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        all_optimal: bool = False,
        timeout: float | None = None,
    ) -> list[answers.HandValue | answers.InputFault]:
        """What each hand is worth, in order; any number of hands. `timeout` is that of each batch of 1,000."""
        results: list[answers.HandValue | answers.InputFault] = []
        for batch in batches(hands):
            call = self._calls.batch_evaluate_hands(batch, rules, seats, options, all_optimal=all_optimal)
            results += self._make(call, timeout)
        return results

    def check_close(
        self,
        rules: Rules,
        *,
        keep: Cards | None = None,
        hand: Cards | None = None,
        closing_card: str = "",
        taken_card: str = "",
        given: Mapping[str, int | bool | str] = _NOTHING,
        laps: int | None = None,
        seats: int | None = None,
        options: Values = _NOTHING,
        language: str = "",
        timeout: float | None = None,
    ) -> answers.CloseAnswer:
        """Whether a close is legal and what it is, or why not; the cards as in a CloseQuestion."""
        question = CloseQuestion(keep, hand, closing_card, taken_card, given, laps)
        return self._make(self._calls.check_close(question, rules, seats, options, language), timeout)

    def batch_check_closes(
        self,
        questions: Iterable[CloseQuestion],
        rules: Rules,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        language: str = "",
        timeout: float | None = None,
    ) -> list[answers.CloseAnswer | answers.InputFault]:
        """The same of each question, in order; any number of questions. `timeout` is that of each batch of 1,000."""
        results: list[answers.CloseAnswer | answers.InputFault] = []
        for batch in batches(questions):
            call = self._calls.batch_check_closes(batch, rules, seats, options, language)
            results += self._make(call, timeout)
        return results

    def _make(self, call: Call[Answer], timeout: float | None) -> Answer:
        stub: Any = self._judging if call.method in JUDGING else self._rule_sets
        method = getattr(stub, call.method)
        usual = self._batch_timeout if call.method in SLOW else self._timeout
        attempts = Attempts(call, usual if timeout is None else timeout)
        while True:
            try:
                return call.read(method(attempts.request, timeout=attempts.remaining))
            except grpc.RpcError as error:
                wait = attempts.wait_after(error)
            time.sleep(wait)
