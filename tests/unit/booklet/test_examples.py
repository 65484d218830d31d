"""The examples of a booklet are what the referee says, at any table."""

import pytest

from referee.booklet import booklet_of
from referee.booklet.examples import closes
from referee.booklet.hands import hands, judged
from referee.booklet.model import Example
from referee.game.close import judge_close
from referee.library import Library
from referee.table import bind

LIBRARY = Library()
BUILT_IN = [name for name in LIBRARY.names() if LIBRARY.rule_set(name).playable]


def text(example: Example) -> str:
    return " ".join(
        "".join(part if isinstance(part, str) else part.clause for part in each) for each in example.sentences
    )


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_close_is_what_the_referee_says(name: str) -> None:
    """The cards of the picture, asked about again, and what stands below it."""
    table = bind(LIBRARY.rule_set(name))
    booklet = booklet_of(table, "en")
    told = {(clause, example.written): text(example) for clause, example in booklet.examples}
    shown = closes(table, tuple(judged(table)))
    assert len(shown) >= 2
    for one in shown:
        arrangement = one.verdict.arrangement
        cards = [*(card for meld in arrangement.melds for card in meld.cards), *arrangement.loose]
        verdict = judge_close(table, cards, given=one.given, closing=one.closing)
        assert (verdict.legal, verdict.outcome, verdict.clause) == (
            one.verdict.legal,
            one.verdict.outcome,
            one.verdict.clause,
        )
        said = [
            words
            for (_, written), words in told.items()
            if words and set(map(table.write, cards)) == set(written.split()) - {"|", "+"}
        ]
        start = "This hand may close" if verdict.legal else "This hand may not close"
        assert any(start in words and f"[{verdict.clause}" in words for words in said), one


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_outcome_and_a_refusal_are_shown(name: str) -> None:
    table = bind(LIBRARY.rule_set(name))
    found = tuple(judged(table))
    shows = {one.shows for one in closes(table, found)}
    assert {("outcome", verdict.outcome) for _, verdict in found if verdict.legal} <= shows
    assert any(what == "clause" for what, _ in shows)


def test_of_hands_found_the_ones_at_the_edge_are_shown() -> None:
    table = bind(LIBRARY.rule_set("house-a"))
    shown = {one.shows: one.verdict.arrangement.deadwood for one in closes(table, tuple(judged(table)))}
    assert shown["outcome", "plain"] == 4
    assert shown["clause", "es.4"] == 5


def test_hands_are_hands_and_always_the_same() -> None:
    table = bind(LIBRARY.rule_set("spanish-40"), None, {"jokers": "2"})
    found = list(hands(table))
    assert found == list(hands(table))
    assert len(set(found)) == len(found)
    for hand in found:
        assert len(hand) == table.hand_size
        table.check_copies(hand)
    assert any(table.kind(card).joker for hand in found for card in hand)
