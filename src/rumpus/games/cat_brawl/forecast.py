"""What would come of a decision in HP and cards, from what its seat knows."""

from __future__ import annotations

from rumpus.core.position import Move, Seat
from rumpus.core.words import Forecast
from rumpus.games.cat_brawl.rules.movements import GUARD, PURR, SCRATCH
from rumpus.games.cat_brawl.rules.moves import (
    FIRST_STRATEGY,
    PLAY,
    TARGET,
    USE,
    USE_BONUS,
    USE_BOTH,
    USE_OWN,
)
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.games.cat_brawl.rules.ring import CAT


def forecast(brawl: Brawl, seat: Seat, move: Move) -> Forecast:
    """HP before (`from`) and after (`to`), and after each answer that changes it; `pays`: HP that it costs anyway."""
    n = brawl.numbers
    if brawl.phase == CAT:
        return {"from": 0, "to": n.starting_hp[move]}
    if move < FIRST_STRATEGY:
        return _ability(brawl, seat, move)
    cat = brawl.cats[seat]
    play = PLAY[move]
    found: Forecast = {}
    if play.kind == PURR:
        calm = cat.hp + play.gain(n)
        found = {"from": cat.hp, "to": calm, "scratched": calm if play.unmoved else cat.hp - n.purr_loss}
    elif play.kind == GUARD:
        found = {"from": cat.hp, "to": cat.hp, "scratched": cat.hp + play.gain(n)}
    elif play.kind == SCRATCH:
        found = _scratch(brawl, seat, move)
    if play.cards(n):
        found["cards"] = play.cards(n)
    if cat.critical:
        found["pays"] = n.critical_cost
    return found


def _scratch(brawl: Brawl, seat: Seat, move: Move) -> Forecast:
    """`to` if it hits in full, `purring` and `guarding` if the target does; `back`: what a Reverse Scratch returns."""
    n = brawl.numbers
    play, target = PLAY[move], brawl.cats[TARGET[move]]
    points = play.points(n) * (n.critical_factor if brawl.cats[seat].critical else 1)
    found: Forecast = {"target": target.seat, "from": target.hp, "to": target.hp - points}
    if target.skips:
        return found
    found["purring"] = target.hp - n.purr_loss
    found["guarding"] = target.hp - points if play.unguardable else target.hp
    if not play.unguardable and not play.irreversible:
        found["back"] = points
    return found


def _ability(brawl: Brawl, seat: Seat, move: Move) -> Forecast:
    n, cat = brawl.numbers, brawl.cats[seat]
    found: Forecast = {}
    if move in (USE_OWN, USE_BOTH, USE):
        gain, cards = cat.own.brings(n)
        if gain:
            found["from"], found["to"] = cat.hp, cat.hp + gain
        if cards:
            found["cards"] = cards
    if move in (USE_BONUS, USE_BOTH):
        found["factor"], found["pays"] = n.critical_factor, n.critical_cost
    return found
