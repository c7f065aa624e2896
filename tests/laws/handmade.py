"""Pigeons with every method written by hand, to plant faults in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rumpus.core.declared.game import placed
from rumpus.core.evaluator import Evaluator
from rumpus.core.extensions import Bots, Lab
from rumpus.core.features import Features
from rumpus.core.game import Game
from rumpus.core.options import Field, Options, number
from rumpus.core.position import Event, Json, Move, Position, Seat, SeenEvent, View
from rumpus.core.rng import Rng
from rumpus.core.saving import SavedField, damaged, fields, restore, saved
from rumpus.core.words import Line, Person, Topic

HAND: Final = 5
SPARE: Final = 3
NOTHING: Final = 0
OMITTED: Final = {"gone order": "the cards of one round lie open together", "hand order": "a hand is sorted"}


class Square(Position):
    """Cards are numbers; a bid of 0 is none yet."""

    def __init__(self, hands: list[list[int]], bids: list[int], crumbs: list[int], gone: list[int], turn: int) -> None:
        super().__init__()
        self.hands = hands
        self.bids = bids
        self.crumbs = crumbs
        self.gone = gone
        self.turn = turn

    def to_act(self) -> list[Seat]:
        return [seat for seat, bid in enumerate(self.bids) if bid == NOTHING and self.hands[seat]]

    def moves(self, seat: Seat) -> list[Move]:
        return list(self.hands[seat]) if self.bids[seat] == NOTHING else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.bids[seat] = move
        if NOTHING not in self.bids:
            self.show()

    def show(self) -> None:
        """Shows all bids; the highest eats the crumb (PG-4, PG-5)."""
        eater = max(range(len(self.bids)), key=self.bids.__getitem__)
        self.crumbs[eater] += self.turn
        for seat, bid in enumerate(self.bids):
            self.hands[seat].remove(bid)
            self.gone.append(bid)
            self.note(Event("showed", [seat, bid]))
        self.note(Event("ate", [eater, self.turn]))
        self.bids = [NOTHING] * len(self.bids)
        self.turn += 1

    def note(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    def rule_against(self, seat: Seat, move: Move) -> str:
        return "" if move in self.hands[seat] else f"You do not hold the {move} (PG-4)."

    def result(self) -> list[float] | None:
        return None if self.turn <= HAND else placed(self.crumbs)

    def copy(self) -> Square:
        twin = type(self)([hand[:] for hand in self.hands], self.bids[:], self.crumbs[:], self.gone[:], self.turn)
        if self.events is not None:
            twin.listen()
        return twin

    def view(self, seat: Seat | None) -> View:
        over = self.result() is not None
        seats: list[Json] = [
            {"seat": other, "crumbs": crumbs, "cards": len(self.hands[other])}
            for other, crumbs in enumerate(self.crumbs)
        ]
        phase = "The crumbs are eaten." if over else f"Round {self.turn} of {HAND}."
        view: View = {"you": seat, "phase": phase, "seats": seats}
        if over:
            view["outcome"] = phase
        else:
            view["crumb"] = self.turn
        view["gone"] = list[Json](self.gone)
        if seat is not None:
            view["hand"] = list[Json](self.hands[seat])
            view["bid"] = self.bids[seat] or None
        return view

    def determinize(self, seat: Seat, rng: Rng) -> Square:
        """Deals unseen cards again and takes the others' bids back."""
        seats = len(self.hands)
        known = set(self.hands[seat]) | set(self.gone)
        unseen = [card for card in range(1, HAND * seats + SPARE + 1) if card not in known]
        rng.shuffle(unseen)
        world = self.copy()
        world.events = None
        for other in range(seats):
            if other != seat:
                world.hands[other] = sorted(unseen[: len(self.hands[other])])
                del unseen[: len(self.hands[other])]
                world.bids[other] = NOTHING
        return world

    def save(self) -> dict[str, Json]:
        return saved(self, kept(len(self.hands)))

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        if self.result() is not None:
            return []
        # `determinize` takes sealed bids back, so nobody may know that they are in.
        return [seat for seat, bid in enumerate(self.bids) if seat != viewer or not bid]


def kept(seats: int) -> list[SavedField]:
    highest = HAND * seats + SPARE
    return [
        *fields("hands**", low=1, high=highest, length=seats, max_length=HAND),
        *fields("bids*", high=highest, length=seats),
        *fields("crumbs*", high=sum(range(HAND + 1)), length=seats),
        *fields("gone*", low=1, high=highest, max_length=HAND * seats),
        *fields("turn", low=1, high=HAND + 1),
    ]


class PigeonEvaluator(Evaluator):
    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        """Prefers high cards for big crumbs."""
        assert isinstance(position, Square)
        rank = sorted(position.hands[seat]).index(move)
        target = (position.turn - 1) / HAND * len(position.hands[seat])
        return -abs(rank - target)

    def value(self, position: Position, seat: Seat) -> float:
        assert isinstance(position, Square)
        rest = max(crumbs for other, crumbs in enumerate(position.crumbs) if other != seat)
        return max(-1.0, min(1.0, (position.crumbs[seat] - rest) / 8))


class PigeonFeatures(Features):
    def __init__(self, seats: int) -> None:
        cards = range(1, HAND * seats + SPARE + 1)
        names = ["round", *[f"crumbs {place}" for place in range(seats)]]
        names += [f"{what} {card}" for what in ("card", "bid") for card in cards]
        super().__init__(names, OMITTED)

    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, Square)
        seats = len(position.hands)
        row = [position.turn / HAND, *[position.crumbs[(seat + place) % seats] / 15 for place in range(seats)]]
        cards = range(1, HAND * seats + SPARE + 1)
        row += [1.0 if card in position.hands[seat] else -1.0 if card in position.gone else 0.0 for card in cards]
        return [*row, *[1.0 if card == position.bids[seat] else 0.0 for card in cards]]


class PigeonLab(Lab):
    def standing(self, position: Position) -> list[float]:
        assert isinstance(position, Square)
        return [float(crumbs) for crumbs in position.crumbs]

    def rounds(self, position: Position) -> int:
        assert isinstance(position, Square)
        return position.turn - 1

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        if event.kind == "ate":
            seen = event.full()
            return [(seen.number(0), "ate", "crumb")]
        return []


class Pigeons(Game):
    name = "pigeons"
    title = "Pigeons"
    blurb = "Sealed bids for crumbs on the square."
    minutes = 3
    package = "pigeons"
    square: type[Square] = Square
    evaluator: type[Evaluator] = PigeonEvaluator
    evaluator_sees_view_only = False
    features: type[PigeonFeatures] = PigeonFeatures
    statistics: type[PigeonLab] = PigeonLab
    fields: Sequence[Field] = (number("players", 2, 2, 4, "how many pigeons", "PG-1", basic=True),)
    events = {
        "dealt": ("seat", "cards*"),
        "dealt_unseen": ("seat",),
        "showed": ("seat", "card"),
        "ate": ("seat", "crumb"),
    }

    def move_count(self, options: Options) -> int:
        return HAND * self.seats(options) + SPARE + 1

    def start(self, options: Options, rng: Rng, listen: bool = False) -> Square:
        seats = self.seats(options)
        deck = list(range(1, HAND * seats + SPARE + 1))
        rng.shuffle(deck)
        hands = [sorted(deck[HAND * seat : HAND * seat + HAND]) for seat in range(seats)]
        square = self.square(hands, [NOTHING] * seats, [0] * seats, [], 1)
        if listen:
            square.listen()
            for seat, hand in enumerate(hands):
                square.note(Event("dealt", [seat, *hand], 1 << seat, "dealt_unseen", [seat]))
        return square

    def load(self, options: Options, plain: Mapping[str, Json]) -> Square:
        square = self.square([], [], [], [], 1)
        restore(square, plain, kept(self.seats(options)))
        cards = [card for hand in (*square.hands, square.gone) for card in hand]
        if len(set(cards)) < len(cards):
            raise damaged("a card is there twice")
        if NOTHING not in square.bids:
            raise damaged("all bids are in, and yet none is shown")
        for hand, bid in zip(square.hands, square.bids, strict=True):
            if len(hand) != HAND + 1 - square.turn or bid not in (NOTHING, *hand):
                raise damaged("a hand does not fit its round")
        return square

    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return f"play {move}"

    def describe_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return f"Play the {move}"

    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        who = Person(names[seen.number(0)])
        if seen.kind == "dealt":
            return Line(f"{who:is} dealt {', '.join(str(card) for card in seen.args[1:])}.", "PG-2")
        if seen.kind == "dealt_unseen":
            return Line(f"{who:is} dealt five cards.", "PG-2")
        if seen.kind == "showed":
            return Line(f"{who:shows} the {seen.number(1)}.", "PG-4")
        return Line(f"{who:eats} the crumb of {seen.number(1)}.", "PG-5")

    def topics(self, options: Options) -> list[Topic]:
        return [Topic("crumb", "thing", "Worth its number; the highest card eats it.", "PG-3")]

    # --- extensions ---

    def bots(self) -> Bots:
        return PigeonBots(self)

    def lab(self) -> Lab:
        return self.statistics()


class PigeonBots(Bots):
    def __init__(self, game: Pigeons) -> None:
        self.game = game
        self.evaluator_sees_view_only = game.evaluator_sees_view_only

    def evaluator(self, options: Options) -> Evaluator:
        return self.game.evaluator()

    def features(self, options: Options) -> Features:
        return self.game.features(options.number("players"))
