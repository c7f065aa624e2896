"""What a table costs beside its moves: a bot's decision, and the film that is kept of a finished game.

python -m benchmarks.beside                          # seconds of CPU time, by game, for two where that is possible
"""

from __future__ import annotations

import time

import rumpus
from rumpus.core.catalogue import every_game
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.rng import Seeded
from rumpus.players.catalogue import find_player
from rumpus.table.archive import pack_keepsake
from rumpus.table.entries import Began, Entry, Made, Moved, Place
from rumpus.table.table import open_table

LONGEST = 60.0
"""Seconds of CPU time after which a game is not thought about any more, and decided at random."""


def beside(game: Game, bot: str = "normal") -> str:
    seats = 2 if 2 in game.seat_counts() else min(game.seat_counts())
    options = game.options(seats=seats)
    made = Made(
        game.name, game.version, options.changed(), "a deal", [Place("person", f"P{s}") for s in range(seats)], ""
    )
    book: list[tuple[Entry, int]] = [(made, 0), (Began(), 0)]
    table = open_table("beside", game, book)
    players = [find_player(bot, game, options, f"{bot} {seat}", timed=False) for seat in range(seats)]
    luck = Seeded("chairs")
    decisions, spent = 0, 0.0
    while table.match is not None and not table.match.over:
        position = table.match.position
        seat = position.to_act()[0]
        moves = position.moves(seat)
        move = moves[luck.below(len(moves))]
        if len(moves) > 1 and spent < LONGEST:
            began = time.process_time()
            move = players[seat].decide(Chair(game, options, position, seat, luck))
            spent += time.process_time() - began
            decisions += 1
        entry = Moved(seat, move)
        table.take(entry, 0, judged=True)
        book.append((entry, 0))
    began = time.process_time()
    parts = pack_keepsake(open_table("beside", game, book))
    filmed = time.process_time() - began
    return (
        f"{game.title}: {1000 * spent / max(1, decisions):.1f} ms a decision of {bot} ({decisions} of them), "
        f"{len(table.steps)} moves, filmed in {filmed:.2f} s, {sum(map(len, parts)) / 1000:.0f} KB"
    )


def main() -> None:
    print("compiled" if rumpus.compiled() else "interpreted")
    for game in every_game(print):
        print(beside(game), flush=True)


if __name__ == "__main__":
    main()
