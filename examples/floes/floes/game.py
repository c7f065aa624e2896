"""Rules and texts of Floes: turns, an open board, nothing hidden."""

from __future__ import annotations

from rumpus.author import DeclaredGame, DeclaredPosition, Move, Options, Rng, Seat, Topic, each, number, placed, shown
from rumpus.author.contract import SEAT, Json, View

SIDE = 5
FLOES = [f"{column}{row}" for row in range(1, SIDE + 1) for column in "abcde"]
CORNERS = ["a1", "e5", "e1", "a5"]
WAYS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


class Ice(DeclaredPosition):
    """Floes are numbered a1, b1 and so on; a floe without fish has melted."""

    fish: list[int] = shown(top=3)
    stands: list[int] = each(label="floe", top=SIDE * SIDE - 1)
    eaten: list[int] = each(top=3 * SIDE * SIDE)
    turn: Seat = shown(top=SEAT)

    def deal(self, rng: Rng) -> None:
        self.fish = [rng.below(3) + 1 for _ in FLOES]
        self.stands = [FLOES.index(corner) for corner in CORNERS[: self.seats]]

    def reach(self, seat: Seat) -> list[int]:
        """Floes to slide to: straight on, over free ice (FL-4)."""
        found: list[int] = []
        for across, along in WAYS:
            column, row = self.stands[seat] % SIDE + across, self.stands[seat] // SIDE + along
            while 0 <= column < SIDE and 0 <= row < SIDE:
                floe = column + SIDE * row
                if not self.fish[floe] or floe in self.stands:
                    break
                found.append(floe)
                column, row = column + across, row + along
        return sorted(found)

    def moves(self, seat: Seat) -> list[Move]:
        return self.reach(seat) if seat == self.turn else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        left = self.stands[seat]
        self.note("slid", seat, FLOES[left], FLOES[move], self.fish[left])
        self.eaten[seat] += self.fish[left]
        self.fish[left] = 0
        self.stands[seat] = move
        others = [(seat + step) % self.seats for step in range(1, self.seats)]
        self.turn = next((other for other in others if self.reach(other)), seat)

    def result(self) -> list[float] | None:
        return None if self.reach(self.turn) else placed(self.eaten)

    def view(self, seat: Seat | None) -> View:
        marks = [f" {fish}" if fish else " ." for fish in self.fish]
        for other, floe in enumerate(self.stands):
            marks[floe] = f"p{other + 1}"
        rows: list[Json] = ["   a  b  c  d  e"]
        rows += [f"{row + 1} {' '.join(marks[SIDE * row : SIDE * (row + 1)])}" for row in range(SIDE)]
        return {**super().view(seat), "ice": rows}

    def format_move(self, seat: Seat, move: Move) -> str:
        return f"slide {FLOES[move]}"

    def rule_against(self, seat: Seat, move: Move) -> str:
        return "" if move in self.moves(seat) else "You slide in a straight line, over ice and nobody else (FL-4)."

    def value(self, seat: Seat) -> float:
        return max(-1.0, min(1.0, (2 * self.eaten[seat] - max(self.eaten) - min(self.eaten)) / 10))


class Floes(DeclaredGame[Ice]):
    name, title, minutes, position = "floes", "Floes", 4, Ice
    blurb = "Penguins eat the ice from under their feet."
    accent = "light-dark(#0b5f86, #7cc7ee)"
    fields = (number("players", 2, 2, 4, "how many penguins", "FL-1", basic=True),)
    lines = {"slid @seat from to fish": ("{seat:slides} from {from} to {to} for {fish} fish.", "FL-5", "fish")}

    def move_count(self, options: Options) -> int:
        return len(FLOES)

    def topics(self, options: Options) -> list[Topic]:
        return [Topic("fish", "thing", "Those of the floe that a penguin leaves are eaten.", "FL-5")]
