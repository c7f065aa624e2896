"""The contract of a game in full: positions by hand, events, errors and random sources."""

from rumpus.core.declared import NOTHING, SEAT, known_to
from rumpus.core.errors import BadOption, IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Preset, names, text
from rumpus.core.position import Event, Json, Position, SeenEvent, View
from rumpus.core.rng import EnumeratingRng, ScriptedRng
from rumpus.core.words import Line, Meaning

__all__ = [
    "NOTHING",
    "SEAT",
    "BadOption",
    "EnumeratingRng",
    "Event",
    "Game",
    "IllegalMove",
    "Json",
    "Line",
    "Meaning",
    "Position",
    "Preset",
    "ScriptedRng",
    "SeenEvent",
    "View",
    "known_to",
    "names",
    "text",
]
