"""What the lab counts in Ultimatum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.extensions import Gifts, Lab
from rumpus.core.options import Options
from rumpus.core.position import Event, Position, Seat
from rumpus.core.rng import Luck
from rumpus.games.ultimatum.maps import setting_for
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import PLACING

ORDER: Final = ("goes first", "goes second", "goes third", "goes fourth")
CHARACTER_GIFT: Final = "character"
MOST_GIFTS: Final = 2


class UltimatumLab(Lab):
    round_word = "phase"

    def opening(self, position: Position) -> bool:
        return as_ultimatum(position).stage < PLACING

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        p = as_ultimatum(position)
        units = range(seat * p.squad, (seat + 1) * p.squad)
        return [("character", p.character(unit).name) for unit in units if p.kind[unit] >= 0]

    def lots(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        """Whose turn comes when, where the match leaves that to chance."""
        p = as_ultimatum(position)
        return [("turn order", ORDER[(seat - p.first) % p.n.players])] if p.n.first < 0 else []

    def gifts(self, options: Options) -> list[Gifts]:
        names = [character.name for character in ROSTER]
        return [Gifts(CHARACTER_GIFT, names, min(MOST_GIFTS, options.number("squad")))]

    def start_with(self, options: Options, kind: str, given: Sequence[Sequence[str]], luck: Luck) -> Position:
        """Squads come about by chance; then the first of each are those given, and whoever had one of them already
        gets one who made room.
        """
        p = Ultimatum(setting_for(options), None)
        p.begin(luck)
        while p.stage < PLACING:
            for seat in p.to_act():
                moves = p.moves(seat)
                p.play(seat, moves[luck.below(len(moves))], luck)
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
            p.hp[unit] = p.most_hp(unit)
        p.listed = None
        return p

    def standing(self, position: Position) -> list[float]:
        p = as_ultimatum(position)
        return [float(sum(p.hp[seat * p.squad : (seat + 1) * p.squad])) for seat in range(p.n.players)]

    def rounds(self, position: Position) -> int:
        return as_ultimatum(position).phase

    def windfalls(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Attacks that a character slipped away from: the only die there is after the start."""
        if event.kind != "miss":
            return []
        seat, _, name = str(event.args[1]).partition(".")
        return [(int(seat) - 1, "slip", f"{name} slips away")]

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Abilities used, passives that spoke, and the fallen."""
        if event.kind not in ("ability", "passive", "death", "charge", "tend"):
            return []
        seat, _, name = str(event.args[0]).partition(".")
        if event.kind == "death":
            return [(int(seat) - 1, "lost", name)]
        word = str(event.args[2 if event.kind == "tend" else 1])
        return [(int(seat) - 1, "used" if event.kind == "ability" else "had", word)]
