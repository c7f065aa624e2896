"""What a player loses in a duel without cards: nothing by the exact mixtures, and something by a planted weakness."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rumpus.core.info_state import Chair
from rumpus.core.position import Move
from rumpus.core.rng import Seeded
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.movements import GUARD
from rumpus.games.cat_brawl.rules.moves import PLAY
from rumpus.games.cat_brawl.rules.ring import STRATEGY
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.games.cat_brawl.solver.best_response import exposed
from rumpus.games.cat_brawl.solver.solution import DuelSolution, DuelSolver
from rumpus.solving.best_response import expose

DUEL = "abyssinian-ragdoll"
WEAK: dict[str, object] = {"win_hp": 11, "ragdoll.hp": 3, "abyssinian.hp": 3}


@pytest.fixture(scope="module")
def solution() -> DuelSolution:
    return DuelSolver().solve_with(DUEL, {"max_rounds": 6, **WEAK})


def test_whoever_follows_the_solution_loses_nothing(solution: DuelSolution) -> None:
    def exact(chair: Chair) -> Mapping[Move, float]:
        return dict(solution.mixture(chair.view()))

    for one in exposed(game, solution.options, solution.duel, [exact, exact], None):
        assert one.gets == pytest.approx(one.could, abs=1e-6)
    assert "abyssinian of seat 0" in exposed(game, solution.options, solution.duel, [exact], None)[0].seated.lower()


def test_a_bot_that_always_guards_below_three_hp_is_answered(solution: DuelSolution) -> None:
    def guards(chair: Chair) -> Mapping[Move, float]:
        view = chair.view()
        seats = view["seats"]
        assert isinstance(seats, list)
        mine = seats[chair.seat]
        assert isinstance(mine, dict)
        assert isinstance(mine["hp"], int)
        guarding = [move for move in chair.moves() if view["stage"] == PHASES[STRATEGY] and PLAY[move].kind == GUARD]
        return {guarding[0]: 1.0} if mine["hp"] < 3 and guarding else dict(solution.mixture(view))

    found = exposed(game, solution.options, solution.duel, [guards], None)
    assert all(one.could - one.gets > 0.1 for one in found)


def test_players_are_asked_near_the_bell_and_far_from_it() -> None:
    options = game.options({"players": 2, "max_rounds": 8, **WEAK})
    found = expose("random", game, options, "ragdoll-ragdoll", 8, "1")
    assert found is not None
    assert sum(one.could - one.gets for one in found.parts) > 0.1
    assert expose("random", game, options, "", 2, "1") is None


def test_the_round_and_the_rest_of_a_cat_are_those_it_is_asked_in(solution: DuelSolution) -> None:
    seen: set[tuple[int, int]] = set()

    def looks(chair: Chair) -> Mapping[Move, float]:
        view = chair.view()
        solution.mixture(view)  # which knows the situation
        round = view["round"]
        assert isinstance(round, int)
        seen.add((round, chair.seat))
        moves = chair.imagine(Seeded("a dream")).moves(chair.seat)
        return {move: 1 / len(moves) for move in moves}

    exposed(game, solution.options, solution.duel, [looks], None)
    assert {round for round, _ in seen} == set(range(1, 7))
