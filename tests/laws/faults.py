"""Faults that authors make, each planted by itself in the hand-written Pigeons, with the law that must name it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from pigeons.game import Pigeons as DeclaredPigeons
from pigeons.game import Square as DeclaredSquare
from rumpus.core.evaluator import Judge
from rumpus.core.extensions import Bots, Lab
from rumpus.core.features import Features
from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Event, Move, Plain, Position, Seat, Seen, View
from rumpus.core.rng import Luck
from rumpus.core.words import Forecast, Line
from tests.laws.handmade import HAND, NOTHING, SPARE, PigeonBots, PigeonFeatures, PigeonLab, Pigeons, Square

AnyClass = TypeVar("AnyClass", bound=type)


class Fault:
    """What is wrong, the law that must say so, and words that its sentence must hold."""

    def __init__(self, name: str, game: Game, law: str, says: Sequence[str], players: int) -> None:
        self.name = name
        self.game = game
        self.law = law
        self.says = says
        self.players = players

    def __str__(self) -> str:
        return self.name


class Planted(Pigeons):
    """Pigeons with a fault in its position."""

    def __init__(self, square: type[Square]) -> None:
        self.square = square


FAULTS: list[Fault] = []


def fault(name: str, law: str, *says: str, players: int = 2) -> Callable[[AnyClass], AnyClass]:
    """Notes a class with a fault in it, of a position or of a game."""

    def noted(kind: AnyClass) -> AnyClass:
        game = Planted(kind) if issubclass(kind, Square) else kind()
        assert isinstance(game, Game)
        FAULTS.append(Fault(name, game, law, says, players))
        return kind

    return noted


def others(square: Position, seat: Seat) -> list[int]:
    """The cards in all other hands."""
    assert isinstance(square, Square)
    return [card for other, hand in enumerate(square.hands) if other != seat for card in hand]


# --- what a seat is told, offered and refused ---

REAL = "a dream looks real"


@fault("a refusal uses another's hand", REAL, "seat 0 can tell from `forbids`", "hands[1]", "faults.py:")
class RefusalPeeks(Square):
    def forbids(self, seat: Seat, move: Move) -> str:
        reason = super().forbids(seat, move)
        return f"{reason} Another holds the {max(others(self, seat))}." if reason else ""


@fault("an explanation uses another's hand", REAL, "can tell from `explain`", "hands[", "faults.py:")
class ExplanationPeeks(Pigeons):
    def explain(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return "Nobody can beat it." if move > max(others(position, seat)) else ""


@fault("a written move uses another's hand", REAL, "can tell from `write`", "'play ", "faults.py:")
class NotationPeeks(Pigeons):
    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return f"play {move}" + (" to win" if move > max(others(position, seat)) else "")


@fault("the order of moves uses another's hand", REAL, "can tell from `moves`", "faults.py:")
class OrderPeeks(Square):
    def moves(self, seat: Seat) -> list[Move]:
        return sorted(super().moves(seat), key=lambda card: (card < max(others(self, seat)), card))


@fault("what is said of a move uses another's hand", REAL, "can tell from `say`", "faults.py:")
class WordsPeek(Pigeons):
    def say(self, position: Position, seat: Seat, move: Move, names: Sequence[str]) -> str:
        return "Win" if move > max(others(position, seat)) else "Lose"


@fault("a forecast uses another's hand", REAL, "can tell from `forecast`", "wins", "faults.py:")
class ForecastPeeks(Pigeons):
    def forecast(self, position: Position, seat: Seat, move: Move) -> Forecast:
        return {"wins": move > max(others(position, seat))}


class PeekingJudge(Judge):
    def appraise(self, position: Position, seat: Seat, move: Move) -> float:
        return 1.0 if move > max(others(position, seat)) else 0.0


class OpenBots(PigeonBots):
    open_judge = True

    def judge(self, options: Options) -> Judge:
        return PeekingJudge()


@fault("an open judge uses another's hand", REAL, "`appraise` of an open judge", "faults.py:")
class JudgePeeks(Pigeons):
    def bots(self) -> Bots:
        return OpenBots()


@fault("`waiting` tells who has sealed", REAL, "can tell from `waiting`", "[0] or [0, 1]", "faults.py:")
class WaitingTells(Square):
    def waiting(self, viewer: Seat | None) -> list[Seat]:
        return self.to_act()


@fault("a sealed card is missing in a count", REAL, "can tell from `view`", "seats[1].cards", "faults.py:")
class CountTells(Square):
    def view(self, seat: Seat | None) -> View:
        view = super().view(seat)
        seats: list[Plain] = [
            {"seat": other, "crumbs": self.crumbs[other], "cards": len(hand) - (self.bids[other] != NOTHING)}
            for other, hand in enumerate(self.hands)
        ]
        view["seats"] = seats
        return view


@fault("the view tells whose hand is best", REAL, "can tell from `view`", "`best` is", "faults.py:")
class ViewTellsBest(Square):
    def view(self, seat: Seat | None) -> View:
        return {**super().view(seat), "best": max(range(len(self.hands)), key=lambda other: sum(self.hands[other]))}


class PeekingFeatures(PigeonFeatures):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.names.append("their best")

    def of(self, position: Position, seat: Seat) -> list[float]:
        return [*super().of(position, seat), max(others(position, seat), default=0) / 10]


class PeekingBots(PigeonBots):
    def features(self, options: Options) -> Features:
        return PeekingFeatures(options.number("players"))


@fault("features use hidden cards", REAL, "its features", "(their best)", "hands[1]", "faults.py:")
class FeaturesPeek(Pigeons):
    def bots(self) -> Bots:
        return PeekingBots()


@fault("a dream has luck of its own", REAL, "a dream depends on more than what its seat knows", "faults.py:")
class DreamOfItsOwn(Square):
    def imagine(self, seat: Seat, luck: Luck) -> Square:
        dream = super().imagine(seat, luck)
        for other, hand in enumerate(dream.hands):
            if other != seat:
                free = [card for card in range(1, HAND * 2 + SPARE + 1) if card not in self.hands[seat]]
                dream.hands[other] = sorted(random.sample([c for c in free if c not in self.gone], len(hand)))
        return dream


# --- what is sealed ---

SEALED = "sealed answers show nothing"


class Telling(Pigeons):
    """Has words for the events that faults add."""

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        if seen.kind in self.events:
            return super().tell(seen, names)
        return Line(f"{seen.kind} {' '.join(str(arg) for arg in seen.args)}.", "PG-4")


@fault("an event tells odd or even of a bid", SEALED, "can tell from the event `sealed`", "'play ", "faults.py:")
class EventTellsParity(Square):
    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.note(Event("sealed", [seat, move % 2]))
        super().apply(seat, move, luck)


@fault("an onlooker sees bids", SEALED, "an onlooker can tell from `view`", "`bids[", "faults.py:")
class OnlookerSeesBids(Square):
    def view(self, seat: Seat | None) -> View:
        view = super().view(seat)
        return {**view, "bids": list[Plain](self.bids)} if seat is None else view


@fault("a dream keeps bids", SEALED, "can tell from its dreams", "hands[1]", "faults.py:")
class DreamKeepsBids(Square):
    def imagine(self, seat: Seat, luck: Luck) -> Square:
        dream = super().imagine(seat, luck)
        for other, bid in enumerate(self.bids):
            if bid != NOTHING and other != seat:
                dream.bids[other] = bid
                dream.hands[other] = sorted([bid, *[card for card in dream.hands[other] if card != bid][1:]])
        return dream


@fault(
    "an event tells who has sealed",
    "who is waited for is unheard",
    "the event `decided`",
    "that seat 0 has decided",
    "faults.py:",
)
class EventTellsWho(Square):
    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.note(Event("decided", [seat]))
        super().apply(seat, move, luck)


# --- how it ends, and what may be done ---

ENDS = "random play ends"


@fault("there is a result before the end", ENDS, "there is a result", "owe a decision")
class EarlyResult(Square):
    def result(self) -> list[float] | None:
        return [1.0, -1.0] if self.crumbs[0] >= 8 else super().result()


@fault("a result of 2", ENDS, "results lie between -1 and 1, not [", "2.0", "faults.py:")
class LargeResult(Square):
    def result(self) -> list[float] | None:
        result = super().result()
        return None if result is None else [2 * value for value in result]


@fault("both get a crumb's worth", ENDS, "do not add up to 0, and `zero_sum` says that they do", "faults.py:")
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


@fault("what is not offered is allowed", "all else is refused", "which is not offered", "`forbids`")
class OffersLess(Square):
    def moves(self, seat: Seat) -> list[Move]:
        moves = super().moves(seat)
        return moves[1:] if len(moves) > 1 else moves


# --- copies and saves ---

SHARES = "a copy shares nothing"


@fault("a copy shares a list", SHARES, "changes its original", "`crumbs[", "faults.py:")
class SharedCrumbs(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.crumbs = self.crumbs
        return twin


@fault("a copy shares hands", SHARES, "changes its original", "`hands[", "faults.py:")
class SharedHands(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.hands = self.hands
        return twin


@fault("a copy shares bids", SHARES, "changes its original", "`bids[", "faults.py:")
class SharedBids(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.bids = self.bids
        return twin


@fault("a copy is the position itself", SHARES, "`copy` gives the position itself", "faults.py:")
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


@fault("a copy is deaf", ORIGINAL, "a copy hears other events than its original", "showed", "faults.py:")
class DeafCopy(Square):
    def copy(self) -> Square:
        twin = super().copy()
        twin.events = None
        return twin


@fault("a field is in neither copy nor save", ORIGINAL, "a copy", "than its original")
class ForgottenField(Square):
    """Whoever ate last is full."""

    def __init__(self, *fields: object) -> None:
        super().__init__(*fields)  # type: ignore[arg-type]
        self.full = -1

    def show(self) -> None:
        eater = max(range(len(self.bids)), key=self.bids.__getitem__)
        if eater == self.full:
            self.crumbs[eater] -= 1
        self.full = eater
        super().show()


@fault("`save` drops a field", "a saved position goes on", "looks otherwise", ".crumbs` is")
class SaveDrops(Square):
    def save(self) -> dict[str, Plain]:
        return {**super().save(), "crumbs": [0] * len(self.crumbs)}


STAYS = "what is handed out stays"


@fault("`moves` hands out its own list", STAYS, "what `moves` handed out", "faults.py:")
class OwnMoves(Square):
    def moves(self, seat: Seat) -> list[Move]:
        return self.hands[seat] if self.bids[seat] == NOTHING else []


@fault("`view` hands out its own list", STAYS, "what `view` handed out", "`gone`", "faults.py:")
class OwnView(Square):
    def view(self, seat: Seat | None) -> View:
        return {**super().view(seat), "gone": self.gone}  # type: ignore[dict-item]


@fault("`save` hands out its own list", STAYS, "what `save` handed out", "`gone`", "faults.py:")
class OwnSave(Square):
    def save(self) -> dict[str, Plain]:
        return {**super().save(), "gone": self.gone}  # type: ignore[dict-item]


# --- luck, events and words ---

SAME = "same luck same events"


@fault("chance that is not luck", SAME, "the second time")
class OwnChance(Square):
    def show(self) -> None:
        self.note(Event("ate", [0, random.randrange(10**9)]))
        super().show()


@fault("listening draws luck", SAME, "a game that is listened to comes out otherwise", "`gone[")
class ListeningDraws(Pigeons):
    def start(self, options: Options, luck: Luck, listen: bool = False) -> Square:
        if listen:
            luck.below(6)
        return super().start(options, luck, listen)


@fault("an event has no words", SAME, "the event `cooed` has no words", "KeyError", "faults.py:")
class NoWords(Pigeons):
    class Cooing(Square):
        def show(self) -> None:
            self.note(Event("cooed", [0]))
            super().show()

    square = Cooing

    def tell(self, seen: Seen, names: Sequence[str]) -> Line:
        texts = {kind: f"{names[seen.number(0)]}: {kind}" for kind in self.events}
        return Line(texts[seen.kind], "PG-4")


@fault("the order comes from `hash`", "same in another process", "`moves` comes out otherwise in another process")
class HashOrder(Square):
    def moves(self, seat: Seat) -> list[Move]:
        return sorted(super().moves(seat), key=lambda card: hash(str(card)))


@fault("two moves are written alike", "notation reads back", "names two moves", "faults.py:")
class TwoAlike(Pigeons):
    def write(self, position: Position, seat: Seat, move: Move) -> str:
        return f"play {move // 2}"


# --- what is heard ---

DEALS = "alike deals sound alike"


@fault("the deal is told to all", DEALS, "from the deal's events", "hands[", "event `dealt`, argument", "faults.py:")
class DealTold(Pigeons):
    def start(self, options: Options, luck: Luck, listen: bool = False) -> Square:
        square = super().start(options, luck)
        if listen:
            square.listen()
            for seat, hand in enumerate(square.hands):
                square.note(Event("dealt", [seat, *hand]))
        return square


@fault("the deal tells the best card", DEALS, "from the deal's events", "event `best`, argument 1", "faults.py:")
class DealTellsBest(Telling):
    def start(self, options: Options, luck: Luck, listen: bool = False) -> Square:
        square = super().start(options, luck, listen)
        square.note(Event("best", [max(max(hand) for hand in square.hands)]))
        return square


@fault(
    "an event shows the best card left", "alike play sounds alike", "event `left`, argument 1", "hands[", "faults.py:"
)
class BestLeft(Square):
    def show(self) -> None:
        super().show()
        self.note(Event("left", [max((card for hand in self.hands for card in hand), default=0)]))


# --- onlookers ---

ONLOOKERS = "onlookers know no more"


@fault("an onlooker sees hands", ONLOOKERS, "an onlooker can tell from `view`", "`hands[", "faults.py:")
class OnlookerSeesHands(Square):
    def view(self, seat: Seat | None) -> View:
        view = super().view(seat)
        return {**view, "hands": [list[Plain](hand) for hand in self.hands]} if seat is None else view


class PeekingLab(PigeonLab):
    def standing(self, position: Position) -> list[float]:
        assert isinstance(position, Square)
        return [float(sum(hand)) for hand in position.hands]


@fault("`standing` counts hidden cards", ONLOOKERS, "an onlooker can tell from `standing`", "faults.py:")
class StandingPeeks(Pigeons):
    def lab(self) -> Lab:
        return PeekingLab()


# --- dreams ---

REACH = "dreams reach every deal"


@fault("a dream keeps a card", REACH, "`imagine` does not reach every deal", "hands[", "faults.py:")
class DreamKeepsCard(Square):
    def imagine(self, seat: Seat, luck: Luck) -> Square:
        dream = super().imagine(seat, luck)
        for other, hand in enumerate(self.hands):
            if other != seat and hand and hand[0] not in dream.hands[other]:
                dream.hands[other] = sorted([hand[0], *dream.hands[other][1:]])
        return dream


@fault("a dream deals low cards to one seat", REACH, "does not reach every deal alike", "hands[", "faults.py:")
class LowCards(Square):
    def imagine(self, seat: Seat, luck: Luck) -> Square:
        dream = super().imagine(seat, luck)
        other = 0 if seat else 1
        taken = {*self.gone, *[card for hand in dream.hands for card in hand]}
        free = [card for card in range(1, HAND * len(self.hands) + SPARE + 1) if card not in taken]
        hand = dream.hands[other]
        if hand and free[0] < hand[-1]:
            dream.hands[other] = sorted([*hand[:-1], free[0]])
        return dream


class OnlyOthers(Square):
    def imagine(self, seat: Seat, luck: Luck) -> Square:
        dream = super().imagine(seat, luck)
        unseen = sorted(others(self, seat))
        luck.shuffle(unseen)
        for other, hand in enumerate(self.hands):
            if other != seat:
                dream.hands[other] = sorted(unseen[: len(hand)])
                del unseen[: len(hand)]
        return dream


fault("a dream deals only what the others hold", "dreams vary", "all dreams are alike")(OnlyOthers)
fault("a dream deals only what the others hold, of three", REACH, "hands[", "faults.py:", players=3)(OnlyOthers)


@fault("a dream listens", "a dream listens to nothing", "its `events` must be None", "faults.py:")
class DreamListens(Square):
    def imagine(self, seat: Seat, luck: Luck) -> Square:
        dream = super().imagine(seat, luck)
        dream.events = None if self.events is None else []
        return dream


# --- features ---


class ShortFeatures(PigeonFeatures):
    def of(self, position: Position, seat: Seat) -> list[float]:
        return [max(0.0, value) for value in super().of(position, seat)]


class ShortBots(PigeonBots):
    def features(self, options: Options) -> Features:
        return ShortFeatures(options.number("players"))


@fault("features leave out cards gone", "features tell all", "the view of seat", "`gone", "faults.py:")
class FeaturesLeaveOut(Pigeons):
    def bots(self) -> Bots:
        return ShortBots()


# --- cards of a declared position ---

LOST = "no card gets lost"


class SpareInNoField(DeclaredSquare):
    def deal(self, luck: Luck) -> None:
        super().deal(luck)
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


# --- what is missing ---

MISSING = "nothing is missing"


@fault("`save` is missing", MISSING, "`save` is not written")
class NoSave(Square):
    save = Position.save


@fault("`imagine` is missing", MISSING, "`imagine` is not written")
class NoDreams(Square):
    imagine = Position.imagine  # type: ignore[assignment]


@fault("`tell` is missing", MISSING, "`tell` is not written")
class NoTelling(Pigeons):
    tell = Game.tell


@fault("the rules are missing", MISSING, "there is no RULES.md in the package 'tests.laws'")
class NoRules(Pigeons):
    package = "tests.laws"


@fault("the game has no title", MISSING, "nothing as its `title`")
class NoTitle(Pigeons):
    title = ""
