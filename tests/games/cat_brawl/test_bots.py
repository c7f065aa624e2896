"""The strength of the bots."""

from __future__ import annotations

import pytest

from rumpus.core.info_state import InfoState
from rumpus.core.outcome import winners
from rumpus.core.position import Move
from rumpus.core.rng import SeededRng
from rumpus.games.cat_brawl import game
from rumpus.lab.simulation.workers import Workers
from rumpus.lab.strength.ladder import Rung
from rumpus.players import Player, find_player
from rumpus.players.playing import play_game


class Purring(Player):
    """Purrs, whatever happens, with any card for it; uses every ability."""

    def __init__(self, seed: str) -> None:
        super().__init__("purring")
        self.rng = SeededRng(seed)

    def decide(self, info: InfoState) -> Move:
        moves = info.moves()
        purrs = [move for move in moves if info.format_move(move).startswith("purr")]
        return purrs[self.rng.below(len(purrs))] if purrs else moves[-1]


@pytest.mark.long
@pytest.mark.parametrize(("budget", "games"), [(150, 30), (800, 10)])
def test_a_bot_that_always_purrs_is_exploited(budget: int, games: int) -> None:
    options = game.options()
    won = 0
    for number in range(games):
        seat = number % 2
        players: list[Player] = [Purring(f"purring {number}"), Purring(f"purring {number}")]
        players[seat] = find_player(f"search:{budget}", game, options, f"search {number}")
        played = play_game(game, options, players, SeededRng(f"deal {number // 2}"), SeededRng(f"chairs {number}"))
        won += winners(played.ranking) == [seat]
    assert won >= 0.8 * games


@pytest.mark.long
def test_normal_is_clearly_stronger_than_easy() -> None:
    rung = Rung("cat_brawl", {}, "easy", "normal", 60)
    table = rung.play(60, Workers(), lambda done, of: None)
    assert table.entrants[1].rate.rate > 0.6
