"""Lessons in a real browser: every one is played through, lights what it speaks of, and is found again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.core.content.lesson import lesson_of
from rumpus.testing.browsers import PageUser, settle
from tests.catalogue import GAMES
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible

pytestmark = pytest.mark.browser
LESSONS = {game.name: found for game in GAMES if (found := lesson_of(game))}


def open_lesson(person: PageUser, service: LocalServer, name: str) -> Page:
    page = person.page
    page.goto(f"{service.url}/learn/{name}")
    expect(page.locator(".strip.lesson")).to_be_visible()
    return page


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_played_to_its_end(browser: Browser, service: LocalServer, name: str, phone: bool) -> None:
    ann = PageUser(browser, service.url, phone=phone, calm=True)
    page = open_lesson(ann, service, name)
    taught = LESSONS[name]
    for number, step in enumerate(taught.step, 1):
        strip = page.locator(".strip.lesson")
        expect(strip.locator("strong")).to_have_text(step.title)
        expect(strip).to_contain_text(step.say.replace("**", ""))
        expect(strip.get_by_label(f"Step {number} of {len(taught.step)}")).to_be_visible()
        settle(page)
        if not page.locator("#board .generic").count():
            seen = page.locator("[data-name]").filter(visible=True)
            lit = seen.evaluate_all("nodes => nodes.map((node) => node.dataset.name)")
            dark = [spot for spot in step.spot if spot not in lit]
            assert not dark, f"the drawing has nothing to light up for {dark} in {step.title!r}"
        if number == 1:
            assert_accessible(page)
        page.wait_for_selector("main[data-asked]")
        strip.get_by_role("button", name="Show me").click()
    expect(page.locator(".strip.lesson")).to_contain_text(taught.end)
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator(".strip.lesson")).to_have_count(0)
    assert page.evaluate("() => JSON.parse(localStorage.getItem('rumpus.learnt'))") == [name]
    ann.close()


RINGS = """() => [...document.querySelectorAll(".lesson-ring")].map((ring) => {
    const { x, y, width, height } = ring.getBoundingClientRect();
    return [x + width / 2, y + height / 2].map(Math.round);
})"""
MIDDLE = "({ left, top, width, height }) => [left + width / 2, top + height / 2].map(Math.round)"
LIT = f"""selector => {{
    const nodes = [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
    const [places, rings] = [nodes.map({MIDDLE}), ({RINGS})()];
    return rings.length === places.length
        && places.every(([x, y]) => rings.some(([a, b]) => Math.hypot(a - x, b - y) < 3));
}}"""
"""True if a ring lies around each of these elements, and nowhere else."""
FLIGHT = """node => node.animate(
    [{ transform: "none" }, { transform: "translate(-140px, -60px)" }], { duration: 1500, fill: "forwards" }
).finished"""


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_the_spotlight_follows_its_target_and_then_shows_what_confirms_the_move(
    browser: Browser, service: LocalServer, phone: bool
) -> None:
    ann = PageUser(browser, service.url, phone=phone)
    page = open_lesson(ann, service, "creature_wars")
    card = '.tray [data-name="Lvl.6 Nightmare Vampire {5}"]'
    page.wait_for_function(LIT, arg=card)
    page.locator(card).evaluate(FLIGHT)  # as long as a deal may take on a slow machine, and without an event
    page.wait_for_function(LIT, arg=card, timeout=5000)
    page.locator(card).evaluate("node => node.getAnimations().forEach((one) => one.cancel())")
    page.locator(card).click()
    page.wait_for_function(LIT, arg=".tray [data-main]")
    ann.close()


def test_the_spotlight_holds_a_label_beyond_the_edge(calm_ann: PageUser, service: LocalServer) -> None:
    page = open_lesson(calm_ann, service, "battle_puno")
    page.wait_for_selector("main[data-asked]")
    page.get_by_role("button", name="Show me").click()
    label = page.locator("main[data-asked] .tray [data-name='blue draw 2'] .bp-effect")
    expect(label).to_be_visible()
    settle(page)
    page.wait_for_function(
        """label => [...document.querySelectorAll(".lesson-ring")].some((ring) => {
            const [inner, outer] = [label, ring].map((node) => node.getBoundingClientRect());
            return outer.left < inner.left && inner.right < outer.right && inner.bottom < outer.bottom;
        })""",
        arg=label.element_handle(),
        timeout=5000,
    )


def test_a_lesson_that_was_left_is_found_again(calm_ann: PageUser, service: LocalServer) -> None:
    page = open_lesson(calm_ann, service, "pigeons")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".strip.lesson strong")).to_have_text("A closer look")
    table = page.url
    assert re.search(r"/t/", table), "the address is the table's own"
    page.goto(service.url)
    page = open_lesson(calm_ann, service, "pigeons")
    assert page.url == table
    expect(page.locator(".strip.lesson strong")).to_have_text("A closer look")


def test_a_wrong_try_is_explained_and_costs_nothing(calm_ann: PageUser, service: LocalServer) -> None:
    page = open_lesson(calm_ann, service, "pigeons")
    page.locator(".tray").get_by_role("button", name="13").click()
    expect(page.locator(".strip.lesson.wrong")).to_contain_text("Your best card for the smallest crumb? Keep it.")
    page.locator(".tray").get_by_role("button", name=re.compile(r"\b1\b")).click()
    expect(page.locator(".strip.lesson strong")).to_have_text("A closer look")
    expect(page.locator(".strip.lesson.wrong")).to_have_count(0)


def test_show_me_lights_and_names_the_move_before_it_plays_it(ann: PageUser, service: LocalServer) -> None:
    page = open_lesson(ann, service, "battle_puno")
    page.wait_for_selector("main[data-asked]")
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".strip.lesson")).to_contain_text("Like this: Play the green 6")
    expect(page.locator(".bp-card.advised")).to_have_attribute("data-name", "green 6")
    expect(page.locator(".strip.lesson strong")).to_have_text(LESSONS["battle_puno"].step[1].title)
    expect(page.locator(".strip.lesson")).not_to_contain_text("Like this")


PRESS_EARLY = """title => new Promise((pressed) => new MutationObserver((_, observer) => {
    const strip = document.querySelector(".strip.lesson");
    if (strip?.querySelector("strong")?.textContent !== title || document.querySelector("main[data-asked]")) return;
    observer.disconnect();
    strip.querySelector("button").click();
    pressed(true);
}).observe(document.body, { childList: true, characterData: true, subtree: true, attributes: true }))"""
"""Presses "Show me" as soon as the strip has this title, if the moves of that step are not there yet."""


def test_show_me_acts_as_soon_as_its_moves_are_there(ann: PageUser, service: LocalServer) -> None:
    page = open_lesson(ann, service, "battle_puno")  # the other player answers before the second step begins
    first, second, third, *_ = (step.title for step in LESSONS["battle_puno"].step)
    page.wait_for_selector("main[data-asked]")
    page.evaluate(f"title => {{ window.early = ({PRESS_EARLY})(title); }}", second)
    expect(page.locator(".strip.lesson strong")).to_have_text(first)
    page.get_by_role("button", name="Show me").click()
    assert page.evaluate("() => window.early"), "nobody was quick enough"
    expect(page.locator(".strip.lesson strong")).to_have_text(third)
