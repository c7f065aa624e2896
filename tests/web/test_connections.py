"""A stranger with many sockets, names or forged headers gets little, and the others go on playing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import time
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rumpus.client import Client, Refusal
from rumpus.core.errors import RumpusError
from rumpus.core.words import as_sentence
from rumpus.service import requests
from rumpus.service.runtime import protocol as m
from rumpus.service.runtime.limits import Buckets, address_block
from rumpus.service.runtime.metrics import Metrics
from rumpus.service.runtime.settings import Settings
from rumpus.table.entries import Named
from rumpus.testing.server import START_SECONDS
from rumpus.web.connections import ConnectionGuard, check_proxies
from rumpus.web.middleware import AllowedHosts
from tests.service.test_moves import Parts, play
from tests.web.local_server import LocalServer, serving
from tests.web.test_live import asynchronous, play_out, run, until
from tests.web.test_security import drain


def ws(service: LocalServer) -> str:
    return f"ws://127.0.0.1:{service.port}/ws"


def memory(service: LocalServer) -> float:
    assert service.process is not None
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{service.process.pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def gauge(service: LocalServer, name: str) -> float:
    found = re.search(rf"^rumpus_{name} (\S+)$", service.get("/metrics")[1], re.M)
    assert found
    return float(found[1])


def ask(service: LocalServer, path: str, **headers: str) -> httpx.Response:
    return httpx.get(service.url + path, headers=headers, timeout=START_SECONDS)


def knock(service: LocalServer, since: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", service.port), 20, source_address=(since, 0))


# --- deaf readers ---


async def deaf(service: LocalServer, table: str, asks: int) -> ClientConnection:
    """Asks for replays and reads no answer."""
    small = socket.socket()
    small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    small.setblocking(False)
    await asyncio.get_running_loop().sock_connect(small, ("127.0.0.1", service.port))
    reader = await connect(ws(service), sock=small, max_queue=1, ping_interval=None, compression=None)
    await reader.send(json.dumps({"do": "attach", "table": table}))
    for _ in range(asks):
        await reader.send('{"do":"replay","count":200}')
    return reader


async def long_game(service: LocalServer) -> str:
    async with Client(service.url) as ann:
        table = await ann.make("battle_puno", ["random"] * 8, options={"mode": "death match"})
        await until(ann, lambda page: page.over)
        assert len(json.dumps(await ann.ask("replay", count=200))) > 100_000
        return table


@pytest.mark.long
@asynchronous
async def test_unread_answers_are_bounded_and_their_sockets_count_until_they_are_gone(tmp_path: Path) -> None:
    with serving(tmp_path, sockets=40) as service:
        table = await long_game(service)
        before = memory(service)
        readers = [await deaf(service, table, 57) for _ in range(40)]
        most = 0.0
        for _ in range(30):
            most = max(most, memory(service))
            await asyncio.sleep(0.1)
        assert most - before < 110, f"{before:.0f} MB grew to {most:.0f} MB"
        assert await asyncio.to_thread(gauge, service, "sockets") == 40
        with pytest.raises(InvalidStatus):
            await connect(ws(service))
        deadline = time.monotonic() + 60
        while await asyncio.to_thread(gauge, service, "connections") > 1:
            assert time.monotonic() < deadline, "deaf readers keep their descriptors"
            await asyncio.sleep(0.5)
        assert await asyncio.to_thread(gauge, service, "sockets") == 0
        assert await asyncio.to_thread(gauge, service, "bytes_waiting") == 0
        async with Client(service.url) as ann:
            await ann.quick("pigeons", ["random"])
        for reader in readers:
            reader.transport.abort()


class Pipe:
    def __init__(self) -> None:
        self.unsent = 0
        self.aborted = False

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted = True


def test_if_too_much_waits_in_all_those_are_cut_on_whom_most_waits() -> None:
    guard = ConnectionGuard(Settings(waiting_bytes=1000), Metrics())
    guard.max_connections = 100
    pipes = [Pipe() for _ in range(4)]
    connections = [guard.enter(cast(asyncio.Transport, pipe), f"10.0.0.{n}") for n, pipe in enumerate(pipes)]
    connections[0].set_queued(100)
    pipes[1].unsent = 500
    connections[1].set_queued(100)
    connections[2].set_queued(300)
    assert guard.buffered == 1000
    assert not any(pipe.aborted for pipe in pipes)
    connections[3].set_queued(50)
    assert [pipe.aborted for pipe in pipes] == [False, True, False, False]
    connections[0].set_queued(120)
    assert [pipe.aborted for pipe in pipes] == [False, True, False, False], "one that is cut is on its way out"
    connections[1].closed()
    assert guard.buffered == 120 + 300 + 50
    assert len(guard.connections) == 3


# --- connections that say nothing ---


def drip(one: socket.socket, deadline: float) -> None:
    while time.monotonic() < deadline:
        one.sendall(b"x")
        time.sleep(0.2)


@pytest.mark.long
def test_idle_and_half_open_connections_leave_room_for_the_healthy_and_end(tmp_path: Path) -> None:
    with serving(tmp_path, files=256) as service:

        async def play() -> None:
            async with Client(service.url) as ann:
                await ann.quick("pigeons", ["random"])
                await play_out(ann)

        half = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "
        knocking: list[socket.socket] = []
        for number in range(400):
            one = knock(service, f"127.0.1.{number % 4 + 1}")
            if number % 2:
                one.sendall(half)
            knocking.append(one)
        assert ask(service, "/healthz").status_code == 200
        assert "rumpus_no_more_room_total" in service.get("/metrics")[1]
        run(play())
        dripping = knock(service)
        dripping.sendall(half)
        deadline = time.monotonic() + 30
        with pytest.raises(OSError, match=r"reset|Broken|closed"):
            drip(dripping, deadline)
        while gauge(service, "connections") > 1:
            assert time.monotonic() < deadline + 10
            time.sleep(0.2)
        for one in knocking:
            one.close()


@pytest.mark.long
def test_a_page_that_nobody_reads_ends_too(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(("127.0.0.1", service.port))
        one.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 300)
        deadline = time.monotonic() + 60
        while gauge(service, "connections") > 1:
            assert time.monotonic() < deadline
            time.sleep(0.5)
        one.close()


def test_connections_of_an_address_are_bounded_not_those_of_others(tmp_path: Path) -> None:
    with serving(tmp_path, sockets=3) as service:
        mine = [knock(service, "127.0.0.9") for _ in range(8)]
        time.sleep(0.3)
        alive = 0
        for one in mine:
            try:
                one.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                alive += one.recv(15) == b"HTTP/1.1 200 OK"
            except OSError:
                pass
        assert alive == 6
        assert service.get("/healthz")[0] == 200
        for one in mine:
            one.close()


def test_pages_are_read_at_a_bounded_rate(tmp_path: Path) -> None:
    with serving(tmp_path, rate=1) as service, httpx.Client(timeout=START_SECONDS) as reader:
        answers = [reader.get(service.url + "/healthz") for _ in range(100)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert all(answer.headers["retry-after"] == "1" for answer in answers if answer.status_code == 429)
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=other, timeout=START_SECONDS) as somebody:
            assert somebody.get(service.url + "/healthz").status_code == 200


def test_the_head_of_a_request_is_bounded(service: LocalServer) -> None:
    with knock(service) as one:
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with contextlib.suppress(OSError):
            for number in range(2000):
                one.sendall(f"X-{number}: {'y' * 100}\r\n".encode())
        with contextlib.suppress(ConnectionResetError):
            assert one.recv(100).startswith(b"HTTP/1.1 400")
    assert service.get("/healthz")[0] == 200


@asynchronous
async def test_frames_without_a_message_are_bounded(service: LocalServer) -> None:
    async with connect(ws(service), ping_interval=None) as mine:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(500):
                await mine.ping()
        async with asyncio.timeout(10):
            await mine.wait_closed()


@asynchronous
async def test_many_messages_in_one_packet_are_not_even_read(tmp_path: Path) -> None:
    with serving(tmp_path, rate=5) as service:
        async with connect(ws(service), ping_interval=None) as mine:
            frame = b"\x81\x82\x00\x00\x00\x00{}"
            mine.transport.write(frame * 100_000)
            with pytest.raises(ConnectionClosed) as closed:
                await drain(mine)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008
        assert gauge(service, "connections") <= 2


# --- who somebody is ---


def test_an_address_of_ipv6_is_a_block() -> None:
    assert address_block("10.1.2.3") == "10.1.2.3"
    assert address_block("2001:db8:1:2::7") == address_block("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert address_block("2001:db8:1:3::7") != address_block("2001:db8:1:2::7")
    assert address_block("::ffff:10.1.2.3") == "10.1.2.3"
    assert address_block("fe80::1%eth0") == "fe80::/64"
    assert address_block("unknown") == "unknown"


def test_buckets_that_are_full_again_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MAX_BUCKETS", 10)
    buckets = Buckets(1000.0, 1.0)
    for number in range(10):
        assert buckets.take(number)
        assert not buckets.take(number) or buckets.rate > 100
    time.sleep(0.01)
    assert buckets.take("another")
    assert len(buckets.buckets) == 1


async def made(service: LocalServer, forwarded: str) -> str:
    async with connect(ws(service), additional_headers={"X-Forwarded-For": forwarded}) as mine:
        await mine.send(json.dumps({
            "do": "make", "game": "pigeons", "token": "t" * 30, "chairs": [{"kind": "me"}, {"kind": "open"}], "id": "1",
        }))  # fmt: skip
        while True:
            heard = json.loads(await mine.recv())
            if heard.get("id") == "1":
                return str(heard["is"])


def test_only_a_named_proxy_is_believed_and_only_what_it_has_added_itself(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "proxied").mkdir()

    async def story(service: LocalServer, *answers: str) -> None:
        for number, answer in enumerate(answers):
            assert await made(service, f"9.9.9.{number}, 5.5.5.5") == answer

    with serving(tmp_path / "plain", tables=2) as service:
        run(story(service, "made", "made", "refused"))
    with serving(tmp_path / "proxied", tables=2, proxies="127.0.0.0/8, 10.0.0.1") as service:
        run(story(service, "made", "made", "refused"))

        async def others() -> None:
            assert await made(service, "5.5.5.5, 6.6.6.6, 10.0.0.1") == "made"
            assert await made(service, "2001:db8::1") == "made"
            assert await made(service, "2001:db8::2") == "made"
            assert await made(service, "2001:db8::3") == "refused"

        run(others())


def test_a_list_of_proxies_is_checked() -> None:
    assert check_proxies("") == ()
    assert check_proxies(" 10.0.0.1,fd00::/8 ") == ("10.0.0.1", "fd00::/8")
    with pytest.raises(RumpusError, match="Cannot read the proxy 'everybody'"):
        check_proxies("everybody")


# --- what the server is called ---


@asynchronous
async def test_a_name_that_is_not_ours_is_not_answered(service: LocalServer) -> None:
    for host in ("evil.example", f"evil.example:{service.port}", "127.0.0.1.evil.example", "[::1", "a b"):
        assert ask(service, "/healthz", host=host).status_code in (400, 421), host
    local = ("localhost", f"LOCALHOST:{service.port}", "rumpus.localhost", "192.168.1.7", "[::1]:80", "10.0.0.1:81")
    for host in local:
        assert ask(service, "/healthz", host=host).status_code == 200, host

    # the page of a stranger, whose name leads to this server for a moment
    headers = {"Host": "evil.example"}
    with pytest.raises(InvalidStatus) as refused:
        await connect(ws(service), origin=cast(Any, "http://evil.example"), additional_headers=headers)
    assert refused.value.response.status_code == 403


def test_hosts() -> None:
    hosts = AllowedHosts(["Games.example.org."])
    assert hosts.allows("games.example.org:443")
    assert hosts.allows(socket.gethostname())
    assert not hosts.allows("")
    assert hosts.allows_origin("https://games.example.org", "127.0.0.1:8484"), "a proxy may have put its own host in"
    assert hosts.allows_origin("http://192.168.0.7:8484", "192.168.0.7:8484")
    assert not hosts.allows_origin("http://192.168.0.7:8484", "192.168.0.7:9999")
    file = "file://games.example.org"
    for origin in ("null", "", "https://evil.example", "http://[::1", "http://", file, "http://[x]"):
        assert not hosts.allows_origin(origin, "127.0.0.1:8484"), origin
    assert not hosts.allows_origin("http://evil.example", "evil.example")
    assert AllowedHosts(["*"]).allows_origin("http://anything.example", "anything.example")


@asynchronous
async def test_an_origin_that_cannot_be_read_is_refused_in_order(service: LocalServer) -> None:
    for origin in ("http://[::1", "http://[x]", "null", "%%%", "http://a:b:c"):
        with pytest.raises(InvalidStatus) as refused:
            await connect(ws(service), origin=cast(Any, origin))
        assert refused.value.response.status_code == 403


# --- messages ---


@asynchronous
async def test_a_refusal_carries_the_id_wherever_there_is_one(service: LocalServer) -> None:
    said = {
        '{"do":"nothing","id":"a1"}': "a1",
        '{"do":"move","id":"a2","at":7}': "a2",
        '{"do":"attach","id":"a3"}': "a3",
        '{"id":"a4"}': "a4",
        '{"do":"ping","id":"a5"': "a5",
        '{"do":"name","id":"a6","name":"\\ud800"}': "a6",
        '{"do":"ping","id":7}': "",
        '{"do":"ping","id":"not an id"}': "",
        "[]": "",
        "[" * 5000: "",
    }

    async with connect(ws(service)) as mine:
        assert json.loads(await mine.recv())["is"] == "hello"
        for text, id in said.items():
            await mine.send(text)
            heard = json.loads(await mine.recv())
            assert (heard["is"], heard.get("id", "")) == ("refused", id), text
            assert heard["why"] == as_sentence(heard["why"]), "a full sentence"


@asynchronous
async def test_a_binary_message_is_refused_with_a_word(service: LocalServer) -> None:
    async with connect(ws(service)) as mine:
        await mine.recv()
        await mine.send(b'{"do":"ping"}')
        with pytest.raises(ConnectionClosed) as closed:
            await mine.recv()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1003, "Messages must be text.")


@asynchronous
async def test_a_client_does_not_say_again_what_is_too_long(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        with pytest.raises(Refusal):
            await asyncio.wait_for(ann.make("pigeons", ["me"], options={"x": "y" * 200_000}), 20)
        await ann.quick("pigeons", ["random"])


# --- whatever is written into a book ---


@asynchronous
async def test_renames_are_bounded(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        table = await ann.make("pigeons", ["me", "open"], name="Ann")
        refused = 0
        for number in range(200):
            try:
                await ann.ask("name", name=f"Ann {number}")
            except Refusal:
                refused += 1
        assert refused > 140
        assert 1 < service.journal(table).count("Ann ") < 60
        # nobody else pays for it
        async with connect(ws(service), local_addr=("127.0.0.2", 0)) as bob:
            await bob.send(json.dumps({"do": "attach", "table": table}))
            await bob.send(json.dumps({"do": "sit", "token": "b" * 30, "id": "sit"}))
            while True:
                heard = json.loads(await bob.recv())
                if heard.get("id") == "sit":
                    assert heard["is"] == "done"
                    break
        page = await until(ann, lambda page: page.moves)
        await ann.move(page.moves[0])


def test_a_journal_is_bounded_but_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "REQUESTS_PER_TABLE", 5)

    async def story(parts: Parts) -> None:
        live = await parts.table()
        for number in range(4):
            await parts.requests.answer(parts.visitors[0], m.Rename(name=f"Ann {number}"))
        for request in (m.Rename(name="Bea"), m.Leave(), m.Stand(seat=0, bot="random")):
            with pytest.raises(RumpusError, match="Only moves are possible"):
                await parts.requests.answer(parts.visitors[0], request)
            await parts.move(0)
            await parts.move(1)
        filed = await parts.store.read(live.table.id)
        assert sum(isinstance(page.entry, Named) for page in filed) == 4

    play(tmp_path, story)


@asynchronous
async def test_a_rematch_counts_as_a_table(tmp_path: Path) -> None:
    with serving(tmp_path, tables=3) as service:
        async with Client(service.url) as ann:
            await ann.quick("pigeons", ["random"])
            for _ in range(2):
                await play_out(ann)
                first = await ann.ask("rematch")
                again = f"{ann._id_prefix}.{int(first['id'].split('.')[1]) + 1}"
                assert await ann.ask("rematch") == {**first, "id": again}
                await ann.attach(first["table"])
            await play_out(ann)
            with pytest.raises(Refusal, match="3 tables within an hour"):
                await ann.ask("rematch")


# --- what is only for the host ---


def test_metrics_are_for_whoever_has_their_token(service: LocalServer, tmp_path: Path) -> None:
    assert ask(service, "/metrics").status_code == 404
    assert ask(service, "/metrics", authorization="Bearer x").status_code == 404
    assert service.get("/metrics")[0] == 200
    with serving(tmp_path, metrics_token="") as closed:
        assert closed.get("/metrics")[0] == 404
        assert ask(closed, "/metrics", authorization="Bearer").status_code == 404


def test_runs_are_shown_to_others_only_if_the_host_says_so(tmp_path: Path) -> None:
    (tmp_path / "public").mkdir()
    with serving(tmp_path, host="0.0.0.0") as service:
        told = json.loads(service.get("/api/lab")[1])
        assert told == {"runs": [], "shown": False, "allowed": False, "host": True, "inquiries": []}
        assert service.get("/lab/anything")[0] == 404
    with serving(tmp_path, host="0.0.0.0", lab=tmp_path / "public") as service:
        assert json.loads(service.get("/api/lab")[1])["shown"] is True
    with serving(tmp_path, host_name="games.example.org") as service:
        assert json.loads(service.get("/api/lab")[1])["shown"] is False
    with serving(tmp_path) as service:
        assert json.loads(service.get("/api/lab")[1])["shown"] is True
