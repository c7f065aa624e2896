"""What the lab counts in Creature Wars."""

from __future__ import annotations

from rumpus.core.contract import Event, Position, Seat
from rumpus.core.faces import Lab
from rumpus.games.creature_wars.rules.position import as_war
from rumpus.games.creature_wars.words import ledger_of


class WarLab(Lab):
    round_word = "turn"

    def standing(self, position: Position) -> list[float]:
        war = as_war(position)
        return [float(war.empires[p].hp) for p in (0, 1)]

    def rounds(self, position: Position) -> int:
        return as_war(position).turn

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        return ledger_of(event)
