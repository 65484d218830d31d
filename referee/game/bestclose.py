"""The answer of whoever chooses a closing card (`choice`): that card, and what comes of a close with it.

An ordinary class and no dataclass, so that where it is compiled a value costs what its two fields cost. Nobody changes
one.
"""

from __future__ import annotations

from referee.cards import Card
from referee.game.closepoints import Judged


class BestClose:
    """The best close with some closing card, or if none is legal the refusal that comes nearest to one.

    Nearest is what fails fewest clauses, then what x.6 prefers; of closing cards that are equally good the first in
    pack order is `closing`. What is said of the close is what `judge_close` says with that card.
    """

    __slots__ = ("closing", "judged")
    __match_args__ = ("closing", "judged")

    def __init__(self, closing: Card, judged: Judged) -> None:
        self.closing = closing
        self.judged = judged

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BestClose):
            return NotImplemented
        return self.closing == other.closing and self.judged == other.judged

    def __hash__(self) -> int:
        return hash((self.closing, self.judged))

    def __repr__(self) -> str:
        comes = f"outcome={self.outcome!r}, writes={self.writes!r}" if self.legal else f"refused={self.refused!r}"
        return f"BestClose(closing={self.closing!r}, {comes}, clause={self.clause!r})"

    @property
    def legal(self) -> bool:
        """Whether some close is."""
        return self.judged.outcome is not None

    @property
    def outcome(self) -> str | None:
        """The name of the outcome; None if no close is legal."""
        return None if self.judged.outcome is None else self.judged.outcome.rule.name

    @property
    def wins_game(self) -> bool:
        """Whether it wins the game."""
        return self.judged.wins_game

    @property
    def writes(self) -> int | None:
        """What the closer writes; None if the game is won, or if it depends on the others, or if none is legal."""
        return self.judged.writes

    @property
    def clause(self) -> str:
        """What the outcome or the refusal rests on."""
        return self.judged.clauses[0] if self.judged.outcome is None else self.judged.outcome.rule.clause

    @property
    def priced_by(self) -> str:
        """The clause by which the closer writes."""
        return "" if self.judged.outcome is None else self.judged.outcome.rule.priced_by

    @property
    def lay_off(self) -> str:
        """Whose melds are open to lay-offs then."""
        return self.judged.onto

    @property
    def refused(self) -> tuple[str, ...]:
        """The clauses that the refusal breaks, in natural order; none if a close is legal."""
        return self.judged.clauses
