"""Dreams: all that a seat cannot know is dealt anew, and all that it knows or has seen stays as it is."""

from __future__ import annotations

from rumpus.core.rng import Luck
from rumpus.games.battle_puno.rules.deck import ALL_FACES, FACES
from rumpus.games.battle_puno.rules.state import DRAWN, OVER, TURN, PunoState


class Slots:
    """The unknown places of the others' hands, left to right and seat by seat, and what each of them may hold."""

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.faces: list[int] = []
        """The set of faces that may be there."""
        self.old: list[bool] = []
        """Whether the card was there before known cards went back into the deck."""


def dream_of(state: PunoState, seat: int, luck: Luck) -> None:
    """Turn a copy of the real table into a dream of this seat: it depends on nothing that the seat cannot know."""
    known = _known_hands(state, seat)
    gone_back = _still_back(state, seat, known)
    cards = _hidden_cards(state, known, gone_back)
    luck.shuffle(cards)
    taken = _fit(cards, state, known, sum(gone_back) > 0)
    free = [True] * len(cards)
    for card in taken:
        free[card] = False
    at = 0
    for other in range(state.numbers.players):
        if other == seat or state.phase == OVER:
            continue
        hand = known[other]
        for _ in range(len(state.hands[other]) - len(hand)):
            hand.append(cards[taken[at]] >> 1)
            at += 1
        state.hands[other] = hand
    state.deck = [cards[card] >> 1 for card in range(len(cards)) if free[card]]
    state.top = 0
    _forget_what_others_know(state, seat)


def _known_hands(state: PunoState, seat: int) -> list[list[int]]:
    """The cards that the seat knows in each hand: its own, all of them at the end, elsewhere what it has seen."""
    known: list[list[int]] = []
    for other in range(state.numbers.players):
        if other == seat or state.phase == OVER:
            known.append(state.hands[other][:])
        else:
            known.append(state.memory.known(seat, other))
    return known


def _still_back(state: PunoState, seat: int, known: list[list[int]]) -> list[int]:
    """How many of each face, for all the seat knows, went back into the deck and are there or were drawn unseen."""
    memory = state.memory
    if not memory.back or state.phase == OVER:
        return [0] * FACES
    back = memory.back[:]
    own = state.hands[seat]
    seen = own[len(own) - memory.young[seat] :]
    for other in range(state.numbers.players):
        if other != seat and memory.newer[other] > 0:
            seen = seen + known[other]
    for face in seen:
        if back[face] > 0:
            back[face] -= 1
    return back


def _hidden_cards(state: PunoState, known: list[list[int]], back: list[int]) -> list[int]:
    """Every card that lies neither open nor in sight, in order, as 2 × face + 1 if it is one that went back."""
    counts = [0] * FACES
    for face in state.numbers.cards:
        counts[face] += 1
    for face in state.pile:
        counts[face] -= 1
    for face in state.pool_pile:
        counts[face] -= 1
    counts[state.card] -= 1
    for hand in known:
        for face in hand:
            counts[face] -= 1
    cards: list[int] = []
    for face in range(FACES):
        for copy in range(counts[face]):
            cards.append(2 * face + (1 if copy < back[face] else 0))
    return cards


def _fit(cards: list[int], state: PunoState, known: list[list[int]], some_back: bool) -> list[int]:
    """A card for every slot, as its place in `cards`."""
    needed = _needed_play(state, known)
    for strict in (True, False):
        slots = _slots(state, known, some_back, strict)
        if needed == 0:
            taken = _matched(cards, slots)
            if taken is not None:
                return taken
        for slot in range(len(slots.seats)):
            if slots.seats[slot] == state.on and slots.faces[slot] & needed:
                allowed = slots.faces[slot]
                slots.faces[slot] = allowed & needed
                taken = _matched(cards, slots)
                if taken is not None:
                    return taken
                slots.faces[slot] = allowed
    raise AssertionError("the cards that a seat knows to be somewhere are nowhere")


def _slots(state: PunoState, known: list[list[int]], some_back: bool, strict: bool) -> Slots:
    """What may lie in each unknown place; not strictly: only what the open decision and the deck tell."""
    slots = Slots()
    memory = state.memory
    for other in range(state.numbers.players):
        size = len(state.hands[other]) - len(known[other])
        if size == 0:
            continue
        faces = [ALL_FACES] * size
        last = size
        if state.phase == DRAWN and other == state.on:
            last -= 1
            faces[last] = state.fitting()
        if strict:
            for note in reversed(memory.notes[other]):
                last -= 1
                faces[last] = note
            exempt = memory.exempt[other]
            for face in known[other]:
                if memory.lacks[other] >> face & 1:
                    exempt -= 1
            for place in range(size - exempt):
                if faces[place] & ~memory.lacks[other]:
                    faces[place] &= ~memory.lacks[other]
        for place in range(size):
            slots.seats.append(other)
            slots.faces.append(faces[place])
            slots.old.append(some_back and place < size - memory.newer[other])
    return slots


def _needed_play(state: PunoState, known: list[list[int]]) -> int:
    """The faces of which whoever is on must hold one, or would be out already (BP-19); none if that is no question."""
    if state.phase != TURN or not state.must_play():
        return 0
    playable = state.playable()
    for face in known[state.on]:
        if playable >> face & 1:
            return 0
    return playable


def _matched(cards: list[int], slots: Slots) -> list[int] | None:
    """For each slot the place of a card that may lie there, none twice, the narrow slots first; None if impossible."""
    count = len(slots.seats)
    holder = [-1] * len(cards)
    for slot in range(count):
        if slots.faces[slot] != ALL_FACES and not _claim(slot, cards, slots, holder):
            return None
    at = 0
    for slot in range(count):
        if slots.old[slot] and slots.faces[slot] == ALL_FACES:
            while at < len(cards) and (holder[at] >= 0 or cards[at] & 1):
                at += 1
            if at < len(cards):
                holder[at] = slot
            elif not _claim(slot, cards, slots, holder):
                return None
    taken = [-1] * count
    for card in range(len(cards)):
        if holder[card] >= 0:
            taken[holder[card]] = card
    at = 0
    for slot in range(count):
        if taken[slot] < 0:
            while holder[at] >= 0:
                at += 1
            holder[at] = slot
            taken[slot] = at
    return taken


def _claim(slot: int, cards: list[int], slots: Slots, holder: list[int]) -> bool:
    """Find a card for this slot; if all that fit are taken, let another slot look for a different one."""
    for card in range(len(cards)):
        if holder[card] < 0 and _may_lie(cards[card], slots, slot):
            holder[card] = slot
            return True
    return _displace(slot, cards, slots, holder, [False] * len(cards))


def _displace(slot: int, cards: list[int], slots: Slots, holder: list[int], asked: list[bool]) -> bool:
    """Take a card that another slot can do without, however long the chain of those who move on."""
    for card in range(len(cards)):
        if asked[card] or not _may_lie(cards[card], slots, slot):
            continue
        asked[card] = True
        if holder[card] < 0 or _displace(holder[card], cards, slots, holder, asked):
            holder[card] = slot
            return True
    return False


def _may_lie(card: int, slots: Slots, slot: int) -> bool:
    return slots.faces[slot] >> (card >> 1) & 1 == 1 and not (slots.old[slot] and card & 1 == 1)


def _forget_what_others_know(state: PunoState, seat: int) -> None:
    """What others have seen in each other's hands is theirs alone; what they saw in this seat's hand it knows too."""
    memory = state.memory
    memory.seen = [code for code in memory.seen if code >> 9 == seat or code >> 6 & 7 == seat]
    memory.seen.sort()
    for other in range(state.numbers.players):
        if other != seat:
            memory.young[other] = min(memory.newer[other], len(state.hands[other]))
