"""Closing: the closer's best, reasons for a refusal, what hangs on the closing card."""

from __future__ import annotations

import pytest

from referee.game.close import CloseVerdict, judge_close, judge_closings
from referee.lang.unparse import unparse
from referee.table import Table
from tests.tables import house, table

PLAIN = table("spanish-40")
JOKERS = table("spanish-40", jokers=2)


def judge(at: Table, keep: str, **given: int | bool) -> CloseVerdict:
    return judge_close(at, at.read_hand(keep), given=given)


def reasons(verdict: CloseVerdict) -> list[tuple[str, str, list[tuple[str, object]]]]:
    """Clause, code and every measured side of each failure."""
    return [
        (
            failure.clause,
            failure.code,
            [(unparse(side), value) for leaf in failure.leaves for side, value in leaf.sides],
        )
        for failure in verdict.failures
    ]


def test_a_legal_close() -> None:
    verdict = judge(PLAIN, "1o 2o 3o 4o 6c 6e 6b")
    assert (verdict.legal, verdict.outcome, verdict.writes, verdict.wins_game) == (True, "clean", -10, False)
    assert (verdict.clause, verdict.priced_by, verdict.lay_off) == ("es.5", "es.5", "nobody")
    assert verdict.failures == ()
    assert judge(PLAIN, "10o 10c 10e 10b 1o 1c 2e").lay_off == "closer"


def test_a_won_game_writes_nothing() -> None:
    verdict = judge(PLAIN, "1b 2b 3b 4b 5b 6b 7b")
    assert (verdict.outcome, verdict.writes, verdict.wins_game) == ("chinchon", None, True)


def test_a_won_game_before_any_points() -> None:
    # the same cards would be worth 10 as a full close
    at = table("chilean-50", wild_ace=True)
    assert judge(at, "1o 2o 3o 4o 5o 6o 7o").wins_game
    assert judge(at, "1o 3c 4c 5c 6c 7c 10c").writes == 10


def test_the_price_may_rest_on_another_clause() -> None:
    verdict = judge(table("chilean-50"), "2c 3c 4c 5c 6c 7c 1e")
    assert (verdict.clause, verdict.priced_by, verdict.writes) == ("cl.5", "cl.7", -1)


def test_the_best_arrangement_of_the_closer_need_not_be_the_one_with_fewest_loose_points() -> None:
    # as one run with two jokers it is worth -25, as 3+4 only -10
    verdict = judge(JOKERS, "3o 4o 5o 6o 7o JK JK")
    assert (verdict.outcome, verdict.writes, len(verdict.arrangement.melds)) == ("joker_chinchon", -25, 1)
    at = house("close: {outcomes: {joker_chinchon: {writes: 0}}}\n", jokers=2)
    verdict = judge(at, "3o 4o 5o 6o 7o JK JK")
    assert (verdict.outcome, verdict.writes, len(verdict.arrangement.melds)) == ("clean", -10, 2)


def test_cards_may_be_left_loose_on_purpose() -> None:
    at = house("close: {may_close: {es.4: loose.count is 1}, outcomes: {clean: remove}}\n")
    verdict = judge(at, "1o 2o 3o 4o 6c 6e 6b")
    assert (verdict.legal, verdict.writes) == (True, 1)
    assert [at.write(card) for card in verdict.arrangement.loose] == ["1o"]


def test_the_melds_of_the_closer_are_his_own() -> None:
    at = house("close: {may_close: {es.4: any(m.own for m in melds), es.9: all(m.own for m in melds)}}\n")
    assert judge(at, "10o 10c 10e 10b 1o 1c 2e").legal
    assert reasons(judge(at, "1o 3c 5e 7b 12o 10c 2e"))[0][0] == "es.4"


def test_high_points_are_better_where_the_highest_total_wins() -> None:
    rules = "close: {outcomes: {plain: {writes: 10 - deadwood}, clean: {writes: 3}}}\n"
    winner = "game: {winner: {es.9.low: {prefer: highest total}}}\n"
    hand = "1o 2o 3o 4o 6c 6e 6b"
    assert judge(house(rules), hand).writes == 3
    assert judge(house(rules + winner), hand).writes == 9
    assert not house(rules + winner).low_is_better


# -- refusals ----------------------------------------------------------------------------------------------------


def test_every_false_part_is_measured() -> None:
    verdict = judge(PLAIN, "2c 5e 7b 10o 12c 11b 4e")
    assert reasons(verdict) == [("es.4", "CLOSE_TOO_MANY_POINTS", [("melded", 0), ("deadwood", 51)])]
    assert (verdict.clause, verdict.outcome, verdict.writes) == ("es.4", None, None)
    verdict = judge(PLAIN, "7o 7c 7e 7b 5b 6b 12o")
    assert reasons(verdict) == [("es.4", "CLOSE_TOO_MANY_POINTS", [("deadwood", 12)])]


def test_all_failing_clauses_in_natural_order() -> None:
    rules = "close: {may_close: {es.10: total at least 5 points, es.9: loose.count is 0, es.2: no}}\n"
    verdict = judge(house(rules), "7o 7c 7e 7b 5b 6b 12o", laps=0)
    assert [failure.clause for failure in verdict.failures] == ["es.2", "es.3", "es.4", "es.9", "es.10"]
    assert [failure.code for failure in verdict.failures] == [
        "CLOSE_NOT_ALLOWED",
        "CLOSE_TOO_EARLY",
        "CLOSE_TOO_MANY_POINTS",
        "CLOSE_TOO_MANY_POINTS",
        "CLOSE_NOT_ALLOWED",
    ]


def test_too_early() -> None:
    verdict = judge(PLAIN, "1o 2o 3o 4o 6c 6e 6b", laps=0)
    assert reasons(verdict) == [("es.3", "CLOSE_TOO_EARLY", [("laps", 0)])]


def test_a_faulty_hand_may_not_close() -> None:
    verdict = judge(table("fournier-40"), "1o 2o 3o 4o 6c 6e 6b", faulty=True)
    assert [(failure.clause, failure.code) for failure in verdict.failures] == [("fo.10", "CLOSE_WITH_FAULTY_HAND")]


def test_the_arrangement_that_fails_fewest_clauses_is_blamed() -> None:
    # both sevens and run can be melded; two clauses pull apart, and one arrangement fails only one of them
    rules = "close: {may_close: {es.4: sets is 0, es.9: deadwood at most 19 points}}\n"
    verdict = judge(house(rules), "7o 7c 7e 7b 5b 6b 12o")
    assert [failure.clause for failure in verdict.failures] == ["es.4"]
    assert verdict.arrangement.deadwood == 12
    rules = "close: {may_close: {es.4: sets is 0, es.8: melds.count is 1, es.9: deadwood at most 19 points}}\n"
    verdict = judge(house(rules), "7o 7c 7e 7b 5b 6b 12o")
    assert [failure.clause for failure in verdict.failures] == ["es.9"]
    assert [[PLAIN.write(card) for card in meld.cards] for meld in verdict.arrangement.melds] == [["5b", "6b", "7b"]]


def test_two_conditions_of_one_paragraph_are_one_clause() -> None:
    at = house(
        "close: {may_close: {es.4: remove, h.1.a: melded at least 7, h.1.b: deadwood is 0, h.2: sets at least 2}}\n"
        "book: {h.1: {en: One.}, h.2: {en: Two.}}\n"
    )
    verdict = judge(at, "7o 7c 7e 1o 1c 1e 12b")
    assert [(failure.clause, failure.key) for failure in verdict.failures] == [("h.1", "h.1.a"), ("h.1", "h.1.b")]


def test_no_outcome_fits() -> None:
    verdict = judge(table("chilean-50"), "2c 3c 4c 5c 6c 1e 1o")
    assert [(f.clause, f.key, f.code, f.slot) for f in verdict.failures] == [
        ("cl.5", "remainder", "CLOSE_NOT_GROUPED", "close.outcomes.*.when")
    ]
    assert ("melded", 4) in reasons(verdict)[0][2]


def test_a_refusal_may_speak_of_the_loose_cards() -> None:
    verdict = judge(PLAIN, "7o 7c 7e 7b 5b 6b 12o")
    facts = verdict.failures[0].facts
    assert [kind.text for kind in facts.loose if kind] == ["12o"]
    assert [meld.size for meld in facts.melds if meld] == [3, 3]


# -- the closing card --------------------------------------------------------------------------------------------


def test_with_kept_cards_what_hangs_on_the_closing_card_counts_as_met() -> None:
    at = house("close: {may_close: {m.1: not card.joker, i.1: count(c.joker for c in hand) below 1}}\n", jokers=2)
    verdict = judge(at, "1o 2o 3o 4o 6c 6e JK")
    assert verdict.legal
    assert verdict.not_judged == ("es.2", "i.1", "m.1")
    assert judge(at, "1o 2o 3o 4o 6c 6e 12b").not_judged == ("es.2", "i.1", "m.1")
    cards = at.read_hand("1o 2o 3o 4o 6c 6e JK 12b")
    closings = judge_closings(at, cards)
    assert closings.best is None
    assert all(verdict.not_judged == () for _, verdict in closings.each)
    cited = {at.write(card): [failure.clause for failure in verdict.failures] for card, verdict in closings.each}
    assert cited["12b"] == ["i.1"]
    assert "m.1" in cited["JK"]


@pytest.mark.parametrize(("with_taken", "undecided"), [(True, ()), (False, ("es.2",))])
def test_what_the_options_settle_is_not_undecided(with_taken: bool, undecided: tuple[str, ...]) -> None:
    verdict = judge(table("spanish-40", close_with_taken=with_taken), "1o 2o 3o 4o 6c 6e 12b")
    assert (verdict.not_judged, verdict.undecided) == (("es.2",), undecided)
    outcome = "close: {outcomes: {plain: {writes: 'if limit above 100 and card.number is 1 then 1 else 2'}}}\n"
    assert judge(house(outcome), "1o 2o 3o 4o 6c 6e 12b").undecided == ()
    assert judge(house(outcome, limit=200), "1o 2o 3o 4o 6c 6e 12b").undecided == ("es.8",)


def test_an_outcome_that_hangs_on_the_closing_card_is_taken_only_for_want_of_another() -> None:
    outcome = "close: {outcomes: {low: {clause: es.5, when: all_melded and card.number is 1, writes: -30}}}\n"
    keep = "2o 3o 4o 5o 6c 6e 6b"
    verdict = judge(house(outcome), keep)
    assert (verdict.outcome, verdict.writes, verdict.not_judged) == ("clean", -10, ("es.2", "es.5"))
    at = house(outcome)
    best = judge_closings(at, at.read_hand(f"{keep} 1c"))
    assert best.best is not None
    assert dict(best.each)[best.best].writes == -30


def test_lay_offs_that_hang_on_the_closing_card_are_not_judged_without_it() -> None:
    lay_off = "close: {outcomes: {plain: {lay_off: if card.number is 1 then everyone else nobody}}}\n"
    at, keep = house(lay_off), "10o 10c 10e 10b 1o 1c 2e"
    verdict = judge(at, keep)
    assert (verdict.outcome, verdict.lay_off, verdict.not_judged) == ("plain", "closer", ("es.2", "es.8"))
    for closing, onto in (("1b", "everyone"), ("2b", "nobody")):
        known = judge_close(at, at.read_hand(keep), closing=at.read_hand(closing)[0])
        assert (known.lay_off, known.not_judged) == (onto, ())


def test_points_that_hang_on_the_others_are_not_known() -> None:
    at = table("ten-cards")
    verdict = judge(at, "As 2s 3s 4s 7h 7d 7c Th Jh Qh")
    assert (verdict.legal, verdict.outcome, verdict.writes) == (True, "gin", None)
    # fewest loose points stand in for the points
    verdict = judge(at, "As 2s 3s 4s 7h 7d 7c 5h 2d 3d")
    assert (verdict.outcome, verdict.arrangement.deadwood) == ("knock", 10)


def test_which_cards_may_be_the_closing_card() -> None:
    closings = judge_closings(PLAIN, PLAIN.read_hand("4c 5c 6c 11o 11e 11b 3b 4e"))
    told = {PLAIN.write(card): verdict.writes for card, verdict in closings.each if verdict.legal}
    assert told == {"3b": 4, "4e": 3}
    assert closings.best is not None
    assert PLAIN.write(closings.best) == "4e"
    assert [PLAIN.write(card) for card, _ in closings.each] == ["11o", "4c", "5c", "6c", "4e", "11e", "3b", "11b"]


def test_equal_closing_cards_are_told_apart_by_the_melds_they_leave() -> None:
    closings = judge_closings(PLAIN, PLAIN.read_hand("4c 5c 6c 7c 11o 11e 11b 11c"))
    legal = [PLAIN.write(card) for card, verdict in closings.each if verdict.legal and verdict.writes == -10]
    assert legal == ["11o", "4c", "7c", "11c", "11e", "11b"]
    # 4c 5c 6c comes before 4c 5c 6c 7c in the order of x.6 (e)
    assert closings.best is not None
    assert PLAIN.write(closings.best) == "7c"


def test_of_closing_cards_that_leave_the_same_the_first_in_the_pack() -> None:
    at = house("close: {may_close: {es.4: no}, outcomes: {plain: {writes: 0}}}\n")
    assert judge_closings(at, at.read_hand("1o 3c 5e 7b 12o 10c 2e 4b")).best is None
    at = house("close: {may_close: {es.4: yes}, outcomes: {plain: {writes: 0}}}\n")
    closings = judge_closings(at, at.read_hand("1o 3c 5e 7b 12o 10c 2e 4b"))
    assert closings.best == closings.each[0][0]
    assert at.write(closings.each[0][0]) == "1o"


def test_twins_are_one_closing_card() -> None:
    at = table("fournier-40", 5)
    closings = judge_closings(at, at.read_hand("7o 7o 7c 7c 7e 7e 7b 7b"))
    assert [at.write(card) for card, _ in closings.each] == ["7o", "7c", "7e", "7b"]
    assert all(verdict.writes == -10 for _, verdict in closings.each)


@pytest.mark.parametrize(("taken", "legal"), [("4e", False), ("3b", True), (None, True)])
def test_the_taken_card(taken: str | None, legal: bool) -> None:
    at = table("spanish-40", close_with_taken=False)
    cards = at.read_hand("4c 5c 6c 11o 11e 11b 3b 4e")
    closings = judge_closings(at, cards, taken=None if taken is None else at.read_hand(taken)[0])
    verdict = {at.write(card): verdict for card, verdict in closings.each}["4e"]
    assert verdict.legal == legal
    if not legal:
        assert [(f.clause, f.code) for f in verdict.failures] == [("es.2", "CLOSED_WITH_TAKEN_CARD")]
    assert judge_closings(PLAIN, cards, taken=PLAIN.read_hand("4e")[0]).best == PLAIN.read_hand("4e")[0]


def test_the_twin_of_the_taken_card_may_be_thrown() -> None:
    at = house("pack: {copies: 2}\n", close_with_taken=False)
    cards = at.read_hand("4c 5c 6c 11o 11e 11b 4e 4e")
    closings = judge_closings(at, cards, taken=at.read_hand("4e")[0])
    assert {at.write(card): verdict.legal for card, verdict in closings.each}["4e"]


def test_the_facts_of_the_game_may_be_given() -> None:
    at = house("close: {may_close: {r.1: total + deadwood at most limit}}\n")
    hand = "10o 10c 10e 10b 1o 1c 2e"
    assert judge(at, hand, total=96).legal
    assert [failure.clause for failure in judge(at, hand, total=97).failures] == ["r.1"]
    with pytest.raises(ValueError, match="no fact"):
        judge(at, hand, deadwood=1)
