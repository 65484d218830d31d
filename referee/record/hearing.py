"""One round before the judge: its words, the moment reached, what came before it, and what was found so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from referee.game.actions import IncidentKind
from referee.game.gamestate import GameState
from referee.game.state import Hand, Phase, RoundState
from referee.record import partial
from referee.record.findings import Case
from referee.record.model import Round, Ruling, seat_letter
from referee.record.moment import Moment
from referee.record.play import Play, Word
from referee.record.verdict import Finding, Place, Weight
from referee.record.words import WordKind

DEALT = -1
"""The place of what stands before the first word."""


@dataclass(slots=True)
class Hearing:
    """What the parts of the judge share while a round is judged. `number` counts rounds from 0.

    `called` are the rulings that took effect, once for each call; `resting` those by which something irregular stands.
    `at` is the place of the word being judged, `held` a label whose word is yet to come. `history` are the moments
    before each action, for what is taken back. `unjudged` are things that could not be judged, by the key of their
    sentence: seats or clauses. `turns` and `actions` count what was accepted. `watch` is called behind the deal and
    behind each word, the one at which judging stopped included.
    """

    case: Case
    number: int
    play: Play
    moment: Moment
    standing_known: bool = True
    at: int = 0
    held: int | None = None
    history: list[Moment] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    called: list[int] = field(default_factory=list)
    resting: frozenset[int] = frozenset()
    unjudged: dict[str, set[object]] = field(default_factory=dict)
    merged: set[int] = field(default_factory=set)
    turns: int = 0
    actions: int = 0
    watch: Callable[[Hearing], None] | None = None

    @property
    def words(self) -> Sequence[Word]:
        """The words of the play."""
        return self.play.words

    @property
    def played(self) -> Round:
        """The round as it was written."""
        return self.case.record.rounds[self.number]

    @property
    def rulings(self) -> Sequence[Ruling]:
        """The rulings of the round."""
        return self.played.rulings

    @property
    def path(self) -> tuple[str | int, ...]:
        """The path of the play."""
        return ("rounds", self.number, "play")

    # -- the moment ----------------------------------------------------------------------------------------------

    def now(self, state: GameState) -> None:
        """Play stands like this from here on."""
        self.moment = replace(self.moment, state=state)

    def now_play(self, play: RoundState) -> None:
        """The round stands like this from here on."""
        self.now(replace(self.moment.state, phase=play.phase, round=play))

    def remember(self) -> None:
        """An action is about to happen: this is the moment to which it can be taken back."""
        self.history.append(self.moment)

    def unsure(self, hand: Hand) -> frozenset[str]:
        """The facts nobody can be sure of, for a seat with this hand."""
        return partial.unsure(hand, gapped=self.moment.gapped, standing_known=self.standing_known)

    def leave_open(self, key: str, *what: object) -> None:
        """Something that could not be judged."""
        self.unjudged.setdefault(key, set()).update(what)

    @property
    def turn(self) -> int:
        """The turn that the word being judged belongs to: what is no play, to that of the seat which is to draw."""
        kind = self.words[self.at].kind if self.at < len(self.words) else None
        begins = kind in {WordKind.RESHUFFLE, WordKind.EVENT} and self.moment.state.phase in {Phase.OFFER, Phase.DRAW}
        return self.moment.turn + begins

    # -- places and findings -------------------------------------------------------------------------------------

    def place(self, word: Word, start: int, end: int, seat: int | None = None) -> Place:
        """The place of characters of the play, in a word of it."""
        made = self.case.at_span(self.path, self.play.span(start, end), self.play.text.value[start:end])
        return replace(
            made,
            turn=self.turn,
            action=self.moment.action if self.turn == self.moment.turn else 0,
            seat="" if seat is None else seat_letter(seat),
            word=self.play.written(word),
        )

    def note(self, code: str, word: Word, seat: int | None, *, ruling: int = 0) -> None:
        """Something worth knowing."""
        said = self.case.say(code, seat=self.case.seat(seat), number=ruling)
        place = self.place(word, word.start, word.end, seat)
        self.findings.append(self.case.finding(code, place, said, weight=Weight.NOTE, ruling=ruling))

    # -- rulings -------------------------------------------------------------------------------------------------

    def covering(self) -> int:
        """The number of the ruling under which what happens in this word stands; 0 if there is none.

        One that is called right behind the word, or one that names the turn.
        """
        turn = self.turn
        for word in self.words[self.at + 1 :]:
            if word.form.event is IncidentKind.CALL:
                continue  # the moment of the claim
            if word.kind is not WordKind.RULING:
                break
            number = word.form.number
            if number <= len(self.rulings) and self.rulings[number - 1].turn in {0, turn}:
                return number
        named = (number for number, one in enumerate(self.rulings, 1) if one.turn and one.turn == turn)
        return next(named, 0)
