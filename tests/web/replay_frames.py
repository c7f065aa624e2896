"""Moments of real games, laid out as tables that wait for a person to look at them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import msgspec

from rumpus.core.game import Game
from rumpus.core.options import Options
from rumpus.core.position import Move, Seat
from rumpus.core.rng import SeededRng
from rumpus.service.runtime.environment import SYSTEM_CLOCK
from rumpus.service.store import StoreListener, open_store
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Began, Entry, Made, Moved, Place
from rumpus.table.match import Match
from rumpus.table.seat_view import offers_of
from rumpus.table.seats import fingerprint
from rumpus.table.table import open_table

PEOPLE = ("Ann", "Bix (normal)", "Carl", "Dot (hard)", "Eleonore", "Fig (easy)", "Gus", "Hob (greedy)")
SEED = "a table that fits"


def token(seat: Seat) -> str:
    return f"{seat}" * 30


class Decision:
    """A seat to move, after these moves."""

    def __init__(self, moves: list[tuple[Seat, Move]], seat: Seat) -> None:
        self.moves = moves
        self.seat = seat


def random_game(game: Game, options: Options) -> tuple[list[tuple[Seat, Move]], int]:
    """Plays random moves. Returns them, and the number of moves before the fullest view."""
    seats = game.seats(options)
    rng = SeededRng("a hand that plays anything")
    match = Match(game, options, SEED, PEOPLE[:seats])
    made: list[tuple[Seat, Move]] = []
    fullest, most = 0, 0
    while owing := match.position.to_act():
        seat = owing[0]
        weight = len(msgspec.json.encode([match.position.view(seat), offers_of(match, seat)]))
        if weight > most:
            fullest, most = len(made), weight
        moves = match.position.moves(seat)
        made.append((seat, moves[rng.below(len(moves))]))
        match.play(*made[-1])
    return made, fullest


def decisions_of(game: Game, options: Options) -> dict[str, Decision]:
    """Decisions early, in the middle and late in a random game, and at its fullest."""
    made, fullest = random_game(game, options)
    chosen = {"early": len(made) // 10, "middle": len(made) // 2, "late": len(made) - 1, "crowded": fullest}
    return {name: Decision(made[:at], made[at][0]) for name, at in chosen.items()}


def write_table(store: str, id: str, game: Game, options: Options, decision: Decision) -> str:
    places = [
        Place("person", name, fingerprint(token(seat))) for seat, name in enumerate(PEOPLE[: game.seats(options)])
    ]
    made = Made(game.name, game.version, options.changed(), SEED, places, fingerprint(token(0)))
    entries: list[Entry] = [made, Began(), *[Moved(seat, move) for seat, move in decision.moves]]
    when = SYSTEM_CLOCK.wall_ms()
    table = open_table(id, game, [(entry, when) for entry in entries])

    async def write() -> None:
        journal = open_store(store)
        await journal.open(StoreListener())
        try:
            assert await journal.append(id, 0, entries, when, listing_of(table))
        finally:
            await journal.close()

    # The browser's own loop runs in this thread already.
    with ThreadPoolExecutor(1) as background:
        background.submit(lambda: asyncio.run(write())).result()
    return f"/t/{id}#{token(decision.seat)}"
