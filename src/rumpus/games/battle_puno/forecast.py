"""What would come of a move for pool, hands and turn, by the cards' own rules in a copy of the dream."""

from __future__ import annotations

from rumpus.core.position import Move, Seat
from rumpus.core.rng import Seeded
from rumpus.core.words import Forecast
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.moves import DRAW, FACE_PLAYED, KEEP, TAKE
from rumpus.games.battle_puno.rules.position import Puno


def forecast(puno: Puno, seat: Seat, move: Move) -> Forecast:
    """`pool` and `hand` after it, who is `next`, the `penalty` that stands on them; what drawing `pays` and `leaves`.

    What chance decides (a drawn card that fits, what Wild Chaos asks for) is left out.
    """
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
        found["draws"] = twin.draw(seat, twin.penalty, "penalty", Seeded("forecast"))
        twin.penalty = 0
        twin.on = twin.next_in(seat)
    elif move == KEEP:
        twin.on = twin.next_in(seat)
    else:
        face = FACE_PLAYED[move]
        twin.lay_on_the_table(seat, face)
        CARDS[face].play(twin, seat, move, Seeded("forecast"))
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
