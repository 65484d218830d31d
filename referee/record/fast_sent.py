"""Records as they were sent, ready for the fast road without a value made of any round: messages, and lines of JSON.

The fields of a message and the keys of the JSON are the same, so both are read alike: the head (all but the rounds) by
the reader of records, each round by its texts. Whatever is not plain ends here with nothing said: a key that rounds
seldom have, a value of another type, a text that would have to be repaired. The record is then read as any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.limits import PLAY_CHARACTERS, RECORD_BYTES, ROUNDS
from referee.record.fast import Clean, FastRoad, Going
from referee.record.fast_turns import AskGame
from referee.record.fast_words import AskJudge
from referee.record.model import GameRecord
from referee.record.shape import shaped

_KEYS = frozenset({"eldest", "hands", "upcard", "stock", "play", "scores", "totals"})
"""What a plain round has at most."""

_APART = re.compile(rb'"[ \t\n\r]+:')
"""A key and its colon, apart."""

_NOTHING: dict[str, int] = {}


@dataclass(frozen=True, slots=True)
class Sent:
    """A record that was sent: its `head`, without rounds and without faults, and its rounds as they came.

    `eldest` is who plays first in the first of them, "" where nobody says; `go` lets the fast road go through one of
    them: AskJudge, AskGame.
    """

    head: GameRecord
    rounds: Sequence[Any]
    eldest: str
    go: Callable[[Going, Any], None]


def of_message(message: Any, head: Mapping[str, Any]) -> Sent | None:
    """A message of the service; `head` is its plain form without rounds. None where it cannot be said."""
    rounds = message.rounds
    return _sent(head, rounds, rounds[0].eldest if len(rounds) else "", _message)


def of_line(content: bytes) -> Sent | None:
    """A record in JSON; None where it is none, or where it cannot be said."""
    # halves of characters can only come from escapes, and keys are counted by the colon right behind them
    if len(content) > RECORD_BYTES or b"\\u" in content or _APART.search(content):
        return None
    try:
        tree = json.loads(content.decode("utf-8"), parse_float=str, parse_constant=_no_constant)
        once = isinstance(tree, dict) and _keys(tree) == content.count(b'":')
    except (ValueError, RecursionError):
        return None
    return of_tree(tree) if once else None


def of_tree(tree: Mapping[str, Any]) -> Sent | None:
    """A record as plain values; None where it cannot be said."""
    rounds = tree.get("rounds")
    if not isinstance(rounds, list):
        return None
    head = {key: value for key, value in tree.items() if key != "rounds"}
    eldest = rounds[0].get("eldest", "") if rounds and isinstance(rounds[0], dict) else ""
    return _sent(head, rounds, eldest if isinstance(eldest, str) else "", _tree)


def clean_sent(road: FastRoad, sent: Sent) -> Clean | None:
    """What the record comes to if everything in it is known and right; None: read it, and ask the judge."""
    numbers, head = road.numbers, sent.head
    if not numbers.open or head.seal:
        return None
    try:
        going = Going(road, head.seats, sent.eldest)
        for played in sent.rounds:
            sent.go(going, played)
        going.agree(head.result)
    except (AskJudge, AskGame):
        return None
    return Clean(len(sent.rounds), going.turns, going.actions, going.standing)


def _sent(head: Mapping[str, Any], rounds: Sequence[Any], eldest: str, go: Callable[[Going, Any], None]) -> Sent | None:
    made = shaped({**head, "rounds": []})
    if made.record is None or made.repairs or not 0 < len(rounds) <= ROUNDS:
        return None
    return Sent(made.record, rounds, eldest, go)


def _message(going: Going, played: Any) -> None:
    """A round of a message. What is not plain is told by the fields that such a round has."""
    if (
        played.rulings
        or played.pack
        or played.seal
        or played.note
        or played.lots
        or played.reenter
        or played.x
        or played.HasField("shuffle")
    ):
        raise AskGame
    play = played.play
    if len(play) > PLAY_CHARACTERS:
        raise AskGame
    words = play.replace("\n", " ").split(" ")
    going.by_numbers(played.eldest, played.hands, played.upcard, played.stock, words, played.scores, played.totals)


def _tree(going: Going, played: Any) -> None:
    """A round of JSON."""
    if type(played) is not dict or not played.keys() <= _KEYS:
        raise AskGame
    get = played.get
    play, hands, scores, totals = get("play"), get("hands"), get("scores", _NOTHING), get("totals", _NOTHING)
    if type(play) is not str or len(play) > PLAY_CHARACTERS:
        raise AskGame
    if type(hands) is not dict or type(scores) is not dict or type(totals) is not dict:
        raise AskGame
    for number in (*scores.values(), *totals.values()):
        if type(number) is not int:
            raise AskGame
    for hand in hands.values():
        if type(hand) is not str:
            raise AskGame
    eldest, words = get("eldest"), play.replace("\n", " ").split(" ")
    if eldest == "":  # a name that no seat has; what is not said is not there
        raise AskGame
    going.by_numbers(_text(eldest), hands, _text(get("upcard")), _text(get("stock")), words, scores, totals)


def _text(value: Any) -> str:
    """A text, "" where there is none."""
    if value is None:
        return ""
    if type(value) is not str:
        raise AskGame
    return value


def _keys(tree: Any) -> int:
    """How many keys there are, on every level: fewer than were written where one is there twice."""
    if isinstance(tree, dict):
        return len(tree) + sum([_keys(one) for one in tree.values() if isinstance(one, dict | list)])
    return sum([_keys(one) for one in tree if isinstance(one, dict | list)])


def _no_constant(_: str) -> Any:
    raise ValueError
