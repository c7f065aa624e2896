"""What the lab counts in Creature Wars."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Event, Position, Seat
from rumpus.core.faces import Lab
from rumpus.games.creature_wars.rules.lettering import TYPE_NAMES
from rumpus.games.creature_wars.rules.position import as_war

DEEDS: Final = {"draws": "drew", "dealt": "drew", "plays": "played", "casts": "cast"}


class WarLab(Lab):
    round_word = "turn"

    def standing(self, position: Position) -> list[float]:
        war = as_war(position)
        return [float(war.empires[p].hp) for p in (0, 1)]

    def rounds(self, position: Position) -> int:
        return as_war(position).turn

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Who drew, played and cast which witch or creature."""
        seen = event.whole()
        if seen.kind not in DEEDS:
            return []
        return [(seen.number(0), DEEDS[seen.kind], plain_name(seen.text(1)))]


def plain_name(text: str) -> str:
    """`Lvl.4 Fire! Wolf {2}: (1)` is a Wolf, `Lvl.2 Kind Witch! {3}` the Kind Witch."""
    words = text.split(" {")[0].replace("!", "").split()
    if words and words[0].startswith("Lvl."):
        words = words[1:]
    if words and words[0] in TYPE_NAMES:
        words = words[1:]
    return " ".join(words)
