"""The score sheet: every line with its clause, its cards and what it rests on; the same facts at another price."""

from __future__ import annotations

import pytest

from referee.game.factgroups import SeatRecord
from referee.game.facts import CloseFacts
from referee.game.price import price
from referee.game.roundfacts import RESULT, STANDING, RoundFacts
from referee.table.draft import TABLE_FACTS
from referee.vocabulary import vocabulary
from tests.tables import house, table
from tests.unit.game.rounds import played, standing

SPANISH = table("spanish-40", 2)
CHILE = table("chilean-50", 3)
GIN = table("ten-cards")
HANDS = {"A": "7o 7e 7b 10c 11c 12c 2e", "B": "6c 7c 1o 3b 5e 11o 12e"}


def test_a_line_says_what_it_rests_on() -> None:
    one = played(SPANISH, HANDS)
    closer, other = one.sheet.lines
    assert (closer.points, closer.clause, closer.key) == (2, "es.8", "plain")
    assert (other.points, other.clause, other.key) == (32, "es.8", "es.8")
    loose = [(SPANISH.write(card), points) for card, points in other.loose]
    assert loose == [("1o", 1), ("11o", 11), ("5e", 5), ("12e", 12), ("3b", 3)]
    assert [(SPANISH.write(laid.card), laid.meld) for laid in other.laid_off] == [("7c", 1), ("6c", 1)]
    assert one.sheet.outcome == "plain"


def test_the_price_may_rest_on_another_clause_than_the_close() -> None:
    one = played(CHILE, {"A": "2c 3c 4c 5c 6c 7c 1e", "B": "1c 1o 12e 10b 4o 7b 2b"})
    assert one.clauses == {"A": ("cl.7", "remainder"), "B": ("cl.7", "cl.7")}
    assert one.writes == {"A": -1, "B": -34}
    assert one.laid == {"B": "1c>1"}


def test_a_seven_card_run_of_another_seat_is_only_melded_cards() -> None:
    one = played(SPANISH, {"A": "7o 7e 7b 10c 11c 12c 2e", "B": "1b 2b 3b 4b 5b 6b 7c"})
    assert one.writes["B"] == 0
    one = played(CHILE, {"A": "4c 5c 6c 12o 12c 12e 2e", "B": "1b 2b 3b 4b 5b 6b 7b"})
    assert one.writes["B"] == 0


@pytest.mark.parametrize(("kept", "written"), [("3c 4c 5c 6c 7c 10c JK", -50), ("3o 4o 5o 6o 7o JK JK", -25)])
def test_joker_runs(kept: str, written: int) -> None:
    at = table("spanish-40", 2, jokers=2)
    one = played(at, {"A": kept, "B": "2e 4e 6b 12e 10b 1b 11o"})
    assert one.writes["A"] == written
    assert one.clauses["A"] == ("es.14", "joker_chinchon")


def test_a_loose_joker_costs_what_the_rules_say() -> None:
    hands = {"A": "1o 2o 3o 4o 6c 6e 6b", "B": "2e 4c 6o 12e 10b 1b JK"}
    assert played(table("spanish-40", 2, jokers=2), hands).writes["B"] == 60
    assert played(table("house-h", 2, jokers=2), hands).writes["B"] == 85


def test_penalties_are_added_and_itemised() -> None:
    one = played(SPANISH, HANDS, penalties=[(1, 10, "T.14"), (1, 5, "h.1"), (0, -2, "T.2")])
    assert one.writes == {"A": 0, "B": 47}
    assert one.sheet.lines[1].points == 32
    assert one.sheet.lines[1].penalties == ((10, "T.14"), (5, "h.1"))
    assert one.sheet.written(1) == 47
    assert one.sheet.of(3) is None


def test_the_first_case_that_fits() -> None:
    rules = "written: {by_others: {h.1: {when: melds.count is 0, writes: hand_points * 2}}}\nbook: {h.1: {en: One.}}\n"
    at = house(rules, "spanish-40", 3)
    one = played(at, {"A": HANDS["A"], "B": HANDS["B"], "C": "1c 2c 3c 4e 6e 12b 10b"})
    assert one.writes == {"A": 2, "B": 90, "C": 32}
    assert one.clauses["B"] == ("h.1", "h.1")


def test_the_closer_and_the_others_see_each_other_after_the_lay_offs() -> None:
    gin = played(GIN, {"A": "As 2s 3s 4s 7h 7d 7c Th Jh Qh", "B": "5s 6s Kh Kd 9c 2c 3d 4h 8s 8h"})
    assert (gin.laid, gin.writes) == ({}, {"A": 25 + 65, "B": 0})
    closed = played(GIN, {"A": "As 2s 3s 4s 7h 7d 7c 5h 2d 3d", "B": "5s 6s Kh Kd 9c 2c 9d Jc 8s 8h"})
    assert closed.laid == {"B": "5s>1 6s>1"}
    assert closed.writes == {"A": 66 - 10, "B": 0}
    undercut = played(GIN, {"A": "As 2s 3s 4s 7h 7d 7c 5h 2d 3d", "B": "5s 6s 7s Kh Kd Kc 8s 9s Ts Ac"})
    assert undercut.writes == {"A": 0, "B": 25 + 9}
    assert undercut.clauses["B"] == ("gin.7", "gin.7")
    assert played(GIN, {"A": "As 2s 3s 4s 7h 7d 7c 5h 2d 3d", "B": "5s 6s Kh Kd 9c 2c 9d Jc 8s 8h"}, None).writes == {
        "A": 0,
        "B": 0,
    }


def test_what_the_closer_writes_after_his_own_lay_off() -> None:
    hands = {"A": "4c 5c 6c 11o 11e 11b 2b", "B": "3b 4b 5b 12c 2o 10o 7e"}
    one = played(table("fournier-40", 2), hands)
    assert one.writes["A"] == 0
    # it is still no clean close
    assert (one.sheet.outcome, one.clauses["A"]) == ("plain", ("fo.9", "plain"))


def test_a_rule_may_look_at_the_standing() -> None:
    rules = "close: {outcomes: {plain: {writes: if total above 50 then 0 else deadwood}}}\n"
    at = house(rules, "spanish-40", 2)
    assert played(at, HANDS, before=standing(at, (60, 0))).writes["A"] == 0
    assert played(at, HANDS, before=standing(at, (50, 0))).writes["A"] == 2
    rules = "written: {if_unclosed: {x.9: if is_eldest then 0 else deadwood}}\n"
    at = house(rules, "spanish-40", 2)
    assert played(at, HANDS, None, eldest="B").writes == {"A": 2, "B": 0}


def test_coins_of_an_outcome() -> None:
    at = house("close: {outcomes: {clean: {pays: coins(count(o.deadwood above 10 for o in others))}}}\n", seats=3)
    hands = {
        "A": "1o 2o 3o 4o 6c 6e 6b",
        "B": HANDS["B"].replace("6c", "5c").replace("1o", "1e"),
        "C": "1c 2c 3c 7e 7o 7b 4e",
    }
    assert played(at, hands).sheet.pays == 1


@pytest.mark.parametrize("read", ["card.number is 1", "any(c.number is 1 for c in hand)"])
def test_points_and_payments_that_hang_on_an_unknown_closing_card_are_not_made_up(read: str) -> None:
    plain = f"{{writes: 'if {read} then -30 else -5', pays: 'if {read} then 3 else 1'}}"
    at = house(f"close: {{outcomes: {{plain: {plain}}}}}\n", "spanish-40", 2)
    known, unknown = played(at, HANDS, closing="1c"), played(at, HANDS)
    assert (known.sheet.of(0).points, known.sheet.pays) == (-30, 3)
    assert (unknown.sheet.of(0).points, unknown.sheet.pays) == (None, 0)


def test_the_closing_card_may_decide_the_points() -> None:
    rules = "close: {outcomes: {low: {clause: es.5, when: all_melded and card.number is 1, writes: -30}}}\n"
    at = house(rules)
    hands = {"A": "2o 3o 4o 5o 6c 6e 6b", "B": "1b 4b 7b 10e 12e 2e 4e"}
    assert played(at, hands, closing="1c").writes["A"] == -30
    assert played(at, hands, closing="12c").writes["A"] == -10
    # not known: the outcome that was told stands
    assert played(at, hands).writes["A"] == -10


def test_facts_first_price_later() -> None:
    hands = {"A": "1o 2o 3o 4o 5o 6o 7o", "B": "2e 4c 6c 12e 10b 1b 11c"}
    one = played(SPANISH, hands)
    assert one.sheet.won_by == 0
    at = table("house-c", 2)
    sheet = price(at, one.result, one.standing)
    assert (sheet.won_by, [line.written for line in sheet.lines]) == (None, [-25, 46])
    figures = table("house-a", 2)
    plain = played(SPANISH, HANDS)
    assert [line.written for line in price(figures, plain.result, plain.standing).lines] == [2, 29]
    again = price(SPANISH, plain.result, plain.standing)
    assert again == plain.sheet


def test_a_close_that_no_outcome_fits_is_priced_by_the_last() -> None:
    # as when a director lets it stand: Spain's two melded groups and 4o are no close in Chile
    one = played(SPANISH, {"A": "2o 3o 4o 6c 6e 6b 5b", "B": "2e 4c 5c 12e 10b 1b 11c"})
    assert [line.key for line in price(table("chilean-50", 2), one.result, one.standing).lines] == ["remainder", "cl.7"]


def test_the_facts_are_those_of_the_vocabulary() -> None:
    names = vocabulary().names
    groups = {"round", "seat", "arrangement", "card", "meld", "closer", "result", "written", "standing", "pot"}
    wanted = {name for name, entry in names.items() if entry.group in groups} - TABLE_FACTS
    found = {slot for kind in RoundFacts.__mro__ for slot in getattr(kind, "__slots__", ())}
    assert found == wanted
    assert {name for name, entry in names.items() if entry.group == "result"} == set(RESULT)
    assert {name for name, entry in names.items() if entry.group == "standing"} == set(STANDING)
    assert set(vocabulary().records["seat"]) == set(SeatRecord.__slots__)  # type: ignore[attr-defined]
    assert "others" in CloseFacts.__slots__
