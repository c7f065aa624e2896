"""Scores: what a pair of Offense and Defense is worth against another, and what it costs (DC-4 to DC-6)."""

from __future__ import annotations

from typing import Final

TOP: Final = 5
PAIRS: Final = 36
IDLE_PAIR: Final = 0
"""0/0: what a character shows that does nothing, or cannot act (DC-8)."""


def pair_of(offense: int, defense: int) -> int:
    """The number of a pair (DC-28)."""
    return 6 * offense + defense


def offense_of(pair: int) -> int:
    return pair // 6


def defense_of(pair: int) -> int:
    return pair % 6


def cost_of(pair: int) -> int:
    """What the action takes out of Stamina (DC-6)."""
    return pair // 6 + pair % 6


def without_offense(pair: int) -> int:
    """The pair once its Offense is forfeited (DC-10)."""
    return pair % 6


def margin(attacker: int, target: int) -> int:
    """How many of the die's faces hit when the first pair strikes at the second; 0 or less is no attack (DC-5)."""
    return attacker // 6 - target % 6


def may_forfeit(own: int, other: int) -> bool:
    """The lower of two different Offenses may be forfeited, if there is any of it (DC-10)."""
    return 0 < own // 6 < other // 6


def chances(own: int, other: int, die: int) -> tuple[float, float, float]:
    """How likely only the other dies, both die, nobody dies (DC-12)."""
    mine = max(0, margin(own, other)) / die
    theirs = max(0, margin(other, own)) / die
    if offense_of(own) == offense_of(other):
        return mine * (1 - theirs), mine * theirs, (1 - mine) * (1 - theirs)
    if offense_of(own) > offense_of(other):
        return mine, 0.0, (1 - mine) * (1 - theirs)
    return (1 - theirs) * mine, 0.0, (1 - theirs) * (1 - mine)
