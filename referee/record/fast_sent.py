"""Records as they were sent, ready for the fast road without a value made of any round: messages, and lines of JSON.

The fields of a message and the keys of the JSON are the same, so both are read alike: the head (all but the rounds) by
the reader of records, each round by its texts. A round that is not plain (a key that rounds seldom have, a value of
another type, cards that numbers do not tell) is read by itself and walked with the values of the game. Whatever would
have to be repaired, or told, ends here with nothing said, and the record is then read as any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.limits import PLAY_CHARACTERS, RECORD_BYTES, ROUNDS
from referee.recent import Recent
from referee.record.fast import Clean, FastRoad, Going
from referee.record.fast_turns import AskGame
from referee.record.fast_words import AskJudge
from referee.record.model import GameRecord, Round
from referee.record.shape import shaped

_KEYS = frozenset({"eldest", "hands", "upcard", "stock", "play", "scores", "totals", "reenter"})
"""What a plain round has at most."""

_NOTHING: dict[str, int] = {}

_KEPT_HEADS, _LONG_HEAD = 500, 2_000
"""Heads that are remembered, and how many characters those may have that are."""

_heads: Recent[str, GameRecord] = Recent(_KEPT_HEADS)
"""Heads without their ids, by what is written in them."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A record that was sent: its `head`, without rounds and without faults, and its rounds as they came.

    `eldest` is who plays first in the first of them, "" where nobody says; `go` lets the fast road go through one of
    them: AskJudge, AskGame. `plain` makes plain values of one.
    """

    head: GameRecord
    rounds: Sequence[Any]
    eldest: str
    go: Callable[[Going, Any], None]
    plain: Callable[[Any], Any]


def of_message(message: Any, head: Mapping[str, Any], plain: Callable[[Any], Any]) -> Sent | None:
    """A message of the service; `head` is its plain form without rounds, which `plain` makes of a round.

    None where it cannot be said.
    """
    rounds = message.rounds
    made = _head_of(head, len(rounds))
    return None if made is None else Sent(made, rounds, rounds[0].eldest, _message, plain)


def of_line(content: bytes) -> Sent | None:
    """A record in JSON; None where it is none, or where it cannot be said."""
    # halves of characters, and colons that nobody sees, can only come from escapes
    if len(content) > RECORD_BYTES or b"\\u" in content:
        return None
    try:
        tree = json.loads(content.decode("utf-8"), parse_float=str, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    once = type(tree) is dict and _colons(tree) == content.count(b":")
    return of_tree(tree) if once else None


def of_tree(tree: Mapping[str, Any]) -> Sent | None:
    """A record as plain values; None where it cannot be said."""
    rounds = tree.get("rounds")
    if not isinstance(rounds, list):
        return None
    head = {key: value for key, value in tree.items() if key != "rounds"}
    made = _head_of(head, len(rounds))
    if made is None:
        return None
    eldest = rounds[0].get("eldest", "") if isinstance(rounds[0], dict) else ""
    return Sent(made, rounds, eldest if isinstance(eldest, str) else "", _tree, _itself)


def clean_sent(road: FastRoad, sent: Sent) -> Clean | None:
    """What the record comes to if everything in it is known and right; None: read it, and ask the judge."""
    head = sent.head
    if not road.open or head.seal:
        return None
    try:
        going = Going(road, head.seats, sent.eldest)
        for played in sent.rounds:
            try:
                sent.go(going, played)
            except AskGame:
                going.walked(_read(head, sent.plain(played)))
        going.agree(head.result)
    except AskJudge:
        return None
    return Clean(len(sent.rounds), going.turns, going.actions, going.standing)


def _head_of(head: Mapping[str, Any], rounds: int) -> GameRecord | None:
    """The record without its rounds; None where something is to be said of it. Heads that were met are remembered."""
    if not 0 < rounds <= ROUNDS:
        return None
    name = head.get("id", "")
    if type(name) is not str or not name.isprintable():
        return _head(head)
    others = {key: value for key, value in head.items() if key != "id"}
    written = repr(others)
    known = _heads.get(written)
    if known is None:
        known = _head(others)
        if known is None or len(written) > _LONG_HEAD:
            return _head(head)
        _heads.put(written, known)
    return replace(known, id=name) if name else known


def _head(head: Mapping[str, Any]) -> GameRecord | None:
    made = shaped({**head, "rounds": []})
    return None if made.repairs else made.record


def _read(head: GameRecord, played: Any) -> Round:
    """A round read as records are; AskJudge where something is to be said of it, or it has a seal."""
    made = shaped({"record": head.record, "rules": head.rules, "seats": head.seats, "rounds": [played]})
    if made.record is None or made.repairs or made.record.rounds[0].seal:
        raise AskJudge
    return made.record.rounds[0]


def _itself(played: Any) -> Any:
    return played


def _message(going: Going, played: Any) -> None:
    """A round of a message. What is not plain is told by the fields that such a round has."""
    if (
        played.rulings
        or played.pack
        or played.seal
        or played.note
        or played.lots
        or played.x
        or played.HasField("shuffle")
    ):
        raise AskGame
    play = played.play
    if len(play) > PLAY_CHARACTERS:
        raise AskGame
    words = play.replace("\n", " ").split(" ")
    going.by_numbers(
        played.eldest,
        played.hands,
        played.upcard,
        played.stock,
        words,
        played.scores,
        played.totals,
        played.reenter,
    )


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
    coming = get("reenter")
    if coming is None:
        coming = ()
    elif type(coming) is not list or any(type(one) is not str for one in coming):
        raise AskGame
    going.by_numbers(_text(eldest), hands, _text(get("upcard")), _text(get("stock")), words, scores, totals, coming)


def _text(value: Any) -> str:
    """A text, "" where there is none."""
    if value is None:
        return ""
    if type(value) is not str:
        raise AskGame
    return value


def _colons(tree: Any) -> int:
    """How many colons write this: one behind each key, and those in texts. Where a key is there twice more are written.

    Not counted are those in names of keys; of them nothing is then said.
    """
    found, levels = 0, [tree]
    for one in levels:  # grows on the way
        values = one
        if type(one) is dict:
            found, values = found + len(one), one.values()
        for value in values:
            kind = type(value)
            if kind is str:
                found += value.count(":")
            elif kind is dict or kind is list:
                levels.append(value)
    return found


def _no_constant(_: str) -> Any:
    raise ValueError
