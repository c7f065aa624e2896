"""The options of the rulebook, and their values in one match."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Field, Options, choice, number

FIELDS: Final[list[Field]] = [
    number("players", 2, 2, 6, "how many cats fight", "CB-1", basic=True),
    number("persian.hp", 8, 1, 99, "starting HP of a Persian", "CB-2"),
    number("ragdoll.hp", 10, 1, 99, "starting HP of a Ragdoll", "CB-2"),
    number("maine_coon.hp", 10, 1, 99, "starting HP of a Maine Coon", "CB-2", label="Maine Coon: HP"),
    number(
        "exotic_shorthair.hp", 10, 1, 99, "starting HP of an Exotic Shorthair", "CB-2", label="Exotic Shorthair: HP"
    ),
    number("siamese.hp", 10, 1, 99, "starting HP of a Siamese", "CB-2"),
    number("abyssinian.hp", 10, 1, 99, "starting HP of an Abyssinian", "CB-2"),
    choice(
        "bonus_ability",
        "random",
        ["random", "none"],
        "whether a secret second ability is dealt",
        "CB-4",
        basic=True,
        label="Second ability",
        says={"random": "one each, in secret", "none": "none"},
    ),
    number("starting_cards", 2, 0, 20, "chance cards everyone starts with", "CB-5", basic=True, label="Starting cards"),
    number(
        "draw_every",
        0,
        0,
        100,
        "everyone draws a card every this many rounds; 0 means never",
        "CB-5",
        basic=True,
        label="Rounds between extra cards",
    ),
    number("scratch.damage", 1, 1, 20, "points a scratch deals", "CB-13"),
    number("purr.gain", 1, 0, 20, "HP gained by a purr if nobody attacks", "CB-14"),
    number("purr.loss", 1, 0, 20, "HP lost in total by a purr under attack", "CB-14"),
    number("double_purring.gain", 2, 0, 20, "HP gained with Double Purring", "CB-17"),
    number("guaranteed_purring.gain", 1, 0, 20, "HP gained with Guaranteed Purring", "CB-17"),
    number("purr_and_draw.cards", 1, 1, 9, "cards drawn by Purr and Draw", "CB-17"),
    number("guard_and_heal.gain", 1, 0, 20, "HP gained with Guard and Heal", "CB-18"),
    number("guard_and_draw.cards", 1, 1, 9, "cards drawn by Guard and Draw", "CB-18"),
    number("double_scratch.factor", 2, 1, 10, "factor by which Double Scratch multiplies the points", "CB-13"),
    number("rejuvenation.gain", 1, 0, 20, "HP gained by Rejuvenation", "CB-21"),
    number("rejuvenation.cooldown", 2, 0, 50, "rounds that Rejuvenation rests after use", "CB-21"),
    number("gentleman.points", 2, 1, 50, "dodged points that earn a Gentleman a card", "CB-22"),
    number("gentleman.cards", 1, 1, 9, "cards a Gentleman draws", "CB-22"),
    number("hunting.rounds", 2, 1, 50, "rounds without Can't Guard or Can't Reverse before Hunting gives one", "CB-23"),
    number("recycling.cooldown", 2, 0, 50, "rounds that Recycling rests after use", "CB-24"),
    number("loneliness.cards", 2, 0, 9, "cards drawn by Loneliness", "CB-25"),
    number("loneliness.cooldown", 2, 0, 50, "rounds that Loneliness rests after use", "CB-25"),
    number("spotlight.cooldown", 2, 0, 50, "rounds that Spotlight rests after use", "CB-26"),
    number("attacker.points", 2, 1, 50, "points taken that earn an Attacker a card", "CB-27"),
    number("attacker.cards", 1, 1, 9, "cards an Attacker draws", "CB-27"),
    number("critical_hit.factor", 2, 1, 10, "factor by which Critical Hit multiplies the points", "CB-28"),
    number("critical_hit.cost", 1, 0, 20, "HP a Critical Hit costs", "CB-28"),
    number("critical_hit.cooldown", 2, 0, 50, "rounds that Critical Hit rests after use", "CB-28"),
    number("win_hp", 20, 2, 200, "HP at which a cat wins at once", "CB-29", basic=True, label="HP to win"),
    number(
        "max_rounds",
        100,
        1,
        1000,
        "number of rounds after which the cat with the most HP wins",
        "CB-31",
        basic=True,
        label="Round limit",
    ),
]


class Numbers:
    """The values of one match, constant and shared by all its positions."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.players = options.number("players")
        self.starting_hp: list[int] = [
            options.number("persian.hp"),
            options.number("ragdoll.hp"),
            options.number("maine_coon.hp"),
            options.number("exotic_shorthair.hp"),
            options.number("siamese.hp"),
            options.number("abyssinian.hp"),
        ]
        self.bonus = options.choice("bonus_ability") == "random"
        self.starting_cards = options.number("starting_cards")
        self.draw_every = options.number("draw_every")
        self.scratch = options.number("scratch.damage")
        self.purr_gain = options.number("purr.gain")
        self.purr_loss = options.number("purr.loss")
        self.double_purring = options.number("double_purring.gain")
        self.guaranteed_purring = options.number("guaranteed_purring.gain")
        self.purr_and_draw = options.number("purr_and_draw.cards")
        self.guard_and_heal = options.number("guard_and_heal.gain")
        self.guard_and_draw = options.number("guard_and_draw.cards")
        self.double_scratch = options.number("double_scratch.factor")
        self.rejuvenation = options.number("rejuvenation.gain")
        self.rejuvenation_rest = options.number("rejuvenation.cooldown")
        self.gentleman_points = options.number("gentleman.points")
        self.gentleman_cards = options.number("gentleman.cards")
        self.hunting_rounds = options.number("hunting.rounds")
        self.recycling_rest = options.number("recycling.cooldown")
        self.loneliness_cards = options.number("loneliness.cards")
        self.loneliness_rest = options.number("loneliness.cooldown")
        self.spotlight_rest = options.number("spotlight.cooldown")
        self.attacker_points = options.number("attacker.points")
        self.attacker_cards = options.number("attacker.cards")
        self.critical_factor = options.number("critical_hit.factor")
        self.critical_cost = options.number("critical_hit.cost")
        self.critical_rest = options.number("critical_hit.cooldown")
        self.win_hp = options.number("win_hp")
        self.max_rounds = options.number("max_rounds")


def cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def rounds(count: int) -> str:
    return "1 round" if count == 1 else f"{count} rounds"
