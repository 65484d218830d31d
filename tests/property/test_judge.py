"""The judge on games that were played by the rules: nothing is wrong with them, however much of them is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.record.hearing import Hearing
from referee.record.judge import judge
from referee.record.model import GameRecord
from referee.record.partial import known_cards
from referee.record.reading import read_record
from referee.record.verdict import Status, Verdict, Weight, verdict_plain
from referee.record.writing import to_json, to_yaml
from tests.property import recorded
from tests.tables import table
from tests.unit.record.made import records

GAMES = st.tuples(st.integers(0, len(recorded.TABLES) - 1), st.integers(0, 40))
LIKE_PLAY = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def wrong(verdict: Verdict) -> Any:
    return verdict.first_violation


def conserved(hearing: Hearing) -> None:
    """Every card of the pack is in one place; behind turns that were not recorded none is in two."""
    play, pack = hearing.moment.state.round, hearing.case.table.pack
    if play is None:
        return
    seen = known_cards(play)
    assert all(count <= pack.kinds[kind].count for kind, count in seen.items())
    hands = [hand for hand in play.hands if hand is not None]
    places = [*play.stock, *play.pile, *play.aside, *(card for meld in play.table for card in meld.cards)]
    if not hearing.moment.gapped:
        assert sum(hand.size for hand in hands) + len(places) == pack.size


@LIKE_PLAY
@given(GAMES)
def test_a_game_played_by_the_rules_is_clean(game: tuple[int, int]) -> None:
    here, record = recorded.game_at(*game)
    verdict = judge(recorded.as_read(record), here, watch=conserved)

    assert verdict.status in {Status.CLEAN, Status.IRREGULAR}, wrong(verdict)
    assert verdict.complete is (record.result is not None)
    assert verdict.accepted.rounds >= len(record.rounds) - (not verdict.complete)
    assert all(finding.weight is not Weight.NOTE or finding.code == "PLAY_STOPS" for finding in verdict.findings)
    assert all(line.written == line.computed for line in verdict.sheet)
    if record.result is not None:
        assert verdict.winners == record.result.winners


@LIKE_PLAY
@given(GAMES, st.data())
def test_the_beginning_of_a_right_record_is_right(game: tuple[int, int], data: st.DataObject) -> None:
    here, record = recorded.game_at(*game)
    number = data.draw(st.integers(0, len(record.rounds) - 1))
    words = recorded.words_of_round(here, record, number)
    cut = recorded.beginning(here, record, number, data.draw(st.integers(0, len(words))))
    verdict = judge(recorded.as_read(cut), here)

    assert verdict.status in {Status.CLEAN, Status.IRREGULAR}, (wrong(verdict), verdict.not_judged)
    assert {one.code for one in verdict.findings if one.weight is Weight.NOTE} <= {"PLAY_STOPS", "LAID_LESS"}
    assert verdict.accepted.rounds >= number
    stops = any(one.code == "PLAY_STOPS" for one in verdict.findings)
    assert stops is (verdict.accepted.rounds == number)
    assert (verdict.state is None) is verdict.complete


@LIKE_PLAY
@given(GAMES, st.data())
def test_one_who_saw_less_is_never_accused(game: tuple[int, int], data: st.DataObject) -> None:
    here, record = recorded.game_at(*game)
    viewer = data.draw(st.sampled_from([None, *range(here.seats)]))
    view = recorded.as_seen(here, record, viewer, shows=data.draw(st.booleans()))
    verdict = judge(recorded.as_read(view), here, watch=conserved)

    assert verdict.status in {Status.CONSISTENT, Status.IRREGULAR}, wrong(verdict)
    assert verdict.not_judged


@LIKE_PLAY
@given(GAMES, st.data())
def test_turns_not_recorded_accuse_nobody(game: tuple[int, int], data: st.DataObject) -> None:
    here, record = recorded.game_at(*game)
    number = data.draw(st.integers(0, len(record.rounds) - 1))
    count = len(recorded.words_of_round(here, record, number))
    start = data.draw(st.integers(0, count))
    gapped = recorded.with_gap(here, record, number, start, data.draw(st.integers(start, count)))
    verdict = judge(recorded.as_read(gapped), here, watch=conserved)

    assert verdict.status in {Status.CONSISTENT, Status.IRREGULAR}, wrong(verdict)
    assert any("not recorded" in line for line in verdict.not_judged)


@LIKE_PLAY
@given(GAMES)
def test_a_sheet_alone_is_consistent(game: tuple[int, int]) -> None:
    here, record = recorded.game_at(*game)
    verdict = judge(recorded.as_read(recorded.only_the_sheet(record)), here)

    assert verdict.status in {Status.CONSISTENT, Status.CLEAN}, wrong(verdict)


@LIKE_PLAY
@given(GAMES)
def test_yaml_json_and_mapping_get_one_verdict(game: tuple[int, int]) -> None:
    here, record = recorded.game_at(*game)
    as_mapping = judge(recorded.as_read(record), here)

    def bare(verdict: Verdict) -> Verdict:
        findings = tuple(replace(one, place=replace(one.place, line=0, column=0)) for one in verdict.findings)
        return replace(verdict, findings=findings)

    assert bare(judge(read_record(to_yaml(record)), here)) == as_mapping
    assert bare(judge(read_record(to_json(record)), here)) == as_mapping


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(records(), st.booleans(), st.sampled_from(["en", "es", "tr", "no such language"]))
def test_whatever_a_record_says_there_is_a_verdict(record: GameRecord, keep_going: bool, lang: str) -> None:
    here = table("spanish-40", len(record.seats), jokers=2)
    verdict = judge(recorded.as_read(record), here, lang=lang, keep_going=keep_going)

    assert verdict_plain(verdict)["status"] == verdict.status.value
    assert (verdict.status in {Status.VIOLATION, Status.UNREADABLE}) is (verdict.first_violation is not None)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(GAMES, st.data())
def test_a_right_record_with_any_round_of_nonsense_gets_a_verdict(game: tuple[int, int], data: st.DataObject) -> None:
    here, record = recorded.game_at(*game)
    number = data.draw(st.integers(0, len(record.rounds) - 1))
    words = [word.form.text for word in recorded.words_of_round(here, record, number)]
    change = data.draw(st.sampled_from(["drop", "twice", "swap", "other", "rule"]))
    at, other = (data.draw(st.integers(0, max(0, len(words) - 1))) for _ in range(2))
    rulings: tuple[Any, ...] = ()
    if words and change == "drop":
        del words[at]
    elif words and change == "twice":
        words.insert(other, words[at])
    elif words and change == "swap":
        words[at], words[other] = words[other], words[at]
    elif change == "rule":
        words.insert(at, "@1")
        rulings = (data.draw(recorded.rulings(here)),)
    else:
        odd = ["!resign", "!leave", "!timeout", "!call", "!dead", "!misdeal", "!feint", "...", ".", "%?", "=", "+?x?"]
        words.insert(at, data.draw(st.sampled_from(odd)))
    played = replace(record.rounds[number], play=" ".join(words), rulings=rulings)
    changed = replace(record, rounds=(*record.rounds[:number], played, *record.rounds[number + 1 :]))
    for keep_going in (False, True):
        verdict = judge(recorded.as_read(changed), here, keep_going=keep_going, watch=conserved)
        assert verdict.status is not Status.CLEAN or verdict.first_violation is None
        if keep_going:
            assert all(one.conditional for one in _after_the_first(verdict) if one.weight is Weight.VIOLATION)


def _after_the_first(verdict: Verdict) -> list[Any]:
    return [one for one in verdict.findings if one.code != "SEAL_BROKEN"]
