"""Opponents in the browser: the queue, challenges and the leaderboard."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits

pytestmark = pytest.mark.browser
LOOKS = [(phone, dark) for phone in (False, True) for dark in (False, True)]


def user(browser: Browser, service: LocalServer, phone: bool = False, dark: bool = False) -> PageUser:
    person = PageUser(browser, service.url, phone=phone, dark=dark, calm=True)
    if not phone:
        person.page.set_viewport_size({"width": 1366, "height": 768})
    return person


@pytest.fixture
def ann(browser: Browser, service: LocalServer) -> Iterator[PageUser]:
    person = user(browser, service)
    yield person
    person.close()


@pytest.fixture
def ben(browser: Browser, service: LocalServer) -> Iterator[PageUser]:
    person = user(browser, service, phone=True)
    yield person
    person.close()


def ask(person: PageUser, name: str, game: str = "Pigeons") -> Page:
    """Opens the dialog."""
    page = person.lobby(name)
    page.get_by_role("button", name=f"Find an opponent for {game}").click()
    return page


def look(page: Page, name: str, phone: bool, dark: bool) -> None:
    """Keeps a picture if a folder for them is named."""
    folder = os.environ.get("RUMPUS_PICTURES")
    if folder:
        page.screenshot(
            path=Path(folder) / f"{name}-{'phone' if phone else 'laptop'}-{'dark' if dark else 'light'}.png"
        )


def add_ratings(service: LocalServer) -> None:
    """Writes ratings as if many games had been played."""
    with sqlite3.connect(service.store, timeout=60) as db:
        [(ann,)] = db.execute("SELECT id FROM profile WHERE name = 'Ann' ORDER BY created DESC LIMIT 1").fetchall()
        rows = [("bot:hard", 30.0, 2.0, 90), (ann, 26.5, 3.0, 40), ("bot:easy", 20.0, 8.0, 1)]
        db.executemany("INSERT OR REPLACE INTO rating VALUES ('pigeons', 2, ?, ?, ?, ?)", rows)
        db.execute("INSERT OR IGNORE INTO ladder VALUES ('pigeons', 2, 1, '')")


def find(page: Page) -> None:
    page.locator("dialog").get_by_role("button", name="Find an opponent", exact=True).click()


def test_two_people_find_each_other(ann: PageUser, ben: PageUser) -> None:
    first = ask(ann, "Ann")
    find(first)
    expect(first.get_by_role("timer")).to_be_visible()
    find(ask(ben, "Ben"))
    for page in (first, ben.page):
        page.wait_for_selector("main.table")
    assert first.url == ben.page.url
    expect(first.get_by_text("Ben").first).to_be_visible()


def test_cancelling_leaves_the_queue_and_a_bot_comes_after_a_time(ann: PageUser, ben: PageUser) -> None:
    first = ask(ann, "Ann")
    find(first)
    first.get_by_role("button", name="Cancel").click()
    expect(first.locator("dialog")).to_have_count(0)
    second = ask(ben, "Ben")
    second.get_by_label("A bot sits down").select_option("15")
    find(second)
    second.wait_for_selector("main.table", timeout=60_000)
    expect(second.get_by_text("(normal)").or_(second.get_by_text("normal")).first).to_be_visible()


def test_a_challenge_is_offered_accepted_and_opens_by_itself(ann: PageUser, ben: PageUser) -> None:
    first = ask(ann, "Ann")
    first.get_by_text("Or leave an open challenge").click()
    first.get_by_role("button", name="Leave the challenge").click()
    expect(first.get_by_role("button", name="Withdraw your challenge in Pigeons")).to_be_visible()
    second = ben.lobby("Ben")
    second.get_by_role("button", name="Accept the challenge of Ann in Pigeons").click()
    for page in (first, second):
        page.wait_for_selector("main.table")
    assert first.url == second.url


@pytest.mark.parametrize(("phone", "dark"), LOOKS)
def test_every_screen_fits_and_is_accessible(
    browser: Browser, service: LocalServer, ann: PageUser, phone: bool, dark: bool
) -> None:
    first = ask(ann, "Ann")
    first.get_by_text("Or leave an open challenge").click()
    first.get_by_label("Lowest rating").fill("900")
    first.get_by_role("button", name="Leave the challenge").click()
    expect(first.get_by_role("button", name="Withdraw your challenge in Pigeons")).to_be_visible()
    person = user(browser, service, phone, dark)
    page = person.lobby("Ben")
    expect(page.get_by_role("button", name="Accept the challenge of Ann in Pigeons").first).to_be_attached()
    assert_fits(page)
    assert_accessible(page)
    look(page, "lobby", phone, dark)
    page.get_by_role("button", name="Find an opponent for Battle Puno").click()
    assert_fits(page)
    look(page, "dialog", phone, dark)
    page.get_by_text("Or leave an open challenge").click()
    assert_fits(page)
    assert_accessible(page)
    look(page, "offer", phone, dark)
    find(page)
    expect(page.get_by_role("timer")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    look(page, "waiting", phone, dark)
    page.get_by_role("button", name="Cancel").click()
    add_ratings(service)
    page = person.go("/leaderboard#pigeons")
    expect(page.get_by_role("row", name="Bot hard")).to_contain_text("1200")
    expect(page.get_by_role("button", name="Battle Puno")).to_be_visible()
    assert_fits(page)
    assert_accessible(page)
    look(page, "leaderboard", phone, dark)
    person.close()
    first.get_by_role("button", name="Withdraw your challenge in Pigeons").first.click()
