"""Changing a card in place (OP-10 to OP-12, OP-16), showing it (CW-13), and health (OP-14, OP-15)."""

from __future__ import annotations

from rumpus.core.position import EVERYONE
from rumpus.games.creature_wars.rules.cards import ANY, CREATURE, DECK, INSIDE, NO_TYPE, NOBODY, ODDITY
from rumpus.games.creature_wars.rules.making import Making
from rumpus.games.creature_wars.rules.state import DRAWN_GAME, UNDECIDED


class Changes(Making):
    """A card changes where it lies, players learn of it, Empires are hurt."""

    # --- changing a card in place (OP-10 to OP-12, OP-16) ---

    def _tell_change(self, c: int, before: str) -> None:
        p = self.holder(c)
        zone = self.cards[c].zone
        if zone in (DECK, INSIDE):
            return
        knowers = EVERYONE if p == NOBODY else self.knowers(c)
        self.tell("changes", [p, before, self.text(c)], knowers, "a card changes", [p])

    def retype(self, c: int, type_: int) -> None:
        """Another Power Type, or none for good; the typeless stay typeless (OP-10, CW-31). Scan after the effect."""
        card = self.cards[c]
        if card.type == NO_TYPE or card.type == type_:
            return
        before = self.text(c) if self.events is not None else ""
        self.mine(c).type = type_
        if self.events is not None:
            self._tell_change(c, before)

    def retribe(self, c: int, tribe: int, printed: int = ANY, harm: int = -1) -> None:
        """Another Tribe with its base strength, unless `printed` says otherwise (OP-11, CW-33). Scan after the effect.

        Fixed shapes are passed over (CW-71). `harm` fixes what it does to its own Empire, however strong it is.
        """
        if self.cards[c].fixed_shape or self.cards[c].kind != CREATURE:
            return
        before = self.text(c) if self.events is not None else ""
        card = self.mine(c)
        card.tribe = tribe
        card.printed = self.numbers.strengths[tribe] if printed == ANY else printed
        card.harm_fixed = harm
        if self.events is not None:
            self._tell_change(c, before)

    def raise_level(self, c: int, n: int) -> None:
        """Some levels more, or fewer if n is negative; never below 0 (OP-12)."""
        if c != NOBODY:
            self.set_level(c, self.cards[c].level + n)

    def set_level(self, c: int, level: int) -> None:
        """Exactly this level (OP-12); oddities have none."""
        card = self.cards[c]
        level = max(0, level)
        if card.kind == ODDITY or card.level == level:
            return
        before = self.text(c) if self.events is not None else ""
        self.mine(c).level = level
        if self.events is not None:
            self._tell_change(c, before)

    def turn_into_witch(self, c: int, witch: int) -> None:
        """A witch becomes another in place: only name and effect change (L-14)."""
        if self.cards[c].witch == witch:
            return
        before = self.text(c) if self.events is not None else ""
        self.mine(c).witch = witch
        if self.events is not None:
            self._tell_change(c, before)

    def disband(self, c: int) -> None:
        """A card loses its Rally, levels and marks, and can never rally again (S-07)."""
        before = self.text(c) if self.events is not None else ""
        card = self.mine(c)
        card.level = max(0, card.level - card.bonus)
        card.bonus = 0
        card.marks = 0
        card.barred = True
        if self.events is not None:
            self._tell_change(c, before)

    def lock(self, c: int, reason: int) -> None:
        """Never playable again (OP-16, CW-41)."""
        if c == NOBODY:
            return
        self.mine(c).locks |= reason
        if self.events is not None:
            p = self.holder(c)
            self.tell("locked", [p, self.text(c)], self.knowers(c), "a card is locked", [p])

    def bar(self, c: int) -> None:
        """Counts for no Rally any more (OP-16, CW-58)."""
        if c != NOBODY:
            self.mine(c).barred = True

    def rest(self, c: int, turns: int) -> None:
        """A pause of so many turns; a longer one already running stays (CW-40)."""
        if c != NOBODY and self.cards[c].cooldown < turns:
            self.mine(c).cooldown = turns

    def doom(self, c: int, caster: int) -> None:
        """Marked for death; only the caster knows (S-24)."""
        if c != NOBODY:
            card = self.mine(c)
            card.doomed = caster
            card.seen |= 1 << caster
            if self.events is not None:
                self.tell("doomed", [self.holder(c), self.text(c)], 1 << caster, "a card is doomed", [self.holder(c)])

    def give_ring(self, c: int) -> None:
        """The enchanted ring: two levels while it is borne (SC-17)."""
        if c != NOBODY:
            self.mine(c).rings += 1
            self.raise_level(c, 2)

    def light_fuse(self, c: int, turn: int) -> None:
        """Explodes at the end of that turn unless played; an earlier fuse counts (S-16)."""
        if self.cards[c].fuse == 0:
            self.mine(c).fuse = turn

    def set_deadline(self, c: int, turn: int) -> None:
        """Falls to level 1 at the end of that turn unless played (S-34)."""
        self.mine(c).deal_due = turn

    def put_in_line(self, c: int) -> None:
        """Must be played before everything else (S-86)."""
        self.mine(c).first = True

    def make_shifty(self, c: int) -> None:
        """Its level is rolled anew every turn (S-82)."""
        self.mine(c).shifty = True

    def spring(self, c: int) -> None:
        """Jumps out: it is its holder's card this turn (L-25)."""
        self.mine(c).sprung = True
        p = self.holder(c)
        if self.events is not None:
            self.tell("springs", [p, self.text(c)], 1 << p)

    def banish_after_duel(self, p: int) -> None:
        """The witch in this slot leaves the game once her duel is over (X-13)."""
        self.empires[p].banished = True

    # --- who knows what (CW-13) ---

    def show(self, c: int, p: int) -> None:
        """That player sees the card from now on, as long as it stays where it is."""
        if c != NOBODY and not self.cards[c].seen >> p & 1:
            self.mine(c).seen |= 1 << p
            if self.events is not None:
                self.tell("sees", [p, self.holder(c), self.text(c)], 1 << p)

    def show_hand(self, p: int) -> None:
        """The other player sees all cards now in p's hand (S-05)."""
        if self.events is not None:
            self.tell("shows hand", [p])
        for c in self.hands[p]:
            self.show(c, 1 - p)

    # --- health (OP-14, OP-15) ---

    def hurt(self, p: int, n: int) -> None:
        """One blow against an Empire; a ward halves it, rounded down (OP-14). No loss check of its own."""
        if n <= 0:
            return
        empire = self.empires[p]
        if empire.ward:
            empire.ward -= 1
            n //= 2
            if self.events is not None:
                self.tell("ward", [p])
        empire.hp -= n
        if self.events is not None:
            self.tell("hurt", [p, n, empire.hp])

    def heal(self, p: int, n: int) -> None:
        """More health, without a limit (OP-15, CW-76)."""
        if n <= 0:
            return
        empire = self.empires[p]
        empire.hp += n
        if self.events is not None:
            self.tell("heals", [p, n, empire.hp])

    def destroy(self, p: int) -> None:
        """The Empire is at 0 HP at most; no ward helps (CW-83)."""
        empire = self.empires[p]
        empire.hp = min(empire.hp, 0)
        if self.events is not None:
            self.tell("destroyed", [p])

    def check_loss(self) -> None:
        """Whoever is at 0 HP or less has lost; of two the one with more HP wins (CW-85, CW-86)."""
        if self.magic.reprieve or self.victor != UNDECIDED:
            return
        a = self.empires[0].hp
        b = self.empires[1].hp
        if a > 0 and b > 0:
            return
        self.decide_by_health()

    def decide_by_health(self) -> None:
        """The less destroyed Empire wins; equal health is a draw (CW-86, CW-89)."""
        a = self.empires[0].hp
        b = self.empires[1].hp
        self.victor = DRAWN_GAME if a == b else (0 if a > b else 1)
        if self.events is not None:
            self.tell("over", [self.victor, a, b])
