"""The options of the rulebook, and their values in one match."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Field, Options, choice, number

FIELDS: Final[list[Field]] = [
    number("players", 2, 2, 6, "how many cats fight", "CB-1", basic=True),
    number("persian.hp", 8, 1, 99, "HP a Persian starts with", "CB-2"),
    number("ragdoll.hp", 10, 1, 99, "HP a Ragdoll starts with", "CB-2"),
    number("maine_coon.hp", 10, 1, 99, "HP a Maine Coon starts with", "CB-2"),
    number("exotic_shorthair.hp", 10, 1, 99, "HP an Exotic Shorthair starts with", "CB-2"),
    number("siamese.hp", 10, 1, 99, "HP a Siamese starts with", "CB-2"),
    number("abyssinian.hp", 10, 1, 99, "HP an Abyssinian starts with", "CB-2"),
    choice(
        "bonus_ability",
        "random",
        ["random", "none"],
        "whether a secret second ability is dealt",
        "CB-4",
        basic=True,
        label="A second ability",
        says={"random": "one each, in secret", "none": "no"},
    ),
    number(
        "starting_cards", 2, 0, 20, "chance cards everyone starts with", "CB-5", basic=True, label="Cards at the start"
    ),
    number(
        "draw_every",
        0,
        0,
        100,
        "everyone draws a card every so many rounds; 0 is never",
        "CB-5",
        basic=True,
        label="Rounds between new cards",
    ),
    number("scratch.damage", 1, 1, 20, "points a scratch deals", "CB-13"),
    number("purr.gain", 1, 0, 20, "HP an undisturbed purr gains", "CB-14"),
    number("purr.loss", 1, 0, 20, "HP a disturbed purr loses in all", "CB-14"),
    number("double_purring.gain", 2, 0, 20, "HP gained with Double Purring", "CB-17"),
    number("guaranteed_purring.gain", 1, 0, 20, "HP gained with Guaranteed Purring", "CB-17"),
    number("purr_and_draw.cards", 1, 1, 9, "cards drawn by Purr and Draw", "CB-17"),
    number("guard_and_heal.gain", 1, 0, 20, "HP gained with Guard and Heal", "CB-18"),
    number("guard_and_draw.cards", 1, 1, 9, "cards drawn by Guard and Draw", "CB-18"),
    number("double_scratch.factor", 2, 1, 10, "Double Scratch multiplies the points by this", "CB-13"),
    number("rejuvenation.gain", 1, 0, 20, "HP gained by Rejuvenation", "CB-21"),
    number("rejuvenation.cooldown", 2, 0, 50, "rounds Rejuvenation rests", "CB-21"),
    number("gentleman.points", 2, 1, 50, "dodged points that earn a Gentleman a card", "CB-22"),
    number("gentleman.cards", 1, 1, 9, "cards a Gentleman draws", "CB-22"),
    number("hunting.rounds", 2, 1, 50, "rounds without claws before Hunting brings one", "CB-23"),
    number("recycling.cooldown", 2, 0, 50, "rounds Recycling rests", "CB-24"),
    number("loneliness.cards", 2, 0, 9, "cards drawn by Loneliness", "CB-25"),
    number("loneliness.cooldown", 2, 0, 50, "rounds Loneliness rests", "CB-25"),
    number("spotlight.cooldown", 2, 0, 50, "rounds Spotlight rests", "CB-26"),
    number("attacker.points", 2, 1, 50, "points taken that earn an Attacker a card", "CB-27"),
    number("attacker.cards", 1, 1, 9, "cards an Attacker draws", "CB-27"),
    number("critical_hit.factor", 2, 1, 10, "Critical Hit multiplies the points by this", "CB-28"),
    number("critical_hit.cost", 1, 0, 20, "HP a Critical Hit costs", "CB-28"),
    number("critical_hit.cooldown", 2, 0, 50, "rounds Critical Hit rests", "CB-28"),
    number("win_hp", 20, 2, 200, "HP that win at once", "CB-29", basic=True, label="HP to win"),
    number(
        "max_rounds", 100, 1, 1000, "rounds after which the most HP win", "CB-31", basic=True, label="Rounds at most"
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
