"""The pick is told how a cat fares, for the measured rules only."""

from __future__ import annotations

from typing import Any

import pytest

from rumpus.core.content.matchups import matchup_tables
from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.cats import BREEDS


def told(move: int, **changes: object) -> tuple[dict[str, Any], str]:
    position = game.start(game.options(changes), SeededRng("pick"))
    return dict(game.forecast(position, 0, move)), game.explain_move(position, 0, move, ["you", "Bo"])


@pytest.mark.parametrize("move", range(len(BREEDS)))
def test_a_cat_is_offered_with_its_win_rates(move: int) -> None:
    facts, sentence = told(move)
    others = [breed for breed in BREEDS if breed != BREEDS[move]]
    assert [rate["cat"] for rate in facts["against"]] == others
    for rate in (facts["wins"], *facts["against"]):
        assert rate["games"] >= 100
        assert 0 <= rate["low"] <= rate["rate"] <= rate["high"] <= 1
    assert f" HP. Wins {100 * facts['wins']['rate']:.0f} %. " in sentence
    assert f"Wins between {facts['bots']} bots" in sentence
    assert all(other in sentence for other in others)


def test_the_figures_of_a_pair_add_up() -> None:
    for table in matchup_tables(game):
        assert [row.name for row in table.rows] == BREEDS
        for row in table.rows:
            for other, rate in row.against.items():
                back = next(one for one in table.rows if one.name == other).against[row.name]
                assert rate.rate + back.rate == pytest.approx(1, abs=0.001)
                assert rate.games == back.games


@pytest.mark.parametrize("changes", [{"win_hp": 15}, {"players": 3}, {"siamese.hp": 11}])
def test_other_rules_have_no_figures(changes: dict[str, object]) -> None:
    for move in range(len(BREEDS)):
        facts, sentence = told(move, **changes)
        assert set(facts) == {"from", "to"}
        assert "bots" not in sentence
