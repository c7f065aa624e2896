"""Hidden traps in a dream: each lies on a hex where, for all that the dreamer knows, it could."""

from __future__ import annotations

from rumpus.core.rng import Luck
from rumpus.games.ultimatum.rules.trap import Trap, hexes_of


def deal_traps_anew(traps: list[Trap], seat: int, squad: int, luck: Luck) -> list[Trap]:
    """The same traps in the same order, those of other players on hexes drawn anew.

    Two traps of one owner never lie on one hex (A-23), so a draw that leaves a later trap no place is taken back.
    """
    dealt: list[Trap] = []
    _deal_from(traps, dealt, seat, squad, luck)
    return dealt


def _deal_from(traps: list[Trap], dealt: list[Trap], seat: int, squad: int, luck: Luck) -> bool:
    if len(dealt) == len(traps):
        return True
    trap = traps[len(dealt)]
    if trap.owner // squad == seat:
        dealt.append(trap)
        if _deal_from(traps, dealt, seat, squad, luck):
            return True
        dealt.pop()
        return False
    places = hexes_of(trap.maybe)
    for other in dealt:
        if other.owner == trap.owner and other.place in places:
            places.remove(other.place)
    while places:
        dealt.append(trap.moved_to(places.pop(luck.below(len(places)))))
        if _deal_from(traps, dealt, seat, squad, luck):
            return True
        dealt.pop()
    return False
