"""Games and records by both clients: the same questions, the same answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from referee_client import (
    Client,
    Close,
    Deal,
    Decline,
    Digest,
    GameState,
    InputFault,
    Reenter,
    RefereeError,
    Source,
    Verdict,
)

from tests.client.test_clients import HOUSE, Ask

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
EXAMPLE = (GOLDEN / "examples" / "2-spanish-lay-off-chain.yaml").read_bytes()
BROKEN = (GOLDEN / "broken" / "b1-slip-of-the-pen.yaml").read_text("utf-8")
HANDS = {"A": "4o 12o 5c 6c 7c 1e 12e", "B": "2o 11o 3c 4c 12c 6e 10b", "C": "1o 2c 10c 11c 3e 7e 6b"}
DEAL = Deal("A", hands=HANDS, upcard="12b", stock="5b 7o 2b " + "? " * 15)
WORDS = ("<12b", "-4o", "+5b", "-12c", "+7o", "-7e", "+2b")


async def played(ask: Ask, *words: str, rules: Any = "spanish-40", **options: Any) -> GameState:
    state = (await ask("apply_action", DEAL, rules, seats=3, **options)).state
    for word in words:
        state = (await ask("apply_action", word, rules, state, seats=3, **options)).state
    return state


async def test_a_round_is_played_and_priced(ask: Ask) -> None:
    begun = await ask("list_legal_actions", "spanish-40", seats=3)
    assert (begun.phase, begun.seat, begun.actions) == ("deal", None, ())
    state = await played(ask, *WORDS)
    assert (state.phase, state.seat, state.stock_count, state.discard_pile) == ("discard", "A", 15, ("4o", "12c", "7e"))
    assert state.hands["B"] == ("2o", "11o", "3c", "4c", "6e", "5b", "10b")

    listed = await ask("list_legal_actions", "spanish-40", state, seats=3)
    (close,) = [each for each in listed.actions if each.word == "x2b"]
    assert (close.action.seat, close.action.kind) == ("A", "close")
    for play in (close, close.action, "x2b", "A: x2b"):
        done = await ask("apply_action", play, "spanish-40", state, seats=3)
        assert (done.allowed, done.state.phase) == (True, "count")

    score = await ask("score_round", done.state, "spanish-40", seats=3, repriced_at="house-a", language="es")
    assert {line.seat: line.written for line in score.sheet.lines} == {"A": 1, "B": 34, "C": 17}
    assert score.sheet.of("B").laid_off[1].card == "3c"
    assert score.sheet.of("D") is None
    assert (score.facts.closer, score.facts.melds["A"][0].cards) == ("A", ("5c", "6c", "7c"))
    assert (score.next.phase, dict(score.next.totals), score.next.asked, score.next.winners) == (
        "deal", {"A": 1, "B": 34, "C": 17}, (), ()
    )  # fmt: skip
    again = await ask("score_round", score.facts, "house-a", seats=3, language="es")
    assert (again.sheet, again.next, again.rule_set_digest) == (score.repriced, None, score.repriced_digest)


async def test_a_refusal(ask: Ask) -> None:
    state = await played(ask, "<12b")
    refused = await ask("check_action", "-12b", "spanish-40", state, seats=3, language="es")
    assert (refused.allowed, refused.refusal.code, refused.refusal.kind) == (False, "THREW_TAKEN_CARD", "illegal")
    assert (refused.refusal.nearest.word, refused.refusal.measured) == ("-12e", {"card": "12b"})
    assert refused.refusal.broken[0].clause == "es.2"
    assert (await ask("apply_action", "-12b", "spanish-40", state, seats=3)).state is None
    for play, code in (
        (Close("A", "12o", ("5c6c7c",)), "CLOSE_TOO_EARLY"),
        (Reenter("A"), "NOT_OUT"),
        (Decline("B"), "NOT_OUT"),
        (DEAL, "NOT_NOW"),
    ):
        assert (await ask("check_action", play, "spanish-40", state, seats=3)).refusal.code == code
    stands = await ask("apply_action", "+?", "fournier-40", await played(ask, "<12b", rules="fournier-40"), seats=3)
    assert (stands.irregularity.code, stands.irregularity.clause) == ("DREW_TWICE", "fo.10")


async def test_a_ruling(ask: Ask) -> None:
    state = await played(ask, "<12b")
    ruling = {"stands": True, "points": {"A": 10}, "clause": "T.11"}
    done = await ask("apply_action", "-12b", "spanish-40", state, seats=3, ruling=ruling)
    assert (done.allowed, done.irregularity.code, done.irregularity.clause) == (True, "THREW_TAKEN_CARD", "T.11")
    barred = await ask("apply_action", None, "spanish-40", state, seats=3, ruling={"barred": ["A"]})
    assert list(barred.state.message.round.barred) == ["A"]


async def test_a_state_as_json(ask: Ask) -> None:
    state = await played(ask, "<12b")
    assert GameState.from_json(state.to_json()) == state
    assert str(state) == "GameState(phase='discard', seat='A', cards_held={'A': 8, 'B': 7, 'C': 7}, totals={})"
    changed = state.message
    changed.standing.totals["B"] = 12
    assert dict(GameState.of(changed).totals) == {"B": 12}
    with pytest.raises(ValueError, match="no field"):
        GameState.from_json('{"nothing": 1}')
    with pytest.raises(RefereeError) as raised:
        await ask("list_legal_actions", "spanish-40", GameState.from_json("{}"))
    assert raised.value.violations[0].field == "state.phase"


async def test_rules_that_are_brought_along(ask: Ask) -> None:
    state = await played(ask, *WORDS, rules=HOUSE)
    refused = await ask("check_action", "x6c", HOUSE, state, seats=3)
    assert "casa.1" in [each.clause for each in refused.refusal.broken]
    digest = Digest(refused.rule_set_digest)
    for _ in range(2):
        listed = await ask("list_legal_actions", HOUSE, state, seats=3)
    assert listed == await ask("list_legal_actions", digest, state, seats=3)


async def test_records_one_by_one(ask: Ask) -> None:
    parsed = await ask("parse_record", EXAMPLE)
    assert (parsed.faults, parsed.record["rules"]) == ((), "spanish-40")
    assert [(each.seat, each.kind) for each in parsed.plays[0][:2]] == [("A", "take_upcard"), ("A", "discard")]

    written = await ask("format_record", parsed.record, plays=parsed.plays, seal=True)
    assert json.loads(written.json)["seal"]
    assert (await ask("validate_record", written.yaml)).status == "clean"
    verdict = await ask("validate_record", parsed.record)
    assert (verdict.valid, verdict.status, verdict.first_violation, verdict.state) == (True, "clean", None, None)
    assert verdict.sheet[1].computed == verdict.sheet[1].written

    broken = await ask("validate_record", BROKEN, language="es", keep_going=True)
    finding = broken.first_violation
    assert (broken.valid, finding.kind, finding.code, finding.weight) == (
        False,
        "impossible",
        "NOT_IN_HAND",
        "violation",
    )
    assert (finding.place.line, finding.place.word, finding.place.seat) == (15, "+5b-12b", "B")
    assert broken.state["phase"] == "PHASE_DISCARD"

    unreadable = await ask("parse_record", "record: 1\n", strict=True, file_name="m1.yaml")
    assert (unreadable.record, unreadable.plays, bool(unreadable.faults)) == (None, (), True)
    other = Source("rule_set: casa\nformat: 1\nextends: spanish-40\nclose: {may_close: {es.3: laps at least 9}}\n")
    assert (await ask("validate_record", EXAMPLE, rules=other)).first_violation.code == "CLOSE_TOO_EARLY"


async def test_records_in_batches(ask: Ask) -> None:
    given = [EXAMPLE, BROKEN, b"\xff", *["{}"] * 1100]
    verdicts = await ask("batch_validate_records", given)
    assert [each.status for each in verdicts[:4]] == ["clean", "violation", "unreadable", "unreadable"]
    assert len(verdicts) == len(given)
    assert not any(isinstance(each, InputFault) for each in verdicts)
    (full,) = await ask("batch_validate_records", [EXAMPLE], full=True)
    assert isinstance(full, Verdict)
    assert full.sheet
    large = EXAMPLE + b"#" + b"." * 900_000
    assert len(await ask("batch_validate_records", [large] * 6)) == 6


async def test_lines_of_the_protocol(ask: Ask) -> None:
    meld = {"op": "meld", "rules": "spanish-40", "cards": ["7o", "7c", "7e"]}
    layoff = b'{"op": "layoff", "rules": "spanish-40", "table": [["7o", "7e", "7b"]], "hand": ["7c"]}'
    answers = [json.loads(answer) for answer in await ask("answer_lines", [meld, layoff, "{", *[b"\xff"] * 1100])]
    assert answers[0] == {"meld": True, "kind": "set"}
    assert answers[1]["laid"] == [{"card": "7c", "meld": 1}]
    assert [one["error"]["code"] for one in answers[2:4]] == ["NOT_JSON", "NOT_UTF8"]
    assert len(answers) == 1103


def test_answers_of_another_table(client: Client) -> None:
    with pytest.raises(RefereeError) as raised:
        client.check_action("7c", "spanish-40")
    assert raised.value.reason == "WORD_INVALID"
