"""Writes the methods of a declared position as straight code when its class is made, as dataclasses do."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rumpus.core.errors import RumpusError
from rumpus.core.position import Position, Seat, check_seat

if TYPE_CHECKING:
    from rumpus.core.declared import Declaration

NOTHING: Final = -1
"""As a sealed answer: there is none yet."""

PATIENCE: Final = 10_000
"""So often a dream is dealt again before that is called a mistake."""
METHODS: Final = ("begin", "copy", "save", "view", "imagine")
COPIED: Final = ("self.{0}", "self.{0}[:]", "[inner[:] for inner in self.{0}]")
"""By how many lists a field is inside each other."""


def written(owner: str, fields: Sequence[Declaration]) -> dict[str, Callable[..., Any]]:
    """The methods of a class with these fields."""
    lines = [*_begin(fields), *_copy(fields), *_save(fields), *_view(fields), *_imagine(fields)]
    file = f"<what follows from the fields of {owner}>"
    source = "\n".join(lines) + "\n"
    # So that a traceback shows the lines.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": __name__, "put": object.__setattr__}
    names |= {"check_seat": check_seat, "redealt": redealt, "never": never}
    for field in fields:
        names[f"again_{field.name}"] = field.again
        names[f"words_{field.name}"] = field.pool.words if field.pool else ()
    exec(compile(source, file, "exec"), names)
    return {name: names[name] for name in METHODS}


def _begin(fields: Sequence[Declaration]) -> Iterator[str]:
    """What stands in the fields before the deal."""
    yield "def begin(self, options, seats):"
    values = {"options": "options", "seats": "seats"}
    for field in fields:
        start = repr(field.start)
        if field.start is None:
            depth = field.depth - (field.kind in ("each", "own"))
            start = "[]" if depth else "False" if field.flag else "0"
        if field.kind == "sealed":
            start = f"[{NOTHING}] * seats"
        elif field.kind == "knowers" and field.pool is not None:
            start = f"[0] * {field.pool.size}"
        elif field.kind in ("each", "own"):
            start = f"[{start} for _ in range(seats)]"
        values[field.name] = start
    yield from _filled("self", "None", values)


def _copy(fields: Sequence[Declaration]) -> Iterator[str]:
    yield "def copy(self):"
    yield "    twin = self.__new__(type(self))"
    values = {"options": "self.options", "seats": "self.seats"}
    values |= {field.name: COPIED[field.depth].format(field.name) for field in fields}
    yield from _filled("twin", "None if self.events is None else []", values)
    yield "    return twin"


def _filled(position: str, events: str, values: dict[str, str]) -> Iterator[str]:
    """All attributes at once: that takes half as long as one after another."""
    if hasattr(Position, "events"):
        # A compiled base keeps its own attributes elsewhere.
        yield f"    put({position}, 'events', {events})"
    else:
        values = {"events": events, **values}
    yield f"    put({position}, '__dict__', {{"
    for name, value in values.items():
        yield f"        {name!r}: {value},"
    yield "    })"


def _save(fields: Sequence[Declaration]) -> Iterator[str]:
    yield "def save(self):"
    yield "    return {"
    for field in fields:
        yield f"        {field.name!r}: {COPIED[field.depth].format(field.name)},"
    yield "    }"


def _view(fields: Sequence[Declaration]) -> Iterator[str]:
    yield "def view(self, seat):"
    yield "    if seat is not None:"
    yield "        check_seat(seat, self.seats)"
    yield "    over = self.result() is not None"
    yield "    view = {'you': seat, 'phase': self.outcome() if over else self.phase()}"
    yield "    if not view['phase']:"
    yield "        del view['phase']"
    yield "    view['seats'] = [{"
    yield "        'seat': other,"
    for field in fields:
        if field.kind == "own":
            yield f"        {field.count!r}: len(self.{field.name}[other]),"
        elif field.kind == "each":
            yield f"        {field.label!r}: {_words(field, f'self.{field.name}[other]', field.depth - 1)},"
    yield "    } for other in range(self.seats)]"
    for field in fields:
        if field.kind == "shown":
            yield f"    view[{field.label!r}] = {_words(field, f'self.{field.name}', field.depth)}"
        elif field.kind == "secret":
            yield f"    view[{field.label!r}] = len(self.{field.name})"
    yield "    if seat is not None:"
    yield "        pass"
    for field in fields:
        if field.kind == "own":
            yield f"        view[{field.label!r}] = {_words(field, f'self.{field.name}[seat]', 1)}"
        elif field.kind == "sealed":
            yield f"        view[{field.label!r}] = None if self.{field.name}[seat] < 0 else self.{field.name}[seat]"
        elif field.kind == "knowers":
            yield from _known(field, [other for other in fields if other.pool is field.pool])
    yield "    if over:"
    yield "        view['outcome'] = self.outcome()"
    yield "    return view"


def _words(field: Declaration, value: str, depth: int) -> str:
    """The value as a view shows it: cards by their words, every list fresh, and sorted where order has no meaning."""
    words = f"words_{field.name}" if field.pool is not None and field.pool.words else ""
    if depth == 2:
        return f"[{_words(field, 'inner', 1)} for inner in {value}]"
    if depth == 1:
        ordered = value if field.kept else f"sorted({value})"
        return f"[{words}[card] for card in {ordered}]" if words else f"list({ordered})"
    if not words and field.low != NOTHING:
        return value
    return f"None if {value} == {NOTHING} else {f'{words}[{value}]' if words else value}"


def _known(book: Declaration, places: Sequence[Declaration]) -> Iterator[str]:
    """What the seat remembers of other hands, and of piles; where order has a meaning, with the place from 0."""
    for field in places:
        card = f"words_{field.name}[card]" if field.pool and field.pool.words else "card"
        knows = f"self.{book.name}[card] >> seat & 1"
        if field.kind == "own":
            yield "        for other in range(self.seats):"
            yield "            if other != seat:"
            cards = f"[{card} for card in sorted(self.{field.name}[other]) if {knows}]"
            yield f"                view['seats'][other][{book.label!r}] = {cards}"
        elif field.kind == "secret":
            cards = f"[{card} for card in sorted(self.{field.name}) if {knows}]"
            if field.kept:
                cards = f"[[place, {card}] for place, card in enumerate(self.{field.name}) if {knows}]"
            yield f"        view['{field.label}_{book.label}'] = {cards}"


def _imagine(fields: Sequence[Declaration]) -> Iterator[str]:
    hidden = [field for field in fields if field.kind in ("own", "secret")]
    pools = list(dict.fromkeys(field.pool for field in hidden if field.pool is not None))
    books = {field.pool: field for field in fields if field.kind == "knowers"}
    yield "def imagine(self, seat, luck):"
    yield "    check_seat(seat, self.seats)"
    yield "    dream = self.copy()"
    yield "    put(dream, 'events', None)"
    for field in fields:
        if field.kind == "sealed":
            yield f"    dream.{field.name} = [NOTHING] * self.seats".replace("NOTHING", str(NOTHING))
            yield f"    dream.{field.name}[seat] = self.{field.name}[seat]"
    if not hidden:
        yield "    return dream"
        return
    for number, pool in enumerate(pools):
        yield f"    unseen{number} = []"
        for field in hidden:
            if field.pool is pool:
                yield from _gather(field, f"unseen{number}", books.get(pool))
        yield f"    unseen{number}.sort()"
    yield "    goes_on = self.result() is None"
    yield f"    for _ in range({PATIENCE}):"
    for number, pool in enumerate(pools):
        yield f"        luck.shuffle(unseen{number})"
        yield "        start = 0"
        for field in hidden:
            if field.pool is pool:
                yield from _deal(field, f"unseen{number}", books.get(pool))
    for field in hidden:
        if field.again is not None and field.kind == "own":
            yield "        for other in range(self.seats):"
            yield "            if other != seat:"
            yield f"                dream.{field.name}[other] = again_{field.name}(dream, other, luck)"
        elif field.again is not None:
            yield f"        dream.{field.name} = again_{field.name}(dream, luck)"
    yield "        if (dream.result() is None) == goes_on and dream.could_be(seat):"
    yield "            return dream"
    yield "    raise never(self, seat)"


def _gather(field: Declaration, unseen: str, book: Declaration | None) -> Iterator[str]:
    indent = "    "
    cards = f"self.{field.name}"
    if field.kind == "own":
        yield f"    for other, cards in enumerate(self.{field.name}):"
        yield "        if other != seat:"
        indent, cards = " " * 12, "cards"
    if book is None:
        yield f"{indent}{unseen} += {cards}"
    else:
        yield f"{indent}{unseen} += [card for card in {cards} if not self.{book.name}[card] >> seat & 1]"


def _deal(field: Declaration, unseen: str, book: Declaration | None) -> Iterator[str]:
    """The same number of cards to the same place; what the dreamer knows to be there stays."""
    indent = " " * 8
    cards, target = f"self.{field.name}", f"dream.{field.name}"
    if field.kind == "own":
        yield f"        for other, cards in enumerate(self.{field.name}):"
        yield "            if other != seat:"
        indent, cards, target = " " * 16, "cards", f"dream.{field.name}[other]"
    if book is None:
        dealt = f"{unseen}[start:end]"
        yield f"{indent}end = start + len({cards})"
        yield f"{indent}{target} = {dealt if field.kept else f'sorted({dealt})'}"
    else:
        known = f"self.{book.name}, dream.{book.name}"
        yield f"{indent}{target}, end = redealt({cards}, seat, {known}, {unseen}, start, {field.kept})"
    yield f"{indent}start = end"


def redealt(
    cards: Sequence[int], seat: Seat, real: list[int], dreamt: list[int], unseen: list[int], start: int, kept: bool
) -> tuple[list[int], int]:
    """A place where the dreamer may know some cards: those stay, and the others get cards from `start` on.

    Who else knows a card there is no secret, but which one is: so that goes with the place, not with the card.
    """
    knows = [real[card] for card in cards if not real[card] >> seat & 1]
    if not kept:
        knows.sort()
    end = start + len(knows)
    for card, who in zip(unseen[start:end], knows, strict=True):
        dreamt[card] = who
    fresh = iter(unseen[start:end])
    place = [card if real[card] >> seat & 1 else next(fresh) for card in cards]
    if not kept:
        place.sort()
    return place, end


def never(position: object, seat: Seat) -> RumpusError:
    return RumpusError(
        f"seat {seat} found no dream in {PATIENCE} deals: could_be of {type(position).__name__} agrees with none,"
        " or its result() depends on hidden cards"
    )
