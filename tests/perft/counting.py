"""Counting legal ways to play on from a fixed position, and the slow obvious way to count them.

A file `tests/perft/*.txt` describes one position and what follows from it:

    # anything behind a # is for people
    rules: spanish-40
    seats: 3
    options: jokers=2 declared=yes      (may be left out)
    pack: 5c 3b …                       the order of the whole pack, as it is dealt
    play: A: <6o-11b +7e …              words that lead to the position (may be left out)
    quick: 4                            the depth that every run counts; deeper ones are marked slow
    depth plays takes discards closes laid over
    1 2 1 0 0 0 0
    …

A line counts the sequences of so many legal actions, and how many of their last actions take the upcard, discard, close
and lay a card off, and after how many the round is over. A reshuffle turns the discards over as they lie. Melds put
down are not counted, for any valid ones may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.cards import Card
from referee.game.actions import (
    Action,
    Close,
    Discard,
    DrawStock,
    Incident,
    IncidentKind,
    LaidCard,
    LayOff,
    Pass,
    Reshuffle,
    Show,
    TakeUpcard,
)
from referee.game.effects import carried_out
from referee.game.flow import deal_from, start
from referee.game.gamestate import GameState
from referee.game.legal import apply, fault, legal_actions
from referee.game.state import Phase
from referee.record.actions import actions_of
from referee.record.cards_text import read_cards
from referee.record.play import read_play
from referee.table import Table
from tests.tables import table

HERE = Path(__file__).parent
COLUMNS = ("plays", "takes", "discards", "closes", "laid", "over")
HEAD = f"depth {' '.join(COLUMNS)}"
_KINDS = {"takes": TakeUpcard, "discards": Discard, "closes": Close, "laid": LayOff}

Counts = tuple[int, ...]
Actions = Callable[[Table, GameState], Sequence[Action]]


@dataclass(frozen=True)
class Position:
    """A position with the counts that stand in its file, by depth from 1."""

    path: Path
    table: Table
    state: GameState
    quick: int
    counts: tuple[Counts, ...]


def paths() -> list[Path]:
    return sorted(HERE.glob("*.txt"))


def read(path: Path) -> Position:
    """The position of a file."""
    said: dict[str, str] = {}
    counts = []
    for line in path.read_text("utf-8").splitlines():
        text = line.split("#")[0].strip()
        key, colon, value = text.partition(":")
        if colon:
            said[key] = value.strip()
        elif text and text != HEAD:
            counts.append(tuple(map(int, text.split()[1:])))
    options = dict(one.split("=") for one in said.get("options", "").split())
    here = table(said["rules"], int(said["seats"]), **options)
    return Position(path, here, reached(here, said["pack"], said.get("play", "")), int(said["quick"]), tuple(counts))


def reached(here: Table, pack: str, play: str) -> GameState:
    """The state after a play from this deal."""
    notation = here.pack.notation
    state = start(here)
    cards = read_cards(pack, notation, strict=True).known
    assert len(cards) == here.pack.size
    state = apply(here, state, deal_from(here, state.standing, cards))
    letters = dict.fromkeys("ABCDEFGH"[: here.seats], "")
    words = read_play(play, notation, letters, strict=True)
    assert words.fault is None, words.fault
    before: Action | None = None
    for number, word in enumerate(words.words):
        seat = state.round.seat if word.label is None else word.label
        for placed in actions_of(word, seat):
            action = placed.action
            if isinstance(action, Show) and isinstance(before, Close):
                continue  # what the closer showed went with the close
            if isinstance(action, Close) and number + 1 < len(words.words):
                shown = actions_of(words.words[number + 1], seat)[0].action
                action = replace(action, melds=shown.melds) if isinstance(shown, Show) else action
            state = apply(here, state, action)
            before = action
    return state


def fast(here: Table, state: GameState) -> Sequence[Action]:
    """The legal actions as the referee lists them."""
    return legal_actions(here, state)


def brute(here: Table, state: GameState) -> Sequence[Action]:
    """All well-formed actions that are no fault (`check` would work out each time what is legal instead)."""
    return [action for action in well_formed(here, state) if fault(here, state, action) is None]


def well_formed(here: Table, state: GameState) -> Iterable[Action]:
    """Every play of every seat with every card of the pack."""
    cards = [Card(kind.index) for kind in here.pack.kinds]
    melds = range(len(state.round.table) + 2)
    for seat in range(here.seats):
        yield Pass(seat)
        for card in cards:
            yield from (DrawStock(seat, card), TakeUpcard(seat, card), Discard(seat, card), Close(seat, card))
            yield from (LayOff(seat, meld, (LaidCard(card),)) for meld in melds)
    yield Reshuffle()
    yield Incident(IncidentKind.DEAD)


def counted(position: Position, depth: int, actions: Actions = fast) -> Counts:
    """The line of a depth."""
    found: Counter[str] = Counter()
    _count(position.table, position.state, depth, actions, found)
    return tuple(found[column] for column in COLUMNS)


def _count(here: Table, state: GameState, depth: int, actions: Actions, found: Counter[str]) -> None:
    if state.phase is Phase.COUNT:
        return
    for action in actions(here, state):
        after = carried_out(here, state, _ordered(here, state, action))
        if depth > 1:
            _count(here, after, depth - 1, actions, found)
            continue
        found["plays"] += 1
        found["over"] += after.phase is Phase.COUNT
        for column, kind in _KINDS.items():
            found[column] += isinstance(action, kind)


def _ordered(here: Table, state: GameState, action: Action) -> Action:
    """A reshuffle with its order: the discards turned over."""
    if not isinstance(action, Reshuffle):
        return action
    pile = state.round.pile
    return Reshuffle(pile if here.settings["stock.reshuffle"] == "all" else pile[:-1])


def written(path: Path, counts: Sequence[Counts]) -> str:
    """The text of a file with other counts."""
    kept = []
    for line in path.read_text("utf-8").splitlines():
        if line == HEAD:
            break
        kept.append(line)
    rows = [" ".join(map(str, (depth, *row))) for depth, row in enumerate(counts, 1)]
    return "\n".join([*kept, HEAD, *rows]) + "\n"
