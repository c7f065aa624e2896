"""Random games in bulk: they end, every witch is played, and nothing contradicts itself on the way (ER-10, CW-96).

python -m tests.games.creature_wars.soak            20,000 games
python -m tests.games.creature_wars.soak 500        fewer
Every tenth game is checked after each step. Prints figures; fails if a witch was never played.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

import rumpus
from rumpus.core.playout import play_randomly
from rumpus.core.rng import Rng, SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.cards import NONE
from rumpus.games.creature_wars.rules.duels.frames import NOTHING
from rumpus.games.creature_wars.rules.duels.turn import REVEAL, advance
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.moves import decide
from rumpus.games.creature_wars.rules.names import witch_name
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.position import War, start
from rumpus.games.creature_wars.rules.state import UNDECIDED
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches

USUAL = Numbers(game.options({}))
MANY_WITCHES = Numbers(
    game.options({"witch_cards": 60, "lesser_weight": 27, "sacred_weight": 97, "sinful_weight": 17, "hp": 60})
)


class Tally:
    """Counts over all games."""

    def __init__(self) -> None:
        self.played: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.turns: list[int] = []
        self.steps = 0

    def note_end(self, war: War) -> None:
        assert war.victor != UNDECIDED, "a game has not ended"
        self.outcomes["draw" if war.victor == NONE else f"seat {war.victor}"] += 1
        self.outcomes["mayhem"] += war.mayhem
        self.turns.append(war.turn)

    def missing(self) -> list[str]:
        return [witch.name for witch in all_witches() if witch.name not in self.played]


def play_carefully(numbers: Numbers, rng: Rng, tally: Tally, listen: bool) -> War:
    war = start(numbers, rng, listen)
    while war.victor == UNDECIDED:
        for seat in war.to_act():
            moves = war.moves(seat)
            decide(war, seat, moves[rng.below(len(moves))])
        while war.victor == UNDECIDED and war.asking == NOTHING:
            if war.step == REVEAL:
                tally.played.update(witch_name(war.cards[e.committed].witch) for e in war.empires if e.committed >= 0)
            advance(war, rng)
            tally.steps += 1
            assert flaws(war) == [], f"turn {war.turn}, step {war.step}"
    return war


def soak(games: int, careful: int, numbers: Numbers = USUAL) -> Tally:
    """Plays random games; every `careful`th is checked after each step, half of those with events."""
    tally = Tally()
    for number in range(games):
        rng = SeededRng(f"soak/{number}")
        if number % careful == 0:
            war = play_carefully(numbers, rng, tally, number % (2 * careful) == 0)
        else:
            war = start(numbers, rng, False)
            play_randomly(war, rng, 10_000)
        tally.note_end(war)
    return tally


def speed(games: int = 2_000) -> tuple[float, float]:
    """Random games a second, and microseconds for a copy in the middle of a game."""
    began = time.process_time()
    for number in range(games):
        rng = SeededRng(f"speed/{number}")
        play_randomly(start(USUAL, rng, False), rng, 10_000)
    per_second = games / (time.process_time() - began)
    rng = SeededRng("copy")
    war = start(USUAL, rng, False)
    play_randomly(war, rng, 20)
    began = time.process_time()
    for _ in range(20_000):
        war.copy()
    return per_second, (time.process_time() - began) / 20_000 * 1e6


def main(games: int) -> int:
    print("compiled" if rumpus.compiled() else "interpreted")
    tally = soak(games, 10)
    turns = sorted(tally.turns)
    print(f"{games} games, {tally.steps} steps checked, {sum(turns) / games:.1f} turns, {turns[-1]} at most")
    print(", ".join(f"{name} {count}" for name, count in sorted(tally.outcomes.items())))
    rare = sorted((tally.played[witch.name], witch.name) for witch in all_witches())[:3]
    print("least often played:", ", ".join(f"{name} {count}" for count, name in rare))
    per_second, copying = speed()
    print(f"{per_second:.0f} games/s, copy {copying:.2f} µs")
    for name in tally.missing():
        print("never played:", name)
    return len(tally.missing())


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)))
