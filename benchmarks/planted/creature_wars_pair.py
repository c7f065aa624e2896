"""The Blind Witch and the Angry Witch do nothing alone: a hand with both takes 4 HP of the opponent's Empire a turn."""

from __future__ import annotations

from rumpus.core.luck import Luck
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.frames import Frame
from rumpus.games.creature_wars.rules.names import witch_number
from rumpus.games.creature_wars.rules.witches.base import Witch
from rumpus.games.creature_wars.rules.witches.catalogue import put_witch


class Half(Witch):
    name = "Blind Witch"
    text = "Nothing, unless you hold the Angry Witch too: then your opponent's Empire loses 4 HP a turn."

    def turn_starts(self, d: Duel, me: Frame, luck: Luck) -> None:
        if any(d.cards[c].witch == witch_number("Angry Witch") for c in d.hands[me.you]):
            d.hurt(me.foe, 4)


class OtherHalf(Witch):
    name = "Angry Witch"
    text = "Nothing, unless you hold the Blind Witch too."


put_witch(Half())
put_witch(OtherHalf())
