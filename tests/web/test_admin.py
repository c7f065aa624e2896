"""`rumpus admin`: whoever keeps a server sees who is here, closes a table, and keeps an address out."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rumpus.cli.commands.admin import in_columns
from rumpus.cli.main import run as obey
from rumpus.client import Client, Refusal
from rumpus.core.errors import RumpusError
from rumpus.core.record import Record
from rumpus.table.entries import Closed, pack, unpack
from rumpus.web.admin import CLOSED_NOTICE, default_admin_socket, format_duration
from rumpus.web.blocklist import Blocklist, read_address_block
from tests.web.local_server import LocalServer, Postgres, serving
from tests.web.test_live import asynchronous, play_out, run, seat_two, until

Said = pytest.CaptureFixture[str]


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LocalServer]:
    found = LocalServer(tmp_path, bots=1, proxies="127.0.0.0/8").start()
    yield found
    found.close()


def admin_socket(service: LocalServer) -> str:
    return f"{service.store}.admin"


def ask(service: LocalServer, *words: str) -> int:
    return obey(["admin", "--at", admin_socket(service), *words])


async def aside(service: LocalServer, *words: str) -> int:
    return await asyncio.to_thread(ask, service, *words)


def test_people_tables_and_load_are_listed(service: LocalServer, capsys: Said) -> None:
    async def story() -> None:
        async with Client(service.url) as ann, Client(service.url) as bob, Client(service.url) as eve:
            table = await seat_two(ann, bob)
            await eve.ask("lobby")
            await ann.move((await until(ann, lambda page: page.moves)).moves[0])
            assert await aside(service, "people") == 0
            said = capsys.readouterr().out
            assert [line.split()[:1] for line in said.splitlines()[1:4]] == [["127.0.0.1"]] * 3
            assert f"{table}  Ann (host)" in said
            assert f"{table}  Bob\n" in said
            assert "in the lobby" in said
            assert said.endswith("3 connections from 1 address.\n")
            assert await aside(service, "tables") == 0
            said = capsys.readouterr().out
            row = said.splitlines()[1].split()
            assert row[:5] == [table, "pigeons", "playing", "1", "2"]
            assert said.splitlines()[1].endswith("Ann, Bob")
            assert "1 table in the memory" in said

    run(story())
    assert ask(service, "load") == 0
    figures = dict(line.split("  ", 1) for line in capsys.readouterr().out.splitlines())
    assert figures["moves saved"].strip().startswith("1, 99 % of them within")
    assert figures["tables made so far"].strip() == "1"
    assert figures["addresses blocked"].strip() == "0"


@asynchronous
async def test_a_table_that_is_closed_says_so_and_keeps_its_record(service: LocalServer, capsys: Said) -> None:
    async with Client(service.url) as ann, Client(service.url) as bob:
        table = await seat_two(ann, bob, listed=True, clock={"kind": "move", "seconds": 9})
        page = await until(ann, lambda page: page.moves)
        await ann.move(page.moves[0])
        assert await aside(service, "close", table) == 0
        for client in (ann, bob):
            page = await until(client, lambda page: page.table_view.state == "dropped")
            assert page.table_view.notice == CLOSED_NOTICE
            assert page.log[-1].text == CLOSED_NOTICE
            assert (page.moves, page.table_view.waiting, page.table_view.clock) == ([], [], None)
        for fields in ({"move": 0, "at": "0.0"}, {"move": 0, "at": "0.1"}):
            with pytest.raises(Refusal, match=r"This game has ended\."):
                await bob.ask("move", **fields)
        status, text = service.get(f"/api/tables/{table}/record")
        assert status == 200
        assert len(Record.loads(text).moves) == 1
        while table in service.get("/api/tables")[1]:
            await asyncio.sleep(0.2)  # it is looked up once a second
        assert await aside(service, "close", table) == 2
        assert "has ended already" in capsys.readouterr().err
        service.stop()
        service.start()
    async with Client(service.url) as eve:
        page = await eve.attach(table)
        assert (page.table_view.state, page.table_view.notice) == ("dropped", CLOSED_NOTICE)


@asynchronous
async def test_bots_do_not_go_on_at_a_table_that_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path, bots=1, pause=0.3) as service:
        async with Client(service.url) as ann:
            table = await ann.make("pigeons", ["greedy", "greedy"], name="Ann")
            await ann.attach(table)
            await until(ann, lambda page: page.table_view.view)
            assert await aside(service, "close", table) == 0
            await until(ann, lambda page: page.table_view.state == "dropped")
            await asyncio.sleep(1.0)
            assert isinstance(unpack(service.journal(table).splitlines()[-1]), Closed)


@asynchronous
async def test_a_table_can_be_closed_before_it_begins_and_not_after_its_end(service: LocalServer, capsys: Said) -> None:
    async with Client(service.url) as ann:
        table = await ann.make("pigeons", ["me", "open"], name="Ann")
        assert await aside(service, "close", table) == 0
        assert (await until(ann, lambda page: page.table_view.state == "dropped")).table_view.notice == CLOSED_NOTICE
        assert service.get(f"/api/tables/{table}/record")[0] == 409
        table = await ann.quick("pigeons", ["greedy"])
        await play_out(ann)
        assert await aside(service, "close", table) == 2
        assert "has ended already" in capsys.readouterr().err
        assert await aside(service, "close", "nowhere") == 2
        assert "Table not found" in capsys.readouterr().err


def test_a_closed_entry_of_an_earlier_version_is_still_read() -> None:
    assert pack(Closed()) == b'{"type":"closed"}'
    assert unpack(b'{"type":"closed"}') == Closed()


async def knock(service: LocalServer, address: str) -> int:
    try:
        async with connect(f"ws://127.0.0.1:{service.port}/ws", additional_headers={"X-Forwarded-For": address}):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


@asynchronous
async def test_who_is_blocked_stays_outside_after_a_new_start_too(service: LocalServer, capsys: Said) -> None:
    forwarded = {"X-Forwarded-For": "2001:db8:0:7::1"}
    async with connect(f"ws://127.0.0.1:{service.port}/ws", additional_headers=forwarded) as ws:
        await ws.recv()
        assert await aside(service, "block", "2001:db8:0:7::99") == 0
        assert "2001:db8:0:7::/64 is blocked; 1 connection closed." in capsys.readouterr().out
        with pytest.raises(ConnectionClosed) as closed:
            await ws.recv()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, "blocked" in closed.value.rcvd.reason) == (1008, True)
    assert await aside(service, "block", "203.0.113.7") == 0
    assert await aside(service, "block", "203.0.113.7") == 0, "said twice, it is so once"
    for _ in range(2):
        assert await knock(service, "2001:db8:0:7:8::1") == 403
        assert await knock(service, "203.0.113.7") == 403
        assert await knock(service, "::ffff:203.0.113.7") == 403
        assert await knock(service, "2001:db8:0:8::1") == 101
        assert await knock(service, "203.0.113.8") == 101
        service.stop()
        service.start()
    capsys.readouterr()
    assert await aside(service, "blocked") == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["address", "2001:db8:0:7::/64", "203.0.113.7"]
    assert await aside(service, "unblock", "2001:db8:0:7::/64") == 0
    assert await knock(service, "2001:db8:0:7::1") == 101
    assert await knock(service, "203.0.113.7") == 403
    assert await aside(service, "unblock", "203.0.113.7") == 0
    capsys.readouterr()
    assert await aside(service, "blocked") == 0
    assert capsys.readouterr().out == "No address is blocked.\n"


def test_a_blocked_address_gets_no_page(tmp_path: Path) -> None:
    with serving(tmp_path, bots=1) as service:
        assert ask(service, "block", "127.0.0.1") == 0
        status, words = service.get("/")
        assert (status, words) == (403, "The administrator of this server has blocked your address.\n")
        assert ask(service, "unblock", "127.0.0.1") == 0
        assert service.get("/")[0] == 200


def test_what_cannot_be_done_is_said_in_a_sentence(service: LocalServer, capsys: Said, tmp_path: Path) -> None:
    troubles = {
        ("block", "127.0.0.1"): "is a proxy of this server",
        ("block", "everybody"): "cannot read the address",
        ("block", "10.0.0.0/8"): "cannot read the address",
        ("unblock", "203.0.113.9"): "203.0.113.9 is not blocked",
        ("frolic",): "--help",
        ("close",): "--help",
    }
    for words, why in troubles.items():
        assert ask(service, *words) == 2, words
        said = capsys.readouterr().err
        assert why.lower() in said.lower()
        assert said.count("\n") == 1
    assert ask(service, "blocked") == 0
    assert capsys.readouterr().out == "No address is blocked.\n"
    for nowhere in (tmp_path / "nothing", Path(service.store), tmp_path / ("long" * 40)):
        assert obey(["admin", "--at", str(nowhere), "people"]) == 2
        assert f"No server answers at {nowhere}" in capsys.readouterr().err


def test_the_admin_socket_is_private_and_outlives_nonsense(service: LocalServer, capsys: Said) -> None:
    path = Path(admin_socket(service))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for nonsense in (b"\n", b"{}\n", b'{"do":"frolic"}\n', b"\xff\xfe\n", b"x" * 200_000 + b"\n"):
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(str(path))
            try:
                line.sendall(nonsense)
                heard = line.makefile("rb").readline()
            except OSError:
                heard = b""
            assert not heard or "Unknown request" in json.loads(heard)["refused"]
    assert ask(service, "people") == 0
    service.stop()
    assert not path.exists()
    assert ask(service, "people") == 2
    assert "No server answers at" in capsys.readouterr().err


def test_after_a_crash_the_admin_socket_is_opened_again(service: LocalServer) -> None:
    service.kill()
    assert Path(admin_socket(service)).is_socket()
    service.start()
    assert ask(service, "people") == 0


def test_two_servers_on_one_database_have_a_socket_each(tmp_path: Path, postgres: Postgres, capsys: Said) -> None:
    left = LocalServer(tmp_path, store=postgres.url, bots=1, admin=tmp_path / "left").start()
    right = LocalServer(tmp_path, store=postgres.url, bots=1, admin=tmp_path / "right").start()

    async def story() -> None:
        async with Client(left.url) as ann, Client(right.url) as bob:
            table = await seat_two(ann, bob)
            await until(ann, lambda page: page.moves)
            assert await asyncio.to_thread(obey, ["admin", "--at", str(tmp_path / "right"), "close", table]) == 0
            for client in (ann, bob):
                await until(client, lambda page: page.table_view.notice == CLOSED_NOTICE)
            capsys.readouterr()
            for name, who in (("left", "Ann"), ("right", "Bob")):
                assert await asyncio.to_thread(obey, ["admin", "--at", str(tmp_path / name), "people"]) == 0
                said = capsys.readouterr().out
                assert who in said
                assert "1 connection from" in said

    try:
        run(story())
        third = LocalServer(tmp_path, store=postgres.url, bots=1, admin=tmp_path / "left")
        with pytest.raises(AssertionError, match="Another server answers"):
            third.start()
    finally:
        left.close()
        right.close()


# --- parts ---


def test_an_address_is_read_as_its_block() -> None:
    assert read_address_block("203.0.113.7") == "203.0.113.7"
    assert read_address_block("203.0.113.7/32") == "203.0.113.7"
    assert read_address_block("::ffff:203.0.113.7") == "203.0.113.7"
    assert read_address_block("2001:db8::1") == read_address_block("2001:db8::/64") == "2001:db8::/64"
    assert read_address_block("fe80::1%eth0") == "fe80::/64"
    for wrong in ("", "x", "10.0.0.0/8", "2001:db8::/32", "203.0.113"):
        with pytest.raises(RumpusError, match="Cannot read the address"):
            read_address_block(wrong)


def test_a_blocklist_that_cannot_be_read_stops_the_server(tmp_path: Path) -> None:
    path = tmp_path / "x.blocked"
    path.write_text("203.0.113.7")
    with pytest.raises(RumpusError, match=r"Cannot read the blocked addresses in"):
        Blocklist(path).load()


def test_a_block_that_cannot_be_kept_does_not_hold(tmp_path: Path) -> None:
    blocked = Blocklist(tmp_path / "no such folder" / "x.blocked")
    with pytest.raises(RumpusError, match="Nothing has changed"):
        asyncio.run(blocked.block("203.0.113.7"))
    assert blocked.since == {}


def test_the_admin_socket_is_beside_the_file_and_nowhere_for_a_database() -> None:
    for store in ("/srv/tables.db", "sqlite:/srv/tables.db"):
        assert default_admin_socket(store) == "/srv/tables.db.admin"
    assert default_admin_socket("postgresql://db/rumpus") == ""
    assert default_admin_socket("/srv/" + "deep/" * 30 + "tables.db") == ""


def test_times_and_columns_are_plain() -> None:
    durations = [format_duration(ms) for ms in (-5, 119_999, 120_000, 7_200_000, 172_800_000)]
    assert durations == ["0 s", "119 s", "2 min", "2 h", "2 d"]
    assert in_columns([["a", "who"], ["long", "A\x1b[31mnn"]]) == ["a     who", "long  A[31mnn"]


def test_reports_are_read_and_people_muted_and_banned(service: LocalServer, capsys: Said) -> None:
    async def story() -> None:
        async with Client(service.url) as ann, Client(service.url) as bob:
            table = await seat_two(ann, bob, free_text=True)
            await bob.ask("say", text="You are a fool.")
            await ann.ask("report", seat=1, reason="insult")
            assert await aside(service, "reports") == 0
            said = capsys.readouterr().out
            row = said.splitlines()[1].split()
            assert row[0] == f"{table}/2/1"
            assert "Bob" in row
            assert "Insults or hate  Ann  127.0.0.1  You are a fool." in said
            assert said.endswith("1 report.\n")
            report = row[0]
            for words, refusal in (("mute", "has muted you"), ("ban", "has banned you")):
                assert await aside(service, words, report) == 0
                assert capsys.readouterr().out.startswith(f"Bob is {'muted' if words == 'mute' else 'banned'}: no")
                with pytest.raises(Refusal, match=refusal):
                    await bob.ask("say", phrase="hello")
                await ann.ask("say", phrase="hello")
            with pytest.raises(Refusal, match="has banned you"):
                await bob.ask("rematch")
            assert await aside(service, "bans") == 0
            said = capsys.readouterr().out
            assert [line.split()[0] for line in said.splitlines()[1:]] == ["ban", "mute"]
            assert await aside(service, "unban", f"{table}/2") == 0
            assert await aside(service, "unmute", report) == 0
            assert "Bob is no longer muted." in capsys.readouterr().out
            await bob.ask("say", phrase="hello")
            assert await aside(service, "unmute", report) == 2
            assert "Bob is not muted." in capsys.readouterr().err
            assert await aside(service, "resolve", report) == 0
            assert await aside(service, "resolve", report) == 2
            assert await aside(service, "mute", report) == 2
            assert "Cannot find" in capsys.readouterr().err

    run(story())
    for words in ("reports", "bans"):
        assert ask(service, words) == 0
    assert capsys.readouterr().out == "There are no reports.\nNobody is muted or banned.\n"


@asynchronous
async def test_an_address_is_banned_but_not_that_of_a_proxy(service: LocalServer, capsys: Said) -> None:
    assert await aside(service, "ban", "127.0.0.1") == 2
    assert "is a proxy of this server" in capsys.readouterr().err
    assert await aside(service, "ban", "203.0.113.7") == 0
    assert await aside(service, "unban", "address:203.0.113.7") == 0
    assert await aside(service, "ban", "2001:db8::7") == 0
    assert await aside(service, "bans") == 0
    assert "address:2001:db8::/64" in capsys.readouterr().out
