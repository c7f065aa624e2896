"""Training data, the learner and its gradients, and that play improves."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest

from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.features import EntityGroup
from rumpus.core.info_state import InfoState
from rumpus.core.outcome import win_shares
from rumpus.core.rng import SeededRng
from rumpus.envs.vector import VectorEnv
from rumpus.players.net import Net, masked_softmax
from rumpus.players.network import NetworkPlayer
from rumpus.players.player import Player
from rumpus.players.playing import play_game
from rumpus.players.weights import POLICY_ONLY, TrainedNet
from rumpus.training import ppo, self_play, trainer, value_learning
from rumpus.training.learner import Learner
from rumpus.training.messages import Opponent
from rumpus.training.ppo import PpoActor, PpoStep, training_arrays, win_rewards
from rumpus.training.trainer import sample_random_play, varying_columns
from rumpus.training.value_learning import TD_LAMBDA, Decision, SelfPlayActor, Targets
from tests.training.fresh import everything

FOUR = np.ones(4, dtype=np.bool_)
ROW = np.zeros(1, dtype=np.float32)


BETWEEN = (1 - TD_LAMBDA) * 0.5 + TD_LAMBDA * 1.0


def targets_of(trail: list[tuple[Any, ...]], result: list[float]) -> list[float]:
    """Targets in the order of the decisions. A decision: seat, value and, if exploratory, True."""
    found = Targets(len(result))
    found.add_trail([Decision(seat, ROW, value, any(explored)) for seat, value, *explored in trail], result)
    return found.targets[::-1]


@pytest.mark.parametrize(
    ("trail", "result", "targets"),
    [
        pytest.param([(0, 0.2), (0, 0.5)], [1.0, -1.0], [BETWEEN, 1.0], id="earlier decisions mix value and result"),
        pytest.param([(1, 0.2), (0, 0.5)], [1.0, -1.0], [-BETWEEN, 1.0], id="two seats are zero-sum"),
        pytest.param([(1, 0.0), (0, 0.6, True)], [-1.0, 1.0], [-0.6, -1.0], id="exploratory moves cut the return"),
        pytest.param([(2, 0.0), (0, 0.9)], [1.0, -1.0, -0.5], [-0.5, 1.0], id="of three, seats are independent"),
    ],
)
def test_targets_of_decisions(trail: list[tuple[Any, ...]], result: list[float], targets: list[float]) -> None:
    assert targets_of(trail, result) == pytest.approx(targets, rel=0, abs=1e-15)


def test_imitated_games_have_only_the_result() -> None:
    assert targets_of([(0, None), (1, None)], [1.0, -1.0]) == [1.0, -1.0]


def ppo_step(seat: int, value: float, rewards: tuple[float, float] | None = None) -> PpoStep:
    played = PpoStep(np.zeros((1, 1), np.float32), np.ones((1, 2), np.int8), np.array([seat]), np.array([True]))
    played.values = np.array([value], np.float32)
    if rewards is not None:
        played.dones = np.array([True])
        played.rewards = np.array([rewards], np.float32)
    return played


def test_advantages_are_generalised_seat_by_seat() -> None:
    steps = [ppo_step(0, 0.2), ppo_step(1, -0.1), ppo_step(0, 0.5, rewards=(1.0, -1.0))]
    found = training_arrays(steps, np.array([[9.0, 9.0]], np.float32), imitation=False)
    last = 1.0 - 0.5
    first = 0.5 - 0.2 + ppo.GAE_LAMBDA * last
    assert found["advantages"].tolist() == pytest.approx([last, -1.0 + 0.1, first])
    assert found["targets"].tolist() == pytest.approx([1.0, -1.0, 0.2 + first])


def test_with_more_than_two_seats_a_win_counts_and_a_place_does_not() -> None:
    rewards = np.array([[0.5, -1.0, 0.5], [0.0, 0.0, 0.0], [1.0, 0.0, -1.0]], np.float32)
    assert win_rewards(rewards, [0, 2]).tolist() == [[0.0, -1.0, 0.0], [0.0, 0.0, 0.0], [1.0, -1.0, -1.0]]
    assert win_rewards(rewards[:, :2], [0]).tolist() == rewards[:, :2].tolist()


def test_an_unfinished_game_bootstraps() -> None:
    found = training_arrays([ppo_step(0, 0.2)], np.array([[0.6, -0.6]], np.float32), imitation=False)
    assert found["advantages"].tolist() == pytest.approx([0.4])


def test_an_unfinished_imitated_game_is_dropped() -> None:
    steps = [ppo_step(0, 0.0, rewards=(1.0, -1.0)), ppo_step(1, 0.0)]
    found = training_arrays(steps, np.zeros((1, 2), np.float32), imitation=True)
    assert found["targets"].tolist() == [1.0]


# --- the learner ---


def rows(count: int = 256) -> Any:
    return np.random.default_rng(1).normal(size=(count, 4)).astype(np.float32)


def test_the_value_head_fits_targets() -> None:
    learner = Learner(FOUR, (16, 16), 0, seed=1)
    batch = {"rows": rows(), "targets": np.sign(rows()[:, 2]) * np.float32(0.5)}
    for _ in range(200):
        learner.fit_value(batch, 0.01)
    assert np.abs(Net(learner.export()).values(batch["rows"]) - batch["targets"]).mean() < 0.1


def policy_batch(moves: Any, advantages: Any) -> dict[str, Any]:
    masks = np.ones((len(moves), 3), np.int8)
    masks[:, 2] = 0
    log_probs, targets = np.full(len(moves), np.log(0.5), np.float32), np.zeros(len(moves), np.float32)
    more = {"advantages": advantages, "targets": targets}
    return {"rows": rows(), "masks": masks, "moves": moves, "log_probs": log_probs, **more}


def policy(learner: Learner, batch: dict[str, Any]) -> Any:
    net = Net(learner.export())
    return masked_softmax(net.policy_head(net.hidden(batch["rows"])), batch["masks"])


def test_it_learns_to_do_what_somebody_else_does() -> None:
    learner = Learner(FOUR, (16, 16), 3, seed=1)
    theirs = (rows()[:, 0] > 0).astype(np.int64)
    batch = policy_batch(theirs, np.zeros(256, np.float32))
    for _ in range(100):
        learner.imitate(batch, 0.01)
    found = policy(learner, batch)
    assert (found.argmax(axis=1) == theirs).mean() > 0.95
    assert found[:, 2].max() == 0, "what is not on offer is never done"


def test_what_went_better_is_done_more_often_but_not_at_once() -> None:
    learner = Learner(FOUR, (16, 16), 3, seed=1)
    moves = np.tile([0, 1], 128)
    batch = policy_batch(moves, np.where(moves == 1, 1.0, -1.0).astype(np.float32))
    reference = {name: value.copy() for name, value in learner.arrays.items()}
    for _ in range(60):
        learner.fit_policy(batch, 0.005, 0.01, reference, 0.05)
    better = policy(learner, batch)[:, 1]
    assert 0.55 < better.mean() < 0.75


# --- things of one kind ---

HANDS = [EntityGroup(1, 3, 2, kind=2, kinds=4, move=0, moves=5), EntityGroup(7, 2, 2, kind=1, kinds=4)]
"""Rows of 12 columns: one, two cards of three columns, two of two columns, and one; three moves that name nothing."""


def handed(count: int = 64) -> dict[str, Any]:
    rng = np.random.default_rng(2)
    found = rng.normal(size=(count, 12)).astype(np.float32)
    found[:, [3, 6, 8, 10]] = rng.integers(5, size=(count, 4)) / 4
    masks = np.zeros((count, 8), np.int8)
    masks[:, [0, 1, 5, 6, 7]] = 1
    moves, advantages = rng.choice([0, 1, 5, 6, 7], count), rng.normal(size=count).astype(np.float32)
    log_probs, targets = np.full(count, np.log(0.2), np.float32), np.tanh(found[:, 0])
    more = {"advantages": advantages, "targets": targets}
    return {"rows": found, "masks": masks, "moves": moves, "log_probs": log_probs, **more}


def knowing_hands() -> Learner:
    return Learner(np.ones(12, dtype=np.bool_), (16, 16), 8, seed=1, entities=HANDS)


def test_slopes_lead_where_the_loss_falls_for_every_weight() -> None:
    """Against the differences that a small change of each weight makes, the encoder of things and its table too."""
    learner = knowing_hands()
    for name, value in learner.views(learner.flat.astype(np.float64), learner.arrays).items():
        learner.arrays[name] = value + 0.1 * np.random.default_rng(3).normal(size=value.shape)
    batch = learner.to_device(handed(8))
    mask, moves, each = batch["masks"] > 0, batch["moves"], np.arange(8)

    def loss() -> float:
        up = learner._forward(batch, learner.arrays)
        _, logs = learner._policy(up, mask, learner.arrays)
        worth = up.top @ learner.arrays["worth weights"] + learner.arrays["worth bias"]
        wins = (1 + batch["targets"]) / 2
        found = np.logaddexp(0, -2 * worth[:, 0]) * wins + np.logaddexp(0, 2 * worth[:, 0]) * (1 - wins)
        return float((found - logs[each, moves]).mean())

    up = learner._forward(batch, learner.arrays)
    slope, _ = learner._policy(up, mask, learner.arrays)
    slope[each, moves] -= 1
    slopes = learner._backward(batch, up, slope / 8)
    assert {*slopes} == {*learner.arrays} - {"reads", "things"}
    for name, found in slopes.items():
        weights = learner.arrays[name]
        steepest = np.unravel_index(np.abs(found).argmax(), found.shape)
        before = weights[steepest]
        weights[steepest] = before + 1e-4
        higher = loss()
        weights[steepest] = before - 1e-4
        assert (higher - loss()) / 2e-4 == pytest.approx(float(found[steepest]), rel=0.02), name
        weights[steepest] = before


def test_what_learns_and_what_plays_say_the_same_of_things() -> None:
    learner, batch = knowing_hands(), handed()
    up, net = learner._forward(learner.to_device(batch), learner.arrays), Net(learner.export())
    theirs, _ = learner._policy(up, batch["masks"] > 0, learner.arrays)
    assert policy(learner, batch) == pytest.approx(theirs, abs=1e-5)
    values = np.tanh(up.top @ learner.arrays["worth weights"])[:, 0]
    assert net.values(batch["rows"]) == pytest.approx(values, abs=1e-5)


def test_a_thing_is_chosen_for_what_it_is_and_not_for_its_place() -> None:
    """Learnt where the better of two cards lies first, known where it lies second."""
    learner, batch = knowing_hands(), handed(256)
    batch["masks"][:, 5:] = 0
    better, worse = np.array([1, 0, 0.25]), np.array([0, 1, 0.75])
    batch["rows"][:, 1:4], batch["rows"][:, 4:7] = better, worse
    batch["moves"] = np.zeros(256, np.int64)
    for _ in range(60):
        learner.imitate(learner.to_device(batch), 0.01)
    batch["rows"][:, 1:4], batch["rows"][:, 4:7] = worse, better
    assert policy(learner, batch)[:, 1].mean() > 0.95


# --- games ---


def test_each_opponent_gets_its_fraction_of_environments() -> None:
    opponent = Opponent("greedy", 1 / 8, [Opponent("random", 1 / 4)])
    assert opponent.by_env(16) == [None] * 10 + ["greedy"] * 2 + ["random"] * 4
    assert opponent.by_env(16, fraction=0.5) == [None] * 4 + ["greedy"] * 8 + ["random"] * 4
    assert Opponent("greedy", 1).by_env(3, fraction=0.5) == ["greedy"] * 3


def test_how_a_game_is_learnt_is_seen_from_a_few_random_games() -> None:
    assert sample_random_play(pigeons, pigeons.options()).simultaneous
    puno = find_game("battle_puno")
    assert sample_random_play(puno, puno.options({"players": 2})) == (False, True)


def test_columns_that_never_say_anything_else_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "SURVEY_GAMES", 2)
    ultimatum = find_game("ultimatum")
    names = ultimatum.bots().features(ultimatum.options()).names
    read = {name for name, reads in zip(names, varying_columns(ultimatum, ultimatum.options()), strict=True) if reads}
    assert not any(name.startswith("wall ") for name in read)
    assert {"match my turn", "player +1 character 3 hp"} <= read


@pytest.mark.parametrize("watching", [True, False], ids=["watching", "playing"])
def test_a_game_of_turns_is_practised(watching: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_learning, "NUM_ENVS", 4)
    monkeypatch.setattr(value_learning, "IMITATION_ENVS", 2)
    puno = find_game("battle_puno")
    options = puno.options({"players": 2})
    actor = SelfPlayActor(puno, options, "walk", Opponent())
    width = len(puno.bots().features(options).names)
    net = None if watching else Net(Learner(everything(puno, options), (8, 8), 0, seed=1).export())
    done = actor.play(net, 40, 0.1, inf)
    assert done.batch["rows"].shape == (len(done.batch["targets"]), width)
    assert len(done.batch["rows"]) >= 40
    assert np.abs(done.batch["targets"]).max() <= 1
    if watching:
        assert done.games
        assert set(done.batch["targets"].tolist()) == {1.0, -1.0}


def test_targets_come_from_the_real_successor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_learning, "NUM_ENVS", 1)
    city = find_game("defend_the_city")
    actor = SelfPlayActor(city, city.options(), "real", Opponent())
    net = Net(Learner(everything(city, city.options()), (8, 8), 0, seed=1).export())
    actor._step(net, 0.0, Targets(1))
    if actor.trails[0]:
        position, step = actor.positions[0], actor.trails[0][-1]
        assert step.row.tolist() == pytest.approx(actor.features.of(position, step.seat))


@pytest.mark.long
def test_a_few_thousand_decisions_teach_a_game_of_secret_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pigeons, from nothing: the network beats the random player and predicts it."""
    monkeypatch.setattr(ppo, "NUM_ENVS", 32)
    assert points_against_random(learnt_by(PpoActor(pigeons, pigeons.options(), "learn", Opponent()), 5)) > 0.6


def learnt_by(actor: PpoActor, batches: int) -> Net:
    learner = Learner(everything(pigeons, pigeons.options()), (16, 16), actor.env.episode.space, seed=1)
    reference = {name: value.copy() for name, value in learner.arrays.items()}
    for _ in range(batches):
        batch = actor.play(Net(learner.export()), 0.0, inf).batch
        batch["advantages"] = batch["advantages"] / (batch["advantages"].std() + np.float32(1e-6))
        for part in np.array_split(np.random.default_rng(1).permutation(len(batch["rows"])), 10):
            learner.fit_policy({name: value[part] for name, value in batch.items()}, 0.004, 0.02, reference, 0.0)
    return Net(learner.export())


class Planted(Player):
    """Somebody who can be read: the highest card first, for the smallest crumb."""

    def decide(self, info: InfoState) -> int:
        return info.moves()[-1]


@pytest.mark.long
def test_an_attacker_finds_a_habit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The random player wins 71 % against it, a best response 92 %."""
    monkeypatch.setattr(ppo, "NUM_ENVS", 32)
    monkeypatch.setattr(self_play, "find_player", lambda name, game, options, seed, timed: Planted(name))
    game, options = pigeons, pigeons.options()
    actor = PpoActor(game, options, "attack", Opponent("planted", 1))
    trained = TrainedNet(POLICY_ONLY, {}, "", learnt_by(actor, 8).arrays, {})
    points = 0.0
    for number in range(60):
        mine = number % 2
        players: list[Player] = [Planted("planted"), Planted("planted")]
        players[mine] = NetworkPlayer("attacker", game, options, f"{number}", trained)
        played = play_game(game, options, players, SeededRng(f"{number}"), SeededRng("chairs"))
        points += win_shares(played.ranking)[mine]
    assert points / 60 > 0.8


def points_against_random(net: Net, games: int = 120) -> float:
    """In games side by side: seat 0 by the network's favourite moves, seat 1 by any."""
    env, points, played = VectorEnv(pigeons, num_envs=40, seed=7), 0.0, 0
    while played < games:
        rows, masks, seats = env.observe()
        ours = masked_softmax(net.policy_head(net.hidden(rows)), masks).argmax(axis=1)
        moves = np.where(seats == 0, ours, env.sample())
        for result in env.step(moves).results:
            points += 0.5 + 0.5 * np.sign(result[0] - result[1])
            played += 1
    return points / played
