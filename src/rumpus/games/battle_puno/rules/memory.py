"""Knowledge of hidden cards beyond the own hand, kept by determinization.

Entries are counts without a place in the hand, because equal cards are indistinguishable when played. Each is a true
lower or upper bound. If a play leaves open which card went, the weaker bound is kept.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from rumpus.games.battle_puno.rules.deck import BITS, FACES


class Memory:
    """Public bounds on every hand, and cards seen by single seats."""

    def __init__(self, seats: int) -> None:
        self.busy = False
        """True if a play or a draw could change an entry."""
        self.seen: list[int] = []
        """Cards known to one viewer, as (viewer × 8 + holder) × 64 + face (BP-16)."""
        self.notes: list[list[int]] = []
        """By seat: bit sets of faces, each holding for one card of the hand (BP-7)."""
        for _ in range(seats):
            self.notes.append([])
        self.lacks: list[int] = [0] * seats
        """By seat: bit set of faces held at most `exempt` times (BP-17, BP-19)."""
        self.exempt: list[int] = [0] * seats
        self.back: list[int] = []
        """By face: least number of known cards in the deck or drawn from it. Empty: none (BP-5, BP-28)."""
        self.newer: list[int] = [0] * seats
        """By seat: most cards drawn since cards went back into the deck."""
        self.young: list[int] = [0] * seats
        """By seat: exact `newer`, known to the seat: the right end of its hand."""

    def copy(self) -> Memory:
        twin = Memory(0)
        twin.busy = self.busy
        twin.seen = self.seen[:]
        for masks in self.notes:
            twin.notes.append(masks[:])
        twin.lacks = self.lacks[:]
        twin.exempt = self.exempt[:]
        twin.back = self.back[:]
        twin.newer = self.newer[:]
        twin.young = self.young[:]
        return twin

    def known(self, viewer: int, holder: int) -> list[int]:
        """Returns the faces known to the viewer in another's hand, sorted."""
        key = viewer * 8 + holder
        faces = [code & 63 for code in self.seen if code >> 6 == key]
        faces.sort()
        return faces

    # --- what happens to cards ---

    def put_back(self, face: int) -> None:
        """Notes a public card shuffled into the deck. Two may be the same card (BP-5)."""
        self.busy = True
        if not self.back:
            self.back = [0] * FACES
        if self.back[face] == 0:
            self.back[face] = 1

    def reset_deck(self, faces: list[int]) -> None:
        """Notes the cards of a new deck (BP-28)."""
        self.busy = True
        counts = [0] * FACES
        for face in faces:
            counts[face] += 1
        self.back = counts
        for seat in range(len(self.newer)):
            self.newer[seat] = 0
            self.young[seat] = 0

    def drew(self, seat: int) -> None:
        """Notes a draw to the right end of a hand."""
        if self.back:
            self.newer[seat] += 1
            self.young[seat] += 1
        if self.lacks[seat] != 0:
            self.exempt[seat] += 1

    def left(self, seat: int, face: int, at: int, size: int) -> None:
        """Notes a public play from place `at` of a hand of `size`. The place is secret."""
        if self.back:
            if at >= size - self.young[seat]:
                self.young[seat] -= 1
            if self.newer[seat] > 0 and self.back[face] > 0:
                self.back[face] -= 1
            if self.newer[seat] >= size:
                self.newer[seat] = size - 1
        if self.lacks[seat] != 0:
            if self.lacks[seat] >> face & 1:
                self.exempt[seat] -= 1
            if self.exempt[seat] >= size:
                self.exempt[seat] = size - 1
        if self.seen:
            self._forget_card(seat, face)
        if self.notes[seat]:
            self._merge_notes(seat, face)

    def left_as_drawn(self, seat: int, face: int) -> None:
        """Notes a play of the card just drawn (BP-7)."""
        if self.back:
            self.newer[seat] -= 1
            self.young[seat] -= 1
            if self.back[face] > 0:
                self.back[face] -= 1
        if self.lacks[seat] != 0:
            self.exempt[seat] -= 1

    def one_card_is_in(self, seat: int, faces: int) -> None:
        """Notes the possible faces of a card drawn and kept (BP-7)."""
        self.busy = True
        self.notes[seat].append(faces)

    def holds_none_of(self, seat: int, faces: int) -> None:
        """Notes a set without a card in the hand (BP-17, BP-19)."""
        self.busy = True
        if self.exempt[seat] == 0:
            self.lacks[seat] |= faces
        else:
            self.lacks[seat] = faces
            self.exempt[seat] = 0

    def traded(self, one: int, other: int, hands: list[list[int]]) -> None:
        """Notes a swap of hands. Both traders know the other's new hand."""
        self.busy = True
        seen: list[int] = []
        for code in self.seen:
            viewer = code >> 9
            holder = code >> 6 & 7
            if holder != one and holder != other:
                seen.append(code)
            elif viewer != one and viewer != other:
                seen.append((viewer * 8 + (other if holder == one else one)) * 64 + (code & 63))
        for face in hands[other]:
            seen.append((one * 8 + other) * 64 + face)
        for face in hands[one]:
            seen.append((other * 8 + one) * 64 + face)
        self.seen = seen
        # Which noted card is which, the two know better now than any note: the notes are dropped for all.
        self.notes[one] = []
        self.notes[other] = []
        _swap(self.lacks, one, other)
        _swap(self.exempt, one, other)
        _swap(self.newer, one, other)
        self.young[one] = self.newer[one]
        self.young[other] = self.newer[other]

    def laid_open(self, seat: int, hand: list[int]) -> None:
        """Notes the discard of a whole hand (BP-27)."""
        if self.newer[seat] > 0:
            for face in hand:
                if self.back[face] > 0:
                    self.back[face] -= 1
        self.seen = [code for code in self.seen if code >> 6 & 7 != seat]
        self.notes[seat] = []
        self.lacks[seat] = 0
        self.exempt[seat] = 0
        self.newer[seat] = 0
        self.young[seat] = 0

    def _forget_card(self, holder: int, face: int) -> None:
        """Removes one such card from the knowledge of every viewer."""
        card = holder * 64 + face
        if not any(code & 511 == card for code in self.seen):
            return
        seen: list[int] = []
        done = 0
        for code in self.seen:
            viewer = code >> 9
            if code & 511 == card and not done >> viewer & 1:
                done |= 1 << viewer
            else:
                seen.append(code)
        self.seen = seen

    def _merge_notes(self, seat: int, face: int) -> None:
        """Drops one note with this face, and merges the others."""
        notes = self.notes[seat]
        bit = BITS[face]
        union: i64 = 0
        last = -1
        for index in range(len(notes)):
            note: i64 = notes[index]
            if note & bit != 0:
                union |= note
                last = index
        if last < 0:
            return
        notes.pop(last)
        for index in range(last):
            note = notes[index]
            if note & bit != 0:
                notes[index] = int(union)


class NoMemory(Memory):
    """A memory without entries, for rollouts. It is immutable and shared."""

    def copy(self) -> Memory:
        return self

    def put_back(self, face: int) -> None:
        pass

    def reset_deck(self, faces: list[int]) -> None:
        pass

    def one_card_is_in(self, seat: int, faces: int) -> None:
        pass

    def holds_none_of(self, seat: int, faces: int) -> None:
        pass

    def traded(self, one: int, other: int, hands: list[list[int]]) -> None:
        pass


NO_MEMORY: Final = NoMemory(0)


def _swap(values: list[int], one: int, other: int) -> None:
    value = values[one]
    values[one] = values[other]
    values[other] = value


def all_met(notes: list[int], cards: list[int]) -> bool:
    """True if distinct cards meet all notes (bipartite matching by augmenting paths)."""
    holder = [-1] * len(cards)
    return all(_meet(note, notes, cards, holder, [False] * len(cards)) for note in range(len(notes)))


def _meet(note: int, notes: list[int], cards: list[int], holder: list[int], asked: list[bool]) -> bool:
    for place in range(len(cards)):
        if asked[place] or not notes[note] >> cards[place] & 1:
            continue
        asked[place] = True
        if holder[place] < 0 or _meet(holder[place], notes, cards, holder, asked):
            holder[place] = note
            return True
    return False
