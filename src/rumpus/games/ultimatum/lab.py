"""Statistics of Ultimatum for the lab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Lab, Treatments
from rumpus.core.options import Options
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Rng
from rumpus.games.ultimatum.maps import setting_for
from rumpus.games.ultimatum.rules.position import as_ultimatum, start
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import PLACING

TURN_ORDER: Final = ("goes first", "goes second", "goes third", "goes fourth")
CHARACTER: Final = "character"
MAX_TREATED: Final = 2


class UltimatumLab(Lab):
    round_word = "phase"

    def in_setup(self, position: Position) -> bool:
        return as_ultimatum(position).stage < PLACING

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        p = as_ultimatum(position)
        units = range(seat * p.squad, (seat + 1) * p.squad)
        return [("character", p.character(unit).name) for unit in units if p.kind[unit] >= 0]

    def random_setup(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """Place in the turn order, if it is random."""
        p = as_ultimatum(position)
        return [("turn order", TURN_ORDER[(seat - p.first) % p.n.players])] if p.n.first < 0 else []

    def treatments(self, options: Options) -> list[Treatments]:
        names = [character.name for character in ROSTER]
        return [Treatments(CHARACTER, names, min(MAX_TREATED, options.number("squad")))]

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], rng: Rng) -> Position:
        """Assigns characters to the first slots of squads after a random setup; their holders get replaced ones."""
        p = start(setting_for(options), rng)
        while p.stage < PLACING:
            for seat in p.to_act():
                moves = p.moves(seat)
                p.play(seat, moves[rng.below(len(moves))], rng)
        everyone = [character.name for character in ROSTER]
        wanted = {
            seat * p.squad + slot: everyone.index(name)
            for seat, names in enumerate(given)
            for slot, name in enumerate(names)
        }
        spare = [p.kind[unit] for unit in wanted if p.kind[unit] not in wanted.values()] + list(range(len(ROSTER)))
        for unit, character in wanted.items():
            p.kind[unit] = character
        for unit in range(p.units):
            if unit not in wanted and p.kind[unit] in wanted.values():
                first = p.seat_of(unit) * p.squad
                squad = p.kind[first : first + p.squad]
                p.kind[unit] = next(kind for kind in spare if kind not in squad and kind not in wanted.values())
                spare.remove(p.kind[unit])
        for unit in range(p.units):
            p.hp[unit] = p.max_hp(unit)
        p.listed = None
        return p

    def standing(self, position: Position) -> list[float]:
        p = as_ultimatum(position)
        return [float(sum(p.hp[seat * p.squad : (seat + 1) * p.squad])) for seat in range(p.n.players)]

    def rounds(self, position: Position) -> int:
        return as_ultimatum(position).phase

    def chance_gains(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Attacks missed by a slip: the only die after the setup."""
        if event.kind != "miss":
            return []
        seat, _, name = str(event.args[1]).partition(".")
        return [(int(seat) - 1, "slip", f"{name} slips away")]

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        if event.kind not in ("ability", "passive", "death", "charge", "tend"):
            return []
        seat, _, name = str(event.args[0]).partition(".")
        if event.kind == "death":
            return [(int(seat) - 1, "lost", name)]
        word = str(event.args[2 if event.kind == "tend" else 1])
        return [(int(seat) - 1, "used" if event.kind == "ability" else "had", word)]
