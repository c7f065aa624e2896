"""Bounds of a declared position's fields under given options: for saves and features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.declared import NOTHING, SEAT, Declaration, DeclaredPosition, Pool
from rumpus.core.features import FeatureLayout, Features
from rumpus.core.position import Position, Seat
from rumpus.core.saving import ANY, SavedField


class FieldBounds:
    """Bounds taken from a sample deal: lengths and pools are the same in every deal."""

    def __init__(self, sample: DeclaredPosition, move_count: int) -> None:
        self.declared = sample.declared
        self.seats = sample.seats
        self.move_count = move_count
        self.places = fields_by_pool(self.declared)
        self.pools = {pool: cards_in(sample, fields) for pool, fields in self.places.items()}
        self.bounds = [self._bound(field, sample) for field in self.declared]

    def _bound(self, field: Declaration, sample: DeclaredPosition) -> SavedField:
        value = getattr(sample, field.name)
        low, high, length, max_length = field.low, 1, ANY, field.most
        if field.kind == "known_to":
            high = (1 << self.seats) - 1
        elif field.kind == "sealed":
            low, high = NOTHING, self.move_count - 1
        elif field.pool is not None:
            low, high, max_length = NOTHING if field.depth == 0 else 0, field.pool.size - 1, len(self.pools[field.pool])
        elif field.top == SEAT:
            high = self.seats - 1
        else:
            high = sample.options.number(field.top) if isinstance(field.top, str) else field.top
        if field.kind in ("each", "own", "sealed"):
            length = self.seats
        elif field.kind == "known_to" or field.depth == 2 or (field.depth == 1 and not max_length):
            length = len(value)
        if field.depth == 2:
            max_length = max([max_length, *[len(inner) for inner in value]])
        kind = ("?" if field.flag else "") + "*" * field.depth
        return SavedField(field.name, kind, low, high, length, max(max_length, length))

    def problem(self, position: DeclaredPosition) -> str:
        """Returns why this is no possible position, though each field is within bounds; else empty."""
        for pool, fields in self.places.items():
            if cards_in(position, fields) != self.pools[pool]:
                return f"its cards are not those of a deal ({', '.join(field.name for field in fields)})"
        asked = position.copy()
        asked.take_back()
        for field in self.declared:
            if field.kind == "sealed":
                for seat, answer in enumerate(getattr(position, field.name)):
                    if answer != NOTHING and answer not in asked.moves(seat):
                        return f"{field.name!r} holds an answer that seat {seat} could not give"
        owing, over = bool(position.to_act()), position.result() is not None
        if owing == over:
            return "it is over, and yet somebody is to decide" if over else "nobody is to decide, and it is not over"
        return position.flaw()


def fields_by_pool(declared: Sequence[Declaration]) -> dict[Pool, list[Declaration]]:
    """Groups the fields that hold cards."""
    pools: dict[Pool, list[Declaration]] = {}
    for field in declared:
        if field.pool is not None and field.kind != "known_to":
            pools.setdefault(field.pool, []).append(field)
    return pools


def cards_in(position: DeclaredPosition, fields: Sequence[Declaration]) -> list[int]:
    """Returns the cards in fields of a pool, sorted."""
    return sorted(card for field in fields for card in _cards_of(position, field))


def _cards_of(position: DeclaredPosition, field: Declaration) -> list[int]:
    value = getattr(position, field.name)
    if field.depth == 0:
        return [] if value == NOTHING else [value]
    return [card for inner in value for card in inner] if field.depth == 2 else list(value)


MEANINGS: Final = {
    "shown": "for all to see",
    "each": "for all to see, one's own (+0) first and then the others in turn",
    "own": "one's own, and how many everybody has",
    "secret": "how many there are",
    "sealed": "one's own answer, once it is given",
    "known_to": "where one knows cards to be",
}


class DeclaredFeatures(Features):
    """Encodes the whole view. Seats are in turn order from the seat itself (+0).

    A number that is a seat has one column per seat, in the same order.
    """

    def __init__(self, field_bounds: FieldBounds) -> None:
        self.field_bounds = field_bounds
        self.bounds = {bound.name: bound for bound in field_bounds.bounds}
        columns = FeatureLayout()
        columns.add("seat", "whose row it is", [str(seat) for seat in range(field_bounds.seats)])
        for field in field_bounds.declared:
            columns.add(field.label, MEANINGS[field.kind], self._parts(field))
        super().__init__(columns)

    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, DeclaredPosition)
        row = [0.0] * self.field_bounds.seats
        row[seat] = 1.0
        around = [*range(seat, self.field_bounds.seats), *range(seat)]
        for field in self.field_bounds.declared:
            row += self._vector(field, position, around)
        return row

    def _parts(self, field: Declaration) -> list[str]:
        around = [f"+{step}" for step in range(self.field_bounds.seats)]
        if field.kind == "own":
            return [*self._cell_names(field), *[f"size {who}" for who in around]]
        if field.kind == "known_to":
            parts: list[str] = []
            for place in self._places(field):
                for who in around[1:] if place.kind == "own" else ["at"]:
                    parts += self._cell_names(place, f"{place.label} {who} ")
            return parts
        if field.depth == 2:
            outer = around if field.kind == "each" else range(self.bounds[field.name].length)
            return [name for part in outer for name in self._cell_names(field, f"{part} ")]
        if field.kind == "each":
            return [name for who in around for name in self._value_names(field, who)]
        return self._cell_names(field) if field.kind == "shown" and field.depth else self._value_names(field)

    def _vector(self, field: Declaration, position: DeclaredPosition, around: Sequence[Seat]) -> list[float]:
        value, seat = getattr(position, field.name), around[0]
        if field.kind == "own":
            max_length = max(1, self.bounds[field.name].max_length)
            return [*self._cells(field, value[seat], seat), *[len(value[other]) / max_length for other in around]]
        if field.kind == "known_to":
            row: list[float] = []
            for place in self._places(field):
                there = getattr(position, place.name)
                for cards in [there[other] for other in around[1:]] if place.kind == "own" else [there]:
                    row += self._cells(place, [card if value[card] >> seat & 1 else NOTHING for card in cards], seat)
            return row
        if field.kind == "sealed":
            return [(value[seat] + 1) / self.field_bounds.move_count]
        if field.kind == "secret":
            return [len(value) / max(1, self.bounds[field.name].max_length)]
        if field.kind == "each":
            value = [value[other] for other in around]
        if field.depth == 2:
            return [number for inner in value for number in self._cells(field, inner, seat)]
        if field.kind == "each":
            return [column for number in value for column in self._columns(field, number, seat)]
        return self._cells(field, value, seat) if field.depth else self._columns(field, value, seat)

    def _places(self, known_field: Declaration) -> list[Declaration]:
        """Returns the fields with cards of a pool that a seat may know."""
        hidden = [field for field in self.field_bounds.declared if field.kind in ("own", "secret")]
        return [field for field in hidden if field.pool is known_field.pool]

    def _cell_names(self, field: Declaration, before: str = "") -> list[str]:
        if field.pool is not None:
            return [f"{before}{field.pool.word(card)}" for card in range(field.pool.size)]
        places = range(self.bounds[field.name].max_length)
        return [name for place in places for name in self._value_names(field, f"{before}{place}")]

    def _value_names(self, field: Declaration, name: str = "") -> list[str]:
        """Returns the columns of one number."""
        if field.top != SEAT:
            return [name]
        return [f"{name} is +{step}".strip() for step in range(self.field_bounds.seats)]

    def _cells(self, field: Declaration, values: Sequence[int], seat: Seat) -> list[float]:
        """Encodes a list: cards as counts, or positions if their order matters; numbers scaled."""
        if field.pool is None:
            missing = self.bounds[field.name].max_length - len(values)
            empty = [0.0] * self.field_bounds.seats if field.top == SEAT else [-1.0]
            row = [column for value in values for column in self._columns(field, value, seat)]
            return [*row, *empty * missing]
        row = [0.0] * field.pool.size
        dealt = self.field_bounds.pools[field.pool]
        for place, card in enumerate(values):
            if card != NOTHING:
                row[card] += (place + 1) / len(dealt) if field.kept else 1 / dealt.count(card)
        return row

    def _columns(self, field: Declaration, value: int, seat: Seat) -> list[float]:
        """Encodes a number: scaled, or for a seat its distance in turns from this one, one column each."""
        if field.top == SEAT:
            around = [0.0] * self.field_bounds.seats
            if value != NOTHING:
                around[(value - seat) % self.field_bounds.seats] = 1.0
            return around
        bound = self.bounds[field.name]
        return [float(value) if field.flag else (value - bound.low) / max(1, bound.high - bound.low)]
