"""Records for questions: games that play themselves, whole and cut off, and with one thing made wrong in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from referee.record.model import GameRecord, to_plain
from referee.record.write import scribe
from referee.workshop.selfplay import play_game
from referee.workshop.strategies import at_random, sensible
from tests.conformance.kit.tables import Setting
from tests.corruption import kinds_between, kinds_ended, kinds_played, kinds_shown
from tests.corruption.kinds import KINDS
from tests.corruption.traced import traced

Question = dict[str, Any]
MODULES = (kinds_played, kinds_ended, kinds_between, kinds_shown)


def whole(setting: Setting, chance: Random, *, rounds: int, actions: int = 400) -> GameRecord:
    """A game of so many rounds, or shorter; the last round is cut off after so many actions."""
    packs, shows = chance.random() < 0.3, chance.random() < 0.4
    writes = scribe(setting.table, packs=packs, shows=shows)
    strategies = [at_random] if chance.random() < 0.15 else [sensible]
    return play_game(writes, strategies, chance, rounds=rounds, actions=actions).record


def asked(op: str, setting: Setting, record: GameRecord) -> Question:
    """A question about a record, which says seats and options itself."""
    plain = {key: value for key, value in to_plain(record).items() if key != "rules_digest"}
    return {"op": op, "rules": setting.rules, "record": plain}


def legal_actions(setting: Setting, chance: Random) -> Question:
    """A game cut off somewhere."""
    return asked("legal_actions", setting, whole(setting, chance, rounds=2, actions=chance.randint(0, 16)))


def validate(setting: Setting, chance: Random) -> Question:
    """A game with nothing wrong in it, mostly of one round."""
    return asked("validate", setting, whole(setting, chance, rounds=chance.choice([1, 1, 1, 2]), actions=40))


def broken(setting: Setting, chance: Random) -> Iterator[Question]:
    """Some games with one thing wrong in each, told where it is or asked what comes next."""
    game = traced(setting.table, whole(setting, chance, rounds=3))
    kinds = [name for name, made in KINDS.items() if made.__module__ in _MODULES]
    for name in chance.sample(kinds, min(len(kinds), 12)):
        made = KINDS[name](game, chance)
        if made is not None:
            yield asked(chance.choice(["validate", "validate", "validate", "legal_actions"]), setting, made.record)


_MODULES = frozenset(module.__name__ for module in MODULES)


@cache
def spoilt_records() -> tuple[Any, ...]:
    """Values of `record` that are no record."""
    head = {"record": 1, "rules": "spanish-40", "seats": {"A": "Ane", "B": "Jon"}}
    return (
        None, 1, "record: 1", [], {}, {"record": 1}, {**head, "record": 2}, {**head, "rounds": [{"upcrad": "5c"}]},
        {**head, "rounds": {}}, {**head, "rounds": [1]}, {**head, "seats": {"A": "Ane"}}, {**head, "seats": []},
        {**head, "options": {"jokers": "3"}}, {**head, "options": {"joker": "2"}}, {**head, "rounds": [{"play": "A: ?"}]},
        {**head, "seats": {letter: letter for letter in "ABCDEFGH"}}, {**head, "rounds": []},
    )  # fmt: skip
