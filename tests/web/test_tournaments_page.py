"""Tournaments in the browser: made from the lobby, joined by a link, followed live."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits
from tests.web.test_every_page import assert_spoken_plainly
from tests.web.test_opponents_page import LOOKS, look, user

pytestmark = pytest.mark.browser


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


def field(page: Page, label: str) -> Locator:
    found = page.locator("dialog .seek-field").filter(has=page.locator("span", has_text=re.compile(f"^{label}$")))
    return found.locator("select, input")


def ask(person: PageUser, name: str) -> Page:
    """Opens the dialog."""
    page = person.lobby(name)
    page.get_by_role("button", name="new tournament").click()
    field(page, "Game").select_option(label="Pigeons")
    return page


def create(page: Page) -> None:
    page.get_by_role("button", name="Create tournament").click()
    page.wait_for_url("**/tournament/*")
    expect(page.get_by_role("button", name="Start now")).to_be_visible()


def test_a_tournament_is_made_joined_started_and_followed(ann: PageUser, ben: PageUser) -> None:
    first = ask(ann, "Ann")
    field(first, "Bots").select_option("1")
    first.get_by_text("More choices").click()
    field(first, "Title").fill("Friday cup")
    create(first)
    expect(first.get_by_role("heading", name="Friday cup")).to_be_visible()
    first.get_by_role("button", name="Add bot").click()
    expect(first.get_by_role("heading", name="3 players")).to_be_visible()
    first.get_by_role("button", name="Remove").last.click()
    expect(first.get_by_role("heading", name="2 players")).to_be_visible()
    first.get_by_role("button", name="Add bot").click()

    ben.lobby("Ben")
    second = ben.go(first.url.removeprefix(ben.url))
    second.get_by_role("button", name="Join").click()
    expect(second.get_by_role("button", name="Leave")).to_be_visible()
    expect(first.get_by_role("rowheader", name="Ben")).to_be_visible()
    first.get_by_role("button", name="Start now").click()
    for page in (first, second):
        expect(page.get_by_role("link", name="Play against").first).to_be_visible()
        expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    url = second.url
    second.get_by_role("link", name="Play against").first.click()
    second.wait_for_selector("main.table, .room")
    ben.go(url.removeprefix(ben.url))
    second.get_by_role("button", name="Withdraw").click()
    second.locator("dialog").get_by_role("button", name="Withdraw").click()
    expect(first.get_by_role("rowheader", name="Ben")).to_contain_text("withdrawn")
    first.get_by_role("button", name="Cancel tournament").click()
    first.locator("dialog").get_by_role("button", name="Cancel tournament").click()
    expect(first.get_by_text("Its creator has cancelled it.")).to_be_visible()


def test_a_wrong_choice_is_told_and_a_wrong_link_too(ann: PageUser) -> None:
    page = ask(ann, "Ann")
    field(page, "It starts").select_option("players")
    field(page, "Players").fill("90")
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_text("Cannot read this message").or_(page.get_by_text("can start with"))).to_be_visible()
    page = ann.go("/tournament/nothing")
    expect(page.get_by_role("alert")).to_have_text("Tournament not found. It may have expired.")
    assert_accessible(page, minor=True)


@pytest.mark.parametrize(("phone", "dark"), LOOKS)
def test_every_screen_fits_and_is_accessible(browser: Browser, service: LocalServer, phone: bool, dark: bool) -> None:
    person = user(browser, service, phone, dark)

    def examine(name: str) -> None:
        assert_fits(page)
        assert_accessible(page, minor=True)
        assert_spoken_plainly(page)
        look(page, f"tournament-{name}", phone, dark)

    page = ask(person, "Ann")
    examine("dialog")
    field(page, "Kind").select_option("round_robin")
    field(page, "Bots").select_option("3")
    field(page, "Strength").select_option("easy")
    field(page, "Who may join").select_option("lobby")
    page.get_by_text("More choices").click()
    field(page, "Title").fill("The great autumn cup of all pigeons")
    examine("choices")
    create(page)
    examine("open")
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_role("link", name="Play against").first).to_be_visible()
    expect(page.get_by_role("link", name="Review").first).to_be_visible()
    examine("running")
    url = page.url
    page.get_by_role("link", name="Play against").first.click()
    page.wait_for_selector("main.table, .room")
    person.go(url.removeprefix(person.url))
    page.get_by_role("button", name="Withdraw").click()
    page.locator("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("Over.")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    examine("over")
    page = person.go("/")
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
    expect(page.get_by_role("link", name="The great autumn cup").first).to_be_attached()
    examine("lobby")
    person.close()


@pytest.mark.parametrize(("phone", "dark"), LOOKS)
def test_the_table_of_a_game_leads_back_to_its_tournament(
    browser: Browser, service: LocalServer, ann: PageUser, phone: bool, dark: bool
) -> None:
    first = ask(ann, "Ann")
    field(first, "Kind").select_option("knockout")
    create(first)
    person = user(browser, service, phone, dark)
    person.lobby("Ben")
    page = person.go(first.url.removeprefix(ann.url))
    page.get_by_role("button", name="Join").click()
    expect(first.get_by_role("rowheader", name="Ben")).to_be_visible()
    first.get_by_role("button", name="Start now").click()
    page.get_by_role("link", name="Play against Ann").click()
    expect(page.get_by_role("heading", name="Waiting for everyone to arrive")).to_be_visible()
    expect(page.get_by_role("link", name="To the tournament")).to_be_visible()
    expect(page.get_by_role("button", name="Leave my seat")).to_have_count(0)
    assert_fits(page)
    assert_accessible(page, minor=True)
    look(page, "tournament-room", phone, dark)
    first.get_by_role("button", name="Withdraw").click()
    first.locator("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("heading", name="This game has ended")).to_be_visible()
    expect(page.get_by_role("link", name="Record")).to_have_count(0)
    assert_fits(page)
    assert_accessible(page, minor=True)
    look(page, "tournament-settled", phone, dark)
    page.get_by_role("link", name="To the tournament").click()
    expect(page.get_by_role("rowheader", name="Ben")).to_contain_text("you")
    expect(page.get_by_text("Over.")).to_be_visible()
    person.close()
