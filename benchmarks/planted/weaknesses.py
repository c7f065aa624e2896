"""Bots with a weakness that somebody planted, for `benchmarks.exploits`: each is what it was but for one habit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rumpus.core.game import Game
from rumpus.core.info_state import Chair
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Plain, Position, Seat, View
from rumpus.core.rng import Luck
from rumpus.core.solver import Strategy
from rumpus.games.battle_puno.rules.moves import DRAW
from rumpus.games.cat_brawl.rules.movements import GUARD
from rumpus.games.cat_brawl.rules.moves import PLAY
from rumpus.games.cat_brawl.rules.ring import STRATEGY
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.player import Player

Habit = Callable[[Chair], Move | None]
"""The move that it makes there without thinking; None where it thinks."""


def with_habit(strategy: Strategy, habit: Habit) -> Strategy:
    """A strategy that is another's but for the habit."""

    def planted(chair: Chair) -> Mapping[Move, float]:
        move = habit(chair)
        return strategy(chair) if move is None else {move: 1.0}

    return planted


# --- habits ---


def guards_when_weak(chair: Chair) -> Move | None:
    """A cat that always guards below 3 HP."""
    view = chair.view()
    seats = view["seats"]
    assert isinstance(seats, list)
    mine = seats[chair.seat]
    assert isinstance(mine, dict)
    hp = mine["hp"]
    if view["stage"] != PHASES[STRATEGY] or not isinstance(hp, int) or hp >= 3:
        return None
    return next((move for move in chair.moves() if PLAY[move].kind == GUARD), None)


def opens_alike(chair: Chair) -> Move | None:
    """A defender that always sets the same pair when both are rested: a blow with nothing behind it."""
    seats = chair.view()["seats"]
    assert isinstance(seats, list)
    full = chair.options.number("stamina")
    rested = all(isinstance(one, dict) and one["stamina"] == full for one in seats)
    return 6 * 5 if rested and len(chair.moves()) > 2 else None


def scratches_first(chair: Chair) -> Move | None:
    """A cat that always scratches in the first round."""
    view = chair.view()
    return chair.moves()[-1] if view["stage"] == PHASES[STRATEGY] and view["round"] == 1 else None


def stays(chair: Chair) -> Move | None:
    """Somebody who never draws."""
    return STAY


def draws_always(chair: Chair) -> Move | None:
    """Somebody who draws whenever it may, whatever it holds."""
    return DRAW if DRAW in chair.moves() else None


# --- a game small enough in which drawing matters ---

STAY, TAKE = 0, 1
LOWEST, HIGHEST, TOO_MUCH = 1, 4, 6


class Hands(Position):
    """Both have a card, secretly; each in turn stays or takes another; more than 6 is nothing, and the higher wins."""

    def __init__(self, sums: list[int], done: int) -> None:
        super().__init__()
        self.sums = sums
        self.done = done

    def to_act(self) -> list[Seat]:
        return [] if self.done == 2 else [self.done]

    def moves(self, seat: Seat) -> list[Move]:
        return [STAY, TAKE] if seat in self.to_act() else []

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.sums, self.done = list(self.sums), self.done + 1
        if move == TAKE:
            self.sums[seat] += LOWEST + luck.below(HIGHEST)
        if self.events is not None:
            self.events.append(Event("takes" if move == TAKE else "stays", [seat]))

    def result(self) -> list[float] | None:
        if self.done < 2:
            return None
        first, second = (held if held <= TOO_MUCH else 0 for held in self.sums)
        won = float((first > second) - (first < second))
        return [won, -won]

    def copy(self) -> Hands:
        twin = Hands(self.sums, self.done)
        if self.events is not None:
            twin.listen()
        return twin

    def view(self, seat: Seat | None) -> View:
        return {"you": seat, "mine": 0 if seat is None else self.sums[seat], "done": self.done}

    def imagine(self, seat: Seat, luck: Luck) -> Hands:
        sums = [held if one == seat else LOWEST + luck.below(HIGHEST) for one, held in enumerate(self.sums)]
        return Hands(sums, self.done)

    def save(self) -> dict[str, Plain]:
        return {"sums": list[Plain](self.sums), "done": self.done}


class HandsGame(Game):
    name = "hands"
    title = "Hands"

    def seats(self, options: Options) -> int:
        return 2

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Hands:
        position = Hands([LOWEST + luck.below(HIGHEST) for _ in range(2)], 0)
        if listen:
            position.listen()
            assert position.events is not None
            position.events += [Event("dealt", [held], 1 << seat) for seat, held in enumerate(position.sums)]
        return position

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return "take" if move == TAKE else "stay"


# --- the same on bots that can be asked for by name ---


class Planted(Player):
    """The greedy bot with a habit; `planted:NAME`, or `planted:none` for the greedy bot as it is."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        self._habit = HABITS[name.partition(":")[2]]
        self._greedy = GreedyPlayer("greedy", game, options, seed)

    def decide(self, chair: Chair) -> Move:
        move = self._habit(chair)
        return self._greedy.decide(chair) if move is None else move


HABITS: dict[str, Habit] = {
    "none": lambda chair: None,
    "guards": guards_when_weak,
    "scratches": scratches_first,
    "draws": draws_always,
}


def install(folder: Path) -> None:
    """For whoever has this folder on its path, there is a player `planted`."""
    papers = folder / "planted-1.0.dist-info"
    papers.mkdir()
    (papers / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n")
    (papers / "entry_points.txt").write_text("[rumpus.players]\nplanted = benchmarks.planted.weaknesses:Planted\n")
