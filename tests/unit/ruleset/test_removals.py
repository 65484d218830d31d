"""What says nothing is taken out whole: the entry, its comma or its lines, and what would hold nothing without it."""

import pytest

from referee.library.shelf import FolderShelf
from referee.workshop.mend import mend

HEAD = "rule_set: casa\nformat: 1\nextends: spanish-40\n"


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        ("deal: {cards: 7}\ntable: {seats: 2}\n", "table: {seats: 2}\n"),
        ("deal: {cards: 7, next_card: offered}\n", "deal: {next_card: offered}\n"),
        ("deal: {next_card: offered, cards: 7}\n", "deal: {next_card: offered}\n"),
        ("deal:\n  cards: 7\n  next_card: offered\n", "deal:\n  next_card: offered\n"),
        ("close:\n  may_close:\n    es.3: laps at least 1\ntable: {seats: 2}\n", "table: {seats: 2}\n"),
        ("points:\n  es.7: card.number\n  es.13: {points: 50}\n", "points:\n  es.13: {points: 50}\n"),
        ("deal: {cards: 7}\n", ""),
        ("deal: {cards: 7}  # as always\ntable: {seats: 2}\n", "deal: {cards: 7}  # as always\ntable: {seats: 2}\n"),
    ],
)
def test_an_entry_goes_with_all_that_is_its_own(written: str, mended: str) -> None:
    made = mend(f"{HEAD}{written}".encode(), "casa.yaml", FolderShelf())
    assert made.content.decode() == f"{HEAD}{mended}"
    assert [one.code for one in made.checked.diagnostics if one.code == "CH703"] == ["CH703"] * ("#" in mended)
