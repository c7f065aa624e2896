"""Numbers of the rules as options, `character.stat` or `character.ability.number`, and their values."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Field, Options, choice, number, switch, text

CHARACTERS: Final = 12
MAX_SQUAD: Final = 6
STATS: Final = ["hp", "attack", "range", "speed", "physical", "magical"]

STAT_HELP: Final = [
    "HP at the start, and the most {} can have",
    "attack points of {}'s basic attack",
    "how many hexes {}'s basic attack reaches",
    "how many hexes {} walks in a basic move",
    "percent of physical damage that {} blocks",
    "percent of magical damage that {} blocks",
]
STAT_CLAUSE: Final = ["UL-18", "UL-17", "UL-16", "UL-15", "UL-17", "UL-17"]
STAT_LOW: Final = [2, 0, 0, 0, -100, -100]
STAT_HIGH: Final = [500, 200, 30, 30, 100, 100]

# HP, Attack, Range, Speed, physical %, magical %: in the order of the roster.
STAT_TABLE: Final = [
    ("bram", [78, 9, 2, 4, 30, 20]),
    ("wren", [46, 17, 8, 4, 5, 10]),
    ("amity", [60, 9, 5, 5, 15, 20]),
    ("nyx", [66, 14, 2, 7, 15, 15]),
    ("orrin", [48, 9, 6, 4, 5, 30]),
    ("sable", [58, 15, 2, 6, 20, 10]),
    ("isk", [56, 10, 6, 5, 10, 25]),
    ("tamsin", [62, 15, 6, 6, 10, 10]),
    ("ursa", [74, 14, 1, 6, 15, 10]),
    ("lys", [58, 15, 2, 6, 10, 20]),
    ("corvin", [60, 12, 5, 5, 10, 25]),
    ("halla", [76, 13, 2, 5, 25, 20]),
]

FIRST: Final = ["random", "1", "2", "3", "4"]
ROTATE_HELP: Final = "each phase the next player goes first"
LOCKED_HELP: Final = "ultimatums are locked before this phase"

MATCH_FIELDS: Final = [
    number("players", 2, 2, 4, "how many players", "UL-1", basic=True),
    number("squad", 3, 1, MAX_SQUAD, "characters per player", "UL-1", basic=True, label="Characters per player"),
    text(
        "map",
        "crossroads",
        ["crossroads", "arena", "causeway", "ruins"],
        "name of a map, or the whole text of a map file",
        "M-1",
        basic=True,
    ),
    choice(
        "pick",
        "random",
        ["random", "draft", "blind"],
        "how the squads are chosen",
        "UL-4",
        basic=True,
        label="Squads",
        says={"random": "dealt", "draft": "chosen in turn", "blind": "chosen in secret"},
    ),
    number("bans", 0, 0, 2, "characters each player bans before a draft", "UL-4", basic=True, label="Bans per player"),
    choice("first", "random", FIRST, "who goes first: random, or a seat", "UL-6", label="First player"),
    switch("rotate_first", False, ROTATE_HELP, "UL-6", basic=True, label="First player rotates"),
    number("ultimatum_from_phase", 1, 1, 99, LOCKED_HELP, "UL-14", basic=True, label="Ultimatums from phase"),
    number("phase_limit", 60, 1, 99, "phases after which the match ends", "UL-26"),
    number("shield_limit", 20, 0, 500, "the most a shield can hold", "UL-37"),
]

ABILITY_FIELDS: Final = [
    number("bram.iron_stance.less", 3, 0, 200, "taken off every basic attack on Bram", "A-1"),
    number("bram.shield_wall.cooldown", 3, 0, 99, "phases until Shield wall can be used again", "A-2"),
    number("bram.shield_wall.radius", 1, 0, 30, "how near an ally must be for Shield wall", "A-2"),
    number("bram.shield_wall.shield", 8, 0, 200, "shield from Shield wall", "A-2"),
    number("bram.earthshaker.cooldown", 5, 0, 99, "phases until Earthshaker can be used again", "A-3"),
    number("bram.earthshaker.radius", 2, 0, 30, "how far Earthshaker goes", "A-3"),
    number("bram.earthshaker.damage", 15, 0, 200, "physical damage of Earthshaker", "A-3"),
    number("bram.earthshaker.turns", 1, 1, 20, "turns that Earthshaker stuns", "A-3"),
    number("wren.quickstep.cooldown", 4, 0, 99, "phases until Quickstep can be used again", "A-5"),
    number("wren.quickstep.speed", 4, 0, 30, "speed that Quickstep adds for the turn", "A-5"),
    number("wren.piercing_shot.cooldown", 6, 0, 99, "phases until Piercing shot can be used again", "A-6"),
    number("wren.piercing_shot.damage", 26, 0, 200, "physical damage of Piercing shot", "A-6"),
    number("amity.cleanse.cooldown", 3, 0, 99, "phases until Cleanse can be used again", "A-8"),
    number("amity.cleanse.radius", 5, 0, 30, "how far Cleanse reaches", "A-8"),
    number("amity.cleanse.heal", 8, 0, 200, "HP that Cleanse heals", "A-8"),
    number("amity.second_dawn.cooldown", 8, 0, 99, "phases until Second dawn can be used again", "A-9"),
    number("amity.second_dawn.percent", 50, 50, 100, "percent of its HP with which the fallen returns", "A-9"),
    number("amity.second_dawn.phases", 1, 0, 99, "how many phases ago the ally may have fallen", "A-9"),
    number("nyx.envenom.poison", 3, 0, 200, "true damage of Envenom's poison at each turn", "A-10"),
    number("nyx.envenom.turns", 3, 1, 20, "turns that Envenom's poison lasts", "A-10"),
    number("nyx.backstab.cooldown", 3, 0, 99, "phases until Backstab can be used again", "A-11"),
    number("nyx.backstab.radius", 4, 0, 30, "how near the enemy must be for Backstab", "A-11"),
    number("nyx.backstab.damage", 14, 0, 200, "physical damage of Backstab", "A-11"),
    number("nyx.backstab.surprise", 24, 0, 200, "its damage to an enemy that has not acted yet", "A-11"),
    number("nyx.outbreak.cooldown", 6, 0, 99, "phases until Outbreak can be used again", "A-12"),
    number("orrin.battery.limit", 5, 0, 99, "the most charges Battery holds", "A-13"),
    number("orrin.battery.bonus", 2, 0, 50, "damage each charge of Battery adds", "A-13"),
    number("orrin.firebolt.cooldown", 2, 0, 99, "phases until Firebolt can be used again", "A-14"),
    number("orrin.firebolt.radius", 6, 0, 30, "how far Firebolt reaches", "A-14"),
    number("orrin.firebolt.damage", 14, 0, 200, "magical damage of Firebolt", "A-14"),
    number("orrin.meteor.cooldown", 6, 0, 99, "phases until Meteor can be used again", "A-15"),
    number("orrin.meteor.radius", 7, 0, 30, "how far away Meteor can fall", "A-15"),
    number("orrin.meteor.burst", 2, 0, 30, "how far around its hex Meteor hits", "A-15"),
    number("orrin.meteor.damage", 17, 0, 200, "magical damage of Meteor", "A-15"),
    number("sable.riposte.percent", 50, 0, 200, "percent of her Attack with which Riposte answers", "A-16"),
    number("sable.lunge.cooldown", 2, 0, 99, "phases until Lunge can be used again", "A-17"),
    number("sable.lunge.reach", 5, 0, 30, "how far away the enemy of a Lunge may stand", "A-17"),
    number("sable.flurry.cooldown", 5, 0, 99, "phases until Flurry can be used again", "A-18"),
    number("sable.flurry.blows", 3, 1, 9, "attacks of a Flurry", "A-18"),
    number("sable.flurry.percent", 80, 0, 200, "percent of her Attack in each attack of a Flurry", "A-18"),
    number("isk.chill.speed", 2, 0, 30, "speed that Chill takes away", "A-19"),
    number("isk.chill.turns", 1, 1, 20, "turns that Chill lasts", "A-19"),
    number("isk.freeze.cooldown", 3, 0, 99, "phases until Freeze can be used again", "A-20"),
    number("isk.freeze.radius", 5, 0, 30, "how far Freeze reaches", "A-20"),
    number("isk.freeze.damage", 8, 0, 200, "magical damage of Freeze", "A-20"),
    number("isk.freeze.turns", 1, 1, 20, "turns that Freeze snares", "A-20"),
    number("isk.blizzard.cooldown", 6, 0, 99, "phases until Blizzard can be used again", "A-21"),
    number("isk.blizzard.radius", 6, 0, 30, "how far away Blizzard can fall", "A-21"),
    number("isk.blizzard.burst", 2, 0, 30, "how far around its hex Blizzard hits", "A-21"),
    number("isk.blizzard.damage", 12, 0, 200, "magical damage of Blizzard", "A-21"),
    number("isk.blizzard.turns", 1, 1, 20, "turns that Blizzard grounds", "A-21"),
    number("isk.blizzard.speed", 3, 0, 30, "speed that Blizzard takes away", "A-21"),
    number("isk.blizzard.slow_turns", 2, 1, 20, "turns that Blizzard slows", "A-21"),
    number("tamsin.woodcraft.speed", 2, 0, 30, "speed that Woodcraft adds", "A-22"),
    number("tamsin.woodcraft.radius", 3, 0, 30, "how far away enemies must stay for Woodcraft", "A-22"),
    number("tamsin.set_trap.cooldown", 2, 0, 99, "phases until Set trap can be used again", "A-23"),
    number("tamsin.set_trap.radius", 5, 0, 30, "how far away Set trap reaches", "A-23"),
    number("tamsin.set_trap.limit", 3, 1, 9, "traps that can lie at once", "A-23"),
    number("tamsin.set_trap.damage", 20, 0, 200, "physical damage of a trap", "A-23"),
    number("tamsin.set_trap.turns", 1, 1, 20, "turns that a trap snares", "A-23"),
    number("tamsin.spring.cooldown", 5, 0, 99, "phases until Spring can be used again", "A-24"),
    number("tamsin.spring.burst", 1, 0, 30, "how far around each trap Spring hits", "A-24"),
    number("tamsin.spring.damage", 24, 0, 200, "physical damage of Spring", "A-24"),
    number("ursa.blood_rage.step", 8, 1, 500, "missing HP for each point of Blood rage", "A-25"),
    number("ursa.cleave.cooldown", 3, 0, 99, "phases until Cleave can be used again", "A-26"),
    number("ursa.cleave.radius", 1, 0, 30, "how far Cleave goes", "A-26"),
    number("ursa.last_stand.cooldown", 7, 0, 99, "phases until Last stand can be used again", "A-27"),
    number("ursa.last_stand.turns", 2, 1, 20, "turns that Last stand holds", "A-27"),
    number("ursa.last_stand.percent", 50, 0, 200, "percent of her damage that heals her during Last stand", "A-27"),
    number("lys.slip.one_in", 4, 1, 100, "one basic attack in this number misses her", "A-28"),
    number("lys.vanish.cooldown", 4, 0, 99, "phases until Vanish can be used again", "A-29"),
    number("lys.vanish.turns", 2, 1, 20, "turns that Vanish lasts", "A-29"),
    number("lys.vanish.percent", 60, 0, 500, "extra percent of a basic attack while invisible", "A-29"),
    number("lys.switch.cooldown", 6, 0, 99, "phases until Switch can be used again", "A-30"),
    number("corvin.blood_price.percent", 25, 0, 200, "percent of the damage of his Hex that heals him", "A-31"),
    number("corvin.hex.cooldown", 3, 0, 99, "phases until Hex can be used again", "A-32"),
    number("corvin.hex.radius", 6, 0, 30, "how far Hex reaches", "A-32"),
    number("corvin.hex.damage", 10, 0, 200, "magical damage of Hex", "A-32"),
    number("corvin.hex.turns", 1, 1, 20, "turns that Hex silences", "A-32"),
    number("corvin.drain.cooldown", 6, 0, 99, "phases until Drain can be used again", "A-33"),
    number("corvin.drain.radius", 6, 0, 30, "how far Drain reaches", "A-33"),
    number("corvin.drain.damage", 9, 0, 200, "true damage of Drain at each turn", "A-33"),
    number("corvin.drain.turns", 3, 1, 20, "turns that Drain lasts", "A-33"),
    number("halla.rally.radius", 3, 0, 30, "how near an ally must be for Rally", "A-34"),
    number("halla.rally.attack", 3, 0, 200, "Attack that Rally adds", "A-34"),
    number("halla.forward.cooldown", 3, 0, 99, "phases until Forward! can be used again", "A-35"),
    number("halla.forward.radius", 4, 0, 30, "how far Forward! reaches", "A-35"),
    number("halla.forward.speed", 3, 0, 30, "speed that Forward! adds", "A-35"),
    number("halla.forward.attack", 3, 0, 200, "Attack that Forward! adds", "A-35"),
    number("halla.forward.turns", 1, 1, 20, "turns that Forward! lasts", "A-35"),
    number("halla.to_me.cooldown", 7, 0, 99, "phases until To me! can be used again", "A-36"),
    number("halla.to_me.shield", 8, 0, 200, "shield from To me!", "A-36"),
]


def stat_fields() -> list[Field]:
    fields: list[Field] = []
    for name, stats in STAT_TABLE:
        for i in range(len(STATS)):
            help = STAT_HELP[i].format(name.capitalize())
            fields.append(number(f"{name}.{STATS[i]}", stats[i], STAT_LOW[i], STAT_HIGH[i], help, STAT_CLAUSE[i]))
    return fields


FIELDS: Final = MATCH_FIELDS + stat_fields() + ABILITY_FIELDS


class Numbers:
    """Numbers of one match. Shared by all copies of its positions, so immutable."""

    def __init__(self, options: Options) -> None:
        get = options.number
        self.options = options
        self.players = get("players")
        self.squad = get("squad")
        self.pick = options.choice("pick")
        self.bans = get("bans")
        first = options.choice("first")
        self.first = -1 if first == "random" else int(first) - 1
        self.rotate_first = options.switch("rotate_first")
        self.ultimatum_from_phase = get("ultimatum_from_phase")
        self.phase_limit = get("phase_limit")
        self.shield_limit = get("shield_limit")

        # By place in the roster.
        self.hp = self._stat(options, 0)
        self.attack = self._stat(options, 1)
        self.range = self._stat(options, 2)
        self.speed = self._stat(options, 3)
        self.physical = self._stat(options, 4)
        self.magical = self._stat(options, 5)

        self.iron_stance_less = get("bram.iron_stance.less")
        self.shield_wall_radius = get("bram.shield_wall.radius")
        self.shield_wall_shield = get("bram.shield_wall.shield")
        self.earthshaker_radius = get("bram.earthshaker.radius")
        self.earthshaker_damage = get("bram.earthshaker.damage")
        self.earthshaker_turns = get("bram.earthshaker.turns")
        self.quickstep_speed = get("wren.quickstep.speed")
        self.piercing_shot_damage = get("wren.piercing_shot.damage")
        self.cleanse_radius = get("amity.cleanse.radius")
        self.cleanse_heal = get("amity.cleanse.heal")
        self.second_dawn_percent = get("amity.second_dawn.percent")
        self.second_dawn_phases = get("amity.second_dawn.phases")
        self.envenom_poison = get("nyx.envenom.poison")
        self.envenom_turns = get("nyx.envenom.turns")
        self.backstab_radius = get("nyx.backstab.radius")
        self.backstab_damage = get("nyx.backstab.damage")
        self.backstab_surprise = get("nyx.backstab.surprise")
        self.battery_limit = get("orrin.battery.limit")
        self.battery_bonus = get("orrin.battery.bonus")
        self.firebolt_radius = get("orrin.firebolt.radius")
        self.firebolt_damage = get("orrin.firebolt.damage")
        self.meteor_radius = get("orrin.meteor.radius")
        self.meteor_burst = get("orrin.meteor.burst")
        self.meteor_damage = get("orrin.meteor.damage")
        self.riposte_percent = get("sable.riposte.percent")
        self.lunge_reach = get("sable.lunge.reach")
        self.flurry_blows = get("sable.flurry.blows")
        self.flurry_percent = get("sable.flurry.percent")
        self.chill_speed = get("isk.chill.speed")
        self.chill_turns = get("isk.chill.turns")
        self.freeze_radius = get("isk.freeze.radius")
        self.freeze_damage = get("isk.freeze.damage")
        self.freeze_turns = get("isk.freeze.turns")
        self.blizzard_radius = get("isk.blizzard.radius")
        self.blizzard_burst = get("isk.blizzard.burst")
        self.blizzard_damage = get("isk.blizzard.damage")
        self.blizzard_turns = get("isk.blizzard.turns")
        self.blizzard_speed = get("isk.blizzard.speed")
        self.blizzard_slow_turns = get("isk.blizzard.slow_turns")
        self.woodcraft_speed = get("tamsin.woodcraft.speed")
        self.woodcraft_radius = get("tamsin.woodcraft.radius")
        self.set_trap_radius = get("tamsin.set_trap.radius")
        self.set_trap_limit = get("tamsin.set_trap.limit")
        self.set_trap_damage = get("tamsin.set_trap.damage")
        self.set_trap_turns = get("tamsin.set_trap.turns")
        self.spring_burst = get("tamsin.spring.burst")
        self.spring_damage = get("tamsin.spring.damage")
        self.blood_rage_step = get("ursa.blood_rage.step")
        self.cleave_radius = get("ursa.cleave.radius")
        self.last_stand_turns = get("ursa.last_stand.turns")
        self.last_stand_percent = get("ursa.last_stand.percent")
        self.slip_one_in = get("lys.slip.one_in")
        self.vanish_turns = get("lys.vanish.turns")
        self.vanish_percent = get("lys.vanish.percent")
        self.blood_price_percent = get("corvin.blood_price.percent")
        self.hex_radius = get("corvin.hex.radius")
        self.hex_damage = get("corvin.hex.damage")
        self.hex_turns = get("corvin.hex.turns")
        self.drain_radius = get("corvin.drain.radius")
        self.drain_damage = get("corvin.drain.damage")
        self.drain_turns = get("corvin.drain.turns")
        self.rally_radius = get("halla.rally.radius")
        self.rally_attack = get("halla.rally.attack")
        self.forward_radius = get("halla.forward.radius")
        self.forward_speed = get("halla.forward.speed")
        self.forward_attack = get("halla.forward.attack")
        self.forward_turns = get("halla.forward.turns")
        self.to_me_shield = get("halla.to_me.shield")

        # The fields name each character's normal ability before its ultimatum, in the order of the roster.
        cooldowns = [get(field.name) for field in ABILITY_FIELDS if field.name.endswith(".cooldown")]
        assert len(cooldowns) == 2 * CHARACTERS
        self.normal_cooldown = cooldowns[::2]
        self.ultimatum_cooldown = cooldowns[1::2]

    def _stat(self, options: Options, stat: int) -> list[int]:
        return [options.number(f"{name}.{STATS[stat]}") for name, _ in STAT_TABLE]
