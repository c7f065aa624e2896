"""One network at tables of several sizes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption
from rumpus.core.info_state import InfoState
from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl.rules.moves import FIRST_SCRATCH, MOVES_PER_TARGET
from rumpus.players.catalogue import find_player
from rumpus.players.layout import NetLayout
from rumpus.players.network import NetworkPlayer
from rumpus.players.weights import (
    POLICY,
    POLICY_ONLY,
    BadWeights,
    TrainedNet,
    Weights,
    features_fingerprint,
    load_weights,
)
from rumpus.training.learner import Learner
from rumpus.training.messages import TrainingTables

BRAWL = find_game("cat_brawl")
PUNO = find_game("battle_puno")


def test_columns_of_a_smaller_table_keep_their_names() -> None:
    small, large = PUNO.options({"players": 2}), PUNO.options({"players": 4})
    layout = NetLayout(PUNO, small, large, relative_moves=True)
    names, wanted = PUNO.bots().features(small).names, PUNO.bots().features(large).names
    row = np.arange(1.0, len(names) + 1)[None, :]
    found = dict(zip(wanted, layout.rows(row)[0].tolist(), strict=True))
    assert {name: value for name, value in found.items() if value} == dict(zip(names, row[0].tolist(), strict=True))


def test_a_larger_table_does_not_fit() -> None:
    with pytest.raises(BadOption, match="columns with these options that the network's table lacks"):
        NetLayout(PUNO, PUNO.options({"players": 4}), PUNO.options({"players": 2}), relative_moves=True)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_moves_and_masks_are_converted_there_and_back(players: int) -> None:
    options = BRAWL.options({"players": players})
    layout = NetLayout(BRAWL, options, BRAWL.options({"players": 4}), relative_moves=True)
    count = BRAWL.move_count(options)
    for seat in range(players):
        moves = list(range(count))
        there = layout.net_moves(seat, moves)
        assert len({*there}) == count
        seats = np.full(count, seat)
        assert layout.table_moves(np.array(there), seats).tolist() == moves
        masks = np.zeros((count, count), dtype=np.int8)
        np.fill_diagonal(masks, 1)
        assert layout.masks(masks, seats).argmax(axis=1).tolist() == there


def test_scratches_are_counted_from_the_own_seat() -> None:
    """Scratching the next seat has the same number for everybody."""
    options = BRAWL.options({"players": 4})
    for seat in range(4):
        relative = BRAWL.bots().relative_moves(options, seat)
        assert relative[FIRST_SCRATCH + (seat + 1) % 4 * MOVES_PER_TARGET] == FIRST_SCRATCH + MOVES_PER_TARGET
        assert relative[:FIRST_SCRATCH] == list(range(FIRST_SCRATCH))


def test_one_network_serves_several_tables(tmp_path: Path) -> None:
    tables = TrainingTables.of(BRAWL, [{}, {"players": 4}, {"players": 3}])
    assert tables.reference == {"players": 4}
    large = BRAWL.options(tables.reference)
    width = len(BRAWL.bots().features(large).names)
    arrays = Learner(np.ones(width, dtype=np.bool_), (8, 8), BRAWL.move_count(large), seed=1).export()
    also = [changes for changes in tables.changes if changes != tables.reference]
    features = features_fingerprint(BRAWL, large)
    path = tmp_path / "cats.npz"
    for method in (POLICY, POLICY_ONLY):
        trained = TrainedNet(method, tables.reference, features, arrays, {}, 0, "", also, True)
        Weights(BRAWL.name, BRAWL.version, [trained]).save(path)
        for players in (2, 3, 4):
            options = BRAWL.options({"players": players})
            player = find_player(f"learned:{path}", BRAWL, options, "1")
            assert isinstance(player, NetworkPlayer)
            position, rng = BRAWL.start(options, SeededRng("table")), SeededRng("moves")
            for _ in range(12):
                seat = position.to_act()[-1]
                info = InfoState(BRAWL, options, position, seat, rng)
                position.apply(seat, player.decide(info), rng)
        assert load_weights(path).net_for(BRAWL, BRAWL.options({"players": 5})) is None
        path.unlink()


def test_a_file_with_a_table_that_its_network_lacks_is_refused(tmp_path: Path) -> None:
    options = PUNO.options({"players": 2})
    width = len(PUNO.bots().features(options).names)
    arrays = Learner(np.ones(width, dtype=np.bool_), (8, 8), PUNO.move_count(options), seed=1).export()
    features = features_fingerprint(PUNO, options)
    trained = TrainedNet(POLICY, {"players": 2}, features, arrays, {}, 0, "", [{"players": 3}], True)
    Weights(PUNO.name, PUNO.version, [trained]).save(tmp_path / "w.npz")
    with pytest.raises(BadWeights, match="cannot play with these options"):
        load_weights(tmp_path / "w.npz").net_for(PUNO, PUNO.options({"players": 3}))
