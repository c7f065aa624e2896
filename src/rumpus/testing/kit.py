"""A table for tests: a game set up in a line, and played in its own notation with luck that is written down.

kit = Kit(game, players=2).with_save(crumbs=[3, 0])
kit.all("play 9", "play 2")  # everybody who is asked; says what happened: ["Ann shows the 9.", …]
kit.refusal(0, "play 9")  # why not
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Self

from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Event, Plain, Position, Seat, View
from rumpus.core.rng import Scripted, Seeded

NAMES: Final = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo")


class Kit:
    """A listening position; what a decision is told as comes back from it, and every number of luck must be used up."""

    def __init__(self, game: Game, luck: str | Sequence[int] = "kit", **changes: object) -> None:
        """A new game, dealt from a seed or from numbers; `changes` are options."""
        self.game = game
        self.options = game.options({name.replace("__", "."): value for name, value in changes.items()})
        if isinstance(luck, str):
            self.position = game.start(self.options, Seeded(luck), listen=True)
        else:
            with Scripted(luck) as script:
                self.position = game.start(self.options, script, listen=True)
        self.names = NAMES[: game.seats(self.options)]
        self.heard: list[Event] = self.position.take_events()

    def with_save(self, **fields: Plain) -> Self:
        """The same game with these fields of its save changed; what no game could come to is refused."""
        return self.at(self.game.load(self.options, {**self.position.save(), **fields}))

    def at(self, position: Position) -> Self:
        """The same table with this position on it."""
        self.position = position
        self.position.listen()
        self.heard = []
        return self

    # --- deciding ---

    def play(self, seat: Seat, words: str, luck: Sequence[int] = ()) -> list[str]:
        """One seat decides; what happened, as an all-seeing log tells it."""
        return self._decided([(seat, words)], luck)

    def all(self, *words: str, luck: Sequence[int] = ()) -> list[str]:
        """Everybody who is asked decides, seats upwards; what happened, as an all-seeing log tells it."""
        asked = self.position.to_act()
        assert len(asked) == len(words), f"asked are seats {asked}"
        return self._decided(list(zip(asked, words, strict=True)), luck)

    def _decided(self, decisions: Sequence[tuple[Seat, str]], luck: Sequence[int]) -> list[str]:
        with Scripted(luck) as script:
            for seat, words in decisions:
                self.position.play(seat, self.game.read(self.position, seat, words), script)
        self.heard = self.position.take_events()
        return [self.game.tell(event.whole(), self.names).text for event in self.heard]

    def refusal(self, seat: Seat, move: str | int) -> str:
        """Why this seat may not do this, in words or as a number of the move space; empty if it may."""
        try:
            number = self.game.read(self.position, seat, move) if isinstance(move, str) else move
        except RumpusError as error:
            return str(error)
        return self.position.why_not(seat, number)

    # --- looking ---

    @property
    def asked(self) -> list[Seat]:
        return self.position.to_act()

    def offers(self, seat: Seat) -> list[str]:
        return [self.game.write(self.position, seat, move) for move in self.position.moves(seat)]

    def told(self, seat: Seat | None) -> list[str]:
        """What happened last, as this seat noticed it; None is an onlooker."""
        seen = [event.seen_by(seat) for event in self.heard]
        return [self.game.tell(one, self.names).text for one in seen if one is not None]

    def view(self, seat: Seat | None) -> View:
        return self.position.view(seat)

    @property
    def result(self) -> list[float] | None:
        return self.position.result()
