"""Corvin, the warlock: what others lose, he keeps."""

from __future__ import annotations

from rumpus.core.rng import Luck
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.board import MAGICAL, Board
from rumpus.games.ultimatum.rules.character import CHARACTER, Ability, Character


class Corvin(Character):
    def __init__(self) -> None:
        super().__init__(
            "Corvin",
            "the warlock",
            False,
            Ability(
                "Blood price", "A-31", "His Hex heals him by {corvin.blood_price.percent} % of the damage it deals."
            ),
            Ability(
                "Hex",
                "A-32",
                "An enemy within {corvin.hex.radius} takes {corvin.hex.damage} magical damage and is silenced for "
                "{corvin.hex.turns} turn(s).",
                CHARACTER,
            ),
            Ability(
                "Drain",
                "A-33",
                "An enemy within {corvin.drain.radius} takes {corvin.drain.damage} true damage at each of its next "
                "{corvin.drain.turns} turns, and Corvin heals as much each time.",
                CHARACTER,
            ),
        )

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        for enemy in aims.in_sight:
            if b.apart(me, enemy) <= b.n.hex_radius:
                aims.character(enemy)

    def use_normal(self, b: Battle, me: int, named: int, luck: Luck) -> None:
        b.ability_on(me, named)
        dealt = b.hit(named, b.n.hex_damage, MAGICAL)
        blood = dealt * b.n.blood_price_percent // 100
        if blood > 0:
            b.passive_adds(me, blood)
            b.heal(me, blood)
        b.give(named, fx.SILENCE, 0, b.n.hex_turns, me)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        for enemy in aims.in_sight:
            if b.apart(me, enemy) <= b.n.drain_radius:
                aims.character(enemy)

    def use_ultimatum(self, b: Battle, me: int, named: int, luck: Luck) -> None:
        b.ability_on(me, named)
        b.give(named, fx.DRAIN, b.n.drain_damage, b.n.drain_turns, me)
