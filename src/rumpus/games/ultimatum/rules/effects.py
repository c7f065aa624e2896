"""Effects packed into ints (bearer, kind, amount, turns, giver), in one list, oldest first (UL-36)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# Ticking effects act at the opening of their bearer's turn (UL-35).
POISON: Final = 0
REGROWTH: Final = 1
DRAIN: Final = 2
# All others last until the end of the bearer's turn in which their counter reaches 0.
STUN: Final = 3
SNARE: Final = 4
GROUND: Final = 5
DISARM: Final = 6
SILENCE: Final = 7
ATTACK: Final = 8
SPEED: Final = 9
RANGE: Final = 10
PHYSICAL: Final = 11
MAGICAL: Final = 12
INVISIBLE: Final = 13
LAST_STAND: Final = 14
EFFECTS: Final = 15

EFFECT_NAMES: Final = [
    "poison", "regrowth", "drain", "stun", "snare", "ground", "disarm", "silence",
    "attack", "speed", "range", "physical defence", "magical defence", "invisible", "last stand",
]  # fmt: skip

_SHIFT_AMOUNT: Final = 4096


def pack(bearer: int, kind: int, amount: int, turns: int, giver: int) -> int:
    return bearer | kind << 5 | turns << 9 | giver << 17 | (amount + _SHIFT_AMOUNT) << 22


def bearer_of(effect: i64) -> int:
    return effect & 31


def kind_of(effect: i64) -> int:
    return effect >> 5 & 15


def turns_of(effect: i64) -> int:
    return effect >> 9 & 255


def giver_of(effect: i64) -> int:
    return effect >> 17 & 31


def amount_of(effect: i64) -> int:
    return (effect >> 22) - _SHIFT_AMOUNT


def one_turn_less(effect: int) -> int:
    """The effect with one turn less (UL-22)."""
    return effect - (1 << 9)


def ticks(kind: int) -> bool:
    """True if it acts at the opening of a turn (UL-35)."""
    return kind <= DRAIN


def is_stat(kind: int) -> bool:
    """True if it changes one of the five numbers of UL-24."""
    return ATTACK <= kind <= MAGICAL


def is_harmful(effect: int) -> bool:
    """True if Cleanse removes it (UL-38)."""
    kind = kind_of(effect)
    if is_stat(kind):
        return amount_of(effect) < 0
    return kind in (POISON, DRAIN, STUN, SNARE, GROUND, DISARM, SILENCE)
