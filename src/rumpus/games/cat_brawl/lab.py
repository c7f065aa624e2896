"""What the lab counts in Cat Brawl."""

from __future__ import annotations

from rumpus.core.contract import Event, Position, Seat
from rumpus.core.faces import Lab
from rumpus.games.cat_brawl.rules.abilities import ABILITIES, ATTACKER, GENTLEMAN, HUNTING
from rumpus.games.cat_brawl.rules.cards import CARDS
from rumpus.games.cat_brawl.rules.cats import BREEDS
from rumpus.games.cat_brawl.rules.movements import NO_CARD
from rumpus.games.cat_brawl.rules.position import as_brawl
from rumpus.games.cat_brawl.rules.reasons import WHY_ATTACKER, WHY_GENTLEMAN
from rumpus.games.cat_brawl.rules.ring import CAT


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
        """Cards drawn, found and shown, abilities used, passive ones included."""
        seen = event.whole()
        if seen.kind == "drew":
            seat, why = seen.number(0), seen.number(1)
            drawn = [(seat, "drew", CARDS[seen.number(index)].name) for index in range(2, len(seen.args))]
            if why == WHY_ATTACKER:
                return [(seat, "used", ATTACKER.name), *drawn]
            if why == WHY_GENTLEMAN:
                return [(seat, "used", GENTLEMAN.name), *drawn]
            return drawn
        if seen.kind == "hunted":
            return [(seen.number(0), "used", HUNTING.name), (seen.number(0), "drew", CARDS[seen.number(1)].name)]
        if seen.kind == "recycled":
            return [(seen.number(0), "drew", CARDS[seen.number(1)].name)]
        if seen.kind == "used":
            return [(seen.number(0), "used", ABILITIES[seen.number(1)].name)]
        if seen.kind == "showed" and seen.number(3) != NO_CARD:
            return [(seen.number(0), "played", CARDS[seen.number(3)].name)]
        if seen.kind == "dealt":
            return [(seen.number(0), "was dealt", ABILITIES[seen.number(1)].name)]
        return []
