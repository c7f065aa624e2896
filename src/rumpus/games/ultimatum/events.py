"""Names of event arguments, for drawings. Units are named as on the map: `1.Nyx`."""

from __future__ import annotations

from typing import Final

from rumpus.core.words import EventNames

UNIT: Final = ("unit",)

EVENTS: Final[EventNames] = {
    "first": ("seat",),
    "dealt": ("seat", "character"),
    "ban": ("seat", "character"),
    "pick": ("seat", "character"),
    "squad": ("seat", "squad"),
    "place": ("unit", "hex"),
    "phase": ("phase",),
    "turn": ("unit", "phase"),
    "pass": UNIT,
    "run": ("unit", "way"),
    "jump": ("unit", "from", "to"),
    "swap": ("unit", "other", "hex", "other_hex"),
    "trap": ("unit", "owner", "hex"),
    "spring": ("unit", "hexes"),
    "attack": ("unit", "target"),
    "miss": ("unit", "target"),
    "tend": ("unit", "target", "passive"),
    "damage": ("unit", "loss", "damage", "absorbed", "hp"),
    "heal": ("unit", "points", "hp"),
    "shield": ("unit", "points", "shield"),
    "effect": ("unit", "effect", "amount", "turns"),
    "ended": ("unit", "effect"),
    "tick": ("unit", "effect", "amount"),
    "seen": UNIT,
    "passive": ("unit", "passive", "amount"),
    "charge": ("unit", "passive", "charges"),
    "ability": ("unit", "ability", "named"),
    "death": UNIT,
    "revive": ("unit", "hex", "hp"),
    "eliminated": ("seat",),
    "over": ("winner", "phase"),
}

EPHEMERAL_EVENTS: Final[dict[str, str]] = {
    "run": "the end of a deadly way shows a trap that is gone (UL-19, UL-31)",
    "trap": "the trap has gone off (UL-31)",
    "spring": "the traps have blown up (A-24)",
}
"""Public events no view retains, each with the reason."""
