"""Bounds on what one visitor may ask for."""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Hashable
from ipaddress import IPv6Address, ip_address, ip_network

from rumpus.core.errors import RumpusError


class TooMuch(RumpusError):
    """Somebody asks for more than is good for the others."""


@functools.lru_cache(4096)
def household(address: str) -> str:
    """Whoever shares a limit: one IPv4 address, or the /64 that a household or a rented machine has of IPv6."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


class Bucket:
    """So many a second in the long run, and a few more at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.last = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.last) * self.rate)
        self.last = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One for each of those who share it; a bucket that is full again is forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: dict[Hashable, Bucket] = {}

    def take(self, whose: Hashable) -> bool:
        bucket = self.buckets.get(whose)
        if bucket is None:
            if len(self.buckets) >= self.MOST:
                filled = time.monotonic() - self.burst / self.rate
                self.buckets = {one: kept for one, kept in self.buckets.items() if kept.last > filled}
            bucket = self.buckets[whose] = Bucket(self.rate, self.burst)
        return bucket.take()


class Hourly:
    """So many an hour per address; addresses that did nothing for an hour are forgotten."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.times: dict[str, deque[float]] = {}

    def take(self, address: str) -> None:
        now = time.monotonic()
        times = self.times.setdefault(address, deque())
        while times and times[0] < now - 3600:
            times.popleft()
        if len(times) >= self.most:
            raise TooMuch(f"you have made {self.most} tables within an hour; play at one of them first")
        times.append(now)
        if len(self.times) > 10_000:
            self.times = {who: when for who, when in self.times.items() if when and when[-1] > now - 3600}
