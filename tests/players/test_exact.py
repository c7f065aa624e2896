"""The exact player reaches what the solution promises, and says so."""

from __future__ import annotations

import pytest

from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.extras import MissingExtra
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.tournament import run_tournament
from rumpus.players import catalogue, find_player
from rumpus.players.coach import Advice, advice
from rumpus.players.exact import ExactPlayer, solution_of
from rumpus.players.search import SearchPlayer
from tests.players.info import first_info_state

CITY = find_game("defend_the_city")


@pytest.mark.soak
@pytest.mark.parametrize("enemy", ["uniform", "brute", "wary", "cunning"])
def test_exact_reaches_the_solvers_probability_and_greedy_is_not_above_it(enemy: str) -> None:
    table = run_tournament(CITY, {"enemy": enemy}, ["greedy", "exact"], 400, "exact", Workers())
    value = solution_of(CITY, CITY.options({"enemy": enemy})).value
    greedy, exact = table.entrants[0].rate, table.entrants[1].rate
    low, high = exact.interval
    assert low <= value <= high
    assert greedy.interval[0] <= value


def test_exact_follows_changed_numbers_and_escalation() -> None:
    for changes in ({"stamina": 12}, {"escalation": True}):
        table = run_tournament(CITY, changes, ["exact"], 300, "exact", Workers())
        low, high = table.entrants[0].rate.interval
        assert low <= solution_of(CITY, CITY.options(changes)).value <= high


def test_exact_says_what_it_expects() -> None:
    info = first_info_state(CITY)
    player = find_player("exact", CITY, info.options, "luck")
    assert player.decide(info) in info.moves()
    found = player.explanation()
    assert found is not None
    assert found.chosen.win_probability == pytest.approx(solution_of(CITY, info.options).value)
    assert found.sentence() == f"Best move (exact): “{found.chosen.description}” (78.9 % to win)."
    assert Advice(found).summary() == f"Best move (exact): {found.chosen.description} (79 % to win)."


def test_the_strongest_play_by_a_solution_that_is_found_in_no_time() -> None:
    for changes in ({}, {"versus": True}, {"escalation": True}, {"stamina": 12}):
        options = CITY.options(changes)
        for name in ("hard", "champion"):
            assert isinstance(find_player(name, CITY, options, "luck"), ExactPlayer)
    slow = CITY.options({"versus": True, "stamina": 20})
    assert isinstance(find_player("hard", CITY, slow, "luck"), SearchPlayer)
    assert not isinstance(find_player("normal", CITY, CITY.options(), "luck"), ExactPlayer)


def test_where_the_solver_lacks_a_library_hard_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(game: Game, options: Options) -> float:
        raise MissingExtra("this needs numpy")

    monkeypatch.setattr(catalogue, "setup_seconds_of", lacking)
    assert isinstance(find_player("hard", CITY, CITY.options(), "luck"), SearchPlayer)


def test_exact_weighs_every_move_so_that_a_coach_can_compare() -> None:
    info = first_info_state(CITY)
    found = advice(info)
    assert len(found.choices) == 36
    probabilities = [choice.win_probability or 0.0 for choice in found.choices]
    assert probabilities[0] == max(probabilities) == pytest.approx(solution_of(CITY, info.options).value)
    assert "would have won 79 %" in found.verdict(0)


def test_a_game_without_a_solution_has_no_exact_player() -> None:
    with pytest.raises(RumpusError, match="Pigeons has no solver"):
        find_player("exact", pigeons, pigeons.options(), "luck")
