"""Rules and texts of Pigeons: a position with declared fields, a game with declared lines."""

from __future__ import annotations

from rumpus.author import DeclaredGame, DeclaredPosition, Move, Options, Pool, Rng, Seat, Topic

# isort: split
from rumpus.author import each, number, own, placed, sealed, secret, shown
from rumpus.author.contract import NOTHING, View

HAND = 5
SPARE = 3
DECK = Pool(HAND * 4 + SPARE + 1)


class Square(DeclaredPosition):
    """Cards are numbers from 1."""

    hands: list[list[int]] = own(DECK, label="hand")
    spare: list[int] = secret(DECK, kept=False)
    gone: list[int] = shown(pool=DECK)
    bids: list[int] = sealed(label="bid")
    crumbs: list[int] = each(top=sum(range(HAND + 1)))

    def deal(self, rng: Rng) -> None:
        *self.hands, self.spare = rng.deal(range(1, HAND * self.seats + SPARE + 1), [HAND] * self.seats)

    def moves(self, seat: Seat) -> list[Move]:
        return list(self.hands[seat]) if self.bids[seat] == NOTHING else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.bids[seat] = move
        if NOTHING not in self.bids:
            self.show()

    def show(self) -> None:
        """Shows all bids; the highest eats the crumb (PG-4, PG-5)."""
        eater, crumb = self.bids.index(max(self.bids)), self.crumb()
        self.crumbs[eater] += crumb
        for seat, bid in enumerate(self.bids):
            self.hands[seat].remove(bid)
            self.note("showed", seat, bid)
        self.note("ate", eater, crumb)
        self.gone += self.bids
        self.bids = [NOTHING] * self.seats

    def result(self) -> list[float] | None:
        return None if any(self.hands) else placed(self.crumbs)

    def round(self) -> int:
        return len(self.gone) // self.seats

    def crumb(self) -> int:
        """The crumb's value: the number of the round (PG-3)."""
        return self.round() + 1

    def flaw(self) -> str:
        return "" if all(len(hand) == HAND - self.round() for hand in self.hands) else "a hand does not fit its round"

    def view(self, seat: Seat | None) -> View:
        return {**super().view(seat), "crumb": self.crumb() if any(self.hands) else 0}

    def phase(self) -> str:
        return f"Round {self.crumb()} of {HAND}."

    def outcome(self) -> str:
        return "The crumbs are eaten."

    def describe_move(self, seat: Seat, move: Move) -> str:
        return f"Play the {move}"

    def rule_against(self, seat: Seat, move: Move) -> str:
        return "" if move in self.hands[seat] else f"You do not hold the {move} (PG-4)."

    def score_move(self, seat: Seat, move: Move) -> float:
        """Prefers high cards for big crumbs."""
        return -abs(self.hands[seat].index(move) - self.round() / HAND * len(self.hands[seat]))

    def value(self, seat: Seat) -> float:
        rest = max(crumbs for other, crumbs in enumerate(self.crumbs) if other != seat)
        return max(-1.0, min(1.0, (self.crumbs[seat] - rest) / 8))

    def standing(self) -> list[float]:
        return [float(crumbs) for crumbs in self.crumbs]


class Pigeons(DeclaredGame[Square]):
    name = "pigeons"
    title = "Pigeons"
    blurb = "Sealed bids for crumbs on the square."
    minutes = 3
    accent = "light-dark(#5b4a9c, #b9aef0)"
    fields = (number("players", 2, 2, 4, "how many pigeons", "PG-1", basic=True),)
    position = Square
    lines = {
        "dealt @seat cards*": ("{seat:is} dealt {cards}.", "PG-2"),
        "dealt_unseen @seat": ("{seat:is} dealt five cards.", "PG-2"),
        "showed @seat card": ("{seat:shows} the {card}.", "PG-4"),
        "ate @seat crumb": ("{seat:eats} the crumb of {crumb}.", "PG-5", "crumb"),
    }

    def move_count(self, options: Options) -> int:
        return HAND * self.seats(options) + SPARE + 1

    def topics(self, options: Options) -> list[Topic]:
        return [Topic("crumb", "thing", "Worth its number; the highest card eats it.", "PG-3")]
