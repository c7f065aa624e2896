"""A position by its fields: what each holds and who may see it, said once.

`copy`, `save`, `load`, `view`, `imagine`, `waiting` and `to_act` follow from that; any of them can be written by hand.
"""

from __future__ import annotations

import difflib
from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, ClassVar, Final, Literal, Self, TypedDict, Unpack, get_type_hints

from rumpus.core.declared.code import NOTHING, written
from rumpus.core.options import Options
from rumpus.core.position import EVERYONE, Arg, Event, Move, Plain, Position, Seat, View, check_seat
from rumpus.core.rng import Luck

__all__ = ["NOTHING", "SEAT", "Declared", "Pool", "each", "knowers", "own", "sealed", "secret", "shown"]

Kind = Literal["shown", "each", "own", "secret", "sealed", "knowers"]
Again = Callable[..., list[int]]

DEPTHS: Final = {int: 0, bool: 0, list[int]: 1, list[bool]: 1, list[list[int]]: 2}
"""What a field may hold, and how many lists that is inside each other."""
FITTING: Final[dict[Kind, tuple[int, ...]]] = {
    "shown": (0, 1, 2), "each": (1, 2), "own": (2,), "secret": (1,), "sealed": (1,), "knowers": (1,),
}  # fmt: skip
ALWAYS: Final = ("events", "options", "seats")
"""Attributes that every declared position has besides its fields."""
SEAT: Final = "seat"
"""As the top of a number: it is a seat, and the last one is the highest."""
NOBODY: Final = -2
"""As whoever looks into a list: nobody does."""


class Pool:
    """Cards 0 … size - 1 that move between the fields that name the pool, and never get lost."""

    def __init__(self, size: int, words: Sequence[str] = ()) -> None:
        self.size = size
        self.words = tuple(words)

    def word(self, card: int) -> Arg:
        """What the card is called; its number where the pool has no words."""
        return self.words[card] if self.words else card


class Said(TypedDict, total=False):
    """What may be said of most fields."""

    label: str
    """Its name in views; by default its own."""
    count: str
    """What the length of everybody's hand is called in views; by default `cards`."""
    low: int
    top: int | str
    """Numbers lie between `low` (0) and `top` (1), which may be `SEAT` or the name of an option."""
    most: int
    """How long a list without a pool may become; by default it keeps the length that it has after the deal."""
    kept: bool
    """Whether the order of its cards has a meaning; the cards of a hand are sorted unless it has."""


class Declaration:
    """All that was said about one field."""

    def __init__(
        self, kind: Kind, pool: Pool | None, start: object = None, again: Again | None = None, **said: Unpack[Said]
    ) -> None:
        self.kind = kind
        self.pool = pool
        self.start = start
        self.again = again
        self.label = said.get("label", "")
        self.count = said.get("count", "cards")
        self.low = said.get("low", 0)
        self.top = said.get("top", 1)
        self.most = said.get("most", 0)
        self.kept = said.get("kept", kind != "own")
        self.name = ""
        self.depth = 0
        self.flag = False

    def belong(self, owner: str, name: str, type_: object) -> None:
        """Become the field of a class; what says too little, or does not go together, is refused."""
        self.name = name
        self.label = self.label or name
        self.depth = DEPTHS.get(type_, -1)  # type: ignore[call-overload]
        self.flag = type_ in (bool, list[bool])
        if self.depth not in FITTING[self.kind]:
            fitting = [str(type_) for type_, depth in DEPTHS.items() if depth in FITTING[self.kind]]
            raise TypeError(f"{owner}.{name} is {self.kind}, so its type must be {' or '.join(fitting)}")
        if self.kind in ("own", "secret") and self.pool is None and self.again is None:
            raise TypeError(f"{owner}.{name} is hidden and has no pool: say again=, how a dreamer draws it anew")
        if name in ALWAYS or hasattr(Declared, name):
            raise TypeError(f"{owner}.{name} has a name that every position uses already")


def shown(start: object = None, pool: Pool | None = None, **said: Unpack[Said]) -> Any:
    """For all to see: a number, a flag or a list, with what it begins with."""
    return Declaration("shown", pool, start, **said)


def each(start: object = None, pool: Pool | None = None, **said: Unpack[Said]) -> Any:
    """For all to see, one for every seat; `start` is what each of them begins with."""
    return Declaration("each", pool, start, **said)


def own(pool: Pool | None = None, again: Again | None = None, **said: Unpack[Said]) -> Any:
    """A list for every seat that it alone sees; of the others' it sees how long they are.

    Without a pool `again(position, other, luck)` says how a dreamer draws another's list anew.
    """
    return Declaration("own", pool, None, again, **said)


def secret(pool: Pool | None = None, again: Again | None = None, **said: Unpack[Said]) -> Any:
    """A list that nobody sees, a deck for instance; without a pool `again(position, luck)` draws it anew."""
    return Declaration("secret", pool, None, again, **said)


def sealed(label: str = "") -> Any:
    """The answers of seats that decide together, `NOTHING` until there is one: a move, seen by its seat alone.

    Whoever answers only puts its move here; what comes of it happens when the last answer is in.
    """
    return Declaration("sealed", None, label=label)


def knowers(pool: Pool, label: str = "known") -> Any:
    """By card of the pool: the bit set of seats that know where it is, besides whoever holds it; `move` keeps it."""
    return Declaration("knowers", pool, label=label)


class Declared(Position):
    """A position that says its fields, `deal`, `moves`, `apply` and `result`."""

    declared: ClassVar[tuple[Declaration, ...]] = ()
    """Its fields, in the order in which the class lists them."""
    _names: ClassVar[frozenset[str]] = frozenset(ALWAYS)
    _begin: ClassVar[Callable[..., Any]]
    _copy: ClassVar[Callable[..., Any]]
    _save: ClassVar[Callable[..., Any]]
    _view: ClassVar[Callable[..., Any]]
    _imagine: ClassVar[Callable[..., Any]]
    options: Options
    seats: int

    def __init_subclass__(cls) -> None:
        found = [*cls.declared]
        hints = get_type_hints(cls)
        for name, value in list(vars(cls).items()):
            if isinstance(value, Declaration):
                value.belong(cls.__name__, name, hints.get(name))
                found.append(value)
                delattr(cls, name)
        counts = [field.count for field in found if field.kind == "own"]
        if len(set(counts)) < len(counts):
            raise TypeError(
                f"{cls.__name__} has two fields that are its seat's own: say count=, what each is counted as"
            )
        cls.declared = tuple(found)
        cls._names = frozenset([*ALWAYS, *[field.name for field in found]])
        for name, method in written(cls.__name__, found).items():
            ours = getattr(Declared, name, None)
            if ours is not None and getattr(cls, name) in (ours, getattr(cls, f"_{name}", None)):
                setattr(cls, name, method)
            setattr(cls, f"_{name}", method)
        if "moves" in vars(cls):
            cls.moves = _asked_by_seats(cls.moves)  # type: ignore[assignment]

    def __init__(self, options: Options, seats: int, **values: object) -> None:
        """Before the deal; `values` are fields that begin otherwise, for tests."""
        self._begin(options, seats)
        for name, value in values.items():
            setattr(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        if name not in self._names:
            close = difflib.get_close_matches(name, sorted(self._names), n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise AttributeError(
                f"{type(self).__name__} declares no field {name!r}, so copies and saves would lose it{hint}"
            )
        object.__setattr__(self, name, value)

    # --- what a game must say, besides `moves`, `apply` and `result` ---

    def deal(self, luck: Luck) -> None:
        """Fill the fields for a new game. Who holds what is told by itself: the events of the deal follow."""
        raise NotImplementedError(f"{type(self).__name__} must say deal(luck): how a new game is dealt")

    # --- what it may say ---

    def phase(self) -> str:
        """What is going on, as a sentence."""
        return ""

    def outcome(self) -> str:
        """What has happened in the end, as a sentence."""
        return "The game is over."

    def write(self, seat: Seat, move: Move) -> str:
        """The move as one types it."""
        return f"play {move}"

    def say(self, seat: Seat, move: Move) -> str:
        """The move as one says it aloud; people are `@0`, `@1[plays]`, `@1['s]`."""
        words = self.write(seat, move)
        return words[:1].upper() + words[1:]

    def explain(self, seat: Seat, move: Move) -> str:
        """One sentence on what it would do, for a newcomer; people as in `say`."""
        return ""

    def forecast(self, seat: Seat, move: Move) -> dict[str, Plain]:
        """What would come of it, as facts for drawings."""
        return {}

    def appraise(self, seat: Seat, move: Move) -> float:
        """How good this move looks at a glance, for bots; only ever asked of dreams."""
        return 0.0

    def worth(self, seat: Seat) -> float:
        """A guess at the result for this seat, from -1 to 1; only ever asked of dreams."""
        return 0.0

    def standing(self) -> list[float]:
        """Who is ahead, for everyone to see."""
        return []

    def round(self) -> int:
        """How many rounds it has lasted."""
        return 0

    def could_be(self, seat: Seat) -> bool:
        """Whether this dream agrees with all that its dreamer knows; if not, it is dealt again."""
        return True

    def flaw(self) -> str:
        """What no game could have come to, though every field by itself is right; such a save is refused."""
        return ""

    # --- what follows from the fields ---

    def to_act(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if self.moves(seat)]

    def copy(self) -> Self:
        return self._copy()  # type: ignore[no-any-return]

    def save(self) -> dict[str, Plain]:
        return self._save()  # type: ignore[no-any-return]

    def view(self, seat: Seat | None) -> View:
        return self._view(seat)  # type: ignore[no-any-return]

    def imagine(self, seat: Seat, luck: Luck) -> Self:
        return self._imagine(seat, luck)  # type: ignore[no-any-return]

    def waiting(self, viewer: Seat | None) -> list[Seat]:
        if not any(field.kind == "sealed" for field in self.declared):
            return self.to_act()
        # A dreamer takes the others' answers back, so nobody may be told that they are in.
        twin = self.copy()
        twin.take_back(viewer)
        return twin.to_act()

    def take_back(self, viewer: Seat | None = None) -> None:
        """All sealed answers but this seat's are undone."""
        for field in self.declared:
            if field.kind == "sealed":
                answers: list[int] = getattr(self, field.name)
                setattr(self, field.name, [a if seat == viewer else NOTHING for seat, a in enumerate(answers)])

    # --- what rules call ---

    def note(
        self, kind: str, *args: Arg, to: Seat | Iterable[Seat] | None = None, others: Sequence[Arg] | None = None
    ) -> None:
        """Something happened; with `to` only these seats notice, and the rest `others`: another kind with arguments."""
        if self.events is None:
            return
        if to is None:
            self.events.append(Event(kind, args))
            return
        outside = [*others] if others else [""]
        self.events.append(Event(kind, args, _bits([to] if isinstance(to, int) else to), str(outside[0]), outside[1:]))

    def note_deal(self) -> None:
        """Every seat notices what it alone was dealt, and the rest that it was dealt something."""
        if self.events is None:
            return
        owned = [field for field in self.declared if field.kind == "own"]
        for field in owned:
            kind = "dealt" if len(owned) == 1 else f"dealt_{field.name}"
            lists: list[list[int]] = getattr(self, field.name)
            for seat, cards in enumerate(lists):
                if cards:
                    words = [field.pool.word(card) if field.pool else card for card in cards]
                    self.note(kind, seat, *words, to=seat, others=[f"{kind}_unseen", seat])

    def move(self, card: int, source: list[int], target: list[int], seen: Iterable[Seat] | int = ()) -> None:
        """A card goes from one list to another; `seen`: who sees which it is, besides those whose lists they are.

        Whoever does not see which card left a hand no longer knows what is in it: to go on knowing would tell them.
        """
        home, giver = self._place(source)
        goal, taker = self._place(target)
        source.remove(card)
        if goal.kept:
            target.append(card)
        else:
            insort(target, card)
        book = next((field for field in self.declared if field.kind == "knowers" and field.pool is home.pool), None)
        if book is None:
            return
        known: list[int] = getattr(self, book.name)
        open_to_all = EVERYONE in (giver, taker) or seen == EVERYONE
        seers = EVERYONE if open_to_all else _bits([*([seen] if isinstance(seen, int) else seen), giver, taker])
        if source and not home.kept:
            for card_left in [card, *source]:
                known[card_left] &= seers
        now = (known[card] | seers) & _bits(range(self.seats))
        known[card] = 0 if taker == EVERYONE else now & ~_bits([taker])

    def shuffle(self, cards: list[int], luck: Luck) -> None:
        """Shuffle a list, after which nobody knows any more where in it a card is."""
        home, _ = self._place(cards)
        luck.shuffle(cards)
        for field in self.declared:
            if field.kind == "knowers" and field.pool is home.pool:
                known: list[int] = getattr(self, field.name)
                for card in cards:
                    known[card] = 0

    def _place(self, cards: list[int]) -> tuple[Declaration, Seat]:
        """The field that this very list is or belongs to, and who looks into it: a seat, EVERYONE or nobody (-2)."""
        for field in self.declared:
            value = getattr(self, field.name)
            if value is cards:
                return field, EVERYONE if field.kind == "shown" else NOBODY
            if field.depth == 2:
                for seat, inner in enumerate(value):
                    if inner is cards:
                        return field, seat if field.kind == "own" else EVERYONE
        raise ValueError(f"cards move between lists that are fields of {type(self).__name__}, not copies of them")


def _asked_by_seats(moves: Callable[[Any, Seat], list[Move]]) -> Callable[[Any, Seat], list[Move]]:
    """The moves as the rules list them, for seats that there are."""

    @wraps(moves)
    def listed(position: Declared, seat: Seat) -> list[Move]:
        check_seat(seat, position.seats)
        return moves(position, seat)

    return listed


def _bits(seats: Iterable[Seat]) -> int:
    found = 0
    for seat in seats:
        if seat >= 0:
            found |= 1 << seat
    return found
