"""Bad input of every kind gets one sentence and changes nothing; strangers get nothing at all."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from rumpus.client import Client, new_token
from rumpus.service.runtime import protocol as m
from rumpus.testing.server import START_SECONDS
from tests.package_metadata import write_metadata
from tests.web.local_server import LocalServer, serving
from tests.web.test_live import asynchronous, run, until


def address(service: LocalServer) -> str:
    return f"ws://127.0.0.1:{service.port}/ws"


# --- who may come in ---


@asynchronous
async def test_a_page_of_another_site_is_not_let_in(service: LocalServer) -> None:
    with pytest.raises(InvalidStatus):
        await connect(address(service), origin="https://evil.example")  # type: ignore[arg-type]
    async with connect(address(service), origin=f"http://127.0.0.1:{service.port}") as ws:  # type: ignore[arg-type]
        assert json.loads(await ws.recv())["is"] == "hello"


@asynchronous
async def test_a_site_named_by_origin_may_play_but_not_use_the_lab(tmp_path: Path) -> None:
    site = "https://games.example.org"
    service = LocalServer(tmp_path, bots=1, origin=site)
    service.words.append("--experiments")
    with contextlib.closing(service.start()):
        async with connect(address(service), origin=site) as ws:  # type: ignore[arg-type]
            assert json.loads(await ws.recv())["is"] == "hello"
        for path in ("", "/any/stop", "/any/go-on", "/any/keep"):
            answer = httpx.post(f"{service.url}/api/lab/inquiries{path}", json={}, headers={"Origin": site})
            assert (answer.status_code, "only pages of this server" in answer.text.lower()) == (403, True)


def test_every_page_forbids_foreign_and_inline_script(service: LocalServer) -> None:
    for path in ("/", "/lab", "/t/abcdefgh", "/r/abcdefgh", "/api/games", "/healthz", "/nothing", "/static/nothing.js"):
        answer = httpx.get(service.url + path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"


@asynchronous
async def test_too_long_a_message_and_too_many_end_the_connection(tmp_path: Path) -> None:
    with serving(tmp_path, rate=5) as service:
        async with connect(address(service)) as ws:
            await ws.recv()
            await ws.send('{"do":"ping","id":"' + "x" * 100_000 + '"}')
            with pytest.raises(ConnectionClosed):
                await drain(ws)
        async with connect(address(service)) as ws:
            await ws.recv()
            with pytest.raises(ConnectionClosed) as closed:
                await chatter(ws)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


@asynchronous
async def test_connections_and_tables_per_address_are_bounded(tmp_path: Path) -> None:
    with serving(tmp_path, sockets=3, tables=2) as service:
        open_ones = [await connect(address(service)) for _ in range(3)]
        with pytest.raises(InvalidStatus):
            await connect(address(service))
        for ws in open_ones:
            await ws.close()
        while "rumpus_sockets 0" not in (await asyncio.to_thread(service.get, "/metrics"))[1]:
            await asyncio.sleep(0.05)
        async with Client(service.url) as ann:
            await ann.quick("pigeons", ["random"])
            await ann.quick("pigeons", ["random"])
            with pytest.raises(Exception, match="2 tables within an hour"):
                await ann.quick("pigeons", ["random"])


@asynchronous
async def test_a_token_is_nowhere_in_the_logs_nor_in_the_store(tmp_path: Path) -> None:
    with serving(tmp_path, log="debug") as service:
        token = new_token()

        async with Client(service.url, token=token) as ann:
            await ann.quick("pigeons", ["random"], name="Ann")
            page = await until(ann, lambda page: page.moves)
            await ann.move(page.moves[0])
            async with connect(address(service)) as ws:
                await ws.send(json.dumps({"do": "attach", "table": ann.table, "token": token, "lines": -5}))
                await ws.send(json.dumps({"do": "attach", "table": "nowhere1", "token": token}))
                await ws.recv()
                assert "token" not in str(await ws.recv())
                assert token not in str(await ws.recv())

        service.stop()
    assert token not in service.log.read_text()
    for path in tmp_path.glob("tables.db*"):
        assert token.encode() not in path.read_bytes()


def test_a_broken_package_of_somebody_else_closes_no_lobby(tmp_path: Path) -> None:
    service = LocalServer(tmp_path)
    write_metadata(tmp_path / "packages", "ruin", "no_such_module")
    try:
        service.start()
        status, text = service.get("/api/games")
        names = [game["name"] for game in json.loads(text)["games"]]
        assert status == 200
        assert "pigeons" in names
        assert "ruin" not in names
        assert service.get("/api/games/ruin/rules")[0] == 404
    finally:
        service.close()
    assert "a game is left out" in service.log.read_text()


async def chatter(ws: Any) -> None:
    for _ in range(200):
        await ws.send('{"do":"ping"}')
    await drain(ws)


async def drain(ws: Any) -> None:
    while True:
        await ws.recv()


# --- fuzzing ---

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
KINDS = [kind.__struct_config__.tag for kind in m.AnyClientMessage.__args__]
FIELDS = sorted({name for kind in m.AnyClientMessage.__args__ for name in kind.__struct_encode_fields__})
likely: st.SearchStrategy[object] = st.sampled_from(
    [0, 1, 2, 7, -1, 10**12, "", "0.0", "0.1", "pigeons", "random", "search:99999999", "t" * 30, None, True, [], {}]
)
seat_request = st.fixed_dictionaries(
    {"kind": st.sampled_from(["me", "open", "bot", "closed", "x"])}, optional={"bot": likely}
)
messages = st.fixed_dictionaries(
    {"do": st.sampled_from(KINDS)},
    optional={
        **dict.fromkeys(FIELDS, likely | plain),
        "chairs": st.lists(seat_request, max_size=9) | plain,
        "options": st.dictionaries(st.sampled_from(["players", "x"]), likely, max_size=2) | plain,
        "game": st.sampled_from(["pigeons", "Pigeons", "nothing", "../x"]) | plain,
        "token": st.just("t" * 30) | plain,
        "id": st.text(alphabet="abc.", max_size=8) | plain,
    },
)


@given(st.lists(messages.map(json.dumps) | st.text(max_size=60) | plain.map(json.dumps), min_size=1, max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_said_is_answered_in_words_and_never_breaks_anything(service: LocalServer, said: list[str]) -> None:
    async def story() -> None:
        async with Client(service.url) as ann:
            # an honest table stands by; nothing that a stranger says may change it
            table = await ann.make("pigeons", ["me", "open"], name="Ann")
            before = ann.page
            async with connect(address(service), max_size=None) as ws:
                await ws.send(json.dumps({"do": "attach", "table": table}))
                for text in said:
                    await ws.send(text)
                await ws.send(json.dumps({"do": "ping", "id": "last"}))
                while True:
                    answer = json.loads(await asyncio.wait_for(ws.recv(), START_SECONDS))
                    assert "Traceback" not in str(answer)
                    assert "something went wrong" not in str(answer)
                    if answer.get("id") == "last":
                        break
            assert ann.page
            assert before
            assert ann.page.table_view.promise == before.table_view.promise

    run(story())
    assert not re.search(r"^rumpus_failures", service.get("/metrics")[1], re.MULTILINE)


paths = st.sampled_from(
    ["/", "/t/", "/r/", "/api/", "/api/games/", "/api/games/{}/rules", "/api/games/{}/topics", "/api/tables/",
     "/api/tables/{}/record", "/static/", "/static/{}", "/healthz", "/metrics", "/ws", "/{}", "/t/{}", "/r/{}", "/lab",
     "/lab/{}", "/api/lab"]
)  # fmt: skip


@given(
    path=paths,
    hole=st.text(max_size=40)
    | st.sampled_from(["../../etc/passwd", "%2e%2e/server.py", "\x00", "pigeons", "a" * 5000]),
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"]),
    body=st.binary(max_size=50),
)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@pytest.mark.long
def test_no_request_makes_the_server_stumble(
    service: LocalServer, path: str, hole: str, method: str, body: bytes
) -> None:
    url = service.url + path.replace("{}", httpx.URL("http://x/", params={"h": hole}).query.decode()[2:])
    answer = httpx.request(method, url, content=body, headers={"host": f"127.0.0.1:{service.port}"})
    assert answer.status_code < 500
    assert "Traceback" not in answer.text
    assert "import " not in answer.text or answer.headers["content-type"].startswith(("text/javascript", "text/html"))


def test_who_leaves_within_a_request_is_no_failure(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        head = (
            f"POST /api/lab/inquiries HTTP/1.1\r\nHost: 127.0.0.1:{service.port}\r\nContent-Type: application/json\r\n"
        )
        with socket.create_connection(("127.0.0.1", service.port)) as line:
            line.sendall(f"{head}Content-Length: 4000\r\n\r\n{{".encode())
            time.sleep(0.3)
        time.sleep(0.3)
        assert "rumpus_failures_total" not in service.get("/metrics")[1]
        assert "failed" not in service.log.read_text()


def test_health_and_metrics(service: LocalServer) -> None:
    assert service.get("/healthz") == (200, "ok\n")
    assert service.get("/readyz") == (200, "ready\n")
    status, text = service.get("/metrics")
    assert status == 200
    assert "rumpus_move_seconds_bucket" in text
    assert "rumpus_sockets" in text


@asynchronous
async def test_bounded_bots_only(service: LocalServer) -> None:
    async with Client(service.url) as ann:
        for bot in ("search:999999999", "search:1000s", "nobody"):
            with pytest.raises(Exception, match="There is no bot"):
                await ann.make("pigeons", ["me", bot])
