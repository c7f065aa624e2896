"""Questions a witch can ask (OP-19, E3), and spells inside spells: what waits, waits as plain data on a stack."""

from __future__ import annotations

from collections.abc import Sequence

from rumpus.games.creature_wars.rules.cards import NOWHERE, OFFERED
from rumpus.games.creature_wars.rules.frames import (
    ANSWERED,
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PEEK,
    ASK_PLAYER,
    ASK_TRIBE,
    ASK_TYPE,
    BEGIN,
    Frame,
    loss_check,
)
from rumpus.games.creature_wars.rules.operations import Operations


class Duel(Operations):
    """The position as a card sees it. What a card can say is a noun or a verb of this class; whatever else happens or
    is asked (the turn, the fight, moves, views, dreams, saves) is a function over it. The answer to a question comes to
    the witch's `chosen` as `me.pick`."""

    def cast_one_by_one(self, me: Frame, cards: Sequence[int], you: int) -> None:
        """These witches cast for `you` where they are, a loss check after each; then `chosen` of `me` (S-37)."""
        me.state = ANSWERED
        self.frames.append(me)
        for i in range(len(cards) - 1, -1, -1):
            self.frames.append(loss_check())
            frame = Frame(self.cards[cards[i]].witch, cards[i], you)
            frame.state = BEGIN
            self.frames.append(frame)

    # --- questions (OP-19, E3): the answer comes to `chosen` as `me.pick` ---

    def ask(self, me: Frame, kind: int, options: list[int]) -> None:
        """None without options, answered at once with a single one."""
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

    def ask_card(self, me: Frame, cards: list[int]) -> None:
        """One of these cards of the own hand (PC-3)."""
        self.ask(me, ASK_OWN_CARD, cards)

    def ask_offer(self, me: Frame, cards: list[int]) -> None:
        """One of these cards, shown only to the chooser (PC-2): new ones, or cards of the other hand."""
        for c in cards:
            if self.cards[c].zone == NOWHERE:
                self.mine(c).zone = OFFERED
                self.mine(c).seen = 1 << me.you
            else:
                self.show(c, me.you)
        me.cards = cards
        self.ask(me, ASK_OFFER, cards)

    def decline_offers(self, me: Frame) -> None:
        """The cards that were offered and not taken never existed."""
        for c in me.cards:
            if self.cards[c].zone == OFFERED:
                self.mine(c).zone = NOWHERE

    def ask_tribe(self, me: Frame, tribes: list[int]) -> None:
        self.ask(me, ASK_TRIBE, tribes)

    def ask_type(self, me: Frame, types: list[int]) -> None:
        self.ask(me, ASK_TYPE, types)

    def ask_number(self, me: Frame, low: int, high: int) -> None:
        self.ask(me, ASK_NUMBER, list(range(low, high + 1)))

    def ask_option(self, me: Frame, count: int) -> None:
        """One of the witch's `choices`, by its place (PC-7)."""
        self.ask(me, ASK_OPTION, list(range(count)))

    def ask_player(self, me: Frame) -> None:
        """Who: the caster himself or the opponent (PC-8)."""
        self.ask(me, ASK_PLAYER, [me.you, me.foe])

    def ask_peek(self, me: Frame, gifts: list[int]) -> None:
        """Two of four gifts: the six pairs in order, by their place (PC-9); the gifts are noted in `me.cards`."""
        me.cards = gifts
        self.ask(me, ASK_PEEK, list(range(6)))

    def peek_pair(self, me: Frame) -> list[int]:
        """The two gifts of the pair that was picked."""
        first = 0 if me.pick < 3 else (1 if me.pick < 5 else 2)
        second = me.pick + 1 if me.pick < 3 else (me.pick - 1 if me.pick < 5 else 3)
        return [me.cards[first], me.cards[second]]
