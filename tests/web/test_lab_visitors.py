"""The lab of a public server: visitors have limits, and nobody changes another's experiment."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from starlette.requests import Request
from starlette.responses import Response

from rumpus.core.catalogue import find_game
from rumpus.lab.experiments import saved
from rumpus.lab.experiments.queue import MAX_ACTIVE_PER_ADDRESS
from rumpus.lab.experiments.saved import EXPERIMENTS, MAX_PLAY_SECONDS, ExperimentState, SavedExperiment, hash_of
from rumpus.service.bots.pool import BotPool
from rumpus.service.runtime.settings import Settings
from rumpus.testing.browsers import PageUser
from rumpus.web import middleware
from rumpus.web.lab_api import TOKEN_HEADER, LabApi
from rumpus.web.middleware import BODY_SECONDS, AllowedHosts, is_from_this_machine
from rumpus.web.server import WebServer
from tests.web.local_server import LocalServer

CATS = find_game("cat_brawl")
REQUEST: dict[str, Any] = {"kind": "compare", "game": CATS.name, "strengths": ["random"], "changes": {"persian.hp": 12}}
ANN, BEN = "203.0.113.1", "203.0.113.2"
CHANGES = ("stop", "go-on", "keep")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server for visitors, behind a proxy of this machine that names their addresses."""
    service = LocalServer(tmp_path_factory.mktemp("public"), proxies="127.0.0.1")
    service.words.append("--experiments")
    with contextlib.closing(service.start()):
        yield service


def visit(
    service: LocalServer, method: str, path: str, who: str = "", token: str = "", body: Any = None
) -> httpx.Response:
    """Asks as this visitor, or as the host."""
    headers = {"X-Forwarded-For": who} if who else {}
    if token:
        headers[TOKEN_HEADER] = token
    content = None if method == "GET" else json.dumps({} if body is None else body)
    headers["Content-Type"] = "application/json"
    return httpx.request(method, f"{service.url}/api/lab{path}", content=content, headers=headers, timeout=60)


def begun(service: LocalServer, who: str) -> tuple[str, str]:
    answer = visit(service, "POST", "/inquiries", who, body=REQUEST)
    assert answer.status_code == 201, answer.text
    return answer.json()["name"], answer.json()["token"]


def saved_experiment(**more: Any) -> SavedExperiment:
    words: dict[str, Any] = {"kind": "compare", "game": CATS.name, "version": CATS.version, "strengths": ["random"]}
    return SavedExperiment(**{**words, "most": 9, "seed": "s", "asked": 1.0, "wanted": False, **more})


def deleted(service: LocalServer, *names: str) -> None:
    for name in names:
        assert visit(service, "DELETE", f"/inquiries/{name}").status_code == 204


def test_an_address_has_three_places(service: LocalServer) -> None:
    names = [begun(service, ANN)[0] for _ in range(MAX_ACTIVE_PER_ADDRESS)]
    answer = visit(service, "POST", "/inquiries", ANN, body=REQUEST)
    assert answer.status_code == 429
    assert answer.text == (
        "3 experiments from your address are playing or waiting already. Stop one, or wait until one is done.\n"
    )
    other, _ = begun(service, BEN)
    deleted(service, *names, other)


def test_only_its_creator_and_the_host_change_an_experiment(service: LocalServer) -> None:
    name, token = begun(service, ANN)
    before = SavedExperiment.read(service.folder / EXPERIMENTS / name)
    for who, stolen in ((BEN, ""), (ANN, ""), (BEN, "guess"), (BEN, hash_of(token)), ("127.0.0.1", "")):
        for change in CHANGES:
            answer = visit(service, "POST", f"/inquiries/{name}/{change}", who, stolen)
            assert (answer.status_code, "Only the visitor who began this experiment" in answer.text) == (403, True)
        assert visit(service, "DELETE", f"/inquiries/{name}", who, stolen).status_code == 403
    now = SavedExperiment.read(service.folder / EXPERIMENTS / name)
    assert (now.wanted, now.kept, now.title) == (before.wanted, before.kept, before.title)
    assert visit(service, "POST", f"/inquiries/{name}/stop", BEN, token).json()["state"] == "stopped"
    assert visit(service, "POST", f"/inquiries/{name}/keep", ANN, token, {"title": "Mine"}).json()["title"] == "Mine"
    renamed = visit(service, "POST", f"/inquiries/{name}/keep", body={"title": "The host's"})
    assert renamed.json()["title"] == "The host's"
    assert visit(service, "POST", f"/inquiries/{name}/go-on", ANN, token).json()["state"] in ("playing", "waiting")
    assert visit(service, "DELETE", f"/inquiries/{name}", ANN, token).status_code == 204
    assert visit(service, "GET", f"/inquiries/{name}").status_code == 404
    assert not (service.folder / EXPERIMENTS / name).exists()


def test_no_page_shows_a_token_or_an_address(service: LocalServer) -> None:
    name, token = begun(service, ANN)
    stored = (service.folder / EXPERIMENTS / name / "inquiry.json").read_text()
    assert token not in stored
    for path in ("", f"/inquiries/{name}", f"/inquiries/{name}/table.csv"):
        text = visit(service, "GET", path, BEN).text
        assert not any(secret in text for secret in (token, hash_of(token), ANN))
    deleted(service, name)


def test_visitors_see_what_was_asked_here_and_no_runs(service: LocalServer) -> None:
    runs = service.folder / "runs" / "secret-plan"
    runs.mkdir(parents=True)
    (runs / "inquiry.json").write_text("{}")
    (runs / "run.json").write_text("{}")
    name, _ = begun(service, ANN)
    seen = visit(service, "GET", "", BEN).json()
    assert (seen["runs"], seen["shown"], seen["allowed"], seen["host"]) == ([], False, True, False)
    assert [one["name"] for one in seen["inquiries"]] == [name]
    assert httpx.get(f"{service.url}/lab/secret-plan").status_code == 404
    assert httpx.get(f"{service.url}/lab/i/secret-plan").status_code == 404
    assert visit(service, "GET", "").json()["host"] is True
    deleted(service, name)


def test_damaged_experiments_do_not_break_the_list(service: LocalServer) -> None:
    folder = service.folder / EXPERIMENTS
    name, _ = begun(service, ANN)
    texts = {"torn": "{", "deep": '{"base":' * 100_000, "huge": " " * 3_000_000, "list": "[]"}
    for damage, text in texts.items():
        (folder / damage).mkdir()
        (folder / damage / "inquiry.json").write_text(text)
    malformed = '{"done":5,"found":{"changes":[{}, 1, {"group":1}]}}'
    for number, found in enumerate(("{", '{"done":1,"found":' + '{"a":' * 50_000, malformed)):
        (folder / f"state-{number}").mkdir()
        saved_experiment(strengths=["random", "greedy"]).write(folder / f"state-{number}")
        for strength in (0, 1):
            (folder / f"state-{number}" / f"found-{strength}.json").write_text(found)
    listed = [one["name"] for one in visit(service, "GET", "", BEN).json()["inquiries"]]
    assert listed == [name, "state-0", "state-1", "state-2"]
    for one in listed:
        assert visit(service, "GET", f"/inquiries/{one}", BEN).status_code == 200
        assert visit(service, "GET", f"/inquiries/{one}/table.csv", BEN).status_code == 200
    for one in texts:
        answer = visit(service, "GET", f"/inquiries/{one}", BEN)
        assert (answer.status_code, answer.text) == (404, "Its inquiry.json is damaged.\n")
    deleted(service, *listed)


def test_the_list_reads_unchanged_experiments_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        saved_experiment().write(tmp_path / name)
        ExperimentState(done=3, found={"changes": []}).write(tmp_path / name, 0)
    api = LabApi(tmp_path, True, True, BotPool([]), AllowedHosts(()), refused)
    assert [one["done"] for one in api.all()] == [[3], [3]]
    read = SavedExperiment.read
    again: list[str] = []

    def counted(folder: Path) -> SavedExperiment:
        again.append(folder.name)
        return read(folder)

    monkeypatch.setattr(SavedExperiment, "read", counted)
    api.all()
    ExperimentState(done=5).write(tmp_path / "two", 0)
    assert sorted((one["name"], one["done"]) for one in api.all()) == [("one", [3]), ("two", [5])]
    (tmp_path / "one" / "inquiry.json").write_text("{")
    assert [one["name"] for one in api.all()] == ["two"]
    assert again == ["two", "one"]


async def refused(_: Request) -> Response:
    raise AssertionError


# --- in the browser ---


def person(browser: Browser, service: LocalServer, who: str, **more: bool) -> PageUser:
    user = PageUser(browser, service.url, **more)
    if who:
        user.context.set_extra_http_headers({"X-Forwarded-For": who})
    return user


def test_who_began_an_experiment_has_its_buttons_and_others_do_not(browser: Browser, service: LocalServer) -> None:
    ann = person(browser, service, ANN)
    page = ann.go(f"/lab?game={CATS.name}&persian.hp=12")
    go = page.locator(".lab-go")
    expect(go).to_have_text("Compare")
    go.click()
    expect(go).to_have_text("Stop")
    page.reload()
    expect(go).to_have_text("Stop")
    link = page.url.removeprefix(service.url)
    ben = person(browser, service, BEN, phone=True, dark=True)
    theirs = ben.go(link)
    expect(theirs.locator(".lab-go")).to_have_text("Running")
    expect(theirs.locator(".lab-go")).to_be_disabled()
    expect(theirs.get_by_text("Another visitor started this experiment.")).to_be_visible()
    assert theirs.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(theirs)
    assert found.violations_count == 0, found.generate_report()
    host = person(browser, service, "")
    host.go(link)
    for user, many in ((ann, 1), (ben, 0), (host, 1)):
        expect(user.page.get_by_role("link", name="Export the options")).to_be_visible()
        for name in ("Save and name", "Delete"):
            expect(user.page.get_by_role("button", name=name)).to_have_count(many)
    go.click()
    expect(go).to_have_text("Continue")
    expect(theirs.locator(".lab-go")).to_have_text("Compare")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_role("heading", name="What would a rule change do?")).to_be_visible()
    expect(go).to_have_text("Compare")
    assert visit(service, "GET", link.replace("/lab/i", "/inquiries")).status_code == 404
    expect(theirs.get_by_text("There is no such experiment.")).to_be_visible()
    expect(theirs.get_by_text("Cannot reach the server")).to_have_count(0)
    expect(theirs.locator(".lab-go")).to_be_enabled()
    for user in (ann, ben, host):
        # Whoever looked at that moment was told that the experiment is gone.
        assert all("404" in complaint for complaint in user.complaints), user.complaints
        user.context.close()


def test_an_experiment_whose_time_is_up_says_so(browser: Browser, service: LocalServer) -> None:
    folder = service.folder / EXPERIMENTS / "compare-time-is-up"
    folder.mkdir(parents=True, exist_ok=True)
    saved_experiment(changes={"persian.hp": 12}, most=16_000, seconds=MAX_PLAY_SECONDS, address=ANN).write(folder)
    ExperimentState(done=500).write(folder, 0)
    host = person(browser, service, "")
    page = host.go(f"/lab/i/{folder.name}")
    expect(page.get_by_text("Time is up: an experiment of a visitor runs for one hour.")).to_be_visible()
    expect(page.locator(".lab-go")).to_be_enabled()  # it may be begun again
    page.get_by_role("button", name="Runs", exact=True).click()
    expect(page.locator(".run")).to_contain_text("Done, time is up: 500 of 16,000 deals")
    answer = visit(service, "POST", f"/inquiries/{folder.name}/go-on")
    assert (answer.status_code, "It was played for 60 minutes" in answer.text) == (409, True)
    host.close()
    deleted(service, folder.name)


# --- the host ---


def asked_by(client: str, **headers: str) -> Request:
    given = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "client": (client, 1), "headers": given})


def test_the_host_is_who_asks_from_this_machine_without_a_proxy() -> None:
    for client, host in (("127.0.0.1", "localhost:8484"), ("::1", "[::1]:8484"), ("::ffff:127.0.0.1", "127.0.0.1")):
        assert is_from_this_machine(asked_by(client, host=host))
    others = [
        asked_by("203.0.113.1", host="localhost:8484"),
        asked_by("127.0.0.1", host="games.example.org"),
        asked_by("127.0.0.1"),
        asked_by("127.0.0.1", host="localhost", x_forwarded_for="127.0.0.1"),
        asked_by("127.0.0.1", host="localhost", forwarded="for=127.0.0.1"),
        asked_by("127.0.0.1", host="localhost", via="1.1 proxy"),
        asked_by("", host="localhost"),
        asked_by("testclient", host="localhost"),
        Request({"type": "http", "client": None, "headers": [(b"host", b"localhost")]}),
    ]
    assert not any(map(is_from_this_machine, others))


# --- slow bodies and full disks ---


def asked_here(folder: Path, path: str, content: bytes | AsyncIterator[bytes]) -> httpx.Response:
    """Asks a server of this process, as the host."""

    async def whole() -> httpx.Response:
        settings = Settings(store=str(folder / "tables.db"), lab=str(folder), experiments=True)
        server = WebServer(settings, games=[CATS])
        transport = httpx.ASGITransport(server.app())
        headers = {"Content-Type": "application/json"}
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as client:
            try:
                return await client.post(f"/api/lab/inquiries{path}", content=content)
            finally:
                await server.bots.close()
                server.lab.close()

    return asyncio.run(whole())


async def dripping() -> AsyncIterator[bytes]:
    for _ in range(20):
        yield b" "
        await asyncio.sleep(0.1)


def test_a_body_that_does_not_arrive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.2)
    answer = asked_here(tmp_path, "", dripping())
    assert (answer.status_code, answer.headers["connection"]) == (408, "close")
    assert answer.text == "This request did not arrive within 0.2 seconds. Send it again.\n"


def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "one").mkdir()
    saved_experiment().write(tmp_path / "one")
    monkeypatch.setattr(saved, "write_whole", full)
    answer = asked_here(tmp_path, "/one/keep", b"{}")
    assert (answer.status_code, "The disk may be full" in answer.text) == (507, True)


@pytest.mark.long
def test_a_dripping_body_holds_a_connection_no_longer_than_its_limit(service: LocalServer) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=0.5) as wire:
        head = "POST /api/lab/inquiries HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        wire.sendall(f"{head}Content-Length: 1000\r\n\r\n".encode())
        began = time.monotonic()
        heard = b""
        while time.monotonic() - began < 3 * BODY_SECONDS:
            if time.monotonic() - began < BODY_SECONDS - 1:
                wire.sendall(b" ")
            with contextlib.suppress(TimeoutError):
                some = wire.recv(10_000)
                heard += some
                if not some:
                    break
        assert heard.startswith(b"HTTP/1.1 408 ")
        assert b"did not arrive within 10 seconds" in heard
        assert BODY_SECONDS - 1 < time.monotonic() - began < BODY_SECONDS + 5
