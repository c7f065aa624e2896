"""Duels without cards are solved once the cats are chosen: what a review says of them is what the solution says."""

from __future__ import annotations

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.info_state import InfoState
from rumpus.core.position import Move, Position, Seat
from rumpus.core.record import Record
from rumpus.core.rng import SeededRng
from rumpus.core.system.pausable import complete
from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, PERSIAN, RAGDOLL, SIAMESE
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.solver.duel import situation
from rumpus.games.cat_brawl.solver.solution import DuelSolution
from rumpus.review import review, verdicts
from rumpus.review.win_probability import ExactEstimator, RolloutEstimator, WinEstimator, win_estimator
from rumpus.table.match import Match

BRAWL = find_game("cat_brawl")
BREEDS = ("persian", "ragdoll", "maine_coon", "exotic_shorthair", "siamese", "abyssinian")
SMALL = {"starting_cards": 0, "bonus_ability": "none", "win_hp": 7, "max_rounds": 6}
OPTIONS = BRAWL.options({**SMALL, **{f"{breed}.hp": 4 for breed in BREEDS}})


def played(cats: tuple[int, int], seed: str) -> Record:
    match = Match(BRAWL, OPTIONS, seed, ["Ann", "Ben"])
    rng = SeededRng(seed)
    for seat, cat in enumerate(cats):
        match.play(seat, cat)
    while seats := match.position.to_act():
        for seat in seats:
            moves = match.position.moves(seat)
            match.play(seat, moves[rng.below(len(moves))])
    return match.record


def walked(record: Record) -> tuple[WinEstimator, list[Position]]:
    """Its estimator, and the positions without sealed decisions."""
    positions = [step.position.copy() for step in record.walk(BRAWL)]
    found: list[Position] = []
    for at in positions[2:]:
        seats = at.to_act()
        if seats and at.determinize(seats[0], SeededRng("")).to_act() == seats:
            found.append(at)
    return win_estimator(BRAWL, OPTIONS, positions[-1]), found


def exact_values(solution: DuelSolution, position: Position, seat: Seat) -> dict[Move, float]:
    """What every move wins against the best answers of the other, from the solved matrices alone."""
    assert isinstance(position, Brawl)
    duel = solution.duel
    left = duel.max_rounds - position.round + 1
    at = duel.graph.index[situation(position)]
    group, place = duel._place[at]
    matrix = duel.graph.groups[group].payoffs(duel.values[left], duel.values[left - 1])[place]
    rows, columns = (duel.policies[left - 1][side][group][place] for side in (0, 1))
    won = (1.0 + matrix @ columns) / 2 if seat == 0 else (1.0 - rows @ matrix) / 2
    return dict(zip(duel.graph.choices[at][seat], won.tolist(), strict=True))


@pytest.mark.parametrize("cats", [(ABYSSINIAN, RAGDOLL), (RAGDOLL, PERSIAN), (RAGDOLL, RAGDOLL)])
def test_verdicts_are_those_of_the_solution(cats: tuple[int, int]) -> None:
    said: set[str] = set()
    for number in range(3):
        estimator, positions = walked(played(cats, f"duel {number}"))
        assert isinstance(estimator, ExactEstimator)
        assert isinstance(estimator.solution, DuelSolution)
        for position in positions:
            for seat in position.to_act():
                info = InfoState(BRAWL, OPTIONS, position, seat, SeededRng("chair"))
                true = exact_values(estimator.solution, position, seat)
                best = max(true.values())
                for move in info.moves():
                    verdict = complete(verdicts.verdict_on(estimator, info, move, number, 1))
                    lost = best - true[move]
                    assert (verdict is None) == (lost < verdicts.EQUAL_WITHIN)
                    if verdict is not None:
                        assert verdict.gain == pytest.approx(-lost, abs=1e-6)
                        assert verdict.error == 0.0
                        said.add(verdict.verdict)
    assert verdicts.MISTAKE_VERDICT in said


def test_a_review_of_a_duel_is_exact_from_the_first_round_on() -> None:
    record = played((ABYSSINIAN, RAGDOLL), "exact")
    found = review.review_record(record, [0])
    assert found.exact
    estimator, positions = walked(record)
    assert isinstance(estimator, ExactEstimator)
    point = next(point for point in found.curve if point.number == 2)
    assert point.own(0) == pytest.approx(estimator.solution.win_probability(positions[0].view(0)))
    assert point.own(0) == pytest.approx(point.open[0])


def test_other_duels_are_estimated() -> None:
    estimator, _ = walked(played((SIAMESE, RAGDOLL), "cards"))
    assert isinstance(estimator, RolloutEstimator)
    assert isinstance(win_estimator(BRAWL, OPTIONS), RolloutEstimator)
