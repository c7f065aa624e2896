"""Where chance comes from. Luck is handed in with every move, never reached for and never stored."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from math import comb
from random import Random
from typing import Final, cast

from mypy_extensions import mypyc_attr

from rumpus.core.errors import BadLuck
from rumpus.core.pickles import blank

KEYED: Final = "blake2:"
"""So begins a seed of `Keyed` luck; all other text is a seed of `Seeded`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Luck:
    """The only chance there is: `below(n)` is a uniform whole number 0 … n-1, and `below(1)` uses nothing up."""

    def below(self, n: int) -> int:
        raise NotImplementedError

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle in place: for i from the last place down to 1, swap with `below(i + 1)`."""
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def weighted(self, weights: Sequence[int]) -> int:
        """One `below(sum)`; the answer is the first index whose running total exceeds it."""
        total = 0
        for weight in weights:
            total += weight
        left = self.below(total)
        for index in range(len(weights)):
            left -= weights[index]
            if left < 0:
                return index
        raise BadLuck("weights must add up to more than 0")

    def deal(self, cards: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
        """Hands of these sizes and then what is left, each in order: a `shuffle`, cut from the front.

        A solver visits every deal once instead of every order of the deck (`Enumerated`).
        """
        check_deal(cards, sizes)
        deck = list(cards)
        self.shuffle(deck)
        hands: list[list[int]] = []
        at = 0
        for size in sizes:
            hands.append(sorted(deck[at : at + size]))
            at += size
        hands.append(sorted(deck[at:]))
        return hands

    def __reduce__(self) -> tuple[object, ...]:
        return blank, (type(self),), self.__dict__


def check_deal(cards: Sequence[int], sizes: Sequence[int]) -> None:
    """Refuse hands for which there are not enough cards."""
    if sum(sizes) > len(cards):
        raise BadLuck(f"{len(cards)} cards are too few for hands of {', '.join([str(size) for size in sizes])}")


def seed_bytes(seed: str) -> bytes:
    """Any text is a seed."""
    try:
        return seed.encode()
    except UnicodeEncodeError:
        raise BadLuck("this is no seed: it holds half a sign (a lone surrogate) or bytes that are no text") from None


def seed_number(seed: str) -> int:
    """The same on every machine and Python version."""
    return int.from_bytes(hashlib.sha256(b"rumpus/" + seed_bytes(seed)).digest(), "big")


def new_seed() -> str:
    """A seed for a match between people: 256 random bits, and luck that cannot be foreseen from luck already seen."""
    return KEYED + secrets.token_hex(32)


def luck_of(seed: str) -> Luck:
    """The luck of a match with this seed: the seed says which generator it is for."""
    return Keyed(seed) if seed.startswith(KEYED) else Seeded(seed)


class Keyed(Luck):
    """Luck from a cryptographic generator: without the seed nobody can work out a number from any others.

    The key is BLAKE2b-512 of the seed, personalised "rumpus luck". Block number i, from 0, is BLAKE2b-512 with that key
    of i as 8 bytes, the lowest first. A block is a number of 512 bits, the lowest byte first; bits are taken from its
    low end. `below(n)` takes as many bits as n - 1 has, and again while that is n or more; bits left over in a block
    are followed by those of the next.
    """

    def __init__(self, seed: str) -> None:
        self._key = hashlib.blake2b(seed_bytes(seed), person=b"rumpus luck").digest()
        self._block = 0
        self._pool = 0
        self._bits = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if n < 1:
            raise BadLuck(f"below({n}) leaves nothing to pick from")
        wanted = (n - 1).bit_length()
        while True:
            while self._bits < wanted:
                self._refill()
            number = self._pool & ((1 << wanted) - 1)
            self._pool >>= wanted
            self._bits -= wanted
            if number < n:
                return number

    def _refill(self) -> None:
        block = hashlib.blake2b(self._block.to_bytes(8, "little"), key=self._key).digest()
        self._pool |= int.from_bytes(block, "little") << self._bits
        self._bits += 512
        self._block += 1

    def __reduce__(self) -> tuple[object, ...]:
        state = {"_key": self._key, "_block": self._block, "_pool": self._pool, "_bits": self._bits}
        return Keyed, ("",), state


class Seeded(Luck):
    """Luck from a seed: fast, and the same numbers everywhere, interpreted or compiled.

    For the lab, bots and environments; whoever has seen enough of its numbers can foresee the rest (`Keyed`).
    """

    def __init__(self, seed: str) -> None:
        # Only Random.random is promised to give the same numbers in every Python version.
        self._source = Random(seed_number(seed))
        self._random = self._source.random

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        return int(self._random() * n)

    def shuffle(self, cards: list[int]) -> None:
        """The same, number for number, in one go."""
        random = self._random
        places = cast("list[object]", cards)
        for i in range(len(places) - 1, 0, -1):
            j = int(random() * (i + 1))
            card = places[i]
            places[i] = places[j]
            places[j] = card

    def __reduce__(self) -> tuple[object, ...]:
        return _seeded_from, (self._source,)


def _seeded_from(source: Random) -> Seeded:
    luck = Seeded("")
    luck._source = source
    luck._random = source.random
    return luck


class Scripted(Luck):
    """Luck written down beforehand, for tests: complains about numbers left over, missing or out of range.

    Use it as a context manager, or call `done()` at the end.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = list(numbers)
        self.used = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.used >= len(self.numbers):
            raise BadLuck(f"the script of {len(self.numbers)} numbers is used up and below({n}) is asked for")
        number = self.numbers[self.used]
        if not 0 <= number < n:
            raise BadLuck(f"number {self.used + 1} of the script is {number}, but below({n}) is asked for")
        self.used += 1
        return number

    def done(self) -> None:
        left = self.numbers[self.used :]
        if left:
            raise BadLuck(f"{len(left)} numbers of the script were not used: {left}")

    def __reduce__(self) -> tuple[object, ...]:
        return Scripted, (self.numbers,), {"used": self.used}

    def __enter__(self) -> Scripted:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None:
            self.done()


class Counted(Luck):
    """Passes luck on and notes every question and answer, as (n, number)."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck
        self.asked: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        number = self.luck.below(n)
        if n != 1:
            self.asked.append((n, number))
        return number

    def __reduce__(self) -> tuple[object, ...]:
        return Counted, (self.luck,), {"asked": self.asked}


class Enumerated(Luck):
    """Visits every outcome of a chance event once, with its probability; orders and deals that look alike are one.

    luck = Enumerated()
    while luck.another():
        future = position.copy()
        future.apply(seat, move, luck)
        value += luck.probability * worth(future)
    """

    def __init__(self) -> None:
        self.probability = 1.0
        self._sizes: list[int] = []
        self._picks: list[int] = []
        self._next = 0
        self._started = False

    def another(self) -> bool:
        """Go on to the next outcome; False when all have been visited."""
        self.probability = 1.0
        self._next = 0
        if not self._started:
            self._started = True
            return True
        while self._picks and self._picks[-1] + 1 == self._sizes[-1]:
            self._picks.pop()
            self._sizes.pop()
        if not self._picks:
            return False
        self._picks[-1] += 1
        return True

    def below(self, n: int) -> int:
        self.probability /= n
        return self._pick(n)

    def weighted(self, weights: Sequence[int]) -> int:
        """Every index with a weight is one outcome, however heavy it is."""
        likely = [index for index in range(len(weights)) if weights[index] > 0]
        if not likely:
            raise BadLuck("weights must add up to more than 0")
        index = likely[self._pick(len(likely))]
        self.probability *= weights[index] / sum(weights)
        return index

    def shuffle(self, cards: list[int]) -> None:
        """Every order that looks different is one outcome: twins are not told apart."""
        for i in range(len(cards) - 1, 0, -1):
            left = cards[: i + 1]
            kinds = sorted(set(left))
            picked = kinds[self.weighted([left.count(kind) for kind in kinds])]
            cards[left.index(picked)] = cards[i]
            cards[i] = picked

    def deal(self, cards: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
        """Every deal that looks different is one outcome, in whatever order its hands were filled."""
        check_deal(cards, sizes)
        left = sorted(cards)
        hands: list[list[int]] = []
        for size in sizes:
            hand: list[int] = []
            behind = len(left)
            for kind in sorted(set(left)):
                count = left.count(kind)
                behind -= count
                wanted = size - len(hand)
                ways = [comb(count, some) * comb(behind, wanted - some) for some in range(min(count, wanted) + 1)]
                hand += [kind] * self.weighted(ways)
            for card in hand:
                left.remove(card)
            hands.append(hand)
        hands.append(left)
        return hands

    def _pick(self, n: int) -> int:
        if n == 1:
            return 0
        if self._next == len(self._picks):
            self._sizes.append(n)
            self._picks.append(0)
        elif self._sizes[self._next] != n:
            raise BadLuck(f"the same past asked for one of {self._sizes[self._next]} before and for one of {n} now")
        self._next += 1
        return self._picks[self._next - 1]

    def __reduce__(self) -> tuple[object, ...]:
        state = {
            "probability": self.probability,
            "_sizes": self._sizes,
            "_picks": self._picks,
            "_next": self._next,
            "_started": self._started,
        }
        return Enumerated, (), state
