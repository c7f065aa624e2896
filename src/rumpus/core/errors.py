"""Refusals: every message is a sentence that a person can act on."""

from typing import Final

NOT_A_LEGAL_MOVE: Final = "That is not among your options now."
"""Refusal of an illegal move that breaks no particular clause."""


class RumpusError(Exception):
    """A request that cannot be fulfilled.

    The message says why, and what to do instead.
    """


class IllegalMove(RumpusError):
    """A move that the rules forbid now; nothing has changed."""


class BadOption(RumpusError):
    """An unknown option or a bad value. `option` is its name, for forms."""

    def __init__(self, why: str, option: str = "") -> None:
        super().__init__(why)
        self.option = option


class UnknownName(RumpusError):
    """An unknown game, player, card or topic."""


class UnknownGame(UnknownName):
    """A game that is not installed."""

    def __init__(self, sentence: str, game: str = "") -> None:
        super().__init__(sentence)
        self.game = game


class BadRecord(RumpusError):
    """A file that is no record, is damaged, or was played under other rules."""


class OtherRules(BadRecord):
    """A match played under another version of the rules than the installed one."""


class ScriptExhausted(RumpusError):
    """A random number that cannot be drawn: missing, left over or out of range."""
