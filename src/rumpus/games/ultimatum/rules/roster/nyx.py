"""Nyx, the venomfang: fast, sudden, and slow to be forgotten."""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.ultimatum.rules import effects as fx
from rumpus.games.ultimatum.rules.aims import Aims
from rumpus.games.ultimatum.rules.battle import Battle
from rumpus.games.ultimatum.rules.character import CHARACTER_AND_HEX, Ability, Character
from rumpus.games.ultimatum.rules.terrain.board import PHYSICAL, TRUE, Board
from rumpus.games.ultimatum.rules.terrain.hexes import DIRECTIONS

PASSIVE = Ability("Envenom", "A-10", "Her basic attacks add poison {nyx.envenom.poison} for {nyx.envenom.turns} turns.")
NORMAL = Ability(
    "Backstab",
    "A-11",
    "She jumps to a free hex next to an enemy within {nyx.backstab.radius} and deals it {nyx.backstab.damage} "
    "physical damage, {nyx.backstab.surprise} if it has not acted yet.",
    CHARACTER_AND_HEX,
    moves_its_user=True,
)
ULTIMATUM = Ability(
    "Outbreak", "A-12", "Every poisoned enemy, wherever it is, takes all its remaining poison at once as true damage."
)


class Nyx(Character):
    def __init__(self) -> None:
        super().__init__("Nyx", "the venomfang", melee=True, passive=PASSIVE, normal=NORMAL, ultimatum=ULTIMATUM)

    def after_attack(self, b: Battle, me: int, target: int) -> None:
        b.note_passive(me)
        b.give(target, fx.POISON, b.n.envenom_poison, b.n.envenom_turns, me)

    def aim_normal(self, b: Board, me: int, aims: Aims) -> None:
        for enemy in aims.in_sight:
            if b.apart(me, enemy) > b.n.backstab_radius:
                continue
            for side in range(DIRECTIONS):
                landing = b.beside(enemy, side)
                if landing >= 0 and (b.is_free(landing) or landing == b.place[me]):
                    aims.character_and_side(enemy, side)

    def use_normal(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        enemy, side = divmod(named, DIRECTIONS)
        b.reveal_if_hostile(me, enemy)
        b.jump(me, b.beside(enemy, side))
        if b.is_on_map(me):
            b.hit(enemy, b.n.backstab_damage if b.taken[enemy] else b.n.backstab_surprise, PHYSICAL)

    def aim_ultimatum(self, b: Board, me: int, aims: Aims) -> None:
        for enemy in aims.enemies:
            if b.bears(enemy, fx.POISON):
                aims.nothing()
                return

    def use_ultimatum(self, b: Battle, me: int, named: int, rng: Rng) -> None:
        poisoned = [enemy for enemy in b.enemies(b.seat_of(me)) if b.bears(enemy, fx.POISON)]
        amounts = [b.poison_left(enemy) for enemy in poisoned]
        for enemy in poisoned:
            b.remove_effects(enemy, fx.POISON)
        b.hit_area_each(me, poisoned, amounts, TRUE)
