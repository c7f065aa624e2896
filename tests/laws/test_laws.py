"""Every law, for every game of the catalogue in every variant, and for the example of a sixth game."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from examples.sixth_game.pigeons import game as pigeons
from rumpus.core.catalogue import find_game, game_names
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.testing.laws import LAWS, unseen_topics
from tests.rules import clauses_of

GAMES_EACH = int(os.environ.get("RUMPUS_LAW_GAMES", "3"))
CATALOGUE = [*[find_game(name) for name in game_names() if name != pigeons.name], pigeons]
VARIANTS = [(game, dict(changes)) for game in CATALOGUE for changes in game.variants()]


def title(value: object) -> str:
    if isinstance(value, Game):
        return value.name
    if isinstance(value, dict):
        return ",".join(f"{name}={setting}" for name, setting in value.items()) or "rulebook"
    return getattr(value, "__name__", str(value))


@pytest.mark.parametrize("law", LAWS, ids=title)
@pytest.mark.parametrize(("game", "changes"), VARIANTS, ids=title)
def test_law(game: Game, changes: dict[str, object], law: Callable[[Game, Options, int], None]) -> None:
    law(game, game.options(changes), GAMES_EACH)


@pytest.mark.parametrize("game", CATALOGUE, ids=title)
def test_nothing_is_dead_text(game: Game) -> None:
    """Every card, ability and character that can be explained is named in the log of some random game."""
    variants = [game.options(changes) for changes in game.variants()]
    assert unseen_topics(game, variants, 400) == []


@pytest.mark.parametrize("game", CATALOGUE, ids=title)
def test_every_option_and_topic_cites_a_clause_that_exists(game: Game) -> None:
    clauses = clauses_of(game.rules())
    assert clauses
    for field in game.fields:
        assert field.clause in clauses, field.name
        assert field.help
    for topic in game.topics(game.options()):
        assert topic.clause in clauses, topic.name
        assert topic.text


@pytest.mark.parametrize("game", CATALOGUE, ids=title)
def test_every_game_introduces_itself(game: Game) -> None:
    assert game.name == game.name.lower().replace(" ", "_")
    assert game.title
    assert len(game.blurb) > 10
    assert game.version >= 1
    assert all(game.options_for_seats(count) for count in game.seat_counts())
