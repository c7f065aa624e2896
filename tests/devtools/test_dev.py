"""`rumpus dev`: what is saved is on the table soon after, in a browser and in a terminal, or what is wrong with it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.cli.main import run
from rumpus.testing.browsers import PageUser, storage_script
from rumpus.testing.server import free_port
from tests.devtools.dev_session import DevSession, wait_for
from tests.web.scenarios import assert_accessible


@pytest.fixture
def session(tmp_path: Path) -> Iterator[DevSession]:
    session = DevSession(tmp_path).start()
    yield session
    session.close()


def test_an_error_is_said_with_its_line_and_the_old_rules_stay_until_it_is_gone(session: DevSession) -> None:
    before = session.news()
    session.edit("HAND = 4", "HAND = (4")
    session.wait_for("moon_owls/game.py:26: SyntaxError: '(' was never closed")
    assert session.news()["version"] == before["version"]
    assert session.news()["mistake"]["trail"] == [{"file": "moon_owls/game.py", "line": 26, "code": "HAND = (4"}]
    session.edit("HAND = (4", "HAND = 4")
    session.wait_for("Back to the rules that are on the table.")
    assert session.news()["mistake"] is None
    assert "New rules after" not in session.log.read_text(), "what is served is what was there before"


def test_an_error_in_the_middle_of_a_game_is_found_before_it_is_served(session: DevSession) -> None:
    session.edit('return f"Card {len(self.pile) + 1}', 'return f"Card {len(self.piles) + 1}')
    session.wait_for("AttributeError: 'MoonOwlsPosition' object has no attribute 'piles'")
    assert "moon_owls/game.py" in session.news()["mistake"]["trail"][-1]["file"]


def test_a_loop_that_does_not_end_is_interrupted_at_its_line(session: DevSession) -> None:
    line = "    scores = self.climbs(move)\n"
    session.edit(f"    {line}", f"        while True:\n        {line}")
    said = session.wait_for("is there a loop that does not end?")
    assert "moon_owls/game.py:" in said


def test_what_is_broken_at_first_is_served_once_it_is_mended(tmp_path: Path) -> None:
    session = DevSession(tmp_path)
    session.edit("HAND = 4", "HAND = four")
    session.start()
    assert "moon_owls/game.py:26: NameError: name 'four' is not defined" in session.log.read_text()
    assert session.news()["mistake"]["sentence"] == "NameError: name 'four' is not defined"
    asked = urllib.request.Request(f"{session.url}/t/gone", headers={"Accept": "text/html"})
    with pytest.raises(urllib.error.HTTPError) as lost:
        urllib.request.urlopen(asked)
    assert "/static/dev/dev.js" in lost.value.read().decode(), "whoever looks there hears of it when it is mended"
    session.edit("HAND = four", "HAND = 4")
    session.wait_for("/t/")
    assert session.news()["mistake"] is None
    session.close()


def test_the_laws_are_played_at_every_save(session: DevSession) -> None:
    session.wait_for("All laws are kept.")
    session.edit("else placed(self.points)", "else [float(points) for points in self.points]")
    said = session.wait_for("Broken law: ")
    assert "between -1 and 1" in said
    given_up = time.monotonic() + 60
    while (laws := session.news()["laws"])["state"] != "broken":
        assert time.monotonic() < given_up, laws
        time.sleep(0.1)
    session.edit("else [float(points) for points in self.points]", "else placed(self.points)")
    session.wait_for("All laws are kept.", 2)
    assert session.news()["laws"] == {"state": "kept", "broken": []}


def test_a_terminal_follows_too(session: DevSession) -> None:
    words = [sys.executable, "-m", "rumpus", "dev", "--terminal", "--port", str(session.port)]
    out = session.project.parent / "terminal.log"
    with out.open("wb") as log:
        terminal = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=log, stderr=log, env=session.environment)

    assert terminal.stdin is not None
    wait_for(out, "Your hand", seconds=60)
    session.edit('"\\nYour hand  "', '"\\nYour feathers  "', "terminal.py")
    wait_for(out, "Your feathers", seconds=60)
    terminal.stdin.write(b"quit\n")
    terminal.stdin.close()
    assert terminal.wait(60) == 0


def test_where_nothing_is_served_a_terminal_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    port = free_port()
    assert run(["dev", "--terminal", "--port", str(port)]) == 2
    assert f"No `rumpus dev` serves port {port}" in capsys.readouterr().err
    assert run(["dev", str(tmp_path), "--port", str(port)]) == 2
    assert "There is no game in" in capsys.readouterr().err


def test_whoever_asks_while_one_server_takes_over_from_another_is_answered(session: DevSession) -> None:
    over = threading.Event()

    def asks() -> int:
        answered = 0
        while not over.is_set():
            session.news()  # on a connection of its own
            answered += 1
            time.sleep(0.05)  # eight people stay below the limit of requests per second
        return answered

    with ThreadPoolExecutor(8) as people:
        asking = [people.submit(asks) for _ in range(8)]
        for number in range(6):
            session.edit(f"HAND = {4 + number % 2}", f"HAND = {5 - number % 2}")
            session.wait_for("New rules after", number + 1)
        over.set()
        assert all(person.result() for person in asking)


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    session = DevSession(tmp_path).start()
    assert session.process is not None
    pid = session.process.pid
    session.close()
    assert list((tmp_path / "data").rglob("dev-*.json")) == []
    left = [child for child in os.listdir("/proc") if child.isdigit() and _parent(child) == pid]
    assert left == []
    assert not list(session.project.rglob("__pycache__"))


def _parent(pid: str) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


# --- in the browser ---


@pytest.fixture
def ann(browser: Browser, session: DevSession) -> Iterator[PageUser]:
    """Ann in the author's seat, past the introduction."""
    person = PageUser(browser, session.url, calm=True, newcomer=True)
    person.context.add_init_script(storage_script("met", {"moon_owls": ["how you win", "point"]}))
    person.page.goto(session.address)
    expect(person.page.locator(".moon_owls-hand button")).to_have_count(4)
    yield person
    person.close()


def top(page: Page) -> str:
    return page.locator(".moon_owls-pile .moon_owls-card").inner_text()


def test_a_change_is_on_the_table_with_the_same_deal_and_moves(ann: PageUser, session: DevSession) -> None:
    page = ann.page
    hand = page.locator(".moon_owls-hand button")
    page.locator(".moon_owls-hand button").first.click()
    expect(hand).to_have_count(3)
    expect(page.locator("main[data-asked]")).to_be_visible()
    held, lies = hand.all_inner_texts(), top(page)
    session.edit('return f"Card {', 'return f"Leaf {')
    expect(page.locator("body")).to_contain_text("Leaf 3 of 8.")
    expect(hand).to_have_count(3)
    # The page may reload once more after it has shown the new rules: these wait for it.
    expect(hand).to_have_text(held)
    expect(page.locator(".moon_owls-pile .moon_owls-card")).to_have_text(lies)
    session.edit("On the pile", "On the branch", "web/table.js")
    expect(page.locator(".moon_owls-pile")).to_contain_text("On the branch")


def test_a_move_that_does_not_fit_any_more_is_taken_back_with_a_word_on_it(ann: PageUser, session: DevSession) -> None:
    page = ann.page
    hand = page.locator(".moon_owls-hand button")
    card = hand.first.inner_text()
    hand.first.click()
    expect(hand).to_have_count(3)
    session.edit(
        "return list(self.hands[seat]) if",
        f"return [card for card in self.hands[seat] if card != {card} or self.pile] if",
    )
    note = page.locator(".dev-note")
    expect(note).to_contain_text("Your change does not allow move 1 any more: gone back to the deal.")
    expect(hand).to_have_count(4)
    note.get_by_role("button").click()
    expect(note).to_have_count(0)


def test_an_error_covers_the_table_until_it_is_mended(ann: PageUser, session: DevSession) -> None:
    page = ann.page
    session.edit("HAND = 4", "HAND = four")
    mistake = page.locator(".dev-mistake")
    expect(mistake).to_contain_text("NameError: name 'four' is not defined")
    expect(mistake).to_contain_text("moon_owls/game.py:26")
    assert_accessible(page)
    mistake.get_by_role("button", name="Back to the table").click()
    expect(mistake).to_have_count(0)
    page.locator(".moon_owls-hand button").first.click()
    expect(page.locator(".moon_owls-hand button")).to_have_count(3)
    session.edit("HAND = four", "HAND = 5")
    expect(page.locator("body")).to_contain_text("of 10.")
    expect(mistake).to_have_count(0)


def test_a_broken_law_and_a_drawing_that_fails_are_told_on_the_page(ann: PageUser, session: DevSession) -> None:
    page = ann.page
    laws = page.locator(".dev-laws button")
    expect(laws).to_have_text("All laws kept")
    session.edit("else placed(self.points)", "else [float(points) for points in self.points]")
    expect(laws).to_contain_text("broken")
    laws.click()
    expect(page.locator(".dev-laws li").first).to_contain_text("between -1 and 1")
    assert_accessible(page)
    assert ann.complaints == []
    session.edit(
        "export function board(view, offers, tools) {",
        "export function board(view, offers, tools) {\n  nest();",
        "web/table.js",
    )
    expect(page.locator(".dev-warn")).to_contain_text(
        ["Your drawing fails, so the plain one is shown: ReferenceError: nest is not defined"]
    )
    expect(page.locator("#board .generic")).to_be_visible()
    assert any("nest is not defined" in complaint for complaint in ann.complaints)
    ann.complaints.clear()


def test_ten_saves_one_after_the_other_are_all_shown(ann: PageUser, session: DevSession) -> None:
    before = 'return f"Card {'
    for number in range(10):
        after = f'return f"Save {number}, card {{'
        session.edit(before, after)
        ann.page.wait_for_function("text => document.body.innerText.includes(text)", arg=f"Save {number}, card")
        before = after
