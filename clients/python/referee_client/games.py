"""Games in progress: where one stands, what is done, and what the referee says of it.

Seats are letters in order of play, cards are texts. What is absent is None; zero is 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.json_format import MessageToJson, Parse, ParseError

from referee_client import arguments
from referee_client.answers import BrokenClause, Meld
from referee_client.v1 import actions_pb2, referee_service_pb2, rounds_pb2

UNKNOWN = "?"
"""A card that nobody knows."""


@dataclass(frozen=True, slots=True, repr=False)
class GameState:
    """A whole game as it stands. Send back what an answer gave; the properties tell what people want to see of it.

    `content` is the message `GameState` of the schema, serialised.
    """

    content: bytes

    def __repr__(self) -> str:
        """Where the game stands: the stage, the seat to act, how many cards each seat holds, the points so far."""
        held = {seat: len(cards) for seat, cards in self.hands.items()}
        return f"GameState(phase={self.phase!r}, seat={self.seat!r}, cards_held={held}, totals={dict(self.totals)})"

    @classmethod
    def of(cls, message: rounds_pb2.GameState) -> GameState:
        """The state in a message."""
        return cls(message.SerializeToString(deterministic=True))

    @classmethod
    def from_json(cls, text: str) -> GameState:
        """The state that `to_json` wrote, or that somebody wrote by hand; ValueError if it is none."""
        try:
            return cls.of(Parse(text, rounds_pb2.GameState()))
        except ParseError as error:
            raise ValueError(str(error)) from None

    def to_json(self) -> str:
        """The state as JSON, with the names of the schema."""
        return MessageToJson(self.message, preserving_proto_field_name=True, indent=None)

    @property
    def message(self) -> rounds_pb2.GameState:
        """A message of its own, to be read or changed; `GameState.of` makes a state of it."""
        return rounds_pb2.GameState.FromString(self.content)

    @property
    def phase(self) -> str:
        """The stage: deal, offer, draw, discard, lay_off, count, reentry, over."""
        return phase_name(self.message.phase)

    @property
    def seat(self) -> str | None:
        """The seat to act, None where nobody is."""
        return self.message.round.seat or None

    @property
    def hands(self) -> Mapping[str, tuple[str, ...]]:
        """The cards of each seat in the round, unknown ones as `?`."""
        return {seat: tuple(cards.split()) for seat, cards in sorted(self.message.round.hands.items())}

    @property
    def discard_pile(self) -> tuple[str, ...]:
        """The discard pile, bottom first; the last is the upcard."""
        return tuple(self.message.round.discard_pile.split())

    @property
    def stock_count(self) -> int:
        """Cards left in the stock."""
        return self.message.round.stock_count

    @property
    def totals(self) -> Mapping[str, int]:
        """The points of each seat that has any, before the round that is played."""
        return dict(sorted(self.message.standing.totals.items()))

    @property
    def asked(self) -> tuple[str, ...]:
        """Seats that have yet to say whether they re-enter."""
        return tuple(self.message.asked)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; empty while the game is not over."""
        return tuple(self.message.standing.winners)


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals: the order of the whole `pack`, or what is known of hands, upcard and stock.

    Cards are parted by blanks, top first. `stock` None: its order is not known.
    """

    eldest: str
    pack: str = ""
    hands: Mapping[str, str] = field(default_factory=dict)
    upcard: str = ""
    stock: str | None = None


@dataclass(frozen=True, slots=True)
class Close:
    """A seat closes and declares melds, each as cards written together. Without melds the word `x7c` says the same."""

    seat: str
    card: str
    melds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reenter:
    """A seat that is out comes back."""

    seat: str


@dataclass(frozen=True, slots=True)
class Decline:
    """A seat that is out and might come back does not."""

    seat: str


@dataclass(frozen=True, slots=True)
class Action:
    """An action as an answer gave it: who acts (None: the table) and what kind of action it is ("discard").

    `content` is the message `Action` of the schema, serialised.
    """

    seat: str | None
    kind: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class LegalAction:
    """Something that may be done, and the word that says it; empty where a record has a key for it instead."""

    word: str
    action: Action


Play = str | Deal | Close | Reenter | Decline | Action | LegalAction
"""What is done: a word of the record notation ("+5c", "<12b", "-7c", "x7c"), or one of the others."""


@dataclass(frozen=True, slots=True)
class LegalActions:
    """Every play that is legal. `not_judged` are clauses that hang on cards nobody knows."""

    phase: str
    seat: str | None
    actions: tuple[LegalAction, ...]
    not_judged: tuple[str, ...]
    rule_set_digest: str


@dataclass(frozen=True, slots=True)
class Irregularity:
    """What lets an action stand although no clause allows it, and what it costs."""

    code: str
    clause: str
    text: str
    penalty: int
    shows_hand: bool


@dataclass(frozen=True, slots=True)
class ActionRefusal:
    """Why an action is refused, and what would have been legal, the nearest first.

    `kind` is "illegal" where a ruling might let it stand, "impossible" where the cards contradict it.
    """

    code: str
    kind: str
    broken: tuple[BrokenClause, ...]
    measured: Mapping[str, str]
    legal: tuple[LegalAction, ...]
    nearest: LegalAction | None


@dataclass(frozen=True, slots=True)
class ActionCheck:
    """Whether an action may be done; `state` is the game after it, where it was to be done and was allowed."""

    allowed: bool
    irregularity: Irregularity | None
    refusal: ActionRefusal | None
    not_judged: tuple[str, ...]
    rule_set_digest: str
    state: GameState | None = None


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A card that was laid off on a meld, by its number from 1, and what a wild one stands for on a run."""

    card: str
    meld: int
    stands_for: str


@dataclass(frozen=True, slots=True)
class SheetLine:
    """What one seat writes: `points` by the rules, `written` with penalties; None where its cards are not known.

    `loose` are the cards left with what each counts, `penalties` points with their clauses; `text` is the clause.
    """

    seat: str
    points: int | None
    written: int | None
    clause: str
    key: str
    text: str
    loose: tuple[tuple[str, int], ...]
    laid_off: tuple[LaidOff, ...]
    penalties: tuple[tuple[int, str], ...]
    uncertain: bool


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The sheet of a round; no lines where it won the game at once.

    `pays` are coins that every other seat pays the closer.
    """

    outcome: str
    lines: tuple[SheetLine, ...]
    won_by: str | None
    pays: int

    def of(self, seat: str) -> SheetLine | None:
        """The line of a seat, if it writes."""
        return next((line for line in self.lines if line.seat == seat), None)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What happened in a round, without any points: it can be priced again, under other rules.

    `melds` by seat as they were put down. `content` is the message `RoundFacts` of the schema, serialised.
    """

    closer: str | None
    outcome: str
    melds: Mapping[str, tuple[Meld, ...]]
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round priced. `next` is how the game goes on (None where facts were priced), `repriced` the other price."""

    sheet: ScoreSheet
    facts: RoundFacts
    next: GameState | None
    repriced: ScoreSheet | None
    rule_set_digest: str
    repriced_digest: str | None


def phase_name(number: int) -> str:
    """A stage by its name; one of a later server reads as unspecified."""
    return _NAMES.get(number, "unspecified")


_NAMES: Mapping[int, str] = {number: name.removeprefix("PHASE_").lower() for name, number in actions_pb2.Phase.items()}


def action_message(play: Play) -> dict[str, Any]:
    """What is done as the fields of a request; TypeError."""
    if isinstance(play, str):
        return {"word": play}
    if isinstance(play, LegalAction):
        play = play.action
    if isinstance(play, Action):
        return {"action": actions_pb2.Action.FromString(play.content)}
    arguments.require("play", play, (Deal, Close, Reenter, Decline), arguments.PLAY)
    action = actions_pb2.Action()
    if isinstance(play, Deal):
        action.deal.CopyFrom(
            actions_pb2.Deal(eldest=play.eldest, pack=play.pack, hands=play.hands, upcard=play.upcard, stock=play.stock)
        )
        return {"action": action}
    action.seat = play.seat
    if isinstance(play, Close):
        action.close.card = play.card
        action.close.declared.melds.extend(play.melds)
        action.close.declared.SetInParent()
    elif isinstance(play, Reenter):
        action.reenter.SetInParent()
    else:
        action.decline.SetInParent()
    return {"action": action}


def facts_message(facts: RoundFacts) -> referee_service_pb2.RoundFacts:
    """Facts as a request has them."""
    return referee_service_pb2.RoundFacts.FromString(facts.content)
