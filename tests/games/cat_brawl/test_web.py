"""A strategy put together in a real browser."""

from __future__ import annotations

import re

import httpx
from playwright.sync_api import Browser, Page, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits, play_by_mouse_and_keys, press, table_of


def test_cat_brawl_is_played_by_putting_a_strategy_together(browser: Browser, service: LocalServer) -> None:
    def by_mouse(page: Page) -> None:
        if page.locator(".cb-choice").count():
            page.locator("[data-pick='maine coon']").click()
            page.locator("[data-main]").click()
        elif page.locator(".cb-use").count():
            if page.locator("button.cb-use").count():
                page.locator("button.cb-use").last.click()
            page.locator("[data-main]").click()
        else:
            page.locator("[data-move='scratch']").click()
            page.locator("[data-target]").first.click()
            claws = page.locator(".cb-card.scratch")
            if claws.count():
                claws.first.click()
                expect(claws.first).to_have_attribute("aria-pressed", "true")
            page.locator("[data-main]").click()

    def by_keys(page: Page) -> None:
        if page.locator(".cb-choice").count():
            press(page, "[data-pick='siamese']")
            press(page, "[data-main]")
        elif page.locator(".cb-use").count():
            press(page, "[data-use='decline']")
        else:
            press(page, "[data-move='scratch']")
            press(page, "[data-target]")
            if page.locator(".cb-card.scratch").count():
                press(page, ".cb-card.scratch")
            press(page, "[data-main]")

    play_by_mouse_and_keys(
        service,
        browser,
        "cat_brawl",
        {"players": 2, "maine_coon.hp": 3, "siamese.hp": 3},
        by_mouse,
        by_keys,
        ".cb-news",
    )


def be_a_persian(page: Page) -> None:
    page.locator("[data-pick='persian']").click()
    page.locator("[data-main]").click()


def purr(page: Page) -> None:
    page.locator("[data-move='purr']").click()
    page.locator("[data-main]").click()


def test_abilities_are_kept_without_being_asked_again(browser: Browser, service: LocalServer) -> None:
    options: dict[str, object] = {"players": 2, "persian.hp": 10, "rejuvenation.cooldown": 0}
    ann = PageUser(browser, service.url, calm=True)
    page = ann.go(table_of(service, "cat_brawl", options, "random")[1])

    def until_asked(what: str) -> None:
        for _ in range(30):
            page.wait_for_selector("main[data-asked]")
            if page.locator(what).count():
                return
            ann.does(be_a_persian if page.locator(".cb-choice").count() else purr)
        raise AssertionError(f"{what} never comes")

    until_asked("[data-use='decline']")
    page.get_by_label("Don’t ask again about Rejuvenation").check()
    ann.does(lambda page: page.locator("[data-use='decline']").click())
    page.wait_for_selector("main[data-asked] [data-move='purr']")
    expect(page.locator("[data-main]")).to_contain_text("Lock in")
    for _ in range(3):
        ann.does(purr)
        page.wait_for_selector("main[data-asked], .ending")
        assert page.locator("[data-move='purr'], .ending").count(), "nothing but strategies is asked for"
    page.get_by_label("Rejuvenation: not used").click()
    until_asked("[data-use='decline']")
    page.get_by_label("Don’t ask again about Rejuvenation").check()
    ann.does(lambda page: page.locator("[data-main]").click())
    page.wait_for_selector("main[data-asked] [data-move='purr']")
    ann.does(purr)
    page.wait_for_selector("main[data-asked] [data-move='purr'], .ending")
    expect(page.get_by_label("Rejuvenation: used when ready")).to_be_checked()
    page.keyboard.press("u")
    expect(page.locator("[data-use='decline']"), "what is taken back is asked again").to_be_visible()
    ann.close()


def test_a_settled_ability_costs_no_pause_where_the_coach_warns(browser: Browser, service: LocalServer) -> None:
    options: dict[str, object] = {"players": 2, "persian.hp": 10, "rejuvenation.cooldown": 0}
    ann = PageUser(browser, service.url, calm=True)
    sent: list[str] = []
    ann.page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(str(text))))
    page = ann.go(table_of(service, "cat_brawl", options, "random")[1])
    while True:
        page.wait_for_selector("main[data-asked]")
        if page.locator("[data-use='decline']").count():
            break
        ann.does(be_a_persian if page.locator(".cb-choice").count() else purr)
    page.get_by_label("Don’t ask again about Rejuvenation").check()
    ann.does(lambda page: page.locator("[data-use='decline']").click())
    page.wait_for_selector("main[data-asked] [data-move='purr']")
    page.evaluate("import('/static/js/ui/storage.js').then(({ change }) => change({ warn: true }))")
    answered = len([text for text in sent if '"move"' in text])
    for _ in range(2):
        ann.does(purr)
        page.wait_for_selector("main[data-asked] [data-move='purr'], .ending")
    moves = len([text for text in sent if '"move"' in text]) - answered
    assert moves > 2, "abilities were answered"
    assert len([text for text in sent if '"hint"' in text]) <= 3, "the coach is asked about strategies alone"
    ann.close()


def test_spotlight_is_asked_for_only_where_the_order_can_matter(browser: Browser, service: LocalServer) -> None:
    """Only where all abilities are known: otherwise a skipped question lets its owner read who else is asked."""

    def first_question(options: dict[str, object], *others: str) -> str:
        ann = PageUser(browser, service.url, calm=True)
        link, own = table_of(service, "cat_brawl", {"bonus_ability": "none", **options}, *others)
        ann.go(own)
        if not others:
            ben = PageUser(browser, service.url, calm=True)
            ben.go(link).get_by_role("button", name="Sit here").click()
            ben.page.wait_for_selector(".cb-choice")
            ben.does(be_a_persian)
            ben.close()
        page = ann.page
        page.locator("[data-pick='abyssinian']").click()
        ann.does(lambda page: page.locator("[data-main]").click())
        page.wait_for_selector("[data-use='spotlight'], [data-move='purr']")
        found = "spotlight" if page.locator("[data-use='spotlight']").count() else "strategy"
        ann.close()
        return found

    assert first_question({}, "random") == "strategy"
    assert first_question({"abyssinian.hp": 2}, "random") == "spotlight"
    assert first_question({"bonus_ability": "random"}) == "spotlight", "a person would read a pause"
    assert first_question({"bonus_ability": "random"}, "random") == "spotlight", "a bot that is asked would show"


STANDING = """async ([drawing, bonuses]) => {
    const { standing } = await import(drawing);
    const seats = bonuses.map((bonus) => ({ bonus_public: bonus !== "hidden", out: bonus === "out" }));
    const offers = [{ words: "decline", forecast: {} }, { words: "spotlight", forecast: { idle: true } }];
    const people = bonuses.map(() => ({ kind: "person" }));
    return standing({ seats }, offers, { viewer: 0, lesson: null, state: {}, seats: people })?.words || null;
}"""


def test_a_question_is_skipped_only_while_no_ability_is_hidden(browser: Browser, service: LocalServer) -> None:
    """Otherwise the time until the strategies tells whether another cat was asked about a Critical Hit (CB-36)."""
    games = httpx.get(service.url + "/api/games").json()["games"]
    [drawing] = [info["drawing"] for info in games if info["name"] == "cat_brawl"]
    ann = PageUser(browser, service.url)
    page = ann.go("/")

    def standing(*bonuses: str) -> str | None:
        found: str | None = page.evaluate(STANDING, [drawing, bonuses])
        return found

    assert standing("Attacker", "Critical Hit", "Attacker") == "decline"
    assert standing("Attacker", "Critical Hit", "out") == "decline"
    assert standing("hidden", "Attacker", "Attacker") is None
    assert standing("Attacker", "hidden", "Attacker") is None
    ann.close()


def test_before_the_pick_a_phone_shows_abilities_and_win_rates(browser: Browser, service: LocalServer) -> None:
    _, own = table_of(service, "cat_brawl", {}, "random")
    ann = PageUser(browser, service.url, phone=True)
    page = ann.go(own)
    expect(page.locator(".cb-wins")).to_have_count(6)
    page.locator("[data-pick='siamese']").tap()
    detail = page.locator(".cb-detail")
    expect(detail).to_be_visible()
    expect(detail).to_contain_text("10 HP. Loneliness. Before a round: sit")
    expect(page.locator(".cb-fares li")).to_have_count(5)
    expect(page.locator(".cb-fares li").first).to_have_text(re.compile(r"Persian: \d+ %"))
    assert_fits(page)
    assert_accessible(page)
    ann.close()


def test_other_rules_than_the_measured_ones_show_no_rates(browser: Browser, service: LocalServer) -> None:
    _, own = table_of(service, "cat_brawl", {"win_hp": 15}, "random")
    ann = PageUser(browser, service.url)
    page = ann.go(own)
    page.locator("[data-pick='siamese']").click()
    expect(page.locator(".cb-choice").first).to_contain_text("Rejuvenation")
    assert page.locator(".cb-wins, .cb-fares").count() == 0
    ann.close()
