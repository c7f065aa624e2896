"""What there is to learn from games, and that it is learnt."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest

from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.features import Things
from rumpus.core.info_state import Chair
from rumpus.core.outcome import winners
from rumpus.core.rng import Seeded
from rumpus.envs.vector import VectorEnv
from rumpus.players.net import Net, chances
from rumpus.players.network import LearnedPlayer
from rumpus.players.player import Player
from rumpus.players.playing import play_game
from rumpus.players.weights import ALONE, Trained
from rumpus.training import ppo, trainer, value_learning
from rumpus.training.learner import Learner
from rumpus.training.messages import Rival
from rumpus.training.ppo import Mixer, Sweep, lessons
from rumpus.training.trainer import columns_that_vary, looked_at
from rumpus.training.value_learning import LAMBDA, Decided, Targets, Walker
from tests.training.fresh import everything

FOUR = np.ones(4, dtype=np.bool_)
ROW = np.zeros(1, dtype=np.float32)


def decided(seat: int, best: float | None, strayed: bool = False) -> Decided:
    return Decided(seat, ROW, best, strayed)


def taught(seats: int, trail: list[Decided], result: list[float]) -> list[float]:
    """What each decision of the trail should have expected, in their order."""
    targets = Targets(seats)
    targets.take(trail, result)
    return targets.targets[::-1]


def test_the_last_decision_learns_the_result_and_those_before_also_what_was_expected() -> None:
    between = (1 - LAMBDA) * 0.5 + LAMBDA * 1.0
    assert taught(2, [decided(0, 0.2), decided(0, 0.5)], [1.0, -1.0]) == pytest.approx([between, 1.0])


def test_of_two_one_expects_the_opposite_of_the_other() -> None:
    between = (1 - LAMBDA) * -0.5 + LAMBDA * -1.0
    assert taught(2, [decided(1, 0.2), decided(0, 0.5)], [1.0, -1.0]) == pytest.approx([between, 1.0])


def test_what_came_of_a_strange_move_is_not_counted() -> None:
    assert taught(2, [decided(1, 0.0), decided(0, 0.6, strayed=True)], [-1.0, 1.0]) == pytest.approx([-0.6, -1.0])


def test_of_many_nobody_learns_from_what_others_expected() -> None:
    assert taught(3, [decided(2, 0.0), decided(0, 0.9)], [1.0, -1.0, -0.5]) == pytest.approx([-0.5, 1.0])


def test_of_a_watched_game_only_the_result_counts() -> None:
    assert taught(2, [decided(0, None), decided(1, None)], [1.0, -1.0]) == [1.0, -1.0]


def a_round(seat: int, worth: float, rewards: tuple[float, float] | None = None) -> Sweep:
    played = Sweep(np.zeros((1, 1), np.float32), np.ones((1, 2), np.int8), np.array([seat]), np.array([True]))
    played.worths = np.array([worth], np.float32)
    if rewards is not None:
        played.dones = np.array([True])
        played.rewards = np.array([rewards], np.float32)
    return played


def test_advantages_are_what_came_beyond_what_was_expected_seat_by_seat() -> None:
    rounds = [a_round(0, 0.2), a_round(1, -0.1), a_round(0, 0.5, rewards=(1.0, -1.0))]
    found = lessons(rounds, np.array([[9.0, 9.0]], np.float32), watched=False)
    last = 1.0 - 0.5
    first = 0.5 - 0.2 + ppo.LAMBDA * last
    assert found["advantages"].tolist() == pytest.approx([last, -1.0 + 0.1, first])
    assert found["targets"].tolist() == pytest.approx([1.0, -1.0, 0.2 + first])


def test_a_game_that_goes_on_is_worth_what_is_expected_of_it() -> None:
    found = lessons([a_round(0, 0.2)], np.array([[0.6, -0.6]], np.float32), watched=False)
    assert found["advantages"].tolist() == pytest.approx([0.4])


def test_of_a_watched_game_that_goes_on_nothing_is_known() -> None:
    rounds = [a_round(0, 0.0, rewards=(1.0, -1.0)), a_round(1, 0.0)]
    found = lessons(rounds, np.zeros((1, 2), np.float32), watched=True)
    assert found["targets"].tolist() == [1.0]


# --- the learner ---


def rows(count: int = 256) -> Any:
    return np.random.default_rng(1).normal(size=(count, 4)).astype(np.float32)


def test_it_learns_what_rows_are_worth() -> None:
    learner = Learner(FOUR, (16, 16), 0, seed=1)
    batch = {"rows": rows(), "targets": np.sign(rows()[:, 2]) * np.float32(0.5)}
    for _ in range(200):
        learner.fit_worth(batch, 0.01)
    assert np.abs(Net(learner.give()).worth(batch["rows"]) - batch["targets"]).mean() < 0.1


def policy_batch(moves: Any, advantages: Any) -> dict[str, Any]:
    masks = np.ones((len(moves), 3), np.int8)
    masks[:, 2] = 0
    logs = np.full(len(moves), np.log(0.5), np.float32)
    return {
        "rows": rows(),
        "masks": masks,
        "moves": moves,
        "logs": logs,
        "advantages": advantages,
        "targets": np.zeros(len(moves), np.float32),
    }


def shares(learner: Learner, batch: dict[str, Any]) -> Any:
    net = Net(learner.give())
    return chances(net.scores_of(net.hidden(batch["rows"])), batch["masks"])


def test_it_learns_to_do_what_somebody_else_does() -> None:
    learner = Learner(FOUR, (16, 16), 3, seed=1)
    theirs = (rows()[:, 0] > 0).astype(np.int64)
    batch = policy_batch(theirs, np.zeros(256, np.float32))
    for _ in range(100):
        learner.imitate(batch, 0.01)
    found = shares(learner, batch)
    assert (found.argmax(axis=1) == theirs).mean() > 0.95
    assert found[:, 2].max() == 0, "what is not on offer is never done"


def test_what_went_better_is_done_more_often_but_not_at_once() -> None:
    learner = Learner(FOUR, (16, 16), 3, seed=1)
    moves = np.tile([0, 1], 128)
    batch = policy_batch(moves, np.where(moves == 1, 1.0, -1.0).astype(np.float32))
    magnet = {name: value.copy() for name, value in learner.arrays.items()}
    for _ in range(60):
        learner.fit_moves(batch, 0.005, 0.01, magnet, 0.05)
    better = shares(learner, batch)[:, 1]
    assert 0.55 < better.mean() < 0.75


# --- things of one kind ---

HANDS = [Things(1, 3, 2, kind=2, kinds=4, move=0, moves=5), Things(7, 2, 2, kind=1, kinds=4)]
"""Rows of 12 columns: one, two cards of three columns, two of two columns, and one; three moves that name nothing."""


def handed(count: int = 64) -> dict[str, Any]:
    luck = np.random.default_rng(2)
    told = luck.normal(size=(count, 12)).astype(np.float32)
    told[:, [3, 6, 8, 10]] = luck.integers(5, size=(count, 4)) / 4
    masks = np.zeros((count, 8), np.int8)
    masks[:, [0, 1, 5, 6, 7]] = 1
    return {
        "rows": told,
        "masks": masks,
        "moves": luck.choice([0, 1, 5, 6, 7], count),
        "logs": np.full(count, np.log(0.2), np.float32),
        "advantages": luck.normal(size=count).astype(np.float32),
        "targets": np.tanh(told[:, 0]),
    }


def knowing_hands() -> Learner:
    return Learner(np.ones(12, dtype=np.bool_), (16, 16), 8, seed=1, things=HANDS)


def test_slopes_lead_where_the_loss_falls_for_every_weight() -> None:
    """Against the differences that a small change of each weight makes, the encoder of things and its table too."""
    learner = knowing_hands()
    for name, value in learner.cut(learner.line.astype(np.float64), learner.arrays).items():
        learner.arrays[name] = value + 0.1 * np.random.default_rng(3).normal(size=value.shape)
    batch = learner.bring(handed(8))
    mask, moves, each = batch["masks"] > 0, batch["moves"], np.arange(8)

    def loss() -> float:
        up = learner._up(batch, learner.arrays)
        _, logs = learner._chances(up, mask, learner.arrays)
        worth = up.top @ learner.arrays["worth weights"] + learner.arrays["worth bias"]
        wins = (1 + batch["targets"]) / 2
        found = np.logaddexp(0, -2 * worth[:, 0]) * wins + np.logaddexp(0, 2 * worth[:, 0]) * (1 - wins)
        return float((found - logs[each, moves]).mean())

    up = learner._up(batch, learner.arrays)
    slope, _ = learner._chances(up, mask, learner.arrays)
    slope[each, moves] -= 1
    slopes = learner._back(batch, up, learner._worth_slope(up.top, batch), slope / 8)
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
    up, net = learner._up(learner.bring(batch), learner.arrays), Net(learner.give())
    theirs, _ = learner._chances(up, batch["masks"] > 0, learner.arrays)
    assert shares(learner, batch) == pytest.approx(theirs, abs=1e-5)
    assert net.worth(batch["rows"]) == pytest.approx(np.tanh(up.top @ learner.arrays["worth weights"])[:, 0], abs=1e-5)


def test_a_thing_is_chosen_for_what_it_is_and_not_for_its_place() -> None:
    """Learnt where the better of two cards lies first, known where it lies second."""
    learner, batch = knowing_hands(), handed(256)
    batch["masks"][:, 5:] = 0
    better, worse = np.array([1, 0, 0.25]), np.array([0, 1, 0.75])
    batch["rows"][:, 1:4], batch["rows"][:, 4:7] = better, worse
    batch["moves"] = np.zeros(256, np.int64)
    for _ in range(60):
        learner.imitate(learner.bring(batch), 0.01)
    batch["rows"][:, 1:4], batch["rows"][:, 4:7] = worse, better
    assert shares(learner, batch)[:, 1].mean() > 0.95


# --- games ---


def test_several_rivals_are_met_each_in_its_share_of_the_lanes() -> None:
    rival = Rival("greedy", 1 / 8, [Rival("random", 1 / 4)])
    assert rival.met_in(16) == [None] * 10 + ["greedy"] * 2 + ["random"] * 4
    assert rival.met_in(16, share=0.5) == [None] * 4 + ["greedy"] * 8 + ["random"] * 4
    assert Rival("greedy", 1).met_in(3, share=0.5) == ["greedy"] * 3


def test_how_a_game_is_learnt_is_seen_from_a_few_random_games() -> None:
    assert looked_at(pigeons, pigeons.options()).together
    puno = find_game("battle_puno")
    look = looked_at(puno, puno.options({"players": 2}))
    assert (look.together, look.endless) == (False, True)


def test_columns_that_never_say_anything_else_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "VARYING_GAMES", 2)
    ultimatum = find_game("ultimatum")
    names = ultimatum.bots().features(ultimatum.options()).names
    read = {name for name, reads in zip(names, columns_that_vary(ultimatum, ultimatum.options()), strict=True) if reads}
    assert not any(name.startswith("wall ") for name in read)
    assert {"match my turn", "player +1 character 3 hp"} <= read


@pytest.mark.parametrize("watching", [True, False], ids=["watching", "playing"])
def test_a_game_of_turns_is_practised(watching: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_learning, "LANES", 4)
    monkeypatch.setattr(value_learning, "WATCHED_LANES", 2)
    puno = find_game("battle_puno")
    options = puno.options({"players": 2})
    walker = Walker(puno, options, "walk", Rival())
    width = len(puno.bots().features(options).names)
    net = None if watching else Net(Learner(everything(puno, options), (8, 8), 0, seed=1).give())
    done = walker.play(net, 40, 0.1, inf)
    assert done.batch["rows"].shape == (len(done.batch["targets"]), width)
    assert len(done.batch["rows"]) >= 40
    assert np.abs(done.batch["targets"]).max() <= 1
    if watching:
        assert done.games
        assert set(done.batch["targets"].tolist()) == {1.0, -1.0}


def test_what_is_learnt_from_is_what_really_came_and_not_what_was_dreamt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_learning, "LANES", 1)
    city = find_game("defend_the_city")
    walker = Walker(city, city.options(), "real", Rival())
    net = Net(Learner(everything(city, city.options()), (8, 8), 0, seed=1).give())
    walker._round(net, 0.0, Targets(1))
    if walker.trails[0]:
        position, step = walker.positions[0], walker.trails[0][-1]
        assert step.row.tolist() == pytest.approx(walker.features.of(position, step.seat))


@pytest.mark.long
def test_a_few_thousand_decisions_teach_a_game_of_secret_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pigeons, from nothing: the network comes to win more than whoever plays at random, and sees it coming."""
    monkeypatch.setattr(ppo, "LANES", 32)
    assert points_against_random(learnt_by(Mixer(pigeons, pigeons.options(), "learn", Rival()), 5)) > 0.6


def learnt_by(mixer: Mixer, batches: int) -> Net:
    learner = Learner(everything(pigeons, pigeons.options()), (16, 16), mixer.env.episode.space, seed=1)
    magnet = {name: value.copy() for name, value in learner.arrays.items()}
    for _ in range(batches):
        batch = mixer.play(Net(learner.give()), 0.0, inf).batch
        batch["advantages"] = batch["advantages"] / (batch["advantages"].std() + np.float32(1e-6))
        for part in np.array_split(np.random.default_rng(1).permutation(len(batch["rows"])), 10):
            learner.fit_moves({name: value[part] for name, value in batch.items()}, 0.004, 0.02, magnet, 0.0)
    return Net(learner.give())


class Planted(Player):
    """Somebody who can be read: the highest card first, for the smallest crumb."""

    def decide(self, chair: Chair) -> int:
        return chair.moves()[-1]


@pytest.mark.long
def test_an_attacker_finds_a_habit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays at random wins 71 % against it, the best answer 92 %."""
    monkeypatch.setattr(ppo, "LANES", 32)
    monkeypatch.setattr(ppo, "find_player", lambda name, game, options, seed, timed: Planted(name))
    game, options = pigeons, pigeons.options()
    mixer = Mixer(game, options, "attack", Rival("planted", 1))
    trained = Trained(ALONE, {}, "", learnt_by(mixer, 8).arrays, {})
    points = 0.0
    for number in range(60):
        mine = number % 2
        players: list[Player] = [Planted("planted"), Planted("planted")]
        players[mine] = LearnedPlayer("attacker", game, options, f"{number}", trained)
        best = winners(play_game(game, options, players, Seeded(f"{number}"), Seeded("chairs")).ranking)
        points += 1 / len(best) if mine in best else 0.0
    assert points / 60 > 0.8


def points_against_random(net: Net, games: int = 120) -> float:
    """In games side by side: seat 0 by the network's favourite moves, seat 1 by any."""
    env, points, played = VectorEnv(pigeons, lanes=40, seed=7), 0.0, 0
    while played < games:
        rows, masks, seats = env.observe()
        ours = chances(net.scores_of(net.hidden(rows)), masks).argmax(axis=1)
        moves = np.where(seats == 0, ours, env.sample())
        for result in env.step(moves).results:
            points += 0.5 + 0.5 * np.sign(result[0] - result[1])
            played += 1
    return points / played
