"""`referee solve CARD …`: the best melds of a hand, and what is left loose."""

from __future__ import annotations

import json
from argparse import Namespace

from referee.answer.arrangements import arranged
from referee.cli.asking import hand, table
from referee.cli.failures import CommandError
from referee.cli.terminal import paint
from referee.game.solve import Arrangement, best_arrangement, optimal_arrangements
from referee.table import Table
from referee.voice import Frames


def run(arguments: Namespace) -> int:
    """Print the best arrangement; with --all every one with as few loose points, the best first."""
    found = table(arguments.rules, arguments)
    cards = hand(found, arguments.cards)
    if not cards:
        raise CommandError("no card is named; write the cards of the hand, such as `7o 12e`", "ARGUMENT_MISSING")
    best = best_arrangement(found, cards)
    every = optimal_arrangements(found, cards) if arguments.all else ()
    if arguments.json:
        value = arranged(found, best)
        if arguments.all:
            value["optimal"] = [arranged(found, each) for each in every]
        print(json.dumps({"rules": found.rule_set.name, "digest": found.rule_set.digest, **value}, ensure_ascii=False))
        return 0
    frames = Frames(arguments.lang)
    deadwood, melds, loose = frames.column("deadwood", "melds", "loose")
    print(f"{deadwood}{paint(frames.tongue.figure(best.deadwood), 'bold')}")
    print(f"{melds}{melds_text(found, best, frames)}")
    print(f"{loose}{loose_text(found, best, frames)}")
    for number, each in enumerate(every):
        left = f"{frames.label('loose')} {loose_text(found, each, frames)}"
        print(f"{number + 1:>7}. {melds_text(found, each, frames)}  {left}")
    return 0


def melds_text(found: Table, arrangement: Arrangement, frames: Frames) -> str:
    """The melds of an arrangement on one line."""
    return frames.melds([[found.write(card) for card in meld.cards] for meld in arrangement.melds])


def loose_text(found: Table, arrangement: Arrangement, frames: Frames) -> str:
    """The loose cards of an arrangement on one line."""
    return frames.loose([found.write(card) for card in arrangement.loose])
