"""Every kind of hand of forty cards, closed: verdicts that are looked up, against every rule asked about every arrangement."""

from __future__ import annotations

from random import Random

import pytest

from referee.cards import Card
from referee.game.choice import best_close, closable
from referee.game.close import CloseQuestion, judge_close
from referee.workshop.proof.closerules import CloseRules
from referee.workshop.proof.handkinds import hand_kinds
from tests.property.plain_close import plain_close, plain_closings
from tests.property.test_close_looked_up import nearest, said, same
from tests.tables import table

pytestmark = pytest.mark.slow

KINDS = 3_993


def test_every_kind_of_hand_is_judged_as_the_rules_say() -> None:
    at, random = table("spanish-40"), Random(6)
    found = hand_kinds(CloseRules.of(at), random, jobs=2)
    assert found.exact
    assert len(found.kinds) == KINDS
    for kind in found.kinds:
        for laps in (0, 1):
            verdict = judge_close(at, kind.smallest, given={"laps": laps})
            assert same(verdict, plain_close(at, CloseQuestion(kind.smallest, {"laps": laps}, None, None, None)))
        closing = random.choice([card for card in map(Card, range(40)) if card not in kind.smallest])
        cards = (*kind.smallest, closing)
        chosen, plain = best_close(at, cards), plain_closings(at, cards, {}, None)
        assert chosen.closing == (plain.best or nearest(plain)), cards
        assert said(chosen) == said(dict(plain.each)[chosen.closing]), cards
        assert closable(at, cards) == {card.index for card, one in plain.each if one.legal}, cards
