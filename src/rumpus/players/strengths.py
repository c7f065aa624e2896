"""How strong `easy`, `normal` and `hard` are in each game: simulations, and the manner of looking ahead."""

from __future__ import annotations

from rumpus.players.budget import Budget
from rumpus.players.tree import Manner

WHOLE = 3000
"""Moves of a playout that is meant to reach the end; the few that would be longer are judged there."""


class Strength:
    """A named strength. `seconds` bounds a move on slow machines; where results must repeat, it is left out."""

    def __init__(self, simulations: int, seconds: float, manner: Manner) -> None:
        self.simulations = simulations
        self.seconds = seconds
        self.manner = manner

    def budget(self, timed: bool) -> Budget:
        return Budget(self.simulations, self.seconds if timed else None)


NAMES = ("easy", "normal", "hard")

SIMULATIONS: dict[str, tuple[int, int, int]] = {
    "battle_puno": (10, 40, 120),
    "cat_brawl": (30, 100, 150),
    "creature_wars": (15, 100, 300),
    "defend_the_city": (30, 100, 300),
    "ultimatum": (20, 70, 200),
}
"""By game: what `easy`, `normal` and `hard` may spend, where it differs from the rest."""

MANNERS: dict[str, Manner] = {
    "battle_puno": Manner(exploration=0.5, care=3, depth=12, share=2, trust=0.0),
    "cat_brawl": Manner(exploration=0.3, care=9, depth=12, share=2, trust=5.0, steps=1),
    "creature_wars": Manner(exploration=0.5, care=4, depth=4, share=2, trust=0.0),
    "defend_the_city": Manner(exploration=0.1, care=1, depth=0, share=2, trust=60.0, steps=1),
    "ultimatum": Manner(exploration=0.5, care=1, depth=0, share=1, trust=3.0, steps=3),
}
"""By game: how to look ahead, where the usual manner is not the best found."""

USUAL = Manner(exploration=0.9, care=1, depth=WHOLE, share=2, trust=0.0)
USUAL_SIMULATIONS = (40, 400, 2000)
SECONDS = (0.2, 0.45, 3.0)


def manner_for(game: str) -> Manner:
    """How a search looks ahead in this game."""
    return MANNERS.get(game, USUAL)


def strength(name: str, game: str) -> Strength:
    """What a name such as `normal` means in this game."""
    level = NAMES.index(name)
    return Strength(SIMULATIONS.get(game, USUAL_SIMULATIONS)[level], SECONDS[level], manner_for(game))
