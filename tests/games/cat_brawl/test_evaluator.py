"""The evaluator: greedy play beats chance clearly, and obvious moves score best."""

from __future__ import annotations

import pytest

from rumpus.core.rng import Rng, SeededRng
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.evaluator import KEEP_PROBABILITY
from rumpus.games.cat_brawl.rules.position import Brawl
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside


def best(t: Ringside, seat: int) -> str:
    evaluator = game.bots().evaluator(t.options)
    moves = t.position.moves(seat)
    return game.format_move(t.position, seat, max(moves, key=lambda move: evaluator.score_move(t.position, seat, move)))


def greedy_move(position: Brawl, seat: int, rng: Rng) -> int:
    evaluator = game.bots().evaluator(game.options({"players": len(position.cats)}))
    world = position.determinize(seat, rng)
    return max(world.moves(seat), key=lambda move: evaluator.score_move(world, seat, move))


@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (3, 0.85), (6, 0.75)])
def test_greedy_play_beats_chance(players: int, least: float) -> None:
    games = 60
    rng = SeededRng("arena")
    options = game.options({"players": players})
    won = 0
    for number in range(games):
        hero = number % players
        position = game.start(options, rng)
        while position.to_act():
            for seat in position.to_act():
                moves = position.moves(seat)
                move = greedy_move(position, seat, rng) if seat == hero else moves[rng.below(len(moves))]
                position.apply(seat, move, rng)
        won += position.winner == hero
    assert won / games >= least


def test_it_takes_a_win_that_cannot_be_stopped() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[19, 10], hands={0: ["Guaranteed Purring", "Double Scratch"]})
    assert best(t, 0) == "purr +guaranteed"


def test_it_finishes_a_cat_that_sits_out() -> None:
    t = Ringside("Ragdoll", "Siamese", "Ragdoll", hp=[5, 1, 5]).then("loneliness", rng=[0, 0])
    assert best(t, 0) == "scratch 1"


def test_it_always_takes_what_is_free() -> None:
    t = Ringside("Persian", "Ragdoll").then("guard", "guard", rng=[0, CLOCKWISE])
    assert best(t, 0) == "rejuvenation"


def test_it_does_not_pay_its_last_hp_for_a_critical_hit() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[1, 10], bonus={0: "Critical Hit"})
    assert best(t, 0) == "decline"


def test_values_follow_the_lead_and_the_end() -> None:
    def values(*hp: int) -> list[float]:
        t = Ringside(*["Ragdoll"] * len(hp), hp=hp)
        evaluator = game.bots().evaluator(t.options)
        return [evaluator.value(t.position, seat) for seat in range(len(hp))]

    assert values(10, 10) == [0.0, 0.0]
    assert values(15, 5)[0] > 0.5
    low, middle, high = values(3, 9, 15)
    assert -1 < low < middle < high < 1
    t = Ringside("Ragdoll", "Ragdoll", hp=[10, 1]).then("scratch", "purr", rng=[0, CLOCKWISE])
    evaluator = game.bots().evaluator(t.options)
    assert [evaluator.value(t.position, seat) for seat in (0, 1)] == [1.0, -1.0]


def test_what_somebody_would_have_played_is_no_longer_in_the_hand() -> None:
    """Guaranteed Purring scores well at once and Purr and Draw does not; in round 1 nobody has held back yet."""

    def likely(round: int, mine: str, theirs: str) -> float:
        t = Ringside("Ragdoll", "Ragdoll", hands={0: [mine], 1: [theirs]}, round=round)
        return game.bots().evaluator(t.options).likelihood(t.position, 0)

    assert likely(2, "Purr and Draw", "Guaranteed Purring") == KEEP_PROBABILITY
    assert likely(2, "Guaranteed Purring", "Purr and Draw") == 1.0
    assert likely(1, "Purr and Draw", "Guaranteed Purring") == 1.0


def test_every_hand_of_the_others_counts() -> None:
    wanted = {1: ["Guaranteed Purring"], 2: ["Guaranteed Purring"]}
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hands=wanted, round=2)
    evaluator = game.bots().evaluator(t.options)
    assert evaluator.likelihood(t.position, 0) == pytest.approx(KEEP_PROBABILITY * KEEP_PROBABILITY)
    assert evaluator.likelihood(t.position, 1) == pytest.approx(KEEP_PROBABILITY)
