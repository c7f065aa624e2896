"""Played matches become arrays, for imitation and offline learning."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import rumpus
from rumpus.core.errors import BadOption, BadRecord
from rumpus.core.game import Game
from rumpus.core.record import Record
from rumpus.envs.trajectories import ARRAYS, Trajectories
from rumpus.testing import title
from tests.catalogue import GAMES


def played(game: Game, seed: str, **options: object) -> Record:
    seats = game.seats(game.options(options))
    return rumpus.play(game, ["random"] * seats, options=game.options(options), seed=seed).record


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_arrays_hold_every_decision_as_its_seat_saw_it(game: Game) -> None:
    record = played(game, "arrays")
    data = Trajectories.of([record], game)
    features = game.bots().features(game.options())
    assert record.result is not None
    assert data.players == [record.players]
    assert data.seats.tolist() == [seat for seat, _ in record.moves]
    assert data.action_masks[np.arange(len(data.moves)), data.moves].all()
    assert data.results.tolist() == pytest.approx([record.result[seat] for seat in data.seats])
    assert data.dones.tolist() == [False] * (len(data.moves) - 1) + [True]
    for step in record.walk(game):
        if step.number == len(record.moves):
            break
        seat = record.moves[step.number][0]
        assert (
            data.observations[step.number].tolist() == np.array(features.of(step.position, seat), np.float32).tolist()
        )
        assert np.flatnonzero(data.action_masks[step.number]).tolist() == sorted(step.position.moves(seat))


def test_several_matches_are_numbered_and_saved(tmp_path: Path) -> None:
    game = rumpus.game("cat_brawl")
    data = Trajectories.of([played(game, str(number), max_rounds=4) for number in range(3)])
    assert sorted(set(data.matches.tolist())) == [0, 1, 2]
    assert data.dones.sum() == 3
    assert repr(data) == f"<Trajectories of cat_brawl: {len(data.moves)} decisions in 3 matches>"
    data.save(tmp_path / "cats.npz")
    again = Trajectories.load(tmp_path / "cats.npz")
    assert (again.game, again.players) == (data.game, data.players)
    assert all(np.array_equal(getattr(again, name), getattr(data, name)) for name in ARRAYS)


def test_records_that_do_not_go_together_are_refused() -> None:
    game = rumpus.game("cat_brawl")
    short, other = played(game, "a", max_rounds=4), played(game, "a", max_rounds=5)
    with pytest.raises(BadRecord, match="Record 1 has other options"):
        Trajectories.of([short, other])
    with pytest.raises(BadOption, match="There are no records"):
        Trajectories.of([])
    short.result = None
    with pytest.raises(BadRecord, match="Record 0 has no result"):
        Trajectories.of([short])
