"""What the lab counts in Ultimatum."""

from __future__ import annotations

from rumpus.core.contract import Event, Position, Seat
from rumpus.core.faces import Lab
from rumpus.games.ultimatum.rules.position import as_ultimatum
from rumpus.games.ultimatum.rules.turns import PLACING


class UltimatumLab(Lab):
    round_word = "phase"

    def opening(self, position: Position) -> bool:
        return as_ultimatum(position).stage < PLACING

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        p = as_ultimatum(position)
        units = range(seat * p.squad, (seat + 1) * p.squad)
        return [("character", p.character(unit).name) for unit in units if p.kind[unit] >= 0]

    def standing(self, position: Position) -> list[float]:
        p = as_ultimatum(position)
        return [float(sum(p.hp[seat * p.squad : (seat + 1) * p.squad])) for seat in range(p.n.players)]

    def rounds(self, position: Position) -> int:
        return as_ultimatum(position).phase

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Abilities used, passives that spoke, and the fallen."""
        if event.kind not in ("ability", "passive", "death", "charge", "tend"):
            return []
        seat, _, name = str(event.args[0]).partition(".")
        if event.kind == "death":
            return [(int(seat) - 1, "lost", name)]
        word = str(event.args[2 if event.kind == "tend" else 1])
        return [(int(seat) - 1, "used" if event.kind == "ability" else "had", word)]
