"""Best responses in duels without cards: the exact policy loses nothing, a planted weakness does."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rumpus.core.info_state import InfoState
from rumpus.core.position import Move
from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.movements import GUARD
from rumpus.games.cat_brawl.rules.moves import PLAY
from rumpus.games.cat_brawl.rules.ring import STRATEGY
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.games.cat_brawl.solver.best_response import best_responses
from rumpus.games.cat_brawl.solver.solution import DuelSolution, DuelSolver
from rumpus.solving.best_response import best_response

DUEL = "abyssinian-ragdoll"
WEAK: dict[str, object] = {"win_hp": 11, "ragdoll.hp": 3, "abyssinian.hp": 3}


@pytest.fixture(scope="module")
def solution() -> DuelSolution:
    return DuelSolver().solve_with(DUEL, {"max_rounds": 6, **WEAK})


def test_whoever_follows_the_solution_loses_nothing(solution: DuelSolution) -> None:
    def exact(info: InfoState) -> Mapping[Move, float]:
        return dict(solution.policy(info.view()))

    for one in best_responses(game, solution.options, solution.duel, [exact, exact], None):
        assert one.value == pytest.approx(one.optimum, abs=1e-6)
    first = best_responses(game, solution.options, solution.duel, [exact], None)[0]
    assert "abyssinian of seat 0" in first.seated.lower()


def test_a_bot_that_always_guards_below_three_hp_is_answered(solution: DuelSolution) -> None:
    def guards(info: InfoState) -> Mapping[Move, float]:
        view = info.view()
        seats = view["seats"]
        assert isinstance(seats, list)
        mine = seats[info.seat]
        assert isinstance(mine, dict)
        assert isinstance(mine["hp"], int)
        guarding = [move for move in info.moves() if view["stage"] == PHASES[STRATEGY] and PLAY[move].kind == GUARD]
        return {guarding[0]: 1.0} if mine["hp"] < 3 and guarding else dict(solution.policy(view))

    found = best_responses(game, solution.options, solution.duel, [guards], None)
    assert all(one.optimum - one.value > 0.1 for one in found)


def test_players_are_queried_in_the_last_rounds_and_before() -> None:
    options = game.options({"players": 2, "max_rounds": 8, **WEAK})
    found = best_response("random", game, options, "ragdoll-ragdoll", 8, "1")
    assert found is not None
    assert sum(one.optimum - one.value for one in found.parts) > 0.1
    assert best_response("random", game, options, "", 2, "1") is None


def test_queries_have_the_round_and_the_rests_of_their_state(solution: DuelSolution) -> None:
    seen: set[tuple[int, int]] = set()

    def uniform(info: InfoState) -> Mapping[Move, float]:
        view = info.view()
        solution.policy(view)  # which knows the situation
        round = view["round"]
        assert isinstance(round, int)
        seen.add((round, info.seat))
        moves = info.sample(SeededRng("a dream")).moves(info.seat)
        return {move: 1 / len(moves) for move in moves}

    best_responses(game, solution.options, solution.duel, [uniform], None)
    assert {round for round, _ in seen} == set(range(1, 7))
