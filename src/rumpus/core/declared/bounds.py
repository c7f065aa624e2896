"""What the fields of a declared position can hold under some options: the bounds of its saves, and its features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rumpus.core.declared import NOTHING, SEAT, Declaration, Declared, Pool
from rumpus.core.features import Columns, Features
from rumpus.core.position import Position, Seat
from rumpus.core.saving import ANY, SavedField


class Form:
    """Made from any deal: what is the same in all of them, lengths and the cards of pools, holds for every position."""

    def __init__(self, sample: Declared, move_count: int) -> None:
        self.declared = sample.declared
        self.seats = sample.seats
        self.move_count = move_count
        self.pools: dict[Pool, list[int]] = {}
        for field in self.declared:
            if field.pool is not None and field.kind != "knowers":
                self.pools.setdefault(field.pool, []).extend(cards_of(sample, field))
        for cards in self.pools.values():
            cards.sort()
        self.bounds = [self._bound(field, sample) for field in self.declared]

    def _bound(self, field: Declaration, sample: Declared) -> SavedField:
        value = getattr(sample, field.name)
        low, high, length, longest = field.low, 1, ANY, field.most
        if field.kind == "knowers":
            high = (1 << self.seats) - 1
        elif field.kind == "sealed":
            low, high = NOTHING, self.move_count - 1
        elif field.pool is not None:
            low, high, longest = NOTHING if field.depth == 0 else 0, field.pool.size - 1, len(self.pools[field.pool])
        elif field.top == SEAT:
            high = self.seats - 1
        else:
            high = sample.options.number(field.top) if isinstance(field.top, str) else field.top
        if field.kind in ("each", "own", "sealed"):
            length = self.seats
        elif field.kind == "knowers" or field.depth == 2 or (field.depth == 1 and not longest):
            length = len(value)
        if field.depth == 2:
            longest = max([longest, *[len(inner) for inner in value]])
        kind = ("?" if field.flag else "") + "*" * field.depth
        return SavedField(field.name, kind, low, high, length, max(longest, length))

    def problem(self, position: Declared) -> str:
        """Why this can be no position, though every field is within its bounds; empty if it can."""
        for pool, dealt in self.pools.items():
            places = [field for field in self.declared if field.pool is pool and field.kind != "knowers"]
            if sorted(card for field in places for card in cards_of(position, field)) != dealt:
                return f"its cards are not those of a deal ({', '.join(field.name for field in places)})"
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


def cards_of(position: Declared, field: Declaration) -> list[int]:
    """All cards of a field that has a pool."""
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
    "knowers": "where one knows cards to be",
}


class DeclaredFeatures(Features):
    """All that a view shows as numbers; seats in order from one's own (+0), so that every seat sees itself first."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.bounds = {bound.name: bound for bound in form.bounds}
        columns = Columns()
        columns.add("seat", "whose row it is", [str(seat) for seat in range(form.seats)])
        for field in form.declared:
            columns.add(field.label, MEANINGS[field.kind], self._parts(field))
        super().__init__(columns)

    def of(self, position: Position, seat: Seat) -> list[float]:
        assert isinstance(position, Declared)
        row = [0.0] * self.form.seats
        row[seat] = 1.0
        around = [*range(seat, self.form.seats), *range(seat)]
        for field in self.form.declared:
            row += self._row(field, position, around)
        return row

    def _parts(self, field: Declaration) -> list[str]:
        """A name for every number of its part of the row."""
        around = [f"+{step}" for step in range(self.form.seats)]
        if field.kind == "own":
            return [*self._cell_names(field), *[f"size {who}" for who in around]]
        if field.kind == "knowers":
            parts: list[str] = []
            for place in self._places(field):
                for who in around[1:] if place.kind == "own" else ["at"]:
                    parts += self._cell_names(place, f"{place.label} {who} ")
            return parts
        if field.depth == 2:
            outer = around if field.kind == "each" else range(self.bounds[field.name].length)
            return [name for part in outer for name in self._cell_names(field, f"{part} ")]
        if field.kind == "each":
            return around
        return self._cell_names(field) if field.kind == "shown" and field.depth else [""]

    def _row(self, field: Declaration, position: Declared, around: Sequence[Seat]) -> list[float]:
        value, seat = getattr(position, field.name), around[0]
        if field.kind == "own":
            longest = max(1, self.bounds[field.name].longest)
            return [*self._cells(field, value[seat]), *[len(value[other]) / longest for other in around]]
        if field.kind == "knowers":
            row: list[float] = []
            for place in self._places(field):
                there = getattr(position, place.name)
                for cards in [there[other] for other in around[1:]] if place.kind == "own" else [there]:
                    row += self._cells(place, [card if value[card] >> seat & 1 else NOTHING for card in cards])
            return row
        if field.kind == "sealed":
            return [(value[seat] + 1) / self.form.move_count]
        if field.kind == "secret":
            return [len(value) / max(1, self.bounds[field.name].longest)]
        if field.kind == "each":
            value = [value[other] for other in around]
        if field.depth == 2:
            return [number for inner in value for number in self._cells(field, inner)]
        if field.kind == "each":
            return [self._scaled(field, number) for number in value]
        return self._cells(field, value) if field.depth else [self._scaled(field, value)]

    def _places(self, book: Declaration) -> list[Declaration]:
        """Where somebody may know cards to be."""
        return [field for field in self.form.declared if field.pool is book.pool and field.kind in ("own", "secret")]

    def _cell_names(self, field: Declaration, before: str = "") -> list[str]:
        if field.pool is not None:
            return [f"{before}{field.pool.word(card)}" for card in range(field.pool.size)]
        return [f"{before}{place}" for place in range(self.bounds[field.name].longest)]

    def _cells(self, field: Declaration, values: Sequence[int]) -> list[float]:
        """A list of cards as what is there of each, by its place where that has a meaning; of numbers as they stand."""
        if field.pool is None:
            longest = self.bounds[field.name].longest
            return [*[self._scaled(field, value) for value in values], *[-1.0] * (longest - len(values))]
        row = [0.0] * field.pool.size
        dealt = self.form.pools[field.pool]
        for place, card in enumerate(values):
            if card != NOTHING:
                row[card] += (place + 1) / len(dealt) if field.kept else 1 / dealt.count(card)
        return row

    def _scaled(self, field: Declaration, value: int) -> float:
        bound = self.bounds[field.name]
        return float(value) if field.flag else (value - bound.low) / max(1, bound.high - bound.low)
