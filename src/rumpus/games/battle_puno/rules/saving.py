"""Saving and loading of positions."""

from __future__ import annotations

from typing import Final

from rumpus.core.position import Json
from rumpus.core.saving import MAX_NUMBER, SavedField, damaged, fields, restore, saved
from rumpus.games.battle_puno.rules.deck import ALL_FACES, FACES, NO_SYMBOL, YELLOW
from rumpus.games.battle_puno.rules.memory import Memory, all_met
from rumpus.games.battle_puno.rules.places import by_fewest
from rumpus.games.battle_puno.rules.state import ANSWER, DRAWN, OVER, PunoState

MAX_SEATS: Final = 8
MAX_CARDS: Final = 200
"""Upper bound of a deck's size under any options."""


def _state_fields(seats: int) -> list[SavedField]:
    return [
        *fields("hands**", high=FACES - 1, length=seats, max_length=MAX_CARDS),
        *fields("deck* pile* pool_pile*", high=FACES - 1, max_length=MAX_CARDS),
        *fields("pool"),
        *fields("card", high=FACES - 1),
        *fields("counting?"),
        *fields("colour", high=YELLOW),
        *fields("symbol", high=NO_SYMBOL),
        *fields("direction", low=-1, high=1),
        *fields("on", high=seats - 1),
        *fields("phase", high=OVER),
        *fields("penalty"),
        *fields("inside?*", length=seats),
        *fields("fallen*", high=seats - 1, max_length=seats),
        *fields("hp* scores*", low=-MAX_NUMBER, length=seats),
        *fields("streak*", length=seats),
        *fields("round turn", low=1),
        *fields("places*", low=1, high=seats, max_length=seats),
        *fields("undecided?"),
    ]


def _memory_fields(seats: int) -> list[SavedField]:
    return [
        *fields("seen*", high=(seats * 8 + seats) * 64, max_length=seats * MAX_CARDS),
        *fields("notes** lacks*", high=ALL_FACES, length=seats, max_length=MAX_CARDS),
        *fields("exempt*", length=seats),
        *fields("back*", max_length=FACES),
        *fields("newer* young*", length=seats),
        *fields("busy?"),
    ]


STATE_FIELDS: Final = [_state_fields(seats) for seats in range(MAX_SEATS + 1)]
MEMORY_FIELDS: Final = [_memory_fields(seats) for seats in range(MAX_SEATS + 1)]


def save(state: PunoState) -> dict[str, Json]:
    """Returns the state as JSON; the deck begins at its top."""
    seats = state.numbers.players
    plain = saved(state, STATE_FIELDS[seats])
    plain["deck"] = list(state.deck[state.top :])
    plain.update(saved(state.memory, MEMORY_FIELDS[seats]))
    return plain


def load(state: PunoState, plain: object) -> None:
    """Fills a new state with saved data. Raises `BadRecord` if it is damaged."""
    seats = state.numbers.players
    state.memory = Memory(seats)
    restore(state, plain, STATE_FIELDS[seats])
    restore(state.memory, plain, MEMORY_FIELDS[seats])
    state.top = 0
    state.standing = state.inside.count(True)
    state.listed = None
    _check_cards(state)
    _check_players(state)
    _check_decision(state)
    for seat in range(seats):
        _check_memory(state, seat)
    _check_returned(state)


def _check_cards(state: PunoState) -> None:
    """Checks that every card is in exactly one place."""
    cards = state.deck + state.pile + state.pool_pile + [state.card]
    for hand in state.hands:
        cards = cards + hand
    if sorted(cards) != sorted(state.numbers.cards):
        raise damaged("its cards are not those of the match")


def _check_players(state: PunoState) -> None:
    seats = state.numbers.players
    if sorted(state.fallen) != [seat for seat in range(seats) if not state.inside[seat]]:
        raise damaged("'fallen' does not name those who are out, each once")
    if not state.inside[state.on]:
        raise damaged("'on' is somebody who is out")
    if state.direction == 0:
        raise damaged("'direction' is neither clockwise nor counter-clockwise")
    over = state.phase == OVER
    if over != (len(state.places) == seats) or by_fewest(state.places) != state.places:
        raise damaged("'places' are not those of a match that is over, or of one that goes on")
    if state.undecided and (not over or state.places.count(1) == 1):
        raise damaged("'undecided' is a match that has a winner, or goes on")


def _check_decision(state: PunoState) -> None:
    if state.phase == OVER:
        return
    if (state.phase == ANSWER) != (state.penalty > 0):
        raise damaged("'phase' is not the one of a penalty, or there is none")
    if state.phase == DRAWN:
        hand = state.hands[state.on]
        if not hand or not state.fitting() >> hand[-1] & 1:
            raise damaged("'phase' is that of a card just drawn, and there is none that fits")
    if not state.list_moves():
        raise damaged("'on' is somebody who has nothing to decide")


def _check_returned(state: PunoState) -> None:
    """Checks that the cards put back are in the deck or were drawn since."""
    memory = state.memory
    if not memory.back:
        return
    left = memory.back[:]
    for seat in range(state.numbers.players):
        hand = state.hands[seat]
        for face in hand[len(hand) - memory.young[seat] :]:
            left[face] -= 1
    for face in state.deck:
        left[face] -= 1
    if max(left) > 0:
        raise damaged("'back' counts cards that are not in the deck")


def _check_memory(state: PunoState, seat: int) -> None:
    """Checks what is noted about a hand. All of it stays true in play if it is true now."""
    memory = state.memory
    hand = state.hands[seat]
    just_drawn = 1 if state.phase == DRAWN and state.on == seat else 0
    held = hand[: len(hand) - just_drawn]
    lacking = sum(1 for face in held if memory.lacks[seat] >> face & 1)
    new = just_drawn if memory.lacks[seat] else 0
    if not lacking + new <= memory.exempt[seat] <= (len(hand) if memory.lacks[seat] else 0):
        raise damaged("'lacks' and 'exempt' are not true of a hand")
    if len(memory.back) not in (0, FACES):
        raise damaged("'back' does not count every face")
    new = just_drawn if memory.back else 0
    if not new <= memory.young[seat] <= memory.newer[seat] <= (len(hand) if memory.back else 0):
        raise damaged("'newer' and 'young' are not true of a hand")
    if not memory.busy and (memory.seen or memory.back or memory.notes[seat] or memory.lacks[seat]):
        raise damaged("'busy' denies what is noted")
    seats = state.numbers.players
    if any(code >> 9 >= seats or code >> 6 & 7 >= seats for code in memory.seen):
        raise damaged("'seen' is a card that is not there")
    for viewer in range(seats):
        unknown = held[:]
        for code in memory.seen:
            if code >> 6 == viewer * 8 + seat:
                if viewer == seat or code & 63 not in unknown:
                    raise damaged("'seen' is a card that is not there")
                unknown.remove(code & 63)
        if not all_met(memory.notes[seat], unknown):
            raise damaged("'notes' are about cards that are not in a hand")
