"""Closes judged a second time by trying every arrangement, with the clauses written out by hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from referee.game.close import judge_close, judge_closings
from tests.property import brute
from tests.property.games import FORTY, Game, chilean, fournier, hands, spanish, two_packs
from tests.property.test_solver import from_card, split, to_card
from tests.tables import table

Outcome = tuple[str, int | None]  # its name, and what is written; None: the game is won
Clauses = Callable[[list, list, int], set[str]]
Outcomes = Callable[[list, list, int, int], Outcome | None]


def one_run(melds, loose) -> bool:
    return not loose and len(melds) == 1 and melds[0].kind == "run"


def spanish_clauses(melds, loose, points, laps) -> set[str]:
    failed = set() if laps >= 1 else {"es.3"}
    return failed | (set() if sum(len(m.cards) for m in melds) >= 4 and points <= 5 else {"es.4"})


def spanish_outcome(melds, loose, points, laps) -> Outcome | None:
    wilds = sum(m.wilds for m in melds)
    if one_run(melds, loose):
        return ("chinchon", None) if not wilds else ("joker_chinchon", -50 if wilds == 1 else -25)
    return ("clean", -10) if not loose else ("plain", points)


def two_packs_outcome(melds, loose, points, laps) -> Outcome | None:
    if not loose:
        return ("chinchon", None) if len(melds) == 1 else ("clean", -10)
    return ("plain", points)


def fournier_clauses(melds, loose, points, laps) -> set[str]:
    return set() if points <= 5 else {"fo.5"}


def fournier_outcome(melds, loose, points, laps) -> Outcome | None:
    return ("clean", -10) if not loose else ("plain", points)


def chilean_clauses(melds, loose, points, laps) -> set[str]:
    return set()


def chilean_outcome(melds, loose, points, laps) -> Outcome | None:
    wilds = sum(m.wilds for m in melds)
    if one_run(melds, loose) and not wilds:
        return ("chinchon", None)
    if not loose:
        return ("full", 10)
    if len(loose) == 1 and loose[0] != brute.JOKER and loose[0][1] in (0, 1, 2) and laps >= 1:
        return ("remainder", -points)
    return None


TWINS = [
    ("spanish-40", None, {}, spanish(FORTY, 0), spanish_clauses, spanish_outcome, "", 1),
    ("spanish-40", None, {"jokers": 2}, spanish(FORTY, 2), spanish_clauses, spanish_outcome, "", 1),
    ("fournier-40", 5, {}, fournier(10, 2, True), fournier_clauses, fournier_outcome, "", 1),
    ("two-packs", None, {}, two_packs(), spanish_clauses, two_packs_outcome, "", 1),
    ("chilean-50", None, {}, chilean(False, 0), chilean_clauses, chilean_outcome, "cl.5", -1),
    ("chilean-50", None, {"wild_ace": True}, chilean(True, 0), chilean_clauses, chilean_outcome, "cl.5", -1),
    (
        "chilean-50",
        None,
        {"wild_ace": True, "printed_jokers": 2},
        chilean(True, 2),
        chilean_clauses,
        chilean_outcome,
        "cl.5",
        -1,
    ),
]


def slow_verdict(game: Game, hand, laps, clauses, outcomes, last_clause, direction):
    """(legal, outcome, points, list of melds) or (refused, clauses, list of melds)."""
    legal, refused = [], []
    for melds, loose in brute.arrangements(game.rules, hand):
        points = sum(game.rules.price(card) for card in loose)
        order = (points, *brute.order_key(game.rules, melds, loose)[1:])
        failed = clauses(melds, loose, points, laps)
        outcome = None if failed else outcomes(melds, loose, points, laps)
        if outcome is None:
            refused.append((len(failed), order, sorted(failed)))
        else:
            name, written = outcome
            worth = (written is not None, direction * (written or 0), *order[1:])
            legal.append((worth, name, written, order[-1]))
    if legal:
        best = min(legal)
        return True, {(name, written) for worth, name, written, _ in legal if worth == best[0]}, best[-1]
    fails, order, failed = min(refused)
    return False, failed or [last_clause], order[-1]


@pytest.mark.parametrize("twin", TWINS, ids=[f"{t[0]}-{t[1] or 'few'}-{len(t[2])}" for t in TWINS])
@pytest.mark.parametrize("laps", [1, 0])
def test_close_of_kept_cards(twin, laps):
    name, seats, options, game, clauses, outcomes, last_clause, direction = twin
    at = table(name, seats, **options)
    for hand in hands(game, 250, (7,), seed=11 + laps):
        cards = [to_card(at, card) for card in hand]
        verdict = judge_close(at, cards, given={"laps": laps})
        legal, said, melds = slow_verdict(game, hand, laps, clauses, outcomes, last_clause, direction)
        assert verdict.legal == legal, hand
        found, _ = split(at, verdict.arrangement)
        assert [block.order for block in found] == melds, hand
        if legal:
            assert (verdict.outcome, verdict.writes) in said, hand
            assert verdict.wins_game == (verdict.writes is None)
        else:
            assert [failure.clause for failure in verdict.failures] == sorted(said), hand
            assert all(failure.leaves for failure in verdict.failures)


@pytest.mark.parametrize("twin", TWINS, ids=[f"{t[0]}-{t[1] or 'few'}-{len(t[2])}" for t in TWINS])
def test_close_of_eight_cards(twin):
    name, seats, options, game, clauses, outcomes, last_clause, direction = twin
    at, random = table(name, seats, **options), Random(3)
    for hand in hands(game, 30, (8,), seed=5):
        cards = [to_card(at, card) for card in hand]
        closings = judge_closings(at, cards)
        assert [card for card, _ in closings.each] == sorted(set(cards))
        best = None
        for card, verdict in closings.each:
            keep = list(cards)
            keep.remove(card)
            assert verdict.arrangement == judge_close(at, keep, closing=card).arrangement
            legal, said, melds = slow_verdict(
                game, [from_card(at, c) for c in keep], 1, clauses, outcomes, last_clause, direction
            )
            assert verdict.legal == legal
            if legal:
                worth = (
                    not verdict.wins_game,
                    direction * (verdict.writes or 0),
                    len(verdict.arrangement.loose),
                    len(verdict.arrangement.melds),
                    melds,
                    card,
                )
                best = worth if best is None else min(best, worth)
        assert closings.best == (None if best is None else best[-1])
        assert judge_closings(at, random.sample(cards, len(cards))) == closings
