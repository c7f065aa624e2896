"""Feature vectors: enemies, and invariance to the order of a squad."""

from __future__ import annotations

import re

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.rng import Rng, SeededRng
from rumpus.games.ultimatum.features import UltimatumFeatures
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.threats import attack_damage

GAME = find_game("ultimatum")


class Backwards(Rng):
    """Turns every squad round."""

    def below(self, n: int) -> int:
        return 0

    def shuffle(self, cards: list[int]) -> None:
        cards.reverse()


def played(decisions: int) -> Ultimatum:
    rng = SeededRng("a fight")
    position = GAME.start(GAME.options(), rng)
    for _ in range(decisions):
        seat = position.to_act()[0]
        position.apply(seat, position.rollout_move(seat, rng), rng)
    assert isinstance(position, Ultimatum)
    return position


def test_of_a_squad_turned_round_every_column_means_what_it_meant() -> None:
    features = GAME.bots().features(GAME.options())
    names = features.names

    def turned(name: str) -> str:
        name = re.sub(r"character (\d)", lambda found: f"character {4 - int(found[1])}", name)
        return re.sub(r"\+(\d)\.(\d)", lambda found: f"+{found[1]}.{4 - int(found[2])}", name)

    def either_way(name: str) -> str:
        one, between, other = name.partition(" to ")
        return " to ".join(sorted([one.removeprefix("distance "), other])) if between else name

    order = features.permutation(Backwards())
    assert sorted(order) == list(range(len(names)))
    assert [either_way(names[place]) for place in order] == [either_way(turned(name)) for name in names]


def test_what_attacks_take_and_whom_they_reach() -> None:
    position = played(60)
    features = GAME.bots().features(GAME.options())
    assert isinstance(features, UltimatumFeatures)
    row = dict(zip(features.names, features.of(position, 1), strict=True))
    squad = position.squad
    strikes = 0
    for mine in range(squad):
        for theirs in range(squad):
            unit, other = squad + mine, theirs
            words = f"+0.{mine + 1} on +1.{theirs + 1}"
            if position.place[unit] < 0 or position.place[other] < 0:
                assert row[f"takes {words}"] == row[f"strikes {words}"] == 0
                continue
            share = min(1.0, attack_damage(position, unit, other) / (position.hp[other] + position.shield[other]))
            assert row[f"takes {words}"] == pytest.approx(share)
            if position.reaches(unit, other, position.range_of(unit)):
                assert row[f"strikes {words}"] == pytest.approx(share)
                strikes += 1
            else:
                assert row[f"strikes {words}"] in (0.0, pytest.approx(share / 2))
    assert strikes
