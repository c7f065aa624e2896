"""What the seats know of hidden cards beyond their own hand, so that a dream need not forget it.

All of it is counted, not pinned to a place in a hand, because nobody sees which of two equal cards is played. Every
entry is a true sentence of the kind "at least" or "at most"; where a play leaves it open which card went, the weaker
sentence is kept.
"""

from __future__ import annotations

from typing import Final

from rumpus.games.battle_puno.rules.deck import FACES


class Memory:
    """Shared sentences about every hand, and who has seen which card in whose hand."""

    def __init__(self, seats: int) -> None:
        self.busy = False
        """Whether there is anything here that a play or a draw could change."""
        self.seen: list[int] = []
        """(viewer × 8 + holder) × 64 + face, once for each card that the viewer knows the holder to hold (BP-16)."""
        self.notes: list[list[int]] = []
        """By seat: for single cards of the hand, the set of faces that each of them must be in (BP-7)."""
        for _ in range(seats):
            self.notes.append([])
        self.lacks: list[int] = [0] * seats
        """By seat: a set of faces of which the hand holds at most `exempt` cards (BP-17, BP-19)."""
        self.exempt: list[int] = [0] * seats
        self.back: list[int] = []
        """By face: how many cards, at least, of those that went back into the deck are still there or were drawn
        since; empty if none went back (BP-5, BP-28)."""
        self.newer: list[int] = [0] * seats
        """By seat: how many cards, at most, were drawn since cards went back into the deck."""
        self.young: list[int] = [0] * seats
        """By seat: the same as the seat itself knows it, about the right end of its hand."""

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
        """The faces that the viewer knows to be in another's hand, in order."""
        key = viewer * 8 + holder
        faces = [code & 63 for code in self.seen if code >> 6 == key]
        faces.sort()
        return faces

    # --- what happens to cards ---

    def put_back(self, face: int) -> None:
        """A card that everyone has seen is shuffled into the deck; seen twice, it may be the same card (BP-5)."""
        self.busy = True
        if not self.back:
            self.back = [0] * FACES
        if self.back[face] == 0:
            self.back[face] = 1

    def deck_is(self, faces: list[int]) -> None:
        """The deck is now made of exactly these cards (BP-28)."""
        self.busy = True
        counts = [0] * FACES
        for face in faces:
            counts[face] += 1
        self.back = counts
        for seat in range(len(self.newer)):
            self.newer[seat] = 0
            self.young[seat] = 0

    def drew(self, seat: int) -> None:
        """A card went from the deck to the right end of a hand."""
        if self.back:
            self.newer[seat] += 1
            self.young[seat] += 1
        if self.lacks[seat] != 0:
            self.exempt[seat] += 1

    def left(self, seat: int, face: int, at: int, size: int) -> None:
        """A card left place `at` of a hand of `size` for all to see; where it stood only its holder knows."""
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
            self._lose_sight(seat, face)
        if self.notes[seat]:
            self._blur(seat, face)

    def left_as_drawn(self, seat: int, face: int) -> None:
        """The card just drawn left the hand again: everyone knows that it was this one (BP-7)."""
        if self.back:
            self.newer[seat] -= 1
            self.young[seat] -= 1
            if self.back[face] > 0:
                self.back[face] -= 1
        if self.lacks[seat] != 0:
            self.exempt[seat] -= 1

    def one_card_is_in(self, seat: int, faces: int) -> None:
        """Everyone can tell that the card just drawn and kept is one of this set (BP-7)."""
        self.busy = True
        self.notes[seat].append(faces)

    def holds_none_of(self, seat: int, faces: int) -> None:
        """Everyone can tell that no card of the hand is in this set (BP-17, BP-19)."""
        self.busy = True
        if self.exempt[seat] == 0:
            self.lacks[seat] |= faces
        else:
            self.lacks[seat] = faces
            self.exempt[seat] = 0

    def traded(self, one: int, other: int, hands: list[list[int]]) -> None:
        """Two hands were swapped: each of the two knows what the other now holds, the rest know what they did."""
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
        """A whole hand was discarded (BP-27)."""
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

    def _lose_sight(self, holder: int, face: int) -> None:
        """Whoever knew of this card in that hand knows of one less."""
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

    def _blur(self, seat: int, face: int) -> None:
        """Any of the noted cards that can be this face may have gone: one note less, the others of them merged."""
        notes = self.notes[seat]
        union = 0
        last = -1
        for index in range(len(notes)):
            if notes[index] >> face & 1:
                union |= notes[index]
                last = index
        if last < 0:
            return
        notes.pop(last)
        for index in range(last):
            if notes[index] >> face & 1:
                notes[index] = union


class Oblivion(Memory):
    """Nothing is noted: for a match that is only played out. It never changes, so one does for all."""

    def copy(self) -> Memory:
        return self

    def put_back(self, face: int) -> None:
        pass

    def deck_is(self, faces: list[int]) -> None:
        pass

    def one_card_is_in(self, seat: int, faces: int) -> None:
        pass

    def holds_none_of(self, seat: int, faces: int) -> None:
        pass

    def traded(self, one: int, other: int, hands: list[list[int]]) -> None:
        pass


OBLIVION: Final = Oblivion(0)


def _swap(values: list[int], one: int, other: int) -> None:
    value = values[one]
    values[one] = values[other]
    values[other] = value
