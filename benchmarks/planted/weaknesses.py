"""Bots with a planted weakness, for `benchmarks.exploits`: each has one habit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rumpus.core.game import Game
from rumpus.core.info_state import InfoState
from rumpus.core.options import Options
from rumpus.core.position import Event, Json, Move, Position, Seat, View
from rumpus.core.rng import Rng
from rumpus.core.solver import Strategy
from rumpus.games.battle_puno.rules.moves import DRAW
from rumpus.games.cat_brawl.rules.movements import GUARD
from rumpus.games.cat_brawl.rules.moves import PLAY
from rumpus.games.cat_brawl.rules.ring import STRATEGY
from rumpus.games.cat_brawl.rules.view import PHASES
from rumpus.players.greedy import GreedyPlayer
from rumpus.players.player import Player

Habit = Callable[[InfoState], Move | None]
"""Returns the habitual move, or None to decide as usual."""


def with_habit(strategy: Strategy, habit: Habit) -> Strategy:
    """Adds a habit to a strategy."""

    def planted(info: InfoState) -> Mapping[Move, float]:
        move = habit(info)
        return strategy(info) if move is None else {move: 1.0}

    return planted


# --- habits ---


def guards_when_weak(info: InfoState) -> Move | None:
    """Always guards below 3 HP."""
    view = info.view()
    seats = view["seats"]
    assert isinstance(seats, list)
    mine = seats[info.seat]
    assert isinstance(mine, dict)
    hp = mine["hp"]
    if view["stage"] != PHASES[STRATEGY] or not isinstance(hp, int) or hp >= 3:
        return None
    return next((move for move in info.moves() if PLAY[move].kind == GUARD), None)


def opens_alike(info: InfoState) -> Move | None:
    """Always sets the same pair when both sides have full stamina."""
    seats = info.view()["seats"]
    assert isinstance(seats, list)
    full = info.options.number("stamina")
    rested = all(isinstance(one, dict) and one["stamina"] == full for one in seats)
    return 6 * 5 if rested and len(info.moves()) > 2 else None


def scratches_first(info: InfoState) -> Move | None:
    """Always scratches in the first round."""
    view = info.view()
    return info.moves()[-1] if view["stage"] == PHASES[STRATEGY] and view["round"] == 1 else None


def stays(info: InfoState) -> Move | None:
    """Never draws."""
    return STAY


def draws_always(info: InfoState) -> Move | None:
    """Draws whenever possible."""
    return DRAW if DRAW in info.moves() else None


# --- a small game in which drawing matters ---

STAY, TAKE = 0, 1
LOWEST, HIGHEST, TOO_MUCH = 1, 4, 6


class Hands(Position):
    """Both have a hidden card. Each in turn stays or takes another. The higher sum up to 6 wins."""

    def __init__(self, sums: list[int], done: int) -> None:
        super().__init__()
        self.sums = sums
        self.done = done

    def to_act(self) -> list[Seat]:
        return [] if self.done == 2 else [self.done]

    def moves(self, seat: Seat) -> list[Move]:
        return [STAY, TAKE] if seat in self.to_act() else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.sums, self.done = list(self.sums), self.done + 1
        if move == TAKE:
            self.sums[seat] += LOWEST + rng.below(HIGHEST)
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

    def determinize(self, seat: Seat, rng: Rng) -> Hands:
        sums = [held if one == seat else LOWEST + rng.below(HIGHEST) for one, held in enumerate(self.sums)]
        return Hands(sums, self.done)

    def save(self) -> dict[str, Json]:
        return {"sums": list[Json](self.sums), "done": self.done}


class HandsGame(Game):
    name = "hands"
    title = "Hands"

    def seats(self, options: Options) -> int:
        return 2

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Hands:
        position = Hands([LOWEST + rng.below(HIGHEST) for _ in range(2)], 0)
        if listen:
            position.listen()
            assert position.events is not None
            position.events += [Event("dealt", [held], 1 << seat) for seat, held in enumerate(position.sums)]
        return position

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return "take" if move == TAKE else "stay"


# --- bots by name ---


class Planted(Player):
    """The greedy bot with a habit: `planted:NAME`. `planted:none` has none."""

    def __init__(self, name: str, game: Game, options: Options, seed: str) -> None:
        super().__init__(name)
        self._habit = HABITS[name.partition(":")[2]]
        self._greedy = GreedyPlayer("greedy", game, options, seed)

    def decide(self, info: InfoState) -> Move:
        move = self._habit(info)
        return self._greedy.decide(info) if move is None else move


HABITS: dict[str, Habit] = {
    "none": lambda info: None,
    "guards": guards_when_weak,
    "scratches": scratches_first,
    "draws": draws_always,
}


def install(folder: Path) -> None:
    """Writes an entry point, so that the player `planted` exists if this folder is on the path."""
    metadata = folder / "planted-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: planted\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[rumpus.players]\nplanted = benchmarks.planted.weaknesses:Planted\n")
