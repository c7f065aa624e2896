"""What a seat knows of a match as a row of numbers."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Features, Position, Seat
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.effects import amount_of, bearer_of, kind_of, turns_of
from rumpus.games.ultimatum.rules.numbers import CHARACTERS
from rumpus.games.ultimatum.rules.position import Ultimatum
from rumpus.games.ultimatum.rules.roster.catalogue import ROSTER
from rumpus.games.ultimatum.rules.turns import PICKING_BLIND, PLACING

STAGES: Final = 6
OF_A_MATCH: Final = ["phase", "my turn", "acting moved", "acting struck"]
OF_A_CHARACTER: Final = [
    "alive",
    "on the map",
    "x",
    "y",
    "hp",
    "hp of most",
    "shield",
    "charges",
    "attack",
    "range",
    "speed",
    "physical",
    "magical",
    "ready",
    "acting",
    "normal cooldown",
    "ultimatum cooldown",
    "traps",
]


class UltimatumFeatures(Features):
    """The match, then every character: first one's own squad, then the others in turn order from one's own seat.

    An effect is the sum of its amounts, or of its turns where it has no amount, scaled.
    """

    def __init__(self, players: int, squad: int) -> None:
        names = list(OF_A_MATCH)
        for i in range(STAGES):
            names.append(f"stage {i}")
        for character in ROSTER:
            names.append(f"{character.name} banned")
        for ahead in range(players):
            for slot in range(squad):
                whose = f"player +{ahead} character {slot + 1}"
                for character in ROSTER:
                    names.append(f"{whose} is {character.name}")
                for name in OF_A_CHARACTER:
                    names.append(f"{whose} {name}")
                for effect in fx.EFFECT_NAMES:
                    names.append(f"{whose} bears {effect}")
        super().__init__(names)

    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, Ultimatum)
        p = position
        row = [
            p.phase / p.n.phase_limit,
            1.0 if seat in p.waiting(seat) else 0.0,
            1.0 if p.active >= 0 and p.moved else 0.0,
            1.0 if p.active >= 0 and p.struck else 0.0,
        ]
        for i in range(STAGES):
            row.append(1.0 if p.stage == i and not p.over else 0.0)
        for kind in range(CHARACTERS):
            row.append(1.0 if p.banned >> kind & 1 else 0.0)
        for ahead in range(p.n.players):
            other = (seat + ahead) % p.n.players
            for unit in range(other * p.squad, (other + 1) * p.squad):
                if p.stage == PICKING_BLIND and other != seat:
                    row.extend([0.0] * (CHARACTERS + len(OF_A_CHARACTER) + fx.EFFECTS))
                else:
                    self._add_character(p, unit, row)
        return row

    def _add_character(self, p: Ultimatum, unit: int, row: list[float]) -> None:
        kind = p.kind[unit]
        for i in range(CHARACTERS):
            row.append(1.0 if i == kind else 0.0)
        if kind < 0:
            row.extend([0.0] * (len(OF_A_CHARACTER) + fx.EFFECTS))
            return
        place = p.place[unit]
        placed = place >= 0
        row.append(1.0 if p.hp[unit] > 0 else 0.0)
        row.append(1.0 if placed else 0.0)
        row.append((place % p.ground.columns) / p.ground.columns if placed else 0.0)
        row.append((place // p.ground.columns) / p.ground.rows if placed else 0.0)
        row.append(p.hp[unit] / 100)
        row.append(p.hp[unit] / p.most_hp(unit))
        row.append(p.shield[unit] / 20)
        row.append(p.charges[unit] / 5)
        row.append((p.attack_of(unit) if placed else p.n.attack[kind]) / 25)
        row.append((p.range_of(unit) if placed else p.n.range[kind]) / 8)
        row.append((p.speed_of(unit) if placed else p.n.speed[kind]) / 10)
        row.append(p.n.physical[kind] / 100)
        row.append(p.n.magical[kind] / 100)
        row.append(1.0 if p.stage > PLACING and p.is_ready(unit) else 0.0)
        row.append(1.0 if unit == p.active else 0.0)
        row.append(p.normal_wait[unit] / 8)
        row.append(p.ultimatum_wait[unit] / 8)
        row.append(len([trap for trap in p.traps if trap.owner == unit]) / 3)
        sums = [0] * fx.EFFECTS
        for effect in p.effects:
            if bearer_of(effect) == unit:
                sums[kind_of(effect)] += amount_of(effect) if amount_of(effect) != 0 else turns_of(effect)
        for total in sums:
            row.append(total / 10)
