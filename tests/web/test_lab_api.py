"""Numbers are changed and compared in the browser: begun, watched, stopped, gone on with, kept, shared, and bounded."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from rumpus.core.catalogue import find_game
from rumpus.lab.experiments.queue import MAX_UNKEPT, ExperimentQueue
from rumpus.lab.experiments.saved import ExperimentState, SavedExperiment, experiments_in
from rumpus.testing.browsers import PageUser
from rumpus.testing.server import START_SECONDS
from tests.web.local_server import LocalServer, serving

CATS = find_game("cat_brawl")
CITY = "defend_the_city"
REQUEST: dict[str, Any] = {"kind": "compare", "game": CATS.name, "strengths": ["random"], "changes": {"persian.hp": 12}}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    service = LocalServer(tmp_path_factory.mktemp("lab")).start()
    yield service
    service.close()


def say(service: LocalServer, path: str, request: object, **headers: str) -> httpx.Response:
    return httpx.post(f"{service.url}/api/lab/inquiries{path}", json=request, headers=headers, timeout=60)


def begun(service: LocalServer, **more: Any) -> str:
    answer = say(service, "", {**REQUEST, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["name"])


def shown(service: LocalServer, name: str) -> dict[str, Any]:
    answer: dict[str, Any] = httpx.get(f"{service.url}/api/lab/inquiries/{name}", timeout=60).json()
    return answer


def until(service: LocalServer, name: str, so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    deadline = time.monotonic() + START_SECONDS
    while not so(now := shown(service, name)):
        assert time.monotonic() < deadline, now
        time.sleep(0.1)
    return now


def found(now: dict[str, Any]) -> bool:
    return bool(now["findings"][0]["found"])


def test_it_is_played_stopped_gone_on_with_kept_and_taken_home(service: LocalServer) -> None:
    name = begun(service)
    now = until(service, name, found)
    assert now["state"] == "playing"
    persian = next(one for one in now["findings"][0]["found"]["changes"] if one["name"] == "Persian")
    assert persian["path"][-1][1:] == pytest.approx([persian["value"], persian["half"]], abs=1e-5)
    assert persian["half"] > 0
    now = say(service, f"/{name}/stop", {}).json()
    assert now["state"] == "stopped"
    done = now["done"][0]
    assert 100 <= done < now["most"]
    now = say(service, f"/{name}/go-on", {}).json()
    assert now["state"] == "playing"
    now = until(service, name, lambda now: now["done"][0] > done)
    now = say(service, f"/{name}/stop", {}).json()
    now = say(service, f"/{name}/keep", {"title": "  A strong Persian "}).json()
    assert (now["kept"], now["title"], now["state"]) == (True, "A strong Persian", "stopped")
    table = httpx.get(f"{service.url}/api/lab/inquiries/{name}/table.csv")
    assert table.headers["content-disposition"].startswith("attachment")
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert {row["strength"] for row in rows} == {"random"}
    assert float(next(row["half"] for row in rows if row["name"] == "Persian")) > 0


def test_every_number_at_once_and_the_worth_of_things(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    effects = waiting_experiment(runs, 160, "effects")
    worth = waiting_experiment(runs, 102, "worth", of="bonus ability", game=CATS.name)
    with serving(tmp_path) as service:
        now = until(service, effects, lambda now: now["state"] == "done")
        [finding] = now["findings"]
        assert finding["fewest"] >= 100
        assert {one["number"] for one in finding["found"]["effects"]} >= {"stamina", "die"}
        now = until(service, worth, lambda now: now["state"] == "done")
        things = now["findings"][0]["found"]["things"]
        assert len(things) == 2
        assert all(one["half"] > 0 for one in things)
        table = httpx.get(f"{service.url}/api/lab/inquiries/{worth}/table.csv").text
        assert len(table.splitlines()) == len(things) + 1
        assert json.loads(service.get(f"/api/lab/gifts/{CATS.name}")[1])["kinds"] == ["cat", "bonus ability", "card"]
        assert service.get("/api/lab/gifts/nothing")[0] == 404


def test_one_is_played_at_a_time_and_the_others_wait_in_order(service: LocalServer) -> None:
    names = [begun(service) for _ in range(3)]
    states = [shown(service, name) for name in names]
    assert [now["state"] for now in states] == ["playing", "waiting", "waiting"]
    assert [now["before"] for now in states] == [0, 1, 2]
    assert say(service, f"/{names[1]}/stop", {}).json()["state"] == "stopped"
    assert shown(service, names[2])["before"] == 1
    say(service, f"/{names[0]}/stop", {})
    until(service, names[2], lambda now: now["state"] == "playing")
    say(service, f"/{names[2]}/stop", {})


def test_no_more_wait_than_may(service: LocalServer) -> None:
    answers = [say(service, "", REQUEST) for _ in range(22)]
    assert [answer.status_code for answer in answers] == [201] * 21 + [429]
    assert "waiting already" in answers[-1].text
    for answer in reversed(answers[:-1]):
        assert say(service, f"/{answer.json()['name']}/stop", {}).status_code == 200


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"kind": "guess"}, 400, "cannot be understood"),
        ({"game": "nothing"}, 404, "There is no game"),
        ({"changes": {}}, 400, "nothing is changed"),
        ({"changes": {"persian.hp": 8}}, 400, "nothing is changed"),
        ({"changes": {"persian.hp": 1000}}, 400, "from 1 to 99"),
        ({"changes": {"persian.hq": 9}}, 400, "did you mean"),
        ({"changes": {"players": 3}}, 400, "the same on both sides"),
        ({"strengths": []}, 400, "cannot be understood"),
        ({"strengths": ["nobody"]}, 400, "there is random"),
        ({"strengths": ["greedy", "greedy"]}, 400, "different"),
        ({"strengths": ["learned:/etc/passwd"]}, 400, "there is random"),
        ({"kind": "worth", "of": "dog"}, 400, "cat, bonus ability, card"),
        ({"more": 1}, 400, "cannot be understood"),
        ({"changes": {"persian.hp": "9" * 60_000}}, 413, "more than"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    service: LocalServer, fields: dict[str, Any], status: int, words: str
) -> None:
    answer = say(service, "", {**REQUEST, **fields})
    assert (answer.status_code, words.lower() in answer.text.lower()) == (status, True), answer.text
    assert answer.text.count("\n") == 1


def test_another_sites_page_can_begin_nothing(service: LocalServer) -> None:
    assert say(service, "", REQUEST, Origin="http://evil.example").status_code == 403
    simple = httpx.post(
        f"{service.url}/api/lab/inquiries", content=json.dumps(REQUEST), headers={"Content-Type": "text/plain"}
    )
    assert simple.status_code == 415
    assert say(service, "/compare-nothing/stop", {}).status_code == 404
    for path in ("%2e%2e%2fruns", "%00", "a" * 3000, "nothing"):
        assert httpx.get(f"{service.url}/api/lab/inquiries/{path}").status_code == 404
        assert httpx.get(f"{service.url}/lab/i/{path}").status_code == 404


def test_a_public_server_shows_and_plays_nothing_unless_its_host_says_so(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    with serving(tmp_path, lab=tmp_path / "runs", host_name="games.example.org") as public:
        assert json.loads(public.get("/api/lab")[1])["allowed"] is False
        answer = say(public, "", REQUEST)
        assert answer.status_code == 403
        assert "--experiments" in answer.text
        assert list((tmp_path / "runs").iterdir()) == []


def waiting_experiment(folder: Path, most: int, kind: Any = "compare", game: str = CITY, of: str = "") -> str:
    name = f"{kind}-before-the-start"
    (folder / name).mkdir(parents=True)
    words: dict[str, Any] = {"version": find_game(game).version, "strengths": ["random"], "seed": "s", "asked": 1.0}
    changes: dict[str, Any] = {"stamina": 40} if kind == "compare" else {}
    SavedExperiment(kind=kind, game=game, changes=changes, of=of, most=most, **words).write(folder / name)
    return name


def test_a_server_that_is_killed_and_started_again_goes_on_and_comes_to_the_end(tmp_path: Path) -> None:
    name = waiting_experiment(tmp_path / "runs", 150)
    with serving(tmp_path) as service:
        until(service, name, lambda now: bool(now["findings"][0]["found"]))
        service.kill()
        service.start()
        now = until(service, name, lambda now: now["state"] == "done")
        assert now["done"] == [150]
        paths = [one["path"] for one in now["findings"][0]["found"]["changes"] if one["headline"]]
        assert all(path[-1][0] == 150 for path in paths)
        assert say(service, f"/{name}/go-on", {}).status_code == 409
        left = [entry for entry in os.listdir(tmp_path / "runs" / name) if entry.endswith(".part")]
        assert left == []


def test_whoever_looks_while_processes_begin_does_not_take_them_for_finished(tmp_path: Path) -> None:
    async def poll_twice() -> tuple[str, bool]:
        queue = ExperimentQueue(tmp_path)
        queue.open()
        await asyncio.gather(queue.poll(), queue.poll())
        playing, wanted = queue.playing, SavedExperiment.read(tmp_path / name).wanted
        await queue.close()
        return playing, wanted

    name = waiting_experiment(tmp_path, 16_000)
    assert asyncio.run(poll_twice()) == (name, True)


def test_of_those_that_nobody_kept_the_newest_stay(tmp_path: Path) -> None:
    first = SavedExperiment.read(tmp_path / waiting_experiment(tmp_path, 1))
    first.wanted = False
    for number in range(MAX_UNKEPT + 2):
        (tmp_path / f"old-{number}").mkdir()
        msgspec.structs.replace(first, asked=100.0 + number, kept=number == 0).write(tmp_path / f"old-{number}")
    name = asyncio.run(ExperimentQueue(tmp_path).add(first))
    left = {path.name for path in experiments_in(tmp_path)}
    assert {"old-0", "compare-before-the-start"} <= left  # kept, and wanted
    assert not left & {"old-1", "old-2"}
    assert {"old-3", f"old-{MAX_UNKEPT + 1}", name} <= left


def test_what_goes_wrong_in_its_process_is_said(tmp_path: Path) -> None:
    name = waiting_experiment(tmp_path / "runs", 150)
    experiment = SavedExperiment.read(tmp_path / "runs" / name)
    experiment.version += 1
    experiment.write(tmp_path / "runs" / name)
    with serving(tmp_path) as service:
        now = until(service, name, lambda now: now["state"] == "broken")
        assert "version" in now["trouble"]


def test_a_person_changes_a_number_and_watches_stops_keeps_and_shares_it(
    browser: Browser, service: LocalServer
) -> None:
    ann = PageUser(browser, service.url)
    ann.go(f"/lab?game={CATS.name}")
    page = ann.page
    expect(page.get_by_role("button", name="Compare", exact=True).last).to_be_disabled()
    page.get_by_role("button", name="Change the game or the bots").click()
    page.get_by_role("dialog").get_by_label("Players").select_option("3")
    page.get_by_role("dialog").get_by_label("Bots").select_option("random")
    page.get_by_role("dialog").get_by_label("Second strength").select_option("greedy")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("3 players; random and greedy")).to_be_visible()
    for _ in range(4):
        page.get_by_role("button", name="Persian: HP: one more").click()
    expect(page.get_by_role("button", name="Undo: Persian: HP 8 → 12")).to_be_visible()
    page.locator(".lab-go").click()
    expect(page.locator(".lab-go")).to_have_text("Stop")
    expect(page.get_by_role("heading", name="Change in the win rate: Persian")).to_be_visible()
    expect(page.locator(".lab-value").first).to_contain_text("±")
    expect(page.locator(".lab-says strong").first).to_be_visible()
    page.locator(".lab-go").click()
    expect(page.locator(".lab-go")).to_have_text("Continue")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("button", name="Save and name").click()
    page.get_by_label("Name of the experiment").fill("Fat Persians")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Fat Persians", exact=True)).to_be_visible()
    link = page.url
    ann.close()
    ben = PageUser(browser, service.url)  # whoever has the link sees the same
    ben.go(link.removeprefix(service.url))
    expect(ben.page.get_by_text("Fat Persians", exact=True)).to_be_visible()
    expect(ben.page.locator(".lab-value").first).to_contain_text("±")
    expect(ben.page.get_by_role("button", name="Undo: Persian: HP 8 → 12")).to_be_visible()
    ben.close()


def found_before(service: LocalServer, kind: Any, *found: dict[str, Any]) -> str:
    """Writes a stopped experiment with one finding per strength. Returns its name."""
    name = f"{kind}-found-before"
    folder = service.folder / "runs" / name
    folder.mkdir(parents=True)
    strengths = ["greedy", "normal"][: len(found)]
    words: dict[str, Any] = {"version": CATS.version, "most": 16_000, "seed": "s", "asked": 1.0, "wanted": False}
    changes: dict[str, Any] = {"persian.hp": 9} if kind == "compare" else {}
    SavedExperiment(kind=kind, game=CATS.name, strengths=strengths, changes=changes, **words).write(folder)
    for strength, one in enumerate(found):
        ExperimentState(done=4000, pace=10.0, fewest=100, found=one).write(folder, strength)
    return name


def change(value: float, half: float) -> dict[str, Any]:
    one = {
        "group": "win rate by cat", "name": "Persian", "unit": "points", "headline": True, "before": 0.5, "after": 0.5,
        "value": value, "half": half, "seen": True, "certain": True, "says": ["Persian wins ", "so much", " more."],
        "path": [[100, value, 2 * half], [4000, value, half]],
    }  # fmt: skip
    return {"changes": [one]}


def test_strengths_that_disagree_are_warned_of(ann: PageUser, service: LocalServer) -> None:
    name = found_before(service, "compare", change(-0.032, 0.009), change(0.018, 0.012))
    page = ann.go(f"/lab/i/{name}")
    expect(page.locator(".lab-warning")).to_contain_text("differ by 5.0 ± 2.1 points")
    expect(page.get_by_role("img", name="greedy: after 4,000 pairs the difference is −3.2 ± 0.9")).to_be_visible()
    expect(page.locator("[aria-live=polite]").last).to_have_text(
        "Among greedy bots the result is certain: Persian, less. "
        "Among normal bots the result is certain: Persian, more."
    )
    page.get_by_text("Show as a table").first.click()
    expect(page.get_by_role("row", name="4,000 −3.2 0.9")).to_be_visible()


def test_the_single_change_that_brings_a_figure_nearest_is_proposed_and_compared(
    ann: PageUser, service: LocalServer
) -> None:
    figure = {"group": "win rate by cat", "name": "Persian", "unit": "points", "value": 0.74}
    effect = {"group": "win rate by cat", "figure": "Persian", "unit": "points", "half": 0.01, "claimed": True}
    effects = [
        {**effect, "number": "persian.hp", "value": 0.08},
        {**effect, "number": "purr.gain", "value": 0.05},
        {**effect, "number": "siamese.hp", "value": -0.2, "claimed": False},
    ]
    name = found_before(service, "effects", {"effects": effects, "figures": [figure]})
    page = ann.go(f"/lab/i/{name}")
    page.get_by_label("Target in percent").fill("50")
    proposed = page.locator(".lab-nearest li")
    expect(proposed).to_have_count(2)
    expect(proposed.first).to_contain_text("Persian: HP 8 → 5: expected about 50.0 %")
    expect(proposed.last).to_contain_text("Purr: gain 1 → 0: expected about 69.0 %")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    proposed.first.get_by_role("button").click()
    expect(page.get_by_role("button", name="Undo: Persian: HP 8 → 5")).to_be_visible()
    expect(page.locator(".lab-go")).to_have_text("Compare")


def test_the_other_tabs_on_a_phone_by_night(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, phone=True, dark=True)
    page = ann.go(f"/lab?game={CATS.name}&tab=worth")
    expect(page.get_by_role("heading", name="How much is a card worth?")).to_be_visible()
    page.locator(".lab-go").click()
    expect(page.get_by_role("heading", name="How much is a cat worth?")).to_be_visible()
    page.locator(".lab-go").click()
    expect(page.locator(".lab-go")).to_have_text("Continue")
    page.get_by_role("button", name="All options at once").click()
    expect(page.get_by_role("heading", name="Which options matter most?")).to_be_visible()
    page.get_by_role("button", name="Runs", exact=True).click()
    expect(page.locator(".run", has_text="every cat").first).to_be_visible()
    page.get_by_role("button", name="Card values").click()
    expect(page.get_by_role("heading", name="How much is a cat worth?")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert ann.complaints == []
    ann.close()


def test_a_table_is_made_by_the_numbers_of_a_comparison(ann: PageUser) -> None:
    page = ann.go(f"/?make={CATS.name}&persian.hp=12&players=3&bonus_ability=none&nonsense=1")
    form = page.get_by_role("dialog", name="New Cat Brawl game")
    expect(form.get_by_label("Persian: HP")).to_have_value("12")
    expect(form.get_by_text("Seats (3 players)")).to_be_visible()
    expect(form.get_by_label("Second ability")).to_have_value("none")
