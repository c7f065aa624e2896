"""Network players: files of weights, arithmetic, explanations and hidden information."""

from __future__ import annotations

import itertools
import pickle
import subprocess
import sys
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.errors import UnknownName
from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.position import Position
from rumpus.core.rng import SeededRng
from rumpus.core.system.files import CannotRead
from rumpus.lab.strength.ladder import rungs_of
from rumpus.players import find_player, network
from rumpus.players.net import QUANTA_PER_UNIT, FixedNet, masked_softmax, sample_moves
from rumpus.players.network import UNTRAINED, NetworkPlayer, UntrainedPlayer
from rumpus.players.search import SearchPlayer
from rumpus.players.weights import AFTERSTATES, BadWeights, Weights, load_weights
from rumpus.testing import title
from tests.catalogue import GAMES
from tests.players.info import first_info_state
from tests.players.test_honesty import decisions, two_info_states
from tests.training.fresh import fresh_net, fresh_weights

CITY = find_game("defend_the_city")


@pytest.mark.parametrize("game", GAMES, ids=title)
def test_what_a_seat_cannot_tell_apart_it_answers_alike(game: Game, tmp_path: Path) -> None:
    options, name = game.options(), f"learned:{fresh_weights(tmp_path / 'Fresh.npz', game)}"
    for position, seat in decisions(game, options, "honest/learned", 12, 3):
        real, sampled = two_info_states(game, options, position, seat)
        one, other = (find_player(name, game, options, "luck") for _ in range(2))
        before = position.save()
        assert one.decide(real) == other.decide(sampled)
        assert str(one.explanation()) == str(other.explanation())
        assert position.save() == before


@pytest.mark.parametrize("game", [pigeons, find_game("battle_puno")], ids=title)
def test_rollouts_know_no_more_than_the_seat(game: Game) -> None:
    options = game.options()
    trained = fresh_net(game, {})
    for position, seat in decisions(game, options, "honest/champion", 4, 3):
        real, sampled = two_info_states(game, options, position, seat)
        one, other = (NetworkPlayer("champion", game, options, "luck", trained, rollout_depth=2) for _ in range(2))
        assert one.decide(real) == other.decide(sampled)
        assert str(one.explanation()) == str(other.explanation())


def count_positions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Returns a list that gets the number of positions of each batch of rollout moves."""
    counts: list[int] = []
    choose_moves = NetworkPlayer._choose_moves

    def counted(self: NetworkPlayer, asked: list[tuple[Position, int, list[int]]]) -> list[int]:
        counts.append(len({id(position) for position, _, _ in asked}))
        return choose_moves(self, asked)

    monkeypatch.setattr(NetworkPlayer, "_choose_moves", counted)
    return counts


def test_rollouts_end_with_the_game_and_when_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    info, trained, asked = first_info_state(CITY), fresh_net(CITY, {}), count_positions(monkeypatch)
    for seconds in (None, 0.0):
        player = NetworkPlayer("champion", CITY, CITY.options(), "luck", trained, 1000, seconds)
        assert player.decide(info) in info.moves()
        if seconds is None:
            assert 1 < len(asked) < 1000
            asked.clear()
    assert not asked


@pytest.mark.parametrize("game", [CITY, find_game("battle_puno")], ids=title)
def test_time_may_be_over_between_any_two_handfuls_of_positions(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    options, clock, asked = game.options(), itertools.count(), count_positions(monkeypatch)
    position, seat = next(decisions(game, options, "in time", 4, 1))
    monkeypatch.setattr(network, "monotonic", lambda: next(clock))
    monkeypatch.setattr(network, "POLICY_BATCH", 8)
    player = NetworkPlayer("champion", game, options, "luck", fresh_net(game, {}), 1000, 60.0, world_factor=4)
    player.decide(InfoState(game, options, position, seat, SeededRng("chair")))
    assert 2 <= len(asked) <= 42
    assert max(asked) <= 8


@pytest.mark.parametrize("game", [CITY, find_game("battle_puno")], ids=title)
def test_the_champion_tries_more_worlds_and_moves(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    options, trained, played = game.options(), fresh_net(game, {}), list[int]()
    some = decisions(game, options, "more", 1, 200)
    position, seat = next((position, seat) for position, seat in some if len(position.moves(seat)) >= 4)
    info = InfoState(game, options, position, seat, SeededRng("chair"))

    def counted(self: NetworkPlayer, positions: list[Position]) -> None:
        played.append(len(positions))

    monkeypatch.setattr(NetworkPlayer, "_rollout", counted)
    for world_factor, candidates in ((1, 2), (3, 2), (1, 4)):
        NetworkPlayer("champion", game, options, "luck", trained, 1, None, world_factor, candidates).decide(info)
    assert played[1] == 3 * played[0] > 0
    assert played[2] == (2 * played[0] if trained.method == AFTERSTATES else played[0])


def test_it_explains_its_win_probability_and_the_next_best(tmp_path: Path) -> None:
    player = find_player(f"learned:{fresh_weights(tmp_path / 'w.npz', CITY)}", CITY, CITY.options(), "luck")
    info = first_info_state(CITY)
    move, found = player.decide(info), player.explanation()
    assert found is not None
    assert found.chosen.move == move
    assert sorted(choice.move for choice in found.choices) == sorted(info.moves())
    assert "% of the time; about equal:" in found.sentence()


def test_a_flat_policy_over_many_moves_still_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """No move is as likely as `MIN_PROBABILITY` asks, as with more than a hundred equal ones."""
    monkeypatch.setattr(network, "MIN_PROBABILITY", 2.0)
    game = find_game("cat_brawl")
    info = first_info_state(game)
    player = NetworkPlayer("learned", game, game.options(), "luck", fresh_net(game, {}))
    assert player.decide(info) in info.moves()


def test_with_other_options_it_searches_and_says_so(tmp_path: Path) -> None:
    name = f"learned:{fresh_weights(tmp_path / 'w.npz', CITY)}"
    other = next(changes for changes in CITY.configurations() if CITY.options(changes) != CITY.options())
    info = first_info_state(CITY, other)
    player = find_player(name, CITY, info.options, "luck", timed=False)
    player.decide(info)
    found = player.explanation()
    assert found is not None
    assert found.simulations > 0
    assert found.sentence().endswith(UNTRAINED)


def test_rules_of_another_version_are_unknown_to_it(tmp_path: Path) -> None:
    Weights(CITY.name, CITY.version + 1, [fresh_net(CITY, {})]).save(tmp_path / "w.npz")
    assert load_weights(tmp_path / "w.npz").net_for(CITY, CITY.options()) is None


def test_a_file_that_is_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.npz").write_text("no weights")
    np.savez(tmp_path / "other.npz", numbers=np.zeros(3))
    for file in ("text.npz", "other.npz"):
        with pytest.raises(BadWeights, match=r"holds no weights of Rumpus"):
            find_player(f"learned:{tmp_path / file}", CITY, CITY.options(), "luck")
    with pytest.raises(CannotRead, match="There is no file"):
        find_player(f"learned:{tmp_path / 'none.npz'}", CITY, CITY.options(), "luck")
    fresh_weights(tmp_path / "city.npz", CITY)
    with pytest.raises(BadWeights, match="holds weights of defend_the_city, not of pigeons"):
        find_player(f"learned:{tmp_path / 'city.npz'}", pigeons, pigeons.options(), "luck")


def test_weights_that_came_with_a_game_need_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="No weights came with Pigeon"):
        find_player("learned", pigeons, pigeons.options(), "luck")
    package = tmp_path / "square"
    package.mkdir()
    (package / "__init__.py").write_text("")
    fresh_weights(package / "weights.npz", pigeons)
    monkeypatch.syspath_prepend(tmp_path)

    class Shipped(type(pigeons)):  # type: ignore[misc]
        package = "square"

    shipped = Shipped()
    info = first_info_state(shipped)
    assert find_player("learned", shipped, shipped.options(), "luck").decide(info) in info.moves()
    assert isinstance(find_player("hard", shipped, shipped.options(), "luck"), NetworkPlayer)
    champion = find_player("champion", shipped, shipped.options(), "luck")
    assert isinstance(champion, NetworkPlayer)
    assert champion.decide(info) in info.moves()
    assert isinstance(find_player("champion", pigeons, pigeons.options(), "luck"), UntrainedPlayer)
    assert isinstance(find_player("normal", shipped, shipped.options(), "luck"), SearchPlayer)
    assert isinstance(find_player("hard", pigeons, pigeons.options(), "luck"), SearchPlayer)


@pytest.mark.parametrize("name", ["hard", "champion"])
def test_a_network_plays_also_where_the_solver_lacks_a_library(name: str) -> None:
    game = find_game("cat_brawl")
    options = game.options(rungs_of(game, 1)[0].changes)
    code = f"""
import sys
sys.modules["scipy"] = sys.modules["scipy.sparse"] = None
import rumpus
from rumpus.players import find_player
from rumpus.players.network import NetworkPlayer
game = rumpus.game("cat_brawl")
player = find_player("{name}", game, game.options({options.changed()!r}), "luck")
assert isinstance(player, NetworkPlayer), player
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["battle_puno", "ultimatum"])
def test_what_came_with_a_game_fits_the_match_that_the_ladder_plays(name: str) -> None:
    game = find_game(name)
    options = game.options(rungs_of(game, 1)[0].changes)
    assert isinstance(find_player("hard", game, options, "luck"), NetworkPlayer)
    path = resources.files(game.package).joinpath("weights.npz")
    assert len(path.read_bytes()) <= 500_000
    trained = load_weights(path).net_for(game, options)
    assert trained is not None
    assert trained.history["curve"]


def test_a_column_that_is_not_read_does_not_matter() -> None:
    arrays = {
        "reads": np.array([1.0, 0.0, 1.0]),
        "hidden 0 weights": np.eye(2),
        "hidden 0 bias": np.zeros(2),
        "worth weights": np.ones((2, 1)),
        "worth bias": np.zeros(1),
    }
    rows = np.array([[0.25, 7.0, 0.5], [0.25, -3.0, 0.5]])
    assert FixedNet(arrays).values(rows).tolist() == pytest.approx([np.tanh(0.75)] * 2)


def test_a_copy_decides_as_it_would_have(tmp_path: Path) -> None:
    name = f"learned:{fresh_weights(tmp_path / 'w.npz', CITY)}"
    player = find_player(name, CITY, CITY.options(), "luck")
    again = pickle.loads(pickle.dumps(player))
    assert player.decide(first_info_state(CITY)) == again.decide(first_info_state(CITY))


def test_results_do_not_depend_on_the_order_of_summation() -> None:
    """Sums of fixed numbers are exact: turning the columns round changes not a bit, as it would with other floats."""
    rng = np.random.default_rng(1)
    arrays = {
        "reads": np.ones(300),
        "hidden 0 weights": rng.normal(size=(300, 20)),
        "hidden 0 bias": rng.normal(size=20),
        "worth weights": rng.normal(size=(20, 1)),
        "worth bias": rng.normal(size=1),
    }
    rows = rng.normal(size=(9, 300))
    turned = {**arrays, "hidden 0 weights": arrays["hidden 0 weights"][::-1]}
    plain, other = FixedNet(arrays).hidden(rows).top, FixedNet(turned).hidden(rows[:, ::-1]).top
    assert plain.tobytes() == other.tobytes()
    assert (plain * QUANTA_PER_UNIT * QUANTA_PER_UNIT == np.rint(plain * QUANTA_PER_UNIT * QUANTA_PER_UNIT)).all()


def test_a_saved_network_counts_as_before(tmp_path: Path) -> None:
    net = fresh_net(CITY, {})
    Weights(CITY.name, CITY.version, [net]).save(tmp_path / "w.npz")
    again = load_weights(tmp_path / "w.npz").nets[0]
    rows = np.random.default_rng(1).random((5, len(net.arrays["reads"])))
    assert again.net.values(rows).tolist() == pytest.approx(net.net.values(rows).tolist(), abs=0.01)
    Weights(CITY.name, CITY.version, [again]).save(tmp_path / "again.npz")
    third = load_weights(tmp_path / "again.npz").nets[0]
    assert third.net.values(rows).tobytes() == again.net.values(rows).tobytes()


def test_what_is_not_on_offer_is_never_drawn() -> None:
    masks = np.array([[0, 1, 1, 0]] * 500, dtype=np.int8)
    shares = masked_softmax(np.zeros((500, 4), dtype=np.float32), masks)
    assert set(sample_moves(shares, np.random.default_rng(1)).tolist()) == {1, 2}
