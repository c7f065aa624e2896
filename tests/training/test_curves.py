"""The picture of how the shipped networks became stronger."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import training
from rumpus.core.catalogue import find_game
from rumpus.players.weights import shipped_weights


def point(seconds: int, rate: float) -> dict[str, object]:
    return {"seconds": seconds, "games": 10, "against": "greedy", "exam": 100, "rate": rate, "half": 0.1}


def test_a_training_that_went_on_is_drawn_after_the_one_before() -> None:
    first = {"minutes": 2.0, "games": 30, "curve": [point(60, 0.5), point(120, 0.6)]}
    then = {"minutes": 1.0, "games": 20, "curve": [point(60, 0.7)], "earlier": first}
    assert [made.games for made in training.trainings(then)] == [30, 20]
    assert training.curve_of(then) == [
        pytest.approx((1.0, 50.0, 10.0)),
        pytest.approx((2.0, 60.0, 10.0)),
        pytest.approx((3.0, 70.0, 10.0)),
    ]


def test_every_shipped_network_has_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(training, "PICTURE", tmp_path / "learning.svg")
    training.main()
    drawn = (tmp_path / "learning.svg").read_text(encoding="utf-8")
    puno = find_game("battle_puno")
    weights = shipped_weights(puno)
    assert weights is not None
    for net in weights.nets:
        assert training.name_of(puno, net) in drawn
