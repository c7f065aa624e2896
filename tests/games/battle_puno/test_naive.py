"""The real rules and a slow, literal second version play the same games."""

from __future__ import annotations

import pytest

from rumpus.core.rng import SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.cards import NAMES
from rumpus.testing import rule
from tests.games.battle_puno.naive import Naive

VARIANTS: list[dict[str, object]] = [
    *[{"mode": "traditional", "players": players, "extra_cards": "on"} for players in range(2, 9)],
    *[{"mode": "battle puno", "players": players, "max_rounds": 3} for players in range(2, 9)],
    *[{"mode": "death match", "players": players, "max_turns": 300} for players in range(2, 9)],
    {"mode": "traditional", "play_drawn": "off", "stack_draws": "on", "hand": 4},
    {"mode": "battle puno", "play_drawn": "on", "stack_draws": "on", "goal": 100},
    {"mode": "death match", "play_drawn": "on", "overload": "on", "hand": 10, "hp": 99, "stack_draws": "on"},
]


@rule("BP-36", "BP-38", "BP-39", "BP-40", "BP-41", "BP-42")
@pytest.mark.parametrize("changes", VARIANTS, ids=lambda changes: " ".join(str(value) for value in changes.values()))
def test_two_versions_play_the_same_game(changes: dict[str, object]) -> None:
    options = game.options(changes)
    for number in range(8):
        chooser = SeededRng(f"choose {number}")
        rng, second_rng = SeededRng(f"deal {number}"), SeededRng(f"deal {number}")
        position, naive = game.start(options, rng), Naive(options, second_rng)
        while position.to_act():
            seat = position.on
            moves = position.moves(seat)
            written = [game.format_move(position, seat, move) for move in moves]
            assert (naive.on, naive.offers()) == (seat, written)
            assert naive.hands == [[NAMES[card] for card in hand] for hand in position.hands]
            assert (naive.hp, naive.pool, naive.scores) == (position.hp, position.pool, position.scores)
            assert (naive.pile, naive.pool_pile) == (named(position.pile), named(position.pool_pile))
            assert naive.deck == named(position.deck[position.top :])
            choice = chooser.below(len(moves))
            position.apply(seat, moves[choice], rng)
            naive.decide(written[choice])
        assert naive.over
        assert naive.places == position.places
        assert naive.scores == position.scores
        assert rng.below(10**9) == second_rng.below(10**9), "both used as many picks"


def named(cards: list[int]) -> list[str]:
    return [NAMES[card] for card in cards]
