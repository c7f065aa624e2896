"""What people do at the tables of a browser, and what must hold wherever they look."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Frame, Page, expect

from rumpus.client import Client
from rumpus.testing.browsers import PageUser, next_to_play, settle
from tests.web.local_server import LocalServer

Play = Callable[[Page], None]


def assert_accessible(page: Page | Frame, minor: bool = False) -> None:
    """Asserts that axe finds nothing serious; with `minor`, nothing at all."""
    settle(page)
    found = [
        (item["id"], [node["html"][:200] for node in item["nodes"]][:5])
        for item in Axe().run(page).response["violations"]
        if minor or item["impact"] in ("serious", "critical")
    ]
    assert not found, found


def assert_fits(page: Page) -> None:
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    if page.locator("main.table").count():
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    small = page.evaluate(
        """[...document.querySelectorAll("button, a.button, select, input:not([type=checkbox]), summary")]
            .filter((node) => node.offsetParent && !node.matches(".clause"))
            .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 80)])
            .filter(([box]) => box.height < 43.5 || box.width < 43.5)
            .map(([box, text]) => `${box.width}x${box.height} ${text}`)"""
    )
    assert not small, small


def assert_people_have_names(page: Page) -> None:
    said = page.evaluate(
        """() => [document.body.innerText, ...[...document.querySelectorAll("[aria-label], [data-no], [data-says]")]
            .flatMap((node) => [node.ariaLabel, node.dataset.no, node.dataset.says])].filter(Boolean).join("\\n")"""
    )
    assert not re.findall(r".*(?:@\d|\bseat \d|\bplayer \d).*", said, re.IGNORECASE)


def foreign_fonts(page: Page, selector: str) -> set[str]:
    """Returns the system fonts that draw text of these elements."""
    driver = page.context.new_cdp_session(page)
    driver.send("DOM.enable")
    driver.send("CSS.enable")
    root = driver.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    nodes = driver.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})["nodeIds"]
    used = [driver.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    assert any(used), "no text was found"
    return {font["familyName"] for fonts in used for font in fonts if not font["isCustomFont"]}


def table_of(service: LocalServer, game: str, options: dict[str, object], *others: str) -> tuple[str, str]:
    async def made() -> tuple[str, str]:
        async with Client(service.url) as client:
            await client.make(game, ["me", *(others or ["open"])], "Ann", options)
            return f"/t/{client.table}", client.link.removeprefix(service.url)

    # The browser's own loop runs in this thread already.
    with ThreadPoolExecutor(1) as background:
        return background.submit(lambda: asyncio.run(made())).result()


def walk_to(page: Page | Frame, selector: str) -> None:
    keyboard = page.keyboard if isinstance(page, Page) else page.page.keyboard
    keyboard.press("b")
    for _ in range(90):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        keyboard.press("Tab")
    raise AssertionError(f"no key leads to {selector}")


def press(page: Page, selector: str) -> None:
    walk_to(page, selector)
    page.keyboard.press("Enter")


def assert_replay_accessible(person: PageUser, table: str) -> None:
    person.go(f"/r/{table.rsplit('/', 1)[1]}?seat=all&at=6")
    expect(person.page.locator(".boards .board > *")).to_have_count(2)
    assert_accessible(person.page)


def assert_same_end(*people: PageUser) -> None:
    page = people[0].page
    expect(page.locator(".ending")).to_be_visible()
    names = page.locator(".rank-name strong").all_inner_texts()
    winners = page.locator(".rank.won .rank-name strong").all_inner_texts()
    assert names
    for person in people:
        expect(person.page.locator(".strip.over")).to_contain_text("The game is over.")
        expect(person.page.locator(".rank-name strong")).to_have_text(names)
        expect(person.page.locator(".rank.won .rank-name strong")).to_have_text(winners)


def play_by_mouse_and_keys(
    service: LocalServer,
    browser: Browser,
    game: str,
    options: dict[str, object],
    by_mouse: Play,
    by_keys: Play,
    told: str,
) -> None:
    """Ann plays by mouse, Bob by keys, Eve watches in the dark. All see the same end."""
    link, own_link = table_of(service, game, options)
    ann, bob, eve = (
        PageUser(browser, service.url),
        PageUser(browser, service.url, calm=True),
        PageUser(browser, service.url, phone=True, dark=True),
    )
    ann.go(own_link)
    bob.go(link).get_by_role("button", name="Sit here").click()
    eve.go(link)
    for person in (ann, bob, eve):
        person.page.wait_for_selector("#board > *")
    ways = {ann: by_mouse, bob: by_keys}
    turns = 0
    while asked := next_to_play((ann, bob)):
        assert turns < 300, "this game does not come to an end"
        turns += 1
        if turns == 3:
            assert_accessible(ann.page)
            assert_accessible(eve.page)
            assert_fits(eve.page)
        asked[0].does(ways[asked[0]])
    assert_same_end(ann, bob, eve)
    for person in (ann, bob, eve):
        assert_people_have_names(person.page)
    assert eve.page.locator("#board [data-spot]:not([aria-disabled])").count() == 0
    for person in (ann, bob, eve):
        assert person.page.locator("#board .generic").count() == 0
    bob.page.reload()
    expect(bob.page.locator(told).first).to_be_visible()
    assert_replay_accessible(ann, link)
    assert_replay_accessible(eve, link)
    for person in (ann, bob, eve):
        person.close()


def play_at_desk_and_phone(
    service: LocalServer, browser: Browser, game: str, options: dict[str, object], play: Play, secret: str
) -> None:
    """Ann plays at a desk, Bob on a phone, Eve watches. Eve never sees `secret` controls."""
    link, own_link = table_of(service, game, options)
    ann = PageUser(browser, service.url)
    bob = PageUser(browser, service.url, phone=True, calm=True)
    eve = PageUser(browser, service.url, dark=True)
    people = (ann, bob, eve)
    ann.go(own_link)
    bob.go(link).get_by_role("button", name="Sit here").tap()
    eve.go(link)
    for person in people:
        person.page.wait_for_selector("#board > *")
    turns = 0
    while asked := next_to_play((ann, bob)):
        assert turns < 300, "this game does not come to an end"
        if turns == 4:
            for seen in (ann.page, eve.page):
                assert_accessible(seen)
            assert_fits(bob.page)
        turns += 1
        asked[0].does(play)
        assert eve.page.locator(secret).count() == 0
    assert_same_end(*people)
    for person in people:
        assert person.page.locator("#board .generic").count() == 0
    assert_replay_accessible(ann, link)
    assert_replay_accessible(eve, link)
    for person in people:
        person.close()
