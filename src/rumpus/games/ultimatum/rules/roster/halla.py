"""Halla, the banner: everyone fights better around her."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import CHARACTER, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import Board

PASSIVE = Ability("Rally", "A-34", "Allies within {halla.rally.radius} have {halla.rally.attack} more Attack.")
NORMAL = Ability(
    "Forward!",
    "A-35",
    "An ally within {halla.forward.radius} gains {halla.forward.speed} speed and {halla.forward.attack} Attack for "
    "{halla.forward.turns} turn(s).",
    CHARACTER,
)
ULTIMATUM = Ability(
    "To me!",
    "A-36",
    "Every ally jumps to the free hex nearest to her, the closest ally first, and gains shield {halla.to_me.shield}.",
)


class Halla(Character):
    def __init__(self) -> None:
        super().__init__("Halla", "the banner", melee=True, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def lent_attack(self, b: Board, me: int, ally: int) -> int:
        return b.n.rally_attack if b.apart(me, ally) <= b.n.rally_radius else 0

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        for ally in b.allies(me):
            if b.apart(me, ally) <= b.n.forward_radius:
                aims.character(ally)

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.give(named, fx.SPEED, b.n.forward_speed, b.n.forward_turns, me)
        b.give(named, fx.ATTACK, b.n.forward_attack, b.n.forward_turns, me)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        if b.allies(me):
            aims.nothing()

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        for ally in self.closest_first(b, me):
            b.jump(ally, b.nearest_landing(me, ally))
            b.gain_shield(ally, b.n.to_me_shield)

    def closest_first(self, b: Board, me: int) -> list[int]:
        """Her allies by distance; ties in squad order."""
        keys = sorted([b.apart(me, ally) * b.units + ally for ally in b.allies(me)])
        return [key % b.units for key in keys]
