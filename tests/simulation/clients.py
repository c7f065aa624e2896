"""Clients of the simulated servers: lines with delays, and messages that are torn, doubled or sent again."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from tests.simulation.environment import derived

if TYPE_CHECKING:
    from tests.simulation.servers import SimulatedServer, SimulatedSession
    from tests.simulation.world import World

ANSWER_SECONDS = (1.0, 20.0)
"""Seconds after which impatient and patient clients give a silent connection up."""

HANG_UP_SECONDS = 0.06
"""Within this time some clients hang up after a message: the server is at any step of its work then."""


class Line:
    """A connection between one client and one server. Messages arrive in order, after a delay."""

    def __init__(self, client: Client, server: SimulatedServer) -> None:
        self.client = client
        self.server = server
        self.address = client.address
        self.broken = False
        self.rng = derived(client.world.seed, client.name, "line", client.connections)
        self._last_in = self._last_out = 0.0
        self.session: SimulatedSession = server.connect(self)

    def _delay(self) -> float:
        return 0.002 + 0.03 * self.rng.random()

    def to_server(self, text: str) -> None:
        loop, session = self.client.world.loop, self.session
        self._last_in = max(self._last_in, loop.now + self._delay())
        loop.at(self.server.process, self._last_in, session.inbox.put_nowait, text)

    def to_client(self, data: bytes) -> None:
        world = self.client.world
        self._last_out = max(self._last_out, world.loop.now + self._delay())
        world.loop.at(world.loop.world, self._last_out, self._arrive, data)

    def _arrive(self, data: bytes) -> None:
        if not self.broken:
            self.client.receive(self, data)

    def cut(self) -> None:
        """Breaks the connection. Both ends notice."""
        if not self.broken:
            self.broken = True
            loop = self.client.world.loop
            loop.at(self.server.process, loop.now + self._delay(), self.session.inbox.put_nowait, None)
            self.session.news.set()
            loop.at(loop.world, loop.now + self._delay(), self.client.disconnected, self)


class Sent:
    """A decision that a client has sent, and what came of it."""

    def __init__(self, table: str, seat: int, at: str, id: str, text: str, sent_at: float) -> None:
        self.table = table
        self.seat = seat
        self.at = at
        self.id = id
        self.text = text
        self.sent_at = sent_at
        """Virtual time of the first attempt."""
        self.outcomes: list[str] = []
        """Replies in order: "done", "stale" or the reason of a refusal."""
        self.done_at = -1.0
        """Virtual time of the first acknowledgement."""


class Client:
    """The end of a line: asks, waits for answers, and comes back at any server."""

    def __init__(self, world: World, name: str, table: str, watches: bool = False) -> None:
        self.world = world
        self.name = name
        self.address = f"10.0.0.{len(world.clients) + 1}"
        self.home = table
        """The table that it was made for."""
        self.table = table
        self.watches = watches
        self.token = f"{derived(world.seed, name, 'token').getrandbits(128):032x}"
        self.rng: Random = derived(world.seed, name, "acts")
        self.connections = 0
        self.line: Line | None = None
        self.sheet: dict[str, Any] | None = None
        self.sent: dict[str, Sent] = {}
        self.answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.received: list[tuple[float, bytes]] = []
        """All messages with their virtual time, if `world.records`."""
        self.asked: list[tuple[float, str]] = []
        """All own messages with their virtual time, if `world.records`."""
        self.numbers = 0
        """Number of messages so far that were no repetitions."""

    # --- connection ---

    def receive(self, line: Line, data: bytes) -> None:
        if line is not self.line:
            return
        self.world.trace(self.name, data)
        if self.world.records:
            self.received.append((self.world.loop.now, data))
        message = msgspec.json.decode(data)
        if message["is"] == "table":
            if message["sheet"]["table"] == self.table:  # else the last one of a table that it has left
                self.sheet = message["sheet"]
            self.world.checker.on_sheet(self, message["sheet"])
        answer = self.answers.pop(message.get("id", ""), None)
        if answer is not None and not answer.done():
            answer.set_result(message)
        sent = self.sent.get(message.get("id", ""))
        if sent is not None:
            outcome = message["is"] if message["is"] == "done" else "stale" if message.get("stale") else message["why"]
            sent.outcomes.append(outcome)
            if outcome == "done" and sent.done_at < 0:
                sent.done_at = self.world.loop.now

    def disconnected(self, line: Line) -> None:
        if line is self.line:
            self.line = None
            for answer in self.answers.values():
                if not answer.done():
                    answer.cancel()
            self.answers.clear()

    async def _connect(self) -> bool:
        serving = [server for server in self.world.servers if server.serving]
        if not serving:
            return False
        self.connections += 1
        self.line = Line(self, self.rng.choice(serving))
        return True

    async def ask(self, do: str, **fields: Any) -> dict[str, Any] | None:
        """Sends a message and waits for its reply. None if the connection broke or nothing came."""
        self.numbers += 1
        id = f"{self.name}-{self.numbers}"
        return await self._send(id, json.dumps({"do": do, "id": id, **fields}))

    async def _send(self, id: str, text: str) -> dict[str, Any] | None:
        if self.line is None and not await self._connect():
            return None
        line = self.line
        assert line is not None
        if self.world.records:
            self.asked.append((self.world.loop.now, text))
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.answers[id] = answer
        line.to_server(text)
        hang_up = derived(self.world.seed, id, "hang up")
        if hang_up.random() < 0.03:
            self.world.loop.at(
                self.world.loop.world, self.world.loop.now + HANG_UP_SECONDS * hang_up.random(), line.cut
            )
        if self.rng.random() < 0.05:
            line.to_server(text[: int(self.rng.random() * len(text))])  # torn
        if self.rng.random() < 0.1:
            line.to_server(text)  # doubled
        try:
            async with asyncio.timeout(self.rng.choice(ANSWER_SECONDS)):
                return await answer
        except TimeoutError:
            line.cut()
            return None
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is not None and current.cancelling():
                raise
            return None  # the connection broke
