"""The game object of Cat Brawl."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Json, Move, Position, Seat
from rumpus.core.rng import Rng
from rumpus.core.solver import Solver
from rumpus.games.cat_brawl import words
from rumpus.games.cat_brawl.events import EVENTS
from rumpus.games.cat_brawl.forecast import forecast
from rumpus.games.cat_brawl.presets import PRESETS
from rumpus.games.cat_brawl.reading import parse_move
from rumpus.games.cat_brawl.rules.moves import move_count
from rumpus.games.cat_brawl.rules.notation import format_move
from rumpus.games.cat_brawl.rules.numbers import FIELDS, Numbers
from rumpus.games.cat_brawl.rules.position import Brawl, as_brawl, start
from rumpus.games.cat_brawl.rules.saving import load


class CatBrawl(Game):
    name = "cat_brawl"
    title = "Cat Brawl"
    blurb = "Purr, guard or scratch, all in secret: be the last cat standing, or reach 20 HP."
    minutes = 10
    version = 1
    fields = FIELDS
    presets = PRESETS
    package = "rumpus.games.cat_brawl"
    events = EVENTS
    unannounced = dict.fromkeys(("phase", "stage"), "a prelude takes place only if somebody is asked (CB-6)")

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    def configurations(self) -> Sequence[Mapping[str, object]]:
        counts: list[Mapping[str, object]] = [{"players": players} for players in self.seat_counts()]
        return [*counts, {"players": 3, "bonus_ability": "none", "draw_every": 3, "starting_cards": 0}]

    def check(self, options: Options) -> None:
        for field in self.fields:
            if field.name.endswith(".hp") and options.number(field.name) >= options.number("win_hp"):
                why = f"{field.name} must be below win_hp, or the cat has won before it starts (CB-29)"
                raise BadOption(why, "win_hp")

    def move_count(self, options: Options) -> int:
        return move_count(self.seats(options))

    def max_decisions(self, options: Options) -> int:
        """One cat per seat, and three answers per seat and round (CB-31, CB-39)."""
        return options.number("players") * (1 + 3 * options.number("max_rounds"))

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Brawl:
        brawl = start(self._numbers.of(options))
        if listen:
            brawl.listen()
        return brawl

    def load(self, options: Options, plain: Mapping[str, Json]) -> Brawl:
        brawl = start(self._numbers.of(options))
        load(brawl, plain)
        return brawl

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return format_move(as_brawl(position).cats[seat].breed, move)

    def parse_move(self, position: Position, seat: Seat, text: str) -> Move:
        move = parse_move(as_brawl(position), seat, text)
        return super().parse_move(position, seat, text) if move is None else move

    describe_move = staticmethod(words.describe_move)
    explain_move = staticmethod(words.explain_move)
    justify_move = staticmethod(words.justify_move)
    forecast = staticmethod(forecast)
    secret_summary = staticmethod(words.secret_summary)
    describe_event = staticmethod(words.describe_event)
    topics = staticmethod(words.topics)

    # --- extensions ---

    def bots(self) -> Bots:
        from rumpus.games.cat_brawl.bots import BrawlBots

        return BrawlBots()

    def lab(self) -> Lab:
        from rumpus.games.cat_brawl.lab import BrawlLab

        return BrawlLab()

    def terminal(self) -> Terminal:
        from rumpus.games.cat_brawl.terminal import BrawlTerminal

        return BrawlTerminal()

    def solver(self) -> Solver:
        from rumpus.games.cat_brawl.solver import DuelSolver

        return DuelSolver()
