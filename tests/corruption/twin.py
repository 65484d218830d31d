"""The slow obvious judge of corrupted records: the first place where a record is no game, and nothing else.

It knows the referee's `legal` and `flow` and shares no code with the judge of records. Every word of a play it is
given has its label, or is the seat's that is on turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.cards import Card
from referee.game.actions import Close, Decline, LayOff, Pass, Reenter, Show
from referee.game.flow import count, counted, deal_fault, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, fault, irregularity
from referee.game.moment import hand_of
from referee.game.state import Phase
from referee.record.actions import actions_of
from referee.record.canonical import canonical
from referee.record.model import LETTERS, GameRecord
from referee.record.play import read_play
from referee.record.seal import broken_seals
from referee.record.words import WordKind
from referee.table import Table
from tests.corruption.traced import of_the_table, who_acts
from tests.property.replaying import deal_of


@dataclass(frozen=True)
class Wrong:
    """Where a record stops being a game: round from 0, turn from 1 (0: not in the play), and in which part."""

    number: int
    turn: int
    part: str


@dataclass
class Slow:
    """One run. `irregular` are the turns that stand although they should not have happened."""

    table: Table
    record: GameRecord
    irregular: list[Wrong] = field(default_factory=list)
    finished: bool = False
    last_turn: int = 0

    def first_wrong(self) -> Wrong | None:
        """The first place, in the order in which a game is played; seals are looked at last."""
        state = start(self.table)
        for number, played in enumerate(self.record.rounds):
            if state.phase is Phase.OVER:
                return Wrong(number, 0, "deal")
            try:
                deal = deal_of(self.table, played, state)
            except (AssertionError, IndexError, ValueError):
                return Wrong(number, 0, "deal")
            if deal_fault(self.table, state, deal) is not None:
                return Wrong(number, 0, "deal")
            state = apply(self.table, state, deal)
            wrong, state = self._play(number, state)
            while wrong is None and state.phase is Phase.LAY_OFF and played.scores:
                state = apply(self.table, state, Pass(state.round.seat))
            if wrong is None and state.phase is not Phase.COUNT:
                more = number + 1 < len(self.record.rounds) or bool(played.scores) or self.record.result is not None
                return Wrong(number, self.last_turn, "end") if more else self._seal(number) or self._seal(None)
            if wrong is None:
                wrong, state = self._count(number, state)
            wrong = wrong or self._seal(number)
            if wrong is not None:
                return wrong
        return self._result(state) or self._seal(None)

    def _play(self, number: int, state: GameState) -> tuple[Wrong | None, GameState]:
        record, notation = self.record, self.table.pack.notation
        read = read_play(record.rounds[number].play, notation, record.seats, strict=True)
        declared = self.table.settings["melds.declared"]
        turn, seat, folded = 0, 0, False
        self.last_turn = 0
        for at, word in enumerate(read.words):
            seat = who_acts(state, word, seat, read.words[at - 1].kind if at else None)
            in_play = state.phase in (Phase.OFFER, Phase.DRAW, Phase.DISCARD)
            turn += word.kind is WordKind.TURN or (word.kind is WordKind.PASS and in_play)
            self.last_turn = turn
            # what the table does before a draw belongs to the turn to come
            begins = of_the_table(word) and state.phase is Phase.DRAW
            here = Wrong(number, turn + begins, "play")
            for placed in actions_of(word, seat):
                action = placed.action
                following = read.words[at + 1] if at + 1 < len(read.words) else None
                if isinstance(action, Close) and declared and following and following.kind is WordKind.SHOW:
                    shown = actions_of(following, seat)[0].action
                    assert isinstance(shown, Show)
                    action, folded = Close(seat, action.card, action.without_card, shown.melds), True
                    if not self._shown(state, shown, gone=action.card):
                        return Wrong(number, turn, "play"), state
                elif isinstance(action, Show) and folded:
                    folded = False
                    continue
                elif state.phase is Phase.COUNT and isinstance(action, Show | LayOff | Pass) and not declared:
                    if isinstance(action, Show) and not self._shown(state, action):
                        return here, state
                    continue
                if isinstance(action, Show) and not self._shown(state, action):
                    return here, state
                if fault(self.table, state, action) is not None:
                    if irregularity(self.table, state, action) is None:
                        return here, state
                    self.irregular.append(here)
                state = apply(self.table, state, action)
        if read.fault is not None:
            return Wrong(number, turn + 1, "play"), state
        return None, state

    def _shown(self, state: GameState, show: Show, gone: Card | None = None) -> bool:
        """Whether what is shown is the hand, as far as it is named."""
        play = state.round
        held = [card.index for card in hand_of(play, show.seat).known]
        if gone is not None and gone.index in held:
            held.remove(gone.index)
        melds = [card.index for meld in show.melds for card in meld.cards]
        if show.loose is None:
            return all(melds.count(one) <= held.count(one) for one in melds)
        return sorted([*melds, *(card.index for card in show.loose)]) == sorted(held)

    def _count(self, number: int, state: GameState) -> tuple[Wrong | None, GameState]:
        played = self.record.rounds[number]
        pause = count(self.table, state)
        scores = {LETTERS[line.seat]: line.written for line in pause.sheet.lines}
        if played.scores and dict(played.scores) != scores:
            return Wrong(number, 0, "scores"), state
        totals = {LETTERS[line.seat]: pause.before.totals[line.seat] for line in pause.sheet.lines}
        if played.totals and dict(played.totals) != totals:
            return Wrong(number, 0, "totals"), state
        state = counted(self.table, state)
        for letter in played.reenter:
            if LETTERS.index(letter) not in {*state.asked, *pause.re_entered}:
                return Wrong(number, 0, "reenter"), state
        while state.phase is Phase.REENTRY:
            seat = state.asked[0]
            state = apply(self.table, state, Reenter(seat) if LETTERS[seat] in played.reenter else Decline(seat))
        return None, state

    def _result(self, state: GameState) -> Wrong | None:
        result, last = self.record.result, len(self.record.rounds)
        self.finished = state.phase is Phase.OVER
        if result is None:
            return None
        winners = tuple(LETTERS[seat] for seat in state.standing.winners)
        if not self.finished or (result.winners and result.winners != winners):
            return Wrong(last, 0, "result")
        before = int(self.table.settings["stakes.entry"]) * self.table.seats
        price = int(self.table.settings["re_entry.pays"])
        before += price * sum(state.standing.re_entries)
        if result.pot and result.pot != before:
            return Wrong(last, 0, "result")
        return None

    def _seal(self, number: int | None) -> Wrong | None:
        """A broken seal of a round, or of the end."""
        made = canonical(self.record, self.table.pack.notation).record
        broken = broken_seals(made) if made is not None else ()
        if not broken or broken[0].number != number:
            return None
        return Wrong(len(self.record.rounds) if number is None else number, 0, "seal")
