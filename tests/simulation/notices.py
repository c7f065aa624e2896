"""Webhooks of simulated people: what they were sent, and what they should have been sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rumpus.core.position import Seat
from rumpus.service.notifications.http import Answer
from rumpus.service.notifications.watching import EXAMINE_MS, has_turn, turn_key
from rumpus.table.table import Table
from tests.simulation.environment import derived
from tests.simulation.plain_tables import contents

if TYPE_CHECKING:
    from tests.simulation.invariants import Checker
    from tests.simulation.people import Person
    from tests.simulation.world import World

ENQUEUED_SECONDS = 5.0
"""Virtual seconds within which, in calm times, a notification is in the outbox."""
HEARD_SECONDS = 2.0
"""Virtual seconds within which, in calm times, all servers know that a page is hidden."""
EXAMINED_SECONDS = 2 * EXAMINE_MS / 1000
"""Virtual seconds within which, in calm times, marked entries are examined."""


class Post(NamedTuple):
    when: float
    url: str
    key: str
    answered: bool
    """False if the answer was lost, so that the server sends again."""


class OpenTurn(NamedTuple):
    """A decision of a profile, open from `since` until `until`, in virtual seconds."""

    key: str
    profile: str
    since: float
    until: float


class SimulatedTransport:
    """Delivers to the people of a run. With faults, some webhooks fail or their answers are lost."""

    def __init__(self, world: World) -> None:
        self.world = world

    async def check(self, url: str) -> None:
        pass

    async def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Answer:
        world, key = self.world, json.loads(body)["id"]
        tries = sum(post.url == url and post.key == key for post in world.checker.posts)
        rng = derived(world.seed, "post", url, key, tries)
        await asyncio.sleep(rng.choice((0.05, 0.5, 4.0)) * rng.random())
        kind = rng.random() if world.faults else 1.0
        if kind < 0.05:
            return Answer(503)
        answered = kind > 0.1
        world.checker.posts.append(Post(world.loop.now, url, key, answered))
        client = next(client for client in world.clients if client.owner and client.owner.webhook == url)
        if world.records:
            client.received.append((world.loop.now, body))
        if not answered:
            await asyncio.sleep(seconds)
            raise TimeoutError
        return Answer(204)


class TurnNotes:
    """Decisions of the people of one table who have profiles."""

    def __init__(self) -> None:
        self.open: dict[Seat, OpenTurn] = {}
        self.done: list[OpenTurn] = []

    def advance(self, table: Table, now: float) -> None:
        """Compares with the table after an entry that was committed at `now`."""
        for seat, place in enumerate(table.places):
            key = turn_key(table, seat) if place.profile and has_turn(table, seat) else ""
            before = self.open.get(seat)
            if before is not None and before.key != key:
                self.done.append(before._replace(until=now))
                del self.open[seat]
            if key and seat not in self.open:
                self.open[seat] = OpenTurn(key, place.profile, now, now)


def check_notices(checker: Checker) -> None:
    """Checks at the end of a run that nobody was told twice, and everybody who had to be told was."""
    world = checker.world
    answered: dict[tuple[str, str], Post] = {}
    for post in checker.posts:
        before = answered.get((post.url, post.key))
        # A server that has sent and cannot record it sends again.
        once = before is None or (world.faults and before.when < checker.calm_from)
        checker.require(bool(once), f"notices: {before} was sent again: {post}")
        if post.answered:
            answered[post.url, post.key] = post
    outbox = {(key, profile) for key, _, profile, *_ in contents(world, "outbox")}
    for client in world.clients:
        for turn in _due_turns(checker, client):
            checker.require((turn.key, turn.profile) in outbox, f"notices: {client.name} is not told of {turn}")
    service = next((server.service for server in world.servers if server.service is not None), None)
    if service is not None and world.loop.now - checker.calm_from > EXAMINED_SECONDS:
        latest = service.clock.now() - 1000 * EXAMINED_SECONDS
        late = [row for row in contents(world, "due") if row[3] < latest]
        checker.require(not late, f"notices: marks are not examined: {late}")


def _due_turns(checker: Checker, client: Person) -> Iterator[OpenTurn]:
    """Decisions of a profile with a webhook that were open for a while in calm times, while nobody looked."""
    owner = client.owner
    if owner is None or not owner.profile or owner.target_since is None:
        return
    now = checker.world.loop.now
    for history in checker.histories.values():
        for turn in (*history.turns.done, *(one._replace(until=now) for one in history.turns.open.values())):
            due = turn.since + ENQUEUED_SECONDS
            calm = turn.since > max(checker.calm_from, owner.target_since) and due < turn.until
            if turn.profile == owner.profile and calm and owner.is_hidden(turn.since - HEARD_SECONDS, due):
                yield turn
