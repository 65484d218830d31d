"""The lines of a sheet on the fast road, of a round that was walked with the values of the game."""

from __future__ import annotations

from collections.abc import Iterator

from referee.game.standing import Pause
from referee.record.model import Round, seat_letter
from referee.record.sheet import counted, laid
from referee.record.verdict import ScoreLine
from referee.table import Table


def lines_of(table: Table, number: int, pause: Pause, played: Round) -> Iterator[ScoreLine]:
    """The sheet of one round, the `number`-th; there are no penalties in a clean record."""
    notation = table.pack.notation
    for line in pause.sheet.lines:
        yield ScoreLine(
            round=number,
            seat=seat_letter(line.seat),
            written=played.scores.get(seat_letter(line.seat)),
            computed=line.written,
            outcome=line.key,
            clause=line.clause,
            loose=" ".join(counted(line, notation)),
            laid_off=" ".join(laid(one, notation) for one in line.laid_off),
        )
