"""The hand of cards on a phone, measured in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Browser

from rumpus.core.catalogue import find_game
from rumpus.core.position import Seat
from rumpus.table.match import Match
from rumpus.table.seat_view import offers_of
from rumpus.testing.browsers import PageUser, settle
from tests.web.local_server import LocalServer
from tests.web.replay_frames import PEOPLE, SEED, Decision, random_game, write_table
from tests.web.scenarios import foreign_fonts

COVERED = """() => {
    const faults = [];
    const box = document.querySelector(".bp-hand").getBoundingClientRect();
    for (const card of document.querySelectorAll(".bp-card.can")) {
        const { left, top, width, height } = card.getBoundingClientRect();
        for (const x of [0.1, 0.5, 0.9]) for (const y of [0.1, 0.5, 0.9]) {
            const at = [left + x * width, top + y * height];
            if (at[1] > box.bottom || at[1] < box.top) {
                faults.push(`${card.dataset.name} is scrolled away`);
                continue;
            }
            const there = document.elementFromPoint(...at)?.closest(".bp-card");
            if (there !== card && !there?.matches(".can"))
                faults.push(`${card.dataset.name} lies behind ${there?.dataset.name}`);
        }
    }
    return [...new Set(faults)];
}"""


def hands(least: int, most: int) -> Decision:
    """A decision with so many cards in hand, of which some can be played and some cannot."""
    game = find_game("battle_puno")
    options = game.options(seats=4)
    moves, _ = random_game(game, options)
    match = Match(game, options, SEED, PEOPLE[:4])
    done: list[tuple[Seat, object]] = []
    for seat, move in moves:
        hand = cast("list[str]", match.position.view(seat)["hand"])
        names = {offer.words for offer in offers_of(match, seat)}
        playable = sum(any(name == card or name.startswith(f"{card} ") for name in names) for card in hand)
        if least <= len(hand) <= most and 2 <= playable < len(hand) - 1:
            return Decision(moves[: len(done)], seat)
        match.play(seat, move)
        done.append((seat, move))
    raise AssertionError(f"no hand of {least} to {most} cards")


@pytest.mark.parametrize(("least", "most"), [(8, 9), (10, 14), (15, 40)])
def test_no_card_that_cannot_be_played_lies_before_one_that_can(
    browser: Browser, tmp_path: Path, least: int, most: int
) -> None:
    game = find_game("battle_puno")
    service = LocalServer(tmp_path)
    link = write_table(service.store, "a-full-hand", game, game.options(seats=4), hands(least, most))
    service.start()
    try:
        for width, height in ((390, 844), (360, 640)):
            ann = PageUser(browser, service.url, phone=True, calm=True)
            ann.page.set_viewport_size({"width": width, "height": height})
            page = ann.go(link)
            page.wait_for_selector(".bp-card.can")
            settle(page)
            assert page.evaluate(COVERED) == []
            ann.close()
    finally:
        service.close()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_no_sign_on_the_table_needs_a_font_of_the_system(browser: Browser, tmp_path: Path, phone: bool) -> None:
    game = find_game("battle_puno")
    service = LocalServer(tmp_path)
    link = write_table(service.store, "a-full-hand", game, game.options(seats=4), hands(15, 40))
    service.start()
    try:
        ann = PageUser(browser, service.url, phone=phone, calm=True)
        page = ann.go(link)
        page.wait_for_selector(".bp-card.can")
        page.get_by_role("button", name="Ask the coach for advice").click()
        page.wait_for_selector(".bp-bulb, .strip.advice")
        settle(page)
        assert page.locator(".bp-card[data-name$=skip], .bp-card[data-name$=reverse]").count()
        assert foreign_fonts(page, ".bp *, .bp-hand *") == set()
        ann.close()
    finally:
        service.close()


BEYOND = """([words]) => {
    document.querySelector(".bp-news").textContent = words;
    return [...document.querySelectorAll(".bp-fits, .bp-pool, .bp-deck, .bp-news")]
        .filter((node) => {
            const { left, right } = node.getBoundingClientRect();
            return left < -1 || right > innerWidth + 1;
        })
        .map((node) => node.className);
}"""


def test_a_long_caption_pushes_nothing_off_a_phone(browser: Browser, tmp_path: Path) -> None:
    game = find_game("battle_puno")
    service = LocalServer(tmp_path)
    link = write_table(service.store, "a-caption", game, game.options(seats=4), hands(8, 9))
    service.start()
    try:
        for width, height in ((390, 844), (360, 640)):
            ann = PageUser(browser, service.url, phone=True, calm=True)
            ann.page.set_viewport_size({"width": width, "height": height})
            page = ann.go(link)
            page.wait_for_selector(".bp-card.can")
            settle(page)
            for words in ("Bix: swapped hands with Cog", "Last round: −33 points for you. Bix: red, you draw 4"):
                assert page.evaluate(BEYOND, [words]) == [], (width, words)
            ann.close()
    finally:
        service.close()
