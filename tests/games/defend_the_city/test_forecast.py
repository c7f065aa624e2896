"""Forecasts match the outcomes."""

from __future__ import annotations

from itertools import product

import pytest

from rumpus.core.rng import Rng
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.rules.moves import KEEP
from rumpus.games.defend_the_city.rules.scores import pair_of
from rumpus.games.defend_the_city.rules.stages import FALLEN, REACTION
from tests.games.defend_the_city.fight import Fight


class Throws(Rng):
    """These numbers, one after the other."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.left = list(numbers)

    def below(self, n: int) -> int:
        return self.left.pop(0)


@pytest.mark.parametrize("pair", [pair_of(0, 0), pair_of(5, 2), pair_of(3, 3), pair_of(1, 4)])
def test_the_chances_are_those_of_every_throw_there_is(pair: int) -> None:
    siege = Fight(defender=20, enemy=20).siege
    facts = game.forecast(siege, 0, pair)
    assert facts["costs"] == pair // 6 + pair % 6
    ends = {"slays": 0, "both": 0, "stands": 0, "falls": 0}
    for throws in product(range(6), range(6), range(5), range(5)):
        after = siege.copy()
        rng = Throws(throws)
        after.apply(0, pair, rng)
        if after.phase == REACTION:
            after.apply(0, KEEP, rng)
        slain, fallen = after.slain > siege.slain, after.ending == FALLEN
        ends["both" if slain and fallen else "slays" if slain else "falls" if fallen else "stands"] += 1
        if not slain and not fallen:
            assert after.defender == facts["leaves"]
    for name, count in ends.items():
        assert facts[name] == pytest.approx(count / 900, abs=0.0001)


@pytest.mark.parametrize("kind", ["uniform", "brute", "wary", "cunning"])
def test_chances_add_up_against_every_kind(kind: str) -> None:
    siege = Fight(defender=9, enemy=14, kind=kind).siege
    for move in siege.moves(0):
        facts = game.forecast(siege, 0, move)
        chances = [facts[name] for name in ("slays", "both", "stands", "falls")]
        assert sum(chance for chance in chances if isinstance(chance, float)) == pytest.approx(1, abs=0.001)


def test_an_opponents_secret_pair_gives_no_probabilities() -> None:
    siege = Fight(versus=True).siege
    assert game.forecast(siege, 0, pair_of(5, 2)) == {"costs": 7, "leaves": 23}
    assert game.forecast(siege, 1, pair_of(5, 2)) == {"costs": 7, "leaves": 23}
