"""The rules and words of My Game: its position, its moves and its log lines."""

from __future__ import annotations

from rumpus.author import (
    DeclaredGame,
    DeclaredPosition,
    Move,
    Options,
    Pool,
    Rng,
    Seat,
    Topic,
    each,
    number,
    own,
    placed,
    secret,
    shown,
    take,
)

from mygame.terminal import MyGameTerminal

HIGHEST = 20
HAND = 4
POINT = 1
"""What a higher card scores (MG-4)."""
DECK = Pool(HIGHEST + 1)
"""Cards are their numbers; they move between the fields below and never get lost."""


class MyGamePosition(DeclaredPosition):
    """All there is on the table. What a field is called here says who sees it: `own` its seat, `secret` nobody."""

    hands: list[list[int]] = own(DECK, label="hand")
    rest: list[int] = secret(DECK)
    pile: list[int] = shown(pool=DECK)
    points: list[int] = each(top=POINT * HAND)

    def deal(self, rng: Rng) -> None:
        deck = list(range(1, HIGHEST + 1))
        rng.shuffle(deck)
        self.hands = [sorted(take(deck, HAND)) for _ in range(self.seats)]
        self.rest = deck

    def moves(self, seat: Seat) -> list[Move]:
        return list(self.hands[seat]) if seat == len(self.pile) % self.seats else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        scores = self.climbs(move)
        self.move(move, self.hands[seat], self.pile)
        self.note("played", seat, move)
        if scores:
            self.points[seat] += POINT
            self.note("scored", seat, POINT)

    def climbs(self, card: int) -> bool:
        """True if this card is higher than the covered one (MG-4)."""
        return bool(self.pile) and card > self.pile[-1]

    def result(self) -> list[float] | None:
        return None if any(self.hands) else placed(self.points)

    def flaw(self) -> str:
        played = [(len(self.pile) + self.seats - 1 - seat) // self.seats for seat in range(self.seats)]
        fits = all(len(hand) + count == HAND for hand, count in zip(self.hands, played, strict=True))
        return "" if fits else "a hand does not fit the pile"

    # --- words ---

    def phase(self) -> str:
        return f"Card {len(self.pile) + 1} of {HAND * self.seats}."

    def outcome(self) -> str:
        return "All cards are played."

    def describe_move(self, seat: Seat, move: Move) -> str:
        return f"Play the {move}"

    def explain_move(self, seat: Seat, move: Move) -> str:
        return f"It covers the {self.pile[-1]} and scores." if self.climbs(move) else "It scores nothing."

    def rule_against(self, seat: Seat, move: Move) -> str:
        return "" if move in self.hands[seat] else f"You do not hold the {move} (MG-3)."

    # --- for bots and the lab ---

    def score_move(self, seat: Seat, move: Move) -> float:
        """Prefers the lowest scoring card, else the lowest card."""
        return (1.0 if self.climbs(move) else 0.0) - move / 100

    def value(self, seat: Seat) -> float:
        best = max(points for other, points in enumerate(self.points) if other != seat)
        return max(-1.0, min(1.0, (self.points[seat] - best) / HAND))

    def standing(self) -> list[float]:
        return [float(points) for points in self.points]

    def round(self) -> int:
        return len(self.pile) // self.seats


class MyGame(DeclaredGame[MyGamePosition]):
    name = "mygame"
    title = "My Game"
    blurb = "Play higher than the card before, and keep something to climb with."
    minutes = 3
    accent = "light-dark(#0a6e4f, #5fd3a8)"
    fields = (number("players", 2, 2, 4, "how many play", "MG-1", basic=True),)
    position = MyGamePosition
    lines = {
        "dealt @seat cards*": ("{seat:is} dealt {cards}.", "MG-2"),
        "dealt_unseen @seat": ("{seat:is} dealt four cards.", "MG-2"),
        "played @seat card": ("{seat:plays} the {card}.", "MG-3"),
        "scored @seat points": ("{seat:scores} {points}.", "MG-4", "point"),
    }

    def move_count(self, options: Options) -> int:
        return HIGHEST + 1

    def topics(self, options: Options) -> list[Topic]:
        return [Topic("point", "thing", "For a card that is higher than the one it covers.", "MG-4")]

    def terminal(self) -> MyGameTerminal:
        return MyGameTerminal()
