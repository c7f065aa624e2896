"""A game for these tests: two talk in turn, nothing is hidden, and the position speaks of its seats all the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.errors import IllegalMove
from rumpus.core.game import Game
from rumpus.core.options import Options, number
from rumpus.core.position import Event, Move, Plain, Position, Seat, Seen, View
from rumpus.core.rng import Luck
from rumpus.core.words import Line, Person

ROUNDS = 4
UNSAID = 7
"""A number that has no words."""


class Talk(Position):
    """Even numbers may be said; whoever's add up to more has won."""

    def __init__(self, size: int, said: list[int]) -> None:
        super().__init__()
        self.size = size
        self.said = said

    def to_act(self) -> list[Seat]:
        return [] if len(self.said) == ROUNDS else [len(self.said) % 2]

    def moves(self, seat: Seat) -> list[Move]:
        return list(range(0, self.size, 2)) if seat in self.to_act() else []

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.said.append(move)
        if self.events is not None:
            self.events.append(Event("said", [seat, move]))

    def forbids(self, seat: Seat, move: Move) -> str:
        return f"@{1 - seat} will not hear of odd numbers." if move % 2 else ""

    def result(self) -> list[float] | None:
        if len(self.said) < ROUNDS:
            return None
        lead = sum(self.said[0::2]) - sum(self.said[1::2])
        return [0.0, 0.0] if lead == 0 else [1.0, -1.0] if lead > 0 else [-1.0, 1.0]

    def copy(self) -> Talk:
        twin = Talk(self.size, self.said[:])
        if self.events is not None:
            twin.listen()
        return twin

    def imagine(self, seat: Seat, luck: Luck) -> Talk:
        return Talk(self.size, self.said[:])

    def view(self, seat: Seat | None) -> View:
        if self.result() is not None:
            return {"you": seat, "phase": "over", "outcome": "@0 and @1 have nothing left to say."}
        speaker = len(self.said) % 2
        return {"you": seat, "phase": f"@{speaker}[speaks], @{1 - speaker}[listens]", "said": list[Plain](self.said)}

    def save(self) -> dict[str, Plain]:
        return {"said": list[Plain](self.said)}


class Parley(Game):
    name = "parley"
    title = "Parley"
    fields = (number("size", 10, 4, 10_000, "numbers there are", "PA-1"),)

    def seat_counts(self) -> Sequence[int]:
        return (2,)

    def seats(self, options: Options) -> int:
        return 2

    def move_count(self, options: Options) -> int:
        return options.number("size")

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Talk:
        talk = Talk(options.number("size"), [])
        if listen:
            talk.listen()
        return talk

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Talk:
        raise NotImplementedError

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        if move == UNSAID:
            raise IndexError(move)
        return f"say {move}"

    def read(self, position: Position, seat: Seat, text: str) -> Move:
        if not text.startswith("say "):
            raise IllegalMove(f"@{1 - seat} does not understand that.")
        return super().read(position, seat, text)

    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return f"{names[1 - seat]} hears {move}."

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        return Line(f"{Person(names[seen.number(0)]):says} {seen.number(1)}.", "PA-1")


parley = Parley()
