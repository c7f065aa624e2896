"""All that Creature Wars can explain on demand: Tribes, special cards, and every witch."""

from __future__ import annotations

from typing import Final

from rumpus.core.options import Options
from rumpus.core.words import Topic
from rumpus.games.creature_wars.rules.cards import TIER_LEVELS
from rumpus.games.creature_wars.rules.lettering import TIER_NAMES, TRIBE_NAMES
from rumpus.games.creature_wars.rules.names import spelled_out
from rumpus.games.creature_wars.rules.numbers import numbers_of
from rumpus.games.creature_wars.rules.witches.catalogue import CATALOGUE
from rumpus.games.creature_wars.rules.witches.unwritten import UNWRITTEN_LESSER, UNWRITTEN_SACRED, UNWRITTEN_SINFUL

UNWRITTEN: Final = (UNWRITTEN_LESSER, UNWRITTEN_SACRED, UNWRITTEN_SINFUL)

SPECIAL_TOPICS: Final = [
    Topic(
        "Militia", "special card", "Fights with power 3 for whoever cannot play a card, costs 3, and vanishes.", "SC-1"
    ),
    Topic("Phantom", "special card", "A drowned Pirate: weaker at heart, five levels higher, without a Type.", "SC-2"),
    Topic("Werewolf", "special card", "A Wolf under the moon: base strength 8, Nightmare.", "SC-3"),
    Topic("Primordial Butterfly", "special card", "Power 7, and it costs only 1 when it is lost.", "SC-4"),
    Topic(
        "Skeletor", "special card", "After a duel with a creature another Skeleton of your hand takes his fate.", "SC-5"
    ),
    Topic("Grinch", "special card", "While you hold him, what you draw goes into his sack until he leaves.", "SC-6"),
    Topic("Cannonball", "special card", "5 damage when revealed; an enemy creature then hurts your own side.", "SC-7"),
    Topic("Wraith", "special card", "3 damage when revealed; an enemy creature goes home tired.", "SC-8"),
    Topic("Raven", "special card", "Can never be played; 2 damage to you whenever its lost Tribe shows up.", "SC-9"),
    Topic("Changeling", "special card", "Does double harm to whoever holds or sends it.", "SC-10"),
    Topic("Scarecrow", "special card", "Every duel with it is a tie, and both cards are discarded.", "SC-11"),
    Topic("Wrapped Gift", "special card", "Opens when it is played, and is then simply what was inside.", "SC-13"),
    Topic("Lump of Coal", "special card", "Power 0, costs 0.", "SC-14"),
    Topic("Conquest", "special card", "A Holy Horseman of level 6, base strength 4.", "SC-15"),
    Topic("War", "special card", "A Fire Horseman of level 6, base strength 6.", "SC-15"),
    Topic("Famine", "special card", "An Ancient Horseman of level 6, base strength 2.", "SC-15"),
    Topic("Death", "special card", "A Nightmare Horseman of level 6, base strength 8.", "SC-15"),
]


def topics_of(options: Options) -> list[Topic]:
    numbers = numbers_of(options)
    found: list[Topic] = []
    for tribe, strength in enumerate(numbers.strengths):
        text = f"Levels 1 to 6, base strength {strength}: it adds that to its power, and costs you that when it loses."
        found.append(Topic(TRIBE_NAMES[tribe], "creature", text, "CW-4"))
    found += SPECIAL_TOPICS
    for tier, witches in enumerate(CATALOGUE):
        low = TIER_LEVELS[tier]
        for witch in witches:
            kind = f"{TIER_NAMES[tier]} witch, levels {low} to {low + 2}"
            found.append(Topic(witch.name, kind, spelled_out(witch.text), witch.clause))
    return found


def unwritten_topics() -> list[Topic]:
    """The names without a spell: never dealt, made, offered or copied (CW-7)."""
    return [
        Topic(name, f"unwritten {TIER_NAMES[tier]} witch", "", "CW-7", in_play=False)
        for tier, names in enumerate(UNWRITTEN)
        for name in names
    ]
