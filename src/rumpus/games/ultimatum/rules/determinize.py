"""Samples hidden information: sealed picks and hidden traps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules.terrain.board import NONE
from rumpus.games.ultimatum.rules.trap import Trap, hexes_of
from rumpus.games.ultimatum.rules.turns import PICKING_BLIND

if TYPE_CHECKING:
    from rumpus.games.ultimatum.rules.position import Ultimatum


def determinize(world: Ultimatum, seat: int, rng: Rng) -> None:
    """Replaces everything hidden from `seat` in a copy: opponents' sealed picks and traps."""
    if seat != world.turn:
        world.listed = None
    if world.stage == PICKING_BLIND:
        for unit in range(world.units):
            if world.seat_of(unit) != seat:
                world.kind[unit] = NONE
    if world.traps:
        world.traps = resample_traps(world.traps, seat, world.squad, rng)


def resample_traps(traps: list[Trap], seat: int, squad: int, rng: Rng) -> list[Trap]:
    """The same traps in the same order; those of opponents on newly drawn hexes.

    Two traps of one owner never share a hex (A-23), so a draw is undone if it leaves a later trap no hex.
    """
    dealt: list[Trap] = []
    _resample_from(traps, dealt, seat, squad, rng)
    return dealt


def _resample_from(traps: list[Trap], dealt: list[Trap], seat: int, squad: int, rng: Rng) -> bool:
    if len(dealt) == len(traps):
        return True
    trap = traps[len(dealt)]
    if trap.owner // squad == seat:
        dealt.append(trap)
        if _resample_from(traps, dealt, seat, squad, rng):
            return True
        dealt.pop()
        return False
    taken = [other.place for other in dealt if other.owner == trap.owner]
    places = [place for place in hexes_of(trap.maybe) if place not in taken]
    while places:
        dealt.append(trap.moved_to(places.pop(rng.below(len(places)))))
        if _resample_from(traps, dealt, seat, squad, rng):
            return True
        dealt.pop()
    return False
