"""Judging that ends its process: for tests of what becomes of the others."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from referee.audit.judging import Row, judge_piece
from referee.audit.pieces import Piece


def always(piece: Piece) -> list[Row]:
    """Of the piece that begins with record 401, every time."""
    if piece.first == 401:
        os.kill(os.getpid(), signal.SIGKILL)
    return judge_piece(piece)


def once(piece: Piece) -> list[Row]:
    """Of each piece, the first time."""
    mark = Path(os.environ["REFEREE_TEST_MARKS"]) / piece.identity
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return judge_piece(piece)
