"""Profiles in browsers: made by the first seat, moved by link and by passkey, and what is said when they cannot be."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, CDPSession, Page, expect

from rumpus.client import Client
from rumpus.testing.browsers import PageUser, settle
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_fits

pytestmark = pytest.mark.browser

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
NO_STORAGE = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def user(browser: Browser, service: LocalServer, phone: bool = False, dark: bool = False) -> PageUser:
    """A user at localhost, where browsers have passkeys."""
    person = PageUser(browser, service.url.replace("127.0.0.1", "localhost"), phone=phone, dark=dark, calm=True)
    if not phone:
        person.page.set_viewport_size({"width": 1366, "height": 768})
    return person


def with_authenticator(person: PageUser) -> tuple[CDPSession, str]:
    driver = person.context.new_cdp_session(person.page)
    driver.send("WebAuthn.enable")
    return driver, driver.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]


def stored(page: Page) -> dict[str, str] | None:
    found: dict[str, str] | None = page.evaluate("() => JSON.parse(localStorage.getItem('rumpus.' + 'profile'))")
    return found


def assert_flawless(page: Page) -> None:
    settle(page)
    assert Axe().run(page).response["violations"] == []


def play(person: PageUser, name: str = "Ann") -> str:
    """Begins a game against a bot. Returns the table's path."""
    person.lobby(name).locator(".game-pigeons .primary").click()
    person.page.wait_for_selector("main.table")
    return person.page.url.removeprefix(person.url)


def link_of(person: PageUser) -> str:
    person.go("/profile").get_by_role("button", name="Create link").click()
    return person.page.get_by_label("Link for one device").input_value()


@pytest.fixture
def ann(browser: Browser, service: LocalServer) -> Iterator[PageUser]:
    person = user(browser, service)
    yield person
    person.close()


def test_a_profile_moves_to_a_second_browser_by_link(browser: Browser, service: LocalServer, ann: PageUser) -> None:
    assert stored(ann.lobby()) is None, "looking makes no profile"
    table = play(ann)
    profile = stored(ann.page)
    assert profile is not None
    assert profile["name"] == "Ann"
    link = link_of(ann)
    expect(ann.page.locator("img.qr")).to_have_js_property("complete", True)
    assert ann.page.locator("img.qr").evaluate("image => image.naturalWidth > 0")
    expect(ann.page.locator(".countdown")).to_have_text("9:59")
    phone = user(browser, service, phone=True)
    phone.page.goto(link)
    assert "link" not in phone.page.url.removeprefix(phone.url), "the token leaves the address bar"
    phone.page.get_by_role("button", name="Sign in as Ann").wait_for()
    assert_flawless(phone.page)
    phone.page.get_by_role("button", name="Sign in as Ann").click()
    expect(phone.page.locator(".mine .gold")).to_contain_text("Your turn")
    moved = stored(phone.page)
    assert moved is not None
    assert moved["id"] == profile["id"]
    assert moved["secret"] != profile["secret"]
    phone.go(table)
    phone.page.wait_for_selector("main[data-asked]")
    assert phone.decide()
    expect(ann.page.get_by_role("status")).to_contain_text("is signed in now")
    # The link works once.
    other = user(browser, service)
    other.page.goto(link)
    expect(other.page.get_by_role("dialog")).to_contain_text("This link has been used already.")
    other.page.locator("dialog .row").get_by_role("button", name="Close").click()
    other.page.goto(link[:-3])
    expect(other.page.get_by_role("dialog")).to_contain_text("This link is incomplete.")
    assert stored(other.page) is None
    # Signed out from afar, the phone loses the seat, and says why.
    ann.page.get_by_role("button", name="Sign out Chrome on").last.click()
    expect(ann.page.locator(".profile-list li")).to_have_count(1)
    expect(phone.page.locator("#toasts")).to_contain_text("This device has been signed out of its profile.")
    assert stored(phone.page) is None
    phone.go("/profile")
    expect(phone.page.get_by_role("heading", name="No profile yet")).to_be_visible()
    for person in (phone, other):
        person.close()


def test_a_profile_moves_to_a_second_browser_by_passkey(browser: Browser, service: LocalServer, ann: PageUser) -> None:
    driver, key = with_authenticator(ann)
    play(ann)
    page = ann.go("/profile")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_role("button", name="Remove").wait_for()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#toasts")).to_contain_text("This device has a passkey of your profile already.")
    credential = driver.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"][0]
    fresh = user(browser, service)
    other, other_key = with_authenticator(fresh)
    fresh.lobby().get_by_role("button", name="Sign in with a passkey").click()
    expect(fresh.page.locator("#toasts")).to_contain_text("No passkey was used.")
    other.send("WebAuthn.addCredential", {"authenticatorId": other_key, "credential": credential})
    fresh.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(fresh.page.locator(".mine .gold")).to_contain_text("Your turn")
    expect(fresh.page.get_by_label("Your name")).to_have_value("Ann")
    # Removed, it opens nothing any more.
    page = ann.go("/profile")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Remove")).to_have_count(0)
    lost = user(browser, service)
    third, third_key = with_authenticator(lost)
    third.send("WebAuthn.addCredential", {"authenticatorId": third_key, "credential": {**credential, "signCount": 9}})
    lost.lobby().get_by_role("button", name="Sign in with a passkey").click()
    expect(lost.page.locator("#toasts")).to_contain_text("This passkey is not known here.")
    for person in (fresh, lost):
        person.close()


def test_two_tabs_share_one_profile_and_its_end(browser: Browser, service: LocalServer, ann: PageUser) -> None:
    ann.lobby("Ann")
    second = ann.context.new_page()
    second.goto(ann.url)
    second.wait_for_selector(".game-card")
    for page in (ann.page, second):  # at once
        page.locator(".game-pigeons .primary").click(no_wait_after=True)
    for page in (ann.page, second):
        page.wait_for_selector("main.table")
    second.goto(f"{ann.url}/games")
    expect(second.locator(".my-game")).to_have_count(2)
    page = ann.go("/profile")
    page.get_by_label("Name", exact=True).fill("Anna")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".looks").get_by_title("owl").click()
    expect(page.get_by_label("owl")).to_be_checked()
    second.goto(f"{ann.url}/profile")
    expect(second.get_by_label("Name", exact=True)).to_have_value("Anna")
    page.get_by_role("button", name="Delete profile").click()
    page.get_by_role("button", name="Delete for ever").click()
    expect(page.get_by_role("main")).to_contain_text("The profile is deleted.")
    expect(second.get_by_role("main")).to_contain_text("Another tab of this browser has signed out of the profile.")


def test_a_browser_without_storage_plays_without_a_profile(browser: Browser, service: LocalServer) -> None:
    ben = user(browser, service)
    ben.context.add_init_script(NO_STORAGE)
    page = ben.go("/profile")
    expect(page.get_by_role("alert")).to_contain_text("This browser stores nothing for this site")
    ann = user(browser, service)
    play(ann)
    page.goto(link_of(ann))
    expect(page.get_by_role("dialog")).to_contain_text("This browser stores nothing for this site")
    for person in (ann, ben):
        person.close()


def test_a_profile_of_another_server_and_an_emptied_browser(service: LocalServer, ann: PageUser) -> None:
    foreign = json.dumps({"secret": "of-another-server-" * 2, "id": "elsewhere", "name": "Ann"})
    ann.lobby()
    ann.page.evaluate("kept => localStorage.setItem('rumpus.' + 'profile', kept)", foreign)
    ann.lobby()
    expect(ann.page.locator("#toasts")).to_contain_text("This profile is not known here.")
    table = play(ann)
    assert stored(ann.page) is not None
    second = ann.context.new_page()
    second.goto(f"{ann.url}/profile")
    second.get_by_role("heading", name="Devices").wait_for()
    ann.page.evaluate("() => localStorage.clear()")
    expect(second.get_by_role("alert")).to_contain_text("The data of this site was deleted in this browser")
    ann.go(table)
    expect(ann.page.locator("main.table")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_every_part_is_accessible_and_fits(browser: Browser, service: LocalServer, phone: bool, dark: bool) -> None:
    person = user(browser, service, phone=phone, dark=dark)
    page = person.go("/profile")
    page.get_by_role("heading", name="No profile yet").wait_for()
    assert_flawless(page)
    play(person)
    while person.decide():
        pass
    link_of(person)
    assert_flawless(page)
    assert_fits(page)
    person.go("/games")
    expect(page.get_by_role("main")).to_contain_text("You have no running game.")
    page.get_by_role("button", name="Finished").click()
    expect(page.locator(".my-game")).to_contain_text("with Bix (easy)")
    assert_flawless(page)
    assert_fits(page)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector(".boards")
    person.close()


def test_the_account_of_a_bot_is_marked_at_its_table_and_in_the_lobby(
    browser: Browser, service: LocalServer, ann: PageUser
) -> None:
    made = threading.Event()
    seen = threading.Event()

    async def hal() -> None:
        async with Client(service.url) as client:
            await client.ask("profile_new", secret="the-secret-of-a-bot-" * 2, name="HAL", bot=True)
            await client.make("pigeons", ["me", "open"], listed=True)
            tables.append(client.table)
            made.set()
            await asyncio.to_thread(seen.wait, 120)

    tables: list[str] = []
    with ThreadPoolExecutor(1) as background:
        done = background.submit(lambda: asyncio.run(hal()))
        try:
            assert made.wait(60)
            page = ann.lobby("Ann")
            expect(page.locator(".open .table-row").filter(has_text="HAL (bot)").first).to_be_visible()
            ann.go(f"/t/{tables[0]}")
            expect(page.locator(".room-seat").first).to_contain_text("HAL (bot)")
            page.get_by_role("button", name="Sit here").click()
            page.get_by_role("button", name="I’m ready").or_(page.locator("main[data-at] .person")).first.wait_for()
            expect(page.locator(".person .kind").first).to_have_text("bot")
        finally:
            seen.set()
        done.result()


def test_the_server_draws_links_of_its_own_only(service: LocalServer) -> None:
    for body, status in ((f"{service.url}/#/link/abc", 200), ("https://elsewhere.example/", 400), ("x" * 400, 413)):
        assert httpx.post(f"{service.url}/api/qr", content=body).status_code == status, body
