"""Tests on either side of the bound of a close: what shows whether the number in the rule is the one that was meant."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.cards import Card
from referee.game.close import CloseQuestion, CloseVerdict
from referee.rules.model import RuleSet
from referee.suite.tables import Setting, Tables
from referee.suite.trying import Asked, hand, told_of
from referee.table import Table

_TRIES = 4_000


def near_limit(rules: RuleSet, clause: str, most: int) -> dict[str, str]:
    """Closes at the usual table as tests by name: with `most` loose points, with one more, and with a wild card melded.

    `clause` is the one that bounds the loose points. What is not found soon is left out.
    """
    setting, found = Setting(None, {}), dict[str, str]()
    table = Tables(rules).at(setting)
    if table is None:
        return found
    wanted = [f"{most}_loose", f"{most + 1}_loose", *(["joker_melded"] if table.pack.jokers else [])]
    chance = Random(0)  # noqa: S311 - a search
    for _ in range(_TRIES):
        if len(found) == len(wanted):
            break
        cards = hand(table, chance, table.hand_size)
        asked = Asked(setting, cards, CloseQuestion(cards, {}, None, None, None))
        verdict = asked.verdict(table)
        for name in _shown(table, cards, verdict, (clause, most)):
            found.setdefault(name, asked.entry(table, told_of(verdict)))
    return {name: found[name] for name in wanted if name in found}


def _shown(table: Table, cards: tuple[Card, ...], verdict: CloseVerdict, bound: tuple[str, int]) -> Iterator[str]:
    """The names of what a verdict shows."""
    clause, most = bound
    kinds, left = table.pack.kinds, {card.index for card in verdict.arrangement.loose}
    jokers = {card.index for card in cards if kinds[card.index].joker}
    loose = verdict.arrangement.deadwood
    if jokers:
        if verdict.legal and not jokers & left and not verdict.wins_game:
            yield "joker_melded"
    elif verdict.legal and loose == most:
        yield f"{most}_loose"
    elif loose == most + 1 and {one.clause for one in verdict.failures} == {clause}:
        yield f"{most + 1}_loose"
