"""`referee solve CARD …`: the best melds of a hand, and what is left loose."""

from __future__ import annotations

import json
from argparse import Namespace

from referee.answer.operations import arranged
from referee.cli.asking import hand, table
from referee.cli.terminal import paint
from referee.game.solve import Arrangement, best_arrangement, optimal_arrangements
from referee.table import Table


def run(arguments: Namespace) -> int:
    """Print the best arrangement; with --all every one with as few loose points, the best first."""
    found = table(arguments.rules, arguments)
    cards = hand(found, arguments.cards)
    best = best_arrangement(found, cards)
    every = optimal_arrangements(found, cards) if arguments.all else ()
    if arguments.json:
        value = arranged(found, best)
        if arguments.all:
            value["optimal"] = [arranged(found, each) for each in every]
        print(json.dumps({"rules": found.rule_set.name, "digest": found.rule_set.digest, **value}, ensure_ascii=False))
        return 0
    print(f"deadwood {paint(str(best.deadwood), 'bold')}")
    print(f"melds    {melds_text(found, best)}")
    print(f"loose    {loose_text(found, best)}")
    for number, each in enumerate(every):
        print(f"{number + 1:>7}. {melds_text(found, each)}  loose {loose_text(found, each)}")
    return 0


def melds_text(found: Table, arrangement: Arrangement) -> str:
    """The melds of an arrangement on one line."""
    return " | ".join(" ".join(map(found.write, meld.cards)) for meld in arrangement.melds) or "none"


def loose_text(found: Table, arrangement: Arrangement) -> str:
    """The loose cards of an arrangement on one line."""
    return " ".join(map(found.write, arrangement.loose)) or "none"
