"""The hand of cards in a real browser."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.web.browsers import Person
from tests.web.house import House
from tests.web.stories import play_by_mouse_and_keys, press, table_of


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
    play_by_mouse_and_keys(house, browser, "battle_puno", options, by_mouse, by_keys, ".bp-top")


def test_a_card_of_battle_puno_that_does_not_fit_says_why(browser: Browser, house: House) -> None:
    ann = Person(browser, house.url, calm=True)
    page = ann.go(table_of(house, "battle_puno", {"players": 2}, "random")[1])
    for _ in range(30):
        page.wait_for_selector("main[data-asked]")
        if page.locator(".bp-card.cannot").count():
            break
        ann.decide()
    page.locator(".bp-card.cannot[data-no]").first.focus()
    expect(page.locator(".pop")).to_contain_text("BP-")
    page.evaluate("document.querySelector('#spoken').dispatchEvent(new Event('scroll'))")
    expect(page.locator(".pop")).to_contain_text("BP-")
    page.evaluate("document.dispatchEvent(new Event('scroll'))")
    expect(page.locator(".pop")).to_contain_text("BP-")
    ann.close()
