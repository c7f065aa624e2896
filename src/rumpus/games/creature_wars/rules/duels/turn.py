"""The turn as a sequence of steps (B-0 to B-15)."""

from __future__ import annotations

from typing import Final

from rumpus.core.rng import Rng
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
    NO_WITCH,
    NONE,
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
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.fight import compare, deal_damage, dispose, eat_defeated, switch_cards
from rumpus.games.creature_wars.rules.duels.frames import BEGIN, CHECK, NOTHING, Frame
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


def run(d: Duel, rng: Rng) -> None:
    """Runs until a decision is due or the game over."""
    while d.victor == UNDECIDED and d.asking == NOTHING:
        advance(d, rng)


def advance(d: Duel, rng: Rng) -> None:
    """Resumes the top frame, or runs the next step of the turn."""
    if d.frames:
        _resume(d, d.frames.pop(), rng)
    else:
        _next_step(d, rng)
    if d.victor != UNDECIDED:
        d.asking = NOTHING
        d.frames = []


def _resume(d: Duel, frame: Frame, rng: Rng) -> None:
    if frame.state == CHECK:
        d.check_loss()
    elif frame.state == BEGIN:
        number = d.cards[frame.card].witch
        if d.holder(frame.card) != NONE and number != NO_WITCH and not witch_of(number).meta:
            _cast(d, frame.card, frame.you, rng)
    else:
        witch_of(frame.witch).chosen(d, frame, rng)


def _cast(d: Duel, c: int, you: int, rng: Rng) -> None:
    number = d.cards[c].witch
    witch = witch_of(number)
    if d.events is not None:
        d.emit("casts", [you, d.text(c), witch.text, witch.clause])
    witch.cast(d, Frame(number, c, you), rng)


def _next_step(d: Duel, rng: Rng) -> None:
    step = d.step
    if step == TURN_START:
        start_turn(d, rng)
    elif step == DRAW:
        draw_step(d, rng)
    elif step == HOLD:
        hold_step(d, rng)
    elif step == CHOOSE:
        d.step = REVEAL
        open_choice(d)
    elif step == REVEAL:
        close_choice(d, rng)
        reveal(d, rng)
        d.step = ARRIVE
    elif step == ARRIVE:
        arrive(d)
    elif step == CAST_FIRST:
        d.step = CHECK_FIRST
        cast_step(d, d.first, rng)
    elif step == CHECK_FIRST:
        d.step = CAST_SECOND
        d.check_loss()
    elif step == CAST_SECOND:
        d.step = CHECK_SECOND
        cast_step(d, 1 - d.first, rng)
    elif step == CHECK_SECOND:
        d.step = FIGHT
        d.check_loss()
    elif step == FIGHT:
        fight(d, rng)
    elif step == AFTERMATH:
        aftermath(d, rng)
    elif step == END:
        end_turn(d, rng)
    else:
        check_deck(d)


# --- B-0 ---


def deal(d: Duel, rng: Rng) -> None:
    """Makes and shuffles the deck, picks the starter and deals (CW-3 to CW-8)."""
    # Draws: Types, witches, shuffle, starter. Seeded games depend on this order.
    for _ in range(d.numbers.creature_sets):
        for tribe in range(TRIBES):
            for level in range(1, 7):
                d.deck.append(d.random_creature(rng, tribe, level))
    for _ in range(d.numbers.witch_cards):
        c = d.random_witch(rng)
        if c != NONE:
            d.deck.append(c)
    for c in d.deck:
        d.cards[c].zone = DECK_ZONE
    rng.shuffle(d.deck)
    d.starter = rng.below(2)
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
            d.emit("dealt", [p, d.text(c)], 1 << p, "is dealt a card", [p])


def open_hands(d: Duel, rng: Rng) -> None:
    """Scans the opening hands (CW-9)."""
    d.scan(d.starter, rng)
    d.scan(1 - d.starter, rng)
    d.step = TURN_START


# --- B-1 to B-3 ---


def start_turn(d: Duel, rng: Rng) -> None:
    """Starts a turn: skips, armed charges, cards acting at its start (B-1)."""
    d.turn += 1
    d.inverted = False
    d.berserk = False
    d.winner = NONE
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
                d.writable(c).sprung = False
    if d.events is not None:
        d.emit("turn", [d.turn, d.first])
        for p in d.in_order:
            if d.empires[p].skipping:
                d.emit("skips", [p])
    hands = [d.hand(0), d.hand(1)]
    for p in d.in_order:
        _act_at_turn_start(d, p, hands[p], rng)
    d.step = DRAW
    d.check_loss()


def _act_at_turn_start(d: Duel, p: int, hand: list[int], rng: Rng) -> None:
    for c in hand:
        card = d.cards[c]
        if card.zone != HAND + p:
            continue
        if card.shifty and card.kind == CREATURE:
            d.set_level(c, 1 + rng.below(6))
        elif card.kind == WITCH:
            witch = witch_of(card.witch)
            if witch.acts_at_turn_start:
                witch.turn_starts(d, Frame(card.witch, c, p), rng)


def draw_step(d: Duel, rng: Rng) -> None:
    """Draws a card for each player, the first player first (B-2)."""
    for p in d.in_order:
        if not d.empires[p].skipping:
            d.draw(p, 1, rng)
    d.step = HOLD
    d.check_loss()


def hold_step(d: Duel, rng: Rng) -> None:
    """Runs the effects of held cards (B-3)."""
    hands = [d.hand(0), d.hand(1)]
    for p in d.in_order:
        _act_after_draw(d, p, hands[p], rng)
    d.step = CHOOSE
    d.check_loss()


def _act_after_draw(d: Duel, p: int, hand: list[int], rng: Rng) -> None:
    for c in hand:
        card = d.cards[c]
        if card.zone != HAND + p:
            continue
        if card.kind == WITCH:
            witch = witch_of(card.witch)
            if witch.acts_after_draw:
                witch.after_draw(d, Frame(card.witch, c, p), rng)
        elif card.tribe == SCARECROW:
            for other in d.of_type(p, NIGHTMARE):
                d.raise_level(other, -1)


# --- B-5 and B-6 ---


def reveal(d: Duel, rng: Rng) -> None:
    """Reveals both cards: gifts open, imitators change, charges apply (B-5)."""
    if d.events is not None:
        for p in d.in_order:
            if d.empires[p].slot != NONE:
                d.emit("plays", [p, d.text(d.empires[p].slot)])
    for p in d.in_order:
        c = d.empires[p].slot
        if c != NONE and d.cards[c].name == GIFT:
            unwrap(d, p, c)
    for p in d.in_order:
        c = d.empires[p].slot
        if c != NONE and d.cards[c].witch == WHICH_WITCH:
            become_another_witch(d, p, c, rng)
    _shift(d)
    for p in d.in_order:
        _set_charges(d, p)


def unwrap(d: Duel, p: int, gift: int) -> None:
    """Puts the content into the gift's slot; quests go on with it (B-5.2)."""
    content = d.sack(gift)[0]
    for quest in d.quests:
        quest.open = [content if c == gift else c for c in quest.open]
    vanish(d, gift)
    into_slot(d, p, content)
    if d.events is not None:
        d.emit("unwraps", [p, d.text(content)])


def become_another_witch(d: Duel, p: int, c: int, rng: Rng) -> None:
    """Turns Which Witch into a random witch, never an imitator (L-07)."""
    number = d.roll_witch(d.numbers.mask_pools, rng)
    if number < 0:
        return
    level = roll_level(number // TIER, rng)
    card = d.writable(c)
    card.witch = number
    card.level = level + (2 if card.bonus else 0) + 2 * card.rings
    if d.events is not None:
        d.emit("becomes", [p, d.text(c)])


def _shift(d: Duel) -> None:
    """Turns a single Shifting Witch into the card opposite (S-06)."""
    a = d.empires[0].slot
    b = d.empires[1].slot
    if a == NONE or b == NONE:
        return
    first = d.cards[a].witch == SHIFTING_WITCH
    if first == (d.cards[b].witch == SHIFTING_WITCH):
        return
    p, shifter, model = (0, a, b) if first else (1, b, a)
    card = d.writable(shifter)
    card.copy_face(d.cards[model])
    card.level += 2 * card.rings
    if d.events is not None:
        d.emit("becomes", [p, d.text(shifter)])


def _set_charges(d: Duel, p: int) -> None:
    """Applies p's charges to the card played, unless it is a Militia (CW-26)."""
    empire = d.empires[p]
    c = empire.slot
    if c == NONE or d.cards[c].name == MILITIA:
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
    """Runs the damage of Ravens, Cannonballs and Wraiths (B-6)."""
    for p in d.in_order:
        for c in d.hands[p]:
            card = d.cards[c]
            if card.name == RAVEN and (_slot_shows(d, 0, card.beloved) or _slot_shows(d, 1, card.beloved)):
                if d.events is not None:
                    d.emit("mourns", [p])
                d.hurt(p, 2)
    for p in d.in_order:
        c = d.empires[p].slot
        if c != NONE and d.cards[c].name == CANNONBALL:
            d.hurt(1 - p, 5)
        elif c != NONE and d.cards[c].name == WRAITH:
            d.hurt(1 - p, 3)
    d.step = CAST_FIRST
    d.check_loss()


def _slot_shows(d: Duel, p: int, tribe: int) -> bool:
    c = d.empires[p].slot
    return c != NONE and tribe >= 0 and d.cards[c].kind == CREATURE and d.cards[c].tribe == tribe


# --- B-7 ---


def cast_step(d: Duel, p: int, rng: Rng) -> None:
    """Runs Cracked Ceremonies, then the spell of a witch in the slot (B-7)."""
    c = d.empires[p].slot
    if c == NONE or d.cards[c].kind != WITCH:
        return
    for _ in range(d.magic.ceremony):
        d.discard([one_of(d.hands[1 - p], rng)], rng)
    _cast(d, c, p, rng)


# --- B-8 to B-11 ---


def fight(d: Duel, rng: Rng) -> None:
    """Runs the duel, its damage and the disposal."""
    compare(d)
    switch_cards(d, rng)
    deal_damage(d, rng)
    d.step = AFTERMATH
    d.check_loss()
    if d.victor == UNDECIDED:
        dispose(d, rng)


# --- B-12 ---


def aftermath(d: Duel, rng: Rng) -> None:
    """Runs the effects after a duel, from Tribal Clash to quests (B-12)."""
    if d.winner != NONE:
        if d.clash:
            if d.events is not None:
                d.emit("clash", [d.winner])
            d.draw(d.winner, 1, rng)
        if d.bizarre:
            if d.events is not None:
                d.emit("bizarre", [d.winner])
            d.gain(d.winner, d.random_witch(rng), rng)
    for p in d.in_order:
        c = d.last_duel[p] if d.last_duel else NONE
        _act_after_duel(d, p, d.compared[p] if c == NONE else c, rng)
    if d.winner != NONE:
        for _ in range(d.empires[0].rings_left + d.empires[1].rings_left):
            d.give_ring(one_of(d.levelled(d.winner), rng))
        if d.empires[d.winner].cannibal:
            eat_defeated(d, d.winner)
    for p in d.in_order:
        if d.empires[p].fate == FLED:
            for _ in range(d.magic.crow):
                d.raise_level(one_of(d.creatures(1 - p), rng), -2)
    for p in d.in_order:
        _settle_quests(d, p, rng)
    d.step = END
    d.check_loss()


def _act_after_duel(d: Duel, p: int, c: int, rng: Rng) -> None:
    fate = d.empires[p].fate
    if fate == NO_FATE or c == NONE:
        return
    card = d.cards[c]
    if fate == KILLED:
        witch_of(card.witch).dies(d, Frame(card.witch, c, p), rng)
    elif fate == FLED:
        witch_of(card.witch).survives(d, Frame(card.witch, c, p), rng)
    elif fate == SLAIN and card.traits & IS_STAND_IN:
        d.draw(p, 2, rng)


def _settle_quests(d: Duel, p: int, rng: Rng) -> None:
    """Updates the quests of the card that fought (S-87)."""
    c = d.compared[p]
    if c == NONE or not d.quests:
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
        elif d.holder(c) == NONE:
            d.quests.remove(quest)
            continue
        if not quest.open:
            d.quests.remove(quest)
            if d.cards[quest.prize].zone == GRAVEYARD:
                d.give_back(quest.you, quest.prize, 0, rng)
                d.raise_level(quest.prize, 7)


# --- B-13 to B-15 ---


def end_turn(d: Duel, rng: Rng) -> None:
    """Runs held cards, due timers and the draws of skipped turns (B-13)."""
    hands = [d.hand(0), d.hand(1)]
    for p in d.in_order:
        _act_at_turn_end(d, p, hands[p], rng)
    if d.timers:
        due = [timer for timer in d.timers if timer.due <= d.turn]
        d.timers = [timer for timer in d.timers if timer.due > d.turn]
        for timer in due:
            witch_of(timer.witch).due(d, timer, rng)
    for p in d.in_order:
        if d.empires[p].skipping:
            d.draw(p, 3, rng)
    d.step = DECK_CHECK
    d.check_loss()


def _act_at_turn_end(d: Duel, p: int, hand: list[int], rng: Rng) -> None:
    for c in hand:
        card = d.cards[c]
        if card.kind == WITCH and card.zone == HAND + p:
            witch = witch_of(card.witch)
            if witch.acts_at_turn_end:
                witch.turn_ends(d, Frame(card.witch, c, p), rng)


def check_deck(d: Duel) -> None:
    """Starts Mayhem after the last card or turn (CW-87, CW-90)."""
    if d.deck and d.turn < d.numbers.turn_limit:
        d.step = TURN_START
    else:
        start_mayhem(d)


def start_mayhem(d: Duel) -> None:
    """Opens gifts, drops witches, hurts holders by their creatures and ends the game (CW-89)."""
    d.mayhem = True
    if d.events is not None:
        d.emit("mayhem", [])
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
    card = d.writable(content)
    card.zone = HAND + p
    card.seen = EVERYBODY
    d.hands[p].insert(place, content)
    if d.events is not None:
        d.emit("unwraps", [p, d.text(content)])
