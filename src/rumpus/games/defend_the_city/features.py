"""Feature vector of a siege for learned players."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from rumpus.core.features import FeatureLayout, Features, moves_by_kind
from rumpus.core.position import Position, Seat
from rumpus.games.defend_the_city.rules.numbers import KINDS
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.rules.scores import IDLE_PAIR, MAX_SCORE, PAIRS, defense_of, offense_of
from rumpus.games.defend_the_city.rules.stages import DECISION, DEFENDER, GOES_ON, REACTION, UNSET

SCORE_VALUES: Final = MAX_SCORE + 1
PAIR_COLUMNS: Final = 2 * SCORE_VALUES
OMITTED: Final = {"outcome": "the end is the reward", "ending": "the end is the reward"}

ACTIONS: Final = (
    ("Scores", PAIRS, "6 × Offense + Defense"),
    ("keep", 1, "the lower Offense"),
    ("forfeit", 1, "the lower Offense"),
)


def _layout() -> FeatureLayout:
    columns = FeatureLayout()
    columns.add("I defend", "1 for the defender, 0 for the enemy")
    for whose in ("my", "their"):
        columns.add(f"{whose} Stamina", "as a fraction of full Stamina; below 0 if exhausted")
        columns.add(f"{whose} Stamina is above 0", "1 if that side can act")
    columns.add("slain", "fraction of all enemies")
    columns.add("stand-offs", "fraction of those that break the line")
    columns.add("idle turns", "fraction of those that make a stand-off")
    columns.add("turn", "turns t as t ÷ (t + 20)")
    columns.add("I set Scores now", "the decision in secret")
    columns.add("I may forfeit now", "the answer to what was shown")
    columns.add("over", "the siege has ended")
    for whose in ("my", "their"):
        for score in ("Offense", "Defense"):
            columns.add(f"{whose} {score}", "if this seat sees the pair", [str(value) for value in range(SCORE_VALUES)])
    columns.add("the enemy is", "the kind of the present enemy", KINDS)
    return columns


class SiegeFeatures(Features):
    """Lists the own side first, so one network can play both."""

    def __init__(self) -> None:
        super().__init__(_layout(), OMITTED, None, moves_by_kind(ACTIONS))

    def write(self, position: Position, seat: Seat, rows: vec[float], at: i64) -> None:
        assert isinstance(position, Siege)
        siege = position
        numbers = siege.numbers
        full = float(numbers.stamina)
        defends = seat == DEFENDER
        mine = siege.defender if defends else siege.enemy
        theirs = siege.enemy if defends else siege.defender
        my_pair = siege.defender_pair if defends else siege.enemy_pair
        their_pair = siege.enemy_pair if defends else siege.defender_pair
        if siege.phase == DECISION:
            my_pair = IDLE_PAIR if mine <= 0 else my_pair
            their_pair = IDLE_PAIR if theirs <= 0 else UNSET
        if defends:
            rows[at] = 1.0
        rows[at + 1] = mine / full
        if mine > 0:
            rows[at + 2] = 1.0
        rows[at + 3] = theirs / full
        if theirs > 0:
            rows[at + 4] = 1.0
        rows[at + 5] = siege.slain / float(numbers.enemies)
        rows[at + 6] = siege.stand_offs / float(numbers.stand_offs)
        rows[at + 7] = siege.idle / float(numbers.idle_turns)
        rows[at + 8] = siege.turn / (siege.turn + 20.0)
        if siege.owing >> seat & 1 == 1:
            if siege.phase == DECISION:
                rows[at + 9] = 1.0
            elif siege.phase == REACTION:
                rows[at + 10] = 1.0
        if siege.ending != GOES_ON:
            rows[at + 11] = 1.0
        at += 12
        mark_pair(rows, at, my_pair)
        mark_pair(rows, at + PAIR_COLUMNS, their_pair)
        rows[at + 2 * PAIR_COLUMNS + siege.kind] = 1.0


def mark_pair(rows: vec[float], at: i64, pair: int) -> None:
    """Sets one column for the Offense and one for the Defense of a known pair."""
    if pair != UNSET:
        rows[at + offense_of(pair)] = 1.0
        rows[at + SCORE_VALUES + defense_of(pair)] = 1.0
