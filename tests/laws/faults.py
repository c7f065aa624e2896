"""Typical faults of games, each planted in the hand-written Pigeons, with the law that finds it.

`PYTHONPATH=examples/sixth_game python -m tests.laws.faults` prints all with law and message.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple, TypeVar

from pigeons.game import Pigeons as DeclaredPigeons
from pigeons.game import Square as DeclaredSquare
from rumpus.author import DeclaredGame, DeclaredPosition, Pool, own, placed, secret, shown, take
from rumpus.author.contract import NOTHING as NOBODY
from rumpus.author.contract import known_to
from rumpus.core.errors import BadOption
from rumpus.core.evaluator import Evaluator
from rumpus.core.game import Game
from rumpus.core.options import Field, Options, Preset, number
from rumpus.core.position import Event, Json, Move, Position, Seat, SeenEvent, View
from rumpus.core.rng import Rng
from rumpus.core.words import Forecast, Line
from rumpus.testing.law import BrokenLaw
from rumpus.testing.laws import LAWS
from tests.laws.handmade import HAND, NOTHING, SPARE, PigeonFeatures, PigeonLab, Pigeons, Square

AnyClass = TypeVar("AnyClass", bound=type)


class Fault(NamedTuple):
    """A planted fault, the law to find it, and words of its message."""

    name: str
    game: Game
    law: str
    says: Sequence[str]
    players: int

    def __str__(self) -> str:
        return self.name


class Planted(Pigeons):
    """Pigeons with a fault in its position, features or lab."""

    def __init__(self, part: type) -> None:
        if issubclass(part, Square):
            self.square = part
        elif issubclass(part, PigeonFeatures):
            self.features = part
        else:
            assert issubclass(part, PigeonLab)
            self.statistics = part


FAULTS: list[Fault] = []
GAMES_EACH = 5


def fault(name: str, law: str, *says: str, players: int = 2) -> Callable[[AnyClass], AnyClass]:
    def noted(kind: AnyClass) -> AnyClass:
        game = kind() if issubclass(kind, Game) else Planted(kind)
        FAULTS.append(Fault(name, game, law, says, players))
        return kind

    return noted


def others(square: Position, seat: Seat) -> list[int]:
    assert isinstance(square, Square)
    return [card for other, hand in enumerate(square.hands) if other != seat for card in hand]


# --- views, moves and refusals ---

REAL = "determinization is consistent"


@fault("a refusal uses another's hand", REAL, "seat 0 can tell from `rule_against`", "hands[1]", "faults.py:")
class RefusalPeeks(Square):
    def rule_against(self, seat: Seat, move: Move) -> str:
        reason = super().rule_against(seat, move)
        return f"{reason} Another holds the {max(others(self, seat))}." if reason else ""


@fault("an explanation uses another's hand", REAL, "can tell from `explain_move`", "hands[", "faults.py:")
class ExplanationPeeks(Pigeons):
    def explain_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return "Nobody can beat it." if move > max(others(position, seat)) else ""


@fault("a reason uses another's hand", REAL, "can tell from `justify_move`", "hands[", "faults.py:")
class ReasonPeeks(Pigeons):
    def justify_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return "Nobody can beat it." if move > max(others(position, seat)) else ""


@fault("a written move uses another's hand", REAL, "can tell from `format_move`", "'play ", "faults.py:")
class NotationPeeks(Pigeons):
    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return f"play {move}" + (" to win" if move > max(others(position, seat)) else "")


@fault("the order of moves uses another's hand", REAL, "can tell from `moves`", "faults.py:")
class OrderPeeks(Square):
    def moves(self, seat: Seat) -> list[Move]:
        return sorted(super().moves(seat), key=lambda card: (card < max(others(self, seat)), card))


@fault("what is said of a move uses another's hand", REAL, "can tell from `describe_move`", "faults.py:")
class WordsPeek(Pigeons):
    def describe_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return "Win" if move > max(others(position, seat)) else "Lose"


@fault("a forecast uses another's hand", REAL, "can tell from `forecast`", "wins", "faults.py:")
class ForecastPeeks(Pigeons):
    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return {"wins": move > max(others(position, seat))}


class PeekingEvaluator(Evaluator):
    def score_move(self, position: Position, seat: Seat, move: Move) -> float:
        return 1.0 if move > max(others(position, seat)) else 0.0


@fault("a view-only evaluator uses a hand", REAL, "`score_move` with `evaluator_sees_view_only`", "faults.py:")
class EvaluatorPeeks(Pigeons):
    evaluator = PeekingEvaluator
    evaluator_sees_view_only = True


@fault("`visible_to_act` tells who has sealed", REAL, "can tell from `visible_to_act`", "[0] or [0, 1]", "faults.py:")
class WaitingTells(Square):
    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        return self.to_act()


@fault("a sealed card is missing in a count", REAL, "can tell from `view`", "seats[1].cards", "faults.py:")
class CountTells(Square):
    def view(self, seat: Seat | None) -> View:
        view = super().view(seat)
        seats: list[Json] = [
            {"seat": other, "crumbs": self.crumbs[other], "cards": len(hand) - (self.bids[other] != NOTHING)}
            for other, hand in enumerate(self.hands)
        ]
        view["seats"] = seats
        return view


@fault("the view tells whose hand is best", REAL, "can tell from `view`", "`best` is", "faults.py:")
class ViewTellsBest(Square):
    def view(self, seat: Seat | None) -> View:
        return {**super().view(seat), "best": max(range(len(self.hands)), key=lambda other: sum(self.hands[other]))}


@fault("features use hidden cards", REAL, "its features", "(their best)", "hands[1]", "faults.py:")
class PeekingFeatures(PigeonFeatures):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.names.append("their best")

    def of(self, position: Position, seat: Seat) -> list[float]:
        return [*super().of(position, seat), max(others(position, seat), default=0) / 10]


@fault("a determinization draws from another source", REAL, "depends on more than the seat's knowledge", "faults.py:")
class OwnRandomness(Square):
    def determinize(self, seat: Seat, rng: Rng) -> Square:
        world = super().determinize(seat, rng)
        for other, hand in enumerate(world.hands):
            if other != seat:
                free = [card for card in range(1, HAND * 2 + SPARE + 1) if card not in self.hands[seat]]
                world.hands[other] = sorted(random.sample([c for c in free if c not in self.gone], len(hand)))
        return world


# --- sealed moves ---

SEALED = "sealed moves reveal nothing"
ANNOUNCED = "sealing is not announced"


class Telling(Pigeons):
    """Describes the events that faults add."""

    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        if seen.kind in self.events:
            return super().describe_event(seen, names)
        return Line(f"{seen.kind} {' '.join(str(arg) for arg in seen.args)}.", "PG-4")


@fault("an event tells odd or even of a bid", SEALED, "can tell from the event `sealed`", "'play ", "faults.py:")
class EventTellsParity(Square):
    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.note(Event("sealed", [seat, move % 2]))
        super().apply(seat, move, rng)


@fault("a spectator sees bids", SEALED, "a spectator can tell from `view`", "`bids[", "faults.py:")
class SpectatorSeesBids(Square):
    def view(self, seat: Seat | None) -> View:
        view = super().view(seat)
        return {**view, "bids": list[Json](self.bids)} if seat is None else view


@fault("a determinization keeps bids", SEALED, "can tell from its determinizations", "hands[1]", "faults.py:")
class DeterminizationKeepsBids(Square):
    def determinize(self, seat: Seat, rng: Rng) -> Square:
        world = super().determinize(seat, rng)
        for other, bid in enumerate(self.bids):
            if bid != NOTHING and other != seat:
                world.bids[other] = bid
                world.hands[other] = sorted([bid, *[card for card in world.hands[other] if card != bid][1:]])
        return world


@fault("an event tells who sealed", ANNOUNCED, "the event `decided`", "that seat 0 has decided", "faults.py:")
class EventTellsWho(Square):
    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.note(Event("decided", [seat]))
        super().apply(seat, move, rng)


# --- results and legal moves ---

ENDS = "random play ends"


@fault("there is a result before the end", ENDS, "there is a result", "are to act")
class EarlyResult(Square):
    def result(self) -> list[float] | None:
        return [1.0, -1.0] if self.crumbs[0] >= 8 else super().result()


@fault("a result of 2", ENDS, "results lie between -1 and 1, not [", "2.0", "faults.py:")
class LargeResult(Square):
    def result(self) -> list[float] | None:
        result = super().result()
        return None if result is None else [2 * value for value in result]


@fault("both get half a point", ENDS, "do not add up to 0, and `zero_sum` says that they do", "faults.py:")
class BothWin(Square):
    def result(self) -> list[float] | None:
        return None if super().result() is None else [0.5, 0.5]


@fault("nobody is first", ENDS, "`ranking` gives every seat a place, the best 1, not [2, 2]")
class NobodyFirst(Square):
    def ranking(self) -> list[int]:
        return [2] * len(self.hands)


@fault("a move lies outside the space", ENDS, "move 13 lies outside the move space, 0 to 12")
class SmallSpace(Pigeons):
    def move_count(self, options: Options) -> int:
        return HAND * self.seats(options) + SPARE


@fault("what is not offered is allowed", "illegal moves are refused", "which is not in `moves`", "`rule_against`")
class OffersLess(Square):
    def moves(self, seat: Seat) -> list[Move]:
        moves = super().moves(seat)
        return moves[1:] if len(moves) > 1 else moves


@fault("a refusal cites no clause of the rules", "illegal moves are refused", "cites PG-44, which is not in RULES.md")
class CitesNothing(Square):
    def rule_against(self, seat: Seat, move: Move) -> str:
        return super().rule_against(seat, move).replace("PG-4", "PG-44")


@fault("`moves` returns a set", ENDS, "`moves` returns a list, not {", "faults.py:")
class MovesInASet(Square):
    def moves(self, seat: Seat) -> list[Move]:
        return set(super().moves(seat))  # type: ignore[return-value]


# --- copies and saves ---

SHARES = "a copy shares nothing"


@fault("a copy shares a list", SHARES, "changes the original", "`crumbs[", "faults.py:")
class SharedCrumbs(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.crumbs = self.crumbs
        return twin


@fault("a copy shares hands", SHARES, "changes the original", "`hands[", "faults.py:")
class SharedHands(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.hands = self.hands
        return twin


@fault("a copy shares bids", SHARES, "changes the original", "`bids[", "faults.py:")
class SharedBids(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.bids = self.bids
        return twin


@fault("a copy is the position itself", SHARES, "`copy` returns the position itself", "faults.py:")
class NoCopy(Square):
    def copy(self) -> Square:
        return self


@fault("a copy drops a field", SHARES, "a copy is another position", "`gone`", "faults.py:")
class DroppedField(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.gone = []
        return twin


ORIGINAL = "a copy is the original"


@fault("a copy does not listen", ORIGINAL, "a copy records other events than its original", "showed", "faults.py:")
class SilentCopy(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.events = None
        return twin


@fault("a field is in neither copy nor save", ORIGINAL, "a copy", "its original")
class ForgottenField(Square):
    """The last eater is full."""

    def __init__(self, *fields: object) -> None:
        super().__init__(*fields)  # type: ignore[arg-type]
        self.full = -1

    def show(self) -> None:
        eater = max(range(len(self.bids)), key=self.bids.__getitem__)
        if eater == self.full:
            self.crumbs[eater] -= 1
        self.full = eater
        super().show()


KEPT = "fields are kept"


@fault("a copy forgets an attribute", KEPT, "`copy` loses an attribute, `shown`", "handmade.py:")
class ForgetfulCopy(Square):
    def __init__(self, *fields: object) -> None:
        super().__init__(*fields)  # type: ignore[arg-type]
        self.shown = 0

    def show(self) -> None:
        self.shown += 1
        super().show()


@fault("a copy shares a note", KEPT, "a copy shares an attribute, `notes[0]`", "faults.py:")
class SharedNote(Square):
    def __init__(self, *fields: object) -> None:
        super().__init__(*fields)  # type: ignore[arg-type]
        self.notes = [0]

    def copy(self) -> Square:
        twin = super().copy()
        assert isinstance(twin, SharedNote)
        twin.notes = self.notes
        return twin

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.notes[0] = move
        super().apply(seat, move, rng)


DAMAGED = "a damaged save is refused"


@fault("a damaged save raises", DAMAGED, "refused as a BadRecord, not by a TypeError", "faults.py:")
class LoadsAnything(Pigeons):
    def load(self, options: Options, plain: Mapping[str, Json]) -> Square:
        square = self.square([], [], [], [], 1)
        vars(square).update(plain)
        return square


@fault("`save` drops a field", "a saved position goes on", "has another view", ".crumbs` is")
class SaveDrops(Square):
    def save(self) -> dict[str, Json]:
        return {**super().save(), "crumbs": [0] * len(self.crumbs)}


STAYS = "returned data never changes"


@fault("`moves` returns its own list", STAYS, "the data `moves` returned", "faults.py:")
class OwnMoves(Square):
    def moves(self, seat: Seat) -> list[Move]:
        return self.hands[seat] if self.bids[seat] == NOTHING else []


@fault("`view` returns its own list", STAYS, "the data `view` returned", "`gone`", "faults.py:")
class OwnView(Square):
    def view(self, seat: Seat | None) -> View:
        return {**super().view(seat), "gone": self.gone}  # type: ignore[dict-item]


@fault("`save` returns its own list", STAYS, "the data `save` returned", "`gone`", "faults.py:")
class OwnSave(Square):
    def save(self) -> dict[str, Json]:
        return {**super().save(), "gone": self.gone}  # type: ignore[dict-item]


# --- random numbers, events and texts ---

SAME = "same seed same events"


@fault("chance that does not come from the generator", SAME, "the second time")
class OwnChance(Square):
    def show(self) -> None:
        self.note(Event("ate", [0, random.randrange(10**9)]))
        super().show()


@fault("listening draws a number", SAME, "a listening position plays another game", "`gone[")
class ListeningDraws(Pigeons):
    def start(self, options: Options, rng: Rng, listen: bool = False) -> Square:
        if listen:
            rng.below(6)
        return super().start(options, rng, listen)


@fault("an event names too few arguments", "events are named", "does not name the arguments of ate")
class UnnamedArgument(Pigeons):
    events = {**Pigeons.events, "ate": ("seat",)}


@fault("a line cites no clause of the rules", "events are named", "the line of `ate` cites PG-55, which is not in")
class LineCitesNothing(Pigeons):
    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        line = super().describe_event(seen, names)
        return Line(line.text, line.clause.replace("PG-5", "PG-55"))


@fault("an event has no text", SAME, "the event `cooed` has no text", "KeyError", "faults.py:")
class NoWords(Pigeons):
    class Cooing(Square):
        def show(self) -> None:
            self.note(Event("cooed", [0]))
            super().show()

    square = Cooing

    def describe_event(self, seen: SeenEvent, names: Sequence[str]) -> Line:
        texts = {kind: f"{names[seen.number(0)]}: {kind}" for kind in self.events}
        return Line(texts[seen.kind], "PG-4")


ELSEWHERE = "same in another process"


@fault("the order comes from `hash`", ELSEWHERE, "`moves` differs in another process", "faults.py:")
class HashOrder(Square):
    def moves(self, seat: Seat) -> list[Move]:
        return sorted(super().moves(seat), key=lambda card: hash(str(card)))


@fault("the last events come by `hash`", ELSEWHERE, "`events` differs in", "ate", "faults.py:", players=4)
class LastEventsByHash(Square):
    def show(self) -> None:
        if self.turn < HAND:
            super().show()
            return
        for seat in sorted(range(len(self.bids)), key=lambda one: hash(str(one))):
            self.note(Event("ate", [seat, 0]))
        super().show()


@fault("a text comes from a set", ELSEWHERE, "`explain_move` differs in another process", "faults.py:")
class TextFromSet(Pigeons):
    def explain_move(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return " ".join({"coo", "flap", "peck", "strut"})


@fault("two moves are written alike", "notation reads back", "names two moves", "faults.py:")
class TwoAlike(Pigeons):
    def format_move(self, position: Position, seat: Seat, move: Move) -> str:
        return f"play {move // 2}"


# --- events ---

DEALS = "deal events reveal nothing"


@fault("the deal is told to all", DEALS, "from the deal's events", "hands[", "event `dealt`, argument", "faults.py:")
class DealTold(Pigeons):
    def start(self, options: Options, rng: Rng, listen: bool = False) -> Square:
        square = super().start(options, rng)
        if listen:
            square.listen()
            for seat, hand in enumerate(square.hands):
                square.note(Event("dealt", [seat, *hand]))
        return square


@fault("the deal tells the best card", DEALS, "from the deal's events", "event `best`, argument 1", "faults.py:")
class DealTellsBest(Telling):
    def start(self, options: Options, rng: Rng, listen: bool = False) -> Square:
        square = super().start(options, rng, listen)
        square.note(Event("best", [max(max(hand) for hand in square.hands)]))
        return square


PLAYED = "events reveal nothing"


@fault("an event shows the best card left", PLAYED, "event `left`, argument 1", "hands[", "faults.py:")
class BestLeft(Square):
    def show(self) -> None:
        super().show()
        self.note(Event("left", [max((card for hand in self.hands for card in hand), default=0)]))


# --- spectators ---

SPECTATORS = "spectators know no more"


@fault("a spectator sees hands", SPECTATORS, "a spectator can tell from `view`", "`hands[", "faults.py:")
class SpectatorSeesHands(Square):
    def view(self, seat: Seat | None) -> View:
        view = super().view(seat)
        return {**view, "hands": [list[Json](hand) for hand in self.hands]} if seat is None else view


@fault("`standing` counts hidden cards", SPECTATORS, "a spectator can tell from `standing`", "faults.py:")
class PeekingLab(PigeonLab):
    def standing(self, position: Position) -> list[float]:
        assert isinstance(position, Square)
        return [float(sum(hand)) for hand in position.hands]


# --- determinizations ---

REACH = "determinizations reach every deal"


@fault("a determinization keeps a card", REACH, "`determinize` does not reach every deal", "hands[", "faults.py:")
class DeterminizationKeepsCard(Square):
    def determinize(self, seat: Seat, rng: Rng) -> Square:
        world = super().determinize(seat, rng)
        for other, hand in enumerate(self.hands):
            if other != seat and hand and hand[0] not in world.hands[other]:
                world.hands[other] = sorted([hand[0], *world.hands[other][1:]])
        return world


@fault("a world deals low cards to one seat", REACH, "does not reach every deal alike", "hands[", "faults.py:")
class LowCards(Square):
    def determinize(self, seat: Seat, rng: Rng) -> Square:
        world = super().determinize(seat, rng)
        other = 0 if seat else 1
        taken = {*self.gone, *[card for hand in world.hands for card in hand]}
        free = [card for card in range(1, HAND * len(self.hands) + SPARE + 1) if card not in taken]
        hand = world.hands[other]
        if hand and free[0] < hand[-1]:
            world.hands[other] = sorted([*hand[:-1], free[0]])
        return world


@fault("a world deals only what the others hold", "determinizations vary", "all determinizations are equal")
@fault("a world deals only what the others hold, of three", REACH, "hands[", "faults.py:", players=3)
class OnlyOthers(Square):
    def determinize(self, seat: Seat, rng: Rng) -> Square:
        world = super().determinize(seat, rng)
        unseen = sorted(others(self, seat))
        rng.shuffle(unseen)
        for other, hand in enumerate(self.hands):
            if other != seat:
                world.hands[other] = sorted(unseen[: len(hand)])
                del unseen[: len(hand)]
        return world


LATER = "determinizations reach every position"


@fault("after two moves a world forbids a card", LATER, "sees 7 in `hand`", "and never in the world", "faults.py:")
class ForbidsLater(Square):
    def determinize(self, seat: Seat, rng: Rng) -> Square:
        world = super().determinize(seat, rng)
        known = {*self.gone, *self.hands[seat]}
        free = [card for card in range(1, HAND * len(self.hands) + SPARE + 1) if card not in known]
        for hand in world.hands if self.gone else ():
            if hand is not world.hands[seat] and 7 in hand:
                hand[hand.index(7)] = next(card for card in free if not any(card in other for other in world.hands))
                hand.sort()
        return world


class PicksLater(DeclaredSquare):
    def could_be(self, seat: Seat) -> bool:
        return not self.gone or not any(13 in hand for other, hand in enumerate(self.hands) if other != seat)


@fault("`could_be` forbids a card later", LATER, "`determinize` misses later", "sees 13 in `hand`", "faults.py:")
class DeclaredForbidsLater(DeclaredPigeons):
    position = PicksLater


@fault("a determinization listens", "determinization does not listen", "its `events` must be None", "faults.py:")
class DeterminizationListens(Square):
    def determinize(self, seat: Seat, rng: Rng) -> Square:
        world = super().determinize(seat, rng)
        world.events = None if self.events is None else []
        return world


# --- features ---


@fault("features leave out cards gone", "features cover the view", "the view of seat", "`gone", "faults.py:")
class ShortFeatures(PigeonFeatures):
    def of(self, position: Position, seat: Seat) -> list[float]:
        return [max(0.0, value) for value in super().of(position, seat)]


# --- cards of a declared position ---

LOST = "no card gets lost"


class SpareInNoField(DeclaredSquare):
    def deal(self, rng: Rng) -> None:
        super().deal(rng)
        self.spare = []


@fault("spare cards are kept in no field", LOST, "some are kept in no field", "`hands, spare, gone", "faults.py:")
class LosesSpare(DeclaredPigeons):
    position = SpareInNoField


class EatenCards(DeclaredSquare):
    def show(self) -> None:
        super().show()
        self.gone = self.gone[1:]


@fault("a card that was played is lost", LOST, "card ", "is in no field any more (hands, spare, gone)")
class LosesCards(DeclaredPigeons):
    position = EatenCards


# --- what a view tells after a move ---

PEEKS = Pool(8)
PEEK, LEAVE, SWAP = 0, 1, 2


class PeekTable(DeclaredPosition):
    """Every seat looks at the top card of the deck, or does not; then the highest card wins."""

    hands: list[list[int]] = own(PEEKS, label="hand")
    deck: list[int] = secret(PEEKS)
    known: list[int] = known_to(PEEKS)
    done: int = shown(0, top=2)

    def deal(self, rng: Rng) -> None:
        self.deck = list(range(PEEKS.size))
        rng.shuffle(self.deck)
        self.hands = [take(self.deck, 1) for _ in range(self.seats)]

    def moves(self, seat: Seat) -> list[Move]:
        return [PEEK, LEAVE] if seat == self.done else []

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        if move == PEEK:
            self.peek(seat, self.deck[0])
        self.done += 1

    def peek(self, seat: Seat, card: int) -> None:
        self.reveal(card, self.deck, to=seat)
        self.note("peeked", seat, card, to=seat, others=["peeked_unseen", seat])

    def result(self) -> list[float] | None:
        return placed([float(hand[0]) for hand in self.hands]) if self.done == self.seats else None

    def format_move(self, seat: Seat, move: Move) -> str:
        return "peek" if move == PEEK else "leave"


class Peeks(DeclaredGame[PeekTable]):
    name, title, blurb, package = "peeks", "Peeks", "Look at a card.", "pigeons"
    position = PeekTable
    lines = {
        "peeked @seat card": ("{seat:sees} the {card}.", "PG-2"),
        "peeked_unseen @seat": ("{seat:peeks}.", "PG-2"),
    }

    def move_count(self, options: Options) -> int:
        return 2

    def max_decisions(self, options: Options) -> int:
        return 2


class KnownToAll(PeekTable):
    def peek(self, seat: Seat, card: int) -> None:
        super().peek(seat, card)
        self.reveal(card, self.deck, to=range(self.seats))


@fault("a peeked card becomes known to all", PLAYED, "`view` after 'peek'", "no event tells it", "faults.py:")
class PeeksForAll(Peeks):
    position = KnownToAll


class OneWhoTells(PeekTable):
    told: int = shown(NOBODY, low=NOBODY, top=7)

    def peek(self, seat: Seat, card: int) -> None:
        super().peek(seat, card)
        self.told = card // 4


@fault("a view tells half of a peeked card", PLAYED, "`told` is ", "no event tells it", "faults.py:")
class PeeksHalfTold(Peeks):
    position = OneWhoTells


@fault("a spectator sees a peeked card", PLAYED, "a spectator can tell from `view` after 'peek'", "`top` is")
class SpectatorPeeks(Peeks):
    class Table(PeekTable):
        def view(self, seat: Seat | None) -> View:
            view = super().view(seat)
            return {**view, "top": self.deck[0] if self.done and any(self.known) else None} if seat is None else view

    position = Table


# --- seats, lengths and rollouts ---


class TrustingTable(PeekTable):
    looks: int = shown(0, top=2)

    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        super().apply(seat, move, rng)
        self.looks = [1, 2][self.looks]


@fault("`flaw` accepts what cannot go on", DAMAGED, "`flaw` accepts", "`apply` fails: IndexError", "faults.py:")
class TrustsSaves(Peeks):
    position = TrustingTable


EQUAL = "seats are equal"


class OneSwaps(PeekTable):
    def moves(self, seat: Seat) -> list[Move]:
        moves = super().moves(seat)
        return [*moves, SWAP] if moves and seat == 1 else moves

    def format_move(self, seat: Seat, move: Move) -> str:
        return "swap" if move == SWAP else super().format_move(seat, move)


@fault("a move is for one seat number alone", EQUAL, "seat 1 is offered 'swap'", "seat 0 in 0", "faults.py:")
class SwapsForOne(Peeks):
    position = OneSwaps

    def move_count(self, options: Options) -> int:
        return 3


class OneLooks(PeekTable):
    def moves(self, seat: Seat) -> list[Move]:
        return super().moves(seat)[: 2 - seat]


@fault("only one seat may leave", EQUAL, "seat 0 is offered 'leave'", "Game.unequal_seats", "faults.py:")
class OneLeaves(Peeks):
    position = OneLooks


@fault("a game is longer than it claims", ENDS, "no match has more than 8 decisions, and this one had 9", "faults.py:")
class ClaimsLess(Pigeons):
    def max_decisions(self, options: Options) -> int:
        return 4 * self.seats(options)


class Waits(PeekTable):
    def apply(self, seat: Seat, move: Move, rng: Rng) -> None:
        self.done += move == LEAVE


@fault("who always waits plays for ever", ENDS, "`max_decisions` says that", "takes the first move", "faults.py:")
class WaitsForEver(Peeks):
    position = Waits

    def max_decisions(self, options: Options) -> int:
        return 100


ROLLOUTS = "rollouts play the same game"


@fault("a random move is not the one of the list", ROLLOUTS, "`random_move` picks another move", "faults.py:")
class OtherRandomMove(Square):
    def random_move(self, seat: Seat, rng: Rng) -> Move:
        moves = self.moves(seat)
        return moves[-1 - rng.below(len(moves))]


@fault("preparing drops a score", ROLLOUTS, "a prepared position leads to another result", "faults.py:")
class PreparingForgets(Square):
    def prepare_rollout(self) -> None:
        self.crumbs = [0] * len(self.crumbs)


# --- missing parts ---

MISSING = "nothing is missing"


@fault("`save` is missing", MISSING, "`save` is not implemented")
class NoSave(Square):
    save = Position.save


@fault("`determinize` is missing", MISSING, "`determinize` is not implemented")
class NoDeterminization(Square):
    determinize = Position.determinize  # type: ignore[assignment]


@fault("`describe_event` is missing", MISSING, "`describe_event` is not implemented")
class NoDescription(Pigeons):
    describe_event = Game.describe_event


@fault("the rules are missing", MISSING, "there is no RULES.md in the package 'tests.laws'")
class NoRules(Pigeons):
    package = "tests.laws"


@fault("`seat_counts` is a set", MISSING, "`seat_counts` returns a list, not {2, 3, 4}", "faults.py:")
class CountsInASet(Pigeons):
    def seat_counts(self) -> Sequence[int]:
        return {2, 3, 4}  # type: ignore[return-value]


@fault("the game has no title", MISSING, "the game has no `title`")
class NoTitle(Pigeons):
    title = ""


# --- presets ---

PRESETS = "presets can be played"
CRUMBS: Sequence[Field] = [*Pigeons.fields, number("crumbs", 1, 1, 3, "how many lie there", "PG-1")]


@fault("a preset does not fit every number of seats", PRESETS, "for 3 seats: Only two share 2 crumbs.")
class CrowdedPreset(Pigeons):
    fields = CRUMBS
    presets = [Preset("rich", {"crumbs": 2}, "More crumbs.")]

    def check(self, options: Options) -> None:
        if options.number("crumbs") > 1 and options.number("players") > 2:
            raise BadOption("Only two share 2 crumbs.", "crumbs")


@fault("a preset changes nothing", PRESETS, "it changes crumbs to the default", "preset usual")
class IdlePreset(Pigeons):
    fields = CRUMBS
    presets = [Preset("usual", {"crumbs": 1}, "As ever.")]


@fault("two presets have one name", PRESETS, "presets have different names, not ['rich', 'rich']")
class TwicePreset(CrowdedPreset):
    presets = [Preset("rich", {"crumbs": 2}, "More crumbs."), Preset("rich", {"crumbs": 3}, "Most crumbs.")]


def table() -> str:
    """Returns every fault as a row of Markdown, with its law and message, and how many are caught by their cause."""
    rows = ["| fault | law | message |", "|---|---|---|"]
    caught = 0
    for one in FAULTS:
        law = next(law for law in LAWS if law.name == one.law)
        try:
            law(one.game, one.game.options(seats=one.players), GAMES_EACH)
        except BrokenLaw as broken:
            caught += all(words in str(broken) for words in one.says)
            rows.append(f"| {one} | {one.law} | {broken.finding} |")
        else:
            rows.append(f"| {one} | {one.law} | not caught |")
    return "\n".join([*rows, "", f"{caught} of {len(FAULTS)} faults are caught."])


if __name__ == "__main__":
    # Games go to other processes by the name of their module, and here that is `__main__`.
    print(import_module("tests.laws.faults").table())
