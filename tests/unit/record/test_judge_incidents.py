"""What is no play: seats that leave or run out of time, calls, feints, the dead round; and evidence of shuffles."""

from __future__ import annotations

from typing import Any

import pytest

from referee.cards import Card
from referee.game.flow import full_pack
from referee.record.shuffle import commitment, shuffled
from referee.record.verdict import FindingKind, Status
from tests.tables import table
from tests.unit.record.judging import CLOSED, DEAL, SCORES, judged, round_of, told, violation


def test_a_seat_that_leaves_is_out() -> None:
    verdict = judged(round_of("A: <12b-4o B: !leave C: +7o-7e A: +5b-5b"), {"eldest": "C"})

    assert verdict.first_violation is None
    assert told(verdict)[0] == ("note", "LEAVE", 0)
    assert verdict.findings[0].message == "B (Beñat) leaves the table"
    found = violation(judged(round_of("A: <12b-4o B: !resign B: +5b-12c")))
    assert found.code == "SEAT_IS_OUT"


def test_the_last_seat_left_has_won() -> None:
    verdict = judged(round_of("A: <12b-4o B: !leave C: !resign", scores={"A": 1}))

    assert verdict.first_violation is None, verdict.first_violation
    assert verdict.winners == ("A",)
    assert verdict.out == ("B", "C")


def test_who_leaves_during_the_count_is_counted() -> None:
    verdict = judged(round_of(f"{CLOSED} C: !leave", scores=SCORES))

    assert verdict.first_violation is None
    assert verdict.totals == SCORES
    assert verdict.out == ("B", "C")
    assert verdict.winners == ("A",)


def test_a_call_changes_nothing() -> None:
    verdict = judged(round_of("A: <12b !call -4o B: !call +5b-12c"))

    assert verdict.first_violation is None
    assert verdict.accepted.actions == 4
    taken = judged(round_of("A: <12b-12b !call @1 A: -4o", rulings=[{"taken_back": 1}]))
    assert taken.first_violation is None


def test_a_feint() -> None:
    assert violation(judged(round_of("A: <12b !feint -4o"))).code == "FEINT"
    assert violation(judged(round_of("A: !feint <12b-4o"))).code == "NOT_NOW"
    ruled = judged(round_of("A: <12b !feint @1 -4o", rulings=[{"stands": True, "points": {"A": 5}}]))
    assert told(ruled)[0] == ("irregularity", "FEINT", 1)


AFTER = {
    # what was agreed: plays behind `A: <12b-4o B: !timeout` that keep to it, and that do not
    "": ["+5b-12c", "!leave"],
    "hold": ["+5b-12c", "!call +5b-12c"],
    "skip": [". C: +7o-7e", "!call . C: +7o-7e"],
    "play_drawn": ["+5b-5b C: +7o-7e", "+?-5b C: +7o-7e"],
    "out": ["!leave C: +7o-7e"],
}
AGAINST = {
    "": [". C: +7o-7e"],
    "hold": ["."],
    "skip": ["+5b-12c", "!leave"],
    "play_drawn": ["+5b-12c", ".", "<4o-4o"],
    "out": ["+5b-12c", ".", "!resign"],
}


def timed_out(policy: str, play: str) -> Any:
    return judged(round_of(f"A: <12b-4o B: !timeout {play}"), **({"time_out": policy} if policy else {}))


@pytest.mark.parametrize(("policy", "play"), [(name, play) for name, plays in AFTER.items() for play in plays])
def test_what_was_agreed_follows_a_time_out(policy: str, play: str) -> None:
    verdict = timed_out(policy, play)

    assert verdict.first_violation is None, verdict.first_violation
    assert told(verdict)[0] == ("note", "TIMEOUT", 0)


@pytest.mark.parametrize(("policy", "play"), [(name, play) for name, plays in AGAINST.items() for play in plays])
def test_anything_else_is_against_what_was_agreed(policy: str, play: str) -> None:
    found = violation(timed_out(policy, play))

    assert found.kind is FindingKind.ILLEGAL
    assert found.code == ("NOT_NOW" if policy not in {"", "hold"} else "TURN_MISSED")


def test_time_may_run_out_behind_the_draw() -> None:
    def behind(policy: str, play: str) -> Any:
        return judged(round_of(f"A: <12b-4o B: +5b !timeout {play}"), time_out=policy)

    assert behind("play_drawn", "-5b C: +7o-7e").first_violation is None
    assert violation(behind("play_drawn", "-12c")).code == "NOT_NOW"
    assert violation(judged(round_of("A: <12b-4o C: !timeout"))).code == "OUT_OF_TURN"


def test_what_has_to_follow_is_named() -> None:
    found = violation(timed_out("skip", "+5b-12c"))

    assert found.message == "after `!timeout` the policy `skip` asks for `.`"
    assert found.legal == (".",)


# -- the stock ---------------------------------------------------------------------------------------------------------


def dry(play: str, rules: str = "spanish-40", seats: int = 4, before: str = "") -> Any:
    """The verdict on a round in which all that may be drawn was drawn and thrown before `play`, and the cards thrown."""
    here = table(rules, seats)
    cards = [here.write(Card(card.index)) for card in full_pack(here)]
    stock = cards[seats * here.hand_size + 1 : len(cards) - here.settings["stock.keep"]]
    laps = " ".join(f"+{card}-{card}" for card in stock)
    played = {"eldest": "A", "pack": " ".join(cards), "play": f"A: {before} {laps} {play}"}
    return judged(played, rules=rules, seats=seats, options={}), stock


def test_an_empty_stock_has_to_be_shuffled_first() -> None:
    verdict, stock = dry("+1o-1o")
    found = violation(verdict)

    assert found.code == "STOCK_EMPTY"
    assert found.help == "the discards are shuffled first; write their new order: `%5c7o…`, or `%?`"
    assert dry("%? +?-4o")[0].first_violation is None
    order = "".join(stock[:-1])
    known = violation(dry(f"%{order}")[0])
    assert (known.code, known.clause) == ("NEW_STOCK_DIFFERS", "es.10")


def test_a_pile_that_was_shuffled_is_empty() -> None:
    found = violation(dry("%? <4o", rules="fournier-40")[0])

    assert (found.code, found.clause, found.message) == ("PILE_EMPTY", "fo.11", "the discard pile is empty")


def test_the_last_cards_of_a_stock_are_not_drawn_nor_shuffled() -> None:
    def gin(play: str) -> Any:
        return dry(play, rules="gin-rummy", seats=2, before=". .")[0]

    found = violation(gin("+?-As"))
    assert (found.code, found.message) == ("STOCK_EMPTY", "the last 2 cards of the stock are not drawn")
    assert found.help == "the round ends here unclosed: `!dead`"
    assert (violation(gin("%?")).code, violation(gin("%?")).clause) == ("NO_RESHUFFLE", "gin.10")
    dead = gin("!dead")
    assert dead.first_violation is None
    assert [line.computed for line in dead.sheet] == [0, 0]
    assert violation(gin("!dead A: +?-As")).code == "ROUND_IS_OVER"


# -- evidence ----------------------------------------------------------------------------------------------------------

SEEDS = {"A": bytes(32), "B": bytes([0x11]) * 32}


def shuffled_round(number: int = 1, *, cut: int = 0, seeds: dict[str, bytes] = SEEDS, **keys: Any) -> dict[str, Any]:
    here = table("spanish-40", 2)
    order = shuffled([Card(card.index) for card in full_pack(here)], "vector", number, seeds, cut=cut)
    evidence = {
        "commitments": {seat: commitment(seat, seed) for seat, seed in seeds.items()},
        "seeds": {seat: seed.hex() for seat, seed in seeds.items()},
        "cut": cut,
    }
    return {"eldest": "A", "pack": " ".join(map(here.write, order)), "shuffle": evidence, **keys}


def test_a_shuffle_that_follows_from_its_seeds() -> None:
    verdict = judged(shuffled_round(), seats=2, id="vector")
    assert verdict.first_violation is None
    assert verdict.status is Status.CLEAN
    assert judged(shuffled_round(cut=7), seats=2, id="vector").first_violation is None


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"cut": 3}, "SHUFFLE_DIFFERS", "rounds[0].pack"),
        ({"seeds": {"A": "22" * 32, "B": "11" * 32}}, "COMMITMENT_BROKEN", "rounds[0].shuffle.seeds.A"),
    ],
)
def test_a_shuffle_that_does_not(change: dict[str, Any], code: str, path: str) -> None:
    played = shuffled_round()
    played["shuffle"] = {**played["shuffle"], **change}
    found = violation(judged(played, seats=2, id="vector"))

    assert (found.code, found.kind, found.place.path) == (code, FindingKind.DISAGREES, path)


def test_the_first_card_that_differs_is_named() -> None:
    found = violation(judged(shuffled_round(), seats=2, id="another"))
    assert found.code == "SHUFFLE_DIFFERS"
    assert found.measured["number"] == "1"
    ruled = judged(shuffled_round(rulings=[{"stands": True}]), seats=2, id="another")
    assert told(ruled)[0] == ("irregularity", "SHUFFLE_DIFFERS", 1)


def test_a_deal_written_as_hands_is_compared_too() -> None:
    played = shuffled_round()
    cards = played.pop("pack").split()
    hands = {"A": " ".join(cards[0:14:2]), "B": " ".join(cards[1:14:2])}
    assert judged({**played, "hands": hands, "upcard": cards[14]}, seats=2, id="vector").first_violation is None
    swapped = {"A": hands["B"], "B": hands["A"]}
    found = violation(judged({**played, "hands": swapped}, seats=2, id="vector"))
    assert (found.code, found.place.path) == ("SHUFFLE_DIFFERS", "rounds[0].hands.A")


def test_a_seed_that_was_known() -> None:
    first = shuffled_round(scores={"A": 1, "B": 2})
    second = {**shuffled_round(2), "eldest": "B"}
    found = violation(judged(first, second, seats=2, id="vector"))

    assert (found.code, found.place.path) == ("SEED_REUSED", "rounds[1].shuffle.seeds.A")
    assert "round 1" in found.message


def test_a_seed_that_was_never_revealed() -> None:
    played = shuffled_round()
    del played["shuffle"]["seeds"]["B"]
    verdict = judged(played, seats=2, id="vector")

    assert verdict.first_violation is None
    assert verdict.not_judged == ("round 1: the shuffle: not every seed was revealed",)
    assert verdict.status is Status.CONSISTENT


def test_seals_that_nobody_can_compute_are_said_to_be() -> None:
    verdict = judged(round_of("A: <12b-13o", seal="00" * 32))

    assert violation(verdict).code == "UNREADABLE"
    assert "the seals: the record cannot be read to its end" in verdict.not_judged


def test_a_broken_seal_is_told_beside_another_violation() -> None:
    verdict = judged(round_of("A: <12b-12b", seal="00" * 32))

    assert violation(verdict).code == "THREW_TAKEN_CARD"
    (found,) = verdict.findings
    assert (found.code, found.conditional) == ("SEAL_BROKEN", False)
    assert violation(judged(DEAL, seal="00" * 32)).place.path == "seal"
