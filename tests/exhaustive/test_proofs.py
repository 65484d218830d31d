"""Proofs on the whole pack of forty cards: what `prove spanish-40` finds, and that every hand is in its counts."""

from __future__ import annotations

from random import Random

import pytest

from referee.library import Library
from referee.table import bind
from referee.workshop.proof.prove import Proof, prove
from tests.exhaustive.test_all_hands import ALL_HANDS, CHINCHONES, CLASSES, WITH_DEADWOOD_UP_TO
from tests.tables import house

pytestmark = pytest.mark.slow

KINDS = 3_993


@pytest.fixture(scope="module")
def spanish() -> Proof:
    library = Library()
    return prove(bind(library.compile(library.source("spanish-40"), "spanish-40.yaml")), Random(0), jobs=2)


def test_four_melded_cards_change_nothing_here_and_matter_with_two_packs(spanish: Proof) -> None:
    (found,) = [one for one in spanish.told if one.finding.code == "CH606"]
    assert found.finding.path == "close.may_close.es.4"
    assert found.finding.message.startswith("`melded at least 4 cards` changes nothing")
    assert found.finding.span is not None
    assert (
        found.finding.span.source.text[found.finding.span.start : found.finding.span.end] == "melded at least 4 cards"
    )
    assert [(one.said, one.offered) for one in found.elsewhere] == [("with two packs", False)]


def test_rules_for_jokers_are_idle_only_while_there_are_none(spanish: Proof) -> None:
    idle = {one.finding.path: [each.said for each in one.elsewhere if each.offered] for one in spanish.only_here}
    assert idle["close.outcomes.joker_chinchon"] == ["with `jokers` 2"]
    assert {one.finding.code for one in spanish.told} == {"CH606", "CH607"}


def test_every_hand_is_counted(spanish: Proof) -> None:
    kinds, counts = spanish.kinds, spanish.counts
    assert (kinds.hands, kinds.asked, kinds.classes, len(kinds.kinds)) == (ALL_HANDS, ALL_HANDS, CLASSES, KINDS)
    for most, hands in WITH_DEADWOOD_UP_TO.items():
        assert sum(counts.deadwood[points] for points in range(most + 1)) == hands
    assert counts.outcomes["chinchon", "es.6", True, None] == CHINCHONES
    assert sum(counts.outcomes.values()) + sum(counts.refused.values()) == ALL_HANDS


def test_two_packs_of_forty_cards_are_asked_about_hand_by_hand() -> None:
    proof = prove(house("pack: {copies: 2}\n"), Random(0), jobs=2)
    assert (proof.exact, proof.kinds.hands, proof.kinds.classes) == (True, 48_619_480, 2_268_460)
    assert "CH606" not in {one.finding.code for one in proof.told}, "two packs need the four melded cards of es.4"


def test_two_packs_of_forty_eight_cards_are_sampled() -> None:
    proof = prove(house("pack: {copies: 2, ranks: [1..12]}\n"), Random(0), jobs=1)
    assert not proof.exact
    assert all(one.finding.claim is None or one.finding.block.what != "hand" for one in proof.told)
