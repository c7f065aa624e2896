"""Chat in the browser: the popover, bubbles that cover nothing, mute, report and free text."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.client import Client
from rumpus.testing.browsers import PageUser, settle
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits
from tests.web.test_opponents_page import LOOKS, look, user

pytestmark = pytest.mark.browser

COVERED = """() => {
    const overlap = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
    const bubbles = [...document.querySelectorAll(".chat-bubble")].map((node) => node.getBoundingClientRect());
    return [...document.querySelectorAll(`.table [data-essential], .table [data-spot]:not([role=img]),
        .table [data-fly], .table button, .strip, .bar, .tray`)]
        .filter((node) => node.checkVisibility() && bubbles.some((box) => overlap(box, node.getBoundingClientRect())))
        .map((node) => node.outerHTML.slice(0, 80));
}"""
"""What a bubble covers of what must stay in sight."""


def table_for_two(service: LocalServer, game: str, free_text: bool = False) -> tuple[str, str]:
    async def made() -> tuple[str, str]:
        async with Client(service.url) as client:
            await client.make(game, ["me", "open"], "Ann", free_text=free_text)
            return f"/t/{client.table}", client.link.removeprefix(service.url)

    with ThreadPoolExecutor(1) as background:
        return background.submit(lambda: asyncio.run(made())).result()


@pytest.fixture
def pair(browser: Browser, service: LocalServer) -> Iterator[tuple[PageUser, PageUser]]:
    people = user(browser, service), user(browser, service, phone=True)
    yield people
    for person in people:
        person.close()


def sit_down(pair: tuple[PageUser, PageUser], links: tuple[str, str]) -> tuple[Page, Page]:
    """Ann at her table, and Ben who sits down."""
    ann, ben = pair
    first = ann.go(links[1])
    second = ben.go(links[0])
    second.get_by_label("Your name").fill("Ben")
    second.get_by_role("button", name="Sit here").click()
    for page in (first, second):
        page.wait_for_selector("main.table")
    return first, second


def open_chat(page: Page) -> None:
    """Opens the popover: by its button, or in the menu where the bar has no room for it."""
    button = page.get_by_role("button", name="Chat")
    if not button.first.is_visible():
        page.get_by_role("button", name="Menu").click()
    button.first.click()
    expect(page.locator("dialog.chat")).to_be_visible()


def say(page: Page, words: str) -> None:
    open_chat(page)
    page.locator("dialog.chat").get_by_role("button", name=words, exact=True).click()
    expect(page.locator("dialog.chat")).to_have_count(0)


def test_people_greet_each_other(service: LocalServer, pair: tuple[PageUser, PageUser]) -> None:
    ann, ben = sit_down(pair, table_for_two(service, "pigeons"))
    say(ann, "Good luck!")
    expect(ben.locator(".chat-bubble")).to_have_text("AnnGood luck!")
    expect(ben.get_by_role("button", name="Chat, 1 new")).to_be_visible()
    expect(ben.locator("#spoken")).to_contain_text("Ann: Good luck!")
    say(ben, "Smile")
    expect(ann.locator(".chat-bubble", has=ann.get_by_role("img", name="Smile", include_hidden=True))).to_be_visible()
    open_chat(ben)
    expect(ben.get_by_role("button", name="Chat, 1 new")).to_have_count(0)
    expect(ben.locator(".chat-lines li")).to_have_text(["AnnGood luck!", "Ben"])
    expect(ben.get_by_label("Write to the players")).to_have_count(0)
    assert_accessible(ben, minor=True)
    assert_fits(ben)
    ben.keyboard.press("Escape")
    expect(ann.locator(".chat-bubble")).to_have_count(0)
    ann.reload()
    ann.wait_for_selector("main.table")
    open_chat(ann)
    expect(ann.locator(".chat-lines")).to_have_count(0)


def test_a_muted_player_is_not_heard_here(service: LocalServer, pair: tuple[PageUser, PageUser]) -> None:
    ann, ben = sit_down(pair, table_for_two(service, "pigeons"))
    say(ann, "Hello!")
    open_chat(ben)
    ben.get_by_text("Mute or report").click()
    ben.get_by_role("button", name="Mute Ann").click()
    expect(ben.locator(".chat-lines")).to_have_count(0)
    ben.keyboard.press("Escape")
    ben.reload()
    ben.wait_for_selector("main.table")
    say(ann, "Sorry!")
    say(ben, "Thank you!")
    expect(ann.locator(".chat-bubble", has_text="Thank you!")).to_be_visible()
    open_chat(ben)
    expect(ben.locator(".chat-lines li")).to_have_text(["BenThank you!"])
    ben.get_by_text("Mute or report").click()
    assert_accessible(ben, minor=True)
    assert_fits(ben)
    ben.get_by_role("button", name="Unmute Ann").click()
    ben.keyboard.press("Escape")
    say(ann, "Oops!")
    expect(ben.get_by_role("button", name="Chat, 1 new")).to_be_visible()


def test_free_text_is_written_where_the_maker_allows_it(
    browser: Browser, service: LocalServer, pair: tuple[PageUser, PageUser]
) -> None:
    links = table_for_two(service, "pigeons", free_text=True)
    ann, ben = sit_down(pair, links)
    eve = user(browser, service)
    eve.go(links[0]).wait_for_selector("main.table")
    open_chat(ann)
    field = ann.get_by_label("Write to the players")
    field.fill("What a <b>day</b>!")
    ann.get_by_role("button", name="Send").click()
    expect(field).to_have_value("")
    expect(ann.locator(".chat-lines li")).to_have_text(["AnnWhat a <b>day</b>!"])
    expect(ben.locator(".chat-bubble")).to_have_text("AnnWhat a <b>day</b>!")
    for number in range(5):
        field.fill(f"Again {number}")
        field.press("Enter")
        expect(field).to_have_value("" if number < 4 else "Again 4")
    expect(ann.get_by_role("alert")).to_have_text("Too many messages at once. Wait a few seconds.")
    assert_accessible(ann, minor=True)
    say(ben, "Hello!")
    expect(eve.page.locator(".chat-bubble")).to_have_text("BenHello!")
    open_chat(eve.page)
    expect(eve.page.locator(".chat-lines li")).to_have_text(["BenHello!"])
    expect(eve.page.get_by_text("Only players can chat.")).to_be_visible()
    assert_accessible(eve.page, minor=True)
    eve.close()


def test_a_player_is_reported_with_a_reason(service: LocalServer, pair: tuple[PageUser, PageUser]) -> None:
    _, ben = sit_down(pair, table_for_two(service, "pigeons"))
    open_chat(ben)
    ben.get_by_text("Mute or report").click()
    ben.get_by_role("button", name="Report Ann").click()
    ben.get_by_label("Too many messages").check()
    assert_accessible(ben, minor=True)
    assert_fits(ben)
    ben.get_by_role("button", name="Send report").click()
    expect(ben.get_by_text("The host will read your report.")).to_be_visible()
    with sqlite3.connect(service.store) as db:
        assert db.execute("SELECT reason FROM report ORDER BY at DESC LIMIT 1").fetchall() == [("spam",)]


def test_a_maker_allows_free_text_at_unlisted_tables_only(browser: Browser, service: LocalServer) -> None:
    ann = user(browser, service)
    page = ann.lobby("Ann")
    page.locator(".game-pigeons").get_by_role("button", name="New").click()
    tick = page.get_by_label("Allow free text in the chat")
    tick.check()
    page.get_by_label("Who can join").select_option("listed")
    expect(tick).to_have_count(0)
    page.get_by_label("Who can join").select_option("private")
    expect(tick).not_to_be_checked()
    ann.close()


@pytest.mark.parametrize("game", ["battle_puno", "ultimatum"])
@pytest.mark.parametrize(("phone", "dark"), LOOKS)
def test_bubbles_cover_nothing_needed(
    browser: Browser, service: LocalServer, game: str, phone: bool, dark: bool
) -> None:
    ann, ben = user(browser, service, phone, dark), user(browser, service)
    first, second = sit_down((ben, ann), table_for_two(service, game, free_text=True))
    page, other = second, first
    for _ in range(6):
        people = [one for one in (page, other) if one.locator("main[data-asked]").count()]
        if not people:
            break
        asker = ann if people[0] is page else ben
        asker.decide()
    say(other, "Thumbs up")
    say(page, "Well played!")
    settle(page)
    page.wait_for_function(f"() => !({COVERED})().length")
    look(page, f"{game}-bubbles", phone, dark)
    open_chat(page)
    assert_accessible(page, minor=True)
    if phone:
        assert_fits(page)
    look(page, f"{game}-chat", phone, dark)
    page.keyboard.press("Escape")
    open_chat(other)
    other.get_by_label("Write to the players").fill("A long text that wraps: " + "every word counts, " * 8)
    other.get_by_role("button", name="Send").click()
    expect(page.locator(".badge:visible").first).to_be_visible()
    settle(page)
    page.wait_for_function(f"() => !({COVERED})().length")
    look(page, f"{game}-text", phone, dark)
    for person in (ann, ben):
        person.close()
