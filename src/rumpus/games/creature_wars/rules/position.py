"""The turn as a sequence of steps (B-0 to B-15), and the position that the rest of the world plays with."""

from __future__ import annotations

from typing import Final

from rumpus.core.contract import Move, Plain, Position, Seat
from rumpus.core.errors import RumpusError
from rumpus.core.luck import Luck
from rumpus.games.creature_wars.rules.cards import (
    CANNONBALL,
    CREATURE,
    EVERYBODY,
    FLED,
    GIFT,
    GRAVEYARD,
    HAND,
    IS_STAND_IN,
    KILLED,
    NIGHTMARE,
    NO_FATE,
    NOBODY,
    RAVEN,
    REMOVED,
    SCARECROW,
    SLAIN,
    TIER,
    TRIBES,
    WITCH,
    WRAITH,
)
from rumpus.games.creature_wars.rules.cards import DECK as DECK_ZONE
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.frames import (
    ASK_DUEL,
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PLAYER,
    ASK_TRIBE,
    ASK_TYPE,
    BEGIN,
    CHECK,
    NOTHING,
    Frame,
)
from rumpus.games.creature_wars.rules.moves import (
    NUMBER_MOVES,
    OFFER_MOVES,
    OPTION_MOVES,
    PEEK_MOVES,
    PLAYER_MOVES,
    TRIBE_MOVES,
    TYPE_MOVES,
)
from rumpus.games.creature_wars.rules.numbers import Numbers
from rumpus.games.creature_wars.rules.state import DRAWN_GAME, NO_LUCK, UNDECIDED
from rumpus.games.creature_wars.rules.view import Seeing
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

# --- the steps; each names the one to come ---
TURN_START: Final = 1
DRAW: Final = 2
HOLD: Final = 3
CHOOSE: Final = 4
REVEAL: Final = 5
ARRIVE: Final = 6
CAST_FIRST: Final = 7
CHECK_FIRST: Final = 8
CAST_SECOND: Final = 9
CHECK_SECOND: Final = 10
FIGHT: Final = 11
AFTERMATH: Final = 12
END: Final = 13
DECK_CHECK: Final = 14

WHICH_WITCH: Final = 6
SHIFTING_WITCH: Final = TIER + 5


class War(Seeing):
    """A game of Creature Wars in progress."""

    # --- the contract ---

    def to_act(self) -> list[Seat]:
        if self.asking == NOTHING:
            return []
        if self.asking != ASK_DUEL:
            return [self.asked]
        return [p for p in (0, 1) if self.empires[p].committed == OWES]

    def moves(self, seat: Seat) -> list[Move]:
        if self.asking == ASK_DUEL:
            return self.choices[seat] if self.empires[seat].committed == OWES else []
        if self.asking == NOTHING or self.asked != seat:
            return []
        if self.asking == ASK_OWN_CARD:
            return self.places_in_hand(seat, self.options)
        if self.asking == ASK_OFFER:
            return list(range(OFFER_MOVES, OFFER_MOVES + len(self.options)))
        start = self._first_move()
        if self.asking == ASK_PLAYER:
            return [start, start + 1]
        return [start + option for option in self.options]

    def _first_move(self) -> int:
        if self.asking == ASK_TRIBE:
            return TRIBE_MOVES
        if self.asking == ASK_TYPE:
            return TYPE_MOVES
        if self.asking == ASK_NUMBER:
            return NUMBER_MOVES
        if self.asking == ASK_OPTION:
            return OPTION_MOVES
        if self.asking == ASK_PLAYER:
            return PLAYER_MOVES
        return PEEK_MOVES

    def apply(self, seat: Seat, move: Move, luck: Luck) -> None:
        self.decide(seat, move)
        if self.asking == NOTHING:
            self.luck = luck
            self.run()
            self.luck = NO_LUCK

    def decide(self, seat: Seat, move: Move) -> None:
        """Seal a card or answer a question; nothing happens yet."""
        if self.asking == ASK_DUEL:
            self.empires[seat].committed = self.hands[seat][move]
            if self.empires[0].committed != OWES and self.empires[1].committed != OWES:
                self.asking = NOTHING
        else:
            self._answer(seat, move)

    def _answer(self, seat: Seat, move: Move) -> None:
        frame = self.frames[-1]
        if self.asking == ASK_OWN_CARD:
            frame.pick = self.hands[seat][move]
        elif self.asking == ASK_OFFER:
            frame.pick = self.options[move - OFFER_MOVES]
        elif self.asking == ASK_PLAYER:
            frame.pick = self.options[move - PLAYER_MOVES]
        else:
            frame.pick = move - self._first_move()
        if self.events is not None and self.asking in (ASK_TRIBE, ASK_NUMBER, ASK_OPTION, ASK_PLAYER):
            self.tell("chooses", [seat, frame.witch, self.asking, frame.pick])
        self.asking = NOTHING
        self.asked = NOBODY
        self.options = []

    def forbids(self, seat: Seat, move: Move) -> str:
        if move in self.moves(seat):
            return ""
        if self.asking == ASK_DUEL and 0 <= move < len(self.hands[seat]):
            reason = self.why_unplayable(seat, self.hands[seat][move])
            return reason if reason else self._why_forced(seat)
        return "That is not among your options now."

    def _why_forced(self, seat: Seat) -> str:
        c = self.hands[seat][self.choices[seat][0]]
        return f"{self.text(c)} has to be played before that (CW-25)."

    def result(self) -> list[float] | None:
        if self.victor == UNDECIDED:
            return None
        if self.victor == DRAWN_GAME:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.victor == 0 else [-1.0, 1.0]

    def copy(self) -> War:
        return War(self.numbers, self)

    def flaws(self) -> list[str]:
        found = super().flaws()
        if found or self.victor != UNDECIDED:
            return found
        for p in (0, 1):
            if self.empires[p].slot != NOBODY and not ARRIVE <= self.step <= FIGHT:
                found.append(f"a card lies in slot {p} outside a duel")
            if self.asking == ASK_DUEL and self.empires[p].committed == OWES and len(self.duel_options(p)) < 2:
                found.append(f"seat {p} is asked for a card without a choice")
        if self.asking not in (NOTHING, ASK_DUEL) and len(self.options) < 2:
            found.append("a question is open that has no two answers")
        return found

    # --- the engine ---

    def run(self) -> None:
        """Go on until somebody has to decide or the game is over."""
        while self.victor == UNDECIDED and self.asking == NOTHING:
            self.advance()

    def advance(self) -> None:
        """The next thing that happens: what is left of a spell, or a step of the turn."""
        if self.frames:
            self._resume(self.frames.pop())
        else:
            self._next_step()
        if self.victor != UNDECIDED:
            self.asking = NOTHING
            self.frames = []

    def _resume(self, frame: Frame) -> None:
        if frame.state == CHECK:
            self.check_loss()
        elif frame.state == BEGIN:
            if self.holder(frame.card) != NOBODY:
                self._cast(self.cards[frame.card].witch, frame.card, frame.you, inner=True)
        else:
            witch_of(frame.witch).chosen(self, frame)

    def _cast(self, number: int, c: int, you: int, inner: bool) -> None:
        witch = witch_of(number)
        if inner and witch.meta:
            return
        if self.events is not None:
            self.tell("casts", [you, self.text(c), witch.text, witch.clause])
        witch.cast(self, Frame(number, c, you))

    def _next_step(self) -> None:
        step = self.step
        if step == TURN_START:
            self.start_turn()
        elif step == DRAW:
            self.draw_step()
        elif step == HOLD:
            self.hold_step()
        elif step == CHOOSE:
            self.step = REVEAL
            self.open_choice()
        elif step == REVEAL:
            self.close_choice()
            self.reveal()
            self.step = ARRIVE
        elif step == ARRIVE:
            self.arrive()
        elif step == CAST_FIRST:
            self.step = CHECK_FIRST
            self.cast_step(self.first)
        elif step == CHECK_FIRST:
            self.step = CAST_SECOND
            self.check_loss()
        elif step == CAST_SECOND:
            self.step = CHECK_SECOND
            self.cast_step(1 - self.first)
        elif step == CHECK_SECOND:
            self.step = FIGHT
            self.check_loss()
        elif step == FIGHT:
            self.fight()
        elif step == AFTERMATH:
            self.aftermath()
        elif step == END:
            self.end_turn()
        else:
            self.look_at_deck()

    # --- B-0 ---

    def deal(self) -> None:
        """Make the deck, shuffle, toss for the starter, deal, and scan the opening hands (CW-3 to CW-9)."""
        for _ in range(self.numbers.creature_sets):
            for tribe in range(TRIBES):
                for level in range(1, 7):
                    self.deck.append(self.random_creature(tribe, level))
        for _ in range(self.numbers.witch_cards):
            c = self.random_witch()
            if c != NOBODY:
                self.deck.append(c)
        for c in self.deck:
            self.cards[c].zone = DECK_ZONE
        self.luck.shuffle(self.deck)
        self.starter = self.luck.below(2)
        for i in range(2 * self.numbers.hand):
            if not self.deck:
                break
            p = self.starter if i % 2 == 0 else 1 - self.starter
            c = self.deck.pop(0)
            card = self.cards[c]
            card.zone = HAND + p
            card.seen = 1 << p
            self.hands[p].append(c)
            if self.events is not None:
                self.tell("dealt", [p, self.text(c)], 1 << p, "is dealt a card", [p])
        self.scan(self.starter)
        self.scan(1 - self.starter)
        self.step = TURN_START

    # --- B-1 to B-3 ---

    def start_turn(self) -> None:
        """A new turn: who is first, who sits out, and what stirs in the hands (B-1)."""
        self.turn += 1
        self.inverted = False
        self.berserk = False
        self.winner = NOBODY
        self.losers = 0
        self.magic.goliath += self.magic.goliath_next
        self.magic.goliath_next = 0
        self.magic.berserk += self.magic.berserk_next
        self.magic.berserk_next = 0
        for p in (0, 1):
            empire = self.empires[p]
            empire.clear_duel()
            empire.baden += empire.baden_next
            empire.baden_next = 0
            if empire.skip:
                empire.skip -= 1
                empire.skipping = True
            for c in self.hands[p]:
                if self.cards[c].sprung:
                    self.mine(c).sprung = False
        if self.events is not None:
            self.tell("turn", [self.turn, self.first])
            for p in (self.first, 1 - self.first):
                if self.empires[p].skipping:
                    self.tell("skips", [p])
        f = self.first
        mine = self.hand(f)
        theirs = self.hand(1 - f)
        self._stir(f, mine)
        self._stir(1 - f, theirs)
        self.step = DRAW
        self.check_loss()

    def _stir(self, p: int, hand: list[int]) -> None:
        for c in hand:
            card = self.cards[c]
            if card.zone != HAND + p:
                continue
            if card.shifty and card.kind == CREATURE:
                self.set_level(c, 1 + self.luck.below(6))
            elif card.kind == WITCH:
                witch_of(card.witch).turn_starts(self, Frame(card.witch, c, p))

    def draw_step(self) -> None:
        """Each draws a card, the first player first (B-2)."""
        f = self.first
        for p in (f, 1 - f):
            if not self.empires[p].skipping:
                self.draw(p)
        self.step = HOLD
        self.check_loss()

    def hold_step(self) -> None:
        """What the cards in hand do to their holder (B-3)."""
        f = self.first
        mine = self.hand(f)
        theirs = self.hand(1 - f)
        self._hold(f, mine)
        self._hold(1 - f, theirs)
        self.step = CHOOSE
        self.check_loss()

    def _hold(self, p: int, hand: list[int]) -> None:
        for c in hand:
            card = self.cards[c]
            if card.zone != HAND + p:
                continue
            if card.kind == WITCH:
                witch_of(card.witch).held(self, Frame(card.witch, c, p))
            elif card.tribe == SCARECROW:
                for other in self.of_type(p, NIGHTMARE):
                    self.raise_level(other, -1)

    # --- B-5 and B-6 ---

    def reveal(self) -> None:
        """Both cards are turned over; gifts open, imitators change, charges are set on the slots (B-5)."""
        f = self.first
        if self.events is not None:
            for p in (f, 1 - f):
                if self.empires[p].slot != NOBODY:
                    self.tell("plays", [p, self.text(self.empires[p].slot)])
        for p in (f, 1 - f):
            c = self.empires[p].slot
            if c != NOBODY and self.cards[c].name == GIFT:
                self.unwrap(p, c)
        for p in (f, 1 - f):
            c = self.empires[p].slot
            if c != NOBODY and self.cards[c].witch == WHICH_WITCH:
                self.become_another_witch(p, c)
        self._shift(f)
        for p in (f, 1 - f):
            self._set_charges(p)

    def unwrap(self, p: int, gift: int) -> None:
        """The content takes the gift's slot (B-5.2); it was played in its wrapping, so a quest goes on with it."""
        content = self.sack(gift)[0]
        for quest in self.quests:
            quest.open = [content if c == gift else c for c in quest.open]
        self.vanish(gift)
        self.into_slot(p, content)
        if self.events is not None:
            self.tell("unwraps", [p, self.text(content)])

    def become_another_witch(self, p: int, c: int) -> None:
        """Which Witch becomes a random witch that imitates nobody (L-07)."""
        number = self.roll_witch(self.numbers.mask_pools)
        if number < 0:
            return
        level = self.roll_level(number // TIER)
        card = self.mine(c)
        card.witch = number
        card.level = level + (2 if card.bonus else 0) + 2 * card.rings
        if self.events is not None:
            self.tell("becomes", [p, self.text(c)])

    def _shift(self, f: int) -> None:
        """A single Shifting Witch becomes a copy of the card opposite (S-06)."""
        a = self.empires[f].slot
        b = self.empires[1 - f].slot
        if a == NOBODY or b == NOBODY:
            return
        first = self.cards[a].witch == SHIFTING_WITCH
        second = self.cards[b].witch == SHIFTING_WITCH
        if first == second:
            return
        shifter = a if first else b
        card = self.mine(shifter)
        card.take_after(self.cards[b if first else a])
        card.level += 2 * card.rings
        if self.events is not None:
            self.tell("becomes", [f if first else 1 - f, self.text(shifter)])

    def _set_charges(self, p: int) -> None:
        empire = self.empires[p]
        c = empire.slot
        if c == NOBODY or not self.is_real(c):
            return
        if empire.surge:
            empire.surge -= 1
            empire.surging = True
        if empire.lucky and self.cards[c].kind == CREATURE:
            empire.lucky -= 1
            empire.fortunate = True
        if empire.high:
            empire.high -= 1
            empire.doubled = True
            self.raise_level(c, 3)

    def arrive(self) -> None:
        """Ravens mourn, Cannonballs and Wraiths strike (B-6)."""
        f = self.first
        for p in (f, 1 - f):
            for c in self.hand(p):
                card = self.cards[c]
                if card.name == RAVEN and (self._shows(f, card.beloved) or self._shows(1 - f, card.beloved)):
                    if self.events is not None:
                        self.tell("mourns", [p])
                    self.hurt(p, 2)
        for p in (f, 1 - f):
            c = self.empires[p].slot
            if c != NOBODY and self.cards[c].name == CANNONBALL:
                self.hurt(1 - p, 5)
            elif c != NOBODY and self.cards[c].name == WRAITH:
                self.hurt(1 - p, 3)
        self.step = CAST_FIRST
        self.check_loss()

    def _shows(self, p: int, tribe: int) -> bool:
        c = self.empires[p].slot
        return c != NOBODY and tribe >= 0 and self.cards[c].kind == CREATURE and self.cards[c].tribe == tribe

    # --- B-7 ---

    def cast_step(self, p: int) -> None:
        """A witch in the slot casts; every Cracked Ceremony first costs her opponent a card (B-7)."""
        if not self.holds_witch(p):
            return
        for _ in range(self.magic.ceremony):
            self.discard([self.one_of(self.hands[1 - p])])
        c = self.empires[p].slot
        self._cast(self.cards[c].witch, c, p, inner=False)

    # --- B-8 to B-11 ---

    def fight(self) -> None:
        """The duel, its damage, and where the cards go."""
        self.compare()
        self.twist()
        self.deal_damage()
        self.step = AFTERMATH
        self.check_loss()
        if self.victor == UNDECIDED:
            self.dispose()

    # --- B-12 ---

    def aftermath(self) -> None:
        """Clash and Bizarre Victory, then death and escape, rings, meals, crows and quests (B-12)."""
        f = self.first
        if self.winner != NOBODY:
            if self.clash:
                if self.events is not None:
                    self.tell("clash", [self.winner])
                self.draw(self.winner)
            if self.bizarre:
                if self.events is not None:
                    self.tell("bizarre", [self.winner])
                self.gain(self.winner, self.random_witch())
        cards = [NOBODY, NOBODY] if not self.last_duel else self.last_duel
        for p in (f, 1 - f):
            self._leave_taking(p, self.compared[p] if cards[p] == NOBODY else cards[p])
        for p in (f, 1 - f):
            for _ in range(self.empires[p].rings_left):
                if self.winner != NOBODY:
                    self.give_ring(self.one_of(self.levelled(self.winner)))
        if self.winner != NOBODY and self.empires[self.winner].cannibal:
            self.eaten(self.winner)
        for p in (f, 1 - f):
            if self.empires[p].fate == FLED:
                for _ in range(self.magic.crow):
                    self.raise_level(self.one_of(self.creatures(1 - p)), -2)
        self._settle_quests(f)
        self._settle_quests(1 - f)
        self.step = END
        self.check_loss()

    def _leave_taking(self, p: int, c: int) -> None:
        fate = self.empires[p].fate
        if fate == NO_FATE or c == NOBODY:
            return
        card = self.cards[c]
        if fate == KILLED:
            witch_of(card.witch).dies(self, Frame(card.witch, c, p))
        elif fate == FLED:
            witch_of(card.witch).survives(self, Frame(card.witch, c, p))
        elif fate == SLAIN and card.traits & IS_STAND_IN:
            self.draw(p, 2)

    def _settle_quests(self, p: int) -> None:
        """The card as compared is done if its player won, and the quest is lost if he lost (S-87)."""
        c = self.compared[p]
        if c == NOBODY or not self.quests:
            return
        if self.losers >> p & 1:
            self.fail_quests(c)
            return
        won = self.winner == p
        for quest in self.quests[:]:
            if c not in quest.open:
                continue
            if won:
                quest.open.remove(c)
            elif self.cards[c].zone in (GRAVEYARD, REMOVED):
                self.quests.remove(quest)
                continue
            if not quest.open:
                self.quests.remove(quest)
                if self.cards[quest.prize].zone == GRAVEYARD:
                    self.give_back(quest.you, quest.prize, 0)
                    self.raise_level(quest.prize, 7)

    # --- B-13 to B-15 ---

    def end_turn(self) -> None:
        """What ends with the turn: held cards, dates that have come, the draws of those who sat out (B-13)."""
        f = self.first
        mine = self.hand(f)
        theirs = self.hand(1 - f)
        self._close(f, mine)
        self._close(1 - f, theirs)
        if self.timers:
            due = [timer for timer in self.timers if timer.due <= self.turn]
            self.timers = [timer for timer in self.timers if timer.due > self.turn]
            for timer in due:
                witch_of(timer.witch).due(self, timer)
        for p in (f, 1 - f):
            if self.empires[p].skipping:
                self.draw(p, 3)
        self.step = DECK_CHECK
        self.check_loss()

    def _close(self, p: int, hand: list[int]) -> None:
        for c in hand:
            card = self.cards[c]
            if card.kind == WITCH and card.zone == HAND + p:
                witch_of(card.witch).turn_ends(self, Frame(card.witch, c, p))

    def look_at_deck(self) -> None:
        """An empty deck or the last turn brings Mayhem (CW-87, CW-90)."""
        if self.deck and self.turn < self.numbers.turn_limit:
            self.step = TURN_START
        else:
            self.break_out()

    def break_out(self) -> None:
        """Mayhem: gifts open, witches run, and every creature hurts its own holder (CW-89)."""
        self.mayhem = True
        if self.events is not None:
            self.tell("mayhem", [])
        f = self.first
        for p in (f, 1 - f):
            for c in self.hand(p):
                if self.cards[c].name == GIFT:
                    self._unwrap_in_hand(p, c)
        for p in (f, 1 - f):
            self.flee(self.witches(p), FLED)
        for p in (f, 1 - f):
            self.hurt(p, sum([self.harm(c) for c in self.creatures(p)]))
        self.decide_by_health()

    def _unwrap_in_hand(self, p: int, gift: int) -> None:
        place = self.hands[p].index(gift)
        content = self.sack(gift)[0]
        self.vanish(gift)
        self.leave(content)
        card = self.mine(content)
        card.zone = HAND + p
        card.seen = EVERYBODY
        self.hands[p].insert(place, content)
        if self.events is not None:
            self.tell("unwraps", [p, self.text(content)])


def start(numbers: Numbers, luck: Luck, listen: bool) -> War:
    """A new game, dealt and brought to its first decision."""
    war = War(numbers)
    if listen:
        war.listen()
    war.luck = luck
    war.deal()
    war.run()
    war.luck = NO_LUCK
    return war


def restored(numbers: Numbers, plain: dict[str, Plain]) -> War:
    """The position that `save` wrote."""
    war = War(numbers)
    war.restore(plain)
    if war.asking == ASK_DUEL:
        war.choices = [[], []]
        for p in (0, 1):
            if war.empires[p].committed == OWES:
                war.choices[p] = war.places_in_hand(p, war.duel_options(p))
    return war


def as_war(position: Position) -> War:
    """The position as ours, or a plain refusal."""
    if not isinstance(position, War):
        raise RumpusError("that is no position of Creature Wars")
    return position
