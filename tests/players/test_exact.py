"""The exact player reaches what the solution promises, and says so."""

from __future__ import annotations

import pytest

from pigeons import game as pigeons
from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.extras import MissingExtra
from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.rng import Seeded
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.tournament import run_tournament
from rumpus.players import catalogue, find_player
from rumpus.players.coach import advice
from rumpus.players.exact import ExactPlayer, solution_of
from rumpus.players.search import SearchPlayer

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
        options = CITY.options(changes)
        table = run_tournament(CITY, changes, ["exact"], 300, "exact", Workers())
        low, high = table.entrants[0].rate.interval
        assert low <= solution_of(CITY, options).value <= high


def test_exact_says_what_it_expects() -> None:
    options = CITY.options()
    player = find_player("exact", CITY, options, "luck")
    chair = Chair(CITY, options, CITY.start(options, Seeded("deal")), 0, Seeded("chair"))
    assert player.decide(chair) in chair.moves()
    told = player.explanation()
    assert told is not None
    assert told.chosen.chance == pytest.approx(solution_of(CITY, options).value)
    assert "belongs to the exact best play, which wins 78.9 % of the time from here." in told.sentence()


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

    monkeypatch.setattr(catalogue, "effort_of", lacking)
    assert isinstance(find_player("hard", CITY, CITY.options(), "luck"), SearchPlayer)


def test_exact_weighs_every_move_so_that_a_coach_can_compare() -> None:
    options = CITY.options()
    chair = Chair(CITY, options, CITY.start(options, Seeded("deal")), 0, Seeded("chair"))
    told = advice(chair)
    assert len(told.choices) == 36
    chances = [choice.chance or 0.0 for choice in told.choices]
    assert chances[0] == max(chances) == pytest.approx(solution_of(CITY, options).value)
    assert "would have won 79 %" in told.verdict(0)


def test_a_game_without_a_solution_has_no_exact_player() -> None:
    with pytest.raises(RumpusError, match="Pigeons has no solver of its own"):
        find_player("exact", pigeons, pigeons.options(), "luck")
