"""Ultimatum: its options, chapters and extensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Json
from rumpus.core.rng import Rng
from rumpus.games.ultimatum import reading, words
from rumpus.games.ultimatum.events import EPHEMERAL_EVENTS, EVENTS
from rumpus.games.ultimatum.forecast import forecast
from rumpus.games.ultimatum.maps import check_map, setting_for, space_for
from rumpus.games.ultimatum.presets import PRESETS
from rumpus.games.ultimatum.rules import notation, saving
from rumpus.games.ultimatum.rules.numbers import CHARACTERS, FIELDS
from rumpus.games.ultimatum.rules.position import Ultimatum, start


class UltimatumGame(Game):
    name = "ultimatum"
    title = "Ultimatum"
    blurb = "Hex tactics with twelve characters, each with an ultimatum that can turn the battle."
    minutes = 40
    fields = FIELDS
    presets = PRESETS
    package = "rumpus.games.ultimatum"
    events = EVENTS
    ephemeral_events = EPHEMERAL_EVENTS
    unannounced = {"hidden traps": "which of two traps went off shows by where the other may lie (UL-31)"}
    unequal_seats = "Everybody sets out from spawn points of their own, elsewhere on the map (UL-5)."

    # --- positions ---

    def check(self, options: Options) -> None:
        players, squad, bans = (options.number(name) for name in ("players", "squad", "bans"))
        pick = options.choice("pick")
        if bans > 0 and pick != "draft":
            why = f"With pick={pick} there are no bans: set bans to 0 or pick to draft (UL-4)."
            raise BadOption(why, "bans")
        if pick == "draft" and players * (squad + bans) > CHARACTERS:
            raise BadOption(
                f"A draft of {players} × ({squad} + {bans}) = {players * (squad + bans)} characters is too large: "
                f"there are {CHARACTERS} (UL-4).",
                "squad",
            )
        first = options.choice("first")
        if first != "random" and int(first) > players:
            raise BadOption(f"Option first is {first}, but there are {players} players (UL-6).", "first")
        check_map(options.text("map"), players, squad)

    def configurations(self) -> Sequence[Mapping[str, object]]:
        """Covers every map, number of players, squad size and kind of pick."""
        return [
            {},
            {"map": "arena", "squad": 1, "rotate_first": True, "phase_limit": 25},
            {"map": "causeway", "squad": 4, "pick": "draft", "bans": 2, "phase_limit": 20},
            {"map": "ruins", "squad": 2, "first": "2", "ultimatum_from_phase": 3, "phase_limit": 25},
            {"players": 3, "pick": "draft", "bans": 1, "phase_limit": 15},
            {"players": 3, "map": "ruins", "squad": 5, "phase_limit": 4},
            {"players": 4, "squad": 5, "pick": "blind", "phase_limit": 3},
            {"players": 4, "map": "arena", "squad": 6, "pick": "blind", "rotate_first": True, "phase_limit": 2},
        ]

    def move_count(self, options: Options) -> int:
        return space_for(options).move_count

    def max_decisions(self, options: Options) -> int:
        """Bans, picks and placements, then two actions per character and phase (UL-41)."""
        number = options.number
        characters = number("players") * number("squad")
        return number("players") * number("bans") + 2 * characters + 2 * characters * number("phase_limit")

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Ultimatum:
        return start(setting_for(options), rng, listen)

    def load(self, options: Options, plain: Mapping[str, Json]) -> Ultimatum:
        position = Ultimatum(setting_for(options), None)
        saving.load(position, plain)
        return position

    format_move = staticmethod(notation.format_move)
    parse_move = staticmethod(reading.parse_move)
    describe_move = staticmethod(words.describe_move)
    explain_move = staticmethod(words.explain_move)
    justify_move = staticmethod(words.justify_move)
    forecast = staticmethod(forecast)
    secret_summary = staticmethod(words.secret_summary)
    describe_event = staticmethod(words.describe_event)
    topics = staticmethod(words.topics)

    # --- extensions ---

    def bots(self) -> Bots:
        from rumpus.games.ultimatum.bots import UltimatumBots

        return UltimatumBots()

    def lab(self) -> Lab:
        from rumpus.games.ultimatum.lab import UltimatumLab

        return UltimatumLab()

    def terminal(self) -> Terminal:
        from rumpus.games.ultimatum.terminal import UltimatumTerminal

        return UltimatumTerminal()
