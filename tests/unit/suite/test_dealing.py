"""What is said of a situation that no round can stand in: in words, at the place of the test."""

import pytest

from referee.library import Library
from referee.suite.grounds import Grounds
from referee.suite.reading import read_tests
from referee.suite.running import run_tests

LIBRARY = Library()
A, B = "4o 12o 5c 6c 7c 1e 12e", "2o 11o 3c 4c 12c 6e 10b"


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        (f"hands: {{A: {A} 3o 2c, B: {B}}}, upcard: 12b", "one hand has 9 cards, and a hand has 7"),
        (
            f"hands: {{A: {A}, B: {B}}}, upcard: 4o",
            "`4o` stands in hands, pile and stock 2 times, and the pack has only one",
        ),
        (f"hands: {{A: {A}, B: {B}}}, upcard: 12b, eldest: C", "seat C is not at this table"),
        (f"hands: {{A: {A}, B: {B}}}", "the card turned up is not said"),
    ],
)
def test_a_situation_that_cannot_be(situation: str, said: str) -> None:
    text = f'test: 1\ntests:\n  it: {{{situation}, play: "A: +", turn: A}}\n'
    file = read_tests(text.encode(), "x_test.yaml").file
    assert file is not None
    (made,) = run_tests(file.tests, Grounds(LIBRARY.rule_set("spanish-40"), LIBRARY))
    assert made.fault is not None
    assert made.fault.message.removeprefix("no round can be dealt so: ") == said
