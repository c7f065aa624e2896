"""Training from beginning to end: the file, its history, and going on with it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, UnknownName
from rumpus.players import find_player
from rumpus.players.network import NetworkPlayer
from rumpus.players.weights import POLICY, POLICY_ONLY, load_weights
from rumpus.training import actors, exploiter, ppo, trainer, value_learning
from rumpus.training.messages import Arrays, EvalRequest, EvalResult, Opponent, PlayBatch, PlayRequest, TrainingTables
from rumpus.training.trainer import Point, TrainingPlan, train_file
from tests.training.fresh import fresh_weights

CITY = find_game("defend_the_city")


class LocalActors:
    def __init__(
        self, jobs: int, game: str, tables: TrainingTables, method: str, seed: str, opponent: Opponent
    ) -> None:
        self.actor = actors.Actor(game, tables, method, seed, opponent)
        self.requests: list[tuple[int, PlayRequest | EvalRequest]] = []

    def send(self, actor: int, request: PlayRequest | EvalRequest) -> None:
        self.requests.append((actor, request))

    def receive(self) -> list[tuple[int, PlayBatch | EvalResult]]:
        actor, request = self.requests.pop(0)
        return [(actor, self.actor.handle(request))]

    def close(self) -> None:
        self.requests.clear()


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (trainer, exploiter):
        monkeypatch.setattr(module, "Actors", LocalActors)
    monkeypatch.setattr(trainer, "HIDDEN_WIDTHS", (8,))
    monkeypatch.setattr(actors, "BATCH_ROWS", 30)
    monkeypatch.setattr(value_learning, "NUM_ENVS", 4)


def test_a_file_is_written_and_resumed(tmp_path: Path) -> None:
    path, points = tmp_path / "city.npz", list[Point]()
    plans = TrainingPlan(0.002, "1", 1, Opponent("random"), eval_games=2, on_point=points.append)
    first = train_file(path, CITY, {}, plans)
    assert first.history["began"] == "from nothing"
    assert first.history["curve"] == [point.to_json() for point in points]
    assert points
    assert "% against random" in str(points[-1])
    kept = load_weights(path)
    assert (kept.game, kept.version, len(kept.nets)) == (CITY.name, CITY.version, 1)
    assert path.stat().st_size < 500_000

    again = train_file(path, CITY, {}, plans)
    assert again.history["began"] == "from weights"
    assert again.history["earlier"] == first.history
    other = next(changes for changes in CITY.configurations() if CITY.options(changes) != CITY.options())
    train_file(path, CITY, other, plans)
    assert len(load_weights(path).nets) == 2
    player = find_player(f"learned:{path}", CITY, CITY.options(other), "luck")
    assert type(player).__name__ == "NetworkPlayer"


def test_the_rollout_depth_is_kept_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "city.npz"
    for wanted, found in [(2, 2), (None, 2), (0, 0)]:
        plans = TrainingPlan(0.001, "1", 1, Opponent("random"), eval_games=1, rollout_depth=wanted)
        train_file(path, CITY, {}, plans)
        assert load_weights(path).nets[0].rollout_depth == found


def test_one_network_learns_several_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "NUM_ENVS", 4)
    monkeypatch.setattr(ppo, "STEPS_PER_BATCH", 8)
    brawl, path = find_game("cat_brawl"), tmp_path / "cats.npz"
    plans = TrainingPlan(0.003, "1", 1, Opponent("random"), eval_games=1, also=[{"players": 4}, {"players": 3}])
    train_file(path, brawl, {}, plans)
    kept = load_weights(path)
    assert [(net.changes, net.also) for net in kept.nets] == [({"players": 4}, [{}, {"players": 3}])]
    train_file(path, brawl, {"players": 3}, plans)
    resumed = load_weights(path).nets
    assert len(resumed) == 1
    assert resumed[0].changes == {"players": 4}, "a resumed network keeps its layout"
    assert all(resumed[0].fits(brawl, brawl.options({"players": players})) for players in (2, 3, 4))


def test_evaluations_play_other_deals_with_another_seed(pigeon_trainer: trainer.Trainer) -> None:
    played = []
    for seed in ("1", "2", "1"):
        pigeon_trainer.plan.seed = seed
        pigeon_trainer._request_eval(1.0)
        request = pigeon_trainer.evals.popleft()
        pigeon_trainer.evals.clear()
        request.games, request.seconds = range(40), 1000.0
        actor = actors.Actor(pigeons.name, pigeon_trainer.tables, POLICY, "any", Opponent("random"))
        found = actor.handle(request)
        assert isinstance(found, EvalResult)
        played.append(found.points)
    assert played[0] == played[2]
    assert played[0] != played[1]


def test_half_of_the_batches_are_of_the_first_table() -> None:
    found = trainer.Trainer(find_game("cat_brawl"), {}, TrainingPlan(1, "1", 1, also=[{"players": 3}, {"players": 4}]))
    assert [found._next_table() for _ in range(8)] == [1, 0, 2, 0, 1, 0, 2, 0]


@pytest.fixture
def pigeon_trainer() -> trainer.Trainer:
    return trainer.Trainer(pigeons, {}, TrainingPlan(minutes=1, seed="1", jobs=1, eval_games=4))


def test_evaluations_choose_the_mode_of_play(pigeon_trainer: trainer.Trainer) -> None:
    for ahead, alone, chosen in ((0.5, 0.25, POLICY), (0.0, 1.0, POLICY_ONLY), (0.5, 0.5, POLICY_ONLY), (1, 0, POLICY)):
        pigeon_trainer._request_eval(1.0)
        point = pigeon_trainer.evals[-1].point
        pigeon_trainer._record_eval(EvalResult(point, POLICY_ONLY, [alone]))
        pigeon_trainer._record_eval(EvalResult(point, POLICY, [ahead]))
        assert pigeon_trainer.trained().method == chosen, "by the last three evaluations"
        assert pigeon_trainer.curve[-1].rate == (ahead if chosen == POLICY else alone)
    assert [request.method for request in pigeon_trainer.evals][:2] == [POLICY, POLICY_ONLY]


def test_a_losing_learner_meets_the_opponent_more_often(pigeon_trainer: trainer.Trainer) -> None:
    found = []
    for rate in (0.4, 0.5, 0.55, 0.7):
        pigeon_trainer.curve.append(Point("greedy", 1.0, 1, [rate]))
        request = pigeon_trainer._next_request(0.5)
        assert isinstance(request, PlayRequest)
        found.append(request.opponent_fraction)
    assert found == pytest.approx([0.5, 0.5, 0.25, 0.0])


def test_a_batch_without_a_choice_has_no_advantages_to_normalise(pigeon_trainer: trainer.Trainer) -> None:
    batch: Arrays = {"masks": np.eye(3, dtype=np.int8), "advantages": np.array([1.0, 2.0, 4.0], np.float32)}
    assert pigeon_trainer._normalise_advantages(batch)["advantages"].tolist() == [1.0, 2.0, 4.0]
    batch["masks"][:2, :] = 1
    found = pigeon_trainer._normalise_advantages(batch)["advantages"].tolist()
    assert found == pytest.approx([-1.0, 1.0, 5.0], abs=1e-4)


def test_what_was_reached_is_kept_when_somebody_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: LocalActors) -> list[tuple[int, PlayBatch | EvalResult]]:
        raise KeyboardInterrupt

    monkeypatch.setattr(LocalActors, "receive", interrupted)
    trained = train_file(tmp_path / "city.npz", CITY, {}, TrainingPlan(minutes=60, seed="1", jobs=1))
    assert trained.history["minutes"] == 0.0
    assert load_weights(tmp_path / "city.npz").nets


def test_an_attack_says_how_often_it_wins_and_against_whom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"EVAL_GAMES": 4, "FRESH_GAMES": 6, "FRESH_TIME_FRACTION": 1000}.items():
        monkeypatch.setattr(exploiter, name, value)
    monkeypatch.setattr(ppo, "NUM_ENVS", 4)
    monkeypatch.setattr(ppo, "STEPS_PER_BATCH", 8)
    begun = list[str]()
    plans = TrainingPlan(minutes=0.002, seed="1", jobs=1)
    found = exploiter.train_exploiters("random", pigeons, {}, plans, exploiters=3, on_start=begun.append)
    origins = ("from nothing", "by watching greedy", "from nothing")
    assert begun == [f"attacker {number} of 3, {origin}:" for number, origin in enumerate(origins, 1)]
    assert found.best.last_point.rate == max(one.last_point.rate for one in found.exploiters)
    assert all(point.against == "random" for one in found.exploiters for point in one.curve)
    assert len(found.points) == 6
    words = found.sentence(0.002, 1)
    assert f"wins {100 * sum(found.points) / 6:.1f} % (" in words
    assert "of 6 fresh games against random: the best attacker wins at least so often" in words
    assert "too few to learn from: raise --minutes" in words
    assert found.to_json()["fresh games"] == 6
    found.best_weights(pigeons).save(tmp_path / "attacker.npz")
    kept = find_player(f"learned:{tmp_path / 'attacker.npz'}", pigeons, pigeons.options(), "1")
    assert isinstance(kept, NetworkPlayer)
    liked = exploiter.train_exploiters("random", pigeons, {}, plans, exploiters=2, stand_in="greedy")
    assert all(point.against == "greedy" for one in liked.exploiters for point in one.curve)
    assert (liked.player, len(liked.points)) == ("random", 6)
    with pytest.raises(UnknownName, match="There is no player 'nobody'"):
        exploiter.train_exploiters("random", pigeons, {}, plans, stand_in="nobody")
    with pytest.raises(BadOption, match="exactly one opponent"):
        exploiter.train_exploiters("random", CITY, {}, plans)
    with pytest.raises(UnknownName, match="There is no player 'nobody'"):
        exploiter.train_exploiters("nobody", pigeons, {}, plans)


def test_what_cannot_be_trained_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = TrainingPlan(minutes=1, seed="1", jobs=1)
    path = fresh_weights(tmp_path / "city.npz", CITY)
    with pytest.raises(BadOption, match="belongs to defend_the_city"):
        train_file(path, find_game("cat_brawl"), {}, plans)
    with pytest.raises(BadOption, match="There is no folder"):
        train_file(tmp_path / "nowhere" / "w.npz", CITY, {}, plans)
    monkeypatch.setattr(trainer, "HIDDEN_WIDTHS", (16,))
    with pytest.raises(BadOption, match="another shape"):
        train_file(path, CITY, {}, plans)
