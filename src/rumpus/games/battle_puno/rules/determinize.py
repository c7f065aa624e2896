"""Determinization: samples hidden cards that agree with one seat's information.

Cards are shuffled, then matched to the unknown places of hands by augmenting paths (Kuhn's algorithm for bipartite
matching). Restricted places are matched first. Only the shuffle draws from `rng`: seeded games depend on it.
"""

from __future__ import annotations

from rumpus.core.rng import Rng
from rumpus.games.battle_puno.rules.deck import ALL_FACES, FACES
from rumpus.games.battle_puno.rules.state import DRAWN, OVER, TURN, PunoState


class Slots:
    """The unknown places of the others' hands, seat by seat, left to right."""

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.faces: list[int] = []
        """Bit set of the allowed faces, by place."""
        self.old: list[bool] = []
        """By place: True if the card was there before known cards went back into the deck."""


def determinize(state: PunoState, seat: int, rng: Rng) -> None:
    """Resamples, in place, all that this seat cannot know."""
    known = _known_hands(state, seat)
    gone_back = _unseen_returned(state, seat, known)
    cards = _hidden_cards(state, known, gone_back)
    rng.shuffle(cards)
    taken = _assign(cards, state, known, sum(gone_back) > 0)
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
    _forget_others_memory(state, seat)


def _known_hands(state: PunoState, seat: int) -> list[list[int]]:
    """Returns the cards known to the seat, by hand. At the end all are known."""
    known: list[list[int]] = []
    for other in range(state.numbers.players):
        if other == seat or state.phase == OVER:
            known.append(state.hands[other][:])
        else:
            known.append(state.memory.known(seat, other))
    return known


def _unseen_returned(state: PunoState, seat: int, known: list[list[int]]) -> list[int]:
    """Returns, by face, the cards put back into the deck and unseen since."""
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
    """Returns the hidden cards, sorted, as 2 × face, plus 1 if one went back."""
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


def _assign(cards: list[int], state: PunoState, known: list[list[int]], some_back: bool) -> list[int]:
    """Returns an index into `cards` for every slot."""
    needed = _required_faces(state, known)
    for strict in (True, False):
        slots = _slots(state, known, some_back, strict)
        if needed == 0:
            taken = _match(cards, slots)
            if taken is not None:
                return taken
        for slot in range(len(slots.seats)):
            if slots.seats[slot] == state.on and slots.faces[slot] & needed:
                allowed = slots.faces[slot]
                slots.faces[slot] = allowed & needed
                taken = _match(cards, slots)
                if taken is not None:
                    return taken
                slots.faces[slot] = allowed
    raise AssertionError("the cards that a seat knows to be somewhere are nowhere")


def _slots(state: PunoState, known: list[list[int]], some_back: bool, strict: bool) -> Slots:
    """Returns the slots. Unless `strict`, notes and lacks in memory are ignored."""
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


def _required_faces(state: PunoState, known: list[list[int]]) -> int:
    """Returns the faces required in the hand of the seat on (BP-19), or 0."""
    if state.phase != TURN or not state.must_play():
        return 0
    playable = state.playable()
    for face in known[state.on]:
        if playable >> face & 1:
            return 0
    return playable


def _match(cards: list[int], slots: Slots) -> list[int] | None:
    """Returns distinct cards for all slots, restricted slots first; None if impossible."""
    count = len(slots.seats)
    holder = [-1] * len(cards)
    for slot in range(count):
        if slots.faces[slot] != ALL_FACES and not _place(slot, cards, slots, holder):
            return None
    at = 0
    for slot in range(count):
        if slots.old[slot] and slots.faces[slot] == ALL_FACES:
            while at < len(cards) and (holder[at] >= 0 or cards[at] & 1):
                at += 1
            if at < len(cards):
                holder[at] = slot
            elif not _place(slot, cards, slots, holder):
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


def _place(slot: int, cards: list[int], slots: Slots, holder: list[int]) -> bool:
    """Assigns the slot a free card, or frees one by moving others."""
    for card in range(len(cards)):
        if holder[card] < 0 and _allowed(cards[card], slots, slot):
            holder[card] = slot
            return True
    return _displace(slot, cards, slots, holder, [False] * len(cards))


def _displace(slot: int, cards: list[int], slots: Slots, holder: list[int], asked: list[bool]) -> bool:
    """Searches an augmenting path from this slot to a free card."""
    for card in range(len(cards)):
        if asked[card] or not _allowed(cards[card], slots, slot):
            continue
        asked[card] = True
        if holder[card] < 0 or _displace(holder[card], cards, slots, holder, asked):
            holder[card] = slot
            return True
    return False


def _allowed(card: int, slots: Slots, slot: int) -> bool:
    return slots.faces[slot] >> (card >> 1) & 1 == 1 and not (slots.old[slot] and card & 1 == 1)


def _forget_others_memory(state: PunoState, seat: int) -> None:
    """Drops the others' knowledge of each other. Their knowledge of this seat stays."""
    memory = state.memory
    memory.seen = [code for code in memory.seen if code >> 9 == seat or code >> 6 & 7 == seat]
    memory.seen.sort()
    for other in range(state.numbers.players):
        if other != seat:
            memory.young[other] = min(memory.newer[other], len(state.hands[other]))
