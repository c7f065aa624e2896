"""Forecast of a move for pool, hands and turn, by playing it on a copy."""

from __future__ import annotations

from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import SeededRng
from rumpus.core.words import Forecast
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, TAKE
from rumpus.games.battle_puno.rules.position import as_puno


def forecast(position: Position, seat: Seat, move: Move) -> Forecast:
    """Returns `pool`, `hand`, the `next` seat and its `penalty` after the move.

    A draw has what it `pays` and `leaves` in HP. Results of chance (a drawn card that fits, Wild Chaos) are left out.
    """
    puno = as_puno(position)
    n = puno.numbers
    if move == DRAW:
        drawn: Forecast = {"hand": len(puno.hands[seat]) + 1, "draws": 1}
        if n.has_pool:
            drawn.update({"pool": 0, "pays": puno.pool, "leaves": puno.hp[seat] - puno.pool})
        if not n.play_drawn:
            drawn["next"] = puno.next_in(seat)
        return drawn
    twin = puno.copy()
    found: Forecast = {}
    if move == TAKE:
        found["draws"] = twin.draw(seat, twin.penalty, "penalty", SeededRng("forecast"))
        twin.penalty = 0
        twin.on = twin.next_in(seat)
    elif move == KEEP:
        twin.on = twin.next_in(seat)
    else:
        face = FACE_PLAYED[move]
        twin.lay_on_the_table(seat, face)
        CARDS[face].play(twin, seat, move, SeededRng("forecast"))
    found["hand"] = max(n.hand, len(twin.hands[seat])) if n.death_match else len(twin.hands[seat])
    if n.has_pool:
        found["pool"] = twin.pool
    if not twin.hands[seat] and not n.death_match:
        found["ends"] = True
    else:
        found["next"] = twin.on
    if twin.penalty:
        found["penalty"] = twin.penalty
    return found
