"""What the lab counts and plots of Battle Puno."""

from __future__ import annotations

from rumpus.core.contract import Event, Position, Seat
from rumpus.core.faces import Lab
from rumpus.games.battle_puno.rules.cards import CARDS
from rumpus.games.battle_puno.rules.position import as_puno
from rumpus.games.battle_puno.rules.state import OVER


class PunoLab(Lab):
    def standing(self, position: Position) -> list[float]:
        """Who is ahead for all to see: fewest cards in Traditional, score and HP in Battle Puno, HP in Death Match."""
        state = as_puno(position)
        numbers = state.numbers
        if numbers.traditional:
            return [-float(len(hand)) for hand in state.hands]
        if numbers.death_match:
            return [float(hp) for hp in state.hp]
        if state.phase == OVER:
            return [float(score) for score in state.scores]
        return [float(score + hp) for score, hp in zip(state.scores, state.hp, strict=True)]

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        """Every card played, by its kind, and what befell the players."""
        whole = event.whole()
        if event.kind == "played":
            return [(whole.number(0), "played", CARDS[whole.number(1)].name)]
        if event.kind == "penalty":
            return [(whole.number(0), "faced", "penalty")]
        if event.kind == "hurt":
            return [(whole.number(0), "paid", "pool")]
        if event.kind == "overload":
            return [(whole.number(0), "suffered", "overload")]
        if event.kind == "puno":
            return [(whole.number(0), "called", "puno")]
        return []
