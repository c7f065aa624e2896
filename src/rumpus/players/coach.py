"""Advice for a person, from their seat's information."""

from __future__ import annotations

from rumpus.core.info_state import InfoState
from rumpus.core.position import Json, Move
from rumpus.players.catalogue import CHAMPION, find_player
from rumpus.players.player import EQUAL_WITHIN, Explanation, percent
from rumpus.players.search import SearchPlayer
from rumpus.players.search_text import Budget


class Advice:
    """Moves, best first, with win probabilities."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation
        self.choices = explanation.choices
        self.simulations = explanation.simulations

    def hint(self) -> str:
        """Advises before the person decides: the move, its win probability and how the next move compares."""
        return f"{self.summary()} {self.comparison()}".rstrip()

    def summary(self) -> str:
        """Names the best move with its win probability, if known."""
        best = self.choices[0]
        if len(self.choices) == 1:
            return f"Only move: {best.description}."
        label = "Best move (exact)" if self.explanation.exact else "Best"
        if best.win_probability is None:
            return f"{label}: {best.description}."
        return f"{label}: {best.description} ({percent(best.win_probability)} to win)."

    def comparison(self) -> str:
        """Compares the next move with the best one. Empty if there is no other."""
        equal, lower = self.explanation.compared(self.choices[1:2])
        if equal:
            return f"About equal: {equal[0].description}."
        if lower and lower[0].win_probability is not None:
            return f"Next: {lower[0].description} ({percent(lower[0].win_probability)})."
        return f"Next: {lower[0].description}." if lower else ""

    def verdict(self, move: Move) -> str:
        """Compares the move with the best one, after the person has decided."""
        best = self.choices[0]
        chosen = next((choice for choice in self.choices if choice.move == move), None)
        if chosen is None:
            return "That was not among the options."
        if len(self.choices) == 1:
            return f"“{chosen.description}” was the only option."
        if chosen is best:
            probability = "" if chosen.win_probability is None else f" ({percent(chosen.win_probability)} to win)"
            return f"“{chosen.description}”{probability}: my choice too."
        if chosen.win_probability is None or best.win_probability is None:
            return (
                f"“{chosen.description}” did not look promising enough to think it through; "
                f"I would choose “{best.description}”."
            )
        if chosen.win_probability >= best.win_probability - EQUAL_WITHIN:
            return f"“{chosen.description}” ({percent(chosen.win_probability)} to win): as good as any."
        lost = percent(best.win_probability - chosen.win_probability)
        return (
            f"“{chosen.description}” wins {percent(chosen.win_probability)} of the time; "
            f"“{best.description}” would have won {percent(best.win_probability)}: {lost} more."
        )

    def to_json(self) -> dict[str, Json]:
        choices: list[Json] = [choice.to_json() for choice in self.choices]
        return {
            "hint": self.hint(),
            "summary": self.summary(),
            "comparison": self.comparison(),
            "looks": self.simulations,
            "choices": choices,
        }


def advice(info: InfoState, budget: Budget | None = None, seed: str = "coach") -> Advice:
    """Asks `champion`, or a search with this budget, about the legal moves."""
    if budget is None:
        player = find_player(CHAMPION, info.game, info.options, seed)
    else:
        player = SearchPlayer("coach", info.game, info.options, seed, budget)
    player.decide(info)
    explanation = player.explanation()
    assert explanation is not None
    explanation.note = ""  # a note about the bot's method is not advice
    return Advice(explanation)
