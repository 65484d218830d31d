"""python-chess: whole games read from PGN, every move of which it checks."""

from __future__ import annotations

import io
from random import Random

from figures import NotInstalled
from measuring import Job

NAME = "python-chess, read_game"
GAMES, PLIES = 12, 154


def read_games() -> Job:
    """Random games as texts; the items are plies."""
    try:
        import chess  # noqa: PLC0415 - an extra
        import chess.pgn  # noqa: PLC0415
    except ImportError as missing:
        raise NotInstalled("chess") from missing
    chance, texts, plies = Random(2), [], 0
    for _ in range(GAMES):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < PLIES:
            board.push(chance.choice(list(board.legal_moves)))
        plies += board.ply()
        texts.append(str(chess.pgn.Game.from_board(board)))

    def work() -> int:
        for text in texts:
            game = chess.pgn.read_game(io.StringIO(text))
            assert game is not None
            assert not game.errors
        return plies

    return Job(NAME, work)
