"""Duels without cards are solved once the cats are chosen: what a review says of them is what the solution says."""

from __future__ import annotations

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Position, Seat
from rumpus.core.record import Record
from rumpus.core.rng import Seeded
from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, PERSIAN, RAGDOLL, SIAMESE
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.solver.duel import situation
from rumpus.games.cat_brawl.solver.solution import DuelSolution
from rumpus.review import review, verdicts
from rumpus.review.win_probability import Gauge, PlayedGauge, SolvedGauge, gauge_of
from rumpus.table.match import Match

BRAWL = find_game("cat_brawl")
BREEDS = ("persian", "ragdoll", "maine_coon", "exotic_shorthair", "siamese", "abyssinian")
SMALL = {"starting_cards": 0, "bonus_ability": "none", "win_hp": 7, "max_rounds": 6}
OPTIONS = BRAWL.options({**SMALL, **{f"{breed}.hp": 4 for breed in BREEDS}})


def played(cats: tuple[int, int], seed: str) -> Record:
    """A duel of these two, at random."""
    match = Match(BRAWL, OPTIONS, seed, ["Ann", "Ben"])
    luck = Seeded(seed)
    for seat, cat in enumerate(cats):
        match.play(seat, cat)
    while seats := match.position.to_act():
        for seat in seats:
            moves = match.position.moves(seat)
            match.play(seat, moves[luck.below(len(moves))])
    return match.record


def walked(record: Record) -> tuple[Gauge, list[Position]]:
    """Its gauge, and the positions of its rounds at which nobody has sealed anything yet."""
    positions = [step.position.copy() for step in record.walk(BRAWL)]
    found = [at for at in positions[2:] if at.to_act() and _nothing_sealed(at)]
    return gauge_of(BRAWL, OPTIONS, positions[-1]), found


def _nothing_sealed(position: Position) -> bool:
    seats = position.to_act()
    return position.imagine(seats[0], Seeded("")).to_act() == seats


def worths(solution: DuelSolution, position: Position, seat: Seat) -> dict[Move, float]:
    """What every move wins against the best answers of the other, from the solved matrices alone."""
    assert isinstance(position, Brawl)
    duel = solution.duel
    left = duel.max_rounds - position.round + 1
    at = duel.graph.index[situation(position)]
    group, place = duel._place[at]
    matrix = duel.graph.groups[group].games(duel.values[left], duel.values[left - 1])[place]
    rows, columns = (duel.mixtures[left - 1][side][group][place] for side in (0, 1))
    won = (1.0 + matrix @ columns) / 2 if seat == 0 else (1.0 - rows @ matrix) / 2
    return dict(zip(duel.graph.choices[at][seat], won.tolist(), strict=True))


@pytest.mark.parametrize("cats", [(ABYSSINIAN, RAGDOLL), (RAGDOLL, PERSIAN), (RAGDOLL, RAGDOLL)])
def test_verdicts_are_those_of_the_solution(cats: tuple[int, int]) -> None:
    said: set[str] = set()
    for number in range(3):
        gauge, positions = walked(played(cats, f"duel {number}"))
        assert isinstance(gauge, SolvedGauge)
        assert isinstance(gauge.solution, DuelSolution)
        for position in positions:
            for seat in position.to_act():
                chair = Chair(BRAWL, OPTIONS, position, seat, Seeded("chair"))
                true = worths(gauge.solution, position, seat)
                best = max(true.values())
                for move in chair.moves():
                    verdict = verdicts.judged(gauge, chair, move, number, 1)
                    lost = best - true[move]
                    assert (verdict is None) == (lost < verdicts.GOOD)
                    if verdict is not None:
                        assert verdict.gain == pytest.approx(-lost, abs=1e-6)
                        assert verdict.error == 0.0
                        said.add(verdict.verdict)
    assert verdicts.MISTAKEN in said


def test_a_review_of_a_duel_is_exact_from_the_first_round_on() -> None:
    record = played((ABYSSINIAN, RAGDOLL), "exact")
    found = review.review(record, [0])
    assert found.exact
    gauge, positions = walked(record)
    assert isinstance(gauge, SolvedGauge)
    point = next(point for point in found.curve if point.number == 2)
    assert point.own(0) == pytest.approx(gauge.solution.chance(positions[0].view(0)))
    assert point.own(0) == pytest.approx(point.open[0])


def test_other_duels_are_estimated() -> None:
    gauge, _ = walked(played((SIAMESE, RAGDOLL), "cards"))
    assert isinstance(gauge, PlayedGauge)
    assert isinstance(gauge_of(BRAWL, OPTIONS), PlayedGauge)
