"""python-chess: random games."""

from __future__ import annotations

from random import Random

import chess

from benchmarks.clock import cost, guarded, playouts

NAME = "python-chess"
choose = Random(1).random


def play() -> int:
    board, made = chess.Board(), 0
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(legal[int(choose() * len(legal))])
        made += 1
    return made


def games() -> None:
    playouts(NAME, "chess", play, "legal_moves, push", 1.5)


def copies() -> None:
    board = chess.Board()
    cost(NAME, "chess", "copy µs", lambda: board.copy(stack=False), "Board.copy without its stack")


guarded(games, NAME)
guarded(copies, NAME)
