"""Generates the methods of a declared position as Python code, like dataclasses."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from rumpus.core.errors import RumpusError
from rumpus.core.position import Position, Seat, check_seat

if TYPE_CHECKING:
    from rumpus.core.declared import Declaration

NOTHING: Final = -1
"""Value of a sealed move not yet made."""

MAX_RESAMPLES: Final = 10_000
"""Samples after which a determinization counts as impossible: a mistake in the game."""
METHODS: Final = ("begin", "copy", "save", "view", "determinize")
COPIED: Final = ("self.{0}", "self.{0}[:]", "[inner[:] for inner in self.{0}]")
"""Copy expressions by depth of list nesting."""


def generate_methods(owner: str, fields: Sequence[Declaration]) -> dict[str, Callable[..., Any]]:
    """Compiles the methods for a class with these fields."""
    lines = [*_begin(fields), *_copy(fields), *_save(fields), *_view(fields), *_determinize(fields)]
    file = f"<generated methods of {owner}>"
    source = "\n".join(lines) + "\n"
    # So that a traceback shows the lines.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names: dict[str, Any] = {"__name__": __name__, "put": object.__setattr__}
    names |= {"check_seat": check_seat, "redealt": redealt, "no_world_found": no_world_found}
    for field in fields:
        names[f"again_{field.name}"] = field.again
        names[f"words_{field.name}"] = field.pool.words if field.pool else ()
    exec(compile(source, file, "exec"), names)
    return {name: names[name] for name in METHODS}


def _begin(fields: Sequence[Declaration]) -> Iterator[str]:
    yield "def begin(self, options, seats):"
    values = {"options": "options", "seats": "seats"}
    for field in fields:
        start = repr(field.start)
        if field.start is None:
            depth = field.depth - (field.kind in ("each", "own"))
            start = "[]" if depth else "False" if field.flag else "0"
        if field.kind == "sealed":
            start = f"[{NOTHING}] * seats"
        elif field.kind == "known_to" and field.pool is not None:
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
    """Generates one assignment of all attributes: twice as fast as one per attribute."""
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
        elif field.kind == "known_to":
            yield from _known(field, [other for other in fields if other.pool is field.pool])
    yield "    if over:"
    yield "        view['outcome'] = self.outcome()"
    yield "    return view"


def _words(field: Declaration, value: str, depth: int) -> str:
    """Returns the expression for a field in a view: card names in fresh lists, sorted if unordered."""
    words = f"words_{field.name}" if field.pool is not None and field.pool.words else ""
    if depth == 2:
        return f"[{_words(field, 'inner', 1)} for inner in {value}]"
    if depth == 1:
        ordered = value if field.kept else f"sorted({value})"
        return f"[{words}[card] for card in {ordered}]" if words else f"list({ordered})"
    if not words and field.low != NOTHING:
        return value
    return f"None if {value} == {NOTHING} else {f'{words}[{value}]' if words else value}"


def _known(known_field: Declaration, places: Sequence[Declaration]) -> Iterator[str]:
    """Generates the view of known cards in other hands and piles; with places if order matters."""
    for field in places:
        card = f"words_{field.name}[card]" if field.pool and field.pool.words else "card"
        knows = f"self.{known_field.name}[card] >> seat & 1"
        if field.kind == "own":
            yield "        for other in range(self.seats):"
            yield "            if other != seat:"
            cards = f"[{card} for card in sorted(self.{field.name}[other]) if {knows}]"
            yield f"                view['seats'][other][{known_field.label!r}] = {cards}"
        elif field.kind == "secret":
            cards = f"[{card} for card in sorted(self.{field.name}) if {knows}]"
            if field.kept:
                cards = f"[[place, {card}] for place, card in enumerate(self.{field.name}) if {knows}]"
            yield f"        view['{field.label}_{known_field.label}'] = {cards}"


def _determinize(fields: Sequence[Declaration]) -> Iterator[str]:
    hidden = [field for field in fields if field.kind in ("own", "secret")]
    pools = list(dict.fromkeys(field.pool for field in hidden if field.pool is not None))
    known_fields = {field.pool: field for field in fields if field.kind == "known_to"}
    yield "def determinize(self, seat, rng):"
    yield "    check_seat(seat, self.seats)"
    yield "    world = self.copy()"
    yield "    put(world, 'events', None)"
    for field in fields:
        if field.kind == "sealed":
            yield f"    world.{field.name} = [NOTHING] * self.seats".replace("NOTHING", str(NOTHING))
            yield f"    world.{field.name}[seat] = self.{field.name}[seat]"
    if not hidden:
        yield "    return world"
        return
    for number, pool in enumerate(pools):
        yield f"    unseen{number} = []"
        for field in hidden:
            if field.pool is pool:
                yield from _gather(field, f"unseen{number}", known_fields.get(pool))
        yield f"    unseen{number}.sort()"
    yield "    goes_on = self.result() is None"
    yield f"    for _ in range({MAX_RESAMPLES}):"
    for number, pool in enumerate(pools):
        yield f"        rng.shuffle(unseen{number})"
        yield "        start = 0"
        for field in hidden:
            if field.pool is pool:
                yield from _deal(field, f"unseen{number}", known_fields.get(pool))
    for field in hidden:
        if field.again is not None and field.kind == "own":
            yield "        for other in range(self.seats):"
            yield "            if other != seat:"
            yield f"                world.{field.name}[other] = again_{field.name}(world, other, rng)"
        elif field.again is not None:
            yield f"        world.{field.name} = again_{field.name}(world, rng)"
    yield "        if (world.result() is None) == goes_on and world.could_be(seat):"
    yield "            return world"
    yield "    raise no_world_found(self, seat)"


def _gather(field: Declaration, unseen: str, known_field: Declaration | None) -> Iterator[str]:
    indent = "    "
    cards = f"self.{field.name}"
    if field.kind == "own":
        yield f"    for other, cards in enumerate(self.{field.name}):"
        yield "        if other != seat:"
        indent, cards = " " * 12, "cards"
    if known_field is None:
        yield f"{indent}{unseen} += {cards}"
    else:
        yield f"{indent}{unseen} += [card for card in {cards} if not self.{known_field.name}[card] >> seat & 1]"


def _deal(field: Declaration, unseen: str, known_field: Declaration | None) -> Iterator[str]:
    """Deals the same number of cards to the same place; cards known to the seat stay."""
    indent = " " * 8
    cards, target = f"self.{field.name}", f"world.{field.name}"
    if field.kind == "own":
        yield f"        for other, cards in enumerate(self.{field.name}):"
        yield "            if other != seat:"
        indent, cards, target = " " * 16, "cards", f"world.{field.name}[other]"
    if known_field is None:
        dealt = f"{unseen}[start:end]"
        yield f"{indent}end = start + len({cards})"
        yield f"{indent}{target} = {dealt if field.kept else f'sorted({dealt})'}"
    else:
        known = f"self.{known_field.name}, world.{known_field.name}"
        yield f"{indent}{target}, end = redealt({cards}, seat, {known}, {unseen}, start, {field.kept})"
    yield f"{indent}start = end"


def redealt(
    cards: Sequence[int], seat: Seat, real: list[int], sampled: list[int], unseen: list[int], start: int, kept: bool
) -> tuple[list[int], int]:
    """Redeals a place: cards known to `seat` stay, the others come from `unseen[start:]`.

    Which seats know a card is bound to the place, not to the card: that they know one is no secret, but its identity
    is.
    """
    knows = [real[card] for card in cards if not real[card] >> seat & 1]
    if not kept:
        knows.sort()
    end = start + len(knows)
    for card, who in zip(unseen[start:end], knows, strict=True):
        sampled[card] = who
    fresh = iter(unseen[start:end])
    place = [card if real[card] >> seat & 1 else next(fresh) for card in cards]
    if not kept:
        place.sort()
    return place, end


def no_world_found(position: object, seat: Seat) -> RumpusError:
    return RumpusError(
        f"Seat {seat} has no possible world in {MAX_RESAMPLES} deals. "
        f"{type(position).__name__}.could_be is never true, or its result() depends on hidden cards."
    )
