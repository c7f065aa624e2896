"""What a seat knows of a siege as a row of numbers."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Features, Position, Seat
from rumpus.games.defend_the_city.rules.numbers import KINDS
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.rules.stages import DECISION, DEFENDER, REACTION, UNSET

NAMES: Final = [
    "I defend",
    "my Stamina",
    "my Stamina is above 0",
    "their Stamina",
    "their Stamina is above 0",
    "slain",
    "stand-offs",
    "idle turns",
    "I set Scores now",
    "I may forfeit now",
    "my Offense",
    "my Defense",
    "their Offense",
    "their Defense",
    *["the enemy is " + kind for kind in KINDS],
]


class SiegeFeatures(Features):
    """The own side first, so that one learner can play both."""

    def __init__(self) -> None:
        self.names = list(NAMES)

    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, Siege)
        siege = position
        numbers = siege.numbers
        full = float(numbers.stamina)
        defends = seat == DEFENDER
        mine = siege.defender if defends else siege.enemy
        theirs = siege.enemy if defends else siege.defender
        my_pair = siege.defender_pair if defends else siege.enemy_pair
        their_pair = siege.enemy_pair if defends else siege.defender_pair
        if my_pair == UNSET:
            my_pair = 0
        if siege.phase == DECISION or their_pair == UNSET:
            their_pair = 0
        asked = siege.owing >> seat & 1 == 1
        row = [
            1.0 if defends else 0.0,
            mine / full,
            1.0 if mine > 0 else 0.0,
            theirs / full,
            1.0 if theirs > 0 else 0.0,
            siege.slain / float(numbers.enemies),
            siege.stand_offs / float(numbers.stand_offs),
            siege.idle / float(numbers.idle_turns),
            1.0 if asked and siege.phase == DECISION else 0.0,
            1.0 if asked and siege.phase == REACTION else 0.0,
            my_pair // 6 / 5.0,
            my_pair % 6 / 5.0,
            their_pair // 6 / 5.0,
            their_pair % 6 / 5.0,
        ]
        for kind in range(len(KINDS)):
            row.append(1.0 if siege.kind == kind else 0.0)
        return row
