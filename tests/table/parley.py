"""A game for tests: two seats talk in turn, nothing is hidden, and all texts mention seats."""

from __future__ import annotations

from rumpus.core.declared import DeclaredPosition, shown
from rumpus.core.declared.game import DeclaredGame, placed
from rumpus.core.errors import IllegalMove
from rumpus.core.options import Options, number
from rumpus.core.position import Move, Position, Seat
from rumpus.core.rng import Rng

ROUNDS = 4
UNSAID = 7
"""A number that has no words."""


class Talk(DeclaredPosition):
    """Seats say even numbers; the higher sum wins."""

    said: list[int] = shown(top="size", most=ROUNDS)

    def deal(self, rng: Rng) -> None:
        """Nothing has been said."""

    def moves(self, seat: Seat) -> list[Move]:
        acting = len(self.said) < ROUNDS and seat == len(self.said) % 2
        return list(range(0, self.options.number("size"), 2)) if acting else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.said.append(move)
        self.note("said", seat, move)

    def rule_against(self, seat: Seat, move: Move) -> str:
        return f"@{1 - seat} will not hear of odd numbers." if move % 2 else ""

    def result(self) -> list[float] | None:
        return None if len(self.said) < ROUNDS else placed([sum(self.said[0::2]), sum(self.said[1::2])])

    def phase(self) -> str:
        speaker = len(self.said) % 2
        return f"@{speaker}[speaks], @{1 - speaker}[listens]"

    def outcome(self) -> str:
        return "@0 and @1 have nothing left to say."

    def format_move(self, seat: Seat, move: Move) -> str:
        if move == UNSAID:
            raise IndexError(move)
        return f"say {move}"

    def explain_move(self, seat: Seat, move: Move) -> str:
        return f"@{1 - seat}[hears] {move}."


class Parley(DeclaredGame[Talk]):
    name = "parley"
    title = "Parley"
    fields = (number("size", 10, 4, 10_000, "numbers there are", "PA-1"),)
    position = Talk
    lines = {"said @seat number": ("{seat:says} {number}.", "PA-1")}

    def move_count(self, options: Options) -> int:
        return options.number("size")

    def parse_move(self, position: Position, seat: Seat, text: str) -> Move:
        if not text.startswith("say "):
            raise IllegalMove(f"@{1 - seat} does not understand that.")
        return super().parse_move(position, seat, text)


parley = Parley()
