"""RefereeService over a real channel: hands, closes, batches, and every way a request can be at fault."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from referee.library import Library
from referee.v1.cards_pb2 import CardList
from referee.v1.hands_pb2 import (
    COMPARATOR_AT_LEAST,
    COMPARATOR_AT_MOST,
    COMPARATOR_IS,
    MELD_KIND_RUN,
    MELD_KIND_SET,
    CloseQuestion,
)
from referee.v1.referee_service_pb2 import (
    BatchCheckClosesRequest,
    CheckCloseRequest,
    EvaluateHandRequest,
)
from referee.v1.rule_sets_pb2 import RuleSetSelector, TableSetup

HOUSE = b"""rule_set: casa
format: 1
extends: spanish-40
close:
  may_close:
    es.4: loose.count at most 1 and not (deadwood above 4 points)
"""


def keep(cards: str, **more: object) -> CloseQuestion:
    return CloseQuestion(keep=CardList(cards=[cards]), **more)


def hand(cards: str, **more: object) -> CloseQuestion:
    return CloseQuestion(hand=CardList(cards=[cards]), **more)


async def test_a_hand_has_its_best_arrangement(referee: Any, rule_sets: Any, table: Any, library: Library) -> None:
    response = await referee.EvaluateHand(
        EvaluateHandRequest(table=table("spanish-40"), cards=["12c", "4o", "5o", "6o", "7c", "7e", "7b"])
    )
    best = response.value.best

    assert response.rule_set_digest == library.rule_set("spanish-40").digest
    assert response.value.deadwood == best.deadwood == 12
    assert [(meld.kind, list(meld.cards)) for meld in best.melds] == [
        (MELD_KIND_RUN, ["4o", "5o", "6o"]),
        (MELD_KIND_SET, ["7c", "7e", "7b"]),
    ]
    assert list(best.loose_cards) == ["12c"]
    assert not response.value.optimal


async def test_cards_may_stand_in_one_text_and_be_written_as_people_do(referee: Any, table: Any) -> None:
    request = EvaluateHandRequest(table=table("spanish-40"), cards=["4 de oros, 5O 6o; Sota copas 11c 12c JK"])
    request.table.options["jokers"] = "2"
    response = await referee.EvaluateHand(request)

    assert response.value.deadwood == 0
    assert sorted(card for meld in response.value.best.melds for card in meld.cards) == [
        "10c", "11c", "12c", "4o", "5o", "6o", "JK",
    ]  # fmt: skip


async def test_a_wild_in_a_run_says_what_it_stands_for(referee: Any, table: Any) -> None:
    request = EvaluateHandRequest(table=table("spanish-40", jokers="2"), cards=["4c JK 6c 1o 1e 1b 12o"])
    (run, ones) = (await referee.EvaluateHand(request)).value.best.melds

    assert list(run.cards) == ["4c", "JK", "6c"]
    assert [(wild.index, wild.stands_for) for wild in run.wilds] == [(1, "5c")]
    assert not ones.wilds


async def test_a_wild_in_a_set_has_no_suit(referee: Any, table: Any) -> None:
    request = EvaluateHandRequest(table=table("spanish-40", jokers="2"), cards=["7c JK 7b 1o 1e 1b 12o"])
    melds = (await referee.EvaluateHand(request)).value.best.melds
    with_joker = next(meld for meld in melds if "JK" in meld.cards)

    assert [wild.stands_for for wild in with_joker.wilds] == [""]


async def test_all_optimal_arrangements_on_request(referee: Any, table: Any) -> None:
    request = EvaluateHandRequest(table=table("spanish-40"), cards=["5o 6o 7o 7c 7e 12c 12b"], all_optimal=True)
    value = (await referee.EvaluateHand(request)).value

    assert len(value.optimal) == 1
    assert value.optimal[0] == value.best
    assert not value.more_optimal


async def test_an_empty_hand_is_worth_nothing(referee: Any, table: Any) -> None:
    value = (await referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-40")))).value

    assert value.deadwood == 0
    assert value.HasField("best")


async def test_seats_and_options_set_up_the_table(referee: Any, table: Any, failed: Any) -> None:
    joker = EvaluateHandRequest(table=table("spanish-40"), cards=["JK"])
    assert (await failed(referee.EvaluateHand(joker))).reason == "CARD_UNKNOWN"

    joker.table.options["jokers"] = "2"
    assert (await referee.EvaluateHand(joker)).value.deadwood == 25


@pytest.mark.parametrize(
    ("setup", "field", "reason"),
    [
        ({"seats": 0}, "table.seats", "SEATS_NOT_OFFERED"),
        ({"seats": -1}, "table.seats", "SEATS_NOT_OFFERED"),
        ({"seats": 7}, "table.seats", "SEATS_NOT_OFFERED"),
        ({"jokers": "1"}, "table.options.jokers", "OPTION_OUT_OF_RANGE"),
        ({"jokers": "two"}, "table.options.jokers", "OPTION_OUT_OF_RANGE"),
        ({"jokrs": "2"}, "table.options.jokrs", "OPTION_UNKNOWN"),
    ],
)
async def test_a_table_that_cannot_be_is_the_callers_fault(
    referee: Any, table: Any, failed: Any, *, setup: dict[str, Any], field: str, reason: str
) -> None:
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-40", **setup))))

    assert told.code is grpc.StatusCode.INVALID_ARGUMENT
    assert (told.reason, told.violations) == (reason, [(field, reason)])


async def test_a_rule_set_that_lacks_rules_cannot_judge(referee: Any, table: Any, failed: Any) -> None:
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table("common"))))

    assert (told.code, told.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "NOT_PLAYABLE")


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (["9x"], "CARD_UNKNOWN"),
        (["8o"], "CARD_UNKNOWN"),
        (["7o", "7o"], "CARD_TWICE"),
        (["1o 2o 3o 4o 5o 6o 7o 10o 11o 12o"], "HAND_TOO_LARGE"),
        (["1o\x00"], "CARD_UNKNOWN"),
        (["🂡"], "CARD_UNKNOWN"),
    ],
)
async def test_a_hand_that_cannot_be_is_the_callers_fault(
    referee: Any, table: Any, failed: Any, cards: list[str], reason: str
) -> None:
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-40"), cards=cards)))

    assert told.code is grpc.StatusCode.INVALID_ARGUMENT
    assert (told.reason, told.violations) == (reason, [("cards", reason)])


async def test_a_rule_set_that_is_not_named(referee: Any, failed: Any) -> None:
    told = await failed(referee.EvaluateHand(EvaluateHandRequest()))

    assert (told.reason, told.violations) == ("RULE_SET_MISSING", [("table.rule_set", "RULE_SET_MISSING")])


async def test_an_unknown_name_is_not_found_and_the_nearest_is_told(referee: Any, table: Any, failed: Any) -> None:
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table("spanish-4O"))))

    assert (told.code, told.reason) == (grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_FOUND")
    assert told.metadata == {"name": "spanish-4O", "nearest": "spanish-40"}


@pytest.mark.parametrize("name", ["../rulesets/spanish-40", "/etc/passwd", "spanish-40.yaml", "", "x\ud7ff"])
async def test_a_name_is_never_a_path(referee: Any, table: Any, failed: Any, name: str) -> None:
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table(name))))

    assert told.reason == "RULE_SET_NOT_FOUND"


async def test_an_unknown_digest_asks_for_the_source(referee: Any, failed: Any) -> None:
    setup = TableSetup(rule_set=RuleSetSelector(digest="0" * 64))
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=setup)))

    assert (told.code, told.reason) == (grpc.StatusCode.NOT_FOUND, "RULE_SET_NOT_LOADED")
    assert told.metadata == {"digest": "0" * 64}


@pytest.mark.parametrize("digest", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64])
async def test_a_digest_has_64_digits(referee: Any, failed: Any, digest: str) -> None:
    setup = TableSetup(rule_set=RuleSetSelector(digest=digest))

    assert (await failed(referee.EvaluateHand(EvaluateHandRequest(table=setup)))).reason == "DIGEST_MALFORMED"


async def test_a_digest_from_an_answer_names_the_rule_set(referee: Any, table: Any) -> None:
    sent = await referee.CheckClose(CheckCloseRequest(table=table(HOUSE), close=keep("4o 5o 6o 7c 7e 7b 5e")))
    setup = TableSetup(rule_set=RuleSetSelector(digest=sent.rule_set_digest))
    again = await referee.CheckClose(CheckCloseRequest(table=setup, close=keep("4o 5o 6o 7c 7e 7b 5e")))

    assert sent == again
    assert not sent.answer.legal


async def test_a_faulty_source_cannot_judge_and_at_most_twenty_errors_are_named(
    referee: Any, table: Any, failed: Any
) -> None:
    lines = "".join(f"    h.{n}: deadwod at most {n}\n" for n in range(500))
    source = f"rule_set: casa\nformat: 1\nextends: spanish-40\nclose:\n  may_close:\n{lines}".encode()
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table(source))))

    assert (told.code, told.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "RULE_SET_INVALID")
    assert told.metadata == {"errors": "500", "field": "table.rule_set.source"}
    assert 1 <= len(told.violations) <= 20
    assert set(told.violations) == {("table.rule_set.source", "CH201")}


async def test_half_a_character_from_an_escape_does_not_break_the_answer(referee: Any, table: Any, failed: Any) -> None:
    source = rb'rule_set: "\ud800"'
    told = await failed(referee.EvaluateHand(EvaluateHandRequest(table=table(source))))

    assert told.reason == "RULE_SET_INVALID"


async def test_a_legal_close_of_the_cards_kept(referee: Any, table: Any) -> None:
    request = CheckCloseRequest(table=table("spanish-40"), close=keep("4o 5o 6o 7c 7e 7b 1c"))
    answer = (await referee.CheckClose(request)).answer
    verdict = answer.verdict

    assert answer.legal
    assert (verdict.outcome, verdict.writes, verdict.clause, verdict.wins_game) == ("plain", 1, "es.8", False)
    assert not verdict.HasField("refusal")
    assert not answer.closings


async def test_zero_is_written_and_unknown_is_absent(referee: Any, table: Any) -> None:
    """Only the loose ace of a house rule is worth 0; a won game writes nothing."""
    source = b"rule_set: cero\nformat: 1\nextends: spanish-40\nclose:\n  outcomes:\n    clean: {writes: 0}\n"
    zero = await referee.CheckClose(CheckCloseRequest(table=table(source), close=keep("4o 5o 6o 7o 7c 7e 7b")))
    won = await referee.CheckClose(CheckCloseRequest(table=table(source), close=keep("1o 2o 3o 4o 5o 6o 7o")))

    assert zero.answer.verdict.HasField("writes")
    assert zero.answer.verdict.writes == 0
    assert not won.answer.verdict.HasField("writes")
    assert (won.answer.verdict.wins_game, won.answer.verdict.outcome) == (True, "chinchon")


async def test_a_refused_close_cites_its_clause_with_what_was_measured(referee: Any, table: Any) -> None:
    request = CheckCloseRequest(table=table("spanish-40"), close=keep("4o 5o 6o 7c 7e 11b 12c"))
    verdict = (await referee.CheckClose(request)).answer.verdict
    (broken,) = verdict.refusal.broken

    assert not verdict.legal
    assert (verdict.outcome, verdict.clause) == ("", "")
    assert not verdict.HasField("writes")
    assert (broken.clause, broken.key, broken.code) == ("es.4", "es.4", "CLOSE_TOO_MANY_POINTS")
    assert "5" in broken.text
    assert [(each.name, each.value, each.comparator, each.bound, each.unit) for each in broken.measurements] == [
        ("melded", "3", COMPARATOR_AT_LEAST, "4", "cards"),
        ("deadwood", "37", COMPARATOR_AT_MOST, "5", "points"),
    ]
    assert list(verdict.arrangement.loose_cards) == ["7c", "12c", "7e", "11b"]


async def test_a_leaf_under_not_is_told_as_what_is_wanted(referee: Any, table: Any) -> None:
    request = CheckCloseRequest(table=table(HOUSE), close=keep("4o 5o 6o 7c 7e 7b 5e"))
    (broken,) = (await referee.CheckClose(request)).answer.verdict.refusal.broken

    assert [(each.name, each.value, each.comparator, each.bound) for each in broken.measurements] == [
        ("deadwood", "5", COMPARATOR_AT_MOST, "4")
    ]


async def test_facts_are_given_by_name(referee: Any, table: Any) -> None:
    question = keep("4o 5o 6o 7c 7e 7b 1c", given={"laps": "0"})
    (broken,) = (
        await referee.CheckClose(CheckCloseRequest(table=table("spanish-40"), close=question))
    ).answer.verdict.refusal.broken

    assert broken.clause == "es.3"
    assert [(each.name, each.value, each.bound) for each in broken.measurements] == [("laps", "0", "1")]


async def test_refusals_are_told_in_six_languages(referee: Any, table: Any) -> None:
    texts = {}
    for language in ("", "en", "es", "eu", "fr", "pt", "tr", "es-AR", "PT_br"):
        request = CheckCloseRequest(table=table("spanish-40"), close=keep("4o 5o 6o 7c 7e 11b 12c"), language=language)
        texts[language] = (await referee.CheckClose(request)).answer.verdict.refusal.broken[0].text

    assert texts[""] == texts["en"]
    assert (texts["es-AR"], texts["PT_br"]) == (texts["es"], texts["pt"])
    assert len(set(texts.values())) == 6


async def test_an_unknown_language(referee: Any, table: Any, failed: Any) -> None:
    request = CheckCloseRequest(table=table("spanish-40"), close=keep("1o"), language="nl")
    told = await failed(referee.CheckClose(request))

    assert (told.reason, told.violations) == ("LANGUAGE_UNKNOWN", [("language", "LANGUAGE_UNKNOWN")])
    assert told.metadata["spoken"] == "en, es, eu, fr, pt, tr"


async def test_a_whole_hand_has_a_verdict_for_each_closing_card(referee: Any, table: Any) -> None:
    request = CheckCloseRequest(table=table("spanish-40"), close=hand("4o 5o 6o 7c 7e 7b 1c 12e"))
    answer = (await referee.CheckClose(request)).answer

    assert (answer.legal, answer.best_card) == (True, "12e")
    assert [closing.card for closing in answer.closings] == ["4o", "5o", "6o", "1c", "7c", "7e", "12e", "7b"]
    assert [closing.card for closing in answer.closings if closing.verdict.legal] == ["12e"]
    assert answer.verdict == next(closing.verdict for closing in answer.closings if closing.card == "12e")


async def test_a_closing_card_chosen_is_judged_and_what_would_have_been_legal_is_told(referee: Any, table: Any) -> None:
    question = hand("4o 5o 6o 7c 7e 7b 1c 12e", closing_card="1c")
    answer = (await referee.CheckClose(CheckCloseRequest(table=table("spanish-40"), close=question))).answer

    assert (answer.legal, answer.best_card) == (False, "12e")
    assert [broken.clause for broken in answer.verdict.refusal.broken] == ["es.4"]


async def test_no_closing_card_is_legal(referee: Any, table: Any) -> None:
    request = CheckCloseRequest(table=table("spanish-40"), close=hand("1o 2c 4e 6b 7c 10e 11b 12e"))
    answer = (await referee.CheckClose(request)).answer

    assert (answer.legal, answer.best_card) == (False, "")
    assert not answer.HasField("verdict")
    assert len(answer.closings) == 8


async def test_a_card_taken_from_the_pile_may_not_close_where_rules_say_so(referee: Any, table: Any) -> None:
    question = hand("4o 5o 6o 7c 7e 7b 1c 12e", closing_card="12e", taken_card="12e")
    setup = table("spanish-40", close_with_taken="no")
    answer = (await referee.CheckClose(CheckCloseRequest(table=setup, close=question))).answer
    (broken,) = answer.verdict.refusal.broken

    assert (broken.clause, broken.code) == ("es.2", "CLOSED_WITH_TAKEN_CARD")
    assert [(each.name, each.value, each.comparator, each.bound) for each in broken.measurements][-1] == (
        "card.taken", "yes", COMPARATOR_IS, "no",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("question", "field", "reason"),
    [
        (CloseQuestion(), "close", "CARDS_MISSING"),
        (keep("1o 2o 3o"), "close.keep.cards", "WRONG_NUMBER_OF_CARDS"),
        (hand("4o 5o 6o 7c 7e 7b 1c"), "close.hand.cards", "WRONG_NUMBER_OF_CARDS"),
        (keep("4o 5o 6o 7c 7e 7b 99z"), "close.keep.cards", "CARD_UNKNOWN"),
        (keep("4o 5o 6o 7c 7e 7b 1c", closing_card="1c"), "close.closing_card", "CARD_MISPLACED"),
        (keep("4o 5o 6o 7c 7e 7b 1c", taken_card="1c"), "close.taken_card", "CARD_MISPLACED"),
        (hand("4o 5o 6o 7c 7e 7b 1c 2c", closing_card="3c"), "close.closing_card", "CARD_NOT_HELD"),
        (hand("4o 5o 6o 7c 7e 7b 1c 2c", taken_card="3c"), "close.taken_card", "CARD_NOT_HELD"),
        (hand("4o 5o 6o 7c 7e 7b 1c 2c", closing_card="qq"), "close.closing_card", "CARD_UNKNOWN"),
        (hand("4o 5o 6o 7c 7e 7b 1c 2c", closing_card="1c 2c"), "close.closing_card", "WRONG_NUMBER_OF_CARDS"),
        (keep("4o 5o 6o 7c 7e 7b 1c", given={"lapses": "1"}), "close.given", "FACT_UNKNOWN"),
        (keep("4o 5o 6o 7c 7e 7b 1c", given={"laps": "many"}), "close.given", "FACT_OUT_OF_RANGE"),
        (keep("4o 5o 6o 7c 7e 7b 1c", given={"faulty": "2"}), "close.given", "FACT_OUT_OF_RANGE"),
    ],
)
async def test_a_question_that_cannot_be_judged(
    referee: Any, table: Any, failed: Any, *, question: Any, field: str, reason: str
) -> None:
    """Alone it fails the call; in a batch it is the result of its own item, and the others are judged."""
    told = await failed(referee.CheckClose(CheckCloseRequest(table=table("spanish-40"), close=question)))
    assert told.code is grpc.StatusCode.INVALID_ARGUMENT
    assert (told.reason, told.violations) == (reason, [(field, reason)])

    good = keep("4o 5o 6o 7c 7e 7b 1c")
    batch = BatchCheckClosesRequest(table=table("spanish-40"), closes=[good, question, good])
    results = (await referee.BatchCheckCloses(batch)).results
    assert [result.WhichOneof("result") for result in results] == ["answer", "fault", "answer"]
    assert results[1].fault.reason == reason
    assert results[1].fault.field == field.removeprefix("close").removeprefix(".")
