"""Positions declared by their fields: type and visibility of each.

`copy`, `save`, `load`, `view`, `determinize`, `visible_to_act` and `to_act` follow from the fields. Any of them can be
overridden.
"""

from __future__ import annotations

import difflib
from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, ClassVar, Final, Literal, Self, TypedDict, Unpack, get_type_hints

from rumpus.core.declared.code import NOTHING, generate_methods
from rumpus.core.options import Options
from rumpus.core.position import EVERYONE, Arg, Event, Json, Move, Position, Seat, View, check_seat
from rumpus.core.rng import Rng

__all__ = ["NOTHING", "SEAT", "DeclaredPosition", "Pool", "each", "known_to", "own", "sealed", "secret", "shown"]

Kind = Literal["shown", "each", "own", "secret", "sealed", "known_to"]
Redraw = Callable[..., list[int]]

DEPTHS: Final = {int: 0, bool: 0, list[int]: 1, list[bool]: 1, list[list[int]]: 2}
"""Allowed types of fields, with their depth of list nesting."""
ALLOWED_DEPTHS: Final[dict[Kind, tuple[int, ...]]] = {
    "shown": (0, 1, 2), "each": (1, 2), "own": (2,), "secret": (1,), "sealed": (1,), "known_to": (1,),
}  # fmt: skip
BASE_ATTRIBUTES: Final = ("events", "options", "seats")
"""Attributes of every declared position besides its fields."""
SEAT: Final = "seat"
"""As `top` of a field: its numbers are seats."""
NO_SEAT: Final = -2
"""As observer of a list: no seat sees it."""


class Pool:
    """Cards 0 … size - 1 that move between fields.

    No card of a pool may get lost.
    """

    def __init__(self, size: int, words: Sequence[str] = ()) -> None:
        self.size = size
        self.words = tuple(words)

    def word(self, card: int) -> Arg:
        """Returns the card's name, or its number if the pool has no names."""
        return self.words[card] if self.words else card


class FieldSettings(TypedDict, total=False):
    """Settings common to most fields."""

    label: str
    """Name in views; by default the field's name."""
    count: str
    """Name in views for the number of cards in each hand; by default `cards`."""
    low: int
    top: int | str
    """Upper bound of numbers: an int, `SEAT` or the name of an option. Default 1."""
    most: int
    """Maximum length of a list without a pool; by default its length after the deal."""
    kept: bool
    """True if the order of the cards matters. Otherwise hands are kept sorted."""


class Declaration:
    """The declaration of one field."""

    def __init__(
        self,
        kind: Kind,
        pool: Pool | None,
        start: object = None,
        again: Redraw | None = None,
        **settings: Unpack[FieldSettings],
    ) -> None:
        self.kind = kind
        self.pool = pool
        self.start = start
        self.again = again
        self.label = settings.get("label", "")
        self.count = settings.get("count", "cards")
        self.low = settings.get("low", 0)
        self.top = settings.get("top", 1)
        self.most = settings.get("most", 0)
        self.kept = settings.get("kept", kind != "own")
        self.name = ""
        self.depth = 0
        self.flag = False

    def attach(self, owner: str, name: str, type_: object) -> None:
        """Binds the declaration to a class attribute. Raises TypeError if it is incomplete."""
        self.name = name
        self.label = self.label or name
        self.depth = DEPTHS.get(type_, -1)  # type: ignore[call-overload]
        self.flag = type_ in (bool, list[bool])
        if self.depth not in ALLOWED_DEPTHS[self.kind]:
            fitting = [
                str(type_).removeprefix("<class '").removesuffix("'>")
                for type_, depth in DEPTHS.items()
                if depth in ALLOWED_DEPTHS[self.kind]
            ]
            raise TypeError(f"{owner}.{name} is {self.kind}, so its type must be {' or '.join(fitting)}.")
        if self.kind in ("own", "secret") and self.pool is None and self.again is None:
            raise TypeError(f"{owner}.{name} is hidden and has no pool. Pass again=, a function that samples it.")
        if name in BASE_ATTRIBUTES or hasattr(DeclaredPosition, name):
            raise TypeError(f"{owner}.{name} has a name that every position uses. Choose another.")


def shown(start: object = None, pool: Pool | None = None, **settings: Unpack[FieldSettings]) -> Any:
    """Declares a public number, flag or list with its start value."""
    return Declaration("shown", pool, start, **settings)


def each(start: object = None, pool: Pool | None = None, **settings: Unpack[FieldSettings]) -> Any:
    """Declares a public value per seat.

    `start` is the value of each at the start.
    """
    return Declaration("each", pool, start, **settings)


def own(pool: Pool | None = None, again: Redraw | None = None, **settings: Unpack[FieldSettings]) -> Any:
    """Declares a list per seat, visible to that seat only; others see its length.

    Without a pool, `again(position, other, rng)` samples another seat's list for a determinization.
    """
    return Declaration("own", pool, None, again, **settings)


def secret(pool: Pool | None = None, again: Redraw | None = None, **settings: Unpack[FieldSettings]) -> Any:
    """Declares a list visible to nobody, as a deck.

    Without a pool, `again(position, rng)` samples it.
    """
    return Declaration("secret", pool, None, again, **settings)


def sealed(label: str = "") -> Any:
    """Declares the sealed moves of seats that decide simultaneously; `NOTHING` if not decided.

    A move is visible to its seat only. `apply` stores it, and resolves all when the last one is in.
    """
    return Declaration("sealed", None, label=label)


def known_to(pool: Pool, label: str = "known") -> Any:
    """Declares who knows the place of each card.

    The field holds a bit set of seats per card of the pool.

    The holder is not included. `DeclaredPosition.move`, `reveal` and `shuffle` keep it up to date.
    """
    return Declaration("known_to", pool, label=label)


class DeclaredPosition(Position):
    """A position with declared fields. Subclasses write `deal`, `moves`, `apply` and `result`."""

    declared: ClassVar[tuple[Declaration, ...]] = ()
    """Fields in the order of declaration."""
    _names: ClassVar[frozenset[str]] = frozenset(BASE_ATTRIBUTES)
    _begin: ClassVar[Callable[..., Any]]
    _copy: ClassVar[Callable[..., Any]]
    _save: ClassVar[Callable[..., Any]]
    _view: ClassVar[Callable[..., Any]]
    _determinize: ClassVar[Callable[..., Any]]
    options: Options
    seats: int

    def __init_subclass__(cls) -> None:
        found = [*cls.declared]
        hints = get_type_hints(cls)
        for name, value in list(vars(cls).items()):
            if isinstance(value, Declaration):
                value.attach(cls.__name__, name, hints.get(name))
                found.append(value)
                delattr(cls, name)
        counts = [field.count for field in found if field.kind == "own"]
        if len(set(counts)) < len(counts):
            raise TypeError(f"{cls.__name__} has two `own` fields. Pass count=, a different name for each in views.")
        cls.declared = tuple(found)
        cls._names = frozenset([*BASE_ATTRIBUTES, *[field.name for field in found]])
        for name, method in generate_methods(cls.__name__, found).items():
            ours = getattr(DeclaredPosition, name, None)
            if ours is not None and getattr(cls, name) in (ours, getattr(cls, f"_{name}", None)):
                setattr(cls, name, method)
            setattr(cls, f"_{name}", method)
        if "moves" in vars(cls):
            cls.moves = _with_seat_check(cls.moves)  # type: ignore[assignment]

    def __init__(self, options: Options, seats: int, **values: object) -> None:
        """Creates the position before the deal. `values` override fields, for tests."""
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

    # --- a game must override this, `moves`, `apply` and `result` ---

    def deal(self, rng: Rng) -> None:
        """Fills the fields for a new game. Events of the deal are recorded automatically."""
        raise NotImplementedError(f"{type(self).__name__} must define deal(rng).")

    # --- a game may override these ---

    def phase(self) -> str:
        """Describes the current phase in a sentence."""
        return ""

    def outcome(self) -> str:
        """Describes the end of the game in a sentence."""
        return "The game is over."

    def format_move(self, seat: Seat, move: Move) -> str:
        """Returns the move in notation, as people type it."""
        return f"play {move}"

    def describe_move(self, seat: Seat, move: Move) -> str:
        """Returns the move as people say it. People are `@0`, `@1[plays]`, `@1['s]`."""
        words = self.format_move(seat, move)
        return words[:1].upper() + words[1:]

    def explain_move(self, seat: Seat, move: Move) -> str:
        """Explains in one sentence what the move would do. People as in `describe_move`."""
        return ""

    def forecast(self, seat: Seat, move: Move) -> dict[str, Json]:
        """Returns the consequences of a move as data for drawings."""
        return {}

    def score_move(self, seat: Seat, move: Move) -> float:
        """Returns a static score of a move, as `Evaluator.score_move`. Sees sampled worlds only."""
        return 0.0

    def value(self, seat: Seat) -> float:
        """Estimates the result for this seat, from -1 to 1. Sees sampled worlds only."""
        return 0.0

    def standing(self) -> list[float]:
        """Returns a public score per seat; more is better."""
        return []

    def round(self) -> int:
        """Returns the number of rounds so far."""
        return 0

    def could_be(self, seat: Seat) -> bool:
        """True if this world agrees with everything the seat knows.

        If not, it is sampled again.
        """
        return True

    def flaw(self) -> str:
        """Returns a problem of a save; empty if there is none.

        Each field is valid by itself when this is called.
        """
        return ""

    # --- derived from the fields ---

    def to_act(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if self.moves(seat)]

    def copy(self) -> Self:
        return self._copy()  # type: ignore[no-any-return]

    def save(self) -> dict[str, Json]:
        return self._save()  # type: ignore[no-any-return]

    def view(self, seat: Seat | None) -> View:
        return self._view(seat)  # type: ignore[no-any-return]

    def determinize(self, seat: Seat, rng: Rng) -> Self:
        return self._determinize(seat, rng)  # type: ignore[no-any-return]

    def visible_to_act(self, viewer: Seat | None) -> list[Seat]:
        if not any(field.kind == "sealed" for field in self.declared):
            return self.to_act()
        # `determinize` takes the others' sealed moves back, so nobody may know that they are in.
        twin = self.copy()
        twin.take_back(viewer)
        return twin.to_act()

    def take_back(self, viewer: Seat | None = None) -> None:
        """Removes all sealed moves except this seat's."""
        for field in self.declared:
            if field.kind == "sealed":
                answers: list[int] = getattr(self, field.name)
                setattr(self, field.name, [a if seat == viewer else NOTHING for seat, a in enumerate(answers)])

    # --- for the rules ---

    def note(
        self, kind: str, *args: Arg, to: Seat | Iterable[Seat] | None = None, others: Sequence[Arg] | None = None
    ) -> None:
        """Records an event for the seats in `to`, or all.

        The rest sees `others`: a kind and its arguments.
        """
        if self.events is None:
            return
        if to is None:
            self.events.append(Event(kind, args))
            return
        outside = [*others] if others else [""]
        self.events.append(Event(kind, args, _bits([to] if isinstance(to, int) else to), str(outside[0]), outside[1:]))

    def note_deal(self) -> None:
        """Records the deal.

        Each seat sees its own cards; the others see that it was dealt some.
        """
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
        """Moves a card between lists.

        `seen` lists the seats that see it, besides the owners of both lists.

        A seat that does not see which card leaves a hand forgets that hand: remembering would reveal the card.
        """
        home, giver = self._place(source)
        goal, taker = self._place(target)
        if card not in source:
            raise self._missing(card, home)
        source.remove(card)
        if goal.kept:
            target.append(card)
        else:
            insort(target, card)
        known = self._known(home)
        if known is None:
            return
        open_to_all = EVERYONE in (giver, taker) or seen == EVERYONE
        seers = EVERYONE if open_to_all else _bits([*([seen] if isinstance(seen, int) else seen), giver, taker])
        if source and not home.kept:
            for card_left in [card, *source]:
                known[card_left] &= seers
        now = (known[card] | seers) & _bits(range(self.seats))
        known[card] = 0 if taker == EVERYONE else now & ~_bits([taker])

    def reveal(self, card: int, source: list[int], to: Seat | Iterable[Seat]) -> None:
        """Lets seats know where a card lies, as by a peek.

        Views and sampled worlds remember it, and `note` tells it. Raises ValueError if the card is not in this list, or
        if no `known_to` field keeps what seats know.
        """
        home, owner = self._place(source)
        known = self._known(home)
        if known is None:
            raise ValueError(f"Declare a field known_to(…) for the cards of {type(self).__name__}.{home.name}.")
        if card not in source:
            raise self._missing(card, home)
        if owner != EVERYONE:
            known[card] |= _bits([to] if isinstance(to, int) else to) & ~_bits([owner])

    def shuffle(self, cards: list[int], rng: Rng) -> None:
        """Shuffles a list. Nobody knows the place of its cards afterwards."""
        home, _ = self._place(cards)
        rng.shuffle(cards)
        known = self._known(home)
        if known is not None:
            for card in cards:
                known[card] = 0

    def _known(self, home: Declaration) -> list[int] | None:
        """Returns, per card of this field's pool, the bit set of knowing seats. None if not declared."""
        for field in self.declared:
            if field.kind == "known_to" and field.pool is home.pool:
                known: list[int] = getattr(self, field.name)
                return known
        return None

    def _missing(self, card: int, home: Declaration) -> ValueError:
        return ValueError(f"Card {card} is not in {type(self).__name__}.{home.name}.")

    def _place(self, cards: list[int]) -> tuple[Declaration, Seat]:
        """Returns the field of this list object, and its observer: a seat, EVERYONE or NO_SEAT."""
        for field in self.declared:
            value = getattr(self, field.name)
            if value is cards:
                return field, EVERYONE if field.kind == "shown" else NO_SEAT
            if field.depth == 2:
                for seat, inner in enumerate(value):
                    if inner is cards:
                        return field, seat if field.kind == "own" else EVERYONE
        raise ValueError(f"Cards move between lists that are fields of {type(self).__name__}, not copies of them.")


def _with_seat_check(moves: Callable[[Any, Seat], list[Move]]) -> Callable[[Any, Seat], list[Move]]:
    @wraps(moves)
    def listed(position: DeclaredPosition, seat: Seat) -> list[Move]:
        check_seat(seat, position.seats)
        return moves(position, seat)

    return listed


def _bits(seats: Iterable[Seat]) -> int:
    """Returns the bit set of these seats, without EVERYONE and NO_SEAT."""
    found = 0
    for seat in seats:
        if seat >= 0:
            found |= 1 << seat
    return found
