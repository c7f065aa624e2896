"""The moves by name, what may be played (CW-24 to CW-28), and the secret choice of both players (B-4)."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move, Seat
from rumpus.core.rng import Luck
from rumpus.games.creature_wars.rules.cards import GRINCH, NOBODY, ODDITY, RAVEN, TRIBES, TYPES
from rumpus.games.creature_wars.rules.duel import Duel
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
    NOTHING,
    Frame,
)
from rumpus.games.creature_wars.rules.places import into_slot
from rumpus.games.creature_wars.rules.state import NO_CHOICES
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

# --- the move space: places of the hand, then the answers of each kind of question ---
HAND_MOVES: Final = 512
"""So many places of a hand can be named by a move: more than the cards of any game (CW-21), and saves hold no more."""
OFFER_MOVES: Final = HAND_MOVES
OFFERS: Final = 3
TRIBE_MOVES: Final = OFFER_MOVES + OFFERS
TYPE_MOVES: Final = TRIBE_MOVES + TRIBES
NUMBER_MOVES: Final = TYPE_MOVES + TYPES
NUMBERS: Final = 10
OPTION_MOVES: Final = NUMBER_MOVES + NUMBERS
PLAYER_MOVES: Final = OPTION_MOVES + 3
PEEK_MOVES: Final = PLAYER_MOVES + 2
PAIRS: Final = 6
MOVE_COUNT: Final = PEEK_MOVES + PAIRS


def playable(d: Duel, p: int) -> list[int]:
    """The cards of p's hand that can be played now, left to right (CW-24)."""
    free: list[int] = []
    lilith = d.magic.lilith
    hand = d.hands[p]
    for c in hand:
        card = d.cards[c]
        if card.locks or card.cooldown or card.name == RAVEN:
            continue
        if lilith and card.kind != ODDITY and card.level >= 6:
            continue
        free.append(c)
    for w in hand:
        number = d.cards[w].witch
        if number < 0:
            continue
        witch = witch_of(number)
        if not witch.may_refuse and not witch.restrains:
            continue
        me = Frame(number, w, p)
        if w in free and not witch.playable(d, me):
            free.remove(w)
        if witch.restrains and not d.barred_from_play(w):
            free = [c for c in free if c == w or witch.allows(d, me, c)]
    return free


def duel_options(d: Duel, p: int) -> list[int]:
    """The cards p may commit: the first of these sets that is not empty (CW-25)."""
    for c in d.hands[p]:
        if d.cards[c].sprung:
            return [c]
    free = playable(d, p)
    forced = d.empires[p].forced
    if forced != NOBODY and forced in free:
        return [forced]
    in_line = [c for c in free if d.cards[c].first]
    return in_line if in_line else free


def open_choice(d: Duel) -> None:
    """Both players are asked at once; a single option commits itself, and without any the Militia goes out."""
    owing = False
    d.choices = [[], []]
    for p in range(2):
        empire = d.empires[p]
        empire.committed = NOBODY
        if empire.skipping:
            continue
        options = duel_options(d, p)
        if len(options) > 1:
            empire.committed = OWES
            owing = True
            d.choices[p] = places_in_hand(d, p, options)
        elif options:
            empire.committed = options[0]
    if owing:
        d.asking = ASK_DUEL


def places_in_hand(d: Duel, p: int, cards: list[int]) -> list[int]:
    """Where in the hand these cards are, as moves."""
    places: list[int] = []
    hand = d.hands[p]
    for i in range(len(hand)):
        for c in cards:
            if c == hand[i]:
                places.append(i)
                break
    return places


def places_of_choice(d: Duel, p: int) -> list[int]:
    """The moves of a player who had a choice; none for whoever sits out or had nothing to choose."""
    options = [] if d.empires[p].skipping else duel_options(d, p)
    return places_in_hand(d, p, options) if len(options) > 1 else []


def close_choice(d: Duel, luck: Luck) -> None:
    """The committed cards go to the slots, then every rest in hand is a turn shorter (B-4.3, B-4.4)."""
    d.asking = NOTHING
    d.choices = NO_CHOICES
    for p in d.in_order:
        empire = d.empires[p]
        if empire.skipping:
            continue
        c = empire.committed
        if c == NOBODY:
            into_slot(d, p, d.new_militia())
            continue
        into_slot(d, p, c)
        if d.cards[c].tribe == GRINCH:
            d.release(c, p, luck)
    for p in d.in_order:
        empire = d.empires[p]
        empire.committed = NOBODY
        empire.forced = NOBODY
        for c in d.hands[p]:
            if d.cards[c].cooldown:
                d.mine(c).cooldown -= 1


def moves_of(d: Duel, seat: Seat) -> list[Move]:
    """What this seat may decide now: places of its hand, or the answers to what a witch asks."""
    if d.asking == ASK_DUEL:
        return d.choices[seat] if d.empires[seat].committed == OWES else []
    if d.asking == NOTHING or d.asked != seat:
        return []
    if d.asking == ASK_OWN_CARD:
        return places_in_hand(d, seat, d.options)
    if d.asking == ASK_OFFER:
        return list(range(OFFER_MOVES, OFFER_MOVES + len(d.options)))
    start = _first_move(d)
    if d.asking == ASK_PLAYER:
        return [start, start + 1]
    return [start + option for option in d.options]


def _first_move(d: Duel) -> int:
    if d.asking == ASK_TRIBE:
        return TRIBE_MOVES
    if d.asking == ASK_TYPE:
        return TYPE_MOVES
    if d.asking == ASK_NUMBER:
        return NUMBER_MOVES
    if d.asking == ASK_OPTION:
        return OPTION_MOVES
    if d.asking == ASK_PLAYER:
        return PLAYER_MOVES
    return PEEK_MOVES


def decide(d: Duel, seat: Seat, move: Move) -> None:
    """Seal a card or answer a question; nothing happens yet."""
    if d.asking == ASK_DUEL:
        d.empires[seat].committed = d.hands[seat][move]
        if d.empires[0].committed != OWES and d.empires[1].committed != OWES:
            d.asking = NOTHING
    else:
        _answer(d, seat, move)


def _answer(d: Duel, seat: Seat, move: Move) -> None:
    frame = d.frames[-1]
    if d.asking == ASK_OWN_CARD:
        frame.pick = d.hands[seat][move]
    elif d.asking == ASK_OFFER:
        frame.pick = d.options[move - OFFER_MOVES]
    elif d.asking == ASK_PLAYER:
        frame.pick = d.options[move - PLAYER_MOVES]
    else:
        frame.pick = move - _first_move(d)
    if d.events is not None and d.asking in (ASK_TRIBE, ASK_NUMBER, ASK_OPTION, ASK_PLAYER):
        d.tell("chooses", [seat, frame.witch, d.asking, frame.pick])
    d.asking = NOTHING
    d.asked = NOBODY
    d.options = []
