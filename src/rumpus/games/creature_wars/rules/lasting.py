"""What lasts: charges that wait for their occasion (CW-77), magic in force (CW-78), dates and quests."""

from __future__ import annotations

from rumpus.games.creature_wars.rules.frames import Frame, Quest, Timer
from rumpus.games.creature_wars.rules.state import State


class Lasting(State):
    """The verbs by which a witch leaves something behind; all of it is public (CW-11)."""

    def _announce(self, what: str, p: int) -> None:
        if self.events is not None:
            self.tell("lasting", [what, p])

    # --- charges of one player ---

    def grant_surge(self, p: int) -> None:
        """His next card has 3 more power (L-24)."""
        self.empires[p].surge += 1
        self._announce("surge", p)

    def grant_luck(self, p: int) -> None:
        """His next creature wins (S-20)."""
        self.empires[p].lucky += 1
        self._announce("lucky", p)

    def grant_high(self, p: int) -> None:
        """His next card has 3 more levels and costs double if it loses (S-33)."""
        self.empires[p].high += 1
        self._announce("high", p)

    def grant_pride(self, p: int) -> None:
        """His next loss costs double (S-19)."""
        self.empires[p].proud += 1
        self._announce("proud", p)

    def grant_ward(self, p: int) -> None:
        """The next blow against him is halved (S-40)."""
        self.empires[p].ward += 1
        self._announce("ward", p)

    def grant_sin_eater(self, p: int) -> None:
        """A creature in hand will answer for his next slain one (S-48)."""
        self.empires[p].sin_eater += 1
        self._announce("sin eater", p)

    def grant_baden(self, p: int) -> None:
        """From next turn on, his best creature steps in before a loss (X-16)."""
        self.empires[p].baden_next += 1
        self._announce("baden", p)

    def grant_wish(self, p: int) -> None:
        """His next draw helps towards a Rally (S-21)."""
        self.empires[p].wish += 1
        self._announce("wish", p)

    def grant_skip(self, p: int) -> None:
        """He sits out a turn (S-96)."""
        self.empires[p].skip += 1
        self._announce("skip", p)

    def beguile(self, p: int, c: int) -> None:
        """He must play this card next turn, if he can (S-30)."""
        self.empires[p].forced = c
        if self.events is not None:
            self.tell("beguiled", [p, self.text(c)])

    # --- magic of one player ---

    def grant_midas(self, p: int) -> None:
        """Cards that arrive in his hand are gilded (S-59)."""
        self.empires[p].midas = True
        self._announce("midas", p)

    def add_thirst(self, p: int) -> None:
        """Every card he draws costs him 1 more (X-15)."""
        self.empires[p].thirst += 1
        self._announce("thirst", p)

    def grant_cannibal(self, p: int) -> None:
        """He eats what he defeats (X-12)."""
        self.empires[p].cannibal = True
        self._announce("cannibal", p)

    # --- magic for both ---

    def set_venom(self) -> None:
        """Serpents win every duel (S-12)."""
        self.magic.venom = True
        self._announce("venom", -1)

    def set_david(self) -> None:
        """Against Giants the lower power wins (S-61)."""
        self.magic.david = True
        self._announce("david", -1)

    def set_juno(self) -> None:
        """Advantage is doubled where a Giant fights (S-63)."""
        self.magic.juno = True
        self._announce("juno", -1)

    def add_sand(self) -> None:
        """Nightmare creatures have 2 more power (S-50)."""
        self.magic.sand += 1
        self._announce("sand", -1)

    def add_goliath(self) -> None:
        """From next turn on, the lower power wins the next duel of creatures (S-62)."""
        self.magic.goliath_next += 1
        self._announce("goliath", -1)

    def add_berserk(self) -> None:
        """From next turn on, the next duel's loser also pays the winner's level (S-36)."""
        self.magic.berserk_next += 1
        self._announce("berserk", -1)

    def add_wrath(self) -> None:
        """Every lost duel costs 3 more (X-07)."""
        self.magic.wrath += 1
        self._announce("wrath", -1)

    def set_backlash(self) -> None:
        """Winners of level 6 or more hurt their own side too (S-69)."""
        self.magic.backlash = True
        self._announce("backlash", -1)

    def double_holy(self) -> None:
        """Holy creatures do double harm (S-80)."""
        self.magic.holy_doubled = True
        self._announce("holy", -1)

    def set_lilith(self) -> None:
        """Nobody can play a card of level 6 or more (X-11)."""
        self.magic.lilith = True
        self._announce("lilith", -1)

    def ban_witches(self) -> None:
        """No witch appears any more (X-13)."""
        self.magic.ban = True
        self._announce("ban", -1)

    def grant_reprieve(self) -> None:
        """Nobody can lose before Mayhem (X-17)."""
        self.magic.reprieve = True
        self._announce("reprieve", -1)

    def add_crow(self) -> None:
        """Every escape of a witch costs a creature of her player's opponent 2 levels (S-94)."""
        self.magic.crow += 1
        self._announce("crow", -1)

    def add_ceremony(self) -> None:
        """Every played witch costs her opponent a card (S-95)."""
        self.magic.ceremony += 1
        self._announce("ceremony", -1)

    def set_haggel(self) -> None:
        """Whoever draws a witch next takes 12 (S-74)."""
        self.magic.haggel += 1
        self._announce("haggel", -1)

    # --- dates and quests ---

    def after(self, me: Frame, turns: int, number: int = 0) -> None:
        """The witch's `due` moment comes at the end of the turn so many turns from now (CW-84)."""
        self.timers.append(Timer(self.turn + turns, me.witch, me.you, number))
        if self.events is not None:
            self.tell("date", [me.you, me.witch, self.turn + turns])

    def begin_quest(self, you: int, prize: int, cards: list[int]) -> None:
        """All of these cards must win their duels to bring the prize back (S-87)."""
        if cards:
            self.quests.append(Quest(you, prize, cards))

    def fail_quests(self, c: int) -> None:
        """A card of a quest is gone: the quest fails for good."""
        if self.quests:
            self.quests = [quest for quest in self.quests if c not in quest.open]
