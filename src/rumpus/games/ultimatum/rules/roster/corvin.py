"""Corvin, the warlock: what others lose, he keeps."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import CHARACTER, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import MAGICAL, Board

PASSIVE = Ability("Blood price", "A-31", "His Hex heals him by {corvin.blood_price.percent} % of the damage it deals.")
NORMAL = Ability(
    "Hex",
    "A-32",
    "An enemy within {corvin.hex.radius} takes {corvin.hex.damage} magical damage and is silenced for "
    "{corvin.hex.turns} turn(s).",
    CHARACTER,
)
ULTIMATUM = Ability(
    "Drain",
    "A-33",
    "An enemy within {corvin.drain.radius} takes {corvin.drain.damage} true damage at each of its next "
    "{corvin.drain.turns} turns, and Corvin heals as much each time.",
    CHARACTER,
)


class Corvin(Character):
    def __init__(self) -> None:
        super().__init__("Corvin", "the warlock", melee=False, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        b.aim_enemies(me, b.n.hex_radius, aims)

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.reveal_if_hostile(me, named)
        dealt = b.hit(named, b.n.hex_damage, MAGICAL)
        blood = dealt * b.n.blood_price_percent // 100
        if blood > 0:
            b.note_passive(me, blood)
            b.heal(me, blood)
        b.give(named, fx.SILENCE, 0, b.n.hex_turns, me)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        b.aim_enemies(me, b.n.drain_radius, aims)

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        b.reveal_if_hostile(me, named)
        b.give(named, fx.DRAIN, b.n.drain_damage, b.n.drain_turns, me)
