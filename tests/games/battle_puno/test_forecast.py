"""What a forecast promises is what happens."""

from __future__ import annotations

from rumpus.core.rng import SeededRng
from rumpus.games.battle_puno import game
from rumpus.games.battle_puno.rules.position import as_puno
from rumpus.games.battle_puno.rules.state import OVER
from rumpus.testing.random_games import RandomGame

SURPRISES = {"pool_recycled", "overload", "fell", "stuck", "nothing_left", "deck_empty"}
"""After these more has changed than the move itself could say."""


def test_a_forecast_is_what_playing_the_move_brings() -> None:
    checked: set[str] = set()
    for changes in game.configurations():
        match = RandomGame(game, game.options(changes), "forecast")
        for seat, _ in match.steps():
            puno = as_puno(match.position)
            if not match.now_and_then(4):
                continue
            for move in puno.moves(seat):
                facts = game.forecast(puno, seat, move)
                after = puno.copy()
                after.listen()
                after.apply(seat, move, SeededRng("other luck"))
                if {event.kind for event in after.take_events()} & SURPRISES:
                    continue
                over = after.phase == OVER or after.round != puno.round
                assert bool(facts.get("ends")) <= over
                if over:
                    continue
                found = {"pool": after.pool, "next": after.on, "hand": len(after.hands[seat]), "leaves": after.hp[seat]}
                found["penalty"] = after.penalty
                for name, value in found.items():
                    if name in facts:
                        assert facts[name] == value, (name, facts, game.format_move(puno, seat, move))
                        checked.add(name)
    assert checked == {"pool", "next", "hand", "leaves", "penalty"}
