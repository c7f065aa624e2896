"""The Kind Witch is a bomb, and the Sick Witch a dud."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import Frame
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import put_witch


class Bomb(Witch):
    name = "Kind Witch"
    text = "Your opponent's Empire loses 10 HP."

    def cast(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.hurt(me.foe, 10)


class Dud(Witch):
    name = "Sick Witch"
    text = "While you hold her, your Empire loses 2 HP a turn."

    def turn_starts(self, d: Duel, me: Frame, rng: Rng) -> None:
        d.hurt(me.you, 2)


put_witch(Bomb())
put_witch(Dud())
