"""Kuhn's poker, for tests of payoffs and solutions: three cards, one coin each, one bet; a payoff of 1 is two coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.contract import Event, Move, Plain, Position, Seat, Seen, View
from rumpus.core.game import Game
from rumpus.core.luck import Luck
from rumpus.core.options import Options
from rumpus.core.words import Line, Person

PASS, BET = 0, 1
CARDS = ("jack", "queen", "king")


class Showdown(Position):
    """The cards by seat, and what was said so far."""

    def __init__(self, cards: list[int], said: list[int]) -> None:
        super().__init__()
        self.cards = cards
        self.said = said

    def to_act(self) -> list[Seat]:
        return [] if self.result() is not None else [len(self.said) % 2]

    def moves(self, seat: Seat) -> list[Move]:
        return [PASS, BET] if seat in self.to_act() else []

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.said = [*self.said, move]
        self.note(Event("said", [seat, move]))

    def note(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def result(self) -> list[float] | None:
        if self.said in ([PASS, PASS], [BET, BET], [PASS, BET, BET]):
            coins = 1 + (BET in self.said)
            best = self.cards.index(max(self.cards))
        elif self.said in ([BET, PASS], [PASS, BET, PASS]):
            coins, best = 1, self.said.index(BET) % 2
        else:
            return None
        return [coins / 2 if seat == best else -coins / 2 for seat in (0, 1)]

    def copy(self) -> Showdown:
        twin = Showdown(self.cards, self.said)
        if self.events is not None:
            twin.listen()
        return twin

    def view(self, seat: Seat | None) -> View:
        view: View = {"you": seat, "said": [*self.said], "seats": [{}, {}]}
        if self.result() is not None:
            view["outcome"] = "The pot is won."
        if seat is not None:
            view["card"] = CARDS[self.cards[seat]]
        return view

    def imagine(self, seat: Seat, luck: Luck) -> Showdown:
        others = [card for card in range(3) if card != self.cards[seat]]
        dream = Showdown([others[luck.below(2)]] * 2, self.said)
        dream.cards[seat] = self.cards[seat]
        return dream

    def save(self) -> dict[str, Plain]:
        return {"cards": [*self.cards], "said": [*self.said]}


class Kuhn(Game):
    name = "kuhn_of_the_tests"
    title = "Kuhn's poker"
    blurb = "Three cards, two coins, one bluff."
    minutes = 1
    stake = (2.0, "coin")

    def move_count(self, options: Options) -> int:
        return 2

    def start(self, options: Options, luck: Luck, listen: bool = False) -> Showdown:
        deck = [0, 1, 2]
        luck.shuffle(deck)
        table = Showdown(deck[:2], [])
        if listen:
            table.listen()
            for seat in (0, 1):
                table.note(Event("dealt", [seat, table.cards[seat]], 1 << seat, "unseen", [seat]))
        return table

    def load(self, options: Options, plain: Mapping[str, Plain]) -> Showdown:
        cards, said = plain["cards"], plain["said"]
        assert isinstance(cards, list)
        assert isinstance(said, list)
        return Showdown([int(str(card)) for card in cards], [int(str(move)) for move in said])

    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return ("pass", "bet")[move]

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        who = Person(names[seen.number(0)])
        if seen.kind == "dealt":
            return Line(f"{who:is} dealt the {CARDS[seen.number(1)]}.")
        if seen.kind == "unseen":
            return Line(f"{who:is} dealt a card.")
        return Line(f"{who:bets}." if seen.number(1) == BET else f"{who:passes}.")


game = Kuhn()
