"""Pending effects: frames of casting witches, timers and quests."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from rumpus.games.creature_wars.rules.cards import NONE

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
"""Cast if the card is still in a hand."""
ANSWERED: Final = 2
"""Call `chosen`; `pick` holds the answer."""
CHECK: Final = 3
"""Check for a loss."""

NO_CARDS: Final[list[int]] = []


@mypyc_attr(acyclic=True)
class Frame:
    """A casting witch with her card, player and progress. `pick` answers her question."""

    def __init__(self, witch: int, card: int, you: int, state: int = DONE) -> None:
        self.witch = witch
        self.card = card
        self.you = you
        self.foe = 1 - you
        self.stage = 0
        self.pick = NONE
        self.state = state
        self.cards = NO_CARDS
        """Cards noted by the witch; replaced, never mutated."""

    def copy(self) -> Frame:
        twin = Frame(self.witch, self.card, self.you, self.state)
        twin.stage = self.stage
        twin.pick = self.pick
        twin.cards = self.cards
        return twin


@mypyc_attr(acyclic=True)
class Timer:
    """A delayed effect: calls the witch's `due` at the end of turn `due`."""

    def __init__(self, due: int, witch: int, you: int, number: int) -> None:
        self.due = due
        self.witch = witch
        self.you = you
        self.number = number


@mypyc_attr(acyclic=True)
class Quest:
    """Cards that must win to bring the prize back from the graveyard (S-87)."""

    def __init__(self, you: int, prize: int, open_cards: list[int]) -> None:
        self.you = you
        self.prize = prize
        self.open = open_cards

    def copy(self) -> Quest:
        return Quest(self.you, self.prize, self.open[:])
