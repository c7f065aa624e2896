"""Which player stands in for a slow one while attackers train."""

from __future__ import annotations

import pytest

from pigeons import game as pigeons
from rumpus.core.errors import UnknownName
from rumpus.training import stand_in
from rumpus.training.stand_in import choose_stand_in, decision_seconds


def needs(monkeypatch: pytest.MonkeyPatch, **seconds: float) -> None:
    def measured(player: str, *_: object) -> float:
        if player not in seconds:
            raise UnknownName(f"No {player} here.")
        return seconds[player]

    monkeypatch.setattr(stand_in, "decision_seconds", measured)


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        ({"champion": 0.004, "learned": 0.001}, None),
        ({"champion": 0.2, "learned": 0.002, "normal": 0.001, "greedy": 0.001}, "learned"),
        ({"champion": 0.2, "normal": 0.003, "greedy": 0.001}, "normal"),
        ({"champion": 0.2, "learned": 0.1, "normal": 0.05, "greedy": 0.02}, "greedy"),
        ({"champion": 0.2, "learned": 0.1, "normal": 0.05, "greedy": 0.3}, None),
    ],
)
def test_the_strongest_fast_player_stands_in(
    monkeypatch: pytest.MonkeyPatch, seconds: dict[str, float], expected: str | None
) -> None:
    needs(monkeypatch, **seconds)
    chosen = choose_stand_in("champion", pigeons, {}, "1")
    assert (chosen and chosen.name) == expected


def test_a_player_does_not_stand_in_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    needs(monkeypatch, learned=0.05, normal=0.02, greedy=0.03)
    chosen = choose_stand_in("learned", pigeons, {}, "1")
    assert chosen is not None
    assert chosen.name == "greedy"
    assert chosen.sentence("learned").startswith("learned needs 50 ms per decision, so greedy (30.0 ms) stands in")


def test_seconds_are_measured_in_real_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stand_in, "PILOT_SECONDS", 0.2)
    assert (
        0
        < decision_seconds("random", pigeons, pigeons.options(), "1")
        < decision_seconds("search:200", pigeons, pigeons.options(), "1")
    )
