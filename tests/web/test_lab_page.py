"""The lab in the browser: runs are listed, watched and read, and nothing else of the disk can be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from pigeons import game
from rumpus.lab.simulation.deals import PlayRows
from rumpus.lab.simulation.plan import CHUNK_GAMES, Plan
from rumpus.lab.simulation.rows import write_part
from rumpus.lab.simulation.runs import HEARTBEAT, Heartbeat, Run
from rumpus.lab.simulation.workers import Workers
from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer, serving


def plan(games: int, seed: str) -> Plan:
    return Plan(game, {"players": 3}, ["greedy", "random", "random"], games, seed)


def play_one_part(run: Run) -> None:
    chunk = run.missing()[0]
    write_part(run.part(chunk), PlayRows(run.plan)(chunk))


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    runs = tmp_path_factory.mktemp("house") / "runs"
    Run.begin(runs / "finished", plan(20, "a")).play(Workers(), lambda done, total: None)
    play_one_part(Run.begin(runs / "stopped", plan(3 * CHUNK_GAMES, "b")))
    Run.begin(runs / "fresh", plan(3 * CHUNK_GAMES, "c"))
    Run.begin(runs / "torn", plan(CHUNK_GAMES, "d"))
    (runs / "torn" / "run.json").write_text("{")
    damaged = Run.begin(runs / "damaged", plan(CHUNK_GAMES, "e"))
    damaged.play(Workers(), lambda done, total: None)
    damaged.part(range(CHUNK_GAMES)).write_bytes(b"noise")
    (runs / "letters").mkdir()
    (runs / "letters" / "secret.txt").write_text("dear diary")
    (runs.parent / "outside").mkdir()
    (runs.parent / "outside" / "run.json").write_text("{}")
    (runs / "way-out").symlink_to(runs.parent / "outside")
    return runs


@pytest.fixture(scope="module")
def service(runs: Path) -> Iterator[LocalServer]:
    service = LocalServer(runs.parent).start()
    yield service
    service.close()


def listed(service: LocalServer) -> dict[str, dict[str, object]]:
    status, text = service.get("/api/lab")
    assert status == 200
    return {run["name"]: run for run in json.loads(text)["runs"]}


def test_runs_are_listed_with_their_players_and_how_far_they_are(service: LocalServer) -> None:
    found = listed(service)
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


def test_a_run_that_goes_on_says_how_long_it_will_take(service: LocalServer, runs: Path) -> None:
    run = Run.begin(runs / "going", plan(4 * CHUNK_GAMES, "f"))
    seen: list[tuple[object, object]] = []

    def sample(done: int, total: int) -> None:
        if 0 < done < total:
            now = listed(service)["going"]
            seen.append((now["state"], now["done"]))
            assert isinstance(now["left"], float)

    run.play(Workers(), sample)
    assert seen == [("playing", 50), ("playing", 100), ("playing", 150)]
    assert listed(service)["going"]["state"] == "done"
    assert not (runs / "going" / HEARTBEAT).exists()


def test_a_run_whose_process_was_killed_counts_as_stopped(service: LocalServer, runs: Path) -> None:
    Run.begin(runs / "killed", plan(4 * CHUNK_GAMES, "g"))
    (runs / "killed" / HEARTBEAT).write_text('{"began": 0, "had": 0, "done": 0, "at": 1}')
    assert listed(service)["killed"]["state"] == "stopped"


NOWHERE = [
    "nobody", "letters", "way-out", "..", ".", "..%2foutside", "%2e%2e%2foutside", "finished%2frun.json",
    "letters/secret.txt", "%00", "a" * 3000,
]  # fmt: skip
STATUSES = [("finished", 200), ("stopped", 200), ("fresh", 409), ("torn", 422), ("damaged", 422)]


@pytest.mark.parametrize(("path", "status"), [*STATUSES, *((path, 404) for path in NOWHERE)])
def test_reports_are_had_by_the_name_of_a_run_alone(service: LocalServer, path: str, status: int) -> None:
    connection = HTTPConnection("127.0.0.1", service.port, timeout=120)  # it does not tidy paths up
    connection.request("GET", f"/lab/{path}")
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    assert answer.status == status, text[:200]
    assert str(service.folder) not in text
    assert "diary" not in text
    if status == 200:
        assert "Does the seat matter?" in text
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert policy.endswith("sandbox")
        assert "script" not in policy
    else:
        assert text.count("\n") == 1


def test_nothing_can_be_changed(service: LocalServer) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        for path in ("/lab", "/api/lab", "/lab/finished"):
            assert httpx.request(method, service.url + path).status_code == 405


def test_a_server_without_runs_says_so(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    with serving(tmp_path, lab=tmp_path / "runs") as service:
        assert service.get("/api/lab") == (200, '{"runs":[],"shown":true,"allowed":true,"host":true,"inquiries":[]}')
        assert service.get("/lab")[0] == 200


def test_a_person_watches_a_run_and_reads_its_report(ann: PageUser, runs: Path) -> None:
    run = Run.begin(runs / "watched", plan(2 * CHUNK_GAMES, "h"))
    play_one_part(run)
    pulse = Heartbeat(run.folder, 0)
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
