"""One moment of a round being judged: where play stands, what is not known about it. It can be restored as it was."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.game.gamestate import GameState
from referee.game.state import RoundState


@dataclass(frozen=True, slots=True)
class Claims:
    """What was put on the table after a close where the referee arranges the hands: a lay-off beside his own.

    `state` is a lay-off as if it were declared. `shown` are seats whose melds lie there; `spoke` are those that said
    themselves what they lay off, each with the place of the word that did.
    """

    state: GameState
    shown: frozenset[int] = frozenset()
    spoke: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment. `turn` counts turns of the round, `action` actions of that turn, as places do.

    `gapped`: turns before it were not recorded; `adrift`: nobody knows who is on turn; `reordered`: a label may
    say who plays next. `speaker` is the seat whose words follow without a label after a close. `policy` is what has to
    follow a time-out. `judged` is no after a close that could not be judged, `unshown`: shows are missing. `leaving`
    are seats that left the game while it was counted.
    """

    state: GameState
    turn: int = 0
    action: int = 0
    gapped: bool = False
    adrift: bool = False
    reordered: bool = False
    speaker: int | None = None
    policy: str = ""
    void: bool = False
    judged: bool = True
    unshown: bool = False
    leaving: frozenset[int] = frozenset()
    claims: Claims | None = field(default=None, repr=False)

    @property
    def play(self) -> RoundState:
        """The round."""
        assert self.state.round is not None
        return self.state.round
