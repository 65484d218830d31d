"""The client for ordinary programs. One object may serve many threads."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc

from referee_client import answers, games, record_calls, records
from referee_client.calls import Attempts, Call, batches, selector, setup
from referee_client.channel import BATCH_SECONDS, JUDGING, OPTIONS, RECORDS, SECONDS, SLOW, STORE
from referee_client.game_calls import GameCalls
from referee_client.questions import Cards, CloseQuestion, Rules, Source, Values
from referee_client.store_methods import StoreMethods
from referee_client.stream import PATIENCE, Sending, drive
from referee_client.tokens import Bearer
from referee_client.tokens import options as token_options
from referee_client.v1 import (
    record_service_pb2_grpc,
    referee_service_pb2_grpc,
    rule_set_service_pb2_grpc,
    rule_set_store_service_pb2_grpc,
)

Answer = TypeVar("Answer")
_NOTHING: Values = {}


class Client(StoreMethods):
    """Asks the referee at `target` ("127.0.0.1:50051"). Use it in a `with` statement, or `close` it.

    `credentials` encrypt the connection. `token` goes with every call; over an unencrypted connection to another
    machine it is refused (ValueError) unless `insecure_token` says that it may. `timeout` is the deadline in seconds
    of calls about one thing, `batch_timeout` of batches and compilations; each method takes one of its own. Every
    method may raise RefereeError.
    """

    def __init__(
        self,
        target: str,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        token: str | None = None,
        insecure_token: bool = False,
        timeout: float = SECONDS,
        batch_timeout: float = BATCH_SECONDS,
    ) -> None:
        """Connect when the first call is made."""
        self._bearer = Bearer(token)
        encrypted = credentials is not None
        options = OPTIONS + token_options(self._bearer, target, encrypted=encrypted, insecure_token=insecure_token)
        if credentials is None:
            self._channel = grpc.insecure_channel(target, options=options)
        else:
            self._channel = grpc.secure_channel(target, credentials, options=options)
        self._judging = referee_service_pb2_grpc.RefereeServiceStub(self._channel)
        self._rule_sets = rule_set_service_pb2_grpc.RuleSetServiceStub(self._channel)
        self._records = record_service_pb2_grpc.RecordServiceStub(self._channel)
        self._stored = rule_set_store_service_pb2_grpc.RuleSetStoreServiceStub(self._channel)
        self._timeout = timeout
        self._batch_timeout = batch_timeout
        self._calls = GameCalls()

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
        for batch in batches("hands", hands):
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
        for batch in batches("questions", questions):
            call = self._calls.batch_check_closes(batch, rules, seats, options, language)
            results += self._make(call, timeout)
        return results

    def list_legal_actions(
        self,
        rules: Rules,
        state: games.GameState | None = None,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        timeout: float | None = None,
    ) -> games.LegalActions:
        """Every play that is legal where a game stands; without a state it has not begun."""
        return self._make(self._calls.list_legal_actions(rules, state, seats, options), timeout)

    def check_action(
        self,
        play: games.Play,
        rules: Rules,
        state: games.GameState | None = None,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        language: str = "",
        timeout: float | None = None,
    ) -> games.ActionCheck:
        """Whether something may be done, or why not; "-7c", "x7c", a Deal … as in `Play`."""
        table = setup(selector(rules), seats, options)
        return self._make(self._calls.check_action(play, state, table, language), timeout)

    def apply_action(
        self,
        play: games.Play | None,
        rules: Rules,
        state: games.GameState | None = None,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        language: str = "",
        ruling: Mapping[str, Any] | None = None,
        timeout: float | None = None,
    ) -> games.ActionCheck:
        """The same, with the game after it. Without a state the play is the first deal.

        `ruling` is what a director decides, with the keys of a record: {"stands": True, "points": {"A": 10}}. It may
        come without a play (None).
        """
        table = setup(selector(rules), seats, options)
        return self._make(self._calls.apply_action(play, state, table, language, ruling), timeout)

    def score_round(
        self,
        played: games.GameState | games.RoundFacts,
        rules: Rules,
        *,
        seats: int | None = None,
        options: Values = _NOTHING,
        repriced_at: Rules | None = None,
        repriced_options: Values = _NOTHING,
        language: str = "",
        timeout: float | None = None,
    ) -> games.RoundScore:
        """What a round is worth and how the game goes on; `repriced_at`: also what other rules make of it."""
        table = setup(selector(rules), seats, options)
        other = None if repriced_at is None else setup(selector(repriced_at), seats, repriced_options)
        return self._make(self._calls.score_round(played, table, other, language), timeout)

    def parse_record(
        self,
        record: records.Record,
        *,
        rules: Rules | None = None,
        strict: bool = False,
        file_name: str = "",
        timeout: float | None = None,
    ) -> records.ParsedRecord:
        """A record as the referee reads it, with every repair, and its plays as actions."""
        call = record_calls.parse_record(record, rules, strict=strict, file_name=file_name)
        return self._make(call, timeout)

    def format_record(
        self,
        record: records.Record,
        *,
        plays: Sequence[Sequence[games.Action]] | None = None,
        rules: Rules | None = None,
        seal: bool = False,
        timeout: float | None = None,
    ) -> records.FormattedRecord:
        """A record in canonical form; `plays` take the place of its own, `seal` computes the seals."""
        return self._make(record_calls.format_record(record, plays, rules, seal=seal), timeout)

    def validate_record(
        self,
        record: records.Record,
        *,
        rules: Rules | None = None,
        keep_going: bool = False,
        language: str = "",
        timeout: float | None = None,
    ) -> records.Verdict:
        """The verdict on a record; `rules`: by other rules than its own, what if."""
        call = record_calls.validate_record(record, rules, language, keep_going=keep_going)
        return self._make(call, timeout)

    def batch_validate_records(
        self,
        given: Iterable[records.Record],
        *,
        rules: Rules | None = None,
        keep_going: bool = False,
        language: str = "",
        full: bool = False,
        timeout: float | None = None,
    ) -> list[records.Verdict | answers.InputFault]:
        """The verdicts on records, in order; any number. `full`: with the sheets of clean ones, too."""
        results: list[records.Verdict | answers.InputFault] = []
        for batch in record_calls.record_batches(given):
            call = record_calls.batch_validate_records(batch, rules, language, keep_going=keep_going, full=full)
            results += self._make(call, timeout)
        return results

    def answer_lines(self, lines: Iterable[records.Record], *, timeout: float | None = None) -> list[str]:
        """Answers to questions of the line protocol, in order; any number, each JSON or a mapping made into it.

        They name rule sets that the server has. A bad line is answered, too; answers are JSON.
        """
        answered: list[str] = []
        for batch in record_calls.record_batches(lines, "lines"):
            answered += self._make(record_calls.answer_lines(batch), timeout)
        return answered

    def stream_validate_records(
        self,
        given: Iterable[records.Record],
        *,
        rules: Rules | None = None,
        keep_going: bool = False,
        language: str = "",
        full: bool = False,
        timeout: float = PATIENCE,
    ) -> Iterator[records.StreamedVerdict]:
        """The verdicts on any number of records, as they come; `given` is read no faster than they are answered.

        Records are mappings or JSON. A connection that breaks is opened again, and nothing is judged or told twice.
        `timeout` is the patience with one answer.
        """
        opening = record_calls.opening(rules, language, keep_going=keep_going, full=full)
        method = self._bearer.calling(self._records.StreamValidateRecords)
        return drive(method, Sending.of(given, opening), timeout)

    def _make(self, call: Call[Answer], timeout: float | None) -> Answer:
        stub: Any = self._judging if call.method in JUDGING else self._rule_sets
        if call.method in RECORDS:
            stub = self._records
        elif call.method in STORE:
            stub = self._stored
        method = self._bearer.calling(getattr(stub, call.method))
        usual = self._batch_timeout if call.method in SLOW else self._timeout
        attempts = Attempts(call, usual if timeout is None else timeout)
        while True:
            try:
                return call.read(method(attempts.request, timeout=attempts.remaining))
            except grpc.RpcError as error:
                wait = attempts.wait_after(error)
            time.sleep(wait)
