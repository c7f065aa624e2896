"""Every law, for every game of the catalogue in every variant, and for the example of a sixth game."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.rulebook import clauses, topics_in_play
from rumpus.testing import title, variants
from rumpus.testing.laws import LAWS, SAVING_LAWS, unseen_topics
from tests.catalogue import GAMES

GAMES_EACH = int(os.environ.get("RUMPUS_LAW_GAMES", "3"))
SAVES_WELL = [game for game in GAMES if game.name != "pigeons"]
"""Who keeps the laws of saving: all of ours; the example of a sixth game keeps its saving short."""


@pytest.mark.parametrize("law", LAWS, ids=title)
@pytest.mark.parametrize(("game", "changes"), variants(GAMES), ids=title)
def test_law(game: Game, changes: dict[str, object], law: Callable[[Game, Options, int], None]) -> None:
    law(game, game.options(changes), GAMES_EACH)


@pytest.mark.parametrize("law", SAVING_LAWS, ids=title)
@pytest.mark.parametrize(("game", "changes"), variants(SAVES_WELL), ids=title)
def test_law_of_saving(game: Game, changes: dict[str, object], law: Callable[[Game, Options, int], None]) -> None:
    law(game, game.options(changes), GAMES_EACH)


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_nothing_is_dead_text(game: Game) -> None:
    """Every card, ability and character that can be explained is named in the log of some random game."""
    variants = [game.options(changes) for changes in game.variants()]
    assert unseen_topics(game, variants, 400) == []


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_every_option_and_topic_cites_a_clause_that_exists(game: Game) -> None:
    known = clauses(game.rules())
    assert known
    for field in game.fields:
        assert field.clause in known, field.name
        assert field.help
    for topic in topics_in_play(game, game.options()):
        assert topic.clause in known, topic.name
        assert topic.text


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_every_game_introduces_itself(game: Game) -> None:
    assert game.name == game.name.lower().replace(" ", "_")
    assert game.title
    assert len(game.blurb) > 10
    assert game.version >= 1
    assert all(game.options(seats=count) for count in game.seat_counts())
