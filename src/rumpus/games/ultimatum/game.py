"""Ultimatum as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Plain, Position, Seat, Seen, View
from rumpus.core.rng import Luck
from rumpus.core.words import Forecast, Line, Topic
from rumpus.games.ultimatum import reading, words
from rumpus.games.ultimatum.events import BYGONE, EVENTS
from rumpus.games.ultimatum.forecast import forecast
from rumpus.games.ultimatum.maps import check_map, setting_for, space_for
from rumpus.games.ultimatum.rules import notation
from rumpus.games.ultimatum.rules.numbers import CHARACTERS, FIELDS
from rumpus.games.ultimatum.rules.position import Ultimatum, as_ultimatum
from rumpus.games.ultimatum.rules.saving import load_into


class UltimatumGame(Game):
    name = "ultimatum"
    title = "Ultimatum"
    blurb = "Hex tactics with twelve characters: walk, strike, and bring the sky down."
    minutes = 40
    version = 1
    fields = FIELDS
    package = "rumpus.games.ultimatum"
    events = EVENTS
    bygone = BYGONE

    # --- positions ---

    def check(self, options: Options) -> None:
        players, squad, bans = (options.number(name) for name in ("players", "squad", "bans"))
        pick = options.choice("pick")
        if bans > 0 and pick != "draft":
            why = f"bans belong to a draft; with pick={pick} there are none, so bans must be 0 (UL-4)"
            raise BadOption(why, "bans")
        if pick == "draft" and players * (squad + bans) > CHARACTERS:
            raise BadOption(
                f"a draft of {players} × ({squad} + {bans}) = {players * (squad + bans)} characters is too large: "
                f"there are {CHARACTERS} (UL-4)",
                "squad",
            )
        first = options.choice("first")
        if first != "random" and int(first) > players:
            raise BadOption(f"first is {first}, but there are {players} players (UL-6)", "first")
        check_map(options.text("map"), players, squad)

    def variants(self) -> Sequence[Mapping[str, object]]:
        """Every map, number of players, size of squad and way to pick, at least once."""
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
        return space_for(options).count

    def longest(self, options: Options) -> int:
        """Bans, picks and places; then at most two actions of every character in every phase (UL-41)."""
        number = options.number
        characters = number("players") * number("squad")
        return number("players") * number("bans") + 2 * characters + 2 * characters * number("phase_limit")

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Ultimatum:
        position = Ultimatum(setting_for(options), None)
        if listen:
            position.listen()
        position.begin(luck)
        return position

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Ultimatum:
        position = Ultimatum(setting_for(options), None)
        load_into(position, plain)
        return position

    # --- words ---

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return notation.write(as_ultimatum(position), seat, move)

    def read(self, position: Position, seat: Seat, text: str) -> Move:
        return reading.read(as_ultimatum(position), seat, text)

    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return words.said(as_ultimatum(position), seat, move, names)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return forecast(as_ultimatum(position), seat, move)

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return words.explain(as_ultimatum(position), seat, move, names)

    def held(self, view: View) -> list[str]:
        return words.held(view)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return words.tell(seen, names)

    def topics(self, options: Options) -> list[Topic]:
        return words.topics(options)

    # --- its other faces ---

    def bots(self) -> Bots:
        from rumpus.games.ultimatum.bots import UltimatumBots

        return UltimatumBots()

    def lab(self) -> Lab:
        from rumpus.games.ultimatum.lab import UltimatumLab

        return UltimatumLab()

    def terminal(self) -> Terminal:
        from rumpus.games.ultimatum.terminal import UltimatumTerminal

        return UltimatumTerminal()
