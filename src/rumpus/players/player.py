"""What a player is: whoever decides for a seat, from a chair, and can say afterwards why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rumpus.core.info_state import Chair
from rumpus.core.position import Move, Plain
from rumpus.core.words import listed


class Choice:
    """A move that was considered: the chance to win with it (None: no idea), and how often it was looked at."""

    def __init__(self, chair: Chair, move: Move, chance: float | None = None, looks: int = 0) -> None:
        self._chair = chair
        self.move = move
        self.chance = chance
        self.looks = looks

    @property
    def words(self) -> str:
        """In the game's notation; made when asked for, since most decisions are never explained."""
        return self._chair.write(self.move)

    @property
    def says(self) -> str:
        """As one says it aloud."""
        return self._chair.say(self.move)

    @property
    def explanation(self) -> str:
        """What it would do."""
        return self._chair.explain(self.move)

    def plain(self) -> dict[str, Plain]:
        return {
            "move": self.move,
            "words": self.words,
            "says": self.says,
            "chance": self.chance,
            "looks": self.looks,
        }


class Explanation:
    """What a player expected of its last move: that choice first, then the others, best first.

    `reason` replaces the usual sentence where there is none to make (a forced move, a blind one); {} is the move.
    `note` is said after it.
    """

    def __init__(
        self, player: str, choices: Sequence[Choice], looks: int = 0, reason: str = "", note: str = ""
    ) -> None:
        self.player = player
        self.choices = list(choices)
        self.looks = looks
        self.reason = reason
        self.note = note

    @property
    def chosen(self) -> Choice:
        return self.choices[0]

    def plain(self) -> dict[str, Plain]:
        """As data: the chosen move, its chance to win, how often the player looked, and every choice."""
        return {
            "player": self.player,
            "words": self.chosen.words,
            "says": self.chosen.says,
            "chance": self.chosen.chance,
            "looks": self.looks,
            "choices": [choice.plain() for choice in self.choices],
            "sentence": self.sentence(),
        }

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """One sentence a person at the table can follow, and the note."""
        return f"{self._why()} {self.note}".rstrip()

    def _why(self) -> str:
        if self.reason:
            return self.reason.format(_quoted(self.chosen.says))
        best = self.chosen
        rest = self.choices[1:3]
        if best.chance is None:
            others = f", ahead of {listed([_quoted(choice.says) for choice in rest])}" if rest else ""
            return f"{_quoted(best.says)} looked best at a glance{others}."
        others = f"; next best: {listed([_odds(choice) for choice in rest])}" if rest else ""
        return f"{_quoted(best.says)} should win {_percent(best.chance)} of the time{others}."


class Player:
    """Decides for one seat of one match. It has its own luck, seeded from outside, and never touches the match's.

    Subclass it and name the class as a `rumpus.players` entry point; it is made with the text that was typed, the
    game, its options and a seed.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._explanation: Explanation | None = None

    def decide(self, chair: Chair) -> Move:
        """One of `chair.moves()`; nothing but the chair and the player's own luck and memory may matter."""
        raise NotImplementedError

    def forced(self, chair: Chair) -> Move | None:
        """The only move that there is, explained as such; None if there is a choice."""
        self._explanation = only_choice(self.name, chair)
        return None if self._explanation is None else self._explanation.chosen.move

    def shares(self, chair: Chair) -> Mapping[Move, float]:
        """How likely it makes each move in this chair; empty for whoever does not know and has to be asked."""
        return {}

    def effort(self) -> float:
        """About how many seconds it needs once, before its first decision."""
        return 0.0

    def nodes(self) -> int:
        """How much it remembers for its next decision, in nodes of a tree; a server bounds their sum."""
        return 0

    def explanation(self) -> Explanation | None:
        """Why the last move; None before the first."""
        return self._explanation


def only_choice(player: str, chair: Chair) -> Explanation | None:
    """The explanation of a move that was the only one; None if there was a choice."""
    moves = chair.moves()
    if len(moves) > 1:
        return None
    return Explanation(player, [Choice(chair, moves[0])], reason="{} was the only option.")


def _quoted(words: str) -> str:
    return f"“{words}”"


def _odds(choice: Choice) -> str:
    return _quoted(choice.says) if choice.chance is None else f"{_quoted(choice.says)} ({_percent(choice.chance)})"


def _percent(chance: float) -> str:
    return f"{round(100 * chance)} %"
