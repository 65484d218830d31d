"""Plays from bytes to bytes: a CheckActionRequest whose play is legal, answered without making a message.

The answer to a legal play has the same bytes in every game of a table. Draws, discards, takes and passes in the middle
of a round are answered so, where every card they hang on is known; all else is left to `game_answers`: None.
"""

from __future__ import annotations

from google.protobuf.message import DecodeError

from referee.game.actions import Action, Discard, DrawStock, Pass, TakeUpcard
from referee.game.checks import fault_of
from referee.game.gamestate import GameState
from referee.service.actions_convert import read_action, read_word
from referee.service.state_seen import MOST_BYTES, Seen
from referee.service.state_texts import TextReader
from referee.service.state_wire import StateWire
from referee.service.turn_wire import TurnWire
from referee.service.wire import ONE_BYTE, field
from referee.table import Table
from referee.v1 import actions_pb2
from referee.voice import LANGUAGES

BRIEF = (DrawStock, TakeUpcard, Pass, Discard)
"""Actions that end no turn but by a card: whether they are legal is quickly said."""

# fields of a CheckActionRequest and of its response
_STATE, _ACTION, _WORD, _LANGUAGE = 0x12, 0x1A, 0x22, b"\x2a"
_WAYS = frozenset({_ACTION, _WORD})
_DIGEST, _ALLOWED = b"\x0a", b"\x10\x01"

_GAMES, _PLAYS = 64, 1_024
_ENDS = frozenset(field(_LANGUAGE, language.encode()) for language in LANGUAGES)
"""What may stand behind the play, if anything does."""

_Brief = DrawStock | TakeUpcard | Pass | Discard


class PlayWire:
    """How the plays of one table lie on the wire."""

    __slots__ = ("_allowed", "_games", "_plain", "_plays", "_seen", "_states", "_table", "_turns")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seen = table.derived(Seen)
        self._states = table.derived(StateWire)
        self._turns = table.derived(TurnWire)
        self._plain = self._turns.open
        self._games: dict[bytes, GameState] = {}
        self._plays: dict[tuple[bytes, int], _Brief] = {}
        self._allowed = field(_DIGEST, table.rule_set.digest.encode()) + _ALLOWED

    @classmethod
    def of(cls, table: Table) -> PlayWire:
        """That of a table; `Table.derived` keeps it."""
        return cls(table)

    def answer(self, content: bytes, at: int) -> bytes | None:
        """A CheckActionResponse about the state that begins at `at` and the play behind it."""
        if not self._seen.warm:
            return None
        try:
            return self._answer(content, at)
        except (LookupError, DecodeError):  # it ends where a field should be
            return None

    def _answer(self, content: bytes, at: int) -> bytes | None:
        if content[at] != _STATE:
            return None
        size, at = content[at + 1], at + 2
        if size >= ONE_BYTE:
            size, at = size + (content[at] - 1) * ONE_BYTE, at + 1
        if size > MOST_BYTES:
            return None
        start, at = at, at + size
        way, end = content[at], at + 2 + content[at + 1]
        if way not in _WAYS or content[at + 1] >= ONE_BYTE:
            return None
        if end > len(content) or (end != len(content) and content[end:] not in _ENDS):
            return None
        said = content[at:end]
        if self._plain:
            told = self._turns.judge(content, start, at, said)
            if told >= 0:  # otherwise it takes a closer look
                return self._allowed if told else None
        state = self.game(content[start:at])
        if state is None:
            return None
        play = state.round
        assert play is not None  # that alone is read
        assert play.seat is not None
        action = self._plays.get((said, play.seat)) or self._action(said, play.seat, state)
        if self._plain:
            self._turns.learn(said, play.seat, action)
        hand = play.hands[action.seat] if 0 <= action.seat < len(play.hands) else None
        if hand is None or hand.unknown or (play.pile and play.pile[-1] is None):
            return None
        return self._allowed if fault_of(self._table, state, action) is None else None

    def game(self, said: bytes) -> GameState | None:
        """The game of a message; None where it has to be read with care."""
        known = self._games.get(said)
        if known is not None:
            return known
        found = self._states.read(said)
        if found is not None:
            if len(self._games) >= _GAMES:
                self._games.clear()
            self._games[said] = found
        return found

    def _action(self, said: bytes, seat: int, state: GameState) -> _Brief:
        """What a word or an action says where a seat is to act, which is the same in every game. LookupError."""
        reader, content = TextReader(self._table), said[2:]
        action: Action
        if said[0] == _WORD:
            action = read_word(reader, _decoded(content), state, "word")
        else:
            action = read_action(reader, actions_pb2.Action.FromString(content), state, "action")
        if reader.faults or not isinstance(action, BRIEF):
            raise LookupError
        if len(self._plays) >= _PLAYS:
            self._plays.clear()
        self._plays[said, seat] = action
        return action


def _decoded(content: bytes) -> str:
    """A text. LookupError."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise LookupError from None
