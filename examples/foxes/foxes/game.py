"""Rules and texts of Foxes: a deck, thefts answered during another's turn, known cards."""

from __future__ import annotations

from rumpus.author import DeclaredGame, DeclaredPosition, Move, Options, Pool, Rng, Seat, Topic

# isort: split
from rumpus.author import each, number, own, placed, secret, shown, take
from rumpus.author.contract import NOTHING, SEAT, known_to

HENS, DOGS, SEATS, HAND = 18, 6, 4, 3
DECK = Pool(HENS + DOGS, [f"hen {n + 1}" for n in range(HENS)] + [f"dog {n + 1}" for n in range(DOGS)])
REST, ROB, LET, SET = 0, 1, 1 + SEATS, 2 + SEATS
"""Moves: ROB + seat robs a seat, SET + card sets a dog."""


class Yard(DeclaredPosition):
    """Cards below HENS are hens; `robbed` answers during another seat's turn."""

    hands: list[list[int]] = own(DECK, label="hand")
    deck: list[int] = secret(DECK)
    dogs: list[int] = shown(pool=DECK)
    laid: list[list[int]] = each(pool=DECK, label="laid open")
    known: list[int] = known_to(DECK)
    turn: Seat = shown(low=NOTHING, top=SEAT)
    robbed: Seat = shown(NOTHING, low=NOTHING, top=SEAT)

    def deal(self, rng: Rng) -> None:
        deck = list(range(DECK.size))
        rng.shuffle(deck)
        self.hands = [sorted(take(deck, HAND)) for _ in range(self.seats)]
        self.deck = deck

    def moves(self, seat: Seat) -> list[Move]:
        if self.robbed == NOTHING and seat == self.turn:
            return [REST, *[ROB + other for other in range(self.seats) if other != seat and self.hands[other]]]
        if self.robbed == seat and self.hands[seat]:
            return [LET, *[SET + card for card in self.hands[seat] if card >= HENS]]
        return []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        if ROB <= move < LET:
            self.robbed = move - ROB
            self.note("robs", seat, self.robbed)
            return
        if move == LET:
            self.let_in(seat, self.hands[seat][rng.below(len(self.hands[seat]))])
        elif move >= SET:
            self.note("set", seat, DECK.word(move - SET))
            self.move(move - SET, self.hands[seat], self.dogs)
        self.robbed = NOTHING
        self.draw()

    def let_in(self, seat: Seat, card: int) -> None:
        """The thief takes a card that only the two see (FX-5)."""
        unseen = ("stole_unseen", self.turn, seat)
        self.note("stole", self.turn, seat, DECK.word(card), to=(self.turn, seat), others=unseen)
        self.move(card, self.hands[seat], self.hands[self.turn])

    def draw(self) -> None:
        """Draws a card for the current seat; then the next turn, or the end (FX-7, FX-8)."""
        card = self.deck[0]
        self.note("drew", self.turn, DECK.word(card), to=self.turn, others=("drew_unseen", self.turn))
        self.move(card, self.deck, self.hands[self.turn])
        self.turn = (self.turn + 1) % self.seats
        if not self.deck:
            self.turn = NOTHING
            self.laid, self.hands = self.hands, self.laid
            for seat, hens in enumerate(self.standing()):
                self.note("counted", seat, int(hens))

    def result(self) -> list[float] | None:
        return None if self.deck else placed(self.standing())

    def standing(self) -> list[float]:
        return [float(sum(card + 1 for card in cards if card < HENS)) for cards in self.laid]

    def format_move(self, seat: Seat, move: Move) -> str:
        words = {REST: "rest", LET: "let in"}
        return words.get(move) or (f"rob {move - ROB}" if move < LET else f"set {DECK.word(move - SET)}")

    def describe_move(self, seat: Seat, move: Move) -> str:
        return f"Rob @{move - ROB}" if ROB <= move < LET else super().describe_move(seat, move)

    def score_move(self, seat: Seat, move: Move) -> float:
        """Robs seats with good hens, and sets a dog if hens are at risk."""
        best = [max([card for card in hand if card < HENS], default=0) for hand in self.hands]
        return best[move - ROB] if ROB <= move < LET else best[seat] if move >= SET else 5.0


class Foxes(DeclaredGame[Yard]):
    name, title, minutes, position = "foxes", "Foxes", 5, Yard
    blurb = "Rob the henhouse next door, and remember who has your hen."
    fields = (number("players", 3, 2, SEATS, "how many foxes", "FX-1", basic=True),)
    lines = {
        "robs @thief @victim": ("{thief:breaks} into {victim:'s} henhouse.", "FX-3"),
        "set @victim dog": ("{victim:sets} {dog} on the thief.", "FX-6", "dog"),
        "stole @thief @victim card": ("{thief:steals} {card} from {victim}.", "FX-5", "{card}"),
        "stole_unseen @thief @victim": ("{thief:steals} a card from {victim}.", "FX-5"),
        "drew @seat card": ("{seat:draws} {card}.", "FX-7"),
        "drew_unseen @seat": ("{seat:draws} a card.", "FX-7"),
        "counted @seat hens": ("{seat:has} hens worth {hens}.", "FX-8"),
    }

    def move_count(self, options: Options) -> int:
        return SET + DECK.size

    def topics(self, options: Options) -> list[Topic]:
        return [Topic("dog", "card", "Set on a thief it keeps your hand together, and is gone.", "FX-6")]
