"""A coach for a person: what a strong player would do in that chair, from nothing but what its seat knows."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Plain
from rumpus.players.catalogue import CHAMPION, find_player
from rumpus.players.player import Choice, Explanation
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget

GOOD = 0.02
"""Chances closer than this are as good as each other: a coach does not quibble over noise."""


class Advice:
    """The options of a chair with the chance to win with each, best first."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation
        self.choices: Sequence[Choice] = explanation.choices
        self.looks = explanation.looks

    def hint(self) -> str:
        """Before the move: "what would you do?" """
        if len(self.choices) == 1:
            return f"“{self.choices[0].says}” is the only option."
        why = self.choices[0].explanation
        return f"{self.explanation.sentence()} {why}".strip()

    def verdict(self, move: Move) -> str:
        """After the move: how it compares with the best."""
        best = self.choices[0]
        chosen = next((choice for choice in self.choices if choice.move == move), None)
        if chosen is None:
            return "That was not among the options."
        if len(self.choices) == 1:
            return f"“{chosen.says}” was the only option."
        if chosen is best:
            odds = "" if chosen.chance is None else f" ({_percent(chosen.chance)} to win)"
            return f"“{chosen.says}”{odds}: my choice too."
        if chosen.chance is None or best.chance is None:
            return f"“{chosen.says}” did not look promising enough to think it through; I would choose “{best.says}”."
        if chosen.chance >= best.chance - GOOD:
            return f"“{chosen.says}” ({_percent(chosen.chance)} to win): as good as any."
        lost = _percent(best.chance - chosen.chance)
        return (
            f"“{chosen.says}” wins {_percent(chosen.chance)} of the time; "
            f"“{best.says}” would have won {_percent(best.chance)}: {lost} more."
        )

    def plain(self) -> dict[str, Plain]:
        return {
            "hint": self.hint(),
            "looks": self.looks,
            "choices": [choice.plain() for choice in self.choices],
        }


def advice(chair: Chair, budget: Budget | None = None, seed: str = "coach") -> Advice:
    """What the strongest player there is, or a search with this budget, thinks of the options in this chair."""
    if budget is None:
        player = find_player(CHAMPION, chair.game, chair.options, seed)
    else:
        player = SearchPlayer("coach", chair.game, chair.options, seed, budget)
    player.decide(chair)
    explanation = player.explanation()
    assert explanation is not None
    explanation.note = ""  # who the coach asks is of no concern to whoever asks the coach
    return Advice(explanation)


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"
