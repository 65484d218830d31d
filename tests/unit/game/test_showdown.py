"""The showdown, family by family: whose melds are open, in which order, and what stays loose."""

from __future__ import annotations

from random import Random

import pytest

from referee.cards import Card
from referee.game.close import judge_close
from referee.game.price import price
from referee.game.result import Course
from referee.game.roundfacts import points_of
from referee.game.showdown import Shown, as_declared, open_to, queue, showdown
from referee.game.solve import best_arrangement
from referee.game.stakes import opening
from referee.game.tablemeld import take
from tests.tables import house, table
from tests.unit.game.rounds import melds, played

SPANISH = table("spanish-40", 3)
JOKERS = table("spanish-40", 3, jokers=2)
FOURNIER = table("fournier-40", 3)
FIVE = table("fournier-40", 5)
CHILE = table("chilean-50", 3)


# -- Spanish: the closer's melds only ---------------------------------------------------------------------------------


def test_l01_chain_below_a_run() -> None:
    one = played(SPANISH, {"A": "7o 7e 7b 10c 11c 12c 2e", "B": "6c 7c 1o 3b 5e 11o 12e"})
    assert one.laid == {"B": "7c>1 6c>1"}
    assert one.writes == {"A": 2, "B": 32}
    assert one.table == ["6c 7c 10c 11c 12c", "7o 7e 7b"]


def test_l06_own_melds_and_lay_offs_together() -> None:
    one = played(SPANISH, {"A": "2e 3e 4e 7b 7e 7c 1c", "B": "5o 5c 5b 5e 7o 1e 6e"})
    assert one.writes == {"A": 1, "B": 0}
    assert one.table == ["1e 2e 3e 4e 5e 6e", "7c 7e 7b 7o", "5o 5c 5b"]


def test_l12_the_closer_lays_nothing_off() -> None:
    one = played(SPANISH, {"A": "4c 5c 6c 11o 11e 11b 2b", "B": "3b 4b 5b 12o 12c 12e 7e"})
    assert one.writes == {"A": 2, "B": 7}
    assert one.clauses == {"A": ("es.8", "plain"), "B": ("es.8", "es.8")}


def test_l13_only_fournier_opens_the_melds_of_others() -> None:
    hands = {"A": "4c 5c 6c 11o 11e 11b 1e", "B": "3b 4b 5b 12o 12c 10e 7e", "C": "2b 12e 6o 3c 1o 10o 4o"}
    spanish, fournier = played(SPANISH, hands), played(FOURNIER, hands)
    assert spanish.laid == {"C": "3c>1"}
    assert fournier.laid == {"C": "3c>1 2b>3"}
    assert "2b" in spanish.loose("C").split()


def test_l20_no_undercut() -> None:
    one = played(SPANISH, {"A": "4c 5c 6c 11o 11e 11b 5b", "B": "3c 7c 2c 10c 1c 12o 11c"})
    assert one.loose("B") == "12o"
    one = played(SPANISH, {"A": "4c 5c 6c 11o 11e 11b 5b", "B": "3c 7c 2c 10c 1c 11c 12c"})
    assert one.writes == {"A": 5, "B": 0}


def test_m16_all_melded_writes_nothing() -> None:
    one = played(SPANISH, {"A": "1o 2o 3o 7o 7e 7b 2e", "B": "4c 5c 6c 7c 11o 11e 11b"})
    assert one.writes == {"A": 2, "B": 0}
    # by x.6 (c) it melds its own 7c rather than lay it off
    assert one.laid == {}


@pytest.mark.parametrize("kept", ["1o 2o 3o 4o 6c 6e 6b", "1o 2o 3o 4o 5o JK 7o"])
def test_a_close_with_everything_melded_shuts_lay_offs_out(kept: str) -> None:
    one = played(JOKERS, {"A": kept, "B": "5o 10o 6o 12c 1c 2e 3e" if "6c" in kept else "10o 6c 6e 12c 1c 2e 4b"})
    assert one.laid == {}


def test_later_seats_build_on_what_earlier_ones_laid() -> None:
    hands = {"A": "3c 4c 5c 11o 11e 11b 1e", "B": "6c 1o 2e 12o 10e 4o 7b", "C": "7c 10c 2b 5e 1b 12e 6o"}
    one = played(SPANISH, hands)
    assert one.laid == {"B": "6c>1", "C": "7c>1 10c>1"}
    # the other way round nothing is there yet
    hands = {"A": hands["A"], "B": hands["C"], "C": hands["B"]}
    assert played(SPANISH, hands).laid == {"C": "6c>1"}


def test_order_of_play_goes_on_after_the_closer() -> None:
    hands = {"B": "3c 4c 5c 11o 11e 11b 1e", "C": "6c 1o 2e 12o 10e 4o 7b", "A": "7c 10c 2b 5e 1b 12e 6o"}
    assert played(SPANISH, hands, "B").laid == {"C": "6c>1", "A": "7c>1 10c>1"}


def test_seats_that_are_out_are_passed_over() -> None:
    one = played(table("spanish-40", 4), {"A": "3c 4c 5c 11o 11e 11b 1e", "C": "6c 1o 2e 12o 10e 4o 7b"})
    assert one.writes == {"A": 1, "C": 36}


# -- jokers ------------------------------------------------------------------------------------------------------------


def test_j16_a_joker_on_the_table_keeps_its_place() -> None:
    one = played(JOKERS, {"A": "4c JK 6c 11o 11e 11b 2b", "B": "5c 1o 3e 12o 10e 4o 7b"})
    assert one.laid == {}


@pytest.mark.parametrize(("card", "laid"), [("3c", True), ("6c", False), ("7c", True)])
def test_j17_a_joker_at_an_end_stands_above(card: str, laid: bool) -> None:
    one = played(JOKERS, {"A": "4c 5c JK 11o 11e 11b 2b", "B": f"{card} 1o 3e 12o 10e 4o 7b"})
    assert one.laid == ({"B": f"{card}>1"} if laid else {})


def test_a_laid_joker_stands_where_it_serves_its_holder() -> None:
    one = played(JOKERS, {"A": "4c 5c 6c 11o 11e 11b 2b", "B": "JK 2c 1o 12e 10b 5o 7e"})
    assert one.laid == {"B": "JK=3c>1 2c>1"}
    # where it does not matter: the earliest meld, the upper end
    one = played(JOKERS, {"A": "4c 5c 6c 11o 11e 11b 2b", "B": "JK 1o 3e 12e 10b 5o 7e"})
    assert one.laid == {"B": "JK=7c>1"}


def test_a_set_with_a_joker_takes_any_suit_it_does_not_show_while_it_has_room() -> None:
    one = played(JOKERS, {"A": "11o 11e JK 4c 5c 6c 2b", "B": "11c 11b 1o 12e 10b 5o 3e"})
    assert one.laid == {"B": "11c>2"}


# -- Fournier: everybody's melds ---------------------------------------------------------------------------------------


def test_l05_a_clean_close_shuts_the_closers_melds() -> None:
    hands = {"A": "4c 5c 6c 7c 11o 11e 11b", "B": "3c 11c 2o 6e 12b 1e 5b"}
    one = played(FOURNIER, hands)
    assert one.writes == {"A": -10, "B": 36}
    assert one.clauses == {"A": ("fo.6", "clean"), "B": ("fo.9", "fo.9")}


def test_after_a_clean_close_the_others_lay_off_on_each_other() -> None:
    hands = {"A": "4c 5c 6c 7c 11o 11e 11b", "B": "3b 4b 5b 12o 1c 10e 7e", "C": "2b 12e 6o 3c 1o 10o 4o"}
    assert played(FOURNIER, hands).laid == {"C": "2b>3"}
    shut = table("fournier-40", 3, clean_shuts_all=True)
    assert played(shut, hands).laid == {}


def test_l14_the_first_in_order_has_the_card() -> None:
    hands = {"A": "4c 5c 6c 11o 11e 11b 1e", "B": "7c 1o 3e 12o 10e 5o 6b", "C": "7c 2o 4e 12c 10b 6o 3b"}
    one = played(FIVE, hands)
    assert one.laid == {"B": "7c>1"}
    assert "7c" in one.loose("C").split()


def test_l15_no_second_chance_at_the_melds_that_were_there() -> None:
    hands = {"A": "4c 5c 6c 11o 11e 11b 1e", "B": "10c 1o 3e 12o 12e 5o 6b", "C": "7c 2o 4e 12c 10b 6o 3b"}
    one = played(FIVE, hands)
    assert one.laid == {"C": "7c>1"}
    assert "10c" in one.loose("B").split()


def test_the_second_sweep_is_for_melds_put_down_later() -> None:
    hands = {"A": "4c 5c 6c 11o 11e 11b 2b", "B": "6b 1o 3e 12o 10e 5o 4e", "C": "3b 4b 5b 12c 2o 10o 7e"}
    one = played(FOURNIER, hands)
    assert one.laid == {"A": "2b>3", "B": "6b>3"}
    assert one.writes["A"] == 0
    # the closer comes first in it
    hands = {"A": "4c 5c 6c 11o 11e 11b 2b", "B": "2b 1o 3e 12o 10e 5o 4e", "C": "3b 4b 5b 12c 2o 10o 7e"}
    assert played(FIVE, hands).laid == {"A": "2b>3"}


def test_l21_twins_fit_two_runs_and_not_one() -> None:
    # the closer's arrangement is the one of fewest melds, by x.6 (d)
    one = played(FIVE, {"A": "1c 2c 3c 4c 5c 6c 2o", "B": "4c 3c 12e 7o 5b 1e 10b"})
    assert one.table[0] == "1c 2c 3c 4c 5c 6c"
    assert one.writes["B"] == 38


def test_faulty_hands_are_arranged_whole() -> None:
    one = played(
        FOURNIER, {"A": "1o 2o 3o 7o 7e 7b 2e", "B": "4c 5c 6c 11o 11e 11b", "C": "1b 2b 3b 12o 12e 12c 4b 5e"}
    )
    assert one.writes == {"A": 2, "B": 0, "C": 5}


# -- Chile: melds of three of any opponent -----------------------------------------------------------------------------


def test_l17_a_meld_of_three_takes_a_fourth_card_and_no_more() -> None:
    hands = {"A": "4c 5c 6c 12o 12c 12e 1b", "B": "3c 1o 2e 11o 10e 4o 7b", "C": "7c 2b 5e 10b 6o 3o 11e"}
    one = played(CHILE, hands)
    assert one.laid == {"B": "3c>1"}
    assert "7c" in one.loose("C").split()


def test_l18_after_a_full_close_nobody_adds() -> None:
    one = played(CHILE, {"A": "4c 5c 6c 12o 12c 12e 12b", "B": "3c 1o 2e 11o 10e 4o 7b"})
    assert (one.laid, one.writes["A"]) == ({}, 10)
    assert one.clauses["A"] == ("cl.7", "full")


def test_l19_any_opponents_meld() -> None:
    hands = {"A": "4c 5c 6c 12o 12c 12e 1b", "B": "3b 4b 5b 11o 10e 4o 7e", "C": "6b 2o 5e 10b 6o 3o 11e"}
    one = played(CHILE, hands)
    assert one.laid == {"C": "6b>3"}
    # and in the second sweep, the closer left out
    hands = {"A": "4c 5c 6c 12o 12c 12e 2b", "B": "6b 2o 5e 10b 6o 3o 11e", "C": "3b 4b 5b 11o 10e 4o 7e"}
    assert played(CHILE, hands).laid == {"B": "6b>3"}


def test_own_melds_are_no_target() -> None:
    own = house("lay_off: {may_lay_off: {cl.6: meld.size is 3}}\n", "chilean-50", 3)
    for at in (CHILE, own):
        # five of a suit are a four and a loose card, never a three with one laid on
        one = played(at, {"A": "4c 5c 6c 12o 12c 12e 1b", "B": "3b 4b 5b 6b 7b 11o 10e"})
        assert one.laid == {}


# -- house rules -------------------------------------------------------------------------------------------------------


def test_house_k_only_with_a_meld_of_ones_own() -> None:
    at = table("house-k", 3)
    assert played(at, {"A": "7o 7e 7b 10c 11c 12c 2e", "B": "6c 7c 1o 3b 5e 11o 12e"}).writes["B"] == 45
    # three aces are melded, though laid off with the others two of them would do as well
    hands = {"A": "2c 3c 4c 2e 3e 4e 5b", "B": "1c 1e 1o 5c 5e 12o 10b"}
    assert played(SPANISH, hands).laid == {"B": "5c>1 5e>2"}
    assert played(at, hands).laid == {"B": "5c>1 5e>2"}
    hands["B"] = "1c 1e 2o 5c 5e 12o 10b"
    assert played(SPANISH, hands).laid == {"B": "1c>1 5c>1 1e>2 5e>2"}
    assert played(at, hands).laid == {}


def test_house_p_the_closer_adds_last() -> None:
    at = table("house-p", 3)
    hands = {"A": "4c 5c 6c 11o 11e 11b 2b", "B": "2b 1o 3e 12o 10e 5o 4e", "C": "3b 4b 5b 12c 2o 10o 7e"}
    one = played(table("house-p", 5), hands)
    assert one.laid == {"B": "2b>3"}
    hands["B"] = "6b 1o 3e 12o 10e 5o 4e"
    assert played(at, hands).laid == {"B": "6b>3", "A": "2b>3"}
    # also after a clean close
    one = played(at, {"A": "4c 5c 6c 7c 11o 11e 11b", "B": "3c 11c 2o 6e 12b 1e 5b"})
    assert (one.laid, one.writes) == ({"B": "3c>1 11c>2"}, {"A": -10, "B": 24})


def test_house_p_the_closer_may_follow_on_his_own_meld() -> None:
    hands = {"A": "4c 5c 6c 11o 11e 11b 1c", "B": "2c 3c 1o 12o 10e 5o 4e"}
    one = played(table("house-p", 3), hands)
    assert one.laid == {"B": "3c>1 2c>1", "A": "1c>1"}
    assert one.writes["A"] == 0


def test_house_o_one_wild_card_a_meld() -> None:
    at = table("house-o", 2)
    one = played(at, {"A": "4c 1o 6c 11o 11e 11b 2b", "B": "1o 3e 12c 10e 4b 7b 6o"})
    assert one.laid == {"B": "1o>2"}


# -- nobody closed, or won -----------------------------------------------------------------------------------------------


def test_an_unclosed_round_has_no_lay_off() -> None:
    one = played(SPANISH, {"A": "7o 7e 7b 10c 11c 12c 2e", "B": "6c 7c 1o 3b 5e 11o 12e"}, None)
    assert one.laid == {}
    assert one.writes == {"A": 2, "B": 45}
    assert one.clauses == {"A": ("x.9", "x.9"), "B": ("x.9", "x.9")}
    assert played(CHILE, {"A": "7o 7e 7b 10c 11c 12c 2e", "B": "6c 7c 1o 3b 5e 11o 12e"}, None).writes["A"] == -2


def test_a_won_game_has_no_sheet() -> None:
    one = played(SPANISH, {"A": "1b 2b 3b 4b 5b 6b 7b", "B": "10b 7c 1o 3o 5e 11o 12e"})
    assert (one.sheet.lines, one.sheet.won_by, one.sheet.outcome) == ((), 0, "chinchon")
    assert one.laid == {}


def test_hands_that_are_not_known() -> None:
    hands = {"A": "3c 4c 5c 11o 11e 11b 1e", "B": "6c 1o 2e 12o 10e 4o 7b", "C": "7c 10c 2b 5e 1b 12e 6o"}
    one = played(SPANISH, hands, unknown="B")
    lines = {line.seat: line for line in one.sheet.lines}
    assert (lines[1].written, lines[1].certain) == (None, False)
    assert (lines[2].written, lines[2].certain) == (43, False)
    assert lines[0].certain
    one = played(SPANISH, hands, unknown="C")
    assert [line.certain for line in one.sheet.lines] == [True, True, False]


# -- who acts, on what -----------------------------------------------------------------------------------------------------


def test_the_queue() -> None:
    assert queue(SPANISH, 1, [0, 1, 2], "closer") == ((2, 1), (0, 1))
    assert queue(FOURNIER, 1, [0, 1, 2], "everyone") == ((2, 1), (0, 1), (1, 2), (2, 2), (0, 2))
    assert queue(CHILE, 0, [0, 2], "everyone") == ((2, 1), (2, 2))
    assert queue(table("house-p", 3), 0, [0, 1], "everyone") == ((1, 1), (1, 2), (0, 2))
    assert queue(SPANISH, 1, [0, 1, 2], "nobody") == ()


def test_what_is_open() -> None:
    there = melds(FOURNIER, (1, "4c 5c 6c"), (2, "1o 1c 1e"), (0, "7o 7c 7e"))
    assert open_to(FOURNIER, there, 2, 1, closer=1, onto="closer") == (1,)
    assert open_to(FOURNIER, there, 0, 1, closer=1, onto="everyone") == (1, 2, 3)
    assert open_to(FOURNIER, there, 0, 1, closer=1, onto="all_but_closer") == (2, 3)
    assert open_to(FOURNIER, there, 1, 2, closer=1, onto="everyone") == (2, 3)
    assert open_to(FOURNIER, there, 2, 2, closer=1, onto="everyone") == (3,)
    assert open_to(FOURNIER, there, 0, 2, closer=1, onto="everyone") == ()
    assert open_to(table("house-p", 3), there, 1, 2, closer=1, onto="everyone") == (1, 2, 3)


# -- whatever is held ---------------------------------------------------------------------------------------------------


def test_copies_are_told_apart_by_nobody() -> None:
    one = played(FIVE, {"A": "4c'1 5c'1 6c'1 11o'1 11e'1 11b'1 1e'1", "B": "7c'2 1o'1 3e 12o'2 10e 5o'1 6b'1"})
    assert one.laid == {"B": "7c'2>1"}
    (run,) = melds(FIVE, (0, "4c 5c 6c"))
    run = take(FIVE, run, FIVE.read_hand("7c'2")[0], seat=1) or run
    kept = FIVE.read_hand("4c'1 5c'1 6c'1 11o'1 11e'1 11b'1 1e'1")
    other = FIVE.read_hand("7c'1 1o'1 3e 12o'2 10e 5o'1 6b'1")
    shown = Shown.of(0, judge_close(FIVE, kept))
    result = as_declared(FIVE, Course(0, 1, (1,) * 5), [kept, other, None, None, None], [run], shown=shown)
    assert [FIVE.write(card) for card in result.seats[1].loose] == ["1o'1", "5o'1", "12o'2", "3e", "10e", "6b'1"]


def test_random_rounds_keep_their_cards() -> None:
    random = Random(20261130)
    for name, seats, options in (("fournier-40", 5, {}), ("spanish-40", 4, {"jokers": 2}), ("chilean-50", 4, {})):
        at = table(name, seats, **options)
        pack = [Card(kind.index) for kind in at.pack.kinds for _ in range(kind.count)]
        for _ in range(60):
            random.shuffle(pack)
            hands = [tuple(sorted(pack[7 * seat : 7 * seat + 7])) for seat in range(seats)]
            # whatever the closer holds: the showdown does not ask whether he may close
            best = best_arrangement(at, hands[0])
            for onto in ("closer", "everyone", "all_but_closer", "nobody"):
                shown = Shown(0, at.outcomes[-1].rule.name, onto, best)
                result = showdown(at, opening(at), Course(0, 1, (1,) * seats), hands, shown)
                there = [card for meld in result.table for card in meld.cards]
                loose = [card for one in result.seats for card in one.loose]
                assert sorted(there + loose) == sorted(card for hand in hands for card in hand)
                for one in result.seats:
                    spread = [card for meld in one.melds for card in meld.cards] + [laid.card for laid in one.laid]
                    assert sorted([*spread, *one.loose]) == list(one.hand or ())
                    if one.seat and onto == "nobody":
                        assert points_of(at, one.loose) == best_arrangement(at, one.hand or ()).deadwood
                    if one.seat:
                        assert points_of(at, one.loose) <= best_arrangement(at, one.hand or ()).deadwood
                # the same facts, read off the table as if they had been declared
                again = as_declared(at, result.course, hands, result.table, shown=shown)
                assert [(one.seat, one.melds, one.loose) for one in again.seats] == [
                    (one.seat, one.melds, one.loose) for one in result.seats
                ]
                assert price(at, again, opening(at)).lines[0].points == price(at, result, opening(at)).lines[0].points
