"""Simulated people: they play, solve, watch and misbehave, at any server."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from tests.simulation.clients import Client, Line, Sent
from tests.simulation.environment import derived
from tests.simulation.owners import Owner

if TYPE_CHECKING:
    from tests.simulation.world import World

LESSON_GAMES = ("defend_the_city", "battle_puno")
"""Games whose lessons and puzzles are made within milliseconds."""


class Person(Client):
    """A client that acts at random times. `watches`: a spectator, who also tries lessons and puzzles."""

    def __init__(self, world: World, name: str, table: str, watches: bool = False) -> None:
        super().__init__(world, name, table, watches)
        with_profile = world.with_profiles and derived(world.seed, name, "owner").random() < 0.7
        self.owner = Owner(self) if with_profile else None

    async def live(self) -> None:
        await asyncio.sleep(self.rng.random())
        while True:
            if self.line is None or self.sheet is None:
                await self._attach()
            elif self.rng.random() < 0.02:
                self.line.cut()
            elif self.owner is not None and self.owner.looks_away:
                if self.owner.rng.random() < 0.1:
                    await self.owner.look_back()
            else:
                await self._act(self.sheet)
            await asyncio.sleep(self.rng.expovariate(self.world.pace))

    async def _attach(self) -> None:
        owner = self.owner
        if owner is not None and not owner.is_in:
            await owner.sign_in()
        if owner is not None and owner.opens(self.table):
            reply = await self.ask("attach", table=self.table)
            if reply is not None and reply["is"] == "done" and owner.is_in and self.sheet is not None:
                opened = self.sheet["you"] is not None
                self.world.checker.require(opened, f"profile: {self.name} does not get its seat at {self.table}")
        else:
            reply = await self.ask("attach", table=self.table, token=self.token)
        if reply is not None and reply["is"] == "refused":
            self.world.checker.on_refusal(self, reply["why"])

    def disconnected(self, line: Line) -> None:
        super().disconnected(line)
        if self.owner is not None and self.line is None:
            self.owner.line_lost()

    def receive(self, line: Line, data: bytes) -> None:
        super().receive(line, data)
        if self.owner is not None and self.sheet is not None:
            self.owner.on_sheet(self.sheet)

    async def _go(self, table: str) -> None:
        self.table, self.sheet = table, None
        await self._attach()

    async def _go_to_new(self, reply: dict[str, Any] | None) -> None:
        """Goes to the table that was just made, if it was."""
        if reply is not None and reply["is"] == "made":
            await self._go(reply["table"])

    async def _act(self, sheet: dict[str, Any]) -> None:
        rng = self.rng
        if self.owner is not None and self.owner.rng.random() < 0.1:
            await self.owner.act()
        elif self.table != self.home and rng.random() < 0.03:
            await self._go(self.home)
        elif sheet["you"] is None:
            await self._watch(sheet)
        elif sheet["state"] == "playing":
            await self._play(sheet)
        elif sheet["state"] == "over":
            await self._after(sheet)

    async def _watch(self, sheet: dict[str, Any]) -> None:
        rng = self.rng
        if sheet["state"] == "open" and not self.watches:
            await self.ask("sit", token=self.token, name=self.name)
        elif rng.random() < 0.08:
            await self._learn()
        elif rng.random() < 0.2:
            await self._go(rng.choice(list(self.world.tables)))
        else:
            await self.ask(rng.choice(["ping", "lobby", "replay"]))

    async def _learn(self) -> None:
        """Makes a table for a lesson or a puzzle."""
        game = self.rng.choice(LESSON_GAMES)
        kind = self.rng.choice(["learn", "puzzle"])
        await self._go_to_new(await self.ask(kind, game=game, token=self.token, name=self.name))

    async def _play(self, sheet: dict[str, Any]) -> None:
        rng = self.rng
        mine = sheet["seats"][sheet["you"]]
        if mine.get("stand_in"):
            await self.ask("back")
        elif sheet.get("wish") and sheet["you"] not in sheet["wish"]["agreed"]:
            await self.ask("agree", yes=rng.random() < 0.6)
        elif sheet.get("moves") and rng.random() > self.world.idleness:
            await self._decide(sheet)
        else:
            await self._fidget(sheet)
        for seat, info in enumerate(sheet["seats"]):
            if info.get("failed"):
                await self.ask("replace", seat=seat, bot="random")

    async def _fidget(self, sheet: dict[str, Any]) -> None:
        rng = self.rng
        kind = rng.random()
        if kind < 0.04 and sheet["undo"]:
            await self.ask("undo")
        elif kind < 0.06:
            await self.ask("leave")
        elif kind < 0.1:
            await self.ask("name", name=f"{self.name}{self.numbers}")
        elif kind < 0.14:
            others = [seat for seat in range(len(sheet["seats"])) if seat != sheet["you"]]
            if others:
                await self.ask("stand_in", seat=rng.choice(others), bot="random")
        elif kind < 0.2:
            # An old decision again: stale, or acknowledged once more.
            old = [sent for sent in self.sent.values() if sent.table == self.table]
            if old:
                again = rng.choice(old)
                await self._send(again.id, again.text)
        elif kind < 0.25:
            await self.ask("replay", count=3, seat=rng.choice([None, sheet["you"]]))
        elif kind < 0.3:
            await self.ask("mine", keys=[{"table": self.table, "token": self.token}])
        elif kind < 0.33:
            await self.ask("why")
        elif kind < 0.36:
            await self.ask("hint")

    async def _decide(self, sheet: dict[str, Any]) -> None:
        at = sheet["at"]
        waiting = [one for one in self.sent.values() if one.table == self.table and one.at == at and not one.outcomes]
        if waiting:
            sent = waiting[-1]  # the same message again: its answer was lost
        else:
            self.numbers += 1
            id = f"{self.name}-{self.numbers}"
            allowed = sheet["lesson"].get("allow") if sheet.get("lesson") else None
            moves = allowed or [offer["move"] for offer in sheet["moves"]]
            # A stream of its own: another move must change nothing else that this client does.
            move = derived(self.world.seed, id).choice(moves)
            move = self.world.other_moves.get((self.name, self.table, at), move)
            text = json.dumps({"do": "move", "id": id, "at": at, "move": move})
            sent = self.sent[id] = Sent(self.table, sheet["you"], at, id, text, self.world.loop.now)
        await self._send(sent.id, sent.text)
        if self.owner is not None and self.owner.is_in and self.owner.rng.random() < 0.3:
            await self.owner.look_away()

    async def _after(self, sheet: dict[str, Any]) -> None:
        rng = self.rng
        kind = rng.random()
        if sheet.get("rematch"):
            await self._go_to_rematch(sheet["rematch"])
        elif kind < 0.55:
            reply = await self.ask("rematch", yes=rng.random() < 0.8)
            if reply is not None and reply["is"] == "made":
                await self._go_to_rematch(reply["table"])
        elif kind < 0.75:
            await self.ask("review")
        elif kind < 0.78:
            await self.ask("replay", everything=True, count=3)
        elif kind < 0.8 and self.table == self.home:
            number = rng.randrange(1 + sum(sheet["numbers"]["moves"]))
            seat = rng.randrange(len(sheet["seats"]))
            reply = await self.ask("play_on", token=self.token, number=number, seat=seat, bot="random")
            await self._go_to_new(reply)

    async def _go_to_rematch(self, table: str) -> None:
        self.world.checker.on_rematch(self, self.table, table)
        await self._go(table)
