"""The end of a round by the game: of its hands at the close, where numbers do not tell what they come to.

The turns before it were numbers (`fast_turns`). What the close, the lay-off and the points come to, `game` says of the
values that are made here, as the judge has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.cards import Card
from referee.game.close import judge_close
from referee.game.moment import seat_facts
from referee.game.price import Sheet, price
from referee.game.result import Course
from referee.game.showdown import Shown, showdown
from referee.game.state import Standing
from referee.record.fast_bits import Bits
from referee.record.fast_turns import AskGame, Closing
from referee.record.fast_words import AskJudge
from referee.record.sheet import counted, laid
from referee.table import Table


class Row(NamedTuple):
    """What the sheet says of a seat beside its points: clause and case, its loose cards, and what it laid off."""

    clause: str
    key: str
    loose: str
    laid: str


class EndByGame:
    """The ends of rounds at one table."""

    __slots__ = ("_bits", "_table")

    def __init__(self, table: Table, bits: Bits) -> None:
        self._table, self._bits = table, bits

    def ended(
        self, standing: Standing, held: Sequence[int], done: Closing, rows: list[Row] | None
    ) -> tuple[str, list[int] | None]:
        """The name of the outcome, and what the seats in write, in their order; None where the close wins the game.

        `held` are the hands at the close, of the closer without the closing card. The sheet is added to `rows`.
        AskJudge where the close is not legal; AskGame where coins are paid for it.
        """
        table, bits, seats = self._table, self._bits, standing.seats_in
        hands = list(map(bits.cards_of, held))
        at, before, thrown, _, stock_cards, reshuffles, _, taken = done
        seat, kept, (closing,) = seats[at], hands[at], bits.cards_of(thrown)
        verdict = judge_close(
            table,
            kept,
            given=_given(standing, seat, before // len(seats), stock_cards, reshuffles),
            closing=closing,
            hand=sorted([*kept, closing]),
            taken=bits.cards_of(taken)[0] if taken else None,
        )
        if not verdict.legal or verdict.undecided:
            raise AskJudge
        turns = _turns(table.seats, seats, at, before + 1)
        laps = (before + 1) // len(seats)
        course = Course(standing.eldest, laps, turns, stock_cards=stock_cards, reshuffles=reshuffles)
        cards_of: list[Sequence[Card] | None] = [None] * table.seats
        for place, hand in zip(seats, hands, strict=True):
            cards_of[place] = hand
        result = showdown(table, standing, course, cards_of, Shown.of(seat, verdict, closing))
        sheet = price(table, result, standing)
        if sheet.pays:
            raise AskGame
        return sheet.outcome, _written(sheet, table, rows)


def _written(sheet: Sheet, table: Table, rows: list[Row] | None) -> list[int] | None:
    """What the seats write, and what the sheet says of it. AskJudge where that is not known."""
    if sheet.won_by is not None:
        return None
    found: list[int] = []
    for line in sheet.lines:
        if line.written is None:
            raise AskJudge
        found.append(line.written)
        if rows is not None:
            notation = table.pack.notation
            loose, laid_off = counted(line, notation), [laid(one, notation) for one in line.laid_off]
            rows.append(Row(line.clause, line.key, " ".join(loose), " ".join(laid_off)))
    return found


def _given(standing: Standing, seat: int, laps: int, stock_cards: int, reshuffles: int) -> dict[str, int | bool]:
    """The facts of the course of the game for a closer, who has had no more turns than everybody."""
    return {
        "laps": laps,
        "turns": laps,
        "faulty": False,
        "stock_cards": stock_cards,
        "reshuffles": reshuffles,
        **seat_facts(standing, seat, eldest=standing.eldest, rounds=standing.rounds + 1),
    }


def _turns(at_table: int, seats: Sequence[int], last: int, made: int) -> tuple[int, ...]:
    """The turns of each seat of the table, of so many that ended with that of the place `last`."""
    turns, count = [0] * at_table, len(seats)
    for place, seat in enumerate(seats):
        turns[seat] = (made + count - 1 - (last - place) % count) // count
    return tuple(turns)
