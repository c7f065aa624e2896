"""The hand of cards in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits, play_by_mouse_and_keys, press, table_of

CAN = ".bp-card.can"


def test_battle_puno_is_played_from_the_hand(browser: Browser, service: LocalServer) -> None:
    def by_mouse(page: Page) -> None:
        if not page.locator(CAN).count():
            page.locator("[data-act]").click()
            return
        page.locator(CAN).first.click()
        if page.locator(".bp-way-to").count():
            page.locator(".bp-way-to").last.click()

    def by_keys(page: Page) -> None:
        if not page.locator(CAN).count():
            press(page, "[data-act]")
            return
        press(page, CAN)
        if page.locator(".bp-way-to").count():
            expect(page.locator(".bp-way-to").first).to_be_focused()
            page.keyboard.press("Enter")

    options: dict[str, object] = {"mode": "death match", "players": 2, "hand": 4, "hp": 50, "max_rounds": 1}
    play_by_mouse_and_keys(service, browser, "battle_puno", options, by_mouse, by_keys, ".bp-top")


def until(person: PageUser, wanted: str) -> Page:
    page = person.page
    for _ in range(60):
        page.wait_for_selector("main[data-asked]")
        if page.locator(wanted).count():
            return page
        assert person.decide()
    raise AssertionError(f"{wanted} never came")


def test_a_card_of_battle_puno_that_does_not_fit_says_why(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    page = ann.go(table_of(service, "battle_puno", {"players": 2}, "random")[1])
    until(ann, ".bp-card.cannot")
    page.locator(".bp-card.cannot[data-no]").first.focus()
    expect(page.locator(".pop")).to_contain_text("BP-")
    page.evaluate("document.querySelector('#spoken').dispatchEvent(new Event('scroll'))")
    expect(page.locator(".pop")).to_contain_text("BP-")
    page.evaluate("document.dispatchEvent(new Event('scroll'))")
    expect(page.locator(".pop")).to_contain_text("BP-")
    ann.close()


def test_what_fits_comes_first_and_a_hovered_card_shows_on_the_board_what_it_brings(
    browser: Browser, service: LocalServer
) -> None:
    ann = PageUser(browser, service.url, calm=True)
    ann.go(table_of(service, "battle_puno", {"players": 3}, "random", "random")[1])
    page = until(ann, f"{CAN} + .cannot")
    classes = page.locator(".bp-card").evaluate_all("cards => cards.map((card) => card.classList.contains('can'))")
    assert classes == sorted(classes, reverse=True)
    page = until(ann, f"{CAN}[aria-label*='pool']")
    card = page.locator(f"{CAN}[aria-label*='pool']").first
    then = (card.get_attribute("aria-label") or "").rsplit(" ", 1)[1]
    card.hover()
    expect(page.locator(".bp-then")).to_have_text(f"→ {then}")
    expect(page.locator(".bp-player.aimed")).to_have_count(1)
    ann.close()


def test_a_finger_lifts_a_card_and_the_button_plays_it(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, phone=True, calm=True)
    ann.go(table_of(service, "battle_puno", {"players": 2}, "random")[1])
    page = until(ann, f"{CAN}[aria-label*='pool']")
    card = page.locator(f"{CAN}[aria-label*='pool']").first
    at = page.locator("main").get_attribute("data-at")
    card.tap(position={"x": 12, "y": 20})
    expect(card).to_have_attribute("aria-pressed", "true")
    assert page.locator("main").get_attribute("data-at") == at
    button = page.locator("[data-main]")
    expect(button).to_contain_text("Play")
    expect(button).to_contain_text("→")
    assert_fits(page)
    button.tap()
    page.wait_for_function("at => document.querySelector('main')?.dataset.at !== at", arg=at)
    ann.close()


def test_a_penalty_says_what_answers_it(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    options: dict[str, object] = {"mode": "death match", "players": 2, "skips": 4, "reverses": 4, "draw_twos": 4}
    ann.go(table_of(service, "battle_puno", options, "greedy")[1])
    page = until(ann, "[data-act=take]")
    expect(page.locator(".strip")).to_contain_text("Draw ")
    expect(page.locator(".strip")).to_contain_text("take them")
    expect(page.locator(".bp-fits")).to_contain_text("Current colour")
    expect(page.locator(".bp-news")).to_contain_text("draw ")
    ann.close()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_traditional_has_neither_pool_nor_health(browser: Browser, service: LocalServer, dark: bool) -> None:
    ann = PageUser(browser, service.url, phone=True, calm=True, dark=dark)
    options: dict[str, object] = {"mode": "traditional", "players": 8, "extra_cards": True}
    page = ann.go(table_of(service, "battle_puno", options, *["random"] * 7)[1])
    page.wait_for_selector("main[data-asked]")
    assert page.locator(".bp-pool").count() == 0
    assert page.locator("[data-essential^=health]").count() == 8
    assert_accessible(page)
    assert_fits(page)
    ann.close()


NEWS = """async ([story, viewer]) => {
    const { gameInfo } = await import("/static/js/ui/games.js");
    const { deeds, news } = await import((await gameInfo("battle_puno")).drawing.replace("table.js", "plays.js"));
    const tools = { story, viewer, names: ["Ann", "Bix"], called: ["Ann", "Bix"], you: viewer };
    return news(deeds(story, tools), tools);
}"""


def test_the_result_of_a_round_is_told_until_the_player_acts_again(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    page = ann.lobby()
    end: list[dict[str, object]] = [
        {"kind": "scored", "facts": {"seat": 0, "hp": -33, "score": -33}},
        {"kind": "scored", "facts": {"seat": 1, "hp": 169, "score": 169}},
        {"kind": "round", "facts": {"round": 2}},
        {"kind": "turned_up", "facts": {"card": "red 6"}},
    ]
    theirs: list[dict[str, object]] = [
        {"kind": "played", "facts": {"seat": 1, "card": "red 9"}},
        {"kind": "added", "facts": {"seat": 1, "points": 9, "pool": 9}},
    ]
    own: list[dict[str, object]] = [
        {"kind": "drew", "facts": {"seat": 0, "why": "turn", "cards": ["red 1"]}},
    ]
    assert page.evaluate(NEWS, [end, 0]) == "Last round: −33 points for you. Starting card"
    assert page.evaluate(NEWS, [end, 1]) == "Last round: +169 points for you. Starting card"
    assert page.evaluate(NEWS, [end, None]) == "Starting card"
    assert page.evaluate(NEWS, [end + theirs, 0]) == "Last round: −33 points for you. Bix: pool 9"
    assert page.evaluate(NEWS, [end + theirs + own, 0]) == "You drew 1"
    assert page.evaluate(NEWS, [end[2:], 0]) == "Starting card", "there was no round before"
    ann.close()
