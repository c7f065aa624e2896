"""Checks that bots keep their time budgets: `python3 -m benchmarks.budgets [GAME …]`.

A bot may exceed its time by 10 % or 50 ms, whichever is more. A slow decision is repeated up to five times, because
another process may have used the core; the fastest one counts.
"""

from __future__ import annotations

import sys
from time import perf_counter

import rumpus
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.extensions import STRENGTHS, Bots
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.rng import SeededRng
from rumpus.players import find_player
from rumpus.testing.random_games import RandomGame

BUDGETS: list[tuple[str, float]] = [
    ("search:20ms", 0.02),
    ("search:100ms", 0.1),
    ("search:1000000,100ms", 0.1),
    *[(name, Bots.seconds[level]) for level, name in enumerate(STRENGTHS)],
]
POSITIONS = 24
REPEATS = 5


def limit(seconds: float) -> float:
    return seconds + max(0.05, seconds * 0.1)


def info_states(game: Game, options: Options, number: int) -> list[InfoState]:
    """Decisions of random games, early and late."""
    found: list[InfoState] = []
    attempt = 0
    while len(found) < number:
        match = RandomGame(game, options, f"budgets/{attempt}")
        attempt += 1
        for seat, _ in match.steps():
            if len(match.position.moves(seat)) > 1 and match.chooser.below(25) == 0:
                found.append(InfoState(game, options, match.position, seat, SeededRng("chair")))
                if len(found) == number:
                    break
    return found


def answer_time(bot: str, info: InfoState) -> float:
    player = find_player(bot, info.game, info.options, "luck")
    began = perf_counter()
    player.decide(info)
    return perf_counter() - began


def slow_time(bot: str, info: InfoState, seconds: float) -> float:
    took = answer_time(bot, info)
    for _ in range(REPEATS):
        if took <= limit(seconds):
            break
        took = min(took, answer_time(bot, info))
    return took


def main() -> None:
    failed = 0
    print("compiled" if rumpus.compiled() else "interpreted", flush=True)
    for name in sys.argv[1:] or game_names():
        game = find_game(name)
        configurations = [game.options(changes) for changes in game.configurations()]
        share = -(-POSITIONS // len(configurations))
        asked = [info for options in configurations for info in info_states(game, options, share)]
        for bot, seconds in BUDGETS:
            took = [slow_time(bot, info, seconds) for info in asked]
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
