"""Names of the events' arguments, for drawings."""

from __future__ import annotations

from typing import Final

from rumpus.core.words import EventNames, Meaning
from rumpus.games.cat_brawl.rules.abilities import ABILITIES
from rumpus.games.cat_brawl.rules.cards import CARD_NAMES
from rumpus.games.cat_brawl.rules.cats import BREEDS

ABILITY: Final = Meaning("ability", [ability.name for ability in ABILITIES])
CARD: Final = Meaning("card", CARD_NAMES)
WHY: Final = Meaning("why", ("start", "round", "loneliness", "purr", "guard", "attacker", "gentleman", "rejuvenation"))
ENDING: Final = Meaning("ending", ("hp", "survival", "rounds"))
STRIKE: Final = ("seat", "target", "points", "hp")

EVENTS: Final[EventNames] = {
    "picked": ("seat", Meaning("cat", BREEDS)),
    "dealt": ("seat", ABILITY),
    "is_dealt": ("seat",),
    "round": ("round",),
    "drew": ("seat", WHY, Meaning("cards*", CARD_NAMES)),
    "draws": ("seat", WHY, "count"),
    "used": ("seat", ABILITY),
    "concluded": ("seat",),
    "showed": ("seat", Meaning("movement", ("purr", "guard", "scratch")), "target", CARD),
    "order": (Meaning("direction", ("clockwise", "counter-clockwise")), "seats*"),
    "too_late": ("seat",),
    "missed": ("seat", "target"),
    "hit": STRIKE,
    "unguarded": STRIKE,
    "startled": STRIKE,
    "startled_already": ("seat", "target"),
    "unmoved": ("seat", "target"),
    "dodged": ("seat", "target", "points"),
    "not_reversed": ("seat", "target", "points"),
    "reversed": STRIKE,
    "gained": ("seat", "points", "hp", WHY),
    "paid": ("seat", "points", "hp"),
    "hunted": ("seat", CARD),
    "hunts": ("seat",),
    "recycled": ("seat", CARD),
    "nothing_left": ("seat",),
    "out": ("seat",),
    "won": ("seat", ENDING, "hp"),
    "drawn": (ENDING,),
}
