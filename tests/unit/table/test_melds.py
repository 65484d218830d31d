"""What may be a meld at a table: sizes, signatures and tracks."""

from __future__ import annotations

from referee.table.melds import RUN, SET, Signature
from tests.tables import house, table


def test_signatures_of_the_spanish_game() -> None:
    rules = table("spanish-40", jokers=2).meld_rules
    assert rules.set_sizes == (3, 4)
    assert rules.run_sizes == (3, 4, 5, 6, 7, 8, 9)
    assert Signature(SET, 3, 1, 1) in rules.allowed
    assert Signature(SET, 3, 2, 2) not in rules.allowed, "two real cards (es.12)"
    assert Signature(RUN, 7, 2, 0) in rules.allowed
    assert rules.most_wilds[RUN, 3] == 1
    assert rules.most_wilds[RUN, 7] == 2, "the pack has no more"


def test_a_meld_of_wild_cards_alone_is_never_one() -> None:
    rules = house("pack: {jokers: 4}\nmelds: {each_meld: {es.12: remove}}\n").meld_rules
    assert Signature(SET, 4, 3, 3) in rules.allowed
    assert all(signature.naturals >= 1 for signature in rules.allowed)


def test_in_a_set_every_wild_card_is_an_outer_one() -> None:
    rules = house("melds: {each_meld: {r.1: meld.outer_wilds is 0}}\n", jokers=2).meld_rules
    assert {signature.wilds for signature in rules.allowed if signature.kind == SET} == {0}
    assert {signature.wilds for signature in rules.allowed if signature.kind == RUN} == {0, 1, 2}


def test_tracks() -> None:
    assert table("spanish-40").meld_rules.tracks[1] == tuple(range(10, 20))
    high = house("melds: {run: {ace: high}}\n").meld_rules
    assert high.tracks[0] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
    assert table("both-ends").meld_rules.tracks[0] == (*range(12), 0)
    assert table("around").meld_rules.cyclic
