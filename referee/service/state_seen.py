"""Games that were read lately, and found sound: callers ask several times where one stands before it goes on.

What a message says at a table never changes, so the same bytes are the same game. Whoever asks what may be done, then
whether this may, and then does it, has the game read once.
"""

from __future__ import annotations

from referee.game.actions import Action
from referee.game.gamestate import GameState
from referee.recent import Recent
from referee.table import Table
from referee.v1 import rounds_pb2

_GAMES = 64
_WORDS, _LONGEST_WORD = 512, 16
MOST_BYTES = 1_024
"""Of a message that is kept; a game of four takes half of it."""


class Seen:
    """The games of one table (`Table.derived`)."""

    __slots__ = ("_games", "_words", "warm")

    def __init__(self) -> None:
        self._games: Recent[bytes, GameState] = Recent(_GAMES)
        self._words: Recent[tuple[str, int | None], Action] = Recent(_WORDS)
        self.warm = False
        """Whether a play was judged at this table already; the first one takes longer."""

    @classmethod
    def of(cls, table: Table) -> Seen:  # noqa: ARG003 - what makes a thing of a table is given it
        """None yet."""
        return cls()

    def game(self, sent: rounds_pb2.GameState) -> GameState | None:
        """The game of a message, if it was kept."""
        return self._games.get(sent.SerializeToString(deterministic=True))

    def action(self, word: str, seat: int | None) -> Action | None:
        """The action that a word says where a seat is to act, None for nobody; None if it was not kept."""
        return self._words.get((word, seat))

    def keep_action(self, word: str, seat: int | None, action: Action) -> None:
        """Keep what a word says, which is the same in every game."""
        if len(word) <= _LONGEST_WORD:
            self._words.put((word, seat), action)

    def is_brief(self, sent: rounds_pb2.GameState) -> bool:
        """Whether a message is small enough to be kept, and to be read while others wait."""
        return sent.ByteSize() <= MOST_BYTES

    def keep(self, sent: rounds_pb2.GameState, game: GameState) -> None:
        """Keep what was read of a message and found sound."""
        if self.is_brief(sent):
            self._games.put(sent.SerializeToString(deterministic=True), game)
