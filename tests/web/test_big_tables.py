"""Whole games at the two big tables, played by pressing the board: at a desk, on a phone, and watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsers import Person, open_browser
from tests.web.house import House
from tests.web.test_browser import assert_accessible, assert_fits
from tests.web.test_own_drawings import press, table_of

Play = Callable[[Page], None]
READY = "() => document.querySelector('.ending, .banner.turn') !== null"
MOVED = """at => document.querySelector('.ending') || !document.querySelector('.banner.turn')
    || document.querySelectorAll('#story li').length !== at"""


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
    while not any(person.page.locator(".ending").count() for person in people):
        assert turns < 300, "this game does not come to an end"
        for person in (ann, bob):
            page = person.page
            if page.evaluate(READY) and not page.locator(".ending").count():
                at = page.evaluate("() => document.querySelectorAll('#story li').length")
                if turns == 4:
                    for seen in (ann.page, eve.page):
                        seen.wait_for_timeout(1500)  # until every number has risen and faded
                        expect(seen.locator(".float-word")).to_have_count(0)
                        assert_accessible(seen)
                    assert_fits(bob.page)
                turns += 1
                play(page)
                page.wait_for_function(MOVED, arg=at)
        assert eve.page.locator(secret).count() == 0
        ann.page.wait_for_timeout(20)
    outcome = ann.page.locator(".banner.over").inner_text()
    for person in people:
        expect(person.page.locator(".banner.over")).to_have_text(outcome)
        assert person.page.locator("#board .generic").count() == 0
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
            person.page.wait_for_function(
                "n => document.querySelectorAll('.to-be-placed').length < n", arg=left, timeout=20_000
            )
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


# --- Creature Wars ---


def duel(page: Page) -> None:
    """Plays a lit card of the hand, or answers a witch's question: with a card, or with a word."""
    page.locator(".cw-answers .playable, .cw-answer, .cw-hand .playable").last.click()


def test_creature_wars_is_played_card_by_card(browser: Browser, house: House) -> None:
    play_out(house, browser, "creature_wars", {"hp": 6}, duel, ".playable, .cw-answer, .cw-hand.own")


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
