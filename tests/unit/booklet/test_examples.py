"""The examples of a booklet are what the referee says, at any table."""

from pathlib import Path

import pytest

from referee.booklet import Booklet, booklet_of
from referee.booklet.hands import hands
from referee.game.close import judge_close
from referee.library import Library
from referee.library.shelf import FolderShelf
from referee.table import Table, bind
from referee.workshop.check import check

LIBRARY = Library()
HOUSE = sorted((Path(__file__).parents[3] / "rulesets" / "house").glob("*.yaml"))
BUILT_IN = [name for name in LIBRARY.names() if LIBRARY.rule_set(name).playable]


def told(booklet: Booklet) -> dict[str, str]:
    """What is said of the cards in each picture of a close, by the cards."""
    return {
        example.written: "".join(part if isinstance(part, str) else part.clause for each in example.sentences for part in each)
        for _, example in booklet.examples
    }


def judged_again(table: Table) -> int:
    """How many examples of a close there are; each is judged anew, from the cards as they are written."""
    closes = 0
    for written, text in told(booklet_of(table, "en")).items():
        if "This hand may" not in text or "Laps finished" in text or "with" in text.partition(":")[0]:
            continue
        closes += 1
        verdict = judge_close(table, table.read_hand(written.replace("|", " ").replace("+", " ")))
        assert ("This hand may close" in text) == verdict.legal, written
        assert f"[{verdict.clause}" in text, written
    return closes


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_examples_of_the_built_ins(name: str) -> None:
    table = bind(LIBRARY.rule_set(name))
    assert judged_again(table) >= 3
    said = told(booklet_of(table, "en")).values()
    outcomes = {judge_close(table, hand).outcome for hand in hands(table)} - {None}
    assert len([text for text in said if "may close" in text]) >= len(outcomes)
    assert any("may not close" in text for text in said)


@pytest.mark.parametrize("path", HOUSE, ids=lambda path: path.stem)
def test_the_examples_of_the_house_rules(path: Path) -> None:
    rules = check(path.read_bytes(), path.name, FolderShelf([path.parent])).rule_set
    assert rules is not None
    assert judged_again(bind(rules)) >= 1


def test_hands_are_hands_and_always_the_same() -> None:
    table = bind(LIBRARY.rule_set("spanish-40"), None, {"jokers": "2"})
    found = list(hands(table))
    assert found == list(hands(table))
    assert len(set(found)) == len(found)
    for hand in found:
        assert len(hand) == table.hand_size
        table.check_copies(hand)
    assert any(table.kind(card).joker for hand in found for card in hand)
