"""The two dials in a real browser."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.scenarios import play_by_mouse_and_keys, press, table_of


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


def test_an_enemy_has_one_name_in_its_plate_and_its_tooltip(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    page = ann.go("/learn/defend_the_city")
    page.wait_for_selector("main[data-asked]")
    page.locator("[data-name=enemy] [data-explain]").focus()
    expect(page.locator(".pop strong")).to_have_text("Raider")
    ann.close()


WHOLE_STRIP = """() => {
    const words = document.querySelector(".strip.over p");
    const [inner, outer] = [words, words.parentElement].map((node) => node.getBoundingClientRect());
    return words.scrollHeight <= words.clientHeight + 4 && inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""
"""Letters reach a little beyond a tight line; a line more does not fit."""


def test_a_phone_shows_the_whole_result_beside_the_board(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, phone=True, calm=True)
    page = ann.go(table_of(service, "defend_the_city", {"versus": True, "enemies": 1}, "random")[1])
    while ann.decide():
        pass
    page.get_by_role("button", name="Show board").click()
    expect(page.locator(".strip.over")).to_contain_text("Stamina left")
    assert page.evaluate(WHOLE_STRIP)
    ann.close()
