"""Between two rounds: totals, who is out, who comes back, who has won, and the coins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from referee.game.price import Sheet, SheetLine
from referee.game.result import Course, RoundResult, SeatResult
from referee.game.stakes import opening, shared
from referee.game.standing import Pause, close_pause, settle, why_not
from referee.game.state import Standing
from referee.table import Table
from tests.tables import house, table
from tests.unit.game.rounds import SEATS, played, standing


def scored(
    at: Table,
    before: tuple[int, ...],
    written: Mapping[str, int],
    closer: str | None = "A",
    *,
    out: str = "",
    eldest: str = "A",
    **fields: object,
) -> Pause:
    """The pause after a round in which the seats wrote so much."""
    seats = [SEATS.index(seat) for seat in written]
    first = None if closer is None else SEATS.index(closer)
    result = RoundResult(
        Course(SEATS.index(eldest), 1, (1,) * at.seats),
        first,
        "unclosed" if closer is None else at.outcomes[-1].rule.name,
        None,
        (),
        tuple(SeatResult(seat, ()) for seat in seats),
        (),
    )
    lines = tuple(SheetLine(SEATS.index(seat), points, "", "", (), ()) for seat, points in written.items())
    return settle(at, standing(at, before, out=out, **fields), result, Sheet(result.outcome, lines))


def winners(at: Table, pause: Pause, re_entering: str = "") -> str:
    after = close_pause(at, pause, [SEATS.index(seat) for seat in re_entering])
    return "".join(SEATS[seat] for seat in after.winners)


def seats_in(after: Standing) -> str:
    return "".join(SEATS[seat] for seat in after.seats_in)


SPANISH = {seats: table("spanish-40", seats) for seats in (2, 3, 4)}
FOURNIER = {seats: table("fournier-40", seats) for seats in (3, 4)}
CHILE = {seats: table("chilean-50", seats) for seats in (2, 3)}


# -- out, and the end ----------------------------------------------------------------------------------------------------


def test_f19_a_hundred_stays() -> None:
    pause = scored(SPANISH[3], (90, 90, 20), {"A": 10, "B": 11, "C": 5})
    assert pause.standing.totals == (100, 101, 25)
    assert (seats_in(pause.standing), pause.out) == ("AC", ((1, "es.9"),))
    assert pause.standing.out_since == (None, 2, None)
    assert winners(SPANISH[3], pause) == ""
    pause = scored(FOURNIER[3], (90, 90, 20), {"A": 10, "B": 11, "C": 5})
    assert seats_in(pause.standing) == "AC"


def test_house_n_a_hundred_is_out() -> None:
    at = table("house-n", 3)
    assert seats_in(scored(at, (90, 90, 20), {"A": 10, "B": 9, "C": 5}).standing) == "BC"


def test_f25_the_closer_may_go_out_himself() -> None:
    pause = scored(SPANISH[3], (98, 40, 55), {"A": 4, "B": 20, "C": 15})
    assert seats_in(pause.standing) == "BC"
    after = close_pause(SPANISH[3], pause)
    assert (after.winners, after.eldest) == ((), 1)


def test_m36_totals_have_no_floor() -> None:
    pause = scored(SPANISH[2], (3, 10), {"A": -10, "B": 20})
    assert pause.standing.totals == (-7, 30)
    assert pause.standing.lost == (10, 0)
    assert pause.standing.gained == (3, 30)


def test_house_q_a_floor() -> None:
    pause = scored(table("house-q", 2), (-45, 10), {"A": -10, "B": 20})
    assert pause.standing.totals == (-50, 30)


def test_exactly_a_hundred_falls_back() -> None:
    at = house("game: {adjust: {h.1: {when: total is 100, becomes: 80}}}\nbook: {h.1: {en: One.}}\n", seats=2)
    assert scored(at, (90, 90), {"A": 10, "B": 9}).standing.totals == (80, 99)


def test_f22_who_was_out_before_does_not_win() -> None:
    pause = scored(SPANISH[3], (101, 95, 98), {"B": 15, "C": 20}, "B", out="A")
    assert winners(SPANISH[3], pause) == "B"


def test_f23_f24_all_out_together() -> None:
    assert winners(SPANISH[2], scored(SPANISH[2], (98, 97), {"A": 5, "B": 10})) == "A"
    tied = (98, 94)
    assert winners(SPANISH[2], scored(SPANISH[2], tied, {"A": 6, "B": 10})) == "AB"
    at = table("spanish-40", 3, share_ties=False)
    assert winners(at, scored(at, (98, 94, 100), {"A": 6, "B": 10, "C": 4}, "B")) == "B"
    assert winners(at, scored(at, (98, 99, 94), {"A": 6, "B": 20, "C": 10}, "B")) == "C"


def test_f35_f36_the_last_one_in_wins() -> None:
    pause = scored(SPANISH[4], (120, 101, 50, 90), {"C": 5, "D": 20}, "C", out="AB")
    assert winners(SPANISH[4], pause) == "C"
    pause = scored(SPANISH[4], (120, 10, 50, 90), {"B": 1, "C": 5, "D": 2}, "C", out="A", eldest="D")
    after = close_pause(SPANISH[4], pause)
    assert (seats_in(after), after.winners, after.eldest) == ("BCD", (), 1)


def test_house_f_the_closer_wins_when_all_pass() -> None:
    at = table("house-f", 2)
    assert winners(at, scored(at, (98, 97), {"A": 5, "B": 10}, "B")) == "B"
    assert winners(at, scored(at, (98, 97), {"A": 5, "B": 10}, None)) == "A"


def test_house_u_the_first_one_out_ends_the_game() -> None:
    at = table("house-u", 3)
    assert winners(at, scored(at, (98, 20, 30), {"A": 5, "B": 15, "C": 1})) == "C"


def test_house_v_five_rounds() -> None:
    at = table("house-v", 3)
    pause = scored(at, (120, 20, 30), {"A": 5, "B": 5, "C": 1})
    assert (seats_in(pause.standing), winners(at, pause)) == ("ABC", "")
    pause = settle(at, replace(standing(at, (120, 20, 24)), rounds=4), pause.result, pause.sheet)
    assert winners(at, pause) == "BC"


def test_a_won_game_ends_at_once() -> None:
    at = SPANISH[2]
    one = played(at, {"A": "1b 2b 3b 4b 5b 6b 7b", "B": "10b 7c 1o 3o 5e 11o 12e"}, before=standing(at, (90, 10)))
    after = one.after()
    assert (after.winners, after.totals, after.rounds) == ((0,), (90, 10), 2)


# -- Chile ----------------------------------------------------------------------------------------------------------------


def test_f20_fifty_lost_ends_it() -> None:
    assert winners(CHILE[2], scored(CHILE[2], (-40, -40), {"A": -9, "B": -10})) == "A"
    assert winners(CHILE[3], scored(CHILE[3], (-40, -40, 5), {"A": -9, "B": -10, "C": -5})) == "C"
    at = table("chilean-50", 3, loser_out=True)
    pause = scored(at, (-40, -40, 5), {"A": -9, "B": -10, "C": -5})
    assert (seats_in(pause.standing), winners(at, pause)) == ("AC", "")


def test_f38_fifty_won() -> None:
    assert winners(CHILE[2], scored(CHILE[2], (40, 3), {"A": 10, "B": -20})) == "A"


def test_f39_gains_and_losses_apart() -> None:
    both = {"gained": (40, 0), "lost": (45, 0)}
    pause = scored(CHILE[2], (-5, 0), {"A": -6, "B": 0}, "B")
    assert winners(CHILE[2], pause) == ""
    at = table("chilean-50", 2, net_totals=False)
    before = replace(standing(at, (-5, 0)), **both)
    pause = settle(at, before, pause.result, pause.sheet)
    assert pause.standing.lost == (51, 0)
    assert winners(at, pause) == "B"


def test_several_at_once_in_chile() -> None:
    # both at +50: impossible in one round, but both lost: best total, then the closer
    assert winners(CHILE[2], scored(CHILE[2], (-45, -45), {"A": -9, "B": -9}, "B")) == "B"
    assert winners(CHILE[2], scored(CHILE[2], (-45, -45), {"A": -9, "B": -9}, None)) == "AB"


# -- re-entry ---------------------------------------------------------------------------------------------------------------


def test_f30_all_who_re_enter_take_the_same_total() -> None:
    at = FOURNIER[4]
    pause = scored(at, (40, 90, 90, 50), {"A": 0, "B": 14, "C": 20, "D": 5})
    assert pause.asked == (1, 2)
    after = close_pause(at, pause, [2, 1])
    assert (after.totals, seats_in(after), after.re_entries) == ((40, 55, 55, 55), "ABCD", (0, 1, 1, 0))
    assert seats_in(close_pause(at, pause)) == "AD"
    at = FOURNIER[3]
    pause = scored(at, (40, 90, 90), {"A": 0, "B": 14, "C": 20})
    assert (pause.asked, winners(at, pause)) == ((), "A")
    with pytest.raises(ValueError, match="may not re-enter"):
        close_pause(at, pause, [1])
    reasons = why_not(at, pause.before, pause.result, pause.sheet, 1)
    assert [one.clause for one in reasons] == ["fo.12"]


def test_f32_in_at_the_limit() -> None:
    at = FOURNIER[3]
    after = close_pause(at, scored(at, (95, 60, 90), {"A": 5, "B": 0, "C": 18}), [2])
    assert (after.totals, seats_in(after)) == ((100, 60, 100), "ABC")


def test_f33_no_re_entry() -> None:
    pause = scored(SPANISH[3], (90, 90, 20), {"A": 10, "B": 11, "C": 5})
    assert pause.asked == ()
    assert [one.clause for one in why_not(SPANISH[3], pause.before, pause.result, pause.sheet, 1)] == ["es.10"]


def test_a_seat_out_for_long_may_come_back() -> None:
    pause = scored(FOURNIER[4], (10, 105, 40, 50), {"A": 0, "C": 1, "D": 5}, out="B")
    assert pause.asked == (1,)
    after = close_pause(FOURNIER[4], pause, [1])
    assert (after.totals[1], after.out_since) == (55, (None,) * 4)


def test_house_e_by_itself_and_once() -> None:
    at = table("house-e", 4)
    pause = scored(at, (90, 95, 20, 60), {"A": 15, "B": 10, "C": 5, "D": 3})
    assert (pause.asked, pause.re_entered) == ((), (0, 1))
    assert pause.standing.totals == (63, 63, 25, 63)
    after = close_pause(at, pause)
    assert (seats_in(after), after.re_entries) == ("ABCD", (1, 1, 0, 0))
    again = settle(at, replace(after, totals=(95, 63, 25, 63)), pause.result, pause.sheet)
    assert seats_in(again.standing) == "BCD"


def test_house_g_no_re_entry_for_two() -> None:
    at = table("house-g", 4)
    four = scored(at, (40, 90, 20, 50), {"A": 0, "B": 14, "C": 20, "D": 5})
    assert four.asked == (1,)
    two = scored(at, (40, 90, 90, 50), {"A": 0, "B": 14, "C": 20, "D": 5})
    assert (two.asked, winners(at, two)) == ((), "")


# -- who is next ------------------------------------------------------------------------------------------------------------


def test_f16_the_next_eldest_is_in() -> None:
    pause = scored(SPANISH[3], (10, 95, 20), {"A": 1, "B": 11, "C": 5}, eldest="A")
    assert close_pause(SPANISH[3], pause).eldest == 2
    pause = scored(SPANISH[3], (10, 5, 95), {"A": 1, "B": 11, "C": 25}, eldest="B")
    assert close_pause(SPANISH[3], pause).eldest == 0


def test_the_closer_may_be_next() -> None:
    at = house("eldest: {next: closer}\n", seats=3)
    assert close_pause(at, scored(at, (10, 20, 30), {"A": 1, "B": 1, "C": 1}, "C")).eldest == 2
    assert close_pause(at, scored(at, (10, 20, 99), {"A": 1, "B": 1, "C": 5}, "C")).eldest == 0
    assert close_pause(at, scored(at, (10, 20, 30), {"A": 1, "B": 1, "C": 1}, None)).eldest == 1


def test_who_leaves_is_out_and_not_asked() -> None:
    at = FOURNIER[4]
    pause = scored(at, (40, 90, 10, 50), {"A": 0, "B": 14, "D": 5})
    pause = settle(at, standing(at, (40, 90, 10, 50)), pause.result, pause.sheet, gone=[2])
    assert (seats_in(pause.standing), pause.asked) == ("AD", (1,))


# -- coins -------------------------------------------------------------------------------------------------------------------


def test_entry_re_entry_and_the_pot() -> None:
    at = table("fournier-40", 4, stake=5)
    start = opening(at, eldest=2)
    assert (start.pot, start.paid, start.eldest) == (20, (5, 5, 5, 5), 2)
    coins = {"pot": 20, "paid": (5, 5, 5, 5)}
    pause = scored(at, (40, 90, 90, 50), {"A": 0, "B": 14, "C": 20, "D": 5})
    pause = settle(at, replace(standing(at, (40, 90, 90, 50)), **coins), pause.result, pause.sheet)
    after = close_pause(at, pause, [1, 2])
    assert (after.pot, after.paid) == (30, (5, 10, 10, 5))
    end = scored(at, (40, 98, 99, 97), {"A": 0, "B": 14, "C": 20, "D": 5}, pot=30, paid=(5, 10, 10, 5))
    won = close_pause(at, end)
    assert (won.winners, won.pot, won.paid) == ((0,), 0, (-25, 10, 10, 5))


def test_a_shared_pot_and_its_rest() -> None:
    at = table("fournier-40", 3, stake=5)
    # all out, A and C equal: 15 coins, the odd one to the first after the closer C
    end = scored(at, (95, 99, 95), {"A": 10, "B": 20, "C": 10}, "C", pot=15, paid=(5, 5, 5))
    won = close_pause(at, end)
    assert (won.winners, won.pot, won.paid) == ((0, 2), 0, (5 - 8, 5, 5 - 7))
    assert sum(won.paid) == won.pot
    assert shared(15, [2, 0]) == [(2, 8), (0, 7)]


def test_losers_and_outcomes_pay() -> None:
    rules = "stakes:\n  entry: 10\n  winner_takes: pot / 2\n  loser_pays: coins(max(total - 100, 0))\n"
    at = house(rules, seats=3)
    end = scored(at, (101, 98, 40), {"B": 12, "C": 1}, "C", out="A", pot=30, paid=(10, 10, 10))
    won = close_pause(at, end)
    assert (won.winners, won.pot, won.paid) == ((2,), 15, (11, 20, 10 - 15 - 11))
    at = house("close: {outcomes: {clean: {pays: 3}, chinchon: {pays: 7}}}\n", seats=3)
    one = played(at, {"A": "1o 2o 3o 4o 6c 6e 6b", "B": "2e 4c 5c 12e 10b 1b 11c", "C": "10b 7c 1e 3e 5e 11o 12c"})
    assert one.pause().standing.paid == (-6, 3, 3)
    one = played(at, {"A": "1b 2b 3b 4b 5b 6b 7b", "C": "10b 7c 1o 3o 5e 11o 12e"})
    assert (one.after().paid, one.after().winners) == ((-7, 0, 7), (0,))
