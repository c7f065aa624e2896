"""What lasts: the two Empires with their charges, and the magic that is in force for both."""

from __future__ import annotations

from typing import Final

from rumpus.games.creature_wars.rules.cards import NO_FATE, NOBODY

OWES: Final = -2
"""As a committed card: the player still has to choose."""


class Empire:
    """One player: health, tallies, charges waiting for their occasion, and the part in the present duel."""

    def __init__(self, hp: int) -> None:
        self.hp = hp
        # Tallies (CW-52, CW-53, CW-62, CW-64).
        self.rally_formed = False
        self.witch_bonus = False
        self.won = 0
        self.lost = 0
        self.run = 0
        self.run_alive = False
        self.slain_tribes = 0
        self.escaped: list[int] = []
        """The numbers of the witches that escaped; the list is replaced, never changed."""
        # Charges (CW-77).
        self.surge = 0
        self.lucky = 0
        self.high = 0
        self.proud = 0
        self.ward = 0
        self.sin_eater = 0
        self.baden = 0
        self.baden_next = 0
        self.wish = 0
        self.forced = NOBODY
        self.skip = 0
        # Lasting magic of one side (CW-78).
        self.midas = False
        self.thirst = 0
        self.cannibal = False
        # This turn and its duel.
        self.skipping = False
        self.committed = NOBODY
        self.slot = NOBODY
        self.surging = False
        self.fortunate = False
        self.doubled = False
        self.switched = False
        self.banished = False
        self.fate = NO_FATE
        self.rings_left = 0

    def twin(self) -> Empire:
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
        """Nothing is left of the last duel (B-1)."""
        self.skipping = False
        self.committed = NOBODY
        self.slot = NOBODY
        self.surging = False
        self.fortunate = False
        self.doubled = False
        self.switched = False
        self.banished = False
        self.fate = NO_FATE
        self.rings_left = 0

    def row(self) -> list[int]:
        """All of it as numbers, for saving; `empire_from` reads them."""
        return [
            self.hp,
            int(self.rally_formed),
            int(self.witch_bonus),
            self.won,
            self.lost,
            self.run,
            int(self.run_alive),
            self.slain_tribes,
            self.surge,
            self.lucky,
            self.high,
            self.proud,
            self.ward,
            self.sin_eater,
            self.baden,
            self.baden_next,
            self.wish,
            self.forced,
            self.skip,
            int(self.midas),
            self.thirst,
            int(self.cannibal),
            int(self.skipping),
            self.committed,
            self.slot,
            int(self.surging),
            int(self.fortunate),
            int(self.doubled),
            int(self.switched),
            int(self.banished),
            self.fate,
            self.rings_left,
            *self.escaped,
        ]


EMPIRE_ROW: Final = 32
"""How many numbers come before the escaped witches."""


def empire_from(row: list[int]) -> Empire:
    """The Empire that `row` wrote down."""
    empire = Empire(row[0])
    empire.rally_formed = row[1] == 1
    empire.witch_bonus = row[2] == 1
    empire.won = row[3]
    empire.lost = row[4]
    empire.run = row[5]
    empire.run_alive = row[6] == 1
    empire.slain_tribes = row[7]
    empire.surge = row[8]
    empire.lucky = row[9]
    empire.high = row[10]
    empire.proud = row[11]
    empire.ward = row[12]
    empire.sin_eater = row[13]
    empire.baden = row[14]
    empire.baden_next = row[15]
    empire.wish = row[16]
    empire.forced = row[17]
    empire.skip = row[18]
    empire.midas = row[19] == 1
    empire.thirst = row[20]
    empire.cannibal = row[21] == 1
    empire.skipping = row[22] == 1
    empire.committed = row[23]
    empire.slot = row[24]
    empire.surging = row[25] == 1
    empire.fortunate = row[26] == 1
    empire.doubled = row[27] == 1
    empire.switched = row[28] == 1
    empire.banished = row[29] == 1
    empire.fate = row[30]
    empire.rings_left = row[31]
    empire.escaped = row[EMPIRE_ROW:]
    return empire


class Magic:
    """What is in force for both players: numbers add up per cast, facts do not (CW-78)."""

    def __init__(self) -> None:
        self.venom = False
        self.david = False
        self.juno = False
        self.sand = 0
        self.goliath = 0
        self.goliath_next = 0
        self.berserk = 0
        self.berserk_next = 0
        self.wrath = 0
        self.backlash = False
        self.holy_doubled = False
        self.lilith = False
        self.ban = False
        self.reprieve = False
        self.crow = 0
        self.ceremony = 0
        self.haggel = 0

    def twin(self) -> Magic:
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

    def row(self) -> list[int]:
        """All of it as numbers, for saving; `magic_from` reads them."""
        return [
            int(self.venom),
            int(self.david),
            int(self.juno),
            self.sand,
            self.goliath,
            self.goliath_next,
            self.berserk,
            self.berserk_next,
            self.wrath,
            int(self.backlash),
            int(self.holy_doubled),
            int(self.lilith),
            int(self.ban),
            int(self.reprieve),
            self.crow,
            self.ceremony,
            self.haggel,
        ]


MAGIC_ROW: Final = 17


def magic_from(row: list[int]) -> Magic:
    """The magic that `row` wrote down."""
    magic = Magic()
    magic.venom = row[0] == 1
    magic.david = row[1] == 1
    magic.juno = row[2] == 1
    magic.sand = row[3]
    magic.goliath = row[4]
    magic.goliath_next = row[5]
    magic.berserk = row[6]
    magic.berserk_next = row[7]
    magic.wrath = row[8]
    magic.backlash = row[9] == 1
    magic.holy_doubled = row[10] == 1
    magic.lilith = row[11] == 1
    magic.ban = row[12] == 1
    magic.reprieve = row[13] == 1
    magic.crow = row[14]
    magic.ceremony = row[15]
    magic.haggel = row[16]
    return magic
