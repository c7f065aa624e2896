"""Options of the game, and their values as plain ints for one match."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import BadOption
from rumpus.core.options import Field, Options, choice, number, switch
from rumpus.games.defend_the_city.rules.cunning import mixtures

UNIFORM: Final = 0
BRUTE: Final = 1
WARY: Final = 2
CUNNING: Final = 3
BY_HAND: Final = 4
"""A person leads the enemies; no kind of the house (DC-3)."""

KINDS: Final = ["uniform", "brute", "wary", "cunning", "by hand"]
ESCALATION: Final = [UNIFORM, UNIFORM, BRUTE, WARY, CUNNING]
"""Kind of the next enemy, by deaths (DC-20)."""

FIELDS: Final[list[Field]] = [
    switch("versus", False, "a second player controls the enemies", "DC-3", basic=True, label="Two players"),
    choice(
        "enemy",
        "uniform",
        KINDS[:4],
        "how the enemy chooses its Scores",
        "DC-19",
        basic=True,
        label="Kind of enemies",
        says={
            "uniform": "raiders: unpredictable",
            "brute": "brutes: strike hard, then rest",
            "wary": "wary fighters: guard and save strength",
            "cunning": "cunning captains: play perfectly",
        },
    ),
    switch(
        "escalation",
        False,
        "each enemy is harder than the one before; the choice of enemies is ignored",
        "DC-20",
        basic=True,
        label="Rising difficulty",
    ),
    number("enemies", 5, 1, 9, "number of enemies to slay", "DC-1", label="Enemies to slay"),
    number("stamina", 30, 1, 60, "full Stamina of both sides", "DC-2"),
    number("die", 5, 5, 20, "sides of the die: a strike hits with its margin out of these", "DC-5", label="Die sides"),
    number("idle_turns", 3, 1, 9, "turns in a row without effort until a stand-off", "DC-15"),
    number("stand_offs", 3, 1, 9, "stand-offs until the line breaks", "DC-15", label="Stand-offs that lose"),
]

RULEBOOK_OPTIONS: Final = ["enemies", "stamina", "die", "idle_turns", "stand_offs"]


class Numbers:
    """Numbers of one match. Shared by all copies of its positions, so immutable."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.versus = options.switch("versus")
        self.seats = 2 if self.versus else 1
        self.kind = KINDS.index(options.choice("enemy"))
        self.escalation = options.switch("escalation")
        self.enemies = options.number("enemies")
        self.stamina = options.number("stamina")
        self.die = options.number("die")
        self.idle_turns = options.number("idle_turns")
        self.stand_offs = options.number("stand_offs")
        self.equilibrium = mixtures() if meets_cunning(options) else None
        """Table of the cunning enemy, if it can appear."""

    def kind_after(self, slain: int) -> int:
        """Kind of the enemy after `slain` deaths (DC-19, DC-20)."""
        if self.versus:
            return BY_HAND
        if self.escalation:
            return ESCALATION[slain if slain < len(ESCALATION) else len(ESCALATION) - 1]
        return self.kind


def meets_cunning(options: Options) -> bool:
    if options.switch("versus"):
        return False
    if options.switch("escalation"):
        return options.number("enemies") >= len(ESCALATION)
    return options.choice("enemy") == KINDS[CUNNING]


def check_cunning(options: Options) -> None:
    """Refuses a cunning enemy with changed rules: its table solves the rulebook's game (DC-25)."""
    if not meets_cunning(options):
        return
    changed = [name for name in RULEBOOK_OPTIONS if name in options.changed()]
    if changed:
        why = f"The cunning enemy plays the rulebook's game only. Reset {', '.join(changed)} or choose another enemy"
        raise BadOption(f"{why} (DC-25).", "enemy")
