"""Longest processor time for which each kind of message holds the server's event loop.

    python -m benchmarks.loop_time                    # all games
    python -m benchmarks.loop_time --game cat_brawl   # one of them
    RUMPUS_PURE=1 python -m benchmarks.loop_time      # interpreted

A service in this process gets every kind of client message: at tables with long finished and unfinished matches, with
all options at their highest, and in a full lobby. Nothing is cached at first. "sending" is the work after a message:
views, logs and the lobby. The exit status is 1 if something took longer than `--latest`.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from rumpus.core.catalogue import every_game
from rumpus.core.content.puzzle import puzzle_names
from rumpus.core.errors import RumpusError
from rumpus.core.game import Game
from rumpus.core.options import BOOL, CHOICE, INT, Options
from rumpus.core.rng import SeededRng
from rumpus.service.bots.process import own_processes
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.loop_time import LoopTimer
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import LOBBY_ROWS, Settings
from rumpus.service.service import GameService
from rumpus.service.session import Session
from rumpus.service.store import open_store
from rumpus.service.tables.lobby import listing_of
from rumpus.table.entries import Began, Entry, Made, Moved, Place
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table

TOKEN = "a-secret-of-the-measurement"
MAX_MOVES = 3000
"""Moves after which a match is long enough."""
QUIET_SECONDS = 0.2
"""Time for the work after a message."""
encode = msgspec.json.Encoder().encode


class Recorder(Metrics):
    """Keeps the longest time by game and kind of message."""

    def __init__(self) -> None:
        super().__init__()
        self.game = ""
        self.longest: dict[tuple[str, str], float] = {}

    def observe_loop(self, kind: str, timer: LoopTimer[object]) -> None:
        key = (self.game, kind)
        self.longest[key] = max(self.longest.get(key, 0.0), timer.longest_cpu)


class Visit(Session):
    """A visitor who takes every answer."""

    def __init__(self, service: GameService) -> None:
        super().__init__("127.0.0.1", service.requests)
        self.kind = ""
        self.last: dict[str, object] = {}
        self.writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while True:
            await self.send_pending()

    async def send(self, data: bytes) -> None:
        reply = msgspec.json.decode(data)
        if reply["is"] not in ("table", "lobby", "lobby_news"):
            self.last = reply
            if reply["is"] == "refused":
                print(f"  {self.kind}: {reply['why']}")

    async def say(self, message: m.AnyClientMessage) -> None:
        self.kind = str(message.__struct_config__.tag)
        gc.collect()
        await self.handle(encode(message).decode())
        await asyncio.sleep(QUIET_SECONDS)

    def close(self) -> None:
        self.writer.cancel()
        self.requests.leave(self)


def highest_options(game: Game) -> Options:
    """Every option at its highest value that fits to the earlier ones."""
    changes: dict[str, object] = {}
    for field in game.options().fields:
        value: object = field.high if field.kind == INT else True if field.kind == BOOL else None
        if field.kind == CHOICE:
            value = field.choices[-1]
        try:
            if value is not None:
                game.options({**changes, field.name: value})
                changes[field.name] = value
        except RumpusError:
            continue
    return game.options(changes)


def played(game: Game, options: Options, seed: str, share: float = 1.0, listed: bool = False) -> list[Entry]:
    """A journal of random play; `share` of the match."""
    seats = game.seats(options)
    places = [Place("person", f"Player {seat}", fingerprint(f"{TOKEN}{seat}")) for seat in range(seats)]
    made = Made(game.name, game.version, options.changed(), seed, places, fingerprint(f"{TOKEN}0"), listed)
    table = Table("any", game, made, 1)
    table.take(Began(), 2)
    rng = SeededRng(seed)
    moves: list[Entry] = []
    while table.match is not None and not table.match.over and len(moves) < MAX_MOVES:
        seat = table.match.position.to_act()[0]
        offered = list(table.match.position.moves(seat))
        move = Moved(seat, offered[rng.below(len(offered))])
        table.take(move, 3, checked=True)
        moves.append(move)
    return [made, Began(), *moves[: int(share * len(moves))]]


def longest_match(game: Game) -> tuple[Options, list[Entry]]:
    """The longest random match of the game's configurations, highest options included."""
    found: list[tuple[Options, list[Entry]]] = []
    for changes in (*game.configurations(), None):
        options = highest_options(game) if changes is None else game.options(changes)
        found.append((options, played(game, options, "long")))
    return max(found, key=lambda one: len(one[1]))


async def write(service: GameService, id: str, entries: Sequence[Entry]) -> None:
    made = entries[0]
    assert isinstance(made, Made)
    table = Table(id, next(game for game in every_game(print) if game.name == made.game), made, 1)
    for entry in entries[1:]:
        table.take(entry, 2, checked=True)
    assert await service.store.append(id, 0, list(entries), service.clock.now(), listing_of(table))


def secret(seat: int) -> str:
    return f"{TOKEN}{seat}"


async def measure(service: GameService, recorder: Recorder, game: Game) -> None:
    recorder.game = game.name
    options, entries = longest_match(game)
    print(f"{game.name}: {len(entries)} entries, {len(options.changed())} options changed")
    for number in range(13):
        await write(service, f"{game.name}-over-{number}", entries)
    seats = game.seats(options)
    visit = Visit(service)
    # --- a finished table ---
    table = f"{game.name}-over-12"
    keys = [m.Key(f"{game.name}-over-{number}", secret(0)) for number in range(12)]
    finished: Sequence[m.AnyClientMessage] = (
        m.Ping(),
        m.Mine(keys=keys),
        m.Attach(table=table),
        m.Attach(table=table, token=secret(0)),
        m.Replay(count=200),
        m.Replay(seat=0, count=200),
        m.Replay(everything=True, count=200),
        m.Replay(everything=True, start=1000, count=200),
        m.Why(),
        m.Hint(),
        m.Undo(),
        m.Rematch(),
        m.PlayOn(token=secret(0), number=len(entries) - 4, seat=0, bot="random"),
        m.Detach(),
    )
    for message in finished:
        await visit.say(message)
    # --- tables that are played ---
    for share in (0.0, 0.5, 0.95):
        table = f"{game.name}-going-{int(100 * share)}"
        await write(service, table, played(game, options, "long", share))
        await visit.say(m.Attach(table=table, token=secret(0)))
        live = await service.tables.open(table)
        match = live.table.match
        assert match is not None
        seat = match.position.to_act()[0]
        for message in asked_while_playing(live.table, seat):
            await visit.say(m.Attach(table=table, token=secret(seat)))
            await visit.say(message)
    # --- tables that begin ---
    for message in made_tables(game):
        await visit.say(message)
        made = visit.last.get("table")
        if isinstance(made, str):
            await visit.say(m.Attach(table=made, token=TOKEN))
            for asked in (m.Why(), m.Rename(name="Ann"), m.Fill(seat=seats - 1, bot="random"), m.Start(bot="random")):
                await visit.say(asked)
            await visit.say(m.Detach())
    # --- last: a review keeps the bots busy for seconds ---
    for message in (m.Attach(table=f"{game.name}-over-12"), m.Reviewing(), m.Reviewing(everything=True)):
        await visit.say(message)
    visit.close()


def asked_while_playing(table: Table, seat: int) -> Iterator[m.AnyClientMessage]:
    assert table.match is not None
    move = next(iter(table.match.position.moves(seat)))
    yield m.Why()
    yield m.Why(words="nothing that a game knows " * 10)
    yield m.Decide(at=table.decision_id(seat), words="nothing that a game knows")
    yield m.Replay(count=200)
    yield m.Replay(seat=seat, count=200)
    yield m.Hint()
    yield m.Decide(at=table.decision_id(seat), move=move)
    yield m.Undo()
    yield m.Agree(yes=True)
    yield m.Rename(name="Somebody else")
    yield m.Stand(seat=seat, bot="random")
    yield m.ComeBack()
    yield m.Leave()


def made_tables(game: Game) -> Iterator[m.AnyClientMessage]:
    for options in (game.options(), highest_options(game)):
        places = [m.SeatRequest("me"), *(m.SeatRequest("open") for _ in range(game.seats(options) - 1))]
        changes: Mapping[str, bool | int | str | list[str]] = options.changed()
        yield m.Make(game=game.name, token=TOKEN, seats=places, options=dict(changes), clock=m.MakeClock("game", 600))
    yield m.Learn(game=game.name, token=TOKEN)
    for name in puzzle_names(game)[:5]:
        yield m.Solve(game=game.name, token=TOKEN, puzzle=name)


async def measure_lobby(service: GameService, recorder: Recorder, game: Game) -> None:
    recorder.game = "lobby"
    entries = played(game, game.options(), "short", 0.0, listed=True)[:1]
    for number in range(LOBBY_ROWS):
        await write(service, f"lobby-{number}", entries)
    await asyncio.sleep(1)
    visit = Visit(service)
    await visit.say(m.Lobby())
    await asyncio.sleep(2)
    visit.close()


async def whole(folder: Path, names: Sequence[str]) -> Recorder:
    settings = Settings(tables_per_address=10_000, bot_pause=0.0)
    service = GameService(settings, open_store(str(folder / "tables.db")), own_processes(2))
    recorder = Recorder()
    service.requests.metrics = recorder
    service.requests.table_limits.burst = 10_000
    await service.open()
    games = [game for game in every_game(print) if not names or game.name in names]
    for game in games:
        await measure(service, recorder, game)
    await measure_lobby(service, recorder, games[0])
    await service.close()
    return recorder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", default=[], help="a game to measure; all by default")
    parser.add_argument("--latest", type=float, default=50.0, help="milliseconds that no message may exceed")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        recorder = asyncio.run(whole(Path(folder), args.game))
    late = 0
    for (game, kind), seconds in sorted(recorder.longest.items(), key=lambda one: -one[1]):
        late += 1000 * seconds > args.latest
        if seconds > 0.005:
            print(f"{1000 * seconds:8.1f} ms  {kind:10} {game}")
    print(f"{late} of {len(recorder.longest)} took longer than {args.latest:g} ms.")
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
