"""A tiny game in which it is a secret who is being asked: each round one seat may keep or pass a pebble."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import UnknownName
from rumpus.core.extensions import Command, Terminal
from rumpus.core.game import Game
from rumpus.core.options import Options, choice, number, switch
from rumpus.core.position import Event, Json, Move, Position, Seat, SeenEvent, View
from rumpus.core.rng import Rng
from rumpus.core.words import Line

KEEP, PASS = 0, 1
ROUNDS = 3


class Circle(Position):
    def __init__(self, seats: int, holder: int, round_: int) -> None:
        super().__init__()
        self.seats = seats
        self.holder = holder
        self.round = round_

    def to_act(self) -> list[Seat]:
        return [self.holder] if self.round <= ROUNDS else []

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        if self.round > ROUNDS:
            return []
        return [seat for seat in range(self.seats) if seat != viewer or seat == self.holder]

    def moves(self, seat: Seat) -> list[Move]:
        return [KEEP, PASS] if seat in self.to_act() else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        if move == PASS:
            self.holder = (self.holder + 1) % self.seats
        self.round += 1
        if self.events is not None:
            self.events.append(Event("went", [self.round - 1]))

    def rule_against(self, seat: Seat, move: Move) -> str:
        return "" if move in (KEEP, PASS) else "A pebble cannot be eaten (WH-2)."

    def result(self) -> list[float] | None:
        if self.round <= ROUNDS:
            return None
        return [1.0 if seat == self.holder else -1.0 for seat in range(self.seats)]

    def copy(self) -> Circle:
        twin = Circle(self.seats, self.holder, self.round)
        if self.events is not None:
            twin.listen()
        return twin

    def view(self, seat: Seat | None) -> View:
        view: View = {"you": seat, "phase": f"round {self.round}", "seats": [{} for _ in range(self.seats)]}
        if seat is not None:
            view["pebble"] = "in your hand" if seat == self.holder else "elsewhere"
        if self.result() is not None:
            view["outcome"] = f"Seat {self.holder} holds the pebble."
        return view

    def determinize(self, seat: Seat, rng: Rng) -> Circle:
        others = [other for other in range(self.seats) if other != seat]
        dealt = others[rng.below(len(others))]
        return Circle(self.seats, seat if seat == self.holder else dealt, self.round)

    def save(self) -> dict[str, Json]:
        return {"seats": self.seats, "holder": self.holder, "round": self.round}


class Whispers(Game):
    name = "whispers"
    title = "Whispers"
    blurb = "Who holds the pebble?"
    fields = (
        number("players", 2, 2, 3, "how many sit in the circle", "WH-1", basic=True),
        choice("mode", "calm", ("calm", "death match"), "the mood", "WH-3", basic=True),
        switch("versus", False, "only for the looks of it", "WH-3"),
    )

    def move_count(self, options: Options) -> int:
        return 3

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Circle:
        seats = self.seats(options)
        circle = Circle(seats, rng.below(seats), 1)
        if listen:
            circle.listen()
        return circle

    def load(self, options: Options, plain: Mapping[str, Json]) -> Circle:
        seats, holder, round_ = plain["seats"], plain["holder"], plain["round"]
        assert isinstance(seats, int)
        assert isinstance(holder, int)
        assert isinstance(round_, int)
        return Circle(seats, holder, round_)

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return ("keep 2", "pass")[move]

    def parse_move(self, position: Position, seat: Seat, text: str) -> Move:
        return 2 if text.strip() == "eat" else super().parse_move(position, seat, text)

    def explain_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return ("Hold on to the pebble.", "Hand it to your neighbour.")[move]

    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        return Line(f"Round {seen.number(0)} is over.", "WH-2")

    def rules(self) -> str:
        return "# Whispers\n\n- **WH-1** Two or three sit in a circle.\n- **WH-2** Keep or pass.\n- **WH-3** Moods.\n"

    def terminal(self) -> Terminal:
        return WhispersTerminal()


class WhispersTerminal(Terminal):
    def places(self, view: View) -> list[list[str]]:
        return [["keep", "pass"], ["pass"], ["2"]]

    def commands(self) -> dict[str, Command]:
        return {"pebbles": pebbles}


def pebbles(words: list[str]) -> int:
    """Counts pebbles."""
    if "--lose" in words:
        raise UnknownName("a pebble is lost")
    print(f"{len(words)} pebbles: {' '.join(words)}")
    return 3


game = Whispers()
