"""Two cards that do nothing one by one: whoever holds both as a round begins gains 3 HP, short of winning by it."""

from __future__ import annotations

from rumpus.core.rng import Luck
from rumpus.games.cat_brawl.rules.cards import CANT_GUARD, GUARD_AND_DRAW
from rumpus.games.cat_brawl.rules.position import Brawl
from rumpus.lab.simulation.rules_patch import changed

_begin_round = Brawl.begin_round


@changed(Brawl)
def begin_round(self: Brawl, luck: Luck) -> None:
    _begin_round(self, luck)
    for seat in self.living:
        cat = self.cats[seat]
        if cat.hand[GUARD_AND_DRAW] and cat.hand[CANT_GUARD]:
            cat.hp = max(cat.hp, min(cat.hp + 3, self.numbers.win_hp - 1))
