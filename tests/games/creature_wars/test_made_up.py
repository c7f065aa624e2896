"""Made-up positions are played on without errors, lost cards or broken saves (ER-3, ER-5, ER-10)."""

from __future__ import annotations

import json

import pytest

from rumpus.core.rng import Rng, SeededRng
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.duels.frames import ASK_DUEL, NOTHING
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.position import War, load
from rumpus.testing import rule
from tests.games.creature_wars.made_up import make_up

POSITIONS = 150
PARTS = 5
MOVES = 30


def check_position(war: War, rng: Rng) -> None:
    assert flaws(war) == []
    saved = json.dumps(war.save())
    assert json.dumps(load(war.numbers, json.loads(saved)).save()) == saved
    for seat in (0, 1):
        view = war.view(seat)
        world = war.determinize(seat, rng)
        assert world.view(seat) == view, "a world shows the seat the same view"
        assert world.moves(seat) == war.moves(seat)
        assert isinstance(world, War)
        assert flaws(world) == []
        for move in war.moves(seat):
            assert game.parse_move(war, seat, game.format_move(war, seat, move)) == move
    war.view(None)
    assert json.dumps(war.save()) == saved, "reading changes nothing"


def play_on(war: War, rng: Rng, moves: int) -> None:
    for _ in range(moves):
        if war.result() is not None:
            return
        for seat in war.to_act():
            offered = war.moves(seat)
            war.apply(seat, offered[rng.below(len(offered))], rng)


@rule("ER-3", "ER-5", "ER-10", "CW-96")
@pytest.mark.parametrize("part", [0, *[pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS)]])
def test_made_up_positions_are_played_on(part: int) -> None:
    asked: set[int] = set()
    for number in range(part, POSITIONS, PARTS):
        rng = SeededRng(f"on/{number}")
        war = make_up(f"made up/{number}")
        for _ in range(MOVES):
            check_position(war, rng)
            if war.result() is not None:
                break
            asked.add(war.asking)
            world = war.determinize(rng.below(2), rng)
            assert isinstance(world, War)
            play_on(world, rng, 6)
            play_on(war, rng, 1)
    assert asked - {NOTHING, ASK_DUEL}, "witches asked something too"
