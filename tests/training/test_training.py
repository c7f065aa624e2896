"""Training from beginning to end: the file, its history, and going on with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.errors import BadOption, UnknownName
from rumpus.players import find_player
from rumpus.players.weights import ALONE, POLICY, load_weights
from rumpus.training import actors, exploiter, ppo, trainer, value_learning
from rumpus.training.messages import Arrays, Exam, Examined, Practice, Practised, Rival
from rumpus.training.trainer import Plans, Point, train_on
from tests.training.fresh import fresh_weights

CITY = find_game("defend_the_city")


class AtHome:
    """Actors that play in this process, one order after another."""

    def __init__(
        self, jobs: int, game: str, changes: Mapping[str, object], method: str, seed: str, rival: Rival
    ) -> None:
        self.actor = actors.Actor(game, changes, method, seed, rival)
        self.orders: list[tuple[int, Practice | Exam]] = []

    def order(self, actor: int, order: Practice | Exam) -> None:
        self.orders.append((actor, order))

    def answers(self) -> list[tuple[int, Practised | Examined]]:
        actor, order = self.orders.pop(0)
        return [(actor, self.actor.do(order))]

    def close(self) -> None:
        self.orders.clear()


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (trainer, exploiter):
        monkeypatch.setattr(module, "Actors", AtHome)
    monkeypatch.setattr(trainer, "WIDTHS", (8,))
    monkeypatch.setattr(actors, "ROWS", 30)
    monkeypatch.setattr(value_learning, "LANES", 4)


def test_a_file_is_written_told_and_gone_on_with(tmp_path: Path) -> None:
    path, told = tmp_path / "city.npz", list[Point]()
    plans = Plans(minutes=0.002, seed="1", jobs=1, rival=Rival("random"), exam_games=2, pointed=told.append)
    first = train_on(path, CITY, {}, plans)
    assert first.history["began"] == "from nothing"
    assert first.history["curve"] == [point.plain() for point in told]
    assert told
    assert "% against random" in str(told[-1])
    kept = load_weights(path)
    assert (kept.game, kept.version, len(kept.nets)) == (CITY.name, CITY.version, 1)
    assert path.stat().st_size < 500_000

    again = train_on(path, CITY, {}, plans)
    assert again.history["began"] == "from weights"
    assert again.history["earlier"] == first.history
    other = next(changes for changes in CITY.variants() if CITY.options(changes) != CITY.options())
    train_on(path, CITY, other, plans)
    assert len(load_weights(path).nets) == 2
    player = find_player(f"learned:{path}", CITY, CITY.options(other), "luck")
    assert type(player).__name__ == "LearnedPlayer"


def test_how_far_it_looks_ahead_is_kept_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "city.npz"
    for wanted, found in [(2, 2), (None, 2), (0, 0)]:
        plans = Plans(minutes=0.001, seed="1", jobs=1, rival=Rival("random"), exam_games=1, decisions=wanted)
        train_on(path, CITY, {}, plans)
        assert load_weights(path).nets[0].decisions == found


def test_exams_decide_whether_a_policy_looks_ahead() -> None:
    training_of_pigeons = trainer.Training(pigeons, {}, Plans(minutes=1, seed="1", jobs=1, exam_games=4))
    for ahead, alone, chosen in [(0.5, 0.25, POLICY), (0.0, 1.0, ALONE), (0.5, 0.5, ALONE), (1.0, 0.0, POLICY)]:
        training_of_pigeons._set_exam(1.0)
        point = training_of_pigeons.exams[-1].point
        training_of_pigeons._mark(Examined(point, ALONE, [alone]))
        training_of_pigeons._mark(Examined(point, POLICY, [ahead]))
        assert training_of_pigeons.trained().method == chosen, "by what was made in the last three exams"
        assert training_of_pigeons.curve[-1].rate == (ahead if chosen == POLICY else alone)
    assert [exam.method for exam in training_of_pigeons.exams][:2] == [POLICY, ALONE]


def test_whoever_is_no_match_for_the_rival_meets_it_more_often() -> None:
    training_of_pigeons = trainer.Training(pigeons, {}, Plans(minutes=1, seed="1", jobs=1))
    found = []
    for rate in (0.4, 0.5, 0.55, 0.7):
        training_of_pigeons.curve.append(Point("greedy", 1.0, 1, [rate]))
        order = training_of_pigeons._next(0.5)
        assert isinstance(order, Practice)
        found.append(order.share)
    assert found == pytest.approx([0.5, 0.5, 0.25, 0.0])


def test_a_batch_without_a_choice_has_no_advantages_to_even_out() -> None:
    training_of_pigeons = trainer.Training(pigeons, {}, Plans(minutes=1, seed="1", jobs=1))
    batch: Arrays = {"masks": np.eye(3, dtype=np.int8), "advantages": np.array([1.0, 2.0, 4.0], np.float32)}
    assert training_of_pigeons._evened(batch)["advantages"].tolist() == [1.0, 2.0, 4.0]
    batch["masks"][:2, :] = 1
    assert training_of_pigeons._evened(batch)["advantages"].tolist() == pytest.approx([-1.0, 1.0, 5.0], abs=1e-4)


def test_what_was_reached_is_kept_when_somebody_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: AtHome) -> list[tuple[int, Practised | Examined]]:
        raise KeyboardInterrupt

    monkeypatch.setattr(AtHome, "answers", interrupted)
    trained = train_on(tmp_path / "city.npz", CITY, {}, Plans(minutes=60, seed="1", jobs=1))
    assert trained.history["minutes"] == 0.0
    assert load_weights(tmp_path / "city.npz").nets


def test_an_attack_says_how_often_it_wins_and_against_whom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploiter, "EXAM_GAMES", 4)
    monkeypatch.setattr(ppo, "LANES", 4)
    monkeypatch.setattr(ppo, "STEPS", 8)
    monkeypatch.setattr(exploiter, "CONFIRMED", 6)
    monkeypatch.setattr(exploiter, "PATIENCE", 1000)
    begun = list[str]()
    plans = Plans(minutes=0.002, seed="1", jobs=1)
    found = exploiter.attack("random", pigeons, {}, plans, attackers=3, begun=begun.append)
    assert begun == [
        "attacker 1 of 3, from nothing:",
        "attacker 2 of 3, by watching greedy:",
        "attacker 3 of 3, from nothing:",
    ]
    assert found.best.last.rate == max(one.last.rate for one in found.attackers)
    assert all(point.against == "random" for one in found.attackers for point in one.curve)
    assert len(found.points) == 6
    words = found.sentence(0.002, 1)
    assert f"wins {100 * sum(found.points) / 6:.1f} % (" in words
    assert "of 6 fresh games against random: it can be beaten at least so often" in words
    assert found.plain()["fresh games"] == 6
    liked = exploiter.attack("random", pigeons, {}, plans, attackers=2, likeness="greedy")
    assert all(point.against == "greedy" for one in liked.attackers for point in one.curve)
    assert (liked.player, len(liked.points)) == ("random", 6)
    with pytest.raises(UnknownName, match="there is no player 'nobody'"):
        exploiter.attack("random", pigeons, {}, plans, likeness="nobody")
    with pytest.raises(BadOption, match="exactly one opponent"):
        exploiter.attack("random", CITY, {}, Plans(minutes=1, seed="1", jobs=1))
    with pytest.raises(UnknownName, match="there is no player 'nobody'"):
        exploiter.attack("nobody", pigeons, {}, Plans(minutes=1, seed="1", jobs=1))


def test_what_cannot_be_trained_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = Plans(minutes=1, seed="1", jobs=1)
    path = fresh_weights(tmp_path / "city.npz", CITY)
    with pytest.raises(BadOption, match="is about defend_the_city"):
        train_on(path, find_game("cat_brawl"), {}, plans)
    with pytest.raises(BadOption, match="there is no folder"):
        train_on(tmp_path / "nowhere" / "w.npz", CITY, {}, plans)
    monkeypatch.setattr(trainer, "WIDTHS", (16,))
    with pytest.raises(BadOption, match="another shape"):
        train_on(path, CITY, {}, plans)
