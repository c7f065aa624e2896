"""What a player can only imagine (CW-12, CW-13): every card he does not see is dealt and rolled anew.

A dream is made from what the dreamer knows and from luck alone. Cards he sees stay as they are. The others trade
places, and their faces are rolled: a creature of the first deck keeps the Tribe and level it was made with (he can
tell from the rest which of those are left) and gets a new Type; witches and later creatures are rolled whole. Marks on
unseen cards are announced without a name (CW-14), so they fall on others of the same hand.
"""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Seat
from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import (
    COAL,
    CREATURE,
    DECK,
    EVERYBODY,
    GIFT,
    HAND,
    INSIDE,
    NIGHTMARE,
    NO_TRIBE,
    NO_TYPE,
    NO_WITCH,
    NOBODY,
    NOWHERE,
    OFFERED,
    PHANTOM,
    PIRATE,
    PLAIN,
    TIER,
    TIER_LEVELS,
    TRIBES,
    TYPES,
    WEREWOLF,
    WITCH,
    WITCH_BASE,
    WOLF,
    Card,
)
from rumpus.games.creature_wars.rules.duel import Duel
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.frames import ASK_DUEL, ASK_OFFER, ASK_OWN_CARD, ASK_TYPE, BEGIN, NOTHING, Frame
from rumpus.games.creature_wars.rules.moves import duel_options, places_in_hand
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

TRIES: Final = 30
"""So often a dream is thrown away because in it the other player would not have to decide, and yet he does."""
LEVELS: Final = 6
SET_SIZE: Final = TRIBES * LEVELS


def dream_of(real: Duel, seat: Seat, luck: Luck) -> Duel:
    """A position that this seat could not tell from the real one."""
    for _ in range(TRIES):
        dream = _dream(real, seat, luck, False)
        if plausible(dream, real, seat):
            return dream
    return _dream(real, seat, luck, True)


def _dream(real: Duel, seat: int, luck: Luck, insist: bool) -> Duel:
    dream = real.copy()
    assert isinstance(dream, Duel)
    dream.events = None
    forget(dream, seat, insist, luck)
    ask_again(dream, seat, luck)
    return dream


def plausible(dream: Duel, real: Duel, seat: int) -> bool:
    """Whom the dreamer knows to be asked is asked here too."""
    if real.asking == ASK_DUEL:
        return real.empires[seat].committed == OWES or dream.empires[1 - seat].committed == OWES
    return dream.asking == real.asking and dream.asked == real.asked


# --- faces ---


def forget(d: Duel, seat: int, insist: bool, luck: Luck) -> None:
    """Deal anew what this seat does not see; with `insist` the other hand is creatures that can be played."""
    foe = 1 - seat
    pinned = _pinned(d)
    loose = [False] * len(d.cards)
    movable: list[int] = []
    kept: list[int] = []
    wrapped: list[int] = []
    for c in range(len(d.cards)):
        card = d.cards[c]
        if card.zone == NOWHERE:
            if c not in d.last_duel[:2]:
                d.cards[c] = blank(d)
        elif card.seen >> seat & 1 or card.zone == HAND + seat:
            continue
        elif card.zone == INSIDE and d.cards[card.keeper].name == GIFT:
            wrapped.append(c)
        elif card.zone in (DECK, HAND + foe, INSIDE) and c not in pinned and _ordinary(card):
            loose[c] = True
            movable.append(c)
        elif _ordinary(card):
            kept.append(c)
    marks = [take_marks(d.cards[c]) for c in d.hands[foe] if loose[c]]
    _trade_places(d, foe, movable, loose, luck)
    drowned, moonstruck = _transformed(d, PIRATE, PHANTOM), _transformed(d, WOLF, WEREWOLF)
    for c in movable + kept:
        _roll_face(d, c, drowned, moonstruck, luck)
    for c in wrapped:
        _wrap_anew(d, c, luck)
    hidden = [c for c in d.hands[foe] if loose[c]]
    if insist:
        for c in hidden:
            _become_creature(d, c, luck)
    else:
        marks.sort()
        luck.shuffle(hidden)
        for i in range(len(marks)):
            put_marks(d.mine(hidden[i]), marks[i])
    _hide_dooms(d, seat, luck)


def _pinned(d: Duel) -> list[int]:
    """Cards that something still to happen points at: they stay where they are."""
    found: list[int] = []
    for frame in d.frames:
        found.append(frame.card)
        found.extend(frame.cards)
    for quest in d.quests:
        found.extend(quest.open)
    for p in range(2):
        found.append(d.empires[p].forced)
    return found


def _ordinary(card: Card) -> bool:
    """A creature or witch like any other; special cards were announced by name when they came."""
    if card.kind == WITCH:
        return True
    plain = card.kind == CREATURE and card.name == PLAIN and card.traits == 0
    return plain and (card.tribe < TRIBES or card.tribe in (PHANTOM, WEREWOLF))


def _trade_places(d: Duel, foe: int, movable: list[int], loose: list[bool], luck: Luck) -> None:
    """The unseen cards lie in some order in hand, sacks, gifts and deck; nobody knows in which."""
    order = movable[:]
    luck.shuffle(order)
    keepers = [d.cards[c].keeper for c in d.inside]
    used = 0
    hand = d.hands[foe]
    for i in range(len(hand)):
        if loose[hand[i]]:
            hand[i] = order[used]
            _place(d, order[used], HAND + foe, 1 << foe, NOBODY)
            used += 1
    for i in range(len(d.inside)):
        if loose[d.inside[i]]:
            d.inside[i] = order[used]
            _place(d, order[used], INSIDE, 0, keepers[i])
            used += 1
    d.deck = sorted(order[used:] + [c for c in d.deck if not loose[c]])
    for c in order[used:]:
        _place(d, c, DECK, 0, NOBODY)
    luck.shuffle(d.deck)


def _place(d: Duel, c: int, zone: int, seen: int, keeper: int) -> None:
    card = d.mine(c)
    card.zone = zone
    card.seen = seen
    card.keeper = keeper


def _transformed(d: Duel, tribe: int, into: int) -> bool:
    """All of this Tribe were changed at once, for everybody to see (S-02, S-04)."""
    for c in range(SET_SIZE * d.numbers.creature_sets):
        if c % SET_SIZE // LEVELS == tribe and d.cards[c].tribe == into:
            return True
    return False


def _roll_face(d: Duel, c: int, drowned: bool, moonstruck: bool, luck: Luck) -> None:
    """A new face for an unseen card; where it lies stays."""
    old = d.cards[c]
    if c < SET_SIZE * d.numbers.creature_sets:
        tribe, level = c % SET_SIZE // LEVELS, c % LEVELS + 1
        card = _creature(d, tribe, level, luck)
        if tribe == PIRATE and drowned:
            become(card, PHANTOM, NO_TYPE, level + 5, max(0, d.numbers.strengths[PIRATE] - 2))
        elif tribe == WOLF and moonstruck:
            become(card, WEREWOLF, NIGHTMARE, level, 8)
    elif old.kind == WITCH:
        card = _witch(d, luck)
    else:
        card = _creature(d, luck.below(TRIBES), 1 + luck.below(LEVELS), luck)
    card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
    if old.gilded:
        card.gilded = True
        card.extra = 2
    d.cards[c] = card


def _wrap_anew(d: Duel, c: int, luck: Luck) -> None:
    """In a gift lies a creature or coal, never a card of the deck (S-60)."""
    old = d.cards[c]
    if luck.below(2) == 0:
        card = _creature(d, luck.below(TRIBES), 1 + luck.below(LEVELS), luck)
    else:
        card = Card(d.stamp, CREATURE, COAL, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
    card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
    d.cards[c] = card


def _creature(d: Duel, tribe: int, level: int, luck: Luck) -> Card:
    type_ = luck.below(TYPES)
    return Card(d.stamp, CREATURE, tribe, PLAIN, NO_WITCH, type_, level, d.numbers.strengths[tribe])


def _witch(d: Duel, luck: Luck) -> Card:
    number = d.roll_witch(d.numbers.pools, luck)
    level = TIER_LEVELS[number // TIER] + luck.below(3)
    return Card(d.stamp, WITCH, NO_TRIBE, PLAIN, number, NO_TYPE, level, WITCH_BASE)


def _become_creature(d: Duel, c: int, luck: Luck) -> None:
    old = d.cards[c]
    card = _creature(d, luck.below(TRIBES), 1 + luck.below(5), luck)
    card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
    d.cards[c] = card


def _hide_dooms(d: Duel, seat: int, luck: Luck) -> None:
    """The dreamer knows that some of his creatures are doomed, not which (S-24)."""
    count = 0
    for c in d.hands[seat]:
        if d.cards[c].doomed == 1 - seat:
            d.mine(c).doomed = NOBODY
            count += 1
    candidates = [c for c in d.creatures(seat) if d.cards[c].doomed == NOBODY]
    luck.shuffle(candidates)
    for c in candidates[:count]:
        d.mine(c).doomed = 1 - seat


# --- questions ---


def ask_again(d: Duel, seat: int, luck: Luck) -> None:
    """The other player's sealed or pending choice is taken back, and put to him with the cards of the dream."""
    foe = 1 - seat
    for frame in d.frames:
        if frame.state == BEGIN and not d.cards[frame.card].seen >> seat & 1:
            _pose_as_witch(d, frame, luck)
    if d.asking == ASK_DUEL:
        _choose_again(d, foe)
    elif d.asked == foe:
        _question_again(d, foe, luck)


def _choose_again(d: Duel, foe: int) -> None:
    empire = d.empires[foe]
    choices = [d.choices[0], d.choices[1]]
    choices[foe] = []
    empire.committed = NOBODY
    if not empire.skipping:
        options = duel_options(d, foe)
        if len(options) > 1:
            empire.committed = OWES
            choices[foe] = places_in_hand(d, foe, options)
        elif options:
            empire.committed = options[0]
    d.choices = choices


def _question_again(d: Duel, foe: int, luck: Luck) -> None:
    frame = d.frames[-1]
    if d.asking in (ASK_OWN_CARD, ASK_OFFER):
        d.frames.pop()
        for c in frame.cards:
            if d.asking == ASK_OFFER and d.holder(c) == 1 - foe and d.cards[c].seen != EVERYBODY:
                d.mine(c).seen &= ~(1 << foe)
        # What is on offer was made last, so it can be unmade: new offers then get the same numbers.
        while d.cards[-1].zone == OFFERED:
            d.cards.pop()
        d.asking = NOTHING
        d.asked = NOBODY
        d.options = []
        witch_of(frame.witch).cast(d, Frame(frame.witch, frame.card, frame.you), luck)
    elif d.asking == ASK_TYPE and frame.cards:
        chosen = frame.cards[0]
        if d.cards[chosen].kind != CREATURE:
            _become_creature(d, chosen, luck)
        d.options = [t for t in range(TYPES) if t != d.cards[chosen].type]


def _pose_as_witch(d: Duel, frame: Frame, luck: Luck) -> None:
    """A witch that is still to cast is one in the dream too (S-37)."""
    old = d.cards[frame.card]
    card = _witch(d, luck)
    card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
    d.cards[frame.card] = card
    frame.witch = card.witch


def blank(position: Duel) -> Card:
    """A card that is no more: what it was is nobody's business."""
    card = Card(position.stamp, CREATURE, NO_TRIBE, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
    card.zone = NOWHERE
    return card


def become(card: Card, tribe: int, type_: int, level: int, printed: int) -> None:
    card.tribe = tribe
    card.type = type_
    card.level = level
    card.printed = printed


def take_marks(card: Card) -> list[int]:
    """The marks of a card in hand that are announced without its name."""
    return [card.cooldown, card.locks, card.fuse, card.deal_due, int(card.first)]


def put_marks(card: Card, marks: list[int]) -> None:
    card.cooldown = marks[0]
    card.locks = marks[1]
    card.fuse = marks[2]
    card.deal_due = marks[3]
    card.first = marks[4] == 1
