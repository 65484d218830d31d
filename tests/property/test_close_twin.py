"""Closes judged a second time by trying every arrangement, with the clauses written out by hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from referee.game.close import judge_close, judge_closings
from tests.property import brute
from tests.property.games import FORTY, Game, chilean, fournier, hands, spanish, two_packs
from tests.property.test_solver import from_card, split, to_card
from tests.tables import table

Outcome = tuple[str, int | None]  # its name, and what is written; None: the game is won
Melds = list[brute.Block]
Loose = list[brute.BruteCard]


class Twin(NamedTuple):
    """A game with its clauses by hand; `direction` is 1 where few points are good, -1 where many are."""

    name: str
    seats: int | None
    options: dict[str, int | bool]
    game: Game
    clauses: Callable[[Melds, Loose, int, int], set[str]]
    outcome: Callable[[Melds, Loose, int, int], Outcome | None]
    last_clause: str
    direction: int


def one_run(melds: Melds, loose: Loose) -> bool:
    return not loose and len(melds) == 1 and melds[0].kind == "run"


def spanish_clauses(melds: Melds, loose: Loose, points: int, laps: int) -> set[str]:
    failed = set() if laps >= 1 else {"es.3"}
    return failed | (set() if sum(len(m.cards) for m in melds) >= 4 and points <= 5 else {"es.4"})


def spanish_outcome(melds: Melds, loose: Loose, points: int, laps: int) -> Outcome | None:
    wilds = sum(m.wilds for m in melds)
    if one_run(melds, loose):
        return ("chinchon", None) if not wilds else ("joker_chinchon", -50 if wilds == 1 else -25)
    return ("clean", -10) if not loose else ("plain", points)


def two_packs_outcome(melds: Melds, loose: Loose, points: int, laps: int) -> Outcome | None:
    if not loose:
        return ("chinchon", None) if len(melds) == 1 else ("clean", -10)
    return ("plain", points)


def fournier_clauses(melds: Melds, loose: Loose, points: int, laps: int) -> set[str]:
    return set() if points <= 5 else {"fo.5"}


def fournier_outcome(melds: Melds, loose: Loose, points: int, laps: int) -> Outcome | None:
    return ("clean", -10) if not loose else ("plain", points)


def chilean_clauses(melds: Melds, loose: Loose, points: int, laps: int) -> set[str]:
    return set()


def chilean_outcome(melds: Melds, loose: Loose, points: int, laps: int) -> Outcome | None:
    wilds = sum(m.wilds for m in melds)
    if one_run(melds, loose) and not wilds:
        return ("chinchon", None)
    if not loose:
        return ("full", 10)
    if len(loose) == 1 and loose[0] != brute.JOKER and loose[0][1] in (0, 1, 2) and laps >= 1:
        return ("remainder", -points)
    return None


TWINS = [
    Twin("spanish-40", None, {}, spanish(FORTY, 0), spanish_clauses, spanish_outcome, "", 1),
    Twin("spanish-40", None, {"jokers": 2}, spanish(FORTY, 2), spanish_clauses, spanish_outcome, "", 1),
    Twin("fournier-40", 5, {}, fournier(10, 2, twins=True), fournier_clauses, fournier_outcome, "", 1),
    Twin("two-packs", None, {}, two_packs(), spanish_clauses, two_packs_outcome, "", 1),
    Twin("chilean-50", None, {}, chilean(False, 0), chilean_clauses, chilean_outcome, "cl.5", -1),
    Twin("chilean-50", None, {"wild_ace": True}, chilean(True, 0), chilean_clauses, chilean_outcome, "cl.5", -1),
    Twin(
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
IDS = [f"{twin.name}-{twin.seats or 'few'}-{len(twin.options)}" for twin in TWINS]


def slow_verdict(twin: Twin, hand: Loose, laps: int) -> tuple[bool, Any, Any]:
    """True, the outcomes and points that are equally best, the melds; or False, the clauses, the melds."""
    legal, refused = [], []
    for melds, loose in brute.arrangements(twin.game.rules, hand):
        order = brute.order_key(twin.game.rules, melds, loose)
        failed = twin.clauses(melds, loose, order[0], laps)
        outcome = None if failed else twin.outcome(melds, loose, order[0], laps)
        if outcome is None:
            refused.append((len(failed), order, sorted(failed)))
        else:
            name, written = outcome
            worth = (written is not None, twin.direction * (written or 0), *order[1:])
            legal.append((worth, name, written, order[-1]))
    if legal:
        best = min(legal)
        return True, {(name, written) for worth, name, written, _ in legal if worth == best[0]}, best[-1]
    _, order, failed = min(refused)
    return False, failed or [twin.last_clause], order[-1]


@pytest.mark.parametrize("twin", TWINS, ids=IDS)
@pytest.mark.parametrize("laps", [1, 0])
def test_close_of_kept_cards(twin: Twin, laps: int) -> None:
    at = table(twin.name, twin.seats, **twin.options)
    for hand in hands(twin.game, 250, (7,), seed=11 + laps):
        verdict = judge_close(at, [to_card(at, card) for card in hand], given={"laps": laps})
        legal, said, melds = slow_verdict(twin, hand, laps)
        assert verdict.legal == legal, hand
        found, _ = split(at, verdict.arrangement)
        assert [block.order for block in found] == melds, hand
        if legal:
            assert (verdict.outcome, verdict.writes) in said, hand
            assert verdict.wins_game == (verdict.writes is None)
        else:
            assert [failure.clause for failure in verdict.failures] == said, hand
            assert all(failure.leaves for failure in verdict.failures)


@pytest.mark.parametrize("twin", TWINS, ids=IDS)
def test_close_of_eight_cards(twin: Twin) -> None:
    at, random = table(twin.name, twin.seats, **twin.options), Random(3)
    for hand in hands(twin.game, 30, (8,), seed=5):
        cards = [to_card(at, card) for card in hand]
        closings = judge_closings(at, cards)
        assert [card for card, _ in closings.each] == sorted(set(cards))
        worths = []
        for card, verdict in closings.each:
            keep = list(cards)
            keep.remove(card)
            assert verdict.arrangement == judge_close(at, keep, closing=card).arrangement
            legal, _, melds = slow_verdict(twin, [from_card(at, kept) for kept in keep], 1)
            assert verdict.legal == legal
            if legal:
                points = twin.direction * (verdict.writes or 0)
                few = (len(verdict.arrangement.loose), len(verdict.arrangement.melds))
                worths.append((not verdict.wins_game, points, *few, melds, card))
        assert closings.best == (min(worths)[-1] if worths else None)
        assert judge_closings(at, random.sample(cards, len(cards))) == closings
