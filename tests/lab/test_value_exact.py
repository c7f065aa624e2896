"""What cats are worth, by games of perfect players, beside what their exact duels say."""

from __future__ import annotations

from functools import lru_cache

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.outcome import winners
from rumpus.core.position import Position
from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl.rules.cats import ABYSSINIAN, BREEDS, PERSIAN, RAGDOLL
from rumpus.games.cat_brawl.solver.solution import WITHOUT_CARDS, DuelSolution, DuelSolver
from rumpus.lab.experiments.treatments import Arm, RandomArms, TreatmentEffects, treatments_of
from rumpus.lab.reports.exact import PolicyPlayer
from rumpus.lab.simulation.plan import Plan
from rumpus.players.playing import play_game
from rumpus.stats.estimates import Z95

CATS = find_game("cat_brawl")
PLAIN = (PERSIAN, RAGDOLL, ABYSSINIAN)
"""Cats that never see a card."""
TABLE: dict[str, object] = {
    "win_hp": 6,
    "max_rounds": 8,
    **{f"{cat}.hp": 3 for cat in ("ragdoll", "abyssinian", "maine_coon", "exotic_shorthair", "siamese")},
    "persian.hp": 2,
    **WITHOUT_CARDS,
}
OPTIONS = CATS.options(TABLE)
DEALS = 250


class PlainArms(RandomArms):
    """As always, but with those three cats alone."""

    def arms(self, deal: int) -> list[Arm]:
        return [[[PLAIN[thing] for thing in given] for given in arm] for arm in super().arms(deal)]


def started(first: int, second: int, seed: str) -> Position:
    return CATS.lab().start_with(OPTIONS, "cat", [[BREEDS[first]], [BREEDS[second]]], SeededRng(seed))


@lru_cache
def duel(first: int, second: int) -> DuelSolution:
    found = DuelSolver().solve_rest(OPTIONS, started(first, second, "").view(0))
    assert found is not None
    return found


def winner(deal: int, arm: Arm) -> int:
    (first,), (second,) = arm
    solution, rng = duel(first, second), SeededRng(f"{deal}/{first}/{second}")
    players = [PolicyPlayer(solution, rng), PolicyPlayer(solution, rng)]
    begun = started(first, second, f"{deal}")
    best = winners(play_game(CATS, solution.options, players, rng, SeededRng("chairs"), begun=begun).ranking)
    return best[0] if len(best) == 1 else -1


@pytest.mark.long
def test_what_cats_are_worth_is_what_their_exact_duels_say() -> None:
    plan = Plan(CATS, TABLE, ["random"], DEALS, "exact")
    treatments = treatments_of(plan, "cat")
    design = PlainArms(len(PLAIN), 1, 2, plan.seed)
    won = [[winner(deal, arm) for arm in design.arms(deal)] for deal in range(DEALS)]
    found = TreatmentEffects(treatments, plan.players, design, won)
    chance = {cat: sum(_wins(cat, other) for other in PLAIN) / len(PLAIN) for cat in PLAIN}
    mean = sum(chance.values()) / len(PLAIN)
    for cat in PLAIN:
        exactly = (chance[cat] - mean) * len(PLAIN) / (len(PLAIN) - 1)
        worth = found.of(BREEDS[cat]).holding
        assert abs(worth.value - exactly) < 3.5 * worth.half_width / Z95, BREEDS[cat]
    best = max(PLAIN, key=lambda cat: chance[cat])
    assert found.effects[0].name == BREEDS[best]
    assert found.of(BREEDS[best]).holding.sign == 1


def _wins(cat: int, other: int) -> float:
    """Exactly, averaged over both seats."""
    there, back = duel(cat, other), duel(other, cat)
    return (there.value + back.duel.win_probability(back.index_at(*back.starting_hp()), 1, back.duel.max_rounds)) / 2
