"""Computes the data of tables, stores and servers by the present names."""

from __future__ import annotations

import ast
import asyncio
import hashlib
import io
import json
import logging
import re
import sqlite3
import sys
import tarfile
import tempfile
import time
import types
import zipfile
import zlib
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints
from unittest.mock import patch

import httpx
import msgspec
from msgspec import NODEFAULT, UNSET, Raw, Struct

from rumpus.core.catalogue import GROUP, game_of
from rumpus.core.content.puzzle import Puzzle, puzzle_of
from rumpus.core.game import Game
from rumpus.core.record import Record
from rumpus.offline import export as exporting
from rumpus.offline.export import RUNTIME, exported
from rumpus.offline.runtime import PYODIDE, Download, obtain
from rumpus.offline.store import IndexedStore
from rumpus.review.report import OpenReview, OwnReview, Review
from rumpus.service.bots.pool import BotProcess
from rumpus.service.info import GameInfo, HowInfo, TopicInfo
from rumpus.service.runtime import protocol
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import Settings
from rumpus.service.session import Session
from rumpus.service.store import StoreListener, open_store
from rumpus.service.store import postgres as postgresql
from rumpus.service.store.checking import check_store, copy_store
from rumpus.service.store.copying import open_copy
from rumpus.service.tables import creation
from rumpus.service.tables.lobby import LobbyRow, listing_of
from rumpus.service.tournaments.entries import TournamentEntry
from rumpus.table.archive import ArchivedFrame, ArchivedTable, pack_archive, read_archive, read_part
from rumpus.table.entries import Began, Entry, Made, Moved, Place, pack, unpack
from rumpus.table.match import Match
from rumpus.table.replay import ReplayFrame
from rumpus.table.seat_view import LogLine
from rumpus.table.seats import fingerprint
from rumpus.table.table import Table, open_table
from rumpus.table.table_view import TableView
from rumpus.web.admin import AdminReply, AdminRequest
from rumpus.web.lab_api import ExperimentRequest, KeepRequest
from rumpus.web.logs import JsonFormatter
from rumpus.web.server import WebServer
from tools.browser_types import OPEN

SOURCES = Path(__file__).parents[3] / "src" / "rumpus"
GAMES = ("battle_puno", "cat_brawl", "creature_wars", "defend_the_city", "ultimatum")
NAMES = ("Ann", "Ben", "Cid", "Dee")
WHEN = 1_700_000_000_000
TOKEN = "the-secret-of-whoever-watches"
T = TypeVar("T")


# --- forms ---


def _paths(value: Any, path: str = "") -> set[str]:
    """Returns every path of keys in a JSON value, with the type at its end."""
    match value:
        case dict():
            found = {f"{path}: object"} if not value else set()
            return found.union(*(_paths(inside, f"{path}.{key}") for key, inside in value.items()))
        case list():
            found = {f"{path}[]"} if not value else set()
            return found.union(*(_paths(inside, f"{path}[]") for inside in value))
    kind = {bool: "boolean", int: "number", float: "number", str: "string", type(None): "null"}[type(value)]
    return {f"{path}: {kind}"}


def _schema(kind: Any, above: tuple[Any, ...] = ()) -> Any:
    """Returns the form of a type in JSON, without any name of Python.

    `msgspec.json.schema` cannot read the recursive type of plain values.
    """
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return "recursive" if kind in above else _struct(kind, (*above, kind))
    if origin is Annotated:
        bounds = {name: value for name in BOUNDS if (value := getattr(args[1], name)) is not None}
        return [_schema(args[0], above), bounds]
    if origin is Literal:
        return ["one of", *args]
    if origin in (Union, types.UnionType):
        return ["any of", *sorted((_schema(one, above) for one in args), key=lambda one: json.dumps(one))]
    if origin is not None:
        return [origin.__name__, *("..." if one is ... else _schema(one, above) for one in args)]
    return getattr(kind, "__name__", "any").replace("NoneType", "null") if isinstance(kind, type) else "any"


BOUNDS = ("ge", "gt", "le", "lt", "multiple_of", "min_length", "max_length", "pattern")


def _struct(kind: type[Struct], above: tuple[Any, ...]) -> dict[str, Any]:
    hints = get_type_hints(kind, localns=OPEN, include_extras=True)
    config = kind.__struct_config__
    defaults = (*[NODEFAULT] * (len(kind.__struct_fields__) - len(kind.__struct_defaults__)), *kind.__struct_defaults__)
    fields = [
        [key, _schema(hints[name], above), *([] if value is NODEFAULT else [_default(value)])]
        for name, key, value in zip(kind.__struct_fields__, kind.__struct_encode_fields__, defaults, strict=True)
    ]
    tag = {} if config.tag is None else {"tag": [config.tag_field, config.tag]}
    flags = ("array_like", "omit_defaults", "forbid_unknown_fields")
    said = {name.replace("forbid_unknown_fields", "strict"): True for name in flags if getattr(config, name)}
    return {**tag, **said, "fields": fields}


def _default(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value.factory() if hasattr(value, "factory") else value))


# --- the wire ---


def message_schemas() -> dict[str, Any]:
    return {"client": _schema(protocol.AnyClientMessage), "server": _schema(protocol.AnyServerMessage)}


def protocol_version() -> int:
    return protocol.PROTOCOL


def payload_schemas() -> dict[str, Any]:
    kinds = {
        "admin reply": AdminReply,
        "admin request": AdminRequest,
        "archived moment": ArchivedFrame,
        "archived table": ArchivedTable,
        "game": GameInfo,
        "goal": HowInfo,
        "lab keep": KeepRequest,
        "lab request": ExperimentRequest,
        "lobby row": LobbyRow,
        "moment": ReplayFrame,
        "open review": OpenReview,
        "own review": OwnReview,
        "review": Review,
        "story line": LogLine,
        "table": TableView,
        "topic": TopicInfo,
    }
    return {name: _schema(kind) for name, kind in kinds.items()}


def reread_requests(texts: Sequence[str]) -> list[str]:
    return [msgspec.json.encode(protocol.decode(text)).decode() for text in texts]


def reread_replies(texts: Sequence[str]) -> list[str]:
    kinds = {kind.__struct_config__.tag: kind for kind in get_args(protocol.AnyServerMessage)}
    return [protocol.encode(_reply(kinds, text)).decode() for text in texts]


def _reply(kinds: dict[Any, Any], text: str) -> Any:
    """Reads by a twin of the type, since the type of plain values cannot be read."""
    tag, kind = next((tag, kind) for tag, kind in kinds.items() if text.startswith(f'{{"is":"{tag}"'))
    hints = get_type_hints(kind, localns=OPEN, include_extras=True)
    names = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    fields = [(name, Raw if hints[name] == Raw | None else hints[name], UNSET) for name in names]
    twin = msgspec.defstruct("Twin", fields, tag=tag, tag_field="is", rename=names, forbid_unknown_fields=True)
    read = msgspec.json.decode(text, type=twin)
    values = {name: getattr(read, name) for name in names}
    return kind(**{name: value for name, value in values.items() if value is not UNSET})


# --- entries ---


def entry_schema() -> Any:
    return _schema(Entry)


def tournament_entry_schema() -> Any:
    return _schema(TournamentEntry)


def reread_entries(texts: Sequence[str]) -> list[str]:
    return [pack(unpack(text)).decode() for text in texts]


# --- a table ---


def _journal(name: str, most: int = 3_000) -> tuple[list[tuple[Entry, int]], Table]:
    game = game_of(name)
    seats = min(game.seat_counts())
    places = [Place("person", person, fingerprint(person)) for person in NAMES[:seats]]
    options = dict(game.options(seats=seats).changed())
    made = Made(game.name, game.version, options, "frozen", places, fingerprint("host"), listed=True)
    journal: list[tuple[Entry, int]] = [(made, WHEN), (Began(), WHEN)]
    table = open_table(name, game, journal)
    match = _match(table)
    while not match.over and len(journal) < most:
        seat = match.position.to_act()[0]
        move = match.position.moves(seat)[0]
        words = game.format_move(match.position, seat, move)
        journal.append((Moved(seat, move, words=words), WHEN + 1000 * len(journal)))
        table.take(*journal[-1])
    return journal, table


def _match(table: Table) -> Match:
    assert table.match is not None
    return table.match


def archived_paths() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for name in GAMES:
        head, *parts = pack_archive(_journal(name)[1])
        moments = [moment for part in parts for moment in json.loads(zlib.decompress(part))]
        found[name] = {"head": sorted(_paths(json.loads(zlib.decompress(head)))), "moments": sorted(_paths(moments))}
    return found


def reread_archive(parts: Sequence[Any]) -> list[Any]:
    head, *film = [zlib.compress(json.dumps(part).encode()) for part in parts]
    read = [read_archive(head), *(read_part(part) for part in film)]
    return [json.loads(msgspec.json.encode(part)) for part in read]


def record_file(name: str = "cat_brawl") -> str:
    return _match(_journal(name)[1]).record.dumps()


def reread_record(text: str) -> tuple[str, int]:
    record = Record.loads(text)
    return record.dumps(), len(list(record.walk(game_of(record.game))))


# --- stores ---


def _dump(path: Path) -> dict[str, Any]:
    """Returns the schema and all rows of a SQLite file; bytes as text, compressed ones as JSON paths."""

    def plain(value: Any) -> Any:
        if not isinstance(value, bytes):
            return value
        if value[:1] == b"\x78":
            return sorted(_paths(json.loads(zlib.decompress(value))))
        try:
            return value.decode()
        except UnicodeDecodeError:
            return value.hex()

    def plain_row(name: str, row: tuple[Any, ...]) -> list[Any]:
        values = [plain(value) for value in row]
        if name == "keepsake" and row[2][:1] == b"\x78":
            # The words of an archive may change, so its mark is computed here; that of the side file is pinned.
            mark = hashlib.sha256(f"{row[0]} {row[1]} -1 ".encode() + row[2]).digest()[:8]
            values[3] = "of these bytes" if row[3] == mark else values[3]
        return values

    with closing(sqlite3.connect(path)) as db:
        master = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name").fetchall()
        tables = [name for kind, name, _, _ in master if kind == "table"]
        return {
            "version": db.execute("PRAGMA user_version").fetchone()[0],
            "schema": [[*row[:3], " ".join((row[3] or "").split())] for row in master],
            "columns": {name: [row[1] for row in db.execute(f"PRAGMA table_info({name})")] for name in tables},
            "rows": {
                name: [plain_row(name, row) for row in db.execute(f"SELECT * FROM {name} ORDER BY 1, 2")]
                for name in tables
                if name != "proof"
            },
        }


def written_store() -> dict[str, Any]:
    """Writes a finished table, its archive and a side file into a new SQLite store; returns its rows."""

    async def write(path: Path) -> None:
        name = "cat_brawl"
        journal, table = _journal(name, 20)
        store = open_store(str(path))
        await store.open(StoreListener())
        for number, (entry, when) in enumerate(journal):
            assert await store.append(name, number, [entry], when, listing_of(table))
        await store.save_archive(name, pack_archive(_journal(name)[1]))
        await store.save_part(name, -1, b'{"side": "file"}')
        await store.check_writable(WHEN)
        await store.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        asyncio.run(write(path))
        return _dump(path)


def opened_store(script: str) -> dict[str, Any]:
    """Opens a store of an earlier day, copies it and reads all of it; returns what was found."""

    async def collect(path: Path, target: Path) -> dict[str, Any]:
        async with open_copy(str(path)) as source, open_copy(str(target)) as filled:
            copied = await copy_store(source, filled)
        async with open_copy(str(target)) as source:
            found = await check_store(source, replay=True)
        store = open_store(str(target))
        await store.open(StoreListener())
        tables: dict[str, Any] = {}
        for name in ("cat_brawl", "defend_the_city"):
            pages = await store.read(name)
            table = open_table(name, game_of(name), [(page.entry, page.when) for page in pages])
            tables[name] = {
                "state": table.state,
                "names": table.names,
                "entries": [[page.seq, page.when, pack(page.entry).decode()] for page in pages],
                "record": _match(table).record.dumps(),
                "archive": [hashlib.sha256(await store.read_part(name, n) or b"").hexdigest() for n in (0, 1)],
            }
        await store.close()
        return {
            "troubles": [copied.problems, found.problems, found.others],
            "counts": [found.tables, found.entries, found.archived],
            "tables": tables,
        }

    with tempfile.TemporaryDirectory() as folder:
        path, target = Path(folder) / "kept.db", Path(folder) / "copy.db"
        with closing(sqlite3.connect(path)) as db:
            db.executescript(script)
        found = asyncio.run(collect(path, target))
        with closing(sqlite3.connect(path)) as old, closing(sqlite3.connect(target)) as new:
            found["same"] = _rows(old) == _rows(new)
        return found


def _rows(db: sqlite3.Connection) -> list[str]:
    return sorted(line for line in db.iterdump() if line.startswith("INSERT") and '"proof"' not in line)


def postgres_statements() -> dict[str, Any]:
    def line(text: str) -> str:
        return " ".join(text.split())

    return {
        "schemas": [line(text) for text in postgresql.SCHEMAS],
        "statements": sorted(
            line(value)
            for value in vars(postgresql).values()
            if isinstance(value, str) and re.search(r"\b(INSERT|DELETE|UPDATE|SELECT)\b", value)
        ),
        "channel": postgresql.CHANNEL,
        "lock": postgresql.SERVERS_LOCK,
    }


class _Browser:
    """Notes what the store of an export asks of IndexedDB."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.rows: dict[str, dict[str, Any]] = {}

    async def open(self) -> None:
        pass

    async def add(self, lines: Any, rows: Any) -> bool:
        [row] = rows
        self.asked.append(["add", [key for key, _ in lines], row[0]])
        self.rows.setdefault("shelf", {})[str(row[0])] = row[1]
        return True

    async def put(self, store: str, rows: Any) -> None:
        self.asked.append(["put", store, [[key, len(row)] for key, row in rows]])
        self.rows.setdefault(store, {}).update((str(key), row) for key, row in rows)

    async def between(self, store: str, first: Any, last: Any) -> Any:
        self.asked.append(["between", store, first, last])
        found = [row for key, row in self.rows.get(store, {}).items() if str(first) <= key <= str(last)]
        return types.SimpleNamespace(to_py=lambda: found)

    async def all(self, store: str) -> Any:
        self.asked.append(["all", store])
        return types.SimpleNamespace(to_py=lambda: list(self.rows.get(store, {}).values()))

    async def remove(self, tables: Any) -> None:
        self.asked.append(["remove", tables])


def browser_store() -> Any:
    bridge = types.ModuleType("pyodide.ffi")
    bridge.to_js = lambda value: value  # type: ignore[attr-defined]

    async def use(browser: _Browser) -> None:
        store = IndexedStore(browser)
        journal, _ = _journal("defend_the_city")
        listing = listing_of(open_table("t1", game_of("defend_the_city"), journal))
        await store.open(StoreListener())
        await store.check_writable(WHEN)
        await store.append("t1", 0, [entry for entry, _ in journal], WHEN, listing)
        await store.list_table("t1", WHEN, listing)
        await store.touch(["t1"], WHEN)
        await store.save_archive("t1", [b"head", b"film"])
        await store.save_part("t1", -1, b"side")
        await store.read_part("t1", -1)
        await store.read("t1")
        await store.rows(0, 10)
        await store.delete_untouched(WHEN + 1)

    browser = _Browser()
    with patch.dict(sys.modules, {"pyodide": types.ModuleType("pyodide"), "pyodide.ffi": bridge}):
        asyncio.run(use(browser))
    row = [value.decode() if isinstance(value, bytes) else value for value in browser.rows["shelf"]["t1"]]
    return {"asked": json.loads(json.dumps(browser.asked)), "row": row}


# --- a server ---


class _Here(BotProcess):
    async def run(self, job: Callable[[], T]) -> T:
        return job()

    def forget(self, table: str) -> None:
        pass

    def close(self) -> None:
        pass


@asynccontextmanager
async def _served() -> AsyncIterator[tuple[WebServer, Path]]:
    """Opens a server of which nothing but the socket to the world is missing."""
    with tempfile.TemporaryDirectory(prefix="frozen-") as name:
        folder = Path(name)
        (folder / "lab").mkdir()
        settings = Settings(
            store=str(folder / "tables.db"),
            admin=str(folder / "admin"),
            lab=str(folder / "lab"),
            experiments=True,
            metrics_token=TOKEN,
            bot_pause=0,
        )
        server = WebServer(settings, games=[game_of(game) for game in GAMES])
        await server.bots.close()
        server.bots.processes = [_Here(), _Here()]
        await server.open()
        try:
            yield server, folder
        finally:
            await server.admin.close()
            server.tables.close()
            await server.background.close()
            await server.store.close()
            server.lab.close()


@asynccontextmanager
async def _client(server: WebServer) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(server.app())
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


async def _store_table(server: WebServer, name: str) -> None:
    journal, table = _journal(name, 9)
    now = int(1000 * time.time())
    await server.store.append(name, 0, [entry for entry, _ in journal], now, listing_of(table))


def routes() -> list[list[Any]]:
    async def collect() -> list[list[Any]]:
        async with _served() as (server, _):
            found = [[getattr(r, "path", ""), sorted(getattr(r, "methods", None) or [])] for r in server.app().routes]
            return sorted(found)

    return asyncio.run(collect())


def http_answers(asked: Sequence[str]) -> dict[str, Any]:
    async def collect() -> dict[str, Any]:
        async with _served() as (server, folder), _client(server) as client:
            (folder / "lab" / "asked").mkdir()
            (folder / "lab" / "asked" / "inquiry.json").write_text(INQUIRY)
            for name in ("cat_brawl", "defend_the_city"):
                await _store_table(server, name)
            return {address: _answer(await client.get(address)) for address in asked}

    return asyncio.run(collect())


INQUIRY = (
    '{"kind":"compare","game":"cat_brawl","version":1,"changes":{},"strengths":["greedy"],"most":100,"seed":"frozen",'
    '"asked":1.0}'
)


def _answer(answer: httpx.Response) -> dict[str, Any]:
    kind = answer.headers.get("content-type", "")
    found: dict[str, Any] = {"status": answer.status_code, "kind": kind}
    for key, header in (("cookie", "set-cookie"), ("file", "content-disposition")):
        if header in answer.headers:
            found[key] = answer.headers[header]
    if kind == "application/json":
        found["keys"] = sorted(_paths(answer.json()))
    return found


def metrics_text() -> str:
    async def collect() -> str:
        async with _served() as (server, _), _client(server) as client:
            answer = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
            return re.sub(r"^(rumpus_\S+) .*$", r"\1", answer.text, flags=re.M)

    return asyncio.run(collect())


def admin_talk(lines: Sequence[str]) -> dict[str, Any]:
    """Says these lines at the admin socket; returns the keys of the answers and the file of blocked addresses."""

    async def collect() -> dict[str, Any]:
        async with _served() as (server, folder):
            await _store_table(server, "cat_brawl")
            await server.tables.open("cat_brawl")
            answers = []
            for line in lines:
                reader, writer = await asyncio.open_unix_connection(str(folder / "admin"))
                writer.write(line.encode() + b"\n")
                answers.append([line, sorted(_paths(json.loads(await reader.readline())))])
                writer.close()
            files = {path.name: sorted(json.loads(path.read_text())) for path in folder.glob("*blocked*")}
            return {"answers": answers, "files": files}

    return asyncio.run(collect())


class _Person(Session):
    def __init__(self, server: WebServer, name: str) -> None:
        super().__init__(name, server.requests)
        self.heard: list[Any] = []
        self.page: dict[str, Any] = {}
        self.greet()

    async def send(self, data: bytes) -> None:
        message = json.loads(data)
        self.heard.append(message)
        self.page = message.get("sheet", self.page)


PUZZLE = "076"
"""The puzzle of every day: other puzzles have other keys."""


def session(script: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """Plays a script of [person, message]; returns the answers' tags and the keys of all that was heard, by tag.

    In the script, @table is the table made last, @at the decision asked for, @first the first move offered.
    "all" in place of a person: whoever is asked takes the first move. A "review" is asked for until it is there.
    """

    async def play() -> dict[str, Any]:
        answers: list[list[str]] = []
        async with _served() as (server, _):
            people: dict[str, _Person] = {}
            table = ""

            async def say(who: str, message: dict[str, Any]) -> Any:
                nonlocal table
                if who not in people:
                    people[who] = _Person(server, who)
                person = people[who]
                offers = person.page.get("moves") or [{}]
                places = {"@table": table, "@at": person.page.get("at"), "@first": offers[0].get("move")}
                text = json.dumps({**message, "id": "x"})
                for place, value in places.items():
                    text = text.replace(f'"{place}"', json.dumps(value))
                await person.handle(text)
                for listener in people.values():
                    while listener.news.is_set():
                        await listener.send_pending()
                answer = next(one for one in reversed(person.heard) if one.get("id") == "x")
                table = answer.get("table", table)
                return answer

            for who, message in script:
                if who == "all":
                    for _ in range(message["moves"]):
                        movers = [name for name, person in people.items() if person.page.get("moves")]
                        if movers:
                            await say(movers[0], {"do": "move", "at": "@at", "move": "@first"})
                    continue
                answer = await say(who, message)
                while answer["is"] == "reviewed" and "own" not in answer:
                    await asyncio.sleep(0.01)
                    answer = await say(who, message)
                answers.append([message["do"], answer["is"]])
            for person in people.values():
                server.requests.leave(person)
            heard = [message for person in people.values() for message in person.heard]
        tags = sorted({message["is"] for message in heard} - {"lobby_news"})  # which come when time has passed
        keys = {tag: sorted(_paths([one for one in heard if one["is"] == tag])) for tag in tags}
        return {"answers": answers, "keys": keys}

    def token_hex(size: int | None = None) -> str:
        return hashlib.sha512(b"frozen").hexdigest()[: 2 * (size or 32)]

    def todays_puzzle(game: Game, _day: int) -> Puzzle:
        return puzzle_of(game, PUZZLE)

    with patch("secrets.token_hex", token_hex), patch.object(creation, "todays_puzzle", todays_puzzle):
        return asyncio.run(play())


def log_line() -> list[str]:
    record = logging.LogRecord("rumpus.server", logging.INFO, "", 0, "open", (), None)
    record.facts = {"fact": 1}
    return list(json.loads(JsonFormatter().format(record)))


# --- what the sources say ---


def _python(word: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if word in text:
            yield text, ast.parse(text)


def _calls(tree: ast.Module, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == name:
            yield node


def _strings(node: ast.AST) -> list[str]:
    return [one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def counter_names() -> list[str]:
    found: set[str] = set()
    for _, tree in _python("metrics"):
        for call in _calls(tree, Metrics.count.__name__):
            if call.args and "metrics" in ast.unparse(call.func).lower():
                found.update(name for name in _strings(call.args[0]) if name)
    return sorted(found)


def logger_names() -> list[str]:
    found = {name for _, tree in _python("getLogger") for call in _calls(tree, "getLogger") for name in _strings(call)}
    return sorted(found)


def environment_variables() -> list[str]:
    return sorted({name for text, _ in _python("RUMPUS_") for name in re.findall(r"\bRUMPUS_[A-Z_]*[A-Z]\b", text)})


def _scripts() -> Iterator[str]:
    """Returns every script of ours for the browser, without comments and with nameless places in templates."""
    for path in sorted(SOURCES.rglob("*.js")):
        text = re.sub(r"/\*.*?\*/|(?<=\s)//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S)
        yield re.sub(r"\$\{[^}]*\}", "${}", text)


STRING = r"""["'`]([^"'`\n]*)["'`]"""


def browser_keys() -> dict[str, Any]:
    kept: set[str] = set()
    ours: set[str] = set()
    databases: list[str] = []
    stores: set[str] = set()
    facts: set[str] = set()
    for text in _scripts():
        named = re.sub(r"pyimport\([^)]*\)", "", text)
        ours.update(name for name in re.findall(STRING, named) if re.match(r"rumpus( \$|\.)", name))
        if "localStorage" in text:
            first = re.findall(rf"\b\w+\(\s*{STRING}\s*,", text)
            kept.update(name for name in first if re.fullmatch(r"[a-z]+(\.\$\{\})?", name))
            settings = re.findall(r"\bsettings = \{([^}]*)\}", text)
            facts.update(key for one in settings for key in re.findall(r"(\w+):", one))
        if "indexedDB.open" in text:
            databases += re.findall(r"indexedDB\.open\([^,]*,\s*(\d+)\)", text)
            stores.update(re.findall(rf"objectStore\({STRING}\)", text))
            stores.update(*(re.findall(STRING, row) for row in re.findall(r"const \w+ = \[([^\]]*)\]", text)))
    return {
        "local and session storage": sorted(kept),
        "settings": sorted(facts),
        "names of ours": sorted(ours),
        "database versions": databases,
        "database stores": sorted(stores),
        "cookies": sum("document.cookie" in text for text in _scripts()),
    }


def entry_point_group() -> str:
    return GROUP


# --- an export ---


def export_files() -> list[str]:
    def small(piece: Download, _folder: object, _tell: object) -> bytes:
        made = io.BytesIO()
        if piece is PYODIDE:
            with tarfile.open(fileobj=made, mode="w:gz") as archive:
                for name in RUNTIME:
                    archive.addfile(tarfile.TarInfo(f"package/{name}"), io.BytesIO())
        else:
            zipfile.ZipFile(made, "w").close()
        return made.getvalue()

    with patch.object(exporting, obtain.__name__, small):
        files = exported(None, lambda _: None)
    with zipfile.ZipFile(io.BytesIO(files["python.zip"])) as python:
        papers = [f"python.zip/{name}" for name in python.namelist() if ".dist-info/" in name]
    ours = [name for name in files if not name.startswith(("static/", "games/")) and _built_in(name)]
    return sorted([*ours, *papers])


def _built_in(name: str) -> bool:
    return not name.startswith("api/games/") or name.split("/")[2] in GAMES
