"""Plays a situation at a table and tells what is seen, as plain values: the same keys a situation may expect.

Nothing is left out of what is seen, so two tables differ for a situation exactly if something seen differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.cards import Card
from referee.game.actions import Decline, Reenter
from referee.game.flow import count, next_round
from referee.game.gamestate import GameState
from referee.game.legal import apply, check, irregularity, legal_actions
from referee.game.price import Sheet, SheetLine
from referee.game.result import Course, RoundResult, SeatResult
from referee.game.standing import Pause, close_pause, settle
from referee.game.state import Phase, RoundState, Standing
from referee.table import Table
from tests.played.situation import Content, deal_of, seat, state_of
from tests.played.words import SEATS, action_of, parts, word


def seen_at(table: Table, moment: Content) -> dict[str, Any]:
    """What is seen when the moment is played at the table."""
    return _Play(table, moment, state_of(table, moment)).seen()


@dataclass
class _Play:
    table: Table
    moment: Content
    state: GameState
    found: dict[str, Any] = field(default_factory=dict)

    def seen(self) -> dict[str, Any]:
        if "wrote" in self.moment:
            self.settle(_by_decree(self.table, self.moment, self.state.standing))
        for action in self.actions():
            if not self.accepted(action):
                break
        if "writes" not in self.found:
            self.look()
        self.answer()
        return self.found

    def accepted(self, action: Any) -> bool:
        """Carry the action out; if it is refused, keep why."""
        refusal = check(self.table, self.state, action)
        if refusal is not None:
            self.found["refused"] = self.refusal(refusal)
            return False
        irregular = irregularity(self.table, self.state, action)
        if irregular is not None:
            self.found["stands"] = irregular.clause
        self.state = apply(self.table, self.state, action)
        if self.state.round is not None:
            assert _size(self.state.round) == self.table.pack.size, "cards came or went"
        if self.state.phase is Phase.COUNT:
            self.look()
            self.settle(count(self.table, self.state))
        return True

    def actions(self) -> Iterator[Any]:
        if "deal" in self.moment:
            yield deal_of(self.table, self.moment, self.state)
        labelled = None
        for token in str(self.moment.get("play", "")).split():
            if token.endswith(":"):
                labelled = seat(token[:-1])
                continue
            play = self.state.round
            acting = labelled if labelled is not None else (play.seat if play is not None else None) or 0
            for part in parts(token):
                yield action_of(self.table, part, acting)
            labelled = None

    def refusal(self, refusal: Any) -> dict[str, Any]:
        legal = {word(self.table, one) for one in legal_actions(self.table, self.state)}
        assert {word(self.table, one) for one in refusal.legal} <= legal
        return {
            "code": refusal.code,
            "clauses": " ".join(refusal.clauses),
            "nearest": word(self.table, refusal.nearest),
            "measured": dict(refusal.measured),
            "legal": legal,
        }

    def look(self) -> None:
        """What lies on the table after the play."""
        play = self.state.round
        self.found |= {"phase": str(self.state.phase), "eldest": SEATS[self.state.standing.eldest]}
        if play is None:
            return
        self.found |= {
            "turn": "none" if play.seat is None else SEATS[play.seat],
            "hands": {SEATS[at]: hand.size for at, hand in enumerate(play.hands) if hand is not None},
            "pile": self.texts(play.pile),
            "piled": len(play.pile),
            "stock": len(play.stock),
            "faulty": _letters(at for at, odd in enumerate(play.faulty) if odd),
            "legal": {word(self.table, one) for one in legal_actions(self.table, self.state)},
        }

    # -- the count -----------------------------------------------------------------------------------------------

    def settle(self, pause: Pause) -> None:
        """What the round came to, and who is asked whether to come back."""
        sheet, result = pause.sheet, pause.result
        self.found |= {
            "outcome": sheet.outcome,
            "laid": {SEATS[one.seat]: self.laid(one) for one in result.seats if one.laid},
            "loose": {SEATS[one.seat]: self.texts(one.loose) for one in result.seats},
            "writes": {SEATS[line.seat]: f"{line.written} {line.clause}" for line in sheet.lines},
            "asked": _letters(pause.asked),
            "by": {SEATS[at]: clause for at, clause in pause.out},
            "back": _letters(pause.re_entered),
        }
        if pause.asked:
            self.state = GameState(Phase.REENTRY, pause.standing, pause=pause, asked=pause.asked)
        else:
            self.state = next_round(close_pause(self.table, pause))

    def answer(self) -> None:
        """The pause: the seats named come back, all others do not; then the standing."""
        for at in map(seat, self.moment.get("reenter", [])):
            if self.accepted(Reenter(at)):
                self.found["back"] = f"{self.found['back']} {SEATS[at]}".strip()
        for at in self.state.asked:
            assert self.accepted(Decline(at))
        standing = self.state.standing
        self.found |= {
            "totals": {SEATS[at]: total for at, total in enumerate(standing.totals)},
            "out": _letters(at for at, since in enumerate(standing.out_since) if since is not None),
            "winners": _letters(standing.winners),
            "over": "yes" if standing.winners else "no",
            "eldest": SEATS[standing.eldest],
            "pot": standing.pot,
            "gets": {SEATS[at]: -paid for at, paid in enumerate(standing.paid)},
        }

    def laid(self, one: SeatResult) -> str:
        """`7c>1 JK=10c>1`."""
        place = {True: lambda laid: "=" + self.table.write(laid.stands_for), False: lambda _: ""}
        return " ".join(
            f"{self.table.write(laid.card)}{place[laid.stands_for is not None](laid)}>{laid.meld}" for laid in one.laid
        )

    def texts(self, held: tuple[Card | None, ...]) -> str:
        """Cards as text, unknown ones left out."""
        return " ".join(self.table.write(card) for card in held if card is not None)


def _letters(seats: Any) -> str:
    return " ".join(SEATS[at] for at in seats)


def _size(play: RoundState) -> int:
    held = sum(hand.size for hand in play.hands if hand is not None)
    return held + len(play.stock) + len(play.pile) + len(play.aside) + sum(len(meld.cards) for meld in play.table)


def _by_decree(table: Table, moment: Content, standing: Standing) -> Pause:
    """The pause after a round of which only what was written is told."""
    wrote: Mapping[str, int] = moment["wrote"]
    closer = seat(moment["closer"]) if "closer" in moment else None
    outcome = moment.get("outcome", "unclosed")
    course = Course(eldest=standing.eldest, laps=1, turns=(1,) * table.seats)
    result = RoundResult(course, closer, outcome, None, (), tuple(SeatResult(seat(one), None) for one in wrote), ())
    lines = tuple(SheetLine(seat(one), points, "", "", (), ()) for one, points in wrote.items())
    return settle(table, standing, result, Sheet(outcome, lines))
