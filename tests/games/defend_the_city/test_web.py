"""The two dials in a real browser."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.web.local_server import LocalServer
from tests.web.scenarios import play_by_mouse_and_keys, press


def test_defend_the_city_is_played_with_two_dials(browser: Browser, service: LocalServer) -> None:
    def defend(page: Page) -> None:
        if page.locator(".dc-answer").count():
            page.locator(".dc-answer.forfeit").click()
            return
        page.locator("[data-set='offense 5']").click()
        page.locator("[data-set='defense 1']").click()
        page.locator("[data-main]").click()

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
        expect(page.locator("[data-main]")).to_contain_text("Reveal 4 / 0")
        press(page, "[data-main]")

    play_by_mouse_and_keys(
        service, browser, "defend_the_city", {"versus": True, "enemies": 1}, defend, attack, ".dc-told"
    )
