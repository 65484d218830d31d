"""Whole games judged a second, beside two peers that replay checked games of their own; and games played.

The peers are OpenSpiel's gin rummy (replay with a legality check at every action) and python-chess (`pgn.read_game`,
which checks every move). Their games are random, ours those of the simple sensible strategy, whose rounds are short: the
price of a close, a showdown and a sheet is spread over few actions. Long rounds are those of seats who close only with
all cards melded. Items are actions, and plies of chess. From bytes means: from what was sent to the verdict, the rules
found by the name or digest that the record has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import cycle, permutations
from random import Random
from typing import Any

from aims import asked
from figures import FASTER, RATE, Figure, Row, present
from hands import table_of
from measuring import FULL, Job, Pace, Taken, Work, faster, in_turn
from peers import openspiel, python_chess

from referee.game.actions import Action, Close
from referee.game.checks import close_verdict
from referee.game.gamestate import GameState
from referee.library import Library
from referee.library.packed import PackedRecords
from referee.library.records import clean_at_once, judge_record
from referee.native import in_use
from referee.record.fast import FastRoad
from referee.record.fast_sent import of_line, of_tree
from referee.record.model import GameRecord, to_plain
from referee.record.packed_road import PackedClean
from referee.record.reading import read_mapping
from referee.record.verdict import Status, Verdict
from referee.record.write import scribe
from referee.record.writing import to_yaml
from referee.service.record_convert import as_sent, read_message, write_record
from referee.table import Table
from referee.v1 import records_pb2
from referee.workshop.selfplay import play, play_game
from referee.workshop.strategies import at_random, sensible

AIM = 100_000
"""Actions a second from protobuf: of issue 3."""

GAMES, BEFORE = 12, 24
"""Games of one turn, each of them new to us, and those that are judged before anything is timed."""

AGAIN = 24
"""So many times as many games are judged natively, where a dozen take less than a clock can tell."""

LONG_ROUNDS = 10
"""Rounds of a game in which nobody closes with loose cards; these games take long to end."""

TABLES: tuple[tuple[str, int, dict[str, int]], ...] = (
    ("spanish-40", 3, {}),
    ("fournier-40", 4, {}),
    ("fournier-40", 5, {}),
    ("chilean-50", 4, {}),
    ("gin-rummy", 2, {}),
    ("spanish-48", 3, {"jokers": 2}),
)
"""Tables with their options. With five seats Fournier chinchón has two packs."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of records: how a record is put into it, and how a library judges it at once and if that says nothing.

    `natively`: how it is judged before that where the package is compiled, from its bytes.
    """

    name: str
    write: Callable[[GameRecord], Any]
    at_once: Callable[[Library, Any], Verdict | None]
    otherwise: Callable[[Library, Any], Verdict]
    natively: Callable[[PackedRecords, Any], PackedClean | None] | None = None

    def judge(self) -> Callable[[Any], int]:
        """The actions of a record, which is clean, by a library of its own."""
        library = Library()
        packed = PackedRecords(library) if in_use() else None
        natively = None if packed is None or self.natively is None else partial(self.natively, packed)

        def judged(one: Any) -> int:
            if natively is not None:
                found = natively(one)
                if found is not None:
                    return int(found.actions)
            verdict = self.at_once(library, one) or self.otherwise(library, one)
            assert verdict.status is Status.CLEAN
            return verdict.accepted.actions

        return judged


def _of_message(library: Library, content: bytes) -> Verdict | None:
    sent = as_sent(records_pb2.GameRecord.FromString(content))
    return None if sent is None else clean_at_once(library, sent)


def _of_line(library: Library, content: bytes) -> Verdict | None:
    sent = of_line(content)
    return None if sent is None else clean_at_once(library, sent)


def _of_tree(library: Library, tree: Any) -> Verdict | None:
    sent = of_tree(tree)
    return None if sent is None else clean_at_once(library, sent)


def _nothing(_: Library, __: Any) -> None:
    return None


def _message_in_full(library: Library, content: bytes) -> Verdict:
    return judge_record(library, read_message(records_pb2.GameRecord.FromString(content), "record"))


def _text_in_full(library: Library, content: Any) -> Verdict:
    return judge_record(library, content)


def _tree_in_full(library: Library, tree: Any) -> Verdict:
    return judge_record(library, read_mapping(tree))


def _packed(record: GameRecord) -> bytes:
    return bytes(write_record(record).SerializeToString())


PROTOBUF = Form("protobuf", _packed, _of_message, _message_in_full, PackedRecords.message)
LINES = Form(
    "JSON lines",
    lambda record: json.dumps(to_plain(record)).encode(),
    _of_line,
    _text_in_full,
    PackedRecords.line,
)
OTHERS = (
    Form("mappings", to_plain, _of_tree, _tree_in_full),
    Form("protobuf, to the verdict with its sheet", _packed, _nothing, _message_in_full),
    Form("YAML", to_yaml, _nothing, _text_in_full),
)


def judging(name: str, table: Table, form: Form, records: Sequence[GameRecord]) -> Job:
    """Records of one form, each to its verdict; every one of them is clean."""
    again = AGAIN if form.natively is not None and in_use() else 1
    questions = [form.write(one) for record in records for one in exchanged(table, record, again)]
    return Job(f"{name}: {form.name}", fresh(form.judge(), questions, again))


def fresh(judge: Callable[[Any], int], questions: Sequence[Any], again: int = 1) -> Work:
    """The next games in each turn: whoever remembers hands would else be timed at remembering."""
    before, games = BEFORE * again, GAMES * again
    for one in questions[:before]:
        judge(one)
    pieces = cycle([questions[start : start + games] for start in range(before, len(questions), games)])
    return lambda: sum([judge(one) for one in next(pieces)])


def exchanged(table: Table, record: GameRecord, number: int) -> list[GameRecord]:
    """So many games made of one by giving its cards other suits; itself instead of one that comes out otherwise.

    Nothing that looks at cards has met them before: a hand of other suits is another hand.
    """
    kinds, road = table.pack.kinds, table.derived(FastRoad)
    place = {(kind.suit, kind.rank): kind.text for kind in kinds}
    card = re.compile("|".join(sorted((kind.text for kind in kinds), key=len, reverse=True)))
    made = [record]
    for order in list(permutations(range(table.pack.suit_count)))[1:number]:
        suit_of = dict(enumerate(order))
        other = {kind.text: place[suit_of.get(kind.suit, kind.suit), kind.rank] for kind in kinds}

        def text(old: str, other: dict[str, str] = other) -> str:
            return card.sub(lambda found: other[found[0]], old)

        rounds = [
            replace(
                one,
                hands={letter: text(hand) for letter, hand in one.hands.items()},
                upcard=text(one.upcard),
                stock=text(one.stock),
                play=text(one.play),
            )
            for one in record.rounds
        ]
        changed = replace(record, rounds=tuple(rounds))
        made.append(record if road.clean(changed) is None else changed)
    return made


def as_values(name: str, table: Table, records: Sequence[GameRecord]) -> Job:
    """The fast road over records in memory; where it says nothing, the judge."""
    library, road = Library(), table.derived(FastRoad)

    def judge(record: GameRecord) -> int:
        found = road.clean(record)
        return judge_record(library, to_yaml(record)).accepted.actions if found is None else found.actions

    return Job(f"{name}: records as values", fresh(judge, records))


def patient(table: Table, state: GameState, legal: Sequence[Action], chance: Random) -> Action:
    """The sensible action of somebody who closes only where that costs nothing."""

    def dear(action: Action) -> bool:
        verdict = close_verdict(table, state, action) if isinstance(action, Close) else None
        return verdict is not None and (verdict.writes or 0) > 0

    return sensible(table, state, [one for one in legal if not dear(one)] or legal, chance)


def long_rounds(table: Table, number: int) -> list[GameRecord]:
    """Games whose rounds are half as long again as those of sensible play: so many, but for those with a cut round."""
    games = (
        play_game(scribe(table), [patient] * table.seats, Random(seed), rounds=LONG_ROUNDS) for seed in range(number)
    )
    return [one.record for one in games if not one.scribe.open]


def ours(pace: Pace) -> list[Job]:
    """The jobs of all tables: spanish-40 in all forms first. The gate has no other table."""
    jobs: list[Job] = []
    for name, seats, options in TABLES[:1] if pace.gated else TABLES:
        table = table_of(name, seats, **options)
        records = [play(table, [sensible] * seats, Random(seed)).record for seed in range(BEFORE + GAMES * pace.rounds)]
        called = f"{name}, {seats} seats" + (", two jokers" if options else "")
        forms = (PROTOBUF, LINES, *OTHERS) if not jobs else (PROTOBUF,)
        jobs += [*(judging(called, table, form, records) for form in forms), as_values(called, table, records)]
        if len(jobs) > len(forms) + 1:
            continue
        called, records = f"{called}, long rounds", long_rounds(table, len(records))
        jobs += [
            *(judging(called, table, form, records) for form in (PROTOBUF, LINES)),
            as_values(called, table, records),
        ]
    return jobs


def figures(pace: Pace) -> list[Figure]:
    """All jobs and both peers in turn."""
    jobs = ours(pace)
    peers, absent = present([(python_chess.NAME, python_chess.read_games), (openspiel.REPLAY, openspiel.replay)])
    taken = in_turn([*jobs, *peers], pace.scarcer(1))
    mine, theirs = taken[: len(jobs)], taken[len(jobs) :]
    aimed = [f"{TABLES[0][0]}, {TABLES[0][1]} seats: {form.name}" for form in (PROTOBUF, LINES)]
    found: list[Figure] = []
    for one in mine:
        aim = AIM if one.name == aimed[0] else None
        found.append(Figure(one.name, RATE, one.rate(), ours=one, aim=aim))
        if one.name in aimed or one.name.endswith((PROTOBUF.name, LINES.name)):
            found += [_against(one, peer, aimed=one.name in aimed) for peer in theirs]
            found += [Figure(one.name, FASTER, None, peer, note=why) for peer, why in absent]
    return found + ([] if pace.gated else self_play(pace))


def _against(one: Taken, peer: Taken, *, aimed: bool) -> Figure:
    line = "" if not aimed else "records_chess" if peer.name == python_chess.NAME else "records_spiel"
    aim = asked(line) if line else None
    return Figure(one.name, FASTER, faster(one, peer), peer.name, one, peer, aim, line)


def self_play(pace: Pace) -> list[Figure]:
    """Whole games of random and of sensible play, written down: actions a second."""
    table, jobs = table_of("spanish-40", 3), []
    for name, strategy, games in (("random", at_random, 1), ("sensible", sensible, 3)):

        def played(strategy: Any = strategy, games: int = games) -> int:
            return sum([play(table, [strategy] * 3, Random(seed)).actions for seed in range(games)])

        jobs.append(Job(f"spanish-40: games played, {name}", played))
    return [Figure(one.name, RATE, one.rate(), ours=one) for one in in_turn(jobs, pace.scarcer(2))]


def measure() -> list[Row]:
    """Rows of (figure, value, aim)."""
    return [one.row() for one in figures(FULL)]


if __name__ == "__main__":
    from run import print_table

    print_table(measure())
