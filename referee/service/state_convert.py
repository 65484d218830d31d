"""Where a game stands, between the domain and the wire: nothing is lost either way.

A state that was sent is whole, or it is a fault with its fields. What it may leave out, because it follows: the number
of cards in the stock where nobody knows them, who threw the discards, how a meld without wild cards reads.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card, in_pack_order
from referee.game.gamestate import GameState
from referee.game.standing import Pause
from referee.game.state import Hand, Phase, RoundState, TableMeld
from referee.record.model import seat_letter
from referee.service.game_results import (
    read_penalties,
    read_result,
    read_sheet,
    write_penalties,
    write_result,
    write_sheet,
)
from referee.service.state_melds import read_table_meld, write_table_meld
from referee.service.state_standing import read_standing, write_standing
from referee.service.state_texts import TextReader, write_by_seat, write_card, write_cards, write_seat, write_seats
from referee.table import Table
from referee.v1 import actions_pb2, rounds_pb2

WIRE_PHASES = {phase: actions_pb2.Phase.Value(f"PHASE_{phase.name}") for phase in Phase}
_PHASES: dict[int, Phase] = {wire: phase for phase, wire in WIRE_PHASES.items()}
_NOBODY = "nobody"


# -- written ---------------------------------------------------------------------------------------------------------


def write_state(table: Table, state: GameState, language: str) -> rounds_pb2.GameState:
    """A game. ValueError where points or coins are beyond 32 bits."""
    return rounds_pb2.GameState(
        phase=WIRE_PHASES[state.phase],
        standing=write_standing(state.standing),
        round=None if state.round is None else write_round(table, state.round),
        pause=None if state.pause is None else _write_pause(table, state.pause, language),
        asked=write_seats(state.asked),
        coming=write_seats(state.coming),
    )


def write_round(table: Table, play: RoundState) -> actions_pb2.RoundState:
    """A round."""
    return actions_pb2.RoundState(
        phase=WIRE_PHASES[play.phase],
        seat=write_seat(play.seat),
        stock_count=len(play.stock),
        discard_pile=write_cards(table, play.pile),
        hands={
            seat_letter(seat): write_cards(table, (*hand.known, *(None,) * hand.unknown))
            for seat, hand in enumerate(play.hands)
            if hand is not None
        },
        table=[write_table_meld(table, meld) for meld in play.table],
        taken_card=write_card(table, play.taken),
        turns=write_by_seat(play.turns),
        faulty=write_by_seat(play.faulty),
        barred=write_seats(sorted(play.barred)),
        reshuffles=play.reshuffles,
        eldest=seat_letter(play.eldest),
        stock=write_cards(table, play.stock),
        thrown_by=map(write_seat, play.thrown_by),
        taken_had_twin=play.taken_had_twin,
        taken_own=play.taken_own,
        offered=play.offered,
        exposed=write_seats(sorted(play.exposed)),
        left=write_seats(sorted(play.left)),
        queue=[actions_pb2.LayOffTurn(seat=seat_letter(seat), sweep=sweep) for seat, sweep in play.queue],
        closer=write_seat(play.closer),
        aside=write_cards(table, play.aside),
        outcome=play.outcome or "",
        onto=play.onto,
        penalties=write_penalties(play.penalties),
    )


def _write_pause(table: Table, pause: Pause, language: str) -> rounds_pb2.Pause:
    return rounds_pb2.Pause(
        standing=write_standing(pause.standing),
        before=write_standing(pause.before),
        result=write_result(table, pause.result),
        sheet=write_sheet(table, pause.sheet, language),
        asked=write_seats(pause.asked),
        re_entered=write_seats(pause.re_entered),
        out=[rounds_pb2.SeatOut(seat=seat_letter(seat), clause=clause) for seat, clause in pause.out],
    )


# -- read ------------------------------------------------------------------------------------------------------------


def read_state(reader: TextReader, sent: rounds_pb2.GameState, path: str) -> GameState:
    """A game; harmless where there is a fault."""
    return GameState(
        phase=_read_phase(reader, sent.phase, f"{path}.phase"),
        standing=read_standing(reader, sent.standing, f"{path}.standing"),
        round=read_round(reader, sent.round, f"{path}.round") if sent.HasField("round") else None,
        pause=_read_pause(reader, sent.pause, f"{path}.pause") if sent.HasField("pause") else None,
        asked=reader.seats(sent.asked, f"{path}.asked"),
        coming=reader.seats(sent.coming, f"{path}.coming"),
    )


def _read_phase(reader: TextReader, sent: int, path: str) -> Phase:
    phase = _PHASES.get(sent)
    if phase is None:
        reader.fault(path, "PHASE_MISSING", f"`{path}` is no stage of a game")
        return Phase.OVER
    return phase


def read_round(reader: TextReader, sent: actions_pb2.RoundState, path: str) -> RoundState:
    """A round; harmless where there is a fault."""
    texts = reader.by_seat(sent.hands, f"{path}.hands", None)
    hands = tuple(
        None if text is None else _read_hand(reader, text, f"{path}.hands.{seat_letter(seat)}")
        for seat, text in enumerate(texts)
    )
    melds = _read_melds(reader, sent, path)
    pile = reader.cards(sent.discard_pile, f"{path}.discard_pile")
    aside = reader.cards(sent.aside, f"{path}.aside")
    held = sum(hand.size for hand in hands if hand is not None) + sum(len(meld.cards) for meld in melds)
    return RoundState(
        phase=_read_phase(reader, sent.phase, f"{path}.phase"),
        seat=reader.seat_or_none(sent.seat, f"{path}.seat"),
        eldest=reader.seat(sent.eldest, f"{path}.eldest"),
        hands=hands,
        stock=_read_stock(reader, sent, reader.table.pack.size - held - len(pile) - len(aside), path),
        pile=pile,
        thrown_by=_read_thrown_by(reader, sent, len(pile), f"{path}.thrown_by"),
        turns=reader.numbers(sent.turns, f"{path}.turns"),
        faulty=reader.numbers(sent.faulty, f"{path}.faulty"),
        table=melds,
        taken=reader.card(sent.taken_card, f"{path}.taken_card") if sent.taken_card else None,
        taken_had_twin=sent.taken_had_twin,
        taken_own=sent.taken_own,
        reshuffles=reader.number(sent.reshuffles, f"{path}.reshuffles"),
        offered=reader.number(sent.offered, f"{path}.offered"),
        barred=frozenset(reader.seats(sent.barred, f"{path}.barred")),
        exposed=frozenset(reader.seats(sent.exposed, f"{path}.exposed")),
        left=frozenset(reader.seats(sent.left, f"{path}.left")),
        queue=_read_queue(reader, sent, f"{path}.queue"),
        closer=reader.seat_or_none(sent.closer, f"{path}.closer"),
        aside=aside,
        outcome=reader.member(sent.outcome, "outcome", f"{path}.outcome") if sent.outcome else None,
        onto=reader.member(sent.onto or _NOBODY, "onto", f"{path}.onto"),
        penalties=read_penalties(reader, sent.penalties, f"{path}.penalties"),
    )


def _read_hand(reader: TextReader, text: str, path: str) -> Hand:
    cards = reader.cards(text, path)
    known = [card for card in cards if card is not None]
    return Hand(in_pack_order(known), len(cards) - len(known))


def _read_stock(reader: TextReader, sent: actions_pb2.RoundState, rest: int, path: str) -> tuple[Card | None, ...]:
    """The stock: its cards, or unknown ones, as many as are said, or as many as lie nowhere else."""
    if sent.stock:
        stock = reader.cards(sent.stock, f"{path}.stock")
        if sent.HasField("stock_count") and sent.stock_count != len(stock):
            message = f"the stock holds {len(stock)} cards, and {sent.stock_count} are said"
            reader.fault(f"{path}.stock_count", "STATE_INCONSISTENT", message)
        return stock
    count = sent.stock_count if sent.HasField("stock_count") else rest
    if count <= reader.table.pack.size:
        return (None,) * count
    reader.fault(f"{path}.stock_count", "WRONG_NUMBER_OF_CARDS", f"the pack has {reader.table.pack.size} cards")
    return ()


def _read_thrown_by(reader: TextReader, sent: actions_pb2.RoundState, cards: int, path: str) -> tuple[int | None, ...]:
    if not sent.thrown_by:
        return (None,) * cards
    if len(sent.thrown_by) != cards:
        message = f"`{path}` has {len(sent.thrown_by)} entries, the discard pile {cards} cards"
        reader.fault(path, "STATE_INCONSISTENT", message)
        return (None,) * cards
    return tuple(reader.seat_or_none(letter, f"{path}[{at}]") for at, letter in enumerate(sent.thrown_by))


def _read_melds(reader: TextReader, sent: actions_pb2.RoundState, path: str) -> tuple[TableMeld, ...]:
    if not reader.few(sent.table, reader.table.pack.size, f"{path}.table"):
        return ()
    found = [read_table_meld(reader, meld, f"{path}.table[{at}]") for at, meld in enumerate(sent.table)]
    return tuple(meld for meld in found if meld is not None)


def _read_queue(reader: TextReader, sent: actions_pb2.RoundState, path: str) -> tuple[tuple[int, int], ...]:
    if not reader.few(sent.queue, 2 * reader.table.seats, path):
        return ()
    return tuple((reader.seat(turn.seat, f"{path}[{at}].seat"), turn.sweep) for at, turn in enumerate(sent.queue))


def _read_pause(reader: TextReader, sent: rounds_pb2.Pause, path: str) -> Pause:
    out: Sequence[rounds_pb2.SeatOut] = sent.out if reader.few(sent.out, reader.table.seats, f"{path}.out") else ()
    return Pause(
        standing=read_standing(reader, sent.standing, f"{path}.standing"),
        before=read_standing(reader, sent.before, f"{path}.before"),
        result=read_result(reader, sent.result, f"{path}.result"),
        sheet=read_sheet(reader, sent.sheet, f"{path}.sheet"),
        asked=reader.seats(sent.asked, f"{path}.asked"),
        re_entered=reader.seats(sent.re_entered, f"{path}.re_entered"),
        out=tuple(
            (reader.seat(one.seat, f"{path}.out[{at}].seat"), reader.short(one.clause, f"{path}.out[{at}].clause"))
            for at, one in enumerate(out)
        ),
    )
