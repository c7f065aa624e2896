"""State of each Empire and the magic in force."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i32, mypyc_attr

from rumpus.games.creature_wars.rules.cards import NO_FATE, NONE

OWES: Final = -2
"""Value of `committed` while the player still has to choose."""


@mypyc_attr(acyclic=True)
class Empire:
    """One player: health, tallies, charges and the state of the present duel."""

    def __init__(self, hp: int) -> None:
        self.hp: i32 = hp
        # Tallies (CW-52, CW-53, CW-62, CW-64).
        self.rally_formed = False
        self.witch_bonus = False
        self.won: i32 = 0
        self.lost: i32 = 0
        self.run: i32 = 0
        self.run_alive = False
        self.slain_tribes: i32 = 0
        self.escaped: list[int] = []
        """Numbers of the witches that escaped; replaced, never mutated."""
        # Charges (CW-77).
        self.surge: i32 = 0
        self.lucky: i32 = 0
        self.high: i32 = 0
        self.proud: i32 = 0
        self.ward: i32 = 0
        self.sin_eater: i32 = 0
        self.baden: i32 = 0
        self.baden_next: i32 = 0
        self.wish: i32 = 0
        self.forced: i32 = NONE
        self.skip: i32 = 0
        # Lasting magic of one side (CW-78).
        self.midas = False
        self.thirst: i32 = 0
        self.cannibal = False
        # This turn and its duel.
        self.skipping = False
        self.committed: i32 = NONE
        self.slot: i32 = NONE
        self.surging = False
        self.fortunate = False
        self.doubled = False
        self.switched = False
        self.banished = False
        self.fate: i32 = NO_FATE
        self.rings_left: i32 = 0

    def copy(self) -> Empire:
        twin = Empire(self.hp)
        twin.rally_formed = self.rally_formed
        twin.witch_bonus = self.witch_bonus
        twin.won = self.won
        twin.lost = self.lost
        twin.run = self.run
        twin.run_alive = self.run_alive
        twin.slain_tribes = self.slain_tribes
        twin.escaped = self.escaped
        twin.surge = self.surge
        twin.lucky = self.lucky
        twin.high = self.high
        twin.proud = self.proud
        twin.ward = self.ward
        twin.sin_eater = self.sin_eater
        twin.baden = self.baden
        twin.baden_next = self.baden_next
        twin.wish = self.wish
        twin.forced = self.forced
        twin.skip = self.skip
        twin.midas = self.midas
        twin.thirst = self.thirst
        twin.cannibal = self.cannibal
        twin.skipping = self.skipping
        twin.committed = self.committed
        twin.slot = self.slot
        twin.surging = self.surging
        twin.fortunate = self.fortunate
        twin.doubled = self.doubled
        twin.switched = self.switched
        twin.banished = self.banished
        twin.fate = self.fate
        twin.rings_left = self.rings_left
        return twin

    def clear_duel(self) -> None:
        """Resets the state of the duel (B-1)."""
        self.skipping = False
        self.committed = NONE
        self.slot = NONE
        self.surging = False
        self.fortunate = False
        self.doubled = False
        self.switched = False
        self.banished = False
        self.fate = NO_FATE
        self.rings_left = 0


@mypyc_attr(acyclic=True)
class Magic:
    """Magic in force for both: numbers add up per cast, flags do not (CW-78)."""

    def __init__(self) -> None:
        self.venom = False
        self.david = False
        self.juno = False
        self.sand: i32 = 0
        self.goliath: i32 = 0
        self.goliath_next: i32 = 0
        self.berserk: i32 = 0
        self.berserk_next: i32 = 0
        self.wrath: i32 = 0
        self.backlash = False
        self.holy_doubled = False
        self.lilith = False
        self.ban = False
        self.reprieve = False
        self.crow: i32 = 0
        self.ceremony: i32 = 0
        self.haggel: i32 = 0

    def copy(self) -> Magic:
        twin = Magic()
        twin.venom = self.venom
        twin.david = self.david
        twin.juno = self.juno
        twin.sand = self.sand
        twin.goliath = self.goliath
        twin.goliath_next = self.goliath_next
        twin.berserk = self.berserk
        twin.berserk_next = self.berserk_next
        twin.wrath = self.wrath
        twin.backlash = self.backlash
        twin.holy_doubled = self.holy_doubled
        twin.lilith = self.lilith
        twin.ban = self.ban
        twin.reprieve = self.reprieve
        twin.crow = self.crow
        twin.ceremony = self.ceremony
        twin.haggel = self.haggel
        return twin
