"""What may be played (CW-24 to CW-28), and the secret choice of both players (B-4)."""

from __future__ import annotations

from typing import Final

from rumpus.games.creature_wars.rules.cards import GRINCH, MILITIA, NOBODY, ODDITY, RAVEN, TRIBES, TYPES, WITCH
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.fight import Fight
from rumpus.games.creature_wars.rules.frames import ASK_DUEL, NOTHING, Frame
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

# --- the move space: places of the hand, then the answers of each kind of question ---
HAND_MOVES: Final = 128
"""So many places of a hand can be named by a move; no hand of any real game comes near."""
OFFER_MOVES: Final = HAND_MOVES
TRIBE_MOVES: Final = OFFER_MOVES + 3
TYPE_MOVES: Final = TRIBE_MOVES + TRIBES
NUMBER_MOVES: Final = TYPE_MOVES + TYPES
OPTION_MOVES: Final = NUMBER_MOVES + 10
PLAYER_MOVES: Final = OPTION_MOVES + 3
PEEK_MOVES: Final = PLAYER_MOVES + 2
MOVE_COUNT: Final = PEEK_MOVES + 6


class Choosing(Fight):
    """From hands to slots."""

    def why_unplayable(self, p: int, c: int) -> str:
        """Why this card of p's hand cannot be played now, as a sentence with its clause; empty if it can."""
        card = self.cards[c]
        if card.name == RAVEN:
            return "A Raven can never be played (SC-9)."
        if card.locks:
            return f"{self.text(c)} may never be played again (CW-41)."
        if card.cooldown:
            turns = "a turn" if card.cooldown == 1 else f"{card.cooldown} turns"
            return f"{self.text(c)} rests for {turns} (CW-39)."
        if self.magic.lilith and card.kind != ODDITY and card.level >= 6:
            return f"Lilith's decree forbids cards of level 6 or more, and {self.text(c)} is one (X-11)."
        for other in self.hands[p]:
            witch = self.cards[other].witch
            if witch < 0:
                continue
            if other == c:
                if not witch_of(witch).playable(self, Frame(witch, other, p)):
                    return f"{self.text(c)} is not awake yet ({witch_of(witch).clause})."
            elif not self.barred_from_play(other) and not witch_of(witch).allows(self, Frame(witch, other, p), c):
                return f"{self.text(other)} does not let you play {self.text(c)} ({witch_of(witch).clause})."
        return ""

    def playable(self, p: int) -> list[int]:
        """The cards of p's hand that can be played now, left to right (CW-24)."""
        free: list[int] = []
        witches: list[int] = []
        lilith = self.magic.lilith
        for c in self.hands[p]:
            card = self.cards[c]
            if card.witch >= 0:
                witches.append(c)
            if card.locks or card.cooldown or card.name == RAVEN:
                continue
            if lilith and card.kind != ODDITY and card.level >= 6:
                continue
            free.append(c)
        for w in witches:
            number = self.cards[w].witch
            witch = witch_of(number)
            me = Frame(number, w, p)
            if w in free and not witch.playable(self, me):
                free.remove(w)
            if witch.restrains and not self.barred_from_play(w):
                free = [c for c in free if c == w or witch.allows(self, me, c)]
        return free

    def duel_options(self, p: int) -> list[int]:
        """The cards p may commit: the first of these sets that is not empty (CW-25)."""
        for c in self.hands[p]:
            if self.cards[c].sprung:
                return [c]
        free = self.playable(p)
        forced = self.empires[p].forced
        if forced in free:
            return [forced]
        in_line = [c for c in free if self.cards[c].first]
        return in_line if in_line else free

    def open_choice(self) -> None:
        """Both players are asked at once; a single option commits itself, and without any the Militia goes out."""
        owing = False
        self.choices = [[], []]
        for p in (0, 1):
            empire = self.empires[p]
            empire.committed = NOBODY
            if empire.skipping:
                continue
            options = self.duel_options(p)
            if len(options) > 1:
                empire.committed = OWES
                owing = True
                self.choices[p] = self.places_in_hand(p, options)
            elif options:
                empire.committed = options[0]
        if owing:
            self.asking = ASK_DUEL

    def places_in_hand(self, p: int, cards: list[int]) -> list[int]:
        """Where in the hand these cards are, as moves."""
        places: list[int] = []
        hand = self.hands[p]
        for i in range(min(len(hand), HAND_MOVES)):
            if hand[i] in cards:
                places.append(i)
        return places

    def close_choice(self) -> None:
        """The committed cards go to the slots, then every rest in hand is a turn shorter (B-4.3, B-4.4)."""
        self.asking = NOTHING
        self.choices = [[], []]
        f = self.first
        for p in (f, 1 - f):
            empire = self.empires[p]
            if empire.skipping:
                continue
            c = empire.committed
            if c == NOBODY:
                self.into_slot(p, self.new_militia())
                continue
            self.into_slot(p, c)
            if self.cards[c].tribe == GRINCH:
                self.release(c, p)
        for p in (f, 1 - f):
            empire = self.empires[p]
            empire.committed = NOBODY
            empire.forced = NOBODY
            for c in self.hands[p]:
                if self.cards[c].cooldown:
                    self.mine(c).cooldown -= 1

    def is_real(self, c: int) -> bool:
        """A card that uses up charges: anything but a Militia (CW-26)."""
        return self.cards[c].name != MILITIA

    def holds_witch(self, p: int) -> bool:
        """The slot holds a witch now."""
        c = self.empires[p].slot
        return c != NOBODY and self.cards[c].kind == WITCH
