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

from rumpus.cli.commands.admin import lay_out
from rumpus.cli.main import run as obey
from rumpus.client import Client, Refusal
from rumpus.core.errors import RumpusError
from rumpus.core.record import Record
from rumpus.table.entries import Closed, pack, unpack
from rumpus.web.admin import CLOSED, ago, default_desk
from rumpus.web.blocklist import Blocked, read_household
from tests.web.house import House, Postgres
from tests.web.test_live import play_out, run, until

Said = pytest.CaptureFixture[str]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path, bots=1, proxies="127.0.0.0/8").start()
    yield found
    found.close()


def desk(house: House) -> str:
    return f"{house.store}.admin"


def ask(house: House, *words: str) -> int:
    return obey(["admin", "--at", desk(house), *words])


async def aside(house: House, *words: str) -> int:
    return await asyncio.to_thread(ask, house, *words)


def test_people_tables_and_load_are_told(house: House, capsys: Said) -> None:
    async def story() -> None:
        async with Client(house.url) as ann, Client(house.url) as bob, Client(house.url) as eve:
            table = await ann.make("pigeons", ["me", "open"], name="Ann")
            await bob.attach(table)
            await bob.sit("Bob")
            await eve.ask("lobby")
            await ann.move((await until(ann, lambda page: page.moves)).moves[0])
            assert await aside(house, "people") == 0
            said = capsys.readouterr().out
            assert [line.split()[:1] for line in said.splitlines()[1:4]] == [["127.0.0.1"]] * 3
            assert f"{table}  Ann, who made it" in said
            assert f"{table}  Bob\n" in said
            assert "in the lobby" in said
            assert said.endswith("3 connections from 1 address.\n")
            assert await aside(house, "tables") == 0
            said = capsys.readouterr().out
            row = said.splitlines()[1].split()
            assert row[:5] == [table, "pigeons", "playing", "1", "2"]
            assert said.splitlines()[1].endswith("Ann, Bob")
            assert "1 table in the memory" in said

    run(story())
    assert ask(house, "load") == 0
    figures = dict(line.split("  ", 1) for line in capsys.readouterr().out.splitlines())
    assert figures["moves written down"].strip().startswith("1, 99 % of them within")
    assert figures["tables made so far"].strip() == "1"
    assert figures["addresses blocked"].strip() == "0"


def test_a_table_that_is_closed_says_so_and_keeps_its_record(house: House, capsys: Said) -> None:
    async def story() -> None:
        async with Client(house.url) as ann, Client(house.url) as bob:
            table = await ann.make(
                "pigeons", ["me", "open"], name="Ann", listed=True, clock={"kind": "move", "seconds": 9}
            )
            await bob.attach(table)
            await bob.sit("Bob")
            page = await until(ann, lambda page: page.moves)
            await ann.move(page.moves[0])
            assert await aside(house, "close", table) == 0
            for client in (ann, bob):
                page = await until(client, lambda page: page.sheet.state == "dropped")
                assert page.sheet.notice == CLOSED
                assert page.story[-1].text == CLOSED
                assert (page.moves, page.sheet.waiting, page.sheet.clock) == ([], [], None)
            for wish in ({"move": 0, "at": "0.0"}, {"move": 0, "at": "0.1"}):
                with pytest.raises(Refusal, match="this game has ended"):
                    await bob.ask("move", **wish)
            status, text = house.get(f"/api/tables/{table}/record")
            assert status == 200
            assert len(Record.loads(text).moves) == 1
            while table in house.get("/api/tables")[1]:
                await asyncio.sleep(0.2)  # it is looked up once a second
            assert await aside(house, "close", table) == 2
            assert "has ended already" in capsys.readouterr().err
            house.stop()
            house.start()
        async with Client(house.url) as eve:
            page = await eve.attach(table)
            assert (page.sheet.state, page.sheet.notice) == ("dropped", CLOSED)

    run(story())


def test_bots_do_not_go_on_at_a_table_that_is_closed(tmp_path: Path) -> None:
    house = House(tmp_path, bots=1, pause=0.3).start()

    async def story() -> None:
        async with Client(house.url) as ann:
            table = await ann.make("pigeons", ["greedy", "greedy"], name="Ann")
            await ann.attach(table)
            await until(ann, lambda page: page.sheet.view)
            assert await aside(house, "close", table) == 0
            await until(ann, lambda page: page.sheet.state == "dropped")
            await asyncio.sleep(1.0)
            assert isinstance(unpack(house.book(table).splitlines()[-1]), Closed)

    try:
        run(story())
    finally:
        house.close()


def test_a_table_can_be_closed_before_it_begins_and_not_after_its_end(house: House, capsys: Said) -> None:
    async def story() -> None:
        async with Client(house.url) as ann:
            table = await ann.make("pigeons", ["me", "open"], name="Ann")
            assert await aside(house, "close", table) == 0
            assert (await until(ann, lambda page: page.sheet.state == "dropped")).sheet.notice == CLOSED
            assert house.get(f"/api/tables/{table}/record")[0] == 409
            table = await ann.quick("pigeons", ["greedy"])
            await play_out(ann)
            assert await aside(house, "close", table) == 2
            assert "has ended already" in capsys.readouterr().err
            assert await aside(house, "close", "nowhere") == 2
            assert "there is no such table" in capsys.readouterr().err

    run(story())


def test_an_earlier_books_word_on_other_rules_is_still_the_same() -> None:
    assert pack(Closed()) == b'{"type":"closed"}'
    assert unpack(b'{"type":"closed"}') == Closed()


async def knock(house: House, address: str) -> int:
    """The status with which this address gets a socket, or none."""
    try:
        async with connect(f"ws://127.0.0.1:{house.port}/ws", additional_headers={"X-Forwarded-For": address}):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_who_is_blocked_stays_outside_after_a_new_start_too(house: House, capsys: Said) -> None:
    async def story() -> None:
        forwarded = {"X-Forwarded-For": "2001:db8:0:7::1"}
        async with connect(f"ws://127.0.0.1:{house.port}/ws", additional_headers=forwarded) as ws:
            await ws.recv()
            assert await aside(house, "block", "2001:db8:0:7::99") == 0
            assert "2001:db8:0:7::/64 is blocked; 1 connection closed." in capsys.readouterr().out
            with pytest.raises(ConnectionClosed) as closed:
                await ws.recv()
            assert closed.value.rcvd is not None
            assert (closed.value.rcvd.code, "blocked" in closed.value.rcvd.reason) == (1008, True)
        assert await aside(house, "block", "203.0.113.7") == 0
        assert await aside(house, "block", "203.0.113.7") == 0, "said twice, it is so once"
        for _ in range(2):
            assert await knock(house, "2001:db8:0:7:8::1") == 403
            assert await knock(house, "203.0.113.7") == 403
            assert await knock(house, "::ffff:203.0.113.7") == 403
            assert await knock(house, "2001:db8:0:8::1") == 101
            assert await knock(house, "203.0.113.8") == 101
            house.stop()
            house.start()
        capsys.readouterr()
        assert await aside(house, "blocked") == 0
        said = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in said] == ["address", "2001:db8:0:7::/64", "203.0.113.7"]
        assert await aside(house, "unblock", "2001:db8:0:7::/64") == 0
        assert await knock(house, "2001:db8:0:7::1") == 101
        assert await knock(house, "203.0.113.7") == 403
        assert await aside(house, "unblock", "203.0.113.7") == 0
        capsys.readouterr()
        assert await aside(house, "blocked") == 0
        assert capsys.readouterr().out == "Nobody is blocked.\n"

    run(story())


def test_a_blocked_address_gets_no_page(tmp_path: Path) -> None:
    house = House(tmp_path, bots=1).start()
    try:
        assert ask(house, "block", "127.0.0.1") == 0
        status, words = house.get("/")
        assert (status, words) == (403, "whoever keeps this server has blocked your address\n")
        assert ask(house, "unblock", "127.0.0.1") == 0
        assert house.get("/")[0] == 200
    finally:
        house.close()


def test_what_cannot_be_done_is_said_in_a_sentence(house: House, capsys: Said, tmp_path: Path) -> None:
    troubles = {
        ("block", "127.0.0.1"): "is a proxy of this server",
        ("block", "everybody"): "an address is like 203.0.113.7",
        ("block", "10.0.0.0/8"): "an address is like",
        ("unblock", "203.0.113.9"): "203.0.113.9 is not blocked",
        ("frolic",): "--help",
        ("close",): "--help",
    }
    for words, why in troubles.items():
        assert ask(house, *words) == 2, words
        said = capsys.readouterr().err
        assert why in said
        assert said.count("\n") == 1
    assert ask(house, "blocked") == 0
    assert capsys.readouterr().out == "Nobody is blocked.\n"
    for nowhere in (tmp_path / "nothing", Path(house.store), tmp_path / ("long" * 40)):
        assert obey(["admin", "--at", str(nowhere), "people"]) == 2
        assert f"no server answers at {nowhere}" in capsys.readouterr().err


def test_the_desk_is_for_its_own_user_and_outlives_nonsense(house: House, capsys: Said) -> None:
    path = Path(desk(house))
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
            assert not heard or "no wish" in json.loads(heard)["refused"]
    assert ask(house, "people") == 0
    house.stop()
    assert not path.exists()
    assert ask(house, "people") == 2
    assert "is it running?" in capsys.readouterr().err


def test_after_a_crash_the_desk_is_opened_again(house: House) -> None:
    house.kill()
    assert Path(desk(house)).is_socket()
    house.start()
    assert ask(house, "people") == 0


def test_two_servers_on_one_database_have_a_desk_each(tmp_path: Path, postgres: Postgres, capsys: Said) -> None:
    left = House(tmp_path, store=postgres.url, bots=1, admin=tmp_path / "left").start()
    right = House(tmp_path, store=postgres.url, bots=1, admin=tmp_path / "right").start()

    async def story() -> None:
        async with Client(left.url) as ann, Client(right.url) as bob:
            table = await ann.make("pigeons", ["me", "open"], name="Ann")
            await bob.attach(table)
            await bob.sit("Bob")
            await until(ann, lambda page: page.moves)
            assert await asyncio.to_thread(obey, ["admin", "--at", str(tmp_path / "right"), "close", table]) == 0
            for client in (ann, bob):
                await until(client, lambda page: page.sheet.notice == CLOSED)
            capsys.readouterr()
            for name, who in (("left", "Ann"), ("right", "Bob")):
                assert await asyncio.to_thread(obey, ["admin", "--at", str(tmp_path / name), "people"]) == 0
                said = capsys.readouterr().out
                assert who in said
                assert "1 connection from" in said

    try:
        run(story())
        third = House(tmp_path, store=postgres.url, bots=1, admin=tmp_path / "left")
        with pytest.raises(AssertionError, match="another server answers"):
            third.start()
    finally:
        left.close()
        right.close()


# --- parts ---


def test_an_address_means_its_household() -> None:
    assert read_household("203.0.113.7") == "203.0.113.7"
    assert read_household("203.0.113.7/32") == "203.0.113.7"
    assert read_household("::ffff:203.0.113.7") == "203.0.113.7"
    assert read_household("2001:db8::1") == read_household("2001:db8::/64") == "2001:db8::/64"
    assert read_household("fe80::1%eth0") == "fe80::/64"
    for wrong in ("", "x", "10.0.0.0/8", "2001:db8::/32", "203.0.113"):
        with pytest.raises(RumpusError, match="an address is like"):
            read_household(wrong)


def test_a_list_that_cannot_be_read_keeps_the_house_shut(tmp_path: Path) -> None:
    path = tmp_path / "x.blocked"
    path.write_text("203.0.113.7")
    with pytest.raises(RumpusError, match=r"the blocked addresses in .* cannot be read"):
        Blocked(path).load()


def test_a_block_that_cannot_be_kept_does_not_hold(tmp_path: Path) -> None:
    blocked = Blocked(tmp_path / "no such folder" / "x.blocked")
    with pytest.raises(RumpusError, match="so nothing has changed"):
        asyncio.run(blocked.block("203.0.113.7"))
    assert blocked.since == {}


def test_the_desk_is_beside_the_file_and_nowhere_for_a_database() -> None:
    assert default_desk("/srv/tables.db") == default_desk("sqlite:/srv/tables.db") == "/srv/tables.db.admin"
    assert default_desk("postgresql://db/rumpus") == ""
    assert default_desk("/srv/" + "deep/" * 30 + "tables.db") == ""


def test_times_and_columns_are_plain() -> None:
    assert [ago(ms) for ms in (-5, 119_999, 120_000, 7_200_000, 172_800_000)] == ["0 s", "119 s", "2 min", "2 h", "2 d"]
    assert lay_out([["a", "who"], ["long", "A\x1b[31mnn"]]) == ["a     who", "long  A[31mnn"]
