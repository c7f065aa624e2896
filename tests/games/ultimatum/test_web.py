"""The map in a real browser: at a desk, on a phone, by keys alone, and watched."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.web.browsers import Person, next_to_play
from tests.web.house import House
from tests.web.stories import play_at_desk_and_phone, press, table_of

SMALL_WAR: dict[str, object] = {"map": "arena", "squad": 1, "pick": "random", "phase_limit": 4}


def command(page: Page) -> None:
    """Places, strikes, walks, uses an ability, or ends the turn: by pressing what is lit."""
    if page.locator(".hex.lit-place").count():
        page.locator(".hex.lit-place").first.click()
        return
    if not page.locator(".ul-token.chosen.able").count():
        page.locator(".ul-token.able").first.click()
    if page.locator(".ul-token.lit-attack").count():
        page.locator(".ul-token.lit-attack").first.click()
        if page.locator("dialog .choice").count():
            page.locator("dialog .choice").first.click()
    elif page.locator(".hex.lit-move").count():
        page.locator(".hex.lit-move").last.click()
    elif page.locator(".do-ability:not([aria-disabled])").count():
        page.locator(".do-ability").click()
        aim(page)
        if page.locator(".hex.lit-ability").count():
            aim(page)
    else:
        page.locator(".do-end").click()


def aim(page: Page) -> None:
    """Whoever stands on a lit hex covers it, and is pressed in its place."""
    for lit in (".ul-step .primary", ".ul-token.lit-ability", ".hex.lit-ability"):
        if page.locator(lit).count():
            page.locator(lit).first.click()
            return


def test_ultimatum_is_played_on_the_map(browser: Browser, house: House) -> None:
    play_at_desk_and_phone(house, browser, "ultimatum", SMALL_WAR, command, ".able, .hex.lit-move, .ul-do")


def test_ultimatum_lights_what_can_be_reached_without_asking_the_server(browser: Browser, house: House) -> None:
    link, own_link = table_of(house, "ultimatum", {"map": "arena", "squad": 2, "pick": "draft", "first": "1"})
    ann, bob = Person(browser, house.url), Person(browser, house.url, calm=True)
    bob.go(link).get_by_role("button", name="Sit here").click()
    page = ann.go(own_link)
    for person in (ann, bob, bob, ann):
        person.page.wait_for_selector(".ul-choice.able")
        taken = person.page.locator(".ul-choice.able").count()
        person.page.locator(".ul-choice.able").first.click()
        person.page.wait_for_function("n => document.querySelectorAll('.ul-choice.able').length !== n", arg=taken)
    for _ in range(2):
        for person in (ann, bob):
            person.page.wait_for_selector(".hex.lit-place")
            left = person.page.locator(".to-be-placed").count()
            press(person.page, ".hex.lit-place")  # by keys alone
            person.page.wait_for_function("n => document.querySelectorAll('.to-be-placed').length < n", arg=left)
    page.wait_for_selector(".ul-token.able")
    ann.context.set_offline(True)
    page.locator(".ul-token.able").first.click()
    first = page.locator(".ul-bar h3").inner_text()
    assert page.locator(".hex.lit-move").count() > 3
    page.locator(".ul-token.able:not(.chosen)").first.click()
    assert page.locator(".ul-bar h3").inner_text() != first
    page.locator(".ul-token:not(.able)").first.click()  # an enemy: how far it could walk
    assert page.locator(".hex.lit-watched").count() > 3
    assert page.locator(".hex.lit-move").count() == 0
    ann.context.set_offline(False)
    ann.close()
    bob.close()


def test_a_character_walks_over_the_hexes_of_its_path(browser: Browser, house: House) -> None:
    ann = Person(browser, house.url)
    page = ann.go(table_of(house, "ultimatum", {**SMALL_WAR, "first": "1"}, "random")[1])
    page.locator(".hex.lit-place").first.click()
    page.wait_for_selector(".ul-token.able")
    page.evaluate("""() => {
        window.frames_of_walks = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, how) {
            if (this.matches(".ul-token.chosen")) window.frames_of_walks.push(frames.length);
            return animate.call(this, frames, how);
        };
    }""")
    page.wait_for_selector(".ul-token.chosen.able")  # the only one there is
    page.wait_for_selector(".hex.lit-move")
    far = page.evaluate("""() => {
        const box = (node) => node.getBoundingClientRect();
        const own = box(document.querySelector(".ul-token.chosen"));
        const away = (node) => Math.hypot(box(node).left - own.left, box(node).top - own.top);
        return [...document.querySelectorAll(".hex.lit-move")].sort((a, b) => away(b) - away(a))[0].dataset.hex;
    }""")
    page.locator(f"[data-hex={far}]").click()
    page.wait_for_function("() => window.frames_of_walks.some((frames) => frames >= 5)")  # two steps: five moments
    ann.close()


LEGS = (("Right", 1), ("Down", 1), ("Left", 2), ("Up", 2), ("Right", 3), ("Down", 3))
SPIRAL = [way for way, steps in LEGS for _ in range(steps)]


def command_by_keys(page: Page) -> None:
    """Nothing but keys: `b` to the map, arrows from hex to hex, Enter; Tab leads on to the buttons beside it."""
    page.keyboard.press("b")
    expect(page.locator(".ul-map :focus")).to_have_count(1)
    if page.locator(".hex.lit-place").count():
        expect(page.locator(".hex.lit-place:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        return
    expect(page.locator(".ul-token.able:focus-visible")).to_have_count(1)
    if not page.locator(".ul-token.chosen:focus").count():
        page.keyboard.press("Enter")
    for way in SPIRAL if page.locator(".ul-token.lit-attack, .hex.lit-move").count() else ():
        page.keyboard.press(f"Arrow{way}")
        if page.evaluate("document.activeElement.matches('.ul-token.lit-attack, .hex.lit-move')"):
            page.keyboard.press("Enter")
            if page.locator("dialog .choice").count():
                expect(page.locator("dialog :focus")).to_have_count(1)
                page.locator("dialog .choice").first.press("Enter")
            return
    press(page, ".do-end")


def test_ultimatum_by_keyboard_alone(browser: Browser, house: House) -> None:
    ann = Person(browser, house.url, calm=True)
    ann.go(table_of(house, "ultimatum", {**SMALL_WAR, "phase_limit": 3}, "random")[1])
    turns = 0
    while next_to_play([ann]):
        ann.does(command_by_keys)
        turns += 1
    assert turns >= 3
    ann.close()


def test_arrows_go_from_hex_to_hex_row_by_row_and_over_walls(browser: Browser, house: House) -> None:
    ann = Person(browser, house.url, calm=True)
    page = ann.go(table_of(house, "ultimatum", {**SMALL_WAR, "first": "1"}, "random")[1])
    page.wait_for_selector(".hex.lit-place")
    page.locator("[data-hex=d1]").focus()
    ways = ["Right", "Left", *["Down"] * 7, "Right", "Up"]
    seen = []
    for way in ways:
        page.keyboard.press(f"Arrow{way}")
        seen.append(page.evaluate("document.activeElement.dataset.hex"))
    assert seen == ["e1", "d1", "d2", "d4", "d5", "d7", "d8", "d10", "d11", "e11", "e9"]
    expect(page.locator("[data-hex=e9]:focus-visible .floor")).to_have_css("stroke-width", "6px")
    ann.close()
