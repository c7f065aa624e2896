"""Do bots keep their budgets? `python3 -m benchmarks.budgets [GAME …]` asks them in positions of random games.

A bot may exceed its time by 10 % or 50 ms, whichever is more. A slow answer is asked for again, up to five times, since
another process may have had the core: a position that makes the bot itself slow is slow every time, and the quickest
answer counts.
"""

from __future__ import annotations

import sys
from time import perf_counter

import rumpus
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.extensions import STRENGTHS, Bots
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.rng import Seeded
from rumpus.players import find_player
from rumpus.testing.random_games import RandomGame

BUDGETS: list[tuple[str, float]] = [
    ("search:20ms", 0.02),
    ("search:100ms", 0.1),
    ("search:1000000,100ms", 0.1),
    *[(name, Bots.seconds[level]) for level, name in enumerate(STRENGTHS)],
]
POSITIONS = 24
AGAIN = 5


def limit(seconds: float) -> float:
    return seconds + max(0.05, seconds * 0.1)


def chairs(game: Game, options: Options, number: int) -> list[Chair]:
    """Decisions all along random games, early and late ones."""
    found: list[Chair] = []
    attempt = 0
    while len(found) < number:
        match = RandomGame(game, options, f"budgets/{attempt}")
        attempt += 1
        for seat, _ in match.steps():
            if len(match.position.moves(seat)) > 1 and match.chooser.below(25) == 0:
                found.append(Chair(game, options, match.position, seat, Seeded("chair")))
                if len(found) == number:
                    break
    return found


def answer_time(bot: str, chair: Chair) -> float:
    player = find_player(bot, chair.game, chair.options, "luck")
    began = perf_counter()
    player.decide(chair)
    return perf_counter() - began


def slow_time(bot: str, chair: Chair, seconds: float) -> float:
    took = answer_time(bot, chair)
    for _ in range(AGAIN):
        if took <= limit(seconds):
            break
        took = min(took, answer_time(bot, chair))
    return took


def main() -> None:
    failed = 0
    print("compiled" if rumpus.compiled() else "interpreted", flush=True)
    for name in sys.argv[1:] or game_names():
        game = find_game(name)
        variants = [game.options(changes) for changes in game.variants()]
        share = -(-POSITIONS // len(variants))
        asked = [chair for options in variants for chair in chairs(game, options, share)]
        for bot, seconds in BUDGETS:
            took = [slow_time(bot, chair, seconds) for chair in asked]
            kept = max(took) <= limit(seconds)
            failed += not kept
            print(
                f"{name:18}{bot:22}{len(took):4} positions, slowest {max(took) * 1000:7.1f} ms of {seconds * 1000:6.0f}"
                f"  {'kept' if kept else 'EXCEEDED'}",
                flush=True,
            )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
