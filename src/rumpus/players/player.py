"""The interface of players: a decision from an `InfoState`, and an explanation of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rumpus.core.info_state import InfoState
from rumpus.core.position import Json, Move
from rumpus.core.words import listed

EQUAL_WITHIN = 0.02
"""Win probabilities closer than this count as equal: the difference is noise."""


@dataclass(eq=False)
class Choice:
    """A considered move. `win_probability` is None if unknown."""

    _info: InfoState
    move: Move
    win_probability: float | None = None
    visits: int = 0

    @property
    def notation(self) -> str:
        """The move in the game's notation. Formatted on demand, since few decisions are explained."""
        return self._info.format_move(self.move)

    @property
    def description(self) -> str:
        return self._info.describe_move(self.move)

    @property
    def explanation(self) -> str:
        """The effect of the move."""
        return self._info.explain_move(self.move)

    def to_json(self) -> dict[str, Json]:
        return {
            "move": self.move,
            "words": self.notation,
            "says": self.description,
            "chance": self.win_probability,
            "looks": self.visits,
        }


@dataclass(eq=False)
class Explanation:
    """Explains a decision: the chosen move first, then the others by rank."""

    player: str
    choices: list[Choice]
    simulations: int = 0
    reason: str = ""
    """Replaces the generated sentence, for forced and random moves. `{}` in it is the move."""
    note: str = ""
    """Follows the sentence."""
    exact: bool = False
    """True if the win probabilities are exact."""

    @property
    def chosen(self) -> Choice:
        return self.choices[0]

    def to_json(self) -> dict[str, Json]:
        """Returns the decision, its win probability, the number of simulations and all choices."""
        return {
            "player": self.player,
            "words": self.chosen.notation,
            "says": self.chosen.description,
            "chance": self.chosen.win_probability,
            "looks": self.simulations,
            "choices": [choice.to_json() for choice in self.choices],
            "sentence": self.sentence(),
        }

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """Explains the decision in one sentence, followed by the note."""
        return f"{self._why()} {self.note}".rstrip()

    def compared(self, choices: list[Choice]) -> tuple[list[Choice], list[Choice]]:
        """Splits choices into those about as good as the chosen one, and the others.

        A player may rank a move second whose estimate is higher, such as one of few visits. It is not better: the
        difference is noise.
        """
        best = self.chosen.win_probability
        equal = [
            choice
            for choice in choices
            if best is not None and choice.win_probability is not None and choice.win_probability >= best - EQUAL_WITHIN
        ]
        return equal, [choice for choice in choices if choice not in equal]

    def _why(self) -> str:
        if self.reason:
            return self.reason.format(_quoted(self.chosen.description))
        best = self.chosen
        rest = self.choices[1:3]
        if best.win_probability is None:
            others = f", ahead of {listed([_quoted(choice.description) for choice in rest])}" if rest else ""
            return f"{_quoted(best.description)} looked best at a glance{others}."
        equal, lower = self.compared(rest)
        others = f"; about equal: {listed([_quoted(choice.description) for choice in equal])}" if equal else ""
        if lower:
            others += f"; next best: {listed([_quoted_with_odds(choice) for choice in lower])}"
        return f"{_quoted(best.description)} should win {percent(best.win_probability)} of the time{others}."


class Player:
    """Decides for one seat of one match, with its own seeded random source.

    class Stubborn(rumpus.Player):
        def decide(self, info):
            return info.moves()[-1]

    `rumpus.play` takes instances. To use it by name, register the class as a `rumpus.players` entry point: it is then
    created with the typed name, the game, the options and a seed.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._explanation: Explanation | None = None

    def decide(self, info: InfoState) -> Move:
        """Returns one of `info.moves()`. May depend on `info` and the player's own state only."""
        raise NotImplementedError

    def forced_move(self, info: InfoState) -> Move | None:
        """Returns and explains the only legal move. None if there is a choice."""
        moves = info.moves()
        if len(moves) > 1:
            self._explanation = None
            return None
        self._explanation = Explanation(self.name, [Choice(info, moves[0])], reason="{} was the only option.")
        return moves[0]

    def policy(self, info: InfoState) -> Mapping[Move, float]:
        """Returns move probabilities. Empty if they can only be sampled."""
        return {}

    def engine(self) -> str:
        """Says what decides, such as "search of 120 simulations"."""
        return "a player of its own"

    def setup_seconds(self) -> float:
        """Estimates the seconds of preparation before the first decision."""
        return 0.0

    def nodes(self) -> int:
        """Returns the size of the tree kept for the next decision.

        A server bounds the sum.
        """
        return 0

    def explanation(self) -> Explanation | None:
        """Returns the explanation of the last move. None before the first."""
        return self._explanation


def _quoted(words: str) -> str:
    return f"“{words}”"


def _quoted_with_odds(choice: Choice) -> str:
    odds = "" if choice.win_probability is None else f" ({percent(choice.win_probability)})"
    return f"{_quoted(choice.description)}{odds}"


def percent(probability: float) -> str:
    return f"{round(100 * probability)} %"
