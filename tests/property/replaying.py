"""A record played again, the slow obvious way: words to actions to states. Knows nothing of the judge."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import Card
from referee.game.actions import Action, Close, Deal, Decline, Incident, LayOff, Pass, Reenter, Show
from referee.game.flow import counted, start
from referee.game.gamestate import GameState
from referee.game.legal import apply
from referee.game.state import Phase
from referee.record.actions import actions_of
from referee.record.cards_text import read_cards
from referee.record.model import GameRecord, Round, seat_index
from referee.record.play import read_play
from referee.table import Table


def replayed(table: Table, record: GameRecord) -> Iterator[tuple[GameState, Action]]:
    """Each state with the action that is taken in it, and last the final state with a call."""
    state = start(table)
    for number, played in enumerate(record.rounds):
        actions = [deal_of(table, played, state), *_folded(_actions(table, record, number))]
        for action in actions:
            if state.phase is Phase.COUNT:
                break  # what is shown where nothing is declared
            yield state, action
            state = apply(table, state, action)
        if state.phase is not Phase.COUNT:
            break
        state = counted(table, state)
        while state.phase is Phase.REENTRY:
            seat = state.asked[0]
            answer = Reenter(seat) if "ABCDEFGH"[seat] in played.reenter else Decline(seat)
            yield state, answer
            state = apply(table, state, answer)
    yield state, Incident("call", 0)


def deal_of(table: Table, played: Round, state: GameState) -> Deal:
    """The deal as it is written, in either form."""

    def cards(text: str) -> tuple[Card, ...]:
        read = read_cards(text, table.pack.notation, strict=True)
        assert read.fault is None
        return read.known

    eldest = seat_index(played.eldest)
    if not played.pack:
        hands = tuple(cards(played.hands[seat]) if seat in played.hands else None for seat in "ABCDEFGH"[: table.seats])
        return Deal(eldest, hands, next(iter(cards(played.upcard)), None), cards(played.stock))
    pack = list(cards(played.pack))
    order = [(eldest + step) % table.seats for step in range(table.seats)]
    seats = [seat for seat in order if state.standing.out_since[seat] is None]
    dealt = {seat: tuple(pack[at :: len(seats)][: table.hand_size]) for at, seat in enumerate(seats)}
    rest = pack[table.hand_size * len(seats) :]
    if table.settings["deal.next_card"] == "to_eldest":
        dealt[eldest] += (rest.pop(0),)
    upcard = rest.pop(0) if table.settings["deal.next_card"] in ("turned_up", "offered") else None
    return Deal(eldest, tuple(dealt.get(seat) for seat in range(table.seats)), upcard, tuple(rest))


def _actions(table: Table, record: GameRecord, number: int) -> Iterator[tuple[Action, int | None]]:
    """The actions of a play; the seat is the one labelled, or the one that the last label and order of play give."""
    played = record.rounds[number]
    seats = [seat_index(seat) for seat in (played.hands or played.scores or record.seats)]
    if played.scores:
        seats = sorted({*seats} & {seat_index(seat) for seat in played.scores})
    on_turn = seat_index(played.eldest)
    closed = False
    for word in read_play(played.play, table.pack.notation, record.seats, strict=True).words:
        seat = on_turn if word.label is None else word.label
        for placed in actions_of(word, seat):
            closed = closed or isinstance(placed.action, Close)
            yield placed.action, seat
        if closed:
            on_turn = seat
        elif word.steps or isinstance(placed.action, Pass):
            on_turn = next((other for other in seats if other > seat), seats[0])


def _folded(actions: Iterator[tuple[Action, int | None]]) -> list[Action]:
    """What the closer shows belongs to the close."""
    made: list[Action] = []
    for action, _ in actions:
        before = made[-1] if made else None
        if isinstance(action, Show) and isinstance(before, Close) and action.seat == before.seat:
            made[-1] = Close(before.seat, before.card, before.without_card, action.melds)
        elif isinstance(action, Show | LayOff | Pass) and isinstance(before, Close) and before.melds is None:
            made.append(action)
        else:
            made.append(action)
    return made
