"""Cat Brawl, as the catalogue knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import BadOption
from rumpus.core.extensions import Bots, Lab, Terminal
from rumpus.core.game import Game
from rumpus.core.options import MadeOnce, Options
from rumpus.core.position import Move, Plain, Position, Seat, Seen, View
from rumpus.core.rng import Luck
from rumpus.core.solver import Solver
from rumpus.core.words import Forecast, Line, Topic
from rumpus.games.cat_brawl.events import EVENTS
from rumpus.games.cat_brawl.forecast import forecast
from rumpus.games.cat_brawl.reading import understood
from rumpus.games.cat_brawl.rules.moves import move_count
from rumpus.games.cat_brawl.rules.notation import written
from rumpus.games.cat_brawl.rules.numbers import FIELDS, Numbers
from rumpus.games.cat_brawl.rules.position import Brawl, as_brawl, new_brawl
from rumpus.games.cat_brawl.rules.saving import load_into
from rumpus.games.cat_brawl.words import all_topics, explanation, held, said, told


class CatBrawl(Game):
    name = "cat_brawl"
    title = "Cat Brawl"
    blurb = "Purr, guard or scratch, all in secret at once: be the last cat, or the fattest."
    minutes = 10
    version = 1
    fields = FIELDS
    package = "rumpus.games.cat_brawl"
    events = EVENTS

    def __init__(self) -> None:
        self._numbers = MadeOnce(Numbers)

    def variants(self) -> Sequence[Mapping[str, object]]:
        counts: list[Mapping[str, object]] = [{"players": players} for players in self.seat_counts()]
        return [*counts, {"players": 3, "bonus_ability": "none", "draw_every": 3, "starting_cards": 0}]

    def check(self, options: Options) -> None:
        for field in self.fields:
            if field.name.endswith(".hp") and options.number(field.name) >= options.number("win_hp"):
                why = f"{field.name} must be below win_hp, or the cat has won before it starts (CB-29)"
                raise BadOption(why, "win_hp")

    def move_count(self, options: Options) -> int:
        return move_count(self.seats(options))

    def longest(self, options: Options) -> int:
        """A cat each, and three answers each in every round until the bell (CB-31, CB-39)."""
        return options.number("players") * (1 + 3 * options.number("max_rounds"))

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Brawl:
        brawl = new_brawl(self._numbers.of(options))
        if listen:
            brawl.listen()
        return brawl

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Brawl:
        brawl = new_brawl(self._numbers.of(options))
        load_into(brawl, plain)
        return brawl

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return written(as_brawl(position).cats[seat].breed, move)

    def read(self, position: Position, seat: Seat, text: str) -> Move:
        move = understood(as_brawl(position), seat, text)
        return super().read(position, seat, text) if move is None else move

    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return said(as_brawl(position).cats[seat].breed, move, names)

    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return forecast(as_brawl(position), seat, move)

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return explanation(as_brawl(position), seat, move, names)

    def held(self, view: View) -> list[str]:
        return held(view)

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return told(seen, names)

    def topics(self, options: Options) -> list[Topic]:
        return all_topics(Numbers(options))

    # --- its other faces ---

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
