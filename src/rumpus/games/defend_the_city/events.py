"""Names of event arguments, for drawings. Side 0 is the defender, 1 the enemy."""

from __future__ import annotations

from typing import Final

from rumpus.core.words import EventNames

STRIKE: Final = ("side", "offense", "defense", "die")

EVENTS: Final[EventNames] = {
    "steps up": ("enemy", "enemies", "kind"),
    "shown": ("turn", "defender", "enemy"),
    "forfeits": ("side", "offense"),
    "keeps": ("side", "offense"),
    "pay": ("defender_cost", "defender_stamina", "enemy_cost", "enemy_stamina"),
    "hits": STRIKE,
    "misses": STRIKE,
    "slain": ("slain", "enemies", "kind"),
    "stand-off": ("stand_offs", "line_breaks_at", "turn", "why"),
    "ends": ("ending", "slain", "turn", "stamina", "kind"),
}
