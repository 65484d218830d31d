"""`referee play RULESET`: games that play themselves, as records.

Without --out every record is one line of JSON on standard output; with it every record is a YAML file of its own, and
rules that are not built in lie beside them, so that `referee validate` judges the folder as it is.
The same words on the line give the same games; game number n of a seed is the same however many are played.
"""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from referee.answer.rule_sets import is_path, read_file
from referee.cli.asking import rule_set, table_for
from referee.cli.failures import CommandError, complain, quoted
from referee.cli.progress import Progress
from referee.library import Faulty, Library
from referee.record.model import GameRecord
from referee.record.write import scribe
from referee.record.writing import to_json, to_yaml
from referee.table import Table
from referee.workshop.selfplay import PlayedGame, play_game
from referee.workshop.strategies import STRATEGIES


def run(arguments: Namespace) -> int:
    """Play, write, and say what was left unfinished."""
    here = table_for(rule_set(arguments.rule_set), arguments)
    folder = Path(arguments.out) if arguments.out else None
    if folder is not None:
        _make(folder)
        _put_rules(folder, _own_rules(arguments.rule_set, here.rule_set.name))
    counts = {"games": 0, "finished": 0, "rounds": 0, "actions": 0}
    with Progress(arguments.games, "games") as progress:
        for played, record in _games(here, arguments):
            if folder is None:
                print(to_json(record), flush=not counts["games"] % 100)
            else:
                place = folder / f"{_numbered(record.id, arguments.games)}.yaml"
                place.write_text(to_yaml(record), encoding="utf-8")
            for key, more in (("games", 1), ("finished", played.finished), ("rounds", played.rounds)):
                counts[key] += more
            counts["actions"] += played.actions
            progress.step()
            if not played.finished:
                complain("referee play", f"{record.id} did not end: {record.note.removeprefix('Unfinished: ')[:-1]}")
    if folder is not None:
        told = f"{_many(counts['games'], 'game')}, {counts['finished']} finished, {_many(counts['rounds'], 'round')}"
        print(json.dumps(counts) if arguments.json else f"{told}, {counts['actions']} actions in `{arguments.out}`")
    return 0


def _make(folder: Path) -> None:
    """The folder of --out; CommandError if there can be none of that name."""
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{quoted(str(folder))} is no folder; choose another for --out", "CANNOT_READ_OR_WRITE")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = (error.strerror or "it is not said why").lower()
        raise CommandError(f"{quoted(str(folder))} cannot be made: {why}", "CANNOT_READ_OR_WRITE") from error


def _own_rules(wanted: str, name: str) -> dict[str, bytes]:
    """The rule file that was named and those it builds on, by name, but for what is built in."""
    if not is_path(wanted):
        return {}
    built_in = Library()
    beside, content = read_file(wanted)
    found, waiting = {name: content}, [beside.compile(content, wanted)]
    while waiting:
        one = waiting.pop()
        for base in {*one.extends, *one.adopts} - found.keys():
            found[base] = beside.source(base)
            try:
                waiting.append(beside.rule_set(base))
            except Faulty:  # what is only adopted need not stand by itself
                continue
    return {base: text for base, text in found.items() if built_in.shelf.find(base) != text}


def _put_rules(folder: Path, rules: Mapping[str, bytes]) -> None:
    """Lay rule files beside the records; CommandError if others of the same name lie there."""
    places = {folder / f"{name}.yaml": text for name, text in rules.items()}
    for place, text in places.items():
        if place.exists() and place.read_bytes() != text:
            raise CommandError(f"`{place}` holds other rules; choose another folder for --out", "CANNOT_READ_OR_WRITE")
    for place, text in places.items():
        place.write_bytes(text)


def _games(here: Table, arguments: Namespace) -> Iterator[tuple[PlayedGame, GameRecord]]:
    """Each game with its record."""
    strategy = STRATEGIES[arguments.strategy]
    for number in range(1, arguments.games + 1):
        name = f"{here.rule_set.name}-{arguments.seed}-{number}"
        writes = scribe(here, record_id=name, shows=arguments.shows)
        chance = Random(name)  # noqa: S311 - a game, not a secret
        played = play_game(writes, [strategy], chance, rounds=arguments.rounds, actions=arguments.actions)
        yield played, played.scribe.record(seals=arguments.seals)


def _numbered(record_id: str, games: int) -> str:
    """The id of a record as a file is called: with zeros before its number, so that files sort as they were played."""
    head, dash, number = record_id.rpartition("-")
    return f"{head}{dash}{number.zfill(len(str(games)))}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
