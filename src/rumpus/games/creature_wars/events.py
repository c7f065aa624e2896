"""Names of the arguments of events, for drawings."""

from __future__ import annotations

from typing import Final

from rumpus.core.words import EventNames, Meaning
from rumpus.games.creature_wars.rules.lettering import FATE_NAMES

SEAT: Final = ("seat",)
CARD: Final = ("seat", "card")
CHANGE: Final = ("seat", "before", "card")
FATE: Final = ("seat", "card", Meaning("fate", FATE_NAMES))
POINTS: Final = ("seat", "points", "hp")

EVENTS: Final[EventNames] = {
    "turn": ("turn", "first"),
    "dealt": CARD,
    "is dealt a card": SEAT,
    "skips": SEAT,
    "draws": CARD,
    "draws a card": SEAT,
    "sacked": SEAT,
    "wish": ("seat", "granted"),
    "haggel": SEAT,
    "removed": CARD,
    "gains": CARD,
    "gains a card": ("seat", "kind"),
    "returns": CARD,
    "discards": CARD,
    "wasted": FATE,
    "runs": CARD,
    "steals": CARD,
    "steals a card": SEAT,
    "receives": CARD,
    "receives a card": SEAT,
    "replaced": CHANGE,
    "a card is replaced": SEAT,
    "freed": CARD,
    "takes a card from the sack": SEAT,
    "shuffled in": ("count",),
    "laid on top": (),
    "rally": SEAT,
    "witch rally": SEAT,
    "rallies": CHANGE,
    "changes": CHANGE,
    "a card changes": SEAT,
    "doomed": CARD,
    "a card is doomed": SEAT,
    "locked": CARD,
    "a card is locked": SEAT,
    "sees": ("seat", "holder", "card"),
    "shows hand": SEAT,
    "springs": CARD,
    "plays": CARD,
    "unwraps": CARD,
    "becomes": CARD,
    "casts": ("seat", "card", "text", "clause"),
    "chooses": ("seat", "witch", "question", "pick"),
    "lasting": ("what", "seat"),
    "date": ("seat", "witch", "turn"),
    "beguiled": CARD,
    "powers": ("seat", "power", "against"),
    "steps in": ("seat", "card", "replaced"),
    "fate": FATE,
    "eaten": CARD,
    "clash": SEAT,
    "bizarre": SEAT,
    "mourns": SEAT,
    "ward": SEAT,
    "hurt": POINTS,
    "heals": POINTS,
    "destroyed": SEAT,
    "mayhem": (),
    "over": ("winner", "first_hp", "second_hp"),
}

UNSAMPLED: Final[dict[str, str]] = {
    "seats.hand.level": "a hidden card of a Rally is sampled without the levels it gained (CW-54)"
}
"""Parts of the opponent's view that worlds do not fit, with the reason."""
EPHEMERAL: Final[dict[str, str]] = {
    "rally": "when a hand formed a Rally; later only that it has done so is known (CW-54)",
    "witch rally": "whose hand a Sinful witch has joined; later she may have gone anywhere (CW-62)",
}
"""Public events in no view, with the reason."""
