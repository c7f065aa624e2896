"""Sets up a game in one line and plays it in notation with scripted random numbers.

kit = Kit(game, players=2).with_save(crumbs=[3, 0])
kit.all("play 9", "play 2")  # all seats to act; returns the log: ["Ann shows the 9.", …]
kit.refusal(0, "play 9")  # why it is illegal
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Event, Json, Position, Seat, View
from rumpus.core.rng import ScriptedRng, SeededRng

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


class Kit:
    """A position for tests.

    Moves return their log lines and must use up all scripted numbers.
    """

    def __init__(self, game: Game, rng: str | Sequence[int] = "kit", **changes: object) -> None:
        """Deals a new game from a seed or from numbers. `changes` are options."""
        self.game = game
        self.options = game.options({name.replace("__", "."): value for name, value in changes.items()})
        if isinstance(rng, str):
            self.position = game.start(self.options, SeededRng(rng), listen=True)
        else:
            with ScriptedRng(rng) as script:
                self.position = game.start(self.options, script, listen=True)
        self.names = NAMES[: game.seats(self.options)]
        self.heard: list[Event] = self.position.take_events()

    def with_save(self, **fields: Json) -> Self:
        """Changes fields of the save. Raises BadRecord for impossible positions."""
        return self.at(self.game.load(self.options, {**self.position.save(), **fields}))

    def at(self, position: Position) -> Self:
        self.position = position
        self.position.listen()
        self.heard = []
        return self

    # --- deciding ---

    def play(self, seat: Seat, words: str, rng: Sequence[int] = ()) -> list[str]:
        """Makes one seat's move. Returns the log without hidden parts left out."""
        return self._decided([(seat, words)], rng)

    def all(self, *words: str, rng: Sequence[int] = ()) -> list[str]:
        """Makes a move for every seat to act, in ascending order.

        Returns the full log.
        """
        asked = self.position.to_act()
        assert len(asked) == len(words), f"asked are seats {asked}"
        return self._decided(list(zip(asked, words, strict=True)), rng)

    def _decided(self, decisions: Sequence[tuple[Seat, str]], rng: Sequence[int]) -> list[str]:
        with ScriptedRng(rng) as script:
            for seat, words in decisions:
                self.position.play(seat, self.game.parse_move(self.position, seat, words), script)
        self.heard = self.position.take_events()
        return [self.game.describe_event(event.full(), self.names).text for event in self.heard]

    def refusal(self, seat: Seat, move: str | int) -> str:
        """Returns why a move is illegal; empty if it is legal.

        The move is in notation or a number.
        """
        try:
            number = self.game.parse_move(self.position, seat, move) if isinstance(move, str) else move
        except RumpusError as error:
            return str(error)
        return self.position.refusal(seat, number)

    # --- looking ---

    @property
    def asked(self) -> list[Seat]:
        return self.position.to_act()

    def offers(self, seat: Seat) -> list[str]:
        return [self.game.format_move(self.position, seat, move) for move in self.position.moves(seat)]

    def log(self, seat: Seat | None) -> list[str]:
        """Returns the last events in words, as this seat (None: a spectator) saw them."""
        seen = [event.seen_by(seat) for event in self.heard]
        return [self.game.describe_event(one, self.names).text for one in seen if one is not None]

    def view(self, seat: Seat | None) -> View:
        return self.position.view(seat)

    @property
    def result(self) -> list[float] | None:
        return self.position.result()
