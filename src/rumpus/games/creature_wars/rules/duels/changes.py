"""Changes of cards in place (OP-10 to OP-12, OP-16), knowledge (CW-13), health (OP-14, OP-15) and lasting effects."""

from __future__ import annotations

from rumpus.core.position import EVERYONE
from rumpus.games.creature_wars.rules.cards import ANY, CREATURE, DECK, INSIDE, NO_TYPE, NONE, ODDITY
from rumpus.games.creature_wars.rules.duels.frames import Frame, Quest, Timer
from rumpus.games.creature_wars.rules.making import Making
from rumpus.games.creature_wars.rules.state import DRAWN_GAME, UNDECIDED


class Changes(Making):
    """Operations on single cards and Empires."""

    # --- changing a card in place (OP-10 to OP-12, OP-16) ---

    def _emit_change(self, c: int, before: str) -> None:
        p = self.holder(c)
        zone = self.cards[c].zone
        if zone in (DECK, INSIDE):
            return
        visible_to = EVERYONE if p == NONE else self.known_to(c)
        self.emit("changes", [p, before, self.text(c)], visible_to, "a card changes", [p])

    def retype(self, c: int, type_: int) -> None:
        """Changes the Power Type; typeless cards stay so (OP-10, CW-31). The caller scans."""
        card = self.cards[c]
        if card.type == NO_TYPE or card.type == type_:
            return
        before = self.text(c) if self.events is not None else ""
        self.writable(c).type = type_
        if self.events is not None:
            self._emit_change(c, before)

    def retribe(self, c: int, tribe: int, printed: int = ANY, harm: int = -1) -> None:
        """Changes Tribe and base strength, except of fixed shapes (OP-11, CW-33, CW-71). The caller scans."""
        if self.cards[c].fixed_shape or self.cards[c].kind != CREATURE:
            return
        before = self.text(c) if self.events is not None else ""
        card = self.writable(c)
        card.tribe = tribe
        card.printed = self.numbers.strengths[tribe] if printed == ANY else printed
        card.harm_fixed = harm
        if self.events is not None:
            self._emit_change(c, before)

    def raise_level(self, c: int, n: int) -> None:
        """Adds n levels, or removes some; never below 0 (OP-12)."""
        if c != NONE:
            self.set_level(c, self.cards[c].level + n)

    def set_level(self, c: int, level: int) -> None:
        """Sets the level (OP-12); oddities have none."""
        card = self.cards[c]
        level = max(0, level)
        if card.kind == ODDITY or card.level == level:
            return
        before = self.text(c) if self.events is not None else ""
        self.writable(c).level = level
        if self.events is not None:
            self._emit_change(c, before)

    def turn_into_witch(self, c: int, witch: int) -> None:
        """Turns a witch into another: only name and effect change (L-14)."""
        if self.cards[c].witch == witch:
            return
        before = self.text(c) if self.events is not None else ""
        self.writable(c).witch = witch
        if self.events is not None:
            self._emit_change(c, before)

    def disband(self, c: int) -> None:
        """Takes away Rally levels and marks, and bars further Rallies (S-07)."""
        before = self.text(c) if self.events is not None else ""
        card = self.writable(c)
        card.level = max(0, card.level - card.bonus)
        card.bonus = 0
        card.marks = 0
        card.barred = True
        if self.events is not None:
            self._emit_change(c, before)

    def lock(self, c: int, reason: int) -> None:
        """Locks the card permanently (OP-16, CW-41)."""
        if c == NONE:
            return
        self.writable(c).locks |= reason
        if self.events is not None:
            p = self.holder(c)
            self.emit("locked", [p, self.text(c)], self.known_to(c), "a card is locked", [p])

    def bar(self, c: int) -> None:
        """Excludes the card from Rallies (OP-16, CW-58)."""
        if c != NONE:
            self.writable(c).barred = True

    def rest(self, c: int, turns: int) -> None:
        """Sets the cooldown unless it is already longer (CW-40)."""
        if c != NONE and self.cards[c].cooldown < turns:
            self.writable(c).cooldown = turns

    def doom(self, c: int, caster: int) -> None:
        """Marks the card for death; only the caster knows (S-24)."""
        if c != NONE:
            card = self.writable(c)
            card.doomed = caster
            card.seen |= 1 << caster
            if self.events is not None:
                self.emit("doomed", [self.holder(c), self.text(c)], 1 << caster, "a card is doomed", [self.holder(c)])

    def give_ring(self, c: int) -> None:
        """Gives the enchanted ring: 2 levels (SC-17)."""
        if c != NONE:
            self.writable(c).rings += 1
            self.raise_level(c, 2)

    def light_fuse(self, c: int, turn: int) -> None:
        """Explodes the card at the end of that turn unless played; earlier fuses stay (S-16)."""
        if self.cards[c].fuse == 0:
            self.writable(c).fuse = turn

    def set_deadline(self, c: int, turn: int) -> None:
        """Drops the card to level 1 at the end of that turn unless played (S-34)."""
        self.writable(c).deal_due = turn

    def spring(self, c: int) -> None:
        """Makes it its holder's card of this turn (L-25)."""
        self.writable(c).sprung = True
        p = self.holder(c)
        if self.events is not None:
            self.emit("springs", [p, self.text(c)], 1 << p)

    # --- who knows what (CW-13) ---

    def show(self, c: int, p: int) -> None:
        """Shows the card to a player while it stays in its place."""
        if c != NONE and not self.cards[c].seen >> p & 1:
            self.writable(c).seen |= 1 << p
            if self.events is not None:
                self.emit("sees", [p, self.holder(c), self.text(c)], 1 << p)

    def show_hand(self, p: int) -> None:
        """Shows p's present hand to the opponent (S-05)."""
        if self.events is not None:
            self.emit("shows hand", [p])
        for c in self.hands[p]:
            self.show(c, 1 - p)

    # --- health (OP-14, OP-15) ---

    def hurt(self, p: int, n: int) -> None:
        """Damages an Empire; a ward halves it, rounded down (OP-14). No loss check."""
        if n <= 0:
            return
        empire = self.empires[p]
        if empire.ward:
            empire.ward -= 1
            n //= 2
            if self.events is not None:
                self.emit("ward", [p])
        empire.hp -= n
        if self.events is not None:
            self.emit("hurt", [p, n, empire.hp])

    def heal(self, p: int, n: int) -> None:
        """Adds health without limit (OP-15, CW-76)."""
        if n <= 0:
            return
        empire = self.empires[p]
        empire.hp += n
        if self.events is not None:
            self.emit("heals", [p, n, empire.hp])

    def destroy(self, p: int) -> None:
        """Lowers the Empire to 0 HP (CW-83)."""
        empire = self.empires[p]
        empire.hp = min(empire.hp, 0)
        if self.events is not None:
            self.emit("destroyed", [p])

    def check_loss(self) -> None:
        """Ends the game if an Empire has 0 HP or less (CW-85, CW-86)."""
        if self.magic.reprieve or self.victor != UNDECIDED:
            return
        if self.empires[0].hp <= 0 or self.empires[1].hp <= 0:
            self.decide_by_health()

    def decide_by_health(self) -> None:
        """Ends the game: more health wins, equal health is a draw (CW-86, CW-89)."""
        a = self.empires[0].hp
        b = self.empires[1].hp
        self.victor = DRAWN_GAME if a == b else (0 if a > b else 1)
        if self.events is not None:
            self.emit("over", [self.victor, a, b])

    # --- lasting effects: charges (CW-77), magic in force (CW-78), dates and quests; all are public (CW-11) ---

    def announce(self, what: str, p: int = NONE) -> None:
        """Emits a new charge or magic of one player, or of both."""
        if self.events is not None:
            self.emit("lasting", [what, p])

    def beguile(self, p: int, c: int) -> None:
        """Forces the player to play this card next turn if possible (S-30)."""
        self.empires[p].forced = c
        if self.events is not None:
            self.emit("beguiled", [p, self.text(c)])

    def after(self, me: Frame, turns: int, number: int = 0) -> None:
        """Calls the witch's `due` at the end of a later turn (CW-84)."""
        self.timers.append(Timer(self.turn + turns, me.witch, me.you, number))
        if self.events is not None:
            self.emit("date", [me.you, me.witch, self.turn + turns])

    def begin_quest(self, you: int, prize: int, cards: list[int]) -> None:
        """Starts a quest: these cards must win to return the prize (S-87)."""
        if cards:
            self.quests.append(Quest(you, prize, cards))

    def fail_quests(self, c: int) -> None:
        """Ends the quests of a card that is gone."""
        if self.quests:
            self.quests = [quest for quest in self.quests if c not in quest.open]
