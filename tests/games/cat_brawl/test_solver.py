"""Duels without cards, solved exactly, and checked against theory, a linear program and real games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from rumpus.core.errors import RumpusError, UnknownName
from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.solver import DuelSolver
from rumpus.games.cat_brawl.solver.matrix import solve_matrices
from rumpus.games.cat_brawl.solver.solution import DuelSolution
from rumpus.testing import rule

SMALL = {f"{breed.lower().replace(' ', '_')}.hp": 3 for breed in BREEDS} | {"win_hp": 6, "max_rounds": 15}


def solved(name: str, **changes: object) -> DuelSolution:
    return DuelSolver().solve_with(name, {**SMALL, **changes})


def by_linear_program(matrix: np.ndarray) -> float:
    height, width = matrix.shape
    goal = np.append(np.zeros(height), -1.0)
    found = linprog(
        goal,
        A_ub=np.hstack([-matrix.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=np.append(np.ones(height), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
    )
    return -float(found.fun)


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2), (3, 3)])
def test_matrix_games_agree_with_the_linear_program(height: int, width: int) -> None:
    source = np.random.default_rng(7)
    games = np.concatenate([source.uniform(-1, 1, (40, height, width)), source.integers(-1, 2, (40, height, width))])
    found = solve_matrices(games)
    for number, matrix in enumerate(games):
        assert found.value[number] == pytest.approx(by_linear_program(matrix), abs=1e-9)
        assert found.rows[number].sum() == pytest.approx(1.0)
        assert (matrix @ found.columns[number]).max() == pytest.approx(found.value[number], abs=1e-9)


@rule("CB-13", "CB-14")
def test_between_plain_cats_a_lead_of_one_hp_decides() -> None:
    """Scratching never loses ground: it costs the other as much as oneself, or more, whatever the other does."""
    duel = solved("ragdoll-ragdoll")
    for own in range(1, 6):
        for other in range(1, 6):
            assert duel.win_probability_at(own, other) == pytest.approx(
                1.0 if own > other else 0.5 if own == other else 0.0
            )
    assert duel.needed_fractions()["guard"] == 0.0


@rule("CB-26")
def test_spotlight_is_worth_something_between_equals() -> None:
    duel = solved("abyssinian-ragdoll")
    assert 0.6 < duel.value < 0.8
    assert solved("abyssinian-ragdoll", **{"spotlight.cooldown": 0}).value > duel.value + 0.1


@rule("CB-21")
def test_rejuvenation_is_worth_more_than_the_hp_it_costs() -> None:
    assert solved("persian-ragdoll", **{"persian.hp": 2}).value > 0.9
    assert solved("persian-ragdoll", **{"rejuvenation.gain": 0}).value == pytest.approx(0.5)


def test_mirrored_duels_are_even() -> None:
    duel = solved("persian-persian")
    figures: dict[str, Any] = duel.figures()
    rows = np.array(figures["win probability by own and other HP"])
    draw = figures["draw probability"]
    assert duel.value == pytest.approx((1 - draw) / 2)
    assert rows.shape == (5, 5)


@pytest.mark.parametrize("name", ["abyssinian-ragdoll", "persian-persian"])
def test_the_policy_earns_its_value_in_real_games(name: str) -> None:
    duel = solved(name)
    rng = SeededRng("solved")
    games, won = 600, 0
    for _ in range(games):
        position = game.start(duel.options, rng)
        while position.to_act():
            for seat in position.to_act():
                position.play(seat, duel.sample_move(position.view(seat), rng), rng)
        won += position.winner == 0
    assert abs(won / games - duel.value) < 3 * (0.25 / games) ** 0.5


def test_sentences_and_picture() -> None:
    duel = solved("persian-abyssinian")
    sentences = " ".join(duel.sentences())
    assert "the Persian (seat 0, 3 HP) beats the Abyssinian (seat 1, 3 HP)" in sentences
    assert "situations were solved" in sentences
    assert duel.picture().startswith(b"\x89PNG")
    assert len(duel.picture()) > 10_000


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(UnknownName, match="persian-ragdoll"):
        game.solver().solve("siamese-siamese")
    with pytest.raises(RumpusError, match="CB-22"):
        solved("ragdoll-ragdoll", **{"scratch.damage": 2})
