"""The map in a real browser: at a desk, on a phone, by keys alone, and watched."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from rumpus.core.catalogue import find_game
from rumpus.testing.browsers import DECIDED, DECISION, PAGE_STATE, PageUser, next_to_play, settle
from tests.web.local_server import LocalServer
from tests.web.replay_frames import Decision, random_game, write_table
from tests.web.scenarios import play_at_desk_and_phone, press, table_of

SMALL_WAR: dict[str, object] = {"map": "arena", "squad": 1, "pick": "random", "phase_limit": 4}


IN_SIGHT = """selector => {
    for (const node of document.querySelectorAll(selector)) {
        const box = (node.querySelector(".floor") || node).getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (document.elementFromPoint(x, y)?.closest("[data-hex], [data-unit], button") === node) return [x, y];
    }
    return null;
}"""
"""The middle of the first of these that nothing covers, as one would look for it with a finger."""

NOTE = ".meeting:not([data-waits])"


RESTS = """() => new Promise((done) => {
    let before = "";
    let frames = 0;
    const check = () => {
        const { left, top, width } = document.querySelector(".ul-map").getBoundingClientRect();
        const now = `${left} ${top} ${width}`;
        frames = now === before ? frames + 1 : 0;
        before = now;
        if (frames < 20) requestAnimationFrame(check);
        else done();
    };
    check();
})"""
"""Waits until the map has stayed where it is for some frames."""


def touch(page: Page, selector: str) -> bool:
    """Presses the first of these on the map, once it rests; what is beyond the edge is there on the whole map.

    A place and not an element is pressed: a driver that scrolls an element into sight moves the map under the finger.
    """
    if not page.locator(selector).count():
        return False
    finger = page.evaluate("matchMedia('(pointer: coarse)').matches")
    while True:
        while page.locator(NOTE).count():  # whatever is new is read first
            page.get_by_role("button", name="Got it").click()
        settle(page)
        if not page.evaluate(IN_SIGHT, selector):
            page.locator(".ul-whole").click()
            settle(page)
        x, y = page.evaluate(IN_SIGHT, selector)
        if not finger:
            page.mouse.move(x, y)  # what only looks is seen before what acts
        before = page.evaluate(f"({PAGE_STATE})()")
        if finger:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.click(x, y)
        heard = f"before => ({PAGE_STATE})() !== before"
        page.wait_for_function(f"before => ({heard})(before) || document.querySelector('{NOTE}')", arg=before)
        if page.evaluate(heard, before):
            return True


def command(page: Page) -> None:
    """Begins, strikes, walks, uses an ability, or ends the turn: by pressing what is lit."""
    if page.locator(".ul-beginning").count():
        page.get_by_role("button", name="Start").click()
    elif touch(page, ".ul-token.lit-attack") or touch(page, ".hex.lit-move"):
        confirm(page)
    elif page.locator(".do-ability:not([aria-disabled])").count():
        at = page.evaluate(DECISION)
        page.locator(".do-ability").click()
        expect(page.locator(".do-ability")).to_have_attribute("aria-pressed", "true")
        while not page.evaluate(DECIDED, at):  # some abilities want two things named, some none
            if not confirm(page):
                assert touch(page, ".ul-token.lit-ability") or touch(page, ".hex.lit-ability")
    else:
        page.locator(".do-end").click()


def confirm(page: Page) -> bool:
    """A finger has only shown what would happen, and what has nothing to aim at too; the red button does it."""
    if not page.locator(".tray .main-button").count():
        return False
    page.locator(".tray .main-button").click()
    return True


def test_ultimatum_is_played_on_the_map(browser: Browser, service: LocalServer) -> None:
    play_at_desk_and_phone(service, browser, "ultimatum", SMALL_WAR, command, ".able, .hex.lit-move, .ul-do")


def test_every_map_of_a_replay_has_its_room(browser: Browser, tmp_path: Path) -> None:
    game = find_game("ultimatum")
    options = game.options(SMALL_WAR)
    moves, _ = random_game(game, options)
    service = LocalServer(tmp_path)
    write_table(service.store, "over", game, options, Decision(moves, 0))
    service.start()
    try:
        ann = PageUser(browser, service.url, calm=True)
        ann.page.set_viewport_size({"width": 1366, "height": 768})
        page = ann.go(f"/r/over?seat=all&at={len(moves) // 2}")
        expect(page.locator(".boards .ul-view")).to_have_count(2)
        settle(page)
        rooms = page.locator(".boards .ul-view").evaluate_all("maps => maps.map((map) => map.offsetHeight)")
        assert min(rooms) > 300, rooms
        ann.close()
    finally:
        service.close()


def at_the_map(
    service: LocalServer, browser: Browser, options: dict[str, object], phone: bool = False
) -> tuple[PageUser, Page]:
    """Ann against a bot, her squad in formation, and it is her turn."""
    ann = PageUser(browser, service.url, phone=phone, calm=True)
    page = ann.go(table_of(service, "ultimatum", {"first": "1", **options}, "random")[1])
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".hex.lit-move")
    settle(page)
    return ann, page


def test_a_screen_reader_meets_question_squads_and_characters_before_the_floor(
    browser: Browser, service: LocalServer
) -> None:
    ann, page = at_the_map(service, browser, {})
    tree = page.locator("body").aria_snapshot()
    names = page.locator("#board [data-unit]").evaluate_all("nodes => nodes.map((node) => node.ariaLabel)")
    assert len(names) >= 2
    floor = tree.index("Floor")
    for said in ("Your turn", "Squad of", *names):
        assert tree.index(said) < floor, said
    ann.close()


def test_ultimatum_lights_what_can_be_reached_without_asking_the_server(browser: Browser, service: LocalServer) -> None:
    link, own_link = table_of(service, "ultimatum", {"map": "arena", "squad": 2, "pick": "draft", "first": "1"})
    ann, bob = PageUser(browser, service.url), PageUser(browser, service.url, calm=True)
    bob.go(link).get_by_role("button", name="Sit here").click()
    page = ann.go(own_link)
    for person in (ann, bob, bob, ann):
        person.page.wait_for_selector(".ul-choice.able")
        taken = person.page.locator(".ul-choice.able").count()
        name = person.page.locator(".ul-choice.able strong").last.inner_text()
        person.page.locator(".ul-choice.able").last.click()  # to meet, nothing more
        expect(person.page.locator(".ul-pick h3")).to_have_text(name)
        assert person.page.locator(".ul-choice.able").count() == taken
        person.page.get_by_role("button", name=f"Pick {name}").click()
        person.page.wait_for_function("n => document.querySelectorAll('.ul-choice.able').length !== n", arg=taken)
    for person in (ann, bob):
        person.page.get_by_role("button", name="Place them yourself").click()
    for _ in range(2):
        for person in (ann, bob):
            person.page.wait_for_selector(".hex.lit-place")
            left = person.page.locator(".ul-tab.to-be-placed").count()
            press(person.page, ".hex.lit-place")  # by keys alone
            person.page.wait_for_function("n => document.querySelectorAll('.ul-tab.to-be-placed').length < n", arg=left)
    page.wait_for_selector(".ul-token.able")
    ann.context.set_offline(True)
    page.locator(".ul-token.able").first.click()
    first = page.locator(".ul-who h3").inner_text()
    assert page.locator(".hex.lit-move").count() > 3
    page.locator(".ul-token.able:not(.chosen)").first.click()
    assert page.locator(".ul-who h3").inner_text() != first
    page.locator(".ul-token:not(.able)").first.click()  # an enemy: how far it could walk and strike
    expect(page.locator(".marks .walk")).to_have_count(1)
    expect(page.locator(".marks .strike")).to_have_count(1)
    assert page.locator(".hex.lit-move").count() == 0
    page.keyboard.press("Escape")
    assert page.locator(".hex.lit-move").count() > 3
    ann.context.set_offline(False)
    ann.close()
    bob.close()


def test_a_squad_starts_in_formation_when_one_says_so_once(browser: Browser, service: LocalServer) -> None:
    ann, page = at_the_map(service, browser, {"squad": 3})
    assert page.locator(".ul-token.seat-0").count() == 3
    assert page.locator(".ul-token.seat-1").count() == 3
    ann.close()


def test_a_mouse_shows_on_the_map_what_a_walk_brings_before_it_goes(browser: Browser, service: LocalServer) -> None:
    ann, page = at_the_map(service, browser, {"squad": 2})
    at = page.evaluate("document.querySelector('main').dataset.at")
    page.locator(".hex.lit-move").first.hover()
    expect(page.locator(".marks .way")).to_have_count(1)
    expect(page.locator(".ul-ghost")).to_have_count(1)
    expect(page.locator(".ul-forecast h4")).to_have_text("Walk here")
    expect(page.locator(".ul-forecast")).to_contain_text("hexes")
    page.mouse.move(2, 2)
    expect(page.locator(".ul-ghost")).to_have_count(0)
    assert page.evaluate("document.querySelector('main').dataset.at") == at
    page.locator(".hex.lit-move").first.click()
    page.wait_for_function("at => document.querySelector('main').dataset.at !== at", arg=at)
    ann.close()


def test_a_finger_shows_first_and_the_button_acts(browser: Browser, service: LocalServer) -> None:
    ann, page = at_the_map(service, browser, {"squad": 2}, phone=True)
    at = page.evaluate("document.querySelector('main').dataset.at")
    box = page.locator(".ul-token.chosen").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert touch(page, ".hex.lit-move")
    expect(page.locator(".marks .way")).to_have_count(1)
    assert page.evaluate("document.querySelector('main').dataset.at") == at
    page.get_by_role("button", name="Cancel").last.tap()
    expect(page.locator(".marks .way")).to_have_count(0)
    assert touch(page, ".hex.lit-move")
    page.get_by_role("button", name="Walk here", exact=True).tap()
    page.wait_for_function("at => document.querySelector('main').dataset.at !== at", arg=at)
    ann.close()


def test_the_map_zooms_and_pans_by_wheel_keys_and_drag(browser: Browser, service: LocalServer) -> None:
    ann, page = at_the_map(service, browser, {"squad": 1})
    wide = "() => document.querySelector('.ul-map').getBoundingClientRect().width"
    left = "() => document.querySelector('.ul-map').getBoundingClientRect().left"
    whole = page.evaluate(wide)
    page.keyboard.press("+")
    settle(page)
    closer = page.evaluate(wide)
    assert closer > 1.2 * whole
    box = page.locator(".ul-view").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"least => ({wide})() > least", arg=1.35 * closer)
    page.evaluate(RESTS)
    before = page.evaluate(left)
    at = page.evaluate("document.querySelector('main').dataset.at")
    page.mouse.down()
    page.mouse.move(x + 60, y + 10, steps=4)
    page.mouse.up()
    assert page.evaluate(left) > before + 40
    assert page.evaluate("document.querySelector('main').dataset.at") == at, "what ends a drag is no press"
    page.keyboard.press("0")
    settle(page)
    page.wait_for_function(f"most => Math.abs(({wide})() - most) < 2", arg=whole)
    ann.close()


def test_danger_shows_where_all_enemies_could_strike_and_for_how_much(browser: Browser, service: LocalServer) -> None:
    ann, page = at_the_map(service, browser, {"squad": 6, "map": "causeway", "wren.range": 20, "isk.range": 20})
    page.get_by_role("button", name="Enemy threat range").click()
    expect(page.locator(".marks .strike")).to_have_count(1)
    expect(page.locator(".ul-forecast h4")).to_have_text("Enemy threat range")
    page.get_by_role("button", name="Enemy threat range").click()
    expect(page.locator(".marks .strike")).to_have_count(0)
    ann.close()


def test_what_cannot_be_done_says_why_where_it_stands(browser: Browser, service: LocalServer) -> None:
    ann, page = at_the_map(service, browser, {"squad": 1, "ultimatum_from_phase": 3})
    expect(page.locator(".do-ultimatum small")).to_contain_text("locked before phase 3")
    assert page.locator(".do-ultimatum").get_attribute("aria-disabled") == "true"
    ann.close()


def test_a_character_walks_over_the_hexes_of_its_path(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url)
    page = ann.go(table_of(service, "ultimatum", {**SMALL_WAR, "first": "1"}, "random")[1])
    page.get_by_role("button", name="Start").click()
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
    if page.locator(".ul-beginning").count():
        expect(page.locator(".main-button:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        return
    expect(page.locator(".ul-map :focus")).to_have_count(1)
    expect(page.locator(".ul-token.able:focus-visible")).to_have_count(1)
    if not page.locator(".ul-token.chosen:focus").count():
        page.keyboard.press("Enter")
    for way in SPIRAL if page.locator(".ul-token.lit-attack, .hex.lit-move").count() else ():
        page.keyboard.press(f"Arrow{way}")
        if page.evaluate("document.activeElement.matches('.ul-token.lit-attack, .hex.lit-move')"):
            page.keyboard.press("Enter")
            return
    press(page, ".do-end")


def test_ultimatum_by_keyboard_alone(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    ann.go(table_of(service, "ultimatum", {**SMALL_WAR, "phase_limit": 3}, "random")[1])
    turns = 0
    while next_to_play([ann]):
        ann.does(command_by_keys)
        turns += 1
    assert turns >= 3
    ann.close()


def test_arrows_go_from_hex_to_hex_row_by_row_and_over_walls(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    page = ann.go(table_of(service, "ultimatum", {**SMALL_WAR, "first": "1"}, "random")[1])
    page.get_by_role("button", name="Place them yourself").click()
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
