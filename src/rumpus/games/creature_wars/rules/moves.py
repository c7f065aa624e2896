"""The move space, playable cards (CW-24 to CW-28) and the secret choice (B-4)."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Move, Seat
from rumpus.core.rng import Rng
from rumpus.games.creature_wars.rules.cards import GRINCH, NONE, ODDITY, RAVEN, TRIBES, TYPES
from rumpus.games.creature_wars.rules.duels.duel import Duel
from rumpus.games.creature_wars.rules.duels.frames import (
    ASK_DUEL,
    ASK_NUMBER,
    ASK_OFFER,
    ASK_OPTION,
    ASK_OWN_CARD,
    ASK_PLAYER,
    ASK_TRIBE,
    NOTHING,
    Frame,
)
from rumpus.games.creature_wars.rules.empires import OWES
from rumpus.games.creature_wars.rules.places import into_slot
from rumpus.games.creature_wars.rules.state import HAND_MOVES, NO_CHOICES
from rumpus.games.creature_wars.rules.witches.catalogue import witch_of

# --- the move space: places of the hand, then the answers of each kind of question ---
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
OFFSETS: Final = [0, 0, OFFER_MOVES, 0, TRIBE_MOVES, TYPE_MOVES, NUMBER_MOVES, OPTION_MOVES, PLAYER_MOVES, PEEK_MOVES]
"""First move of each question, by its number (`ASK_…`)."""


def playable(d: Duel, p: int) -> list[int]:
    """Returns p's playable cards, left to right (CW-24)."""
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
        if not witch.checks_playable and not witch.restrains:
            continue
        me = Frame(number, w, p)
        if w in free and not witch.playable(d, me):
            free.remove(w)
        if witch.restrains and not d.barred_from_play(w):
            free = [c for c in free if c == w or witch.allows(d, me, c)]
    return free


def duel_options(d: Duel, p: int) -> list[int]:
    """Returns the cards p may commit: the first non-empty set of CW-25."""
    for c in d.hands[p]:
        if d.cards[c].sprung:
            return [c]
    free = playable(d, p)
    forced = d.empires[p].forced
    if forced != NONE and forced in free:
        return [forced]
    in_line = [c for c in free if d.cards[c].first]
    return d.nameable(p, in_line if in_line else free)


def open_choice(d: Duel) -> None:
    """Asks both players; single options commit themselves, none sends the Militia."""
    d.choices = [ask_for_card(d, 0), ask_for_card(d, 1)]
    if d.choices[0] or d.choices[1]:
        d.asking = ASK_DUEL


def ask_for_card(d: Duel, p: int) -> list[Move]:
    """Returns p's moves in the duel choice. A single option is committed at once."""
    empire = d.empires[p]
    empire.committed = NONE
    options = [] if empire.skipping else duel_options(d, p)
    if len(options) > 1:
        empire.committed = OWES
        return places_in_hand(d, p, options)
    if options:
        empire.committed = options[0]
    return []


def places_in_hand(d: Duel, p: int, cards: list[int]) -> list[int]:
    """Returns the moves of these cards, which are in the order of the hand."""
    places: list[int] = []
    hand = d.hands[p]
    next_card = 0
    for i in range(len(hand)):
        if next_card == len(cards):
            break
        if hand[i] == cards[next_card]:
            places.append(i)
            next_card += 1
    return places


def places_of_choice(d: Duel, p: int) -> list[int]:
    """Returns p's moves in the duel choice; empty without a choice."""
    options = [] if d.empires[p].skipping else duel_options(d, p)
    return places_in_hand(d, p, options) if len(options) > 1 else []


def close_choice(d: Duel, rng: Rng) -> None:
    """Moves committed cards to the slots and counts cooldowns down (B-4.3, B-4.4)."""
    d.asking = NOTHING
    d.choices = NO_CHOICES
    for p in d.in_order:
        empire = d.empires[p]
        if empire.skipping:
            continue
        c = empire.committed
        if c == NONE:
            into_slot(d, p, d.new_militia())
            continue
        into_slot(d, p, c)
        if d.cards[c].tribe == GRINCH:
            d.release(c, p, rng)
    for p in d.in_order:
        empire = d.empires[p]
        empire.committed = NONE
        empire.forced = NONE
        for c in d.hands[p]:
            if d.cards[c].cooldown:
                d.writable(c).cooldown -= 1


def moves_of(d: Duel, seat: Seat) -> list[Move]:
    """Returns the seat's legal moves: places of its hand or answers."""
    if d.asking == ASK_DUEL:
        return d.choices[seat] if d.empires[seat].committed == OWES else []
    if d.asking == NOTHING or d.asked != seat:
        return []
    if d.asking == ASK_OWN_CARD:
        return places_in_hand(d, seat, [c for c in d.hands[seat] if c in d.options])
    if d.asking == ASK_OFFER:
        return list(range(OFFER_MOVES, OFFER_MOVES + len(d.options)))
    if d.asking == ASK_PLAYER:
        return [PLAYER_MOVES, PLAYER_MOVES + 1]
    return [OFFSETS[d.asking] + option for option in d.options]


def named_card(d: Duel, seat: Seat, move: Move) -> int:
    """Returns the card that a move chooses, or NONE if it answers with something else."""
    if d.asking == ASK_DUEL or d.asking == ASK_OWN_CARD:
        return d.hands[seat][move]
    return d.options[move - OFFER_MOVES] if d.asking == ASK_OFFER else NONE


def decide(d: Duel, seat: Seat, move: Move) -> None:
    """Commits a card or answers a question, without running on."""
    if d.asking == ASK_DUEL:
        d.empires[seat].committed = d.hands[seat][move]
        if d.empires[0].committed != OWES and d.empires[1].committed != OWES:
            d.asking = NOTHING
    else:
        _answer(d, seat, move)


def _answer(d: Duel, seat: Seat, move: Move) -> None:
    frame = d.frames[-1]
    if d.asking == ASK_OWN_CARD or d.asking == ASK_OFFER:
        frame.pick = named_card(d, seat, move)
    elif d.asking == ASK_PLAYER:
        frame.pick = d.options[move - PLAYER_MOVES]
    else:
        frame.pick = move - OFFSETS[d.asking]
    if d.events is not None and d.asking in (ASK_TRIBE, ASK_NUMBER, ASK_OPTION, ASK_PLAYER):
        d.emit("chooses", [seat, frame.witch, d.asking, frame.pick])
    d.asking = NOTHING
    d.asked = NONE
    d.options = []
