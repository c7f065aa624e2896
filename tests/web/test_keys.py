"""Keyboard and focus at a table: digits choose from lists, and the focus is never lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.scenarios import table_of

FOCUSED = "() => document.activeElement.className || document.activeElement.id"
AT = "() => document.querySelector('main').dataset.at"


def at_table(person: PageUser, service: LocalServer, game: str, options: dict[str, object], *bots: str) -> Page:
    page = person.go(table_of(service, game, options, *bots)[1])
    page.wait_for_selector("main[data-asked]")
    return page


def test_digits_choose_from_the_list_of_all_moves(calm_ann: PageUser, service: LocalServer) -> None:
    """A game with a drawing: its moves are a list only in the dialog."""
    page = at_table(calm_ann, service, "cat_brawl", {}, "random")
    page.keyboard.press("o")
    box = page.get_by_role("dialog", name="All moves")
    second = box.get_by_role("button").nth(2)  # after Close
    expect(box.locator(".option").first).to_be_focused()
    expect(second.locator("kbd")).to_have_text("2")
    page.keyboard.press("ArrowDown")
    expect(box.locator(".option").nth(1)).to_be_focused()
    before = page.evaluate(AT)
    page.keyboard.press("2")
    expect(box).to_have_count(0)
    page.wait_for_function(f"at => ({AT})() !== at", arg=before)


def test_digits_open_a_group_of_a_long_list_and_choose_from_it(calm_ann: PageUser, service: LocalServer) -> None:
    page = at_table(calm_ann, service, "ultimatum", {"first": "1"}, "random")
    page.locator("[data-main]").press("Enter")  # starts with the squad as it stands
    page.wait_for_selector(".hex.lit-move")
    page.keyboard.press("o")
    box = page.get_by_role("dialog", name="All moves")
    expect(box.locator(".option-group summary").first).to_be_focused()
    expect(box.locator(".option-group .option")).to_have_count(0)
    page.keyboard.press("1")
    expect(box.locator(".option-group .option kbd").first).to_have_text("1")
    before = page.evaluate(AT)
    page.keyboard.press("1")
    expect(box).to_have_count(0)
    page.wait_for_function(f"at => ({AT})() !== at", arg=before)


def test_a_group_of_one_move_is_that_move(calm_ann: PageUser, service: LocalServer) -> None:
    page = at_table(calm_ann, service, "ultimatum", {"first": "1"}, "random")
    page.locator("[data-main]").press("Enter")
    page.wait_for_selector(".hex.lit-move")
    page.keyboard.press("o")
    box = page.get_by_role("dialog", name="All moves")
    expect(box.locator(".option-group summary").first).to_be_focused()
    expect(box.locator(".option-group summary small", has_text=re.compile("^1$"))).to_have_count(0)
    expect(box.locator(".option strong", has_text="does nothing")).to_have_count(3)
    expect(box.locator(".option kbd").first).to_have_text("2")


def test_focus_goes_to_the_board_when_its_element_is_gone(calm_ann: PageUser, service: LocalServer) -> None:
    page = at_table(calm_ann, service, "pigeons", {}, "random")
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Close").press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_function(f"() => ({FOCUSED})() === 'board'")
    page.locator(".tray .option").first.focus()
    at = page.evaluate(AT)
    page.keyboard.press("Enter")
    page.wait_for_function(f"at => ({AT})() !== at", arg=at)
    page.wait_for_function("() => document.activeElement !== document.body")


def test_focus_stays_in_the_page_after_the_sheet_that_says_how_to_win(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, newcomer=True)
    page = at_table(ann, service, "cat_brawl", {}, "random")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    page.keyboard.press("Enter")
    expect(sheet).to_have_count(0)
    page.wait_for_function(f"() => ({FOCUSED})() === 'board'")
    ann.close()


TOOLTIPS = """async () => {
    const { popUps } = await import("/static/js/ui/explain.js");
    document.body.innerHTML = `<header class="bar"></header>
        <div id="root"><p data-explain="Persian">Persian</p><p id="other">other</p></div>`;
    const root = document.querySelector("#root");
    window.answers = [];
    popUps(root, () => new Promise((resolve) => window.answers.push(resolve)));
}"""


@pytest.mark.parametrize(
    "change", ["leaves before the answer", "is gone", "shows something else", "lies behind the result"]
)
def test_no_tooltip_stays_when_its_element(ann: PageUser, change: str) -> None:
    page = ann.lobby()
    page.evaluate(TOOLTIPS)
    page.locator("[data-explain]").hover()
    page.wait_for_function("() => window.answers.length === 1")
    if change == "leaves before the answer":
        page.locator("#other").hover()
    page.evaluate("() => window.answers[0]('a cat')")
    if change == "leaves before the answer":
        page.wait_for_timeout(100)
        expect(page.locator(".pop")).to_have_count(0)
        return
    expect(page.locator(".pop")).to_be_visible()
    assert page.evaluate("() => document.querySelector('.pop').getBoundingClientRect().top") >= 48  # the bar's height
    script = {
        "is gone": "remove()",
        "shows something else": "dataset.explain = 'Siamese'",
        "lies behind the result": """insertAdjacentHTML("afterend", "<div class='ending-veil'></div>")""",
    }[change]
    page.evaluate(f"() => document.querySelector('[data-explain]').{script}")
    expect(page.locator(".pop")).to_have_count(0)


def test_shortcuts_hold_on_a_checkbox_and_with_caps_lock(calm_ann: PageUser, service: LocalServer) -> None:
    page = at_table(calm_ann, service, "cat_brawl", {"bonus_ability": "none"}, "greedy")
    page.locator("[data-pick='persian']").click()
    calm_ann.does(lambda page: page.locator("[data-main]").click())
    page.wait_for_selector("main[data-asked] [data-move='purr']")
    page.locator("[data-move='purr']").click()
    calm_ann.does(lambda page: page.locator("[data-main]").click())
    page.get_by_label("Don’t ask again").check()
    for key in ("u", "U"):
        page.keyboard.press(key)
        expect(page.locator(".toast")).to_have_text(
            ["You cannot take your last move back: since then you have seen something hidden."]
        )
    tray = page.locator(".tray-frame").bounding_box()
    assert tray
    page.keyboard.press("u")  # a message goes after a while
    bottom = page.wait_for_function("document.querySelector('.toast')?.getBoundingClientRect().bottom").json_value()
    assert bottom < tray["y"], "a message covers no button"


def test_taking_back_says_why_it_cannot_once_chance_has_decided(calm_ann: PageUser) -> None:
    page = calm_ann.lobby()
    page.locator(".game-defend_the_city .primary").click()
    page.wait_for_selector("main[data-asked]")
    page.locator("[data-set='offense 0']").click()
    page.locator("[data-set='defense 5']").click()
    calm_ann.does(lambda page: page.locator("[data-main]").click())
    page.keyboard.press("u")
    expect(page.locator(".toast")).to_have_text(
        ["You cannot take your last move back: chance has decided something since then."]
    )
