"""Good questions of each op that is about cards: one function an op, from a table and a source of chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.game.facts import GIVABLE
from referee.game.meld import is_meld
from referee.game.solve import best_arrangement
from tests.conformance.kit.hands import Supply, closable, hand, one_meld
from tests.conformance.kit.tables import Setting

Question = dict[str, Any]
POINTS = ("total", "gained", "lost")


def deadwood(setting: Setting, chance: Random) -> Question:
    """A hand of any size that may be asked about, most often a full one or one card more."""
    full = setting.table.hand_size
    size = chance.choice([0, 1, 2, 3, *range(4, full + 3), full, full, full, full + 1, full + 1, full + 2])
    build = chance.choice([hand, hand, closable])
    return {"op": "deadwood", **setting.head(), "hand": build(setting.table, chance, size)}


def meld(setting: Setting, chance: Random) -> Question:
    """Cards that are one meld or nearly."""
    return {"op": "meld", **setting.head(), "cards": one_meld(setting.table, chance)}


def close(setting: Setting, chance: Random) -> Question:
    """A close with the cards kept or with one more, and now and then with facts of the game."""
    with_closing = chance.random() < 0.4
    size = setting.table.hand_size + with_closing
    build = hand if chance.random() < 0.15 else closable
    cards = {"cards" if with_closing else "keep": build(setting.table, chance, size)}
    return {"op": "close", **setting.head(), **_facts(setting, chance), **cards}


def invalid_hand(setting: Setting, chance: Random) -> Question:
    """A hand that can be held; those that cannot are asked about elsewhere."""
    size = chance.randint(0, setting.table.hand_size + 2)
    return {"op": "invalid_hand", **setting.head(), "hand": hand(setting.table, chance, size)}


def layoff(setting: Setting, chance: Random) -> Question:
    """The melds of somebody who closed, and another hand of the same pack."""
    table = setting.table
    while True:
        shown = best_arrangement(table, table.read_hand(closable(table, chance, table.hand_size)))
        melds = [[table.write(card) for card in meld.cards] for meld in shown.melds]
        if melds and all(is_meld(table, table.read_hand(cards)) for cards in melds):
            break
    supply = Supply(table, chance)
    by_text = {kind.text: kind for kind in table.pack.kinds}
    supply.take((by_text[text] for cards in melds for text in cards), len(by_text) * 2)
    supply.taken.clear()
    size = table.hand_size
    near = [kind for kind in table.pack.kinds if any(_near(kind, by_text[text]) for cards in melds for text in cards)]
    supply.any(near, chance.randint(0, size // 2 + 1), size)
    supply.any([kind for kind in table.pack.kinds if kind.wild], chance.choice([0, 0, 1, 2]), size)
    supply.any(list(table.pack.kinds), size - len(supply.taken), size)
    chance.shuffle(supply.taken)
    return {"op": "layoff", **setting.head(), "table": melds, "hand": supply.taken}


def _near(one: Any, other: Any) -> bool:
    return one.rank == other.rank or (one.suit == other.suit and abs(one.place - other.place) < 3)


def _facts(setting: Setting, chance: Random) -> dict[str, Any]:
    """`laps` and `given` as a question may say them; what this rule set reads is said more often."""
    said: dict[str, Any] = {}
    given: dict[str, Any] = {}
    if chance.random() < 0.3:
        laps = chance.choice([0, 0, 1, 2, 9])
        if chance.random() < 0.5:
            said["laps"] = laps
        else:
            given["laps"] = chance.choice([laps, str(laps)])
    for name, default in GIVABLE.items():
        if name == "laps" or chance.random() >= (0.6 if name in _read(setting) else 0.05):
            continue
        if isinstance(default, bool):
            given[name] = chance.choice([True, False, "yes", "no", "true", "false"])
        else:
            numbers = [0, 1, 2, 93, 94, 95, 96, 97, 98, 99, 100, 101, 150, 999_999]
            numbers += [-1, -50, -999_999] if name in POINTS else []
            value = chance.choice(numbers)
            given[name] = chance.choice([value, str(value)])
    return said | ({"given": given} if given else {})


def _read(setting: Setting) -> frozenset[str]:
    """The facts that the conditions of a close read."""
    return frozenset(name for one in setting.table.conditions("close.may_close") for name in one.reads)


ASKED: dict[str, Callable[[Setting, Random], Question]] = {
    "deadwood": deadwood,
    "meld": meld,
    "close": close,
    "invalid_hand": invalid_hand,
    "layoff": layoff,
}
