"""Prints what the referee answers about many hands, closes and records, one answer a line: for two forms to compare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from referee.cards import Card
from referee.game.choice import best_close, closable
from referee.game.close import judge_close, judge_closings
from referee.game.loosepoints import loose_points
from referee.game.solve import arrange, best_arrangement, deadwood, optimal_arrangements
from referee.library import Library
from referee.library.packed import PackedRecords
from referee.native import form
from referee.record.fast import FastRoad
from referee.record.judge import judge
from referee.record.model import GameRecord, to_plain
from referee.record.reading import read_mapping
from referee.service.record_convert import write_record
from referee.table import Table, bind
from referee.workshop.selfplay import play
from referee.workshop.strategies import at_random, sensible

TABLES: tuple[tuple[str, int | None, dict[str, int]], ...] = (
    ("spanish-40", 3, {}),
    ("spanish-40", None, {"jokers": 2}),
    ("fournier-40", 5, {}),
    ("chilean-50", None, {}),
    ("gin-rummy", None, {}),
)
HANDS, FEW, GAMES, CORRUPTED, CHANGED = 400, 15, 2, 20, 60

PACKED = PackedRecords(Library())


def of_hands(table: Table, chance: Random) -> Iterator[object]:
    pack = [Card(kind.index) for kind in table.pack.kinds for _ in range(kind.count)]
    points, masks = loose_points(table), list[int]()
    for number in range(HANDS):
        cheap = sorted(pack, key=lambda card: (table.points[card.index], card))[: 10 + number % len(pack)]
        cards = chance.sample(cheap if len(cheap) > table.hand_size else pack, table.hand_size + 1)
        hand = sorted(cards[1:])
        yield best_arrangement(table, hand)
        yield arrange(table, [table.write(card) for card in hand])
        yield deadwood(table, hand)
        if len(set(hand)) == len(hand):
            masks.append(points.mask_of(hand))
            yield points.of_mask(masks[-1])
        best = best_close(table, cards)
        yield best.closing, best.outcome, best.writes, best.clause, best.refused
        yield sorted(closable(table, cards))
        yield judge_close(table, hand, given={"laps": number % 3})
        if number < FEW:
            yield judge_closings(table, cards)
            yield optimal_arrangements(table, hand)
    yield list(points.of_masks(masks))


def of_records(table: Table, chance: Random) -> Iterator[object]:
    road = FastRoad.of(table)
    for seed in range(GAMES):
        strategies = [sensible if chance.random() < 0.7 else at_random for _ in range(table.seats)]
        record = play(table, strategies, Random(seed)).record
        yield road.clean(record)
        yield road.clean(record, sheets=True)
        yield judge(read_mapping(to_plain(record)), table).accepted
        for _ in range(CORRUPTED):
            yield road.clean(corrupted(record, chance))
        yield from from_bytes(table, record, chance)


def from_bytes(table: Table, record: GameRecord, chance: Random) -> Iterator[object]:
    """What the packed road says of a record, and of what is left of it when bytes are changed."""
    message, line = write_record(record).SerializeToString(deterministic=True), json.dumps(to_plain(record)).encode()
    for number in range(CHANGED):
        for content, judge_bytes in ((message, PACKED.message), (line, PACKED.line)):
            changed = bytearray(content)
            if number:
                changed[chance.randrange(len(changed))] = chance.choice(content)
            found = judge_bytes(bytes(changed), table.rule_set)
            yield None if found is None else found.verdict()


def corrupted(record: GameRecord, chance: Random) -> GameRecord:
    """One word of one round is another, or none: mostly wrong, and never the same."""
    at = chance.randrange(len(record.rounds))
    words = record.rounds[at].play.split()
    place = chance.randrange(len(words))
    words[place : place + 1] = chance.choice(([], [chance.choice(words)], [words[place - 1], words[place]]))
    rounds = list(record.rounds)
    rounds[at] = replace(rounds[at], play=" ".join(words))
    return replace(record, rounds=tuple(rounds))


def main() -> None:
    library = Library()
    print(form())
    for name, seats, options in TABLES:
        table = bind(library.rule_set(name), seats, options)
        for answers in (of_hands, of_records):
            for answer in answers(table, Random(f"{name} {options}")):
                print(answer)


if __name__ == "__main__":
    main()
