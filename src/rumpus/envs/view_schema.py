"""JSON Schema of the views of a game, derived from positions of many matches.

    python -m rumpus.envs.view_schema pigeons

A view is a seat's information state as JSON: what language models and other programs read instead of numbers.
Equal in every run: the matches are seeded.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rumpus.core.catalogue import find_game
from rumpus.core.game import Game
from rumpus.core.position import Json, View
from rumpus.core.rng import SeededRng

MATCHES = 3
"""Fewest matches per configuration. Every third is played by the evaluator's static scores."""
POSITIONS = 200
"""Fewest positions per configuration: short games play more matches."""
MAX_STEPS = 400
EVERY = 3
"""One position in three counts, chosen at random: every third might always be the same seat's."""


class Shape:
    """The values seen at one place."""

    def __init__(self) -> None:
        self.types: set[str] = set()
        self.count = 0
        """Objects seen here."""
        self.parts: dict[str, Shape] = {}
        self.seen: dict[str, int] = {}
        """How many of the objects have each key."""
        self.items: Shape | None = None

    def add(self, value: Json) -> None:
        self.types.add(type_of(value))
        if isinstance(value, dict):
            self.count += 1
            for key, part in value.items():
                self.parts.setdefault(key, Shape()).add(part)
                self.seen[key] = self.seen.get(key, 0) + 1
        elif isinstance(value, list):
            self.items = self.items or Shape()
            for item in value:
                self.items.add(item)

    def schema(self) -> dict[str, Any]:
        types = sorted(self.types - {"integer"} if "number" in self.types else self.types)
        if types == ["null"]:
            return {}  # What was always missing may have any type.
        found: dict[str, Any] = {"type": types[0] if len(types) == 1 else types} if types else {}
        if "object" in self.types:
            always = {key for key, seen in self.seen.items() if seen == self.count}
            for key in self.parts.keys() - always:
                self.parts[key].types.add("null")  # A rare value that has not been met: no winner, say.
            found["properties"] = {key: self.parts[key].schema() for key in sorted(self.parts)}
            found["required"] = sorted(always)
        if self.items is not None and self.items.types:
            found["items"] = self.items.schema()
        return found


def type_of(value: Json) -> str:
    if value is None:
        return "null"
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string"), (list, "array")):
        if isinstance(value, kind):
            return name
    return "object"


def views(game: Game, changes: Mapping[str, object], seed: str, clever: bool) -> Iterator[View]:
    """Yields views of all seats and of a spectator, through one match."""
    options, rng, chosen = game.options(changes), SeededRng(seed), SeededRng(f"{seed}/chosen")
    evaluator = game.bots().evaluator(options)
    position = game.start(options, rng)
    for step in range(MAX_STEPS):
        acting = position.to_act()
        if step == 0 or chosen.below(EVERY) == 0 or not acting:
            yield from (position.view(seat) for seat in (*range(game.seats(options)), None))
        if not acting:
            return
        seat = acting[0]
        move = position.random_move(seat, rng)
        if clever:
            world = position.determinize(seat, rng)
            if seat in world.to_act():
                move = max(position.moves(seat), key=lambda one: evaluator.score_move(world, seat, one))
        position.apply(seat, move, rng)


def view_schema(game: Game, configurations: Sequence[Mapping[str, object]] | None = None) -> dict[str, Any]:
    """Returns the JSON Schema (2020-12) of every view of a game: with any options, or in some configurations.

    What is missing in some views may also be null.
    """
    shape = Shape()
    for changes in game.configurations() if configurations is None else configurations:
        number, seen, viewers = 0, 0, game.seats(game.options(changes)) + 1
        while number < MATCHES or seen < POSITIONS * viewers:
            for view in views(game, changes, f"schema/{number}", clever=number % MATCHES == MATCHES - 1):
                shape.add(view)
                seen += 1
            number += 1
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"View of {game.title}, rules {game.version}",
        **shape.schema(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m rumpus.envs.view_schema", description="Prints a JSON Schema.")
    parser.add_argument("game")
    print(json.dumps(view_schema(find_game(parser.parse_args().game)), indent=1))


if __name__ == "__main__":
    main()
