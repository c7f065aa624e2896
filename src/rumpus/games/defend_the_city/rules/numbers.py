"""The table of numbers and switches, and the same as plain ints for one match."""

from __future__ import annotations

from typing import Final

from rumpus.core.errors import BadOption
from rumpus.core.options import Field, Options, choice, number, switch
from rumpus.games.defend_the_city.rules.cunning import Mixtures, mixtures

UNIFORM: Final = 0
BRUTE: Final = 1
WARY: Final = 2
CUNNING: Final = 3
BY_HAND: Final = 4
"""No kind of the house: somebody sits there (DC-3)."""

KINDS: Final = ["uniform", "brute", "wary", "cunning", "by hand"]
ESCALATION: Final = [UNIFORM, UNIFORM, BRUTE, WARY, CUNNING]
"""Which kind meets the defender, by the number already slain (DC-20)."""

FIELDS: Final[list[Field]] = [
    switch("versus", False, "a second player leads the enemies by hand", "DC-3", basic=True, label="Two players"),
    choice(
        "enemy",
        "uniform",
        KINDS[:4],
        "how the house enemy chooses its Scores",
        "DC-19",
        basic=True,
        label="Who attacks",
        says={
            "uniform": "raiders: anything goes",
            "brute": "brutes: strike hard or rest",
            "wary": "the wary: guard well and save",
            "cunning": "the cunning: have solved the game",
        },
    ),
    switch(
        "escalation",
        False,
        "each enemy is of a harder kind than the one before, whoever attacks",
        "DC-20",
        basic=True,
        label="Harder and harder",
    ),
    number("enemies", 5, 1, 9, "how many enemies must be slain", "DC-1"),
    number("stamina", 30, 1, 60, "what everybody's Stamina is filled up to", "DC-2"),
    number("die", 5, 5, 20, "a strike hits with its margin out of so many", "DC-5"),
    number("idle_turns", 3, 1, 9, "so many turns in a row without effort are a stand-off", "DC-15"),
    number("stand_offs", 3, 1, 9, "so many stand-offs break the line", "DC-15"),
]

RULEBOOK: Final = ["enemies", "stamina", "die", "idle_turns", "stand_offs"]


class Numbers:
    """One match's table; made once and shared by every copy of its positions, so never changed."""

    def __init__(
        self,
        options: Options,
        versus: bool,
        kind: int,
        escalation: bool,
        enemies: int,
        stamina: int,
        die: int,
        idle_turns: int,
        stand_offs: int,
        equilibrium: Mixtures | None,
    ) -> None:
        self.options = options
        self.versus = versus
        self.seats = 2 if versus else 1
        self.kind = kind
        self.escalation = escalation
        self.enemies = enemies
        self.stamina = stamina
        self.die = die
        self.idle_turns = idle_turns
        self.stand_offs = stand_offs
        self.equilibrium = equilibrium

    def kind_after(self, slain: int) -> int:
        """Who steps up when so many have been slain (DC-19, DC-20)."""
        if self.versus:
            return BY_HAND
        if self.escalation:
            return ESCALATION[slain if slain < len(ESCALATION) else len(ESCALATION) - 1]
        return self.kind


def meets_cunning(options: Options) -> bool:
    """Whether an enemy that plays the solved game can turn up."""
    if options.switch("versus"):
        return False
    if options.switch("escalation"):
        return options.number("enemies") >= len(ESCALATION)
    return options.choice("enemy") == KINDS[CUNNING]


def check_cunning(options: Options) -> None:
    """Refuse the enemy who plays the solved game where another game is played (DC-25)."""
    if not meets_cunning(options):
        return
    changed = [name for name in RULEBOOK if name in options.changed()]
    if changed:
        raise BadOption(
            f"the cunning enemy has solved the game as it is in the rulebook only: leave {', '.join(changed)} "
            "at the rulebook's value, or choose another enemy (DC-25)",
            "enemy",
        )


def numbers_of(options: Options) -> Numbers:
    """The checked options as plain ints."""
    return Numbers(
        options,
        options.switch("versus"),
        KINDS.index(options.choice("enemy")),
        options.switch("escalation"),
        options.number("enemies"),
        options.number("stamina"),
        options.number("die"),
        options.number("idle_turns"),
        options.number("stand_offs"),
        mixtures() if meets_cunning(options) else None,
    )
