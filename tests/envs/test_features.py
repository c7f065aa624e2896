"""Rows are laid out as they say, what moves lead to is in them, and the docs say what they mean."""

from __future__ import annotations

from functools import partial
from itertools import accumulate

import numpy as np
import pytest

from rumpus.core.features import MAX_FEATURE, FeatureGroup, Features, afterstates, feature_matrix, move_features
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.position import Position, Seat
from rumpus.core.rng import Rng, SeededRng
from rumpus.envs.episode import Episode
from rumpus.envs.reference import reference
from rumpus.envs.vector import VectorEnv
from rumpus.games.creature_wars.features import DATED_NAMES
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import all_witches
from rumpus.testing import title
from tests.catalogue import GAMES, pigeons

each_game = pytest.mark.parametrize("game", GAMES, ids=title)


def positions(game: Game, changes: object, most: int) -> list[tuple[Position, Seat]]:
    """Decisions of a random game, every third of them."""
    options = game.options(changes)  # type: ignore[arg-type]
    rng = SeededRng("features")
    position = game.start(options, rng)
    found: list[tuple[Position, Seat]] = []
    for step in range(most):
        acting = position.to_act()
        if not acting:
            break
        if step % 3 == 0:
            found.append((position.copy(), acting[0]))
        position.apply(acting[0], position.random_move(acting[0], rng), rng)
    return found


def tile(groups: list[FeatureGroup], width: int) -> bool:
    """True if they cover so many columns without a gap."""
    ends = list(accumulate((group.width for group in groups), initial=0))
    return [group.offset for group in groups] + [width] == ends and all(group.width > 0 for group in groups)


@each_game
def test_groups_cover_the_row_and_the_move_space(game: Game) -> None:
    for changes in game.configurations():
        options = game.options(changes)
        features = game.bots().features(options)
        assert len(set(features.names)) == len(features.names)
        assert tile(features.groups, len(features.names))
        assert tile(features.move_groups, len(features.move_names))
        if game is not pigeons:
            assert tile(features.actions, game.move_count(options))
            assert all(group.meaning for group in features.groups + features.move_groups + features.actions)


@each_game
def test_rows_stay_small(game: Game) -> None:
    for changes in game.configurations():
        features = game.bots().features(game.options(changes))
        for position, seat in positions(game, changes, 60):
            row = features.of(position, seat)
            assert max(row) <= 4
            assert min(row) >= -4


@pytest.mark.long
@each_game
def test_rows_stay_within_the_bounds_of_spaces(game: Game) -> None:
    for changes in game.configurations():
        env = VectorEnv(game, changes, 4, 2)
        evaluator = env.episode.evaluator
        for step in range(120):
            rows, _, _ = env.observe()
            assert np.abs(rows).max() <= MAX_FEATURE
            moves = env.sample()
            for index in range(2 * (step > 20)):  # two games play on greedily
                position, seat = env.batch.positions[index], env.batch.seats[index]
                offers = position.moves(seat)
                moves[index] = max(offers, key=partial(evaluator.score_move, position, seat))
            env.step(moves)


@each_game
def test_afterstates_are_the_rows_of_copies_with_the_move_played(game: Game) -> None:
    features = game.bots().features(game.options())
    for position, seat in positions(game, None, 240)[::8]:
        moves = position.moves(seat)[:5]
        after = afterstates(features, position, seat, moves, SeededRng("after"))
        rows = np.frombuffer(after.rows).reshape(len(moves), -1)  # type: ignore[call-overload]
        rng = SeededRng("after")
        for place, move in enumerate(moves):
            twin = position.copy()
            twin.apply(seat, move, rng)
            assert rows[place].tolist() == features.of(twin, seat)
            result = twin.result()
            assert (after.over[place] == 1) == (result is not None)
            assert after.results[place] == (0.0 if result is None else result[seat])


@each_game
def test_rows_of_many_positions_lie_one_after_another(game: Game) -> None:
    features = game.bots().features(game.options())
    some = positions(game, None, 60)[::12]
    block = feature_matrix(features, [position for position, _ in some], [seat for _, seat in some])
    rows = np.frombuffer(block).reshape(len(some), -1)  # type: ignore[call-overload]
    assert rows.tolist() == [features.of(position, seat) for position, seat in some]


@each_game
def test_an_info_state_has_the_row_of_its_seat(game: Game) -> None:
    options = game.options()
    features = game.bots().features(options)
    for position, seat in positions(game, None, 120)[::6]:
        info = InfoState(game, options, position, seat, SeededRng("chair"))
        assert info.feature_vector(features) == features.of(position, seat)
        moves = info.moves()[:3]
        assert len(info.afterstates(features, moves, SeededRng("dream")).over) == len(moves)


@each_game
def test_moves_that_differ_are_described_differently(game: Game) -> None:
    for changes in game.configurations():
        options = game.options(changes)
        features = game.bots().features(options)
        space = game.move_count(options)
        for position, seat in positions(game, changes, 60):
            moves = position.moves(seat)
            width = len(features.move_names) or space
            block = move_features(features, position, seat, moves, space)
            rows = np.frombuffer(block).reshape(len(moves), width)  # type: ignore[call-overload]
            assert np.abs(rows).max() <= 4
            different = {row.tobytes() for row in rows}
            if features.move_names and game.name == "creature_wars":
                # Equal cards in two places of a hand are the same move.
                assert len(different) >= len({game.format_move(position, seat, move) for move in moves})
            else:
                assert len(different) == len(moves)


def test_features_say_write_or_of() -> None:
    class Neither(Features):
        pass

    class Plain(Features):
        def of(self, position: Position, seat: Seat) -> list[float]:
            return [0.5, float(seat)]

    with pytest.raises(NotImplementedError, match="Neither has columns, so it must override"):
        Neither(["a"])
    rng: Rng = SeededRng("plain")
    position = pigeons.start(pigeons.options(), rng)
    plain = Plain(["half", "seat"])
    after = afterstates(plain, position, 0, position.moves(0)[:2], rng)
    assert [after.rows[place] for place in range(4)] == [0.5, 0.0, 0.5, 0.0]
    assert [(group.name, group.offset) for group in plain.groups] == [("half", 0), ("seat", 1)]


def test_every_witch_that_sets_a_date_has_a_column() -> None:
    assert {witch.name for witch in all_witches() if type(witch).due is not Witch.due} == set(DATED_NAMES)


@each_game
def test_the_reference_describes_every_column_and_action(game: Game) -> None:
    page, episode = reference(game), Episode(game)
    assert f"rows of {len(episode.features.names)} numbers, {episode.space} actions" in page
    for group in (*episode.features.groups, *episode.features.actions):
        assert group.meaning in page
    for place, why in episode.features.omitted.items():
        assert f"- `{place}`: {why}" in page
