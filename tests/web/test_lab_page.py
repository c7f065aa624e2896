"""The lab in the browser: runs are listed, watched and read, and nothing else of the disk can be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from pigeons import game
from rumpus.lab.simulation.plan import CHUNK, Plan
from rumpus.lab.simulation.rows import PlayRows, write_part
from rumpus.lab.simulation.runs import HEARTBEAT, Heartbeat, Run
from rumpus.lab.simulation.workers import Workers
from rumpus.testing.browsers import PageUser
from tests.web.house import House


def plan(games: int, seed: str) -> Plan:
    return Plan(game, {"players": 3}, ["greedy", "random", "random"], games, seed)


def play_one_part(run: Run) -> None:
    chunk = run.missing()[0]
    write_part(run.part(chunk), PlayRows(run.plan)(chunk))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run, one that was stopped, one without a game, and two broken ones."""
    runs = tmp_path_factory.mktemp("house") / "runs"
    Run.begin(runs / "finished", plan(20, "a")).play(Workers(), lambda done, total: None)
    play_one_part(Run.begin(runs / "stopped", plan(3 * CHUNK, "b")))
    Run.begin(runs / "fresh", plan(3 * CHUNK, "c"))
    Run.begin(runs / "torn", plan(CHUNK, "d"))
    (runs / "torn" / "run.json").write_text("{")
    damaged = Run.begin(runs / "damaged", plan(CHUNK, "e"))
    damaged.play(Workers(), lambda done, total: None)
    damaged.part(range(CHUNK)).write_bytes(b"noise")
    (runs / "letters").mkdir()
    (runs / "letters" / "secret.txt").write_text("dear diary")
    (runs.parent / "outside").mkdir()
    (runs.parent / "outside" / "run.json").write_text("{}")
    (runs / "way-out").symlink_to(runs.parent / "outside")
    return runs


@pytest.fixture(scope="module")
def house(runs: Path) -> Iterator[House]:
    """By default a server shows the folder into which `rumpus lab run` writes."""
    house = House(runs.parent).start()
    yield house
    house.close()


def listed(house: House) -> dict[str, dict[str, object]]:
    status, text = house.get("/api/lab")
    assert status == 200
    return {run["name"]: run for run in json.loads(text)["runs"]}


def test_runs_are_listed_with_their_players_and_how_far_they_are(house: House) -> None:
    found = listed(house)
    assert set(found) >= {"finished", "stopped", "fresh", "torn", "damaged"}
    assert not set(found) & {"letters", "way-out"}
    assert found["finished"]["state"] == "done"
    assert found["finished"]["title"] == "Pigeons"
    assert found["finished"]["players"] == ["greedy", "random", "random"]
    assert found["finished"]["changes"] == {"players": "3"}
    assert (found["stopped"]["state"], found["stopped"]["done"], found["stopped"]["games"]) == ("stopped", 50, 150)
    assert (found["fresh"]["state"], found["fresh"]["done"]) == ("stopped", 0)
    assert found["torn"]["state"] == "broken"
    assert "damaged" in str(found["torn"]["trouble"])


def test_a_run_that_goes_on_says_how_long_it_will_take(house: House, runs: Path) -> None:
    run = Run.begin(runs / "going", plan(4 * CHUNK, "f"))
    seen: list[tuple[object, object]] = []

    def look(done: int, total: int) -> None:
        if 0 < done < total:
            now = listed(house)["going"]
            seen.append((now["state"], now["done"]))
            assert isinstance(now["left"], float)

    run.play(Workers(), look)
    assert seen == [("playing", 50), ("playing", 100), ("playing", 150)]
    assert listed(house)["going"]["state"] == "done"
    assert not (runs / "going" / HEARTBEAT).exists()


def test_a_run_whose_process_was_killed_counts_as_stopped(house: House, runs: Path) -> None:
    Run.begin(runs / "killed", plan(4 * CHUNK, "g"))
    (runs / "killed" / HEARTBEAT).write_text('{"began": 0, "had": 0, "done": 0, "at": 1}')
    assert listed(house)["killed"]["state"] == "stopped"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("finished", 200),
        ("stopped", 200),
        ("fresh", 409),
        ("torn", 422),
        ("damaged", 422),
        ("nobody", 404),
        ("letters", 404),
        ("way-out", 404),
        ("..", 404),
        (".", 404),
        ("..%2foutside", 404),
        ("%2e%2e%2foutside", 404),
        ("finished%2frun.json", 404),
        ("letters/secret.txt", 404),
        ("%00", 404),
        ("a" * 3000, 404),
    ],
)
def test_reports_are_had_by_the_name_of_a_run_alone(house: House, path: str, status: int) -> None:
    connection = HTTPConnection("127.0.0.1", house.port, timeout=120)  # it does not tidy paths up
    connection.request("GET", f"/lab/{path}")
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert answer.status == status, text[:200]
    assert str(house.folder) not in text
    assert "diary" not in text
    if status == 200:
        assert "Does the seat matter?" in text
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert policy.endswith("sandbox")
        assert "script" not in policy
    else:
        assert text.count("\n") == 1


def test_nothing_can_be_changed(house: House) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        for path in ("/lab", "/api/lab", "/lab/finished"):
            assert httpx.request(method, house.url + path).status_code == 405


def test_a_server_without_runs_says_so(tmp_path: Path) -> None:
    house = House(tmp_path, lab=tmp_path / "nowhere").start()
    try:
        assert house.get("/api/lab") == (200, '{"runs":[],"shown":true,"allowed":true,"inquiries":[]}')
        assert house.get("/lab")[0] == 200
    finally:
        house.close()


def test_a_person_watches_a_run_and_reads_its_report(browser: Browser, house: House, runs: Path) -> None:
    run = Run.begin(runs / "watched", plan(2 * CHUNK, "h"))
    play_one_part(run)
    pulse = Heartbeat(run.folder, 0)
    ann = PageUser(browser, house.url)
    page = ann.lobby()
    for width in (320, 390, 700, 1280):  # there is room for the link at the head of the lobby
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    page.get_by_role("link", name="Lab", exact=True).click()
    page.get_by_role("button", name="Runs", exact=True).click()
    row = page.locator(".run", has_text="watched")
    expect(row).to_contain_text("Playing: 50 of 100 games")
    expect(row).to_contain_text("greedy, random × 2")
    play_one_part(run)
    pulse.stop()
    expect(row).to_contain_text("Done: 100 games")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Pigeons: how it plays")).to_be_visible()
    # Its style sheet came through the policy, and its pictures have a size.
    assert page.locator("section").first.evaluate("node => getComputedStyle(node).borderRadius") == "12px"
    box = page.locator("figure svg").first.bounding_box()
    assert box
    assert box["width"] > 200
    ann.close()
