"""Limits on the requests of one visitor, and on the size of caches."""

from __future__ import annotations

import functools
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Generic, TypeVar

from rumpus.core.errors import RumpusError
from rumpus.service.runtime.environment import SYSTEM_CLOCK, TimeSource

HOUR_SECONDS = 3600
MAX_ADDRESSES = 10_000
"""Addresses per limit before idle ones are dropped."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class TooMuch(RumpusError):
    """A visitor exceeds a limit."""


@functools.lru_cache(4096)
def address_block(address: str) -> str:
    """Addresses that share limits: one IPv4 address, or the /64 network of an IPv6 address."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if not isinstance(found, IPv6Address):
        return str(found)
    # A dual-stack socket shows IPv4 visitors as ::ffff:a.b.c.d. All of these are in one /64.
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class Bucket:
    """Token bucket: `rate` per second on average, at most `burst` at once."""

    def __init__(self, rate: float, burst: float, clock: TimeSource = SYSTEM_CLOCK) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.clock = clock
        self.last = clock.monotonic()

    def take(self) -> bool:
        """Takes a token. False if none is left."""
        now = self.clock.monotonic()
        self.level = min(self.burst, self.level + (now - self.last) * self.rate)
        self.last = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One token bucket per key. Full buckets are dropped."""

    MAX_BUCKETS = 10_000

    def __init__(self, rate: float, burst: float, clock: TimeSource = SYSTEM_CLOCK) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.buckets: dict[Hashable, Bucket] = {}

    def take(self, key: Hashable) -> bool:
        bucket = self.buckets.get(key)
        if bucket is None:
            if len(self.buckets) >= self.MAX_BUCKETS:
                filled = self.clock.monotonic() - self.burst / self.rate
                self.buckets = {key: bucket for key, bucket in self.buckets.items() if bucket.last > filled}
            bucket = self.buckets[key] = Bucket(self.rate, self.burst, self.clock)
        return bucket.take()


class HourlyLimit:
    """At most `limit` actions per hour and address."""

    def __init__(self, limit: int, clock: TimeSource, refusal: str) -> None:
        self.limit = limit
        self.refusal = refusal
        """Sentence for a visitor beyond the limit. `{}` in it is the limit."""
        self.clock = clock
        self.times: dict[str, deque[float]] = {}

    def take(self, address: str) -> None:
        """Counts an action, or raises TooMuch."""
        now = self.clock.monotonic()
        times = self.times.setdefault(address, deque())
        while times and times[0] < now - HOUR_SECONDS:
            times.popleft()
        if len(times) >= self.limit:
            raise TooMuch(self.refusal.format(self.limit))
        times.append(now)
        if len(self.times) > MAX_ADDRESSES:
            self.times = {who: when for who, when in self.times.items() if when and when[-1] > now - HOUR_SECONDS}


class BoundedCache(Generic[Key, Value]):
    """Least-recently-used cache with a limit on the total size of its values."""

    def __init__(self, max_size: int, size_of: Callable[[Value], int], max_items: int | None = None) -> None:
        self.max_size = max_size
        self.max_items = max_items
        self.size = 0
        self._size_of = size_of
        self._items: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def __iter__(self) -> Iterator[Key]:
        """Keys, least recently used first."""
        return iter(list(self._items))

    def get(self, key: Key) -> Value | None:
        if key not in self._items:
            return None
        self._items.move_to_end(key)
        return self._items[key][0]

    def put(self, key: Key, value: Value) -> None:
        """Stores a value and evicts others. A value larger than `max_size` is not kept."""
        self.pop(key)
        self._items[key] = (value, self._size_of(value))
        self.size += self._items[key][1]
        while self.size > self.max_size or (self.max_items is not None and len(self._items) > self.max_items):
            self.pop(next(iter(self._items)))

    def pop(self, key: Key) -> Value | None:
        value, size = self._items.pop(key, (None, 0))
        self.size -= size
        return value
