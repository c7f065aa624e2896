"""What the lab counts in Cat Brawl."""

from __future__ import annotations

from rumpus.core.contract import Event, Position, Seat
from rumpus.core.faces import Lab
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.position import as_brawl
from rumpus.games.cat_brawl.rules.ring import CAT
from rumpus.games.cat_brawl.words import entries


class BrawlLab(Lab):
    def opening(self, position: Position) -> bool:
        return as_brawl(position).phase == CAT

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        brawl = as_brawl(position)
        return [] if brawl.phase == CAT else [("cat", BREEDS[brawl.cats[seat].breed])]

    def standing(self, position: Position) -> list[float]:
        return [float(cat.hp) for cat in as_brawl(position).cats]

    def rounds(self, position: Position) -> int:
        return as_brawl(position).round

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        return entries(event.whole())
