"""Sets up a fight in one line and plays turns in notation with scripted random numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.position import SeenEvent
from rumpus.core.rng import ScriptedRng
from rumpus.games.defend_the_city import game
from rumpus.games.defend_the_city.rules.position import as_siege
from rumpus.testing.kit import Kit


class Fight(Kit):
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
        super().__init__(game, [], **{**changes, "enemy": kind} if kind else changes)
        self.siege = siege = as_siege(self.position)
        siege.defender, siege.enemy = defender, enemy
        siege.slain, siege.stand_offs, siege.idle = slain, stand_offs, idle
        siege.kind = siege.numbers.kind_after(slain)
        siege.owing = siege.able_to_act()
        self.seen: list[SeenEvent] = []

    # --- playing ---

    def defend(self, own: str, rng: Sequence[int] = (), answer: str = "") -> Fight:
        """A turn against the house; `answer` is the reaction, if there is one."""
        return self._turn([own], rng, answer)

    def versus(self, own: str, other: str, rng: Sequence[int] = (), answer: str = "") -> Fight:
        return self._turn([own, other], rng, answer)

    def by_itself(self, rng: Sequence[int]) -> Fight:
        """A turn without decisions."""
        with ScriptedRng(rng) as script:
            self.siege.show_scores(script)
            assert self.asked == []
            self.siege.act(script)
        return self.listen()

    def _turn(self, pairs: Sequence[str], rng: Sequence[int], answer: str) -> Fight:
        with ScriptedRng(rng) as script:
            for seat, text in enumerate(pairs):
                if seat in self.asked:
                    self.siege.play(seat, game.parse_move(self.siege, seat, text), script)
            if answer:
                (seat,) = self.asked
                self.siege.play(seat, game.parse_move(self.siege, seat, answer), script)
        return self.listen()

    def listen(self) -> Fight:
        self.seen.extend(event.full() for event in self.siege.take_events())
        return self

    # --- reading ---

    @property
    def stamina(self) -> tuple[int, int]:
        return self.siege.defender, self.siege.enemy

    @property
    def offered(self) -> list[str]:
        return [text for seat in self.asked for text in self.offers(seat)]

    @property
    def won(self) -> bool | None:
        return None if self.result is None else self.result[0] == 1.0

    def last(self, kind: str) -> list[int | str]:
        return [seen for seen in self.seen if seen.kind == kind][-1].args

    def count(self, kind: str) -> int:
        return sum(seen.kind == kind for seen in self.seen)
