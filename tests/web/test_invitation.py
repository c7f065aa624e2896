"""Play a friend: from the lobby's card to the game, and what an invited person sees."""

from __future__ import annotations

import json

from playwright.sync_api import Browser, expect

from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_accessible, assert_fits, table_of


def test_a_friend_is_invited_in_one_step_and_the_clock_waits_for_the_newcomer(
    browser: Browser, service: LocalServer
) -> None:
    ann = PageUser(browser, service.url)
    ben = PageUser(browser, service.url, phone=True, newcomer=True)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ann.lobby("Ann")
    page.get_by_role("button", name="Play Cat Brawl with a friend").click()
    page.get_by_role("radio", name="30 seconds per move").check()
    assert_accessible(page)
    page.get_by_role("button", name="Create link").click()
    page.wait_for_selector(".room-how .cells")
    expect(page.locator(".room .primary")).to_have_text("Copy link")
    page.locator(".room .primary").click()
    expect(page.locator(".toast")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert_accessible(page)

    guest = ben.go(page.url.removeprefix(service.url))
    expect(guest.locator(".room-how .cells li")).to_have_count(6)
    room = guest.locator(".room")
    for words in ("Ann invites you to Cat Brawl", "30 seconds per move", "Be the last cat", "Standard rules"):
        expect(room).to_contain_text(words)
    assert guest.locator(".room-head img").evaluate("image => image.complete && image.naturalWidth > 0")
    assert_fits(guest)
    assert_accessible(guest)
    guest.get_by_role("button", name="Sit here").tap()
    sheet = guest.locator("dialog.how")
    expect(sheet).to_contain_text("How you win Cat Brawl")
    assert page.locator(".room").count() == 1, "the clock does not run while a guest reads"
    sheet.get_by_role("button", name="I’m ready").tap()
    for person in (ann, ben):
        person.page.wait_for_selector("main[data-asked] .clock")
    ann.close()
    ben.close()


def test_a_preset_is_one_tap_away(ann: PageUser) -> None:
    page = ann.lobby("Ann")
    page.get_by_role("button", name="Play Cat Brawl with a friend").click()
    page.get_by_role("button", name="Balanced").click()
    page.get_by_role("button", name="Create link").click()
    expect(page.locator(".house-rules")).to_contain_text("standard: 10")


def test_a_guest_reads_which_options_differ(browser: Browser, service: LocalServer) -> None:
    link, _ = table_of(service, "cat_brawl", {"exotic_shorthair.hp": 9, "win_hp": 15, "bonus_ability": "none"})
    ben = PageUser(browser, service.url)
    room = ben.go(link).locator(".room")
    changed = room.locator(".house-rules li")
    expect(changed).to_have_text(
        [
            "Exotic Shorthair: HP 9 (standard: 10)",
            "Second ability: none (standard: one each, in secret)",
            "HP to win: 15 (standard: 20)",
        ],
        use_inner_text=True,
    )
    expect(room).to_contain_text("No clock")
    ben.close()


def test_games_for_one_have_no_friends_button(ann: PageUser, service: LocalServer) -> None:
    page = ann.lobby()
    games = json.loads(service.get("/api/games")[1])["games"]
    several = [game["title"] for game in games if max(game["seats"]) > 1]
    expect(page.get_by_role("button", name="with a friend")).to_have_count(len(several))
