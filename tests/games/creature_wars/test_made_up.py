"""Made-up positions are played on: nothing raises, no card is lost, saves and dreams hold (ER-3, ER-5, ER-10)."""

from __future__ import annotations

import json

import pytest

from rumpus.core.rng import Luck, Seeded
from rumpus.games.creature_wars import game
from rumpus.games.creature_wars.rules.flaws import flaws
from rumpus.games.creature_wars.rules.frames import ASK_DUEL, NOTHING
from rumpus.games.creature_wars.rules.position import War, restored
from rumpus.testing import rule
from tests.games.creature_wars.made_up import make_up

POSITIONS = 150
PARTS = 5
MOVES = 30


def look(war: War, luck: Luck) -> None:
    """What must hold of any position between two moves."""
    assert flaws(war) == []
    saved = json.dumps(war.save())
    assert json.dumps(restored(war.numbers, json.loads(saved)).save()) == saved
    for seat in (0, 1):
        view = war.view(seat)
        dream = war.imagine(seat, luck)
        assert dream.view(seat) == view, "a dream looks the same to its dreamer"
        assert dream.moves(seat) == war.moves(seat)
        assert isinstance(dream, War)
        assert flaws(dream) == []
        for move in war.moves(seat):
            assert game.read(war, seat, game.write(war, seat, move)) == move
    war.view(None)
    assert json.dumps(war.save()) == saved, "looking changes nothing"


def play_on(war: War, luck: Luck, moves: int) -> None:
    for _ in range(moves):
        if war.result() is not None:
            return
        for seat in war.to_act():
            offered = war.moves(seat)
            war.apply(seat, offered[luck.below(len(offered))], luck)


@rule("ER-3", "ER-5", "ER-10", "CW-96")
@pytest.mark.parametrize("part", [0, *[pytest.param(part, marks=pytest.mark.long) for part in range(1, PARTS)]])
def test_made_up_positions_are_played_on(part: int) -> None:
    asked: set[int] = set()
    for number in range(part, POSITIONS, PARTS):
        luck = Seeded(f"on/{number}")
        war = make_up(f"made up/{number}")
        for _ in range(MOVES):
            look(war, luck)
            if war.result() is not None:
                break
            asked.add(war.asking)
            dream = war.imagine(luck.below(2), luck)
            assert isinstance(dream, War)
            play_on(dream, luck, 6)
            play_on(war, luck, 1)
    assert asked - {NOTHING, ASK_DUEL}, "witches asked something too"
