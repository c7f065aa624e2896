"""Duels in a real browser: at a desk, on a phone, by keys alone, and watched."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from rumpus.core.position import SeenEvent
from rumpus.core.words import facts
from rumpus.games.creature_wars.events import EVENTS
from rumpus.testing.browsers import PageUser, next_to_play
from tests.web.local_server import LocalServer
from tests.web.scenarios import play_at_desk_and_phone, press, table_of


def duel(page: Page) -> None:
    """Lifts a lit card of the hand, or an answer to a witch's question, and sends it by the button."""
    page.locator(".cw-answer, .cw-hand .playable").last.click()
    page.locator(".cw-tray .main-button:not([aria-disabled])").click()


def test_creature_wars_is_played_card_by_card(browser: Browser, service: LocalServer) -> None:
    play_at_desk_and_phone(service, browser, "creature_wars", {"hp": 6}, duel, ".playable, .cw-answer, .cw-hand")


def test_creature_wars_by_keyboard_alone(browser: Browser, service: LocalServer) -> None:
    def by_keys(page: Page) -> None:
        page.keyboard.press("b")
        expect(page.locator(".playable:focus-visible, .cw-answer:focus-visible")).to_have_count(1)
        page.keyboard.press("ArrowRight")
        if not page.evaluate("document.activeElement.matches('.playable, .cw-answer')"):
            page.keyboard.press("b")
        page.keyboard.press("Enter")
        expect(page.locator(".cw-tray .chosen:focus")).to_have_count(1)
        page.keyboard.press("Enter")

    ann = PageUser(browser, service.url, calm=True)
    ann.go(table_of(service, "creature_wars", {"hp": 6}, "random")[1])
    while next_to_play([ann]):
        ann.does(by_keys)
    expect(ann.page.locator(".ending header p")).to_contain_text(re.compile("You win|Bix wins|draw"))
    ann.close()


def test_the_gold_frame_is_round_the_card_that_won_though_it_was_the_weaker(
    browser: Browser, service: LocalServer
) -> None:
    ann = PageUser(browser, service.url, calm=True)
    page = ann.go(table_of(service, "creature_wars", {}, "random")[1])
    page.wait_for_selector(".cw-hand.own")
    seen = [
        SeenEvent("turn", [1, 0]),
        SeenEvent("plays", [0, "Lvl.2 Fire Wolf {2}"]),
        SeenEvent("plays", [1, "Lvl.6 Holy Giant {4}"]),
        SeenEvent("powers", [0, 4, 10]),
        SeenEvent("fate", [1, "Lvl.6 Holy Giant {4}", 1]),
        SeenEvent("fate", [0, "Lvl.2 Fire Wolf {2}", 2]),
    ]
    events = [[one.kind, facts(one, EVENTS)] for one in seen]
    page.evaluate(
        """async (events) => {
            const { gameInfo } = await import("/static/js/ui/games.js");
            const { board } = await import((await gameInfo("creature_wars")).drawing);
            const { h, memo, morph } = await import("/static/js/ui/dom.js");
            const seat = { hp: 20, "full hp": 30, won: 0, lost: 0, charges: [], cards: 0, hand: [] };
            const view = { turn: 2, duel: [null, null], deck: 9, seats: [seat, seat] };
            Object.assign(view, { "in force": [], dates: [], graveyard: [], removed: [] });
            const story = events.map(([kind, facts]) => ({ kind, facts, text: "" }));
            const names = ["Ann", "Bob"];
            const tools = { h, memo, story, lines: [], state: {}, viewer: 0, you: 0, names, called: names };
            Object.assign(tools, { waiting: [], mark: () => null, topic: () => null, after: () => {} });
            Object.assign(tools, { person: () => null, colour: () => "red", motion: {}, redraw: () => {} });
            morph(document.querySelector("#board"), board(view, [], tools));
        }""",
        events,
    )
    expect(page.locator(".cw-slot.won")).to_contain_text("Wolf")
    expect(page.locator(".cw-slot.won")).to_contain_text("you win by magic")
    expect(page.locator(".cw-slot.fell")).to_contain_text("Giant")
    expect(page.locator(".cw-news")).to_contain_text("Your Wolf beat Bob’s Giant by magic.")
    ann.close()


def test_creature_wars_says_why_a_card_cannot_be_played_and_opens_the_graveyard(
    browser: Browser, service: LocalServer
) -> None:
    """Lilith forbids cards of level 6 or more, so the other Liliths of a hand are stuck in it."""
    link, own_link = table_of(service, "creature_wars", {"witches": ["Lilith's Witch"], "witch_cards": 30, "hp": 99})
    ann, bob = PageUser(browser, service.url), PageUser(browser, service.url, phone=True, calm=True)
    bob.go(link).get_by_role("button", name="Sit here").tap()
    page = ann.go(own_link)
    said = page.locator(".cw-hand .is-witch").first.get_attribute("aria-label") or ""
    assert "level 6 or more" in said, "who only hears of a card hears what it does"
    stuck = ".cw-hand .is-witch.greyed"
    for _ in range(24):
        for person in (ann, bob):
            person.page.wait_for_selector("main[data-asked]")
        if page.locator(stuck).count():
            break
        turn = int(page.locator(".phase").inner_text().split()[1])
        witch = page.locator(".cw-hand .is-witch.playable").count()
        card = ".cw-hand .is-witch.playable" if witch else ".cw-hand .playable"
        press(page, card)  # by keys alone: once lifts it, twice sends it
        page.keyboard.press("Enter")
        expect(page.locator(".cw-slot .sealed, .cw-slot .shown").first).to_be_visible()
        bob.does(duel)
        # A card that is the only option commits itself, so more than one turn may pass.
        page.wait_for_function(
            "turn => parseInt(document.querySelector('.phase').textContent.slice(5)) > turn", arg=turn
        )
    page.wait_for_selector(f"{stuck}[data-no]")
    press(page, stuck)
    expect(page.locator(".cw-reading .cw-why")).to_contain_text("Lilith")
    expect(page.locator(".cw-tray .main-button:not([aria-disabled])")).to_have_count(0)
    expect(page.locator(".cw-magic")).to_contain_text("Cards of level 6 or more cannot be played")
    page.locator("button.cw-pile").first.click()
    expect(page.locator(".cw-opened .cw-card").first).to_be_visible()
    page.locator(".cw-close").click()
    expect(page.locator(".cw-opened")).to_have_count(0)
    ann.close()
    bob.close()


def test_a_card_says_what_it_may_win_and_cost_before_it_is_sent(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, phone=True, calm=True)
    page = ann.go(table_of(service, "creature_wars", {}, "random")[1])
    page.wait_for_selector("main[data-asked]")
    expect(page.locator(".cw-how")).to_contain_text("The higher power wins. The loser’s card costs its base in HP")
    cards = page.locator(".cw-hand .playable")
    for place in range(cards.count()):
        card = cards.nth(place)
        chance = card.locator(".cw-wins").text_content() or ""
        assert re.fullmatch(r"(wins|survives) \d+ %", chance)
        card.tap()
        button = page.locator(".cw-tray .main-button")
        expect(button).to_contain_text(chance)
        expect(button).to_contain_text(re.compile(r"(−\d+ HP|costs nothing) if (it loses|she is killed)"))
        expect(button).to_contain_text("Send")
        expect(page.locator(".cw-reading")).to_contain_text("Power")
    page.reload()
    expect(page.locator(".cw-hand .chosen")).to_have_count(1)  # the half-made move is still there
    ann.close()


OPENED_AFTER = """async (lines) => {
    const { gameInfo } = await import("/static/js/ui/games.js");
    const { board } = await import((await gameInfo("creature_wars")).drawing);
    const { h, memo } = await import("/static/js/ui/dom.js");
    const seat = { hp: 20, "full hp": 30, won: 0, lost: 0, charges: [], cards: 0, hand: [] };
    const view = { turn: 2, duel: [null, null], deck: 9, seats: [seat, seat] };
    Object.assign(view, { "in force": [], dates: [], graveyard: [], removed: [] });
    const names = ["Ann", "Bob"];
    const state = { open: "graveyard" };
    const tools = { h, memo, story: [], lines, state, viewer: 0, you: 0, names, called: names, waiting: [] };
    Object.assign(tools, { mark: () => null, topic: () => null, after: () => {}, person: () => null });
    board(view, [], Object.assign(tools, { colour: () => "red", motion: {}, redraw: () => {} }));
    return state.open;
}"""


def test_an_open_pile_closes_when_something_happens(browser: Browser, service: LocalServer) -> None:
    ann = PageUser(browser, service.url, calm=True)
    page = ann.lobby()
    assert page.evaluate(OPENED_AFTER, []) == "graveyard"
    assert page.evaluate(OPENED_AFTER, [{"kind": "turn", "facts": {"turn": 2}, "text": ""}]) == ""
    ann.close()
