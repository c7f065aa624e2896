"""Whole games at tables with a drawing of their own: one person clicks, one uses keys only, one watches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.web.client import Client
from tests.web.browsers import Person, next_to_play, open_browser
from tests.web.house import House
from tests.web.test_browser import assert_accessible, assert_fits

Play = Callable[[Page], None]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"), pause=0.02).start()
    yield house
    house.close()


def table_of(house: House, game: str, options: dict[str, object], other: str = "open") -> tuple[str, str]:
    """A new table with these options: its page, and the same with the secret of the first chair."""

    async def made() -> tuple[str, str]:
        async with Client(house.url) as client:
            await client.make(game, ["me", other], "Ann", options)
            return f"/t/{client.table}", client.link.removeprefix(house.url)

    # The browser's own loop runs in this thread already.
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(lambda: asyncio.run(made())).result()


def walk_to(page: Page, selector: str) -> None:
    """By keys alone: to the board, then on until the focus is on such a thing."""
    page.keyboard.press("b")
    for _ in range(90):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {selector}")


def press(page: Page, selector: str) -> None:
    walk_to(page, selector)
    page.keyboard.press("Enter")


def assert_replay_accessible(person: Person, table: str) -> None:
    """The film of the table, all cards open, in this person's colours."""
    person.go(f"/r/{table.rsplit('/', 1)[1]}?seat=all&at=6")
    expect(person.page.locator(".boards .board > *")).to_have_count(2)
    assert_accessible(person.page)


def play_out(
    house: House, browser: Browser, game: str, options: dict[str, object], by_mouse: Play, by_keys: Play, told: str
) -> None:
    """Ann clicks, Bob uses nothing but keys, Eve watches in the dark; all see the same end, and it is told again."""
    link, own_link = table_of(house, game, options)
    ann, bob, eve = (
        Person(browser, house.url),
        Person(browser, house.url, calm=True),
        Person(browser, house.url, phone=True, dark=True),
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
    outcome = ann.page.locator(".banner.over").inner_text()
    for person in (ann, bob, eve):
        expect(person.page.locator(".banner.over")).to_have_text(outcome)
    assert eve.page.locator("#board [data-spot]:not([aria-disabled])").count() == 0
    for person in (ann, bob, eve):
        assert person.page.locator("#board .generic").count() == 0
    bob.page.reload()
    expect(bob.page.locator(told).first).to_be_visible()
    assert_replay_accessible(ann, link)
    assert_replay_accessible(eve, link)
    for person in (ann, bob, eve):
        person.close()


# --- Defend the City ---


def test_defend_the_city_is_played_with_two_dials(browser: Browser, house: House) -> None:
    def defend(page: Page) -> None:
        if page.locator(".dc-answer").count():
            page.locator(".dc-answer.forfeit").click()
            return
        page.locator("[data-set='offense 5']").click()
        page.locator("[data-set='defense 1']").click()
        page.locator(".dc-go").click()

    def attack(page: Page) -> None:
        if page.locator(".dc-answer").count():
            press(page, ".dc-answer.keep")
            return
        press(page, "[data-set='offense 0']")
        for score in range(1, 5):
            page.keyboard.press("ArrowRight")
            expect(page.locator(":focus")).to_have_text(str(score))
        page.keyboard.press("Enter")
        press(page, "[data-set='defense 0']")
        expect(page.locator(".dc-go")).to_have_text("Show 4/0")
        press(page, ".dc-go")

    play_out(house, browser, "defend_the_city", {"versus": True, "enemies": 1}, defend, attack, ".dc-shown")


# --- Battle Puno ---


def test_battle_puno_is_played_from_the_hand(browser: Browser, house: House) -> None:
    def by_mouse(page: Page) -> None:
        if not page.locator(".bp-card.can").count():
            page.locator(".bp-act").first.click()
            return
        page.locator(".bp-card.can").first.click()
        if page.locator(".bp-way-to").count():
            page.locator(".bp-way-to").last.click()

    def by_keys(page: Page) -> None:
        if not page.locator(".bp-card.can").count():
            press(page, ".bp-act")
            return
        press(page, ".bp-card.can")
        if page.locator(".bp-way-to").count():
            expect(page.locator(".bp-way-to").first).to_be_focused()
            page.keyboard.press("Enter")

    options: dict[str, object] = {"mode": "battle puno", "players": 2, "hand": 4, "hp": 50, "max_rounds": 1}
    play_out(house, browser, "battle_puno", options, by_mouse, by_keys, ".bp-top")


def test_a_card_of_battle_puno_that_does_not_fit_says_why(browser: Browser, house: House) -> None:
    ann = Person(browser, house.url, calm=True)
    page = ann.go(table_of(house, "battle_puno", {"players": 2}, "random")[1])
    for _ in range(30):
        page.wait_for_selector(".banner.turn")
        if page.locator(".bp-card.cannot").count():
            break
        ann.decide()
    page.locator(".bp-card.cannot[data-no]").first.focus()
    expect(page.locator(".pop")).to_contain_text("BP-")
    page.evaluate("document.querySelector('#story').dispatchEvent(new Event('scroll'))")
    expect(page.locator(".pop")).to_contain_text("BP-")
    page.evaluate("document.dispatchEvent(new Event('scroll'))")
    expect(page.locator(".pop")).to_contain_text("BP-")
    ann.close()


# --- Cat Brawl ---


def test_cat_brawl_is_played_by_putting_a_strategy_together(browser: Browser, house: House) -> None:
    def by_mouse(page: Page) -> None:
        if page.locator(".cb-choice").count():
            page.locator("[data-pick='maine coon']").click()
        elif page.locator(".cb-use").count():
            page.locator(".cb-use").last.click()
        else:
            page.locator("[data-move='scratch']").click()
            page.locator("[data-target]").first.click()
            claws = page.locator(".cb-card.scratch")
            if claws.count():
                claws.first.click()
                expect(claws.first).to_have_attribute("aria-pressed", "true")
            page.locator("[data-go]").click()

    def by_keys(page: Page) -> None:
        if page.locator(".cb-choice").count():
            press(page, "[data-pick='siamese']")
        elif page.locator(".cb-use").count():
            press(page, "[data-use='decline']")
        else:
            press(page, "[data-move='scratch']")
            press(page, "[data-whom]")
            if page.locator(".cb-card.scratch").count():
                press(page, ".cb-card.scratch")
            press(page, "[data-go]")

    play_out(
        house,
        browser,
        "cat_brawl",
        {"players": 2, "maine_coon.hp": 3, "siamese.hp": 3},
        by_mouse,
        by_keys,
        ".cb-fight li",
    )
