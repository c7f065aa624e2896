"""The Blind Witch and the Angry Witch do nothing alone: whoever casts one and holds the other takes 25 HP."""

from __future__ import annotations

from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import Frame
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import put_witch


class Half(Witch):
    """One of the two."""

    other = ""

    def cast(self, d: Duel, me: Frame, luck: Luck) -> None:
        if any(d.cards[c].witch == witch_number(self.other) for c in d.hands[me.you]):
            d.hurt(me.foe, 25)


class BlindHalf(Half):
    name = "Blind Witch"
    text = "Nothing, unless you hold the Angry Witch: then your opponent's Empire loses 25 HP."
    other = "Angry Witch"


class AngryHalf(Half):
    name = "Angry Witch"
    text = "Nothing, unless you hold the Blind Witch: then your opponent's Empire loses 25 HP."
    other = "Blind Witch"


put_witch(BlindHalf())
put_witch(AngryHalf())
