"""Names of the events' arguments, for drawings."""

from __future__ import annotations

from typing import Final

from rumpus.core.words import EventNames, Meaning
from rumpus.games.battle_puno.rules.cards import NAMES
from rumpus.games.battle_puno.rules.deck import COLOURS

CARD: Final = Meaning("card", NAMES)
CARDS: Final = Meaning("cards*", NAMES)
COLOUR: Final = Meaning("colour", COLOURS)
DIRECTION: Final = Meaning("direction", {1: "clockwise", -1: "counter-clockwise"})

EVENTS: Final[EventNames] = {
    "round": ("round",),
    "lot": ("seat", CARD),
    "starts": ("seat",),
    "dealt": ("seat", "why", CARDS),
    "dealt_unseen": ("seat", "why", "count"),
    "put_back": (CARD,),
    "turned_up": (CARD,),
    "start_skip": ("seat",),
    "start_reverse": ("seat",),
    "played": ("seat", CARD),
    "named": ("seat", COLOUR),
    "chaos": ("seat", COLOUR, "number"),
    "added": ("seat", "points", "pool"),
    "zeroed": ("seat", "pool"),
    "skipped": ("seat",),
    "reversed": (DIRECTION,),
    "penalty": ("seat", "cards"),
    "hurt": ("seat", "points", "hp"),
    "drew": ("seat", "why", CARDS),
    "drew_unseen": ("seat", "why", "count"),
    "kept": ("seat",),
    "traded": ("seat", "other", "cards", "other_cards"),
    "new_hand": ("seat", CARDS),
    "threw_off": ("seat", "count", CARDS),
    "threw_nothing": ("seat",),
    "puno": ("seat",),
    "emptied": ("seat",),
    "stuck": ("seat",),
    "alone": ("seat",),
    "stuck_alone": ("seat",),
    "deck_empty": ("seat", "cards"),
    "nothing_left": ("seat", "cards"),
    "pool_recycled": ("pool",),
    "reshuffled": ("cards",),
    "overload": ("seat", "points", "hp"),
    "fell": ("seat", "hp", CARDS),
    "left_over": ("seat", "points"),
    "leftovers": ("seat", "points", CARDS),
    "scored": ("seat", "hp", "score"),
    "tied": ("score",),
    "time_up": ("turns",),
    "won": ("seats*",),
    "drawn_match": ("seats*",),
}

EPHEMERAL_EVENTS: Final[dict[str, str]] = {
    "lot": "the cards that are drawn for the start are shuffled back before the deal (BP-4)",
    "put_back": "a black card that comes up goes back, and the deck is shuffled again (BP-5)",
    "threw_off": "how many of the cards on the pile were thrown off at once; they lie there for all to see (BP-17)",
}
"""Public events that no view keeps, with the reason."""
