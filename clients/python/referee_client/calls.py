"""Calls, ready to be made: what both clients share, which is everything but the waiting.

A `Call` is a method, its request and what reads the response. `Attempts` says after a failure whether to try again.
"""

from __future__ import annotations

import hashlib
import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import grpc

from referee_client import answers, arguments, reading
from referee_client.errors import failure_of
from referee_client.questions import Cards, CloseQuestion, Digest, Rules, Source, Values
from referee_client.v1 import cards_pb2, hands_pb2, referee_service_pb2, rule_set_service_pb2, rule_sets_pb2

Answer = TypeVar("Answer")
Read_co = TypeVar("Read_co", covariant=True)
Item = TypeVar("Item")

BATCH_ITEMS = 1000
"""The most items of one batch; more are sent in several."""

_ATTEMPTS = 3
_FIRST_WAIT = 0.1
_DIGESTS_KEPT = 64


@dataclass(frozen=True, slots=True)
class Call(Generic[Read_co]):
    """A call to be made. `again`: the request with the rule set's source, where `request` has only its digest."""

    method: str
    request: Any
    read: Callable[[Any], Read_co]
    again: Any = None


class Attempts:
    """The attempts at one call, within `timeout` seconds in all."""

    def __init__(self, call: Call[Any], timeout: float) -> None:
        """None has been made yet."""
        self.request = call.request
        self._again = call.again
        self._end = time.monotonic() + timeout
        self._made = 0

    @property
    def remaining(self) -> float:
        """Seconds that are left."""
        return max(0.0, self._end - time.monotonic())

    def wait_after(self, error: grpc.RpcError) -> float:
        """Seconds to wait before the next attempt; raises the RefereeError if there is to be none.

        Every method is pure or carries a request id, so it may be repeated where the server was not reached
        (UNAVAILABLE), and only there. A rule set the server has forgotten is sent again at once.
        """
        told = failure_of(error)
        if told.reason == "RULE_SET_NOT_LOADED" and self._again is not None:
            self.request, self._again = self._again, None
            return 0.0
        self._made += 1
        wait: float = _FIRST_WAIT * 2 ** (self._made - 1) * random.uniform(0.8, 1.2)  # noqa: S311 - spreads the crowd
        if told.code is not grpc.StatusCode.UNAVAILABLE or self._made >= _ATTEMPTS or wait >= self.remaining:
            raise told from None
        return wait


class Calls:
    """Makes calls. Remembers the digest of each source that an answer named, so that the next call can send that.

    A digest leaves texts out. So calls whose answers hold texts of the rule set always send the source itself.
    """

    def __init__(self) -> None:
        """Nothing is remembered yet."""
        self._digests: OrderedDict[bytes, str] = OrderedDict()
        self._lock = threading.Lock()

    def list_rule_sets(self, page_token: str) -> Call[tuple[list[answers.RuleSetSummary], str]]:
        """One page, and the token of the next, empty after the last."""
        request = rule_set_service_pb2.ListRuleSetsRequest(page_token=page_token)
        return Call(
            "ListRuleSets",
            request,
            lambda found: ([reading.summary(each) for each in found.rule_sets], found.next_page_token),
        )

    def get_rule_set(self, rules: Rules, *, with_source: bool) -> Call[answers.RuleSet]:
        """Everything about a rule set."""
        request = rule_set_service_pb2.GetRuleSetRequest(rule_set=selector(rules), with_source=with_source)
        return Call("GetRuleSet", request, lambda found: reading.rule_set(found.rule_set))

    def check_rule_set(self, source: Source) -> Call[answers.CheckReport]:
        """What is wrong with a source."""
        arguments.require("source", source, Source, arguments.SOURCE)
        request = rule_set_service_pb2.CheckRuleSetRequest(source=source.encoded, file_name=source.file_name)
        return Call("CheckRuleSet", request, reading.check_report)

    def compile_rule_set(self, source: Source) -> Call[answers.CompileReport]:
        """Compile a source."""
        arguments.require("source", source, Source, arguments.SOURCE)
        request = rule_set_service_pb2.CompileRuleSetRequest(source=source.encoded, file_name=source.file_name)

        def read(found: rule_set_service_pb2.CompileRuleSetResponse) -> answers.CompileReport:
            self._remember(source, found.rule_set.digest)
            return reading.compile_report(found)

        return Call("CompileRuleSet", request, read)

    def describe_rule_set(
        self, rules: Rules, seats: int | None, options: Values, language: str
    ) -> Call[answers.PrintedRules]:
        """The printed rules."""
        table = setup(selector(rules), seats, options)
        request = rule_set_service_pb2.DescribeRuleSetRequest(table=table, language=arguments.language_code(language))
        return Call("DescribeRuleSet", request, reading.printed_rules)

    def evaluate_hand(
        self, cards: Cards, rules: Rules, seats: int | None, options: Values, *, all_optimal: bool
    ) -> Call[answers.HandValue]:
        """What a hand is worth."""

        def request(chosen: rule_sets_pb2.RuleSetSelector) -> Any:
            table = setup(chosen, seats, options)
            return referee_service_pb2.EvaluateHandRequest(
                table=table, cards=arguments.card_texts("cards", cards), all_optimal=all_optimal
            )

        return self._judging(
            "EvaluateHand", rules, request, lambda found: reading.hand_value(found.value, found.rule_set_digest)
        )

    def batch_evaluate_hands(
        self, hands: Sequence[Cards], rules: Rules, seats: int | None, options: Values, *, all_optimal: bool
    ) -> Call[list[answers.HandValue | answers.InputFault]]:
        """What hands are worth; one batch."""
        lists = [cards_pb2.CardList(cards=arguments.card_texts("hands", cards)) for cards in hands]

        def request(chosen: rule_sets_pb2.RuleSetSelector) -> Any:
            table = setup(chosen, seats, options)
            return referee_service_pb2.BatchEvaluateHandsRequest(table=table, hands=lists, all_optimal=all_optimal)

        return self._judging(
            "BatchEvaluateHands",
            rules,
            request,
            lambda found: [reading.hand_result(each, found.rule_set_digest) for each in found.results],
        )

    def check_close(
        self, question: CloseQuestion, rules: Rules, seats: int | None, options: Values, language: str
    ) -> Call[answers.CloseAnswer]:
        """Whether a close is legal."""
        table = setup(selector(rules), seats, options)
        request = referee_service_pb2.CheckCloseRequest(
            table=table, close=_close(question), language=arguments.language_code(language)
        )
        return Call("CheckClose", request, lambda found: reading.close_answer(found.answer, found.rule_set_digest))

    def batch_check_closes(
        self, questions: Sequence[CloseQuestion], rules: Rules, seats: int | None, options: Values, language: str
    ) -> Call[list[answers.CloseAnswer | answers.InputFault]]:
        """Whether closes are legal; one batch."""
        request = referee_service_pb2.BatchCheckClosesRequest(
            table=setup(selector(rules), seats, options),
            closes=[_close(question) for question in questions],
            language=arguments.language_code(language),
        )
        return Call(
            "BatchCheckCloses",
            request,
            lambda found: [reading.close_result(each, found.rule_set_digest) for each in found.results],
        )

    def _judging(
        self,
        method: str,
        rules: Rules,
        request: Callable[[rule_sets_pb2.RuleSetSelector], Any],
        read: Callable[[Any], Answer],
    ) -> Call[Answer]:
        """A call whose answer holds no text: a source that the server has seen goes as its digest."""
        if not isinstance(rules, Source):
            return Call(method, request(selector(rules)), read)

        def remembering(found: Any) -> Answer:
            self._remember(rules, found.rule_set_digest)
            return read(found)

        full = Call(method, request(selector(rules)), remembering)
        with self._lock:
            digest = self._digests.get(_key(rules))
        if digest is None:
            return full
        return replace(full, request=request(rule_sets_pb2.RuleSetSelector(digest=digest)), again=full.request)

    def _remember(self, source: Source, digest: str) -> None:
        if not digest:
            return
        with self._lock:
            self._digests[_key(source)] = digest
            self._digests.move_to_end(_key(source))
            if len(self._digests) > _DIGESTS_KEPT:
                self._digests.popitem(last=False)


def batches(name: str, items: Iterable[Item]) -> Iterator[list[Item]]:
    """The items of an argument in lists of at most BATCH_ITEMS; TypeError."""
    arguments.several(name, items)
    batch: list[Item] = []
    for item in items:
        batch.append(item)
        if len(batch) == BATCH_ITEMS:
            yield batch
            batch = []
    if batch:
        yield batch


def _key(source: Source) -> bytes:
    return hashlib.sha256(source.encoded).digest()


def selector(rules: Rules) -> rule_sets_pb2.RuleSetSelector:
    """A rule set as a request names it; TypeError."""
    if isinstance(rules, Source):
        return rule_sets_pb2.RuleSetSelector(source=rules.encoded)
    if isinstance(rules, Digest):
        return rule_sets_pb2.RuleSetSelector(digest=rules.value)
    arguments.require("rules", rules, str, arguments.RULES)
    return rule_sets_pb2.RuleSetSelector(name=rules)


def setup(chosen: rule_sets_pb2.RuleSetSelector, seats: int | None, options: Values) -> rule_sets_pb2.TableSetup:
    """A table as a request describes it; TypeError."""
    if seats is not None:
        arguments.require("seats", seats, int, arguments.SEATS)
    texts = arguments.value_texts("options", options)
    return rule_sets_pb2.TableSetup(rule_set=chosen, seats=seats, options=texts)


def _close(question: CloseQuestion) -> hands_pb2.CloseQuestion:
    arguments.require("questions", question, CloseQuestion, arguments.QUESTION)
    for name in ("closing_card", "taken_card"):
        arguments.require(name, getattr(question, name), str, "the text of a card")
    laps = {} if question.laps is None else {"laps": str(question.laps)}
    close = hands_pb2.CloseQuestion(
        closing_card=question.closing_card,
        taken_card=question.taken_card,
        given={**arguments.value_texts("given", question.given), **laps},
    )
    held = close.keep if question.keep is not None else close.hand
    held.SetInParent()
    name, cards = ("keep", question.keep) if question.keep is not None else ("hand", question.hand)
    held.cards.extend(arguments.card_texts(name, cards))
    return close
