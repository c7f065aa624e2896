"""The curves of how the shipped networks became stronger."""

from __future__ import annotations

import pytest

from benchmarks import training
from rumpus.core.catalogue import find_game
from rumpus.players.weights import shipped_weights


def point(seconds: int, rate: float) -> dict[str, object]:
    return {"seconds": seconds, "games": 10, "against": "greedy", "exam": 10, "rate": rate, "half": 0.1}


def test_a_training_that_went_on_is_drawn_after_the_one_before() -> None:
    first = {"minutes": 2.0, "games": 30, "curve": [point(60, 0.5), point(120, 0.6)]}
    then = {"minutes": 1.0, "games": 20, "curve": [point(60, 0.7)], "earlier": first}
    assert [made.games for made in training.trainings(then)] == [30, 20]
    assert training.curve_of(then) == [
        pytest.approx((1.0, 50.0, 10.0, 10)),
        pytest.approx((2.0, 60.0, 10.0, 10)),
        pytest.approx((3.0, 70.0, 10.0, 10)),
    ]


def test_every_shipped_network_has_its_curve() -> None:
    puno = find_game("battle_puno")
    weights = shipped_weights(puno)
    assert weights is not None
    labels = [row.label for row in training.training_study([(puno, net) for net in weights.nets]).rows]
    for net in weights.nets:
        assert any(label.startswith(training.name_of(puno, net)) for label in labels)
