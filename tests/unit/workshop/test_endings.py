"""Does every round end, does every game? What is claimed is held against games that play themselves."""

from __future__ import annotations

from random import Random

import pytest

from referee.table import Table
from referee.workshop.proof.prove import Proof, prove
from referee.workshop.proof.roundends import round_endings
from referee.workshop.selfplay import steps
from referee.workshop.strategies import at_random
from tests.tables import house, table

SMALL = "pack: {ranks: [1, 2, 3, 4, 5]}\ndeal: {cards: 4}\n"


def proof(rules: str, sample: int = 500) -> Proof:
    return prove(house(f"{SMALL}{rules}"), Random(0), sample=sample)


BOUNDED_TURNS = "turn: {may_take: {t.1: turns below 3}}\nstock: {at_most: 1}\n"


@pytest.mark.parametrize("name", ["spanish-40", "fournier-40", "chilean-50"])
def test_most_games_of_the_family_have_two_circles(name: str) -> None:
    found = round_endings(table(name), Random(0))
    assert [(one.bounded, one.path) for one in found] == [(False, "turn.may_take"), (False, "stock.reshuffle")]
    assert all("played on the referee" in one.said for one in found)


@pytest.mark.parametrize(
    ("rules", "paths"),
    [
        ("stock: {at_most: 2}\n", ["turn.may_take"]),
        ("turn: {may_take: {t.1: no}}\n", ["stock.reshuffle"]),
        ("turn: {may_take: {t.1: laps below 10}}\nstock: {reshuffle: none}\n", []),
        ("turn: {may_take: {t.1: card.rank is 5}}\nstock: {reshuffle: none}\n", ["turn.may_take.t.1"]),
    ],
)
def test_what_leaves_a_round_open(rules: str, paths: list[str]) -> None:
    found = round_endings(house(f"{SMALL}{rules}"), Random(0))
    assert [one.path for one in found if not one.bounded] == paths


def longest(at: Table, rounds: int) -> int:
    """The most turns of a round among some that were played at random."""
    chance, most, played = Random(1), 0, 0
    for step in steps(at, [at_random], chance):
        if step.after.round is not None:
            most = max(most, sum(step.after.round.turns))
        played += step.pause is not None
        if played >= rounds:
            break
    return most


def test_no_round_is_longer_than_was_proved() -> None:
    at = house(f"{SMALL}{BOUNDED_TURNS}close: {{may_close: {{es.3: laps at least 90}}}}\n")
    (ending,) = round_endings(at, Random(0))
    assert ending.bounded
    assert ending.most is not None
    assert 10 < longest(at, 20) <= ending.most


@pytest.mark.parametrize(
    ("rules", "most"),
    [
        ("game: {ends_when: {es.9: rounds at least 5}}\n", 5),
        ("game: {ends_when: {es.9: total above 50 or rounds at least 9}}\n", 9),
        ("game: {ends_when: {t.1: out and rounds at least 3, t.2: rounds above 6}}\n", 7),
    ],
)
def test_a_game_of_so_many_rounds(rules: str, most: int) -> None:
    ending = proof(rules).games
    assert (ending.bounded, ending.most) == (True, most)


def test_gains_hold_off_a_limit() -> None:
    ending = proof("").games
    assert ending.bounded is False
    assert "`clean` writes -10" in ending.said


ONLY_UP = """\
close:
  outcomes:
    chinchon: {wins_game: remove, writes: 1}
    joker_chinchon: {writes: 1}
    clean: {writes: 1}
    plain: {writes: deadwood + 1}
"""


def test_totals_that_only_grow_end_a_game() -> None:
    ending = proof(ONLY_UP).games
    assert ending.bounded is True
    assert "rise by 1 points" in ending.said


def test_a_seat_that_may_come_back_undoes_that() -> None:
    again = "re_entry: {may_re_enter: {es.10: remove, t.1: seats_in at least 1}, total: 0 points}\n"
    assert proof(f"{ONLY_UP}{again}").games.bounded is None


ONLY_DOWN = """\
close: {outcomes: {plain: {writes: -1}, joker_chinchon: {writes: -2}}}
written: {by_others: {es.8: -deadwood}, if_unclosed: {x.9: -deadwood}}
"""


def test_a_limit_on_the_wrong_side_is_never_reached() -> None:
    assert [one.path for one in proof(ONLY_DOWN).unreachable] == ["game.out_when.es.9"]
    assert proof("").unreachable == ()
