"""My games: the tables of a profile, newest first."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec

from rumpus.core.errors import RumpusError
from rumpus.core.position import Seat
from rumpus.service.profiles.profiles import Profiles, to_json
from rumpus.service.runtime import protocol as m
from rumpus.service.store import StoreError
from rumpus.service.tables.live import LiveTables
from rumpus.service.tables.lobby import LobbyRow
from rumpus.service.tables.presence import Visitor
from rumpus.table.table import Table

PAGE = 20
"""Tables per page."""
EXPORT_PAGE = 500
GAMES = """
SELECT seat.id, seat.seat, seat.started, shelf.row
FROM rumpus_seat AS seat JOIN rumpus_shelf AS shelf ON shelf.id = seat.id
WHERE seat.profile = $1 AND (shelf.state = $2 OR shelf.state = $3)
AND (seat.started < $4 OR seat.started = $4 AND seat.id < $5)
ORDER BY seat.started DESC, seat.id DESC LIMIT $6
"""
STATES = {"playing": ("playing", "open"), "over": ("over", "over")}
EVERYTHING = """
SELECT seat.id, seat.seat, seat.started, shelf.state, shelf.row
FROM rumpus_seat AS seat JOIN rumpus_shelf AS shelf ON shelf.id = seat.id
WHERE seat.profile = $1 AND seat.id > $2 ORDER BY seat.id LIMIT $3
"""
OTHERS = {
    "ratings": """
        SELECT rating.game, rating.seats, rating.mu, rating.sigma, rating.games
        FROM rumpus_ladder AS ladder JOIN rumpus_rating AS rating
            ON rating.game = ladder.game AND rating.seats = ladder.seats AND rating.player = $1
        ORDER BY rating.game, rating.seats
        """,
    "seeks": "SELECT game, rules, created, expires FROM rumpus_seek WHERE profile = $1 ORDER BY created",
    "notifications": "SELECT settings FROM rumpus_preference WHERE profile = $1",
    "targets": "SELECT kind, url, created FROM rumpus_target WHERE profile = $1 ORDER BY created",
    "muted": "SELECT id FROM rumpus_muted WHERE profile = $1 ORDER BY id",
    "vacations": "SELECT begins, ends FROM rumpus_vacation WHERE profile = $1 ORDER BY begins",
}
"""What else an export has, as rows."""
TOURNAMENTS = """
SELECT row FROM rumpus_tournament
WHERE owner = $1 OR id IN (SELECT id FROM rumpus_entrant WHERE profile = $1) ORDER BY created, id
"""
LATEST = 2**62

_read_row = msgspec.json.Decoder(LobbyRow).decode


async def my_games(profiles: Profiles, visitor: Visitor, asked: m.MyGamesAsk) -> m.MyGames:
    """A page of a visitor's tables. Finished ones come from their listings, so that nothing is replayed."""
    who = await profiles.require(visitor)
    started, _, table = asked.before.partition(".")
    if asked.before and not (started.isascii() and started.isdecimal() and len(started) < 19):
        raise RumpusError("This page is not known. Ask for the first one.")
    before = (int(started), table) if asked.before else (LATEST, "")
    games: list[m.MyGame] = []
    with contextlib.suppress(StoreError):  # a table that has just ended is listed as over in the background
        await profiles.tables.write_listings()
    while True:
        rows = await profiles.store.query(GAMES, who.profile, *STATES[asked.state], *before, PAGE)
        for id, seat, when, written in rows:
            before = (when, id)
            row = _read_row(bytes(written))
            if row.seats[seat].profile != who.profile:
                continue  # it stood up again
            games.append(_listed(row, seat, when))
            if len(games) == PAGE:
                break
        if len(games) == PAGE or len(rows) < PAGE:
            break
    for game in games:
        if asked.state == "playing":
            await _add_turn(profiles.tables, game, who.profile)
    whole = len(games) == PAGE
    return m.MyGames(games=games, next=f"{before[0]}.{before[1]}" if whole else "")


def _listed(row: LobbyRow, seat: int, started: int) -> m.MyGame:
    others = [info.name for number, info in enumerate(row.seats) if number != seat and info.name]
    return m.MyGame(row.table, row.game, row.title, row.state, seat, started, others, fared=row.seats[seat].fared)


async def _add_turn(tables: LiveTables, game: m.MyGame, profile: str) -> None:
    try:
        table = (await tables.open(game.table)).table
    except RumpusError:
        return  # damaged: its page tells
    seat = table.seat_of_profile(profile)
    if seat is not None:
        add_turn(table, seat, game)


def add_turn(table: Table, seat: Seat, game: m.MyGame) -> None:
    """Adds whose turn it is, as this seat knows it, and its clock."""
    match = table.match
    if match is None:
        return
    game.state = table.state
    if table.state != "playing":
        return
    game.turn = seat in match.position.to_act() and not table.seats.stand_ins[seat]
    game.waiting = [table.names[other] for other in match.position.visible_to_act(seat) if other != seat]
    if table.made.clock is not None:
        game.left, game.until = table.clocks.face(seat, seat)


async def export(profiles: Profiles, visitor: Visitor) -> m.Exported:
    """All stored data about a profile, without hashes of secrets."""
    reply = await profiles.reply(visitor)
    games: list[dict[str, Any]] = []
    while True:
        after = games[-1]["table"] if games else ""
        rows = await profiles.store.query(EVERYTHING, reply.profile, after, EXPORT_PAGE)
        for id, seat, started, state, written in rows:
            row = _read_row(bytes(written))
            names = [info.name for info in row.seats]
            games.append(
                {"table": id, "game": row.game, "seat": seat, "started": started, "state": state, "names": names}
            )
        if len(rows) < EXPORT_PAGE:
            break
    others = {name: await profiles.store.query(statement, reply.profile) for name, statement in OTHERS.items()}
    tournaments = [msgspec.Raw(row.encode()) for (row,) in await profiles.store.query(TOURNAMENTS, reply.profile)]
    data = {
        "profile": reply.profile, "name": reply.name, "avatar": reply.avatar, "colour": reply.colour,
        "devices": reply.devices, "passkeys": reply.passkeys, "games": games,
        "tournaments": tournaments, **others,
    }  # fmt: skip
    return m.Exported(data=to_json(data))
