"""The sense of what is good: it beats chance clearly and says sensible things."""

from __future__ import annotations

import pytest

from rumpus.core.rng import Luck, Seeded
from rumpus.games.cat_brawl import game
from rumpus.games.cat_brawl.evaluator import KEPT
from rumpus.games.cat_brawl.rules.position import Brawl
from tests.games.cat_brawl.ringside import CLOCKWISE, Ringside


def best(t: Ringside, seat: int) -> str:
    judge = game.bots().judge(t.options)
    moves = t.position.moves(seat)
    return game.write(t.position, seat, max(moves, key=lambda move: judge.appraise(t.position, seat, move)))


def looks_good(position: Brawl, seat: int, luck: Luck) -> int:
    """What a bot that looks at one dream and takes the best glance would do."""
    judge = game.bots().judge(game.options({"players": len(position.cats)}))
    dream = position.imagine(seat, luck)
    return max(dream.moves(seat), key=lambda move: judge.appraise(dream, seat, move))


@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (3, 0.85), (6, 0.75)])
def test_one_glance_beats_chance(players: int, least: float) -> None:
    games = 60
    luck = Seeded("arena")
    options = game.options({"players": players})
    won = 0
    for number in range(games):
        hero = number % players
        position = game.start(options, luck)
        while position.to_act():
            for seat in position.to_act():
                moves = position.moves(seat)
                move = looks_good(position, seat, luck) if seat == hero else moves[luck.below(len(moves))]
                position.apply(seat, move, luck)
        won += position.winner == hero
    assert won / games >= least


def test_it_takes_a_win_that_cannot_be_stopped() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[19, 10], hands={0: ["Guaranteed Purring", "Double Scratch"]})
    assert best(t, 0) == "purr +guaranteed"


def test_it_finishes_a_cat_that_sits_out() -> None:
    t = Ringside("Ragdoll", "Siamese", "Ragdoll", hp=[5, 1, 5])
    t.all("loneliness", luck=[0, 0])
    assert best(t, 0) == "scratch 1"


def test_it_always_takes_what_is_free() -> None:
    t = Ringside("Persian", "Ragdoll")
    t.all("guard", "guard", luck=[0, CLOCKWISE])
    assert best(t, 0) == "rejuvenation"


def test_it_does_not_pay_its_last_hp_for_a_critical_hit() -> None:
    t = Ringside("Ragdoll", "Ragdoll", hp=[1, 10], bonus={0: "Critical Hit"})
    assert best(t, 0) == "decline"


def test_worth_follows_the_lead_and_the_end() -> None:
    def worth(*hp: int) -> list[float]:
        t = Ringside(*["Ragdoll"] * len(hp), hp=hp)
        judge = game.bots().judge(t.options)
        return [judge.worth(t.position, seat) for seat in range(len(hp))]

    assert worth(10, 10) == [0.0, 0.0]
    assert worth(15, 5)[0] > 0.5
    low, middle, high = worth(3, 9, 15)
    assert -1 < low < middle < high < 1
    t = Ringside("Ragdoll", "Ragdoll", hp=[10, 1])
    t.all("scratch", "purr", luck=[0, CLOCKWISE])
    judge = game.bots().judge(t.options)
    assert [judge.worth(t.position, seat) for seat in (0, 1)] == [1.0, -1.0]


def test_what_somebody_would_have_played_is_no_longer_in_the_hand() -> None:
    """Guaranteed Purring looks good at once and Purr and Draw does not; in the first round nobody has held back yet."""

    def likely(round: int, mine: str, theirs: str) -> float:
        t = Ringside("Ragdoll", "Ragdoll", hands={0: [mine], 1: [theirs]}, round=round)
        return game.bots().judge(t.options).likely(t.position, 0)

    assert likely(2, "Purr and Draw", "Guaranteed Purring") == KEPT
    assert likely(2, "Guaranteed Purring", "Purr and Draw") == 1.0
    assert likely(1, "Purr and Draw", "Guaranteed Purring") == 1.0


def test_every_hand_of_the_others_counts() -> None:
    wanted = {1: ["Guaranteed Purring"], 2: ["Guaranteed Purring"]}
    t = Ringside("Ragdoll", "Ragdoll", "Ragdoll", hands=wanted, round=2)
    judge = game.bots().judge(t.options)
    assert judge.likely(t.position, 0) == pytest.approx(KEPT * KEPT)
    assert judge.likely(t.position, 1) == pytest.approx(KEPT)
