"""The turn as a sequence of steps (B-0 to B-15), each a function over the duel."""

from __future__ import annotations

from typing import Final

from rumpus.core.rng import Luck
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
    MILITIA,
    NIGHTMARE,
    NO_FATE,
    NOBODY,
    RAVEN,
    SCARECROW,
    SLAIN,
    TIER,
    TRIBES,
    WITCH,
    WRAITH,
)
from rumpus.games.creature_wars.rules.cards import DECK as DECK_ZONE
from rumpus.games.creature_wars.rules.chance import one_of, roll_level
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.fight import compare, deal_damage, dispose, eaten, twist
from rumpus.games.creature_wars.rules.frames import BEGIN, CHECK, NOTHING, Frame
from rumpus.games.creature_wars.rules.moves import close_choice, open_choice
from rumpus.games.creature_wars.rules.places import into_slot, leave, vanish
from rumpus.games.creature_wars.rules.state import UNDECIDED
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


# --- the engine ---


def run(d: Duel, luck: Luck) -> None:
    """Go on until somebody has to decide or the game is over."""
    while d.victor == UNDECIDED and d.asking == NOTHING:
        advance(d, luck)


def advance(d: Duel, luck: Luck) -> None:
    """The next thing that happens: what is left of a spell, or a step of the turn."""
    if d.frames:
        _resume(d, d.frames.pop(), luck)
    else:
        _next_step(d, luck)
    if d.victor != UNDECIDED:
        d.asking = NOTHING
        d.frames = []


def _resume(d: Duel, frame: Frame, luck: Luck) -> None:
    if frame.state == CHECK:
        d.check_loss()
    elif frame.state == BEGIN:
        if d.holder(frame.card) != NOBODY:
            _cast(d, d.cards[frame.card].witch, frame.card, frame.you, inner=True, luck=luck)
    else:
        witch_of(frame.witch).chosen(d, frame, luck)


def _cast(d: Duel, number: int, c: int, you: int, inner: bool, luck: Luck) -> None:
    witch = witch_of(number)
    if inner and witch.meta:
        return
    if d.events is not None:
        d.tell("casts", [you, d.text(c), witch.text, witch.clause])
    witch.cast(d, Frame(number, c, you), luck)


def _next_step(d: Duel, luck: Luck) -> None:
    step = d.step
    if step == TURN_START:
        start_turn(d, luck)
    elif step == DRAW:
        draw_step(d, luck)
    elif step == HOLD:
        hold_step(d, luck)
    elif step == CHOOSE:
        d.step = REVEAL
        open_choice(d)
    elif step == REVEAL:
        close_choice(d, luck)
        reveal(d, luck)
        d.step = ARRIVE
    elif step == ARRIVE:
        arrive(d)
    elif step == CAST_FIRST:
        d.step = CHECK_FIRST
        cast_step(d, d.first, luck)
    elif step == CHECK_FIRST:
        d.step = CAST_SECOND
        d.check_loss()
    elif step == CAST_SECOND:
        d.step = CHECK_SECOND
        cast_step(d, 1 - d.first, luck)
    elif step == CHECK_SECOND:
        d.step = FIGHT
        d.check_loss()
    elif step == FIGHT:
        fight(d, luck)
    elif step == AFTERMATH:
        aftermath(d, luck)
    elif step == END:
        end_turn(d, luck)
    else:
        look_at_deck(d)


# --- B-0 ---


def deal(d: Duel, luck: Luck) -> None:
    """Make the deck, shuffle, toss for the starter, and deal (CW-3 to CW-8)."""
    for _ in range(d.numbers.creature_sets):
        for tribe in range(TRIBES):
            for level in range(1, 7):
                d.deck.append(d.random_creature(luck, tribe, level))
    for _ in range(d.numbers.witch_cards):
        c = d.random_witch(luck)
        if c != NOBODY:
            d.deck.append(c)
    for c in d.deck:
        d.cards[c].zone = DECK_ZONE
    luck.shuffle(d.deck)
    d.starter = luck.below(2)
    for i in range(2 * d.numbers.hand):
        if not d.deck:
            break
        p = d.starter if i % 2 == 0 else 1 - d.starter
        c = d.deck.pop(0)
        card = d.cards[c]
        card.zone = HAND + p
        card.seen = 1 << p
        d.hands[p].append(c)
        if d.events is not None:
            d.tell("dealt", [p, d.text(c)], 1 << p, "is dealt a card", [p])


def open_hands(d: Duel, luck: Luck) -> None:
    """Scan the opening hands, and the first turn may begin (CW-9)."""
    d.scan(d.starter, luck)
    d.scan(1 - d.starter, luck)
    d.step = TURN_START


# --- B-1 to B-3 ---


def start_turn(d: Duel, luck: Luck) -> None:
    """A new turn: who is first, who sits out, and what stirs in the hands (B-1)."""
    d.turn += 1
    d.inverted = False
    d.berserk = False
    d.winner = NOBODY
    d.losers = 0
    d.magic.goliath += d.magic.goliath_next
    d.magic.goliath_next = 0
    d.magic.berserk += d.magic.berserk_next
    d.magic.berserk_next = 0
    for p in range(2):
        empire = d.empires[p]
        empire.clear_duel()
        empire.baden += empire.baden_next
        empire.baden_next = 0
        if empire.skip:
            empire.skip -= 1
            empire.skipping = True
        for c in d.hands[p]:
            if d.cards[c].sprung:
                d.mine(c).sprung = False
    if d.events is not None:
        d.tell("turn", [d.turn, d.first])
        for p in d.in_order:
            if d.empires[p].skipping:
                d.tell("skips", [p])
    f = d.first
    mine = d.hand(f)
    theirs = d.hand(1 - f)
    _stir(d, f, mine, luck)
    _stir(d, 1 - f, theirs, luck)
    d.step = DRAW
    d.check_loss()


def _stir(d: Duel, p: int, hand: list[int], luck: Luck) -> None:
    for c in hand:
        card = d.cards[c]
        if card.zone != HAND + p:
            continue
        if card.shifty and card.kind == CREATURE:
            d.set_level(c, 1 + luck.below(6))
        elif card.kind == WITCH:
            witch = witch_of(card.witch)
            if witch.stirs:
                witch.turn_starts(d, Frame(card.witch, c, p), luck)


def draw_step(d: Duel, luck: Luck) -> None:
    """Each draws a card, the first player first (B-2)."""
    for p in d.in_order:
        if not d.empires[p].skipping:
            d.draw(p, 1, luck)
    d.step = HOLD
    d.check_loss()


def hold_step(d: Duel, luck: Luck) -> None:
    """What the cards in hand do to their holder (B-3)."""
    f = d.first
    mine = d.hand(f)
    theirs = d.hand(1 - f)
    _hold(d, f, mine, luck)
    _hold(d, 1 - f, theirs, luck)
    d.step = CHOOSE
    d.check_loss()


def _hold(d: Duel, p: int, hand: list[int], luck: Luck) -> None:
    for c in hand:
        card = d.cards[c]
        if card.zone != HAND + p:
            continue
        if card.kind == WITCH:
            witch = witch_of(card.witch)
            if witch.is_felt:
                witch.held(d, Frame(card.witch, c, p), luck)
        elif card.tribe == SCARECROW:
            for other in d.of_type(p, NIGHTMARE):
                d.raise_level(other, -1)


# --- B-5 and B-6 ---


def reveal(d: Duel, luck: Luck) -> None:
    """Both cards are turned over; gifts open, imitators change, charges are set on the slots (B-5)."""
    f = d.first
    if d.events is not None:
        for p in d.in_order:
            if d.empires[p].slot != NOBODY:
                d.tell("plays", [p, d.text(d.empires[p].slot)])
    for p in d.in_order:
        c = d.empires[p].slot
        if c != NOBODY and d.cards[c].name == GIFT:
            unwrap(d, p, c)
    for p in d.in_order:
        c = d.empires[p].slot
        if c != NOBODY and d.cards[c].witch == WHICH_WITCH:
            become_another_witch(d, p, c, luck)
    _shift(d, f)
    for p in d.in_order:
        _set_charges(d, p)


def unwrap(d: Duel, p: int, gift: int) -> None:
    """The content takes the gift's slot (B-5.2); it was played in its wrapping, so a quest goes on with it."""
    content = d.sack(gift)[0]
    for quest in d.quests:
        quest.open = [content if c == gift else c for c in quest.open]
    vanish(d, gift)
    into_slot(d, p, content)
    if d.events is not None:
        d.tell("unwraps", [p, d.text(content)])


def become_another_witch(d: Duel, p: int, c: int, luck: Luck) -> None:
    """Which Witch becomes a random witch that imitates nobody (L-07)."""
    number = d.roll_witch(d.numbers.mask_pools, luck)
    if number < 0:
        return
    level = roll_level(number // TIER, luck)
    card = d.mine(c)
    card.witch = number
    card.level = level + (2 if card.bonus else 0) + 2 * card.rings
    if d.events is not None:
        d.tell("becomes", [p, d.text(c)])


def _shift(d: Duel, f: int) -> None:
    """A single Shifting Witch becomes a copy of the card opposite (S-06)."""
    a = d.empires[f].slot
    b = d.empires[1 - f].slot
    if a == NOBODY or b == NOBODY:
        return
    first = d.cards[a].witch == SHIFTING_WITCH
    second = d.cards[b].witch == SHIFTING_WITCH
    if first == second:
        return
    shifter = a if first else b
    card = d.mine(shifter)
    card.take_after(d.cards[b if first else a])
    card.level += 2 * card.rings
    if d.events is not None:
        d.tell("becomes", [f if first else 1 - f, d.text(shifter)])


def is_real(d: Duel, c: int) -> bool:
    """A card that uses up charges: anything but a Militia (CW-26)."""
    return d.cards[c].name != MILITIA


def _set_charges(d: Duel, p: int) -> None:
    empire = d.empires[p]
    c = empire.slot
    if c == NOBODY or not is_real(d, c):
        return
    if empire.surge:
        empire.surge -= 1
        empire.surging = True
    if empire.lucky and d.cards[c].kind == CREATURE:
        empire.lucky -= 1
        empire.fortunate = True
    if empire.high:
        empire.high -= 1
        empire.doubled = True
        d.raise_level(c, 3)


def arrive(d: Duel) -> None:
    """Ravens mourn, Cannonballs and Wraiths strike (B-6)."""
    f = d.first
    for p in d.in_order:
        for c in d.hands[p]:
            card = d.cards[c]
            if card.name == RAVEN and (_shows(d, f, card.beloved) or _shows(d, 1 - f, card.beloved)):
                if d.events is not None:
                    d.tell("mourns", [p])
                d.hurt(p, 2)
    for p in d.in_order:
        c = d.empires[p].slot
        if c != NOBODY and d.cards[c].name == CANNONBALL:
            d.hurt(1 - p, 5)
        elif c != NOBODY and d.cards[c].name == WRAITH:
            d.hurt(1 - p, 3)
    d.step = CAST_FIRST
    d.check_loss()


def _shows(d: Duel, p: int, tribe: int) -> bool:
    c = d.empires[p].slot
    return c != NOBODY and tribe >= 0 and d.cards[c].kind == CREATURE and d.cards[c].tribe == tribe


# --- B-7 ---


def cast_step(d: Duel, p: int, luck: Luck) -> None:
    """A witch in the slot casts; every Cracked Ceremony first costs her opponent a card (B-7)."""
    if not holds_witch(d, p):
        return
    for _ in range(d.magic.ceremony):
        d.discard([one_of(d.hands[1 - p], luck)], luck)
    c = d.empires[p].slot
    _cast(d, d.cards[c].witch, c, p, inner=False, luck=luck)


def holds_witch(d: Duel, p: int) -> bool:
    """The slot holds a witch now."""
    c = d.empires[p].slot
    return c != NOBODY and d.cards[c].kind == WITCH


# --- B-8 to B-11 ---


def fight(d: Duel, luck: Luck) -> None:
    """The duel, its damage, and where the cards go."""
    compare(d)
    twist(d, luck)
    deal_damage(d, luck)
    d.step = AFTERMATH
    d.check_loss()
    if d.victor == UNDECIDED:
        dispose(d, luck)


# --- B-12 ---


def aftermath(d: Duel, luck: Luck) -> None:
    """Clash and Bizarre Victory, then death and escape, rings, meals, crows and quests (B-12)."""
    f = d.first
    if d.winner != NOBODY:
        if d.clash:
            if d.events is not None:
                d.tell("clash", [d.winner])
            d.draw(d.winner, 1, luck)
        if d.bizarre:
            if d.events is not None:
                d.tell("bizarre", [d.winner])
            d.gain(d.winner, d.random_witch(luck), luck)
    for p in d.in_order:
        c = d.last_duel[p] if d.last_duel else NOBODY
        _leave_taking(d, p, d.compared[p] if c == NOBODY else c, luck)
    for p in d.in_order:
        for _ in range(d.empires[p].rings_left):
            if d.winner != NOBODY:
                d.give_ring(one_of(d.levelled(d.winner), luck))
    if d.winner != NOBODY and d.empires[d.winner].cannibal:
        eaten(d, d.winner)
    for p in d.in_order:
        if d.empires[p].fate == FLED:
            for _ in range(d.magic.crow):
                d.raise_level(one_of(d.creatures(1 - p), luck), -2)
    _settle_quests(d, f, luck)
    _settle_quests(d, 1 - f, luck)
    d.step = END
    d.check_loss()


def _leave_taking(d: Duel, p: int, c: int, luck: Luck) -> None:
    fate = d.empires[p].fate
    if fate == NO_FATE or c == NOBODY:
        return
    card = d.cards[c]
    if fate == KILLED:
        witch_of(card.witch).dies(d, Frame(card.witch, c, p), luck)
    elif fate == FLED:
        witch_of(card.witch).survives(d, Frame(card.witch, c, p), luck)
    elif fate == SLAIN and card.traits & IS_STAND_IN:
        d.draw(p, 2, luck)


def _settle_quests(d: Duel, p: int, luck: Luck) -> None:
    """The card as compared is done if its player won; if he lost, or it is not back in hand, all is over (S-87)."""
    c = d.compared[p]
    if c == NOBODY or not d.quests:
        return
    if d.losers >> p & 1:
        d.fail_quests(c)
        return
    won = d.winner == p
    for quest in d.quests[:]:
        if c not in quest.open:
            continue
        if won:
            quest.open.remove(c)
        elif d.holder(c) == NOBODY:
            d.quests.remove(quest)
            continue
        if not quest.open:
            d.quests.remove(quest)
            if d.cards[quest.prize].zone == GRAVEYARD:
                d.give_back(quest.you, quest.prize, 0, luck)
                d.raise_level(quest.prize, 7)


# --- B-13 to B-15 ---


def end_turn(d: Duel, luck: Luck) -> None:
    """What ends with the turn: held cards, dates that have come, the draws of those who sat out (B-13)."""
    f = d.first
    mine = d.hand(f)
    theirs = d.hand(1 - f)
    _close(d, f, mine, luck)
    _close(d, 1 - f, theirs, luck)
    if d.timers:
        due = [timer for timer in d.timers if timer.due <= d.turn]
        d.timers = [timer for timer in d.timers if timer.due > d.turn]
        for timer in due:
            witch_of(timer.witch).due(d, timer, luck)
    for p in d.in_order:
        if d.empires[p].skipping:
            d.draw(p, 3, luck)
    d.step = DECK_CHECK
    d.check_loss()


def _close(d: Duel, p: int, hand: list[int], luck: Luck) -> None:
    for c in hand:
        card = d.cards[c]
        if card.kind == WITCH and card.zone == HAND + p:
            witch = witch_of(card.witch)
            if witch.ends_turns:
                witch.turn_ends(d, Frame(card.witch, c, p), luck)


def look_at_deck(d: Duel) -> None:
    """An empty deck or the last turn brings Mayhem (CW-87, CW-90)."""
    if d.deck and d.turn < d.numbers.turn_limit:
        d.step = TURN_START
    else:
        break_out(d)


def break_out(d: Duel) -> None:
    """Mayhem: gifts open, witches run, and every creature hurts its own holder (CW-89)."""
    d.mayhem = True
    if d.events is not None:
        d.tell("mayhem", [])
    for p in d.in_order:
        for c in d.hand(p):
            if d.cards[c].name == GIFT:
                _unwrap_in_hand(d, p, c)
    for p in d.in_order:
        d.flee(d.witches(p), FLED)
    for p in d.in_order:
        d.hurt(p, sum([d.harm(c) for c in d.creatures(p)]))
    d.decide_by_health()


def _unwrap_in_hand(d: Duel, p: int, gift: int) -> None:
    place = d.hands[p].index(gift)
    content = d.sack(gift)[0]
    vanish(d, gift)
    leave(d, content)
    card = d.mine(content)
    card.zone = HAND + p
    card.seen = EVERYBODY
    d.hands[p].insert(place, content)
    if d.events is not None:
        d.tell("unwraps", [p, d.text(content)])
