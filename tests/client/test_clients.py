"""Both clients against a real server: the same questions, the same answers."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import pytest
from referee_client import (
    AsyncClient,
    Client,
    CloseQuestion,
    Digest,
    HandValue,
    InputFault,
    RefereeError,
    Source,
)

HOUSE = Source(
    "rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n    casa.1: deadwood below 3\n", "casa.yaml"
)
HAND = "4o 5o 6o 7c 7e 7b 1c 12e"
KEPT = "4o 5o 6o 7c 7e 7b 4c"

Ask = Callable[..., Awaitable[Any]]


async def test_rule_sets_are_listed_and_told(ask: Ask) -> None:
    listed = {each.name: each for each in await ask("list_rule_sets")}
    told = await ask("get_rule_set", "spanish-40", with_source=True)

    assert listed["spanish-40"] == told.summary
    assert told.source.startswith(b"#") or b"rule_set: spanish-40" in told.source
    assert (await ask("get_rule_set", Digest(told.summary.digest))).canonical_json == told.canonical_json
    assert next(option for option in told.options if option.name == "limit").default == "100"


async def test_a_house_rule_is_checked_compiled_and_printed(ask: Ask) -> None:
    wrong = Source(HOUSE.encoded.replace(b"deadwood", b"deadwod"), "casa.yaml")
    report = await ask("check_rule_set", wrong)
    (diagnostic,) = report.diagnostics

    assert not report.usable
    assert (diagnostic.code, diagnostic.severity, diagnostic.range.line) == ("CH201", "error", 6)
    assert "^~~~~~~" in report.report
    assert (await ask("compile_rule_set", wrong)).rule_set is None
    compiled = await ask("compile_rule_set", HOUSE)
    assert (compiled.rule_set.name, compiled.diagnostics) == ("casa", ())
    printed = await ask("describe_rule_set", HOUSE, language="es", options={"limit": 50})
    assert (printed.language, printed.options["limit"], printed.rule_set_digest) == (
        "es",
        "50",
        compiled.rule_set.digest,
    )
    assert "casa.1" in {paragraph.clause for paragraph in printed.paragraphs}


async def test_a_hand_is_evaluated_however_its_cards_are_written(ask: Ask) -> None:
    value = await ask("evaluate_hand", "4o 5o 6o 7c 7e 7b 12c", "spanish-40")

    assert (value.deadwood, value.best.loose_cards) == (12, ("12c",))
    assert value.best.melds[0].kind == "run"
    assert value == await ask("evaluate_hand", ["12c", "4o", "5o", "6o", "7c", "7e", "7b"], "spanish-40", seats=2)
    wild = await ask("evaluate_hand", "4c JK 6c", "spanish-40", options={"jokers": 2}, all_optimal=True)
    assert wild.best.melds[0].stands_for == {1: "5c"}
    assert wild.optimal[0] == wild.best


async def test_a_close_is_judged(ask: Ask) -> None:
    legal = await ask("check_close", "spanish-40", keep=KEPT)
    assert (legal.legal, legal.verdict.outcome, legal.verdict.writes, legal.best_card) == (True, "plain", 4, None)

    refused = await ask("check_close", HOUSE, keep=KEPT)
    (broken,) = refused.verdict.broken
    assert (broken.clause, refused.verdict.writes) == ("casa.1", None)
    (measured,) = broken.measurements
    assert (measured.name, measured.value, measured.comparator, measured.bound) == ("deadwood", "4", "below", "3")

    whole = await ask("check_close", "spanish-40", hand=HAND, closing_card="1c")
    assert (whole.legal, whole.best_card, whole.legal_cards) == (False, "12e", ("12e",))

    early = await ask("check_close", "spanish-40", keep=KEPT, laps=0)
    assert early == await ask("check_close", "spanish-40", keep=KEPT, given={"laps": 0})
    assert [each.clause for each in early.verdict.broken] == ["es.3"]


async def test_batches_of_any_size_keep_their_order(ask: Ask) -> None:
    hands = [f"{rank}o" for rank in (1, 2, 3, 4, 5, 6, 7)] * 301
    hands[1500] = "99z"
    values = await ask("batch_evaluate_hands", hands, "spanish-40")

    assert len(values) == 2107
    assert isinstance(values[1500], InputFault)
    assert values[1500].reason == "CARD_UNKNOWN"
    assert [value.deadwood for value in values if isinstance(value, HandValue)][:8] == [1, 2, 3, 4, 5, 6, 7, 1]
    assert await ask("batch_evaluate_hands", [], "spanish-40") == []

    questions = [CloseQuestion(keep=KEPT), CloseQuestion(hand=HAND), CloseQuestion(keep="1o")]
    closes = await ask("batch_check_closes", questions, "spanish-40")
    assert [getattr(close, "legal", close.reason if isinstance(close, InputFault) else None) for close in closes] == [
        True, True, "WRONG_NUMBER_OF_CARDS",
    ]  # fmt: skip


async def test_a_call_that_fails_says_all_the_server_says(ask: Ask) -> None:
    with pytest.raises(RefereeError) as raised:
        await ask("evaluate_hand", "1o", "spanish-4O")
    error = raised.value

    assert (error.code, error.reason) == (grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_FOUND")
    assert error.metadata == {"name": "spanish-4O", "nearest": "spanish-40"}
    assert str(error) == "RULE_SET_NOT_FOUND: no rule set `spanish-4O`; did you mean `spanish-40`?"

    with pytest.raises(RefereeError) as raised:
        await ask("evaluate_hand", "1o 9x", "spanish-40")
    (violation,) = raised.value.violations
    assert (violation.field, violation.reason) == ("cards", "CARD_UNKNOWN")


def test_a_question_is_about_the_cards_kept_or_about_the_hand() -> None:
    with pytest.raises(ValueError, match="keep"):
        CloseQuestion()
    with pytest.raises(ValueError, match="keep"):
        CloseQuestion(keep="1o", hand="1o 2o")
    with pytest.raises(ValueError, match="laps"):
        CloseQuestion(keep="1o", laps=1, given={"laps": 1})


def test_answers_are_frozen(client: Client) -> None:
    value = client.evaluate_hand("1o", "spanish-40")

    with pytest.raises(dataclasses.FrozenInstanceError):
        value.deadwood = 0  # type: ignore[misc]


def test_both_clients_have_the_same_methods() -> None:
    def methods(one: type) -> dict[str, inspect.Signature]:
        public = inspect.getmembers(one, inspect.isfunction)
        return {name: inspect.signature(method) for name, method in public if not name.startswith("_")}

    ours, theirs = methods(Client), methods(AsyncClient)
    assert {name: one.parameters for name, one in ours.items()} == {
        name: one.parameters for name, one in theirs.items()
    }
    assert [name for name in ours if ours[name] != theirs[name]] == ["stream_validate_records"]
    assert len(ours) == 25
