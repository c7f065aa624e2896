"""Every law, for every game of the catalogue in every configuration, and for the example of a sixth game."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from rumpus.core.content.rulebook import clauses, topics_in_play
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.rng import SeededRng
from rumpus.envs.episode import Episode
from rumpus.lab.simulation.deals import play_row
from rumpus.lab.simulation.plan import Plan
from rumpus.players import find_player
from rumpus.terminal.drawing import picture
from rumpus.testing import every_law, title
from rumpus.testing.laws import LAWS
from rumpus.testing.laws.determinization import check_determinizations
from rumpus.testing.topics import unseen_topics
from tests.catalogue import GAMES, pigeons

GAMES_EACH = int(os.environ.get("RUMPUS_LAW_GAMES", "3"))
EVERY = int(os.environ.get("RUMPUS_LAW_EVERY", "1"))
"""Every n-th configuration is tried; the fast check skips some."""


test_law = every_law(*GAMES, times=GAMES_EACH, every=EVERY)


OPEN = {"defend_the_city": 5}
"""Number of configurations without hidden information: there determinizations equal the real position.

A lone defender knows everything until the enemy's pair is drawn (DC-26)."""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=title)
def test_the_laws_of_determinization_check_something(
    game: Game, record_property: Callable[[str, object], None]
) -> None:
    found = [check_determinizations(game, game.options(changes), 1) for changes in game.configurations()]
    counts = [f"{sum(worlds)} of {len(worlds)} worlds differed from the real position" for worlds in found]
    record_property("worlds", counts)
    assert len([worlds for worlds in found if not any(worlds)]) == OPEN.get(game.name, 0), counts
    assert sum(sum(worlds) for worlds in found) >= 6, counts


class Bare(Game):
    """A game with rules and words, and no extension."""

    name, title, blurb = pigeons.name, pigeons.title, pigeons.blurb
    package, fields = pigeons.package, pigeons.fields
    move_count, start, load, format_move, describe_event = (
        pigeons.move_count, pigeons.start, pigeons.load, pigeons.format_move, pigeons.describe_event,
    )  # fmt: skip


@pytest.mark.parametrize("law", LAWS, ids=title)
def test_a_game_without_extensions_keeps_every_law(law: Callable[[Game, Options, int], None]) -> None:
    bare = Bare()
    law(bare, bare.options(), 1)


def test_a_game_without_extensions_works_everywhere() -> None:
    bare = Bare()
    position = bare.start(bare.options(), SeededRng("bare"))
    for name in ("random", "greedy", "search:5"):
        info = InfoState(bare, bare.options(), position, 0, SeededRng("chair"))
        assert find_player(name, bare, bare.options(), "bot").decide(info) in position.moves(0)
    assert picture(bare, position.view(0), ["Ann", "Ben"], 80)
    row = play_row(Plan(bare, {}, ["random"], 1, "lab"), 0)
    assert row.rounds == 0
    assert Episode(bare).features.names == []
    assert bare.solver() is None


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_nothing_is_dead_text(game: Game) -> None:
    """Every card, ability and character that can be explained is named in the log of some random game."""
    configurations = [game.options(changes) for changes in game.configurations()]
    assert unseen_topics(game, configurations, 400) == []


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
