"""The exact solution: against the rules, in simulated games, and its stored tables."""

from __future__ import annotations

import json
import zlib
from importlib import resources
from typing import Any

import numpy as np
import pytest

from rumpus.core.errors import BadOption, UnknownName
from rumpus.core.rng import EnumeratingRng, SeededRng
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.rules.cunning import FILE, mixtures
from rumpus.games.defend_the_city.rules.moves import FORFEIT, KEEP
from rumpus.games.defend_the_city.rules.position import Siege
from rumpus.games.defend_the_city.solver import SiegeSolution, SiegeSolver
from rumpus.games.defend_the_city.solver.encounter import find_equilibrium
from rumpus.games.defend_the_city.solver.matrix_game import by_linear_program, gap, saddle_point, simplex, solve
from rumpus.games.defend_the_city.solver.siege import SolvedSiege, house_weights, integer_weights
from rumpus.games.defend_the_city.solver.write_tables import packed_encounter
from rumpus.lab.reports.exact import simulate
from rumpus.testing import rule
from tests.games.defend_the_city.courses import by_every_course
from tests.games.defend_the_city.fight import Fight

pytestmark = pytest.mark.long

SOLVER = SiegeSolver()
HOUSE = ("uniform", "brute", "wary", "cunning", "escalation")


@pytest.fixture(scope="module")
def equilibrium() -> SiegeSolution:
    return SOLVER.solve("equilibrium")


@pytest.fixture(scope="module")
def against() -> dict[str, SiegeSolution]:
    return {name: SOLVER.solve(name) for name in HOUSE}


# --- matrix games ---


def test_a_saddle_point_is_found_at_once() -> None:
    found = saddle_point(np.array([[3.0, 1.0], [2.0, 0.0]]))
    assert found is not None
    assert found.value == 1.0
    assert saddle_point(np.array([[1.0, 0.0], [0.0, 1.0]])) is None


def test_matrix_games_agree_with_the_textbook_program() -> None:
    numbers = np.random.default_rng(5)
    for height, width in ((2, 2), (3, 5), (9, 4), (36, 36)):
        for _ in range(15):
            # Few different payoffs make many ties, which is where the simplex method could stumble.
            matrix = numbers.integers(0, 4, (height, width)) / 3
            found = solve(matrix)
            assert found.value == pytest.approx(by_linear_program(matrix).value, abs=1e-9)
            assert gap(matrix, found.rows, found.columns) < 1e-9
            assert found.rows.sum() == pytest.approx(1.0)
            assert found.columns.min() >= 0.0


def test_rock_paper_scissors_is_mixed_evenly() -> None:
    found = simplex(np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]))
    assert found is not None
    for mixture in found:
        assert mixture == pytest.approx([1 / 3] * 3)


# --- the solution against the rules ---


def expected(position: Siege, pair: int, siege: SolvedSiege) -> float:
    """Value of a pair by the rules: one turn with all outcomes and the best reaction."""
    rng = EnumeratingRng()
    total = 0.0
    while rng.another():
        future = position.copy()
        future.set_scores(0, pair)
        future.owing = 0
        future.show_scores(rng)
        if future.to_act():
            total += rng.probability * max(after_reaction(future, answer, siege) for answer in (KEEP, FORFEIT))
        else:
            future.act(rng)
            total += rng.probability * value(future, siege)
    return total


def after_reaction(position: Siege, answer: int, siege: SolvedSiege) -> float:
    rng = EnumeratingRng()
    total = 0.0
    while rng.another():
        future = position.copy()
        if answer == FORFEIT:
            future.forfeit(0)
        future.act(rng)
        total += rng.probability * value(future, siege)
    return total


def value(position: Siege, siege: SolvedSiege) -> float:
    result = position.result()
    if result is not None:
        return 1.0 if result[0] == 1.0 else 0.0
    encounter = siege.encounters[position.slain, position.stand_offs]
    return float(encounter.values[max(0, position.defender), max(0, position.enemy), position.idle])


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "defender", "enemy", "slain", "stand_offs", "idle"),
    [
        ("uniform", 30, 30, 0, 0, 0),
        ("uniform", 2, 7, 4, 2, 2),
        ("brute", 30, 30, 4, 1, 0),
        ("brute", 11, 5, 1, 0, 1),
        ("wary", 12, 9, 3, 0, 2),
        ("wary", 9, 12, 2, 2, 0),
        ("escalation", 17, 23, 2, 1, 1),
        ("escalation", 8, 0, 3, 1, 2),
    ],
)
def test_a_value_is_the_best_expectation_by_the_rules_themselves(
    against: dict[str, SiegeSolution], name: str, defender: int, enemy: int, slain: int, stand_offs: int, idle: int
) -> None:
    siege = against[name].siege
    changes: dict[str, Any] = {"escalation": True} if name == "escalation" else {"kind": name}
    position = Fight(defender, enemy, slain, stand_offs, idle, **changes).siege
    position.events = None
    best = max(expected(position, pair, siege) for pair in position.moves(0))
    assert best == pytest.approx(value(position, siege), abs=1e-9)
    view = position.view(0)
    assert expected(position, against[name].sample_move(view, SeededRng("none")), siege) == pytest.approx(
        best, abs=1e-9
    )


@pytest.mark.soak
@rule("DC-25")
@pytest.mark.parametrize("state", [(30, 30, 0, 0, 0), (3, 8, 4, 2, 1), (14, 6, 2, 1, 2)])
def test_every_cell_of_a_matrix_game_is_what_the_rules_say(
    equilibrium: SiegeSolution, state: tuple[int, int, int, int, int]
) -> None:
    defender, enemy, slain, stand_offs, idle = state
    siege = equilibrium.siege
    encounter = siege.encounters[slain, stand_offs]
    exits = siege.exit_values(slain, stand_offs)
    matrix = siege.rules.payoffs(encounter.values, exits, np.array([defender]), np.array([enemy]))[0]
    last = idle + 1 == siege.rules.idle_turns
    matrix[0, 0] = exits.stand_off if last else encounter.values[defender, enemy, idle + 1]
    for own in range(36):
        for other in range(36):
            position = Fight(defender, enemy, slain, stand_offs, idle, versus=True).siege
            position.events = None
            position.apply(0, own, EnumeratingRng())
            value = house_keeps(position, other, siege)
            assert matrix[own, other] == pytest.approx(value, abs=1e-9), (own, other)
    mixture = encounter.enemy[defender, enemy, idle]
    assert (matrix @ mixture).max() == pytest.approx(encounter.values[defender, enemy, idle], abs=1e-9)


def house_keeps(position: Siege, other: int, siege: SolvedSiege) -> float:
    """The enemy sets this pair by hand, but never forfeits, as the house does not."""
    rng = EnumeratingRng()
    total = 0.0
    while rng.another():
        future = position.copy()
        future.apply(1, other, rng)
        if future.to_act() == [0] and future.moves(0) == [KEEP, FORFEIT]:
            total += rng.probability * max(after_reaction(future, answer, siege) for answer in (KEEP, FORFEIT))
            continue
        if future.to_act() == [1] and future.moves(1) == [KEEP, FORFEIT]:
            future.apply(1, KEEP, rng)
        total += rng.probability * value(future, siege)
    return total


def test_a_tiny_siege_agrees_with_looking_at_every_course_of_the_game() -> None:
    changes: dict[str, object] = {"stamina": 1, "enemies": 2, "stand_offs": 2, "idle_turns": 2}
    start = game.start(game.options(changes), SeededRng("tiny"))
    best = by_every_course(start, lambda position, value: max(value(move) for move in position.moves(0)))
    assert SOLVER.solve_with("uniform", changes).value == pytest.approx(best, abs=1e-12)


# --- the solution in real games ---


@pytest.mark.soak
@pytest.mark.parametrize("name", HOUSE)
def test_the_policy_wins_as_often_as_promised(against: dict[str, SiegeSolution], name: str) -> None:
    trial = simulate(game, against[name], 5000, seed=f"promise/{name}")
    assert trial.agrees(against[name].value), (trial.rate, trial.error, against[name].value)


def test_the_equilibrium_policy_holds_its_value_against_the_cunning(equilibrium: SiegeSolution) -> None:
    trial = simulate(game, equilibrium, 5000, seed="promise/equilibrium")
    assert trial.agrees(equilibrium.value), (trial.rate, trial.error, equilibrium.value)


@pytest.mark.soak
def test_nobody_does_better_than_the_best_response(
    against: dict[str, SiegeSolution], equilibrium: SiegeSolution
) -> None:
    for name in ("uniform", "brute", "wary"):
        assert equilibrium.value < against[name].value
        wrong = SiegeSolution(name, against[name].options, equilibrium.siege)
        assert simulate(game, wrong, 2000, seed=f"wrong/{name}").rate < against[name].value


# --- the table of the cunning enemy ---


@rule("DC-25")
def test_no_defender_exceeds_the_value_against_the_rounded_mixtures(
    against: dict[str, SiegeSolution], equilibrium: SiegeSolution
) -> None:
    for slain, stand_offs in equilibrium.siege.backward_order():
        exact = equilibrium.siege.at_start(slain, stand_offs)
        best = against["cunning"].siege.at_start(slain, stand_offs)
        assert exact - 1e-9 <= best <= exact + 0.0001
    assert against["escalation"].siege.at_start(4, 0) == pytest.approx(equilibrium.siege.at_start(4, 0), abs=0.0001)


@rule("DC-25")
def test_the_table_is_whole_and_every_mixture_adds_up() -> None:
    table = mixtures()
    assert len(table.offsets) == 5 * 3 * 30 * 31 * 3
    for slain in (0, 4):
        for enemy in range(1, 31):
            for defender in range(-9, 31):
                weights = table.weights(table.offset(slain, 1, enemy, defender, 2))
                assert len(weights) == 36
                assert min(weights) >= 0
                assert sum(weights) == 1_000_000


@rule("DC-25")
def test_the_table_can_be_derived_again(equilibrium: SiegeSolution) -> None:
    siege = equilibrium.siege
    packed = zlib.decompress(resources.files("rumpus.games.defend_the_city").joinpath(FILE).read_bytes())
    # Where several mixtures are equally good, another machine may find another: then the kept one must be as good.
    for slain, stand_offs in ((4, 2), (2, 0)):
        exits = siege.exit_values(slain, stand_offs)
        again = find_equilibrium(siege.rules, exits, lambda _: None)
        if packed_encounter(again) in packed:
            continue
        weights = house_weights(Fight(kind="cunning").siege.numbers, slain, stand_offs)
        for defender in range(1, 31):
            for enemy in range(1, 31):
                matrix = siege.rules.payoffs(again.values, exits, np.array([defender]), np.array([enemy]))[0]
                matrix[0, 0] = again.values[defender, enemy, 1]
                conceded = float((matrix @ weights(enemy, defender, 0)).max())
                assert conceded == pytest.approx(again.values[defender, enemy, 0], abs=1e-5)


@pytest.mark.soak
def test_the_kept_game_of_two_can_be_derived_again_and_neither_side_can_gain_by_its_rounding() -> None:
    kept = SOLVER.solve_match(game.options({"versus": True})).siege
    for slain, stand_offs in ((4, 2), (2, 0), (0, 0)):
        exits, encounter = kept.exit_values(slain, stand_offs), kept.encounters[slain, stand_offs]
        for state in ((30, 30), (3, 8), (8, 3), (17, 30), (1, 1)):
            for idle in range(3):
                matrix = kept.matrix(slain, stand_offs, *state, idle)
                rows, columns = encounter.defender[(*state, idle)], encounter.enemy[(*state, idle)]
                assert rows.sum() == pytest.approx(1.0)
                assert gap(matrix, rows, columns) < 2e-4
                assert solve(matrix).value == pytest.approx(encounter.values[(*state, idle)], abs=1e-4)
        assert exits.double == (slain == 4)


def test_rounding_gives_the_rest_to_the_largest_remainders() -> None:
    mixture = np.zeros(36)
    mixture[[3, 7, 9]] = 1 / 3
    assert [integer_weights(mixture)[pair] for pair in (3, 7, 9)] == [333_334, 333_333, 333_333]


# --- what comes of it ---


def test_figures_and_sentences_tell_the_same_value(against: dict[str, SiegeSolution]) -> None:
    solution = against["uniform"]
    figures = json.loads(json.dumps(solution.figures()))
    assert figures["win probability"] == solution.value == pytest.approx(0.788997, abs=1e-6)
    assert figures["win probability by slain and stand-offs"][0][0] == solution.value
    assert sum(figures["opening"].values()) == pytest.approx(1.0)
    assert "78.8997%" in solution.sentences()[0]


def test_the_picture_is_a_png_of_some_size(against: dict[str, SiegeSolution]) -> None:
    data = against["uniform"].picture()
    assert data.startswith(b"\x89PNG")
    assert len(data) > 50_000


def test_progress_rises_from_start_to_end() -> None:
    heard: list[float] = []
    changes: dict[str, object] = {"stamina": 4, "enemies": 2}
    SOLVER.solve_with("versus", changes, lambda share, text: heard.append(share))
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_a_match_finds_its_solution() -> None:
    assert SOLVER.solve_match(game.options({"stamina": 9})).value != SOLVER.solve("uniform").value
    assert SOLVER.solve_match(game.options({"escalation": True, "enemy": "wary"})).name == "escalation"
    solution = SOLVER.solve_match(game.options({"versus": True, "stamina": 5, "enemies": 1, "stand_offs": 1}))
    assert solution.name == "versus"
    trial = simulate(game, solution, 2000, seed="versus")
    assert trial.agrees(solution.value)


def test_the_balanced_preset_is_even_in_equilibrium() -> None:
    solution = SOLVER.solve_match(game.options({"preset": "balanced"}, 2))
    assert solution.name == "versus"
    assert 0.499 < solution.value < 0.501


def test_a_solution_has_values_and_probabilities_of_moves(against: dict[str, SiegeSolution]) -> None:
    versus = SOLVER.solve_match(game.options({"versus": True}))
    start = game.start(versus.options, SeededRng("two"))
    for seat in (0, 1):
        view = start.view(seat)
        values, shares = versus.action_values(view), dict(versus.policy(view))
        assert sum(shares.values()) == pytest.approx(1.0)
        assert len(values) == 36
        for pair in shares:
            assert values[pair] == pytest.approx(max(values.values()), abs=1e-4)
        assert versus.win_probability(view) == pytest.approx(max(values.values()), abs=1e-4)
    assert versus.win_probability(start.view(0)) + versus.win_probability(start.view(1)) == pytest.approx(1.0)
    reaction = Fight(20, 20, kind="brute").siege
    reaction.defender_pair, reaction.enemy_pair, reaction.phase, reaction.owing = 6 * 2 + 3, 6 * 4 + 1, 1, 1
    values = against["brute"].action_values(reaction.view(0))
    assert set(values) == {KEEP, FORFEIT}
    assert against["brute"].policy(reaction.view(0)) == [(max(values, key=lambda move: values[move]), 1.0)]
    assert against["brute"].win_probability(reaction.view(0)) == max(values.values())


def test_what_cannot_be_solved_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownName, match="There is no 'lazy' to solve; there is uniform, brute"):
        SOLVER.solve("lazy")
    with pytest.raises(BadOption, match="DC-25"):
        SOLVER.solve_with("cunning", {"stamina": 20})
