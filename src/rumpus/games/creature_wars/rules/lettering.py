"""Notation of cards: `Lvl.4 Fire! Wolf {2}: (1)` (CW-91 to CW-94)."""

from __future__ import annotations

from typing import Final

from rumpus.games.creature_wars.rules.cards import GIFT, ODDITY, TRIBE_MARK, TYPE_MARK, WITCH, WITCH_MARK, Card

TRIBE_NAMES: Final = (
    "Serpent",
    "Wolf",
    "Skeleton",
    "Pirate",
    "Giant",
    "Vampire",
    "Dragon",
    "Primordial Butterfly",
    "Changeling",
    "Lump of Coal",
    "Grinch",
    "Horseman",
    "Phantom",
    "Scarecrow",
    "Werewolf",
)
TYPE_NAMES: Final = ("Ancient", "Fire", "Nightmare", "Holy")
OWN_NAMES: Final = (
    "",
    "Militia",
    "Skeletor",
    "Conquest",
    "War",
    "Famine",
    "Death",
    "Cannonball",
    "Wraith",
    "Raven",
    "Wrapped Gift",
)
TIER_NAMES: Final = ("Lesser", "Sacred", "Sinful")
FATE_NAMES: Final = (
    "",
    "slain",
    "retired",
    "killed",
    "fled",
    "discarded",
    "exploded",
    "soured",
    "removed",
    "back in hand",
    "back in hand, tired",
    "vanished",
)


def creature_name(card: Card) -> str:
    """Returns its proper name, or its Tribe's (CW-91)."""
    if card.name:
        return OWN_NAMES[card.name]
    return TRIBE_NAMES[card.tribe]


def card_text(card: Card, witch_name: str) -> str:
    """Formats a card without its cooldown."""
    if card.name == GIFT:
        return "Wrapped Gift {?}"
    if card.kind == ODDITY:
        return f"{OWN_NAMES[card.name]} {{{card.base}}}"
    if card.kind == WITCH:
        mark = "!" if card.marks & WITCH_MARK else ""
        return f"Lvl.{card.level} {witch_name}{mark} {{{card.base}}}"
    type_words = ""
    if card.type >= 0:
        type_words = TYPE_NAMES[card.type] + ("! " if card.marks & TYPE_MARK else " ")
    mark = "!" if card.marks & TRIBE_MARK and card.tribe >= 0 else ""
    return f"Lvl.{card.level} {type_words}{creature_name(card)}{mark} {{{card.base}}}"


def rest_text(card: Card) -> str:
    """Formats cooldown or lock as a suffix (CW-93)."""
    if card.locks:
        return ": (-)"
    if card.cooldown:
        return f": ({card.cooldown})"
    return ""
