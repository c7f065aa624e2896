"""Random number generators. The caller passes one with every move; positions never store any."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from math import comb
from random import Random
from typing import Final, cast

from mypy_extensions import mypyc_attr

from rumpus.core.errors import ScriptExhausted
from rumpus.core.pickles import blank

KEYED_PREFIX: Final = "blake2:"
"""Prefix of seeds for `KeyedRng`. Any other text seeds `SeededRng`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Rng:
    """A source of uniform integers.

    `below(n)` returns 0 … n - 1. `below(1)` draws nothing.
    """

    def below(self, n: int) -> int:
        raise NotImplementedError

    def shuffle(self, cards: list[int]) -> None:
        """Shuffles in place.

        For i from the last index down to 1, swaps card i with card `below(i + 1)`.
        """
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def weighted(self, weights: Sequence[int]) -> int:
        """Draws one `below(sum)` and returns the first index whose running total exceeds it."""
        total = 0
        for weight in weights:
            total += weight
        left = self.below(total)
        for index in range(len(weights)):
            left -= weights[index]
            if left < 0:
                return index
        raise ScriptExhausted("Weights must add up to more than 0.")

    def deal(self, cards: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
        """Shuffles, and cuts hands of these sizes from the front.

        Returns them and the rest, all sorted.
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
    """Raises ScriptExhausted if there are too few cards for these hands."""
    if sum(sizes) > len(cards):
        hands = ", ".join([str(size) for size in sizes])
        raise ScriptExhausted(f"{len(cards)} cards are too few for hands of {hands}.")


def seed_bytes(seed: str) -> bytes:
    """Encodes a seed; any valid text is one."""
    try:
        return seed.encode()
    except UnicodeEncodeError:
        raise ScriptExhausted("This is no seed: it contains a lone surrogate or bytes that are no text.") from None


def seed_number(seed: str) -> int:
    """Hashes a seed to a number that is the same on every machine and Python version."""
    return int.from_bytes(hashlib.sha256(b"rumpus/" + seed_bytes(seed)).digest(), "big")


def new_seed() -> str:
    """Returns a seed for a match between people: 256 random bits for `KeyedRng`."""
    return KEYED_PREFIX + secrets.token_hex(32)


def rng_for(seed: str) -> Rng:
    """Returns the generator for this seed; its prefix selects the class."""
    return KeyedRng(seed) if seed.startswith(KEYED_PREFIX) else SeededRng(seed)


class KeyedRng(Rng):
    """A cryptographic generator: past numbers do not reveal future ones.

    The key is BLAKE2b-512 of the seed, personalised "rumpus luck". Block i, from 0, is BLAKE2b-512 with that key of i
    as 8 bytes, little-endian. A block is a number of 512 bits, little-endian; bits are taken from its low end.
    `below(n)` takes as many bits as n - 1 has, and again while the result is n or more. The bits left in a block are
    followed by those of the next.
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
            raise ScriptExhausted(f"below({n}) has no possible result: n must be at least 1.")
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
        return KeyedRng, ("",), state


class SeededRng(Rng):
    """A fast generator with the same numbers everywhere, interpreted or compiled.

    For the lab, bots and environments. Its numbers are predictable from enough earlier ones; use `KeyedRng` against
    that.
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
        """Does the same as the base class, draw for draw, but faster."""
        random = self._random
        places = cast("list[object]", cards)
        for i in range(len(places) - 1, 0, -1):
            j = int(random() * (i + 1))
            card = places[i]
            places[i] = places[j]
            places[j] = card

    def __reduce__(self) -> tuple[object, ...]:
        return _seeded_from, (self._source,)


def _seeded_from(source: Random) -> SeededRng:
    rng = SeededRng("")
    rng._source = source
    rng._random = source.random
    return rng


class ScriptedRng(Rng):
    """Returns numbers from a list, for tests.

    Use it as a context manager, or call `done()` at the end. A number left over, missing or out of range raises
    ScriptExhausted.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self.numbers = list(numbers)
        self.used = 0

    def below(self, n: int) -> int:
        if n == 1:
            return 0
        if self.used >= len(self.numbers):
            raise ScriptExhausted(f"The script of {len(self.numbers)} numbers is used up, but below({n}) is drawn.")
        number = self.numbers[self.used]
        if not 0 <= number < n:
            raise ScriptExhausted(f"Number {self.used + 1} of the script is {number}, but below({n}) is drawn.")
        self.used += 1
        return number

    def done(self) -> None:
        left = self.numbers[self.used :]
        if left:
            raise ScriptExhausted(f"{len(left)} numbers of the script were not used: {left}.")

    def __reduce__(self) -> tuple[object, ...]:
        return ScriptedRng, (self.numbers,), {"used": self.used}

    def __enter__(self) -> ScriptedRng:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if error is None:
            self.done()


class CountingRng(Rng):
    """Wraps a generator and records every draw as (n, number)."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.draws: list[tuple[int, int]] = []

    def below(self, n: int) -> int:
        number = self.rng.below(n)
        if n != 1:
            self.draws.append((n, number))
        return number

    def __reduce__(self) -> tuple[object, ...]:
        return CountingRng, (self.rng,), {"draws": self.draws}


class EnumeratingRng(Rng):
    """Enumerates the outcomes of a chance event, each once with its probability.

    Equivalent orders and deals count as one outcome.

        rng = EnumeratingRng()
        while rng.another():
            after = position.copy()
            after.apply(seat, move, rng)
            expectation += rng.probability * value(after)
    """

    def __init__(self) -> None:
        self.probability = 1.0
        self._sizes: list[int] = []
        self._picks: list[int] = []
        self._next = 0
        self._started = False

    def another(self) -> bool:
        """Advances to the next outcome. Returns False after the last."""
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
        """Treats every index with a positive weight as one outcome."""
        likely = [index for index in range(len(weights)) if weights[index] > 0]
        if not likely:
            raise ScriptExhausted("Weights must add up to more than 0.")
        index = likely[self._pick(len(likely))]
        self.probability *= weights[index] / sum(weights)
        return index

    def shuffle(self, cards: list[int]) -> None:
        """Treats orders that differ only in equal cards as one outcome."""
        for i in range(len(cards) - 1, 0, -1):
            left = cards[: i + 1]
            kinds = sorted(set(left))
            picked = kinds[self.weighted([left.count(kind) for kind in kinds])]
            cards[left.index(picked)] = cards[i]
            cards[i] = picked

    def deal(self, cards: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
        """Treats deals with equal hands as one outcome."""
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
            raise ScriptExhausted(
                f"After the same draws below({self._sizes[self._next]}) was drawn before, and below({n}) now."
            )
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
        return EnumeratingRng, (), state
