"""Melds that players put down and lay cards on themselves, one step at a time, and what has come of it at the end."""

from __future__ import annotations

from referee.game.actions import LaidCard
from referee.game.close import judge_close
from referee.game.layoff import CannotBeLaid, lay
from referee.game.price import price
from referee.game.result import Course
from referee.game.roundfacts import set_arrangement
from referee.game.showdown import Shown, as_declared, lay_off_facts
from referee.game.stakes import opening
from referee.game.state import TableMeld
from referee.game.tablemeld import as_put_down, as_written, take
from referee.table import Table
from tests.tables import table
from tests.unit.game.rounds import melds

SPANISH = table("spanish-40", 3)
JOKERS = table("spanish-40", 3, jokers=2)


def test_one_card_at_a_time_with_reasons() -> None:
    at = table("house-k", 3)
    (run,) = melds(at, (0, "4c 5c 6c"))
    hand = at.read_hand("7c 10c 1o 3b 5e 11o 12e")
    facts = lay_off_facts(at, opening(at), Course(0, 1, (1, 1, 1)), 1, hand, closer=0, outcome="plain")
    set_arrangement(facts, at, hand, (), hand)
    card, other = at.read_hand("7c 10c")
    refused = lay(at, run, LaidCard(other), seat=1, facts=facts)
    assert refused == (CannotBeLaid("x.7"),)
    refused = lay(at, run, LaidCard(card), seat=1, facts=facts)
    assert isinstance(refused, tuple)
    assert [(one.clause, one.key, len(one.leaves)) for one in refused] == [("k.1", "k.1", 1)]
    done = lay(table("spanish-40", 3), run, LaidCard(card), seat=1, facts=facts)
    assert isinstance(done, TableMeld)
    assert done.laid == ((1, card),)


def test_a_laid_joker_and_its_place() -> None:
    (run,) = melds(JOKERS, (0, "4c 5c 6c"))
    joker, below, above, far = (JOKERS.read_hand(text)[0] for text in ("JK", "3c", "7c", "2c"))
    assert take(JOKERS, run, joker, below, seat=1).places[0] == below.index  # type: ignore[union-attr]
    assert take(JOKERS, run, joker, seat=1).places[-1] == above.index  # type: ignore[union-attr]
    assert take(JOKERS, run, joker, far) is None
    (top,) = melds(JOKERS, (0, "10c 11c 12c"))
    assert take(JOKERS, top, joker, seat=1).places[0] == above.index  # type: ignore[union-attr]
    (aces,) = melds(JOKERS, (0, "1o 1c 1e"))
    assert take(JOKERS, aces, joker, JOKERS.read_hand("1b")[0]).places[-1] == -1  # type: ignore[union-attr]
    assert take(JOKERS, aces, joker, below) is None


def test_a_run_grows_to_the_end_of_its_suit_and_beyond_any_hand() -> None:
    (run,) = melds(SPANISH, (0, "1c 2c 3c 4c 5c 6c 7c"))
    for text in ("10c", "11c", "12c"):
        run = take(SPANISH, run, SPANISH.read_hand(text)[0], seat=1) or run
    assert len(run.cards) == 10
    assert as_put_down(run).cards == SPANISH.read_hand("1c 2c 3c 4c 5c 6c 7c")
    assert take(SPANISH, run, SPANISH.read_hand("1c")[0]) is None


def test_melds_as_they_are_written() -> None:
    def places(at: Table, text: str) -> str | None:
        cards = tuple(at.pack.notation.read_many(text))
        found = as_written(at, 0, cards)
        if found is None:
            return None
        return " ".join("*" if place == -1 else at.pack.kinds[place].text for place in found.places)

    assert places(JOKERS, "4c 5c JK") == "4c 5c 6c"
    assert places(JOKERS, "JK 4c 5c") == "3c 4c 5c"
    assert places(JOKERS, "6c 4c JK") == "4c 5c 6c"
    assert places(JOKERS, "11o JK 11b") == "11o 11b *"
    assert places(JOKERS, "JK 1c 2c") == "1c 2c 3c"
    assert places(JOKERS, "JK JK") is None
    assert places(JOKERS, "4c 7e 12b") is None
    assert as_written(JOKERS, 0, ()) is None
    wild = table("chilean-50", wild_ace=True)
    assert places(wild, "1o 2o 3o") == "1o 2o 3o"
    assert places(wild, "2o 3o 1o") == "2o 3o 4o"


def test_what_was_declared_lies_on_the_table() -> None:
    at = table("spanish-40", 2, declared=True)
    kept, other = at.read_hand("4c 5c 6c 11o 11e 11b 2b"), at.read_hand("7c 3c 1o 12e 10b 5o 3e")
    (run,) = melds(at, (0, "4c 5c 6c"))
    for card in at.read_hand("3c 7c"):
        run = take(at, run, card, seat=1) or run
    shown = Shown.of(0, judge_close(at, kept))
    # the closer has put down one meld of his two; he still writes what the judged arrangement leaves
    result = as_declared(at, Course(0, 1, (1, 1)), [kept, other], [run], shown=shown)
    assert [at.write(one.card) for one in result.seats[1].laid] == ["3c", "7c"]
    sheet = price(at, result, opening(at))
    assert [line.written for line in sheet.lines] == [2, 31]


def test_m13_chinchon_however_split() -> None:
    at = table("spanish-40", 2, declared=True)
    kept, other = at.read_hand("1b 2b 3b 4b 5b 6b 7b"), at.read_hand("7c 3c 1o 12e 10b 5o 3e")
    there = melds(at, (0, "1b 2b 3b"), (0, "4b 5b 6b 7b"))
    result = as_declared(at, Course(0, 1, (1, 1)), [kept, other], there, shown=Shown.of(0, judge_close(at, kept)))
    assert price(at, result, opening(at)).won_by == 0
