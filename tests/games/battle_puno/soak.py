"""Many random games of every mode and number of players: all must end, and every card must be played.

python -m tests.games.battle_puno.soak            10,000 games each
python -m tests.games.battle_puno.soak 500        fewer
"""

from __future__ import annotations

import sys
from collections import Counter
from time import process_time

import rumpus
from rumpus.core.playout import play_randomly
from rumpus.core.rng import SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.cards import NAMES
from rumpus.games.battle_puno.rules.deck import FACES
from rumpus.games.battle_puno.rules.moves import FACE_PLAYED, MOVE_COUNT
from rumpus.games.battle_puno.rules.numbers import MODES

LISTENING = 20
"""One game in so many is played move by move, to see which moves are made."""
LONGEST = 200_000


def soak(games: int) -> int:
    """Prints a line for each mode and number of players; the number of moves that were never made."""
    print(f"{games} games each, {'compiled' if rumpus.compiled() else 'interpreted'}")
    made: Counter[int] = Counter()
    for mode in MODES:
        for players in range(2, 9):
            options = game.options({"mode": mode, "players": players, "extra_cards": mode == "traditional"})
            before = process_time()
            moves = longest = timed_out = 0
            for number in range(games):
                rng = SeededRng(f"soak/{mode}/{players}/{number}")
                position = game.start(options, rng)
                if number % LISTENING == 0:
                    count = 0
                    while position.to_act():
                        offered = position.moves(position.on)
                        move = offered[rng.below(len(offered))]
                        made[move] += 1
                        position.apply(position.on, move, rng)
                        count += 1
                else:
                    count = play_randomly(position, rng, LONGEST)
                assert position.result() is not None, f"{mode} {players} {number} does not end"
                moves += count
                longest = max(longest, count)
                timed_out += mode == "death match" and position.turn >= options.number("max_turns")
            seconds = process_time() - before
            print(
                f"{mode:12} {players} players: {moves / games:7.1f} moves a game, longest {longest:6}, "
                f"out of time {timed_out:4}, {moves / seconds / 1e6:.2f} M moves/s",
                flush=True,
            )
    unplayed = [
        NAMES[face] for face in range(FACES) if not any(made[m] for m in range(MOVE_COUNT) if FACE_PLAYED[m] == face)
    ]
    never = [move for move in range(MOVE_COUNT) if not made[move]]
    print(f"cards never played: {', '.join(unplayed) or 'none'}; moves never made: {never or 'none'}")
    return len(never)


if __name__ == "__main__":
    sys.exit(bool(soak(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)))
