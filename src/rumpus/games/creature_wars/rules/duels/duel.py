"""Questions of witches (OP-19, E3) and nested spells, as data on a stack."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.games.creature_wars.rules.cards import NO_WITCH, NONE, NOWHERE, OFFERED, WITCH
from rumpus.games.creature_wars.rules.duels.frames import ANSWERED, ASK_OFFER, ASK_OWN_CARD, BEGIN, CHECK, Frame
from rumpus.games.creature_wars.rules.duels.operations import Operations


class Duel(Operations):
    """The position as cards see it: everything a witch may read, change or ask."""

    def cast_one_by_one(self, me: Frame, cards: Sequence[int], you: int) -> None:
        """Lets the witches among the cards cast for `you`, with a loss check after each; then `me.chosen` (S-37)."""
        me.state = ANSWERED
        self.frames.append(me)
        for c in reversed(cards):
            if self.cards[c].kind != WITCH:
                continue
            self.frames.append(Frame(NO_WITCH, NONE, 0, CHECK))
            self.frames.append(Frame(self.cards[c].witch, c, you, BEGIN))

    # --- questions (OP-19, E3): the answer comes to `chosen` as `me.pick` ---

    def ask(self, me: Frame, kind: int, options: list[int]) -> None:
        """Asks `me.you`; `chosen` gets the answer as `me.pick`. A single option answers itself."""
        if kind == ASK_OWN_CARD:
            options = self.nameable(me.you, options)
        if not options:
            return
        self.frames.append(me)
        me.state = ANSWERED
        if len(options) == 1:
            me.pick = options[0]
            return
        self.asking = kind
        self.asked = me.you
        self.options = options

    def ask_offer(self, me: Frame, cards: list[int]) -> None:
        """Offers new cards or cards of the other hand to the caster alone (PC-2)."""
        for c in cards:
            if self.cards[c].zone == NOWHERE:
                self.writable(c).zone = OFFERED
                self.writable(c).seen = 1 << me.you
            else:
                self.show(c, me.you)
        me.cards = cards
        self.ask(me, ASK_OFFER, cards)

    def decline_offers(self, me: Frame) -> None:
        """Puts away offered cards that were not taken."""
        for c in me.cards:
            if self.cards[c].zone == OFFERED:
                self.writable(c).zone = NOWHERE
