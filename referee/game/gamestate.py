"""A game as a whole: its standing, the round in progress, and between rounds the pause in which seats come back."""

from __future__ import annotations

from dataclasses import dataclass

from referee.frozen import quick
from referee.game.standing import Pause
from referee.game.state import Phase, RoundState, Standing


@quick
@dataclass(frozen=True, slots=True)
class GameState:
    """A game. `round` is None between rounds.

    In the phase REENTRY `pause` holds what the round came to, `asked` the seats that have yet to say whether they come
    back, and `coming` those that do.
    """

    phase: Phase
    standing: Standing
    round: RoundState | None = None
    pause: Pause | None = None
    asked: tuple[int, ...] = ()
    coming: tuple[int, ...] = ()
