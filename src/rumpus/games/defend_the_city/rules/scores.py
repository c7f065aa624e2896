"""Pairs of Offense and Defense: hit chance and cost (DC-4 to DC-6)."""

from __future__ import annotations

from typing import Final

MAX_SCORE: Final = 5
PAIRS: Final = 36
IDLE_PAIR: Final = 0
"""0/0: the pair of a character that rests or cannot act (DC-8)."""


def pair_of(offense: int, defense: int) -> int:
    """Number of a pair (DC-28)."""
    return 6 * offense + defense


def offense_of(pair: int) -> int:
    return pair // 6


def defense_of(pair: int) -> int:
    return pair % 6


def cost_of(pair: int) -> int:
    """Stamina cost of a pair (DC-6)."""
    return pair // 6 + pair % 6


def without_offense(pair: int) -> int:
    """The pair after its Offense is forfeited (DC-10)."""
    return pair % 6


def margin(attacker: int, target: int) -> int:
    """Die faces that hit if the first pair strikes the second; 0 or less: no attack (DC-5)."""
    return attacker // 6 - target % 6


def may_forfeit(own: int, other: int) -> bool:
    """True if the first pair has the lower Offense, and it is above 0 (DC-10)."""
    return 0 < own // 6 < other // 6


def outcomes(own: int, other: int, die: int) -> tuple[float, float, float]:
    """Probabilities that only the other dies, both die, nobody dies (DC-12)."""
    mine = max(0, margin(own, other)) / die
    theirs = max(0, margin(other, own)) / die
    if offense_of(own) == offense_of(other):
        return mine * (1 - theirs), mine * theirs, (1 - mine) * (1 - theirs)
    if offense_of(own) > offense_of(other):
        return mine, 0.0, (1 - mine) * (1 - theirs)
    return (1 - theirs) * mine, 0.0, (1 - theirs) * (1 - mine)
