"""Every answer to every message is the same, byte for byte, whatever another seat has sealed, or whether it has."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Sequence
from typing import cast

import pytest

from rumpus.core.catalogue import find_game
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.position import Json, Move, Seat
from rumpus.players.coach import advice
from rumpus.players.search_text import Budget
from rumpus.service.bots.pool import BotPool
from rumpus.service.bots.worker import question_for
from rumpus.service.requests import Requests
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.settings import Settings
from rumpus.service.store import Listing, NewTable, Store
from rumpus.service.store.profiles import Statement
from rumpus.service.tables.live import LiveTable
from rumpus.service.tables.presence import Visitor
from rumpus.table.entries import Began, Clock, Entry, Made, Moved, Place
from rumpus.table.seat_view import log_lines
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table, open_table
from rumpus.table.table_view import table_view
from tests.catalogue import NAMES
from tests.service.parts import FixedClock, live_table, live_tables

TOKEN = "abcdefghijklmnopqrstuvwx"
ID = "abcdefgh"
GAMES = 3
STEPS = 16
"""Of each game that are looked at."""
OPEN = ("battle_puno",)
"""Where nothing is decided in secret, so that there is nothing to compare."""
MESSAGES: Sequence[m.AnyClientMessage] = (
    m.Undo(), m.Agree(yes=True), m.Hint(), m.Why(), m.Why(words="nonsense"), m.Why(move=0), m.Why(move=1),
    m.Why(move=10**6), m.Decide(at="0.0", move=10**6), m.Decide(at="0.0", words="nonsense"), m.Decide(at="0.0"),
    m.Decide(at="9.9", move=0), m.Replay(), m.Replay(seat=0), m.Replay(seat=1), m.Replay(everything=True),
    m.Rematch(), m.PlayOn(token=TOKEN, number=1, seat=0), m.Sit(token=TOKEN + "x"), m.Fill(seat=1, bot="easy"),
    m.Start(), m.Drop(), m.Stand(seat=0), m.Stand(seat=1), m.Replace(seat=1), m.ComeBack(), m.Rename(name="Zoe"),
    m.Leave(), m.Detach(), m.Attach(table=ID),
)  # fmt: skip


class Nowhere:
    """A store that writes nothing."""

    keeps_profiles = False

    async def append(
        self,
        table: str,
        seq: int,
        entries: Sequence[Entry],
        when: int,
        listing: Listing | None,
        created: NewTable | None = None,
        changes: Sequence[Statement] = (),
    ) -> bool:
        return True


class QuickCoach(BotPool):
    """Advises at once, from one seed."""

    async def advise(self, table: Table, seat: Seat, address: str) -> dict[str, Json]:
        return advice(question_for(table, seat).info("luck"), Budget(4), "luck").to_json()


class Eyes(Visitor):
    def __init__(self, at: LiveTable, seat: Seat | None) -> None:
        super().__init__("here")
        self.seat = seat
        self.watch(at)


def requests_with_table(journal: Sequence[Entry], game: Game) -> tuple[Requests, LiveTable]:
    tables = live_tables(cast(Store, Nowhere()), FixedClock())
    table = open_table(ID, game, [(entry, 1000 * number) for number, entry in enumerate(journal)])
    at = tables.by_id[ID] = live_table(table, FixedClock())
    return Requests(tables, QuickCoach([]), Settings()), at


async def answers(journal: Sequence[Entry], game: Game, seat: Seat | None) -> list[bytes]:
    """Replies to each message, and the updates before and after. Every message meets a fresh table."""
    said: list[bytes] = []
    for asked in MESSAGES:
        answering, at = requests_with_table(journal, game)
        eyes = Eyes(at, seat)
        said.append(at.update_for(eyes) or b"")
        if isinstance(asked, m.Decide) and asked.at == "0.0" and seat is not None:
            asked = m.Decide(at=at.table.decision_id(seat), move=asked.move, words=asked.words)
        try:
            said.append(m.encode(await answering.answer(eyes, asked)))
        except RumpusError as refusal:
            said.append(f"{type(refusal).__name__}: {refusal}".encode())
        said.append(at.update_for(eyes) or b"" if eyes.live is not None else b"")
        await answering.tables.background.close()
    return said


def knowledge(journal: Sequence[Entry], game: Game, seat: Seat | None) -> bytes:
    _, at = requests_with_table(journal, game)
    table = at.table
    here = [True] * len(table.places)
    shown = table_view(table, seat, False, here, [0] * len(here))
    return m.to_json([shown, log_lines(game, table.names, table.log, seat)])


def journals(game: Game, seed: int) -> list[list[list[Entry]]]:
    """Journals of a random game before a decision, and with different decisions."""
    variants = game.configurations()
    options = game.options(variants[(0, -1, len(variants) // 2)[seed]])
    seats = range(game.seats(options))
    bots = {seat for seat in seats if seed == 2 and seat % 2}
    places = [
        Place("bot", f"B{seat}", bot="greedy")
        if seat in bots
        else Place("person", f"P{seat}", fingerprint(f"{TOKEN}{seat}"))
        for seat in seats
    ]
    clock = Clock("game", 600, 5)
    journal: list[Entry] = [
        Made(game.name, game.version, options.changed(), f"answers {seed}", places, "", clock=clock),
        Began(),
    ]
    table = open_table(ID, game, [(entry, 1000 * number) for number, entry in enumerate(journal)])
    dice = random.Random(seed)
    found: list[list[list[Entry]]] = []
    for number in range(STEPS):
        match = table.match
        assert match is not None
        owing = match.position.to_act()
        if not owing:
            break
        seat = dice.choice(owing)
        moves = match.position.moves(seat)
        by = "bot" if seat in bots else "person"
        tried: set[Move] = {moves[0], moves[-1]}
        if len(seats) > 1:
            found.append([list(journal), *[[*journal, Moved(seat, move, by=by)] for move in sorted(tried)]])  # type: ignore[arg-type]
        journal.append(Moved(seat, dice.choice(moves), by=by))  # type: ignore[arg-type]
        table.take(journal[-1], 1000 * (number + 2))
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.long
def test_no_reply_reveals_sealed_decisions(name: str) -> None:
    game = find_game(name)
    compared = 0

    async def story_of(seed: int) -> None:
        nonlocal compared
        for variants in journals(game, seed):
            last = variants[-1][-1]
            assert isinstance(last, Moved)
            made = variants[0][0]
            assert isinstance(made, Made)
            for seat in (None, *range(len(made.places))):
                if seat == last.seat:
                    continue
                alike: dict[bytes, list[list[Entry]]] = defaultdict(list)
                for journal in variants:
                    alike[knowledge(journal, game, seat)].append(journal)
                for same in alike.values():
                    if len(same) < 2:
                        continue
                    first, *others = [await answers(journal, game, seat) for journal in same]
                    for other in others:
                        compared += 1
                        assert other == first

    for seed in range(GAMES):
        asyncio.run(story_of(seed))
    assert (compared > 0) == (name not in OPEN), f"{compared} pairs of tables that a seat cannot tell apart"
