"""Statistics of Defend the City for the lab."""

from __future__ import annotations

from rumpus.core.extensions import Lab
from rumpus.core.options import Options, PerOptionsCache
from rumpus.core.position import Event, Position, Seat
from rumpus.games.defend_the_city.rules.numbers import BY_HAND, KINDS, Numbers
from rumpus.games.defend_the_city.rules.position import as_siege
from rumpus.games.defend_the_city.rules.stages import DEFENDER, ENDINGS, FALLEN


class SiegeLab(Lab):
    control_variates = True

    def __init__(self) -> None:
        self._numbers = PerOptionsCache(Numbers)

    def unused_topics(self, options: Options) -> list[str]:
        """Kinds of enemies absent from this match, and Cost, which has no event."""
        numbers = self._numbers.of(options)
        met = {KINDS[numbers.kind_after(slain)] for slain in range(numbers.enemies)}
        return ["Cost", *(kind for kind in KINDS[:BY_HAND] if kind not in met)]

    def identity(self, position: Position, seat: Seat) -> list[tuple[str, str]]:
        return [("side", "defender" if seat == DEFENDER else "enemy")]

    def standing(self, position: Position) -> list[float]:
        """Enemies slain count most, then the lead in Stamina."""
        siege = as_siege(position)
        lead = siege.slain + (siege.defender - siege.enemy) / (2 * siege.numbers.stamina)
        return [lead, siege.numbers.enemies - lead] if siege.numbers.versus else [lead]

    def chance_gains(self, position: Position, event: Event) -> list[tuple[Seat, str, str]]:
        """Pairs of house enemies and dice of strikes, credited to the defender."""
        seen = event.full()
        if seen.kind in ("hits", "misses"):
            who = "the defender" if seen.number(0) == DEFENDER else "the enemy"
            return [(DEFENDER, "strike", f"{who} {seen.kind}")]
        if seen.kind == "shown" and not as_siege(position).numbers.versus:
            return [(DEFENDER, "what the enemy shows", seen.text(2))]
        return []

    def ledger(self, event: Event) -> list[tuple[Seat, str, str]]:
        seen = event.full()
        if seen.kind == "forfeits":
            return [(seen.number(0), "chose to", "Forfeit")]
        if seen.kind == "stand-off":
            return [(DEFENDER, "came to a", "Stand-off")]
        if seen.kind == "slain" and seen.text(2) != KINDS[BY_HAND]:
            return [(DEFENDER, "slew", seen.text(2))]
        if seen.kind == "ends" and seen.text(0) == ENDINGS[FALLEN] and seen.text(4) != KINDS[BY_HAND]:
            return [(DEFENDER, "fell to", seen.text(4))]
        return []
