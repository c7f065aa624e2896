"""Whole games at the two big tables, played by pressing the board: at a desk, on a phone, and watched."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsers import Person, next_to_play, open_browser
from tests.web.house import House
from tests.web.test_browser import assert_accessible, assert_fits
from tests.web.test_own_drawings import assert_replay_accessible, press, table_of

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


def play_out(house: House, browser: Browser, game: str, options: dict[str, object], play: Play, secret: str) -> None:
    """Ann at a desk, Bob on a phone, Eve watching: all see the same end, Eve never what only others may press."""
    link, own_link = table_of(house, game, options)
    ann = Person(browser, house.url)
    bob = Person(browser, house.url, phone=True, calm=True)
    eve = Person(browser, house.url, dark=True)
    people = (ann, bob, eve)
    ann.go(own_link)
    bob.go(link).get_by_role("button", name="Sit here").tap()
    eve.go(link)
    for person in people:
        person.page.wait_for_selector("#board > *")
    turns = 0
    while asked := next_to_play((ann, bob)):
        assert turns < 300, "this game does not come to an end"
        if turns == 4:
            for seen in (ann.page, eve.page):
                assert_accessible(seen)
            assert_fits(bob.page)
        turns += 1
        asked[0].does(play)
        assert eve.page.locator(secret).count() == 0
    outcome = ann.page.locator(".banner.over").inner_text()
    for person in people:
        expect(person.page.locator(".banner.over")).to_have_text(outcome)
        assert person.page.locator("#board .generic").count() == 0
    assert_replay_accessible(ann, link)
    assert_replay_accessible(eve, link)
    for person in people:
        person.close()


# --- Ultimatum ---

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
        page.locator(".ul-step .primary, .hex.lit-ability, .ul-token.lit-ability").first.click()
        if page.locator(".hex.lit-ability").count():
            page.locator(".hex.lit-ability").first.click()
    else:
        page.locator(".do-end").click()


def test_ultimatum_is_played_on_the_map(browser: Browser, house: House) -> None:
    play_out(house, browser, "ultimatum", SMALL_WAR, command, ".able, .hex.lit-move, .ul-do")


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
    far = page.evaluate("""() => {
        const box = (node) => node.getBoundingClientRect();
        const own = box(document.querySelector(".ul-token.chosen"));
        const away = (node) => Math.hypot(box(node).left - own.left, box(node).top - own.top);
        return [...document.querySelectorAll(".hex.lit-move")].sort((a, b) => away(b) - away(a))[0].dataset.hex;
    }""")
    page.locator(f"[data-hex={far}]").click()
    page.wait_for_function("window.frames_of_walks.some((frames) => frames >= 5)")  # two steps: five moments
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


# --- Creature Wars ---


def duel(page: Page) -> None:
    """Plays a lit card of the hand, or answers a witch's question: with a card, or with a word."""
    page.locator(".cw-answers .playable, .cw-answer, .cw-hand .playable").last.click()


def test_creature_wars_is_played_card_by_card(browser: Browser, house: House) -> None:
    play_out(house, browser, "creature_wars", {"hp": 6}, duel, ".playable, .cw-answer, .cw-hand.own")


def test_creature_wars_by_keyboard_alone(browser: Browser, house: House) -> None:
    def by_keys(page: Page) -> None:
        page.keyboard.press("b")
        expect(page.locator(".playable:focus-visible, .cw-answer:focus-visible")).to_have_count(1)
        page.keyboard.press("ArrowRight")
        if not page.evaluate("document.activeElement.matches('.playable, .cw-answer')"):
            page.keyboard.press("b")
        page.keyboard.press("Enter")

    ann = Person(browser, house.url, calm=True)
    ann.go(table_of(house, "creature_wars", {"hp": 6}, "random")[1])
    while next_to_play([ann]):
        ann.does(by_keys)
    expect(ann.page.locator(".banner.over")).to_contain_text(re.compile("(Ann|random).* wins|A draw"))
    ann.close()


def test_the_gold_frame_is_round_the_card_that_won_though_it_was_the_weaker(browser: Browser, house: House) -> None:
    ann = Person(browser, house.url, calm=True)
    page = ann.go(table_of(house, "creature_wars", {}, "random")[1])
    page.wait_for_selector(".cw-hand.own")
    told = [
        ("turn", [1, 0]),
        ("plays", [0, "Lvl.2 Fire Wolf {2}"]),
        ("plays", [1, "Lvl.6 Holy Giant {4}"]),
        ("powers", [0, 4, 10]),
        ("fate", [1, "Lvl.6 Holy Giant {4}", 1]),
        ("fate", [0, "Lvl.2 Fire Wolf {2}", 2]),
    ]
    page.evaluate(
        """async (told) => {
            const { draw } = await import("/static/games/creature_wars.js");
            const { h, memo, morph } = await import("/static/js/dom.js");
            const seat = { hp: 20, won: 0, lost: 0, charges: [], "tribes slain": [], cards: 0, hand: [] };
            const view = { turn: 2, duel: [null, null], deck: 9, seats: [seat, seat] };
            Object.assign(view, { "in force": [], dates: [], graveyard: [], removed: [] });
            const story = told.map(([kind, args]) => ({ kind, args, text: "" }));
            const tools = { h, memo, story, lines: [], state: {}, viewer: 0, you: 0, names: ["Ann", "Bob"] };
            Object.assign(tools, { waiting: [], mark: () => null, topic: () => null, after: () => {} });
            morph(document.querySelector("#board"), draw(view, [], () => {}, tools));
        }""",
        [list(line) for line in told],
    )
    expect(page.locator(".cw-slot.won")).to_contain_text("Wolf")
    expect(page.locator(".cw-slot.won")).to_contain_text("wins by magic")
    expect(page.locator(".cw-slot.fell")).to_contain_text("Giant")
    ann.close()


def test_creature_wars_says_why_a_card_cannot_be_played_and_opens_the_graveyard(browser: Browser, house: House) -> None:
    """Lilith forbids cards of level 6 or more, so the other Liliths of a hand are stuck in it."""
    link, own_link = table_of(house, "creature_wars", {"witches": ["Lilith's Witch"], "witch_cards": 60, "hp": 99})
    ann, bob = Person(browser, house.url), Person(browser, house.url, phone=True, calm=True)
    bob.go(link).get_by_role("button", name="Sit here").tap()
    page = ann.go(own_link)
    for turn in range(1, 9):
        for person in (ann, bob):
            person.page.wait_for_selector(".banner.turn")
        witch = page.locator(".cw-hand .is-witch.playable").count()
        press(page, ".cw-hand .is-witch.playable" if witch else ".cw-hand .playable")  # by keys alone
        expect(page.locator(".cw-slot .sealed, .cw-slot .shown").first).to_be_visible()
        duel(bob.page)
        expect(page.locator(".cw-arena")).to_contain_text(f"The duel of turn {turn}")
        if page.locator(".greyed .cw-why").count():
            break
    expect(page.locator(".greyed .cw-why").first).to_contain_text("Lilith")
    expect(page.locator(".cw-magic")).to_contain_text("cards of level 6 or more cannot be played")
    page.locator(".cw-pile[aria-expanded]:not([aria-disabled])").first.click()
    expect(page.locator(".cw-opened .cw-card").first).to_be_visible()
    ann.close()
    bob.close()
