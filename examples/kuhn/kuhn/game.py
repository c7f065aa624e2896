"""Rules and texts of Kuhn's poker."""

from __future__ import annotations

from rumpus.author import DeclaredGame, DeclaredPosition, Move, Options, Pool, Rng, Seat, each, own, secret, shown

CARDS = Pool(3, ["jack", "queen", "king"])
PASS, BET = 0, 1
WORDS = ["pass", "bet"]


class Pot(DeclaredPosition):
    """`said` lists the moves so far, in turn from seat 0."""

    hands: list[list[int]] = own(CARDS, label="card")
    rest: list[int] = secret(CARDS)
    laid: list[list[int]] = each(pool=CARDS, label="laid open")
    said: list[int] = shown(most=3)

    def deal(self, rng: Rng) -> None:
        *self.hands, self.rest = rng.deal(range(CARDS.size), [1, 1])

    def over(self) -> bool:
        return len(self.said) > 1 and self.said != [PASS, BET]

    def moves(self, seat: Seat) -> list[Move]:
        return [PASS, BET] if not self.over() and seat == len(self.said) % 2 else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.said.append(move)
        self.note("said", seat, WORDS[move])
        if self.said[-2:] in ([PASS, PASS], [BET, BET]):
            self.laid, self.hands = self.hands, self.laid
            for other, cards in enumerate(self.laid):
                self.note("showed", other, CARDS.word(cards[0]))

    def result(self) -> list[float] | None:
        """Payoffs in halves: 1 stands for two coins (KP-6)."""
        if not self.over():
            return None
        stake = 1.0 if self.said[-2:] == [BET, BET] else 0.5
        first = self.laid[0] > self.laid[1] if any(self.laid) else len(self.said) % 2 == 0
        return [stake, -stake] if first else [-stake, stake]

    def format_move(self, seat: Seat, move: Move) -> str:
        return WORDS[move]

    def explain_move(self, seat: Seat, move: Move) -> str:
        return "A bet that is passed wins the pot, whatever you hold." if move == BET else ""


class Kuhn(DeclaredGame[Pot]):
    name, title, minutes, position = "kuhn", "Kuhn's Poker", 1, Pot
    blurb = "Three cards, one bet, and a reason to bluff."
    payoff_unit = (2.0, "coin")
    perfect_recall = True
    lines = {
        "said @seat word": ("{seat:says} “{word}”.", "KP-3"),
        "showed @seat card": ("{seat:shows} the {card}.", "KP-5"),
    }

    def move_count(self, options: Options) -> int:
        return 2
