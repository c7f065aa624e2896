"""Samples positions consistent with a seat's information (CW-12, CW-13).

Cards the seat sees stay. Hidden cards trade places and get new faces. A creature of the first deck keeps Tribe and
level, since the seat can tell by elimination which of them are left, and gets a new Type. Witches and later creatures
are rolled anew. Marks on hidden cards are public without the name (CW-14): they move to other cards of that hand.
"""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Seat
from rumpus.core.rng import Rng
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
    NONE,
    NOWHERE,
    OFFERED,
    PHANTOM,
    PIRATE,
    PLAIN,
    TIER,
    TRIBES,
    TYPES,
    WEREWOLF,
    WITCH,
    WITCH_BASE,
    WOLF,
    Card,
)
from rumpus.games.creature_wars.rules.chance import roll_level
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import (
    ASK_DUEL,
    ASK_OFFER,
    ASK_OWN_CARD,
    ASK_TYPE,
    BEGIN,
    NOTHING,
    Frame,
)
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.moves import ask_for_card
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

MAX_RESAMPLES: Final = 30
"""Worlds rejected before `force_playable`, if the opponent must decide but could not."""
LEVELS: Final = 6
SET_SIZE: Final = TRIBES * LEVELS


def determinize(real: Duel, seat: Seat, rng: Rng) -> Duel:
    """Samples a full position consistent with `seat`'s information."""
    for _ in range(MAX_RESAMPLES):
        world = _sample(real, seat, rng, False)
        if same_to_act(world, real, seat):
            return world
    return _sample(real, seat, rng, True)


def _sample(real: Duel, seat: int, rng: Rng, force_playable: bool) -> Duel:
    world = real.copy()
    assert isinstance(world, Duel)
    world.events = None
    resample_hidden(world, seat, force_playable, rng)
    resample_choices(world, seat, rng)
    return world


def same_to_act(world: Duel, real: Duel, seat: int) -> bool:
    """True if the seats known to act also act in this world."""
    if real.asking == ASK_DUEL:
        return real.empires[seat].committed == OWES or world.empires[1 - seat].committed == OWES
    return world.asking == real.asking and world.asked == real.asked


# --- faces ---


def resample_hidden(d: Duel, seat: int, force_playable: bool, rng: Rng) -> None:
    """Deals hidden cards anew. With `force_playable` the opponent's hidden cards become playable creatures."""
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
                # A card that vanished has no face; a new card lies NOWHERE.
                d.cards[c] = Card(d.stamp, CREATURE, NO_TRIBE, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
        elif card.seen >> seat & 1 or card.zone == HAND + seat:
            continue
        elif card.zone == INSIDE and d.cards[card.keeper].name == GIFT:
            wrapped.append(c)
        elif card.zone in (DECK, HAND + foe, INSIDE) and c not in pinned and _ordinary(card):
            loose[c] = True
            movable.append(c)
        elif _ordinary(card):
            kept.append(c)
    # Draws: places, faces, gifts, marks, dooms. Seeded searches depend on this order.
    marks = [take_marks(d.cards[c]) for c in d.hands[foe] if loose[c]]
    _shuffle_hidden(d, foe, movable, loose, rng)
    drowned, moonstruck = _transformed(d, PIRATE, PHANTOM), _transformed(d, WOLF, WEREWOLF)
    for c in movable + kept:
        _resample_face(d, c, drowned, moonstruck, rng)
    for c in wrapped:
        _resample_gift(d, c, rng)
    hidden = [c for c in d.hands[foe] if loose[c]]
    if force_playable:
        for c in hidden:
            _become_creature(d, c, rng)
    else:
        marks.sort()  # the order of the hidden hand must not show through
        rng.shuffle(hidden)
        for i in range(len(marks)):
            put_marks(d.writable(hidden[i]), marks[i])
    _shuffle_dooms(d, seat, rng)


def _pinned(d: Duel) -> list[int]:
    """Cards named by frames, quests or orders; they keep their places."""
    found: list[int] = []
    for frame in d.frames:
        found.append(frame.card)
        found.extend(frame.cards)
    for quest in d.quests:
        found.extend(quest.open)
    return [*found, d.empires[0].forced, d.empires[1].forced]


def _ordinary(card: Card) -> bool:
    """True for creatures and witches without a special name; special cards are announced."""
    if card.kind == WITCH:
        return True
    plain = card.kind == CREATURE and card.name == PLAIN and card.traits == 0
    return plain and (card.tribe < TRIBES or card.tribe in (PHANTOM, WEREWOLF))


def _shuffle_hidden(d: Duel, foe: int, movable: list[int], loose: list[bool], rng: Rng) -> None:
    """Shuffles the hidden cards over the opponent's hand, sacks and deck."""
    order = movable[:]
    rng.shuffle(order)
    keepers = [d.cards[c].keeper for c in d.inside]
    used = 0
    hand = d.hands[foe]
    for i in range(len(hand)):
        if loose[hand[i]]:
            hand[i] = order[used]
            _place(d, order[used], HAND + foe, 1 << foe, NONE)
            used += 1
    for i in range(len(d.inside)):
        if loose[d.inside[i]]:
            d.inside[i] = order[used]
            _place(d, order[used], INSIDE, 0, keepers[i])
            used += 1
    d.deck = sorted(order[used:] + [c for c in d.deck if not loose[c]])
    for c in order[used:]:
        _place(d, c, DECK, 0, NONE)
    rng.shuffle(d.deck)


def _place(d: Duel, c: int, zone: int, seen: int, keeper: int) -> None:
    card = d.writable(c)
    card.zone = zone
    card.seen = seen
    card.keeper = keeper


def _transformed(d: Duel, tribe: int, into: int) -> bool:
    """True if all of this Tribe were changed in public (S-02, S-04)."""
    for c in range(SET_SIZE * d.numbers.creature_sets):
        if c % SET_SIZE // LEVELS == tribe and d.cards[c].tribe == into:
            return True
    return False


def _resample_face(d: Duel, c: int, drowned: bool, moonstruck: bool, rng: Rng) -> None:
    """Rolls a new face for a hidden card."""
    old = d.cards[c]
    if c < SET_SIZE * d.numbers.creature_sets:
        tribe, level = c % SET_SIZE // LEVELS, c % LEVELS + 1
        card = _creature(d, tribe, level, rng)
        if tribe == PIRATE and drowned:
            printed = max(0, card.printed - 2)
            card = Card(d.stamp, CREATURE, PHANTOM, PLAIN, NO_WITCH, NO_TYPE, level + 5, printed)
        elif tribe == WOLF and moonstruck:
            card = Card(d.stamp, CREATURE, WEREWOLF, PLAIN, NO_WITCH, NIGHTMARE, level, 8)
    elif old.kind == WITCH:
        card = _witch(d, rng)
    else:
        card = _creature(d, rng.below(TRIBES), 1 + rng.below(LEVELS), rng)
    if old.gilded:
        card.gilded = True
        card.extra = 2
    _put_in_place(d, c, card)


def _resample_gift(d: Duel, c: int, rng: Rng) -> None:
    """Rolls the content of a gift: a creature or coal (S-60)."""
    if rng.below(2) == 0:
        card = _creature(d, rng.below(TRIBES), 1 + rng.below(LEVELS), rng)
    else:
        card = Card(d.stamp, CREATURE, COAL, PLAIN, NO_WITCH, NO_TYPE, 0, 0)
    _put_in_place(d, c, card)


def _put_in_place(d: Duel, c: int, card: Card) -> None:
    """Gives card c a new face; its place and who sees it stay."""
    old = d.cards[c]
    card.zone, card.seen, card.keeper = old.zone, old.seen, old.keeper
    d.cards[c] = card


def _creature(d: Duel, tribe: int, level: int, rng: Rng) -> Card:
    type_ = rng.below(TYPES)
    return Card(d.stamp, CREATURE, tribe, PLAIN, NO_WITCH, type_, level, d.numbers.strengths[tribe])


def _witch(d: Duel, rng: Rng) -> Card:
    number = d.roll_witch(d.numbers.pools, rng)
    return Card(d.stamp, WITCH, NO_TRIBE, PLAIN, number, NO_TYPE, roll_level(number // TIER, rng), WITCH_BASE)


def _become_creature(d: Duel, c: int, rng: Rng) -> None:
    _put_in_place(d, c, _creature(d, rng.below(TRIBES), 1 + rng.below(5), rng))


def _shuffle_dooms(d: Duel, seat: int, rng: Rng) -> None:
    """Redistributes the opponent's dooms over the seat's creatures (S-24)."""
    count = 0
    for c in d.hands[seat]:
        if d.cards[c].doomed == 1 - seat:
            d.writable(c).doomed = NONE
            count += 1
    candidates = [c for c in d.creatures(seat) if d.cards[c].doomed == NONE]
    rng.shuffle(candidates)
    for c in candidates[:count]:
        d.writable(c).doomed = 1 - seat


# --- questions ---


def resample_choices(d: Duel, seat: int, rng: Rng) -> None:
    """Takes back the opponent's sealed or pending choice and asks again."""
    foe = 1 - seat
    for frame in d.frames:
        if frame.state == BEGIN and not d.cards[frame.card].seen >> seat & 1:
            _resample_witch(d, frame, rng)
    if d.asking == ASK_DUEL:
        choices = d.choices[:]
        choices[foe] = ask_for_card(d, foe)
        d.choices = choices
    elif d.asked == foe:
        _resample_question(d, foe, rng)


def _resample_question(d: Duel, foe: int, rng: Rng) -> None:
    frame = d.frames[-1]
    if d.asking in (ASK_OWN_CARD, ASK_OFFER):
        d.frames.pop()
        for c in frame.cards:
            if d.asking == ASK_OFFER and d.holder(c) == 1 - foe and d.cards[c].seen != EVERYBODY:
                d.writable(c).seen &= ~(1 << foe)
        # Offers were made last: popping them gives new offers the same card numbers.
        while d.cards[-1].zone == OFFERED:
            d.cards.pop()
        d.asking = NOTHING
        d.asked = NONE
        d.options = []
        witch_of(frame.witch).cast(d, Frame(frame.witch, frame.card, frame.you), rng)
    elif d.asking == ASK_TYPE and frame.cards:
        chosen = frame.cards[0]
        if d.cards[chosen].kind != CREATURE:
            _become_creature(d, chosen, rng)
        d.options = [t for t in range(TYPES) if t != d.cards[chosen].type]


def _resample_witch(d: Duel, frame: Frame, rng: Rng) -> None:
    """Rolls a witch that is still to cast (S-37)."""
    card = _witch(d, rng)
    _put_in_place(d, frame.card, card)
    frame.witch = card.witch


def take_marks(card: Card) -> list[int]:
    """Returns the marks that are public without the card's name."""
    return [card.cooldown, card.locks, card.fuse, card.deal_due, int(card.first)]


def put_marks(card: Card, marks: list[int]) -> None:
    card.cooldown = marks[0]
    card.locks = marks[1]
    card.fuse = marks[2]
    card.deal_due = marks[3]
    card.first = marks[4] == 1
