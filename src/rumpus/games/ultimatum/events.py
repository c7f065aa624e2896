"""What the arguments of Ultimatum's events are called, for drawings. Units are named as on the map, `1.Nyx`."""

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

BYGONE: Final[dict[str, str]] = {
    "run": "the way of somebody who dies on it, where a trap lay that is gone with them (UL-19, UL-31)",
    "trap": "where a trap lay that has gone off; it is gone (UL-31)",
    "spring": "where traps lay that have blown up; they are gone (A-24)",
}
"""Kinds that are told to everybody and kept in no view, with the reason."""
