"""House enemies: each kind sets its Scores from public facts (DC-19, DC-24)."""

from __future__ import annotations

from typing import Final

from rumpus.core.rng import Rng
from rumpus.games.defend_the_city.rules.numbers import BRUTE, UNIFORM
from rumpus.games.defend_the_city.rules.scores import MAX_SCORE, PAIRS, pair_of

ALL_OUT_STAMINA: Final = 5
"""Stamina at or below which brute and wary stake all on one action."""
EASY_PREY: Final = pair_of(MAX_SCORE, 0)
ALL_OUT: Final = pair_of(MAX_SCORE, MAX_SCORE)

# A row of weights for 0, 1, 2, 3, 4, 5 (DC-24).
EVEN: Final = [1, 1, 1, 1, 1, 1]
BRUTE_OFFENSE: Final = [5, 0, 0, 0, 2, 5]
BRUTE_DEFENSE: Final = [3, 1, 1, 1, 2, 4]
FRESH_OFFENSE: Final = [6, 2, 1, 1, 1, 1]
FRESH_DEFENSE: Final = [1, 1, 2, 3, 3, 2]
TIRED_OFFENSE: Final = [8, 1, 1, 1, 0, 1]
TIRED_DEFENSE: Final = [4, 2, 2, 2, 1, 1]


def faces(weights: list[int]) -> list[int]:
    """A die with one face per unit of weight; one throw is the weighted draw of DC-27."""
    found: list[int] = []
    for score in range(len(weights)):
        for _ in range(weights[score]):
            found.append(score)
    return found


class Stance:
    """Mixed strategy of a house enemy: one sure pair, or a draw per Score."""

    def __init__(self, offense: list[int], defense: list[int], sure: int = -1) -> None:
        self.sure = sure
        self.offense_faces = faces(offense)
        self.defense_faces = faces(defense)

    def draw(self, rng: Rng) -> int:
        """Samples a pair: Offense first, then Defense. A sure pair needs no draw."""
        if self.sure >= 0:
            return self.sure
        offense = self.offense_faces[rng.below(len(self.offense_faces))]
        return 6 * offense + self.defense_faces[rng.below(len(self.defense_faces))]

    def weights(self) -> list[int]:
        """Weights of all pairs, in pair order."""
        found = [0] * PAIRS
        if self.sure >= 0:
            found[self.sure] = 1
            return found
        for offense in self.offense_faces:
            for defense in self.defense_faces:
                found[pair_of(offense, defense)] += 1
        return found


ANYTHING: Final = Stance(EVEN, EVEN)
FINISHES: Final = Stance([], [], EASY_PREY)
STAKES_ALL: Final = Stance([], [], ALL_OUT)
RAGES: Final = Stance(BRUTE_OFFENSE, BRUTE_DEFENSE)
LURKS: Final = Stance(FRESH_OFFENSE, FRESH_DEFENSE)
RESTS: Final = Stance(TIRED_OFFENSE, TIRED_DEFENSE)
STANCES: Final = [ANYTHING, FINISHES, STAKES_ALL, RAGES, LURKS, RESTS]


def stance(kind: int, enemy: int, defender: int) -> Stance:
    """Stance of a uniform, brute or wary enemy, by both Staminas (DC-24)."""
    if kind == UNIFORM:
        return ANYTHING
    if defender <= 0:
        return FINISHES
    if enemy <= ALL_OUT_STAMINA:
        return STAKES_ALL
    if kind == BRUTE:
        return RAGES
    if enemy >= defender:
        return LURKS
    return RESTS
