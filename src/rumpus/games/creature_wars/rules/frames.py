"""What is still to happen: witches in the middle of their spell, dates to come, and quests under way."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from rumpus.games.creature_wars.rules.cards import NO_WITCH, NOBODY

# --- questions (E3) ---
NOTHING: Final = 0
ASK_DUEL: Final = 1
ASK_OFFER: Final = 2
ASK_OWN_CARD: Final = 3
ASK_TRIBE: Final = 4
ASK_TYPE: Final = 5
ASK_NUMBER: Final = 6
ASK_OPTION: Final = 7
ASK_PLAYER: Final = 8
ASK_PEEK: Final = 9

# --- what a frame does when it is its turn ---
DONE: Final = 0
BEGIN: Final = 1
"""Cast, if the card is still in a hand."""
ANSWERED: Final = 2
"""Go on with `chosen`; `pick` holds the answer."""
CHECK: Final = 3
"""Look whether somebody has lost."""

NO_CARDS: Final[list[int]] = []


@mypyc_attr(acyclic=True)
class Frame:
    """A witch at work: whose she is, which card, how far she has come, and what she noted down.

    `pick` is the answer to her question: a card, Tribe, Type, number, the place of an option, or a seat.
    """

    def __init__(self, witch: int, card: int, you: int) -> None:
        self.witch = witch
        self.card = card
        self.you = you
        self.foe = 1 - you
        self.stage = 0
        self.pick = NOBODY
        self.state = DONE
        self.cards = NO_CARDS
        """The list is replaced, never changed."""

    def twin(self) -> Frame:
        twin = Frame(self.witch, self.card, self.you)
        twin.stage = self.stage
        twin.pick = self.pick
        twin.state = self.state
        twin.cards = self.cards
        return twin


def loss_check() -> Frame:
    """A frame that only looks whether somebody has lost."""
    frame = Frame(NO_WITCH, NOBODY, 0)
    frame.state = CHECK
    return frame


@mypyc_attr(acyclic=True)
class Timer:
    """A date: at the end of turn `due` the witch's `due` moment comes for player `you`, with a number of hers."""

    def __init__(self, due: int, witch: int, you: int, number: int) -> None:
        self.due = due
        self.witch = witch
        self.you = you
        self.number = number


@mypyc_attr(acyclic=True)
class Quest:
    """Cards that must all win their duels to bring the prize back from the graveyard (S-87)."""

    def __init__(self, you: int, prize: int, open_cards: list[int]) -> None:
        self.you = you
        self.prize = prize
        self.open = open_cards

    def twin(self) -> Quest:
        return Quest(self.you, self.prize, self.open[:])
