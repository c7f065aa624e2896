"""A fight set up in a line: both Staminas, what came before, and turns in the game's notation with scripted picks."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.position import Seen
from rumpus.core.rng import Scripted
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.rules.position import Siege


class Fight:
    def __init__(
        self,
        defender: int = 30,
        enemy: int = 30,
        slain: int = 0,
        stand_offs: int = 0,
        idle: int = 0,
        kind: str = "",
        **changes: object,
    ) -> None:
        self.options = game.options({**changes, "enemy": kind} if kind else changes)
        siege = game.start(self.options, Scripted([]))
        assert isinstance(siege, Siege)
        siege.defender, siege.enemy = defender, enemy
        siege.slain, siege.stand_offs, siege.idle = slain, stand_offs, idle
        siege.kind = siege.numbers.kind_after(slain)
        siege.owing = siege.owed()
        self.siege = siege
        self.siege.listen()
        self.told: list[Seen] = []

    # --- telling ---

    def defend(self, own: str, picks: Sequence[int] = (), answer: str = "") -> Fight:
        """A turn against the house; every pick must be used up. `answer` is for the reaction, if it is asked."""
        return self._turn([(0, own)], picks, answer)

    def versus(self, own: str, other: str, picks: Sequence[int] = (), answer: str = "") -> Fight:
        """A turn of two players, the defender's pair first."""
        return self._turn([(0, own), (1, other)], picks, answer)

    def by_itself(self, picks: Sequence[int]) -> Fight:
        """A turn in which nobody is asked."""
        with Scripted(picks) as luck:
            self.siege.show_scores(luck)
            assert self.siege.to_act() == []
            self.siege.act(luck)
        return self._listen()

    def _turn(self, pairs: Sequence[tuple[int, str]], picks: Sequence[int], answer: str) -> Fight:
        with Scripted(picks) as luck:
            for seat, text in pairs:
                if seat in self.siege.to_act():
                    self.siege.play(seat, game.read(self.siege, seat, text), luck)
            if answer:
                (seat,) = self.siege.to_act()
                self.siege.play(seat, game.read(self.siege, seat, answer), luck)
        return self._listen()

    def _listen(self) -> Fight:
        self.told.extend(event.whole() for event in self.siege.take_events())
        return self

    # --- looking ---

    @property
    def stamina(self) -> tuple[int, int]:
        return self.siege.defender, self.siege.enemy

    @property
    def asked(self) -> list[str]:
        """The options of whoever has to decide, in the game's notation."""
        return [game.write(self.siege, seat, move) for seat in self.siege.to_act() for move in self.siege.moves(seat)]

    @property
    def won(self) -> bool | None:
        result = self.siege.result()
        return None if result is None else result[0] == 1.0

    def last(self, kind: str) -> list[int | str]:
        """The facts of the last event of this kind."""
        return [seen for seen in self.told if seen.kind == kind][-1].args

    def count(self, kind: str) -> int:
        return sum(seen.kind == kind for seen in self.told)
