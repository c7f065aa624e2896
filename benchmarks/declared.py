"""What declaring a position costs: Pigeons beside Pigeons with every method by hand, four seats, µs of CPU time.

PYTHONPATH=src:examples/sixth_game:. python -m benchmarks.declared
"""

from __future__ import annotations

import time
from collections.abc import Callable

from pigeons import game as declared
from rumpus.core.game import Game
from rumpus.core.playout import play_randomly
from rumpus.core.rng import Seeded
from tests.laws.handmade import Pigeons

REPEATS = 25
CALLS = 400


def best(work: Callable[[], object]) -> float:
    """The shortest of many rounds, so that a busy machine does not count."""
    shortest = 1e9
    for _ in range(REPEATS):
        began = time.process_time()
        for _ in range(CALLS):
            work()
        shortest = min(shortest, (time.process_time() - began) / CALLS)
    return shortest * 1e6


def figures(game: Game) -> dict[str, float]:
    """In the second round, with one bid in."""
    options, luck = game.options(seats=4), Seeded("declared")
    position = game.start(options, luck)
    for seat in (0, 1, 2, 3, 0):
        position.apply(seat, position.moves(seat)[0], luck)
    plain, features = position.save(), game.bots().features(options)
    return {
        "copy": best(position.copy),
        "imagine": best(lambda: position.imagine(1, luck)),
        "save": best(position.save),
        "load": best(lambda: game.load(options, plain)),
        "view": best(lambda: position.view(1)),
        "waiting": best(lambda: position.waiting(1)),
        "features": best(lambda: features.of(position, 1)),
        "a whole game at random": best(lambda: play_randomly(game.start(options, luck), luck, 100)),
    }


def main() -> None:
    by_hand, from_fields = figures(Pigeons()), figures(declared)
    print(f"| | {' | '.join(by_hand)} |\n|{'---|' * (len(by_hand) + 1)}")
    for name, row in (("by hand", by_hand), ("declared", from_fields)):
        print(f"| {name} | {' | '.join(f'{value:.1f}' for value in row.values())} |")


if __name__ == "__main__":
    main()
