"""Games played and records judged a second, beside two peers that replay checked games of their own.

The peers are OpenSpiel's gin rummy (replay with a legality check at every action) and python-chess (`pgn.read_game`,
which checks every move); where one is not installed (extra `bench`) its rows are left out. Their games are random, ours
those of the simple sensible strategy, whose rounds are short: the price of a close, a showdown and a sheet is spread
over few actions. All take turns in one run; the median of the rounds counts, processor time only.
"""

from __future__ import annotations

import io
import json
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from referee.library import Library
from referee.record.fast import FastRoad
from referee.record.fast_verdict import clean_verdict
from referee.record.model import GameRecord, to_plain
from referee.record.reading import read_mapping, read_record
from referee.record.writing import to_yaml
from referee.service.record_convert import read_message, write_record
from referee.table import Table
from referee.v1 import records_pb2
from referee.workshop.selfplay import play
from referee.workshop.strategies import at_random, sensible

ROUNDS = 7
AIM = 100_000
TABLES = (("spanish-40", 3), ("fournier-40", 5), ("chilean-50", 4), ("gin-rummy", 2))
Row = tuple[str, str, str]
Job = tuple[str, Callable[[], int]]
"""A name, and something to do that says how many actions it judged."""


def records_of(table: Table, games: int) -> list[GameRecord]:
    """Finished games of the sensible strategy."""
    seats = [sensible] * table.seats
    return [play(table, seats, Random(seed)).record for seed in range(games)]


def judging(table: Table, records: Sequence[Any], read: Callable[[Any], GameRecord | None]) -> Callable[[], int]:
    """The fast road over records that are read first."""
    road = FastRoad(table)

    def job() -> int:
        actions = 0
        for one in records:
            record = read(one)
            found = None if record is None else road.clean(record)
            assert found is not None, "the fast road asks the judge about a record of ours"
            actions += found.actions
        return actions

    return job


def ours(library: Library) -> list[Job]:
    """Records as values, as JSON lines and as YAML."""
    jobs: list[Job] = []
    for name, seats in TABLES:
        table = library.table(library.rule_set(name), seats, {})
        records = records_of(table, 12)
        jobs.append((f"{name}, {seats} seats: records as values", judging(table, records, lambda record: record)))
        if name == TABLES[0][0]:
            packed = [write_record(record).SerializeToString() for record in records]
            lines = [json.dumps(to_plain(record)) for record in records]
            texts = [to_yaml(record) for record in records]
            plain = [to_plain(record) for record in records]
            jobs += [
                (f"{name}: protobuf", judging(table, packed, unpacked)),
                (f"{name}: protobuf, to the verdict with its sheet", giving_verdicts(table, packed)),
                (f"{name}: mappings", judging(table, plain, lambda tree: read_mapping(tree).record)),
                (f"{name}: JSON lines", judging(table, lines, lambda line: read_record(line).record)),
                (f"{name}: YAML", judging(table, texts, lambda text: read_record(text).record)),
            ]
    return jobs


def giving_verdicts(table: Table, packed: Sequence[bytes]) -> Callable[[], int]:
    """What the service does but for sending: from the bytes of a record to the whole verdict."""
    road = FastRoad(table)

    def job() -> int:
        actions = 0
        for one in packed:
            verdict = clean_verdict(road, read_message(records_pb2.GameRecord.FromString(one), "record"))
            assert verdict is not None, "the fast road asks the judge about a record of ours"
            actions += verdict.accepted.actions
        return actions

    return job


def unpacked(message: bytes) -> GameRecord | None:
    """The record of a serialized message."""
    return read_message(records_pb2.GameRecord.FromString(message), "record").record


def open_spiel() -> list[Job]:
    """Gin rummy of OpenSpiel: random games replayed, every action checked."""
    try:
        import pyspiel  # noqa: PLC0415 - an extra
    except ImportError:
        return []
    game, chance = pyspiel.load_game("gin_rummy"), Random(1)
    histories = []
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        histories.append(state.history())

    def replay() -> int:
        for history in histories:
            state = game.new_initial_state()
            for action in history:
                state.apply_action_with_legality_check(action)
        return sum(map(len, histories))

    return [("OpenSpiel: gin rummy replayed, checked", replay)]


def chess_games() -> list[Job]:
    """Random games of chess, read from PGN."""
    try:
        import chess  # noqa: PLC0415 - an extra
        import chess.pgn  # noqa: PLC0415
    except ImportError:
        return []
    chance, texts, plies = Random(2), [], 0
    for _ in range(12):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 154:
            board.push(chance.choice(list(board.legal_moves)))
        plies += board.ply()
        texts.append(str(chess.pgn.Game.from_board(board)))

    def read() -> int:
        for text in texts:
            chess.pgn.read_game(io.StringIO(text))
        return plies

    return [("python-chess: read_game, plies", read)]


def self_play(library: Library) -> list[Row]:
    """Whole games of random and of sensible play, written down."""
    table = library.table(library.rule_set("spanish-40"), 3, {})
    rows = []
    for name, strategy, games in (("random", at_random, 3), ("sensible", sensible, 6)):
        began = time.process_time()
        played = [play(table, [strategy] * 3, Random(seed)) for seed in range(games)]
        spent = time.process_time() - began
        actions = sum(one.actions for one in played)
        rows.append(
            (f"spanish-40: games played, {name}", f"{games / spent:.1f} games/s, {actions / spent:,.0f} actions/s", "")
        )
    return rows


def rates(jobs: Sequence[Job]) -> dict[str, float]:
    """Actions a second of each job, the median of rounds in which all take turns."""
    found: dict[str, list[float]] = {name: [] for name, _ in jobs}
    for _ in range(ROUNDS):
        for name, job in jobs:
            began = time.process_time()
            actions = job()
            found[name].append(actions / (time.process_time() - began))
    return {name: statistics.median(values) for name, values in found.items()}


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    library = Library()
    peers = [*open_spiel(), *chess_games()]
    rate = rates([*ours(library), *peers])
    rows = [(name, f"{value:,.0f} actions/s", "") for name, value in rate.items()]
    first = f"{TABLES[0][0]}: protobuf"
    missed = "" if rate[first] >= AIM else "  MISSED"
    rows = [
        (name, f"{told}{missed}", f"at least {AIM:,}") if name == first else (name, told, "") for name, told, _ in rows
    ]
    rows += [(f"{first} / {name}", f"{rate[first] / rate[name]:.2f}x", "") for name, _ in peers]
    return rows + self_play(library)


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
