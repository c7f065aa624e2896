"""Views as JSON: in `info`, and as their published schema says."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from foxes import game as foxes
from rumpus.core.game import Game
from rumpus.envs import zoo
from rumpus.envs.gym import RumpusEnv
from rumpus.envs.view_schema import Shape, view_schema, views
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons

each_game = pytest.mark.parametrize("game", GAMES, ids=title)
POSITIONS = 1_000


@each_game
def test_info_has_the_view_of_the_own_seat_alone(game: Game) -> None:
    env = RumpusEnv(game, view=True)
    _, info = env.reset(seed=1)
    assert json.loads(info["view"]) == env.episode.now.view(0)
    _, _, _, _, info = env.step(info["action_mask"].argmax())
    assert json.loads(info["view"]) == env.episode.now.view(0)
    agents: Any = zoo.env(game, view=True)
    agents.reset(seed=1)
    info = agents.last()[4]
    assert json.loads(info["view"]) == agents.episode.now.view(agents.seats[agents.agent_selection])
    together = zoo.parallel_env(game, view=True)
    _, infos = together.reset(seed=1)
    for agent, info in infos.items():
        assert json.loads(info["view"]) == together.episode.now.view(together.seats[agent])
    assert "view" not in RumpusEnv(game).reset(seed=1)[1]


@pytest.mark.long
@each_game
def test_a_thousand_random_positions_fit_the_schema(game: Game) -> None:
    check_positions(game, game.configurations(), POSITIONS)


@each_game
def test_random_positions_of_the_default_fit_its_schema(game: Game) -> None:
    check_positions(game, [{}], 60)


def check_positions(game: Game, configurations: Sequence[Mapping[str, object]], wanted: int) -> None:
    """Checks views of random positions in turn, against the schema of these configurations."""
    schema = view_schema(game, configurations)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    checked, number = 0, 0
    while checked < wanted:
        changes = configurations[number % len(configurations)]
        seats = game.seats(game.options(changes)) + 1  # and a spectator
        for place, view in enumerate(islice(views(game, changes, f"another/{number}", number % 2 == 1), 90 * seats)):
            validator.validate(view)
            checked += place % seats == 0
        number += 1


def test_rare_values_of_short_games_are_met() -> None:
    """Foxes asks the robbed seat in few of the positions."""
    schema = view_schema(foxes)
    assert schema["properties"]["robbed"]["type"] == ["integer", "null"]


def test_decisions_that_come_in_turns_of_three_are_all_met() -> None:
    schema = view_schema(pigeons, [{"players": 3}])
    assert schema["properties"]["bid"]["type"] == ["integer", "null"]


def test_the_schema_tells_types_keys_and_items() -> None:
    shape = Shape()
    shape.add({"hp": 3, "hand": ["a", "b"], "you": None, "ratio": 1})
    shape.add({"hp": 2, "hand": [], "you": 1, "ratio": 0.5, "winner": 0})
    schema = shape.schema()
    assert schema["required"] == ["hand", "hp", "ratio", "you"]
    assert schema["properties"]["hand"] == {"type": "array", "items": {"type": "string"}}
    assert schema["properties"]["you"] == {"type": ["integer", "null"]}
    assert schema["properties"]["winner"] == {"type": ["integer", "null"]}
    assert schema["properties"]["ratio"] == {"type": "number"}
    shape.add({"hp": 2, "hand": [], "you": 1, "ratio": 0.5, "asked": None})
    assert shape.schema()["properties"]["asked"] == {}
    validator = Draft202012Validator(schema)
    assert validator.is_valid({"hp": 1, "hand": ["x"], "you": None, "ratio": 2})
    for damaged in ({"hp": "1", "hand": [], "you": 1, "ratio": 1}, {"hp": 1, "you": 1, "ratio": 1}):
        assert not validator.is_valid(damaged)
