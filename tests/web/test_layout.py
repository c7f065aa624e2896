"""Layout of the page around every drawing: nothing is cut off, and the page never grows."""

from __future__ import annotations

import contextlib

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from rumpus.testing.browsers import PageUser, next_to_play
from tests.catalogue import GAMES
from tests.web.local_server import LocalServer
from tests.web.scenarios import assert_fits, table_of

FIRST_NOTE_MS = 1500
"""Time for the first note to appear, also on a busy machine."""
REST_MS = 5000
TALLER = "document.documentElement.scrollHeight - innerHeight"


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_every_table_is_exactly_as_tall_as_the_window(browser: Browser, service: LocalServer, phone: bool) -> None:
    ann = PageUser(browser, service.url, phone=phone, calm=True)
    for game in GAMES:
        others = ["random"] * (game.seat_counts()[0] - 1)
        page = ann.go(table_of(service, game.name, {}, *others)[1] if others else f"/learn/{game.name}")
        page.wait_for_selector("main[data-asked]")
        assert page.evaluate(TALLER) == 0, game.name
    ann.close()


COVERED_BY_A_NOTE = """() => {
    const note = document.querySelector(".meeting:not([data-waits])")?.getBoundingClientRect();
    if (!note) return null;
    const figures = ".dc-fighter, .cw-slot, .cb-seat, .bp-pile, .bp-fits, .bp-pool, .ul-token, "
        + "[data-essential], .table button, .strip";
    const cut = note.left < -1 || note.right > innerWidth + 1 || note.top < -1 || note.bottom > innerHeight + 1;
    return [...document.querySelectorAll(figures)]
        .map((node) => [node, node.getBoundingClientRect()])
        .filter(([node, box]) => box.width && node.checkVisibility({ visibilityProperty: true })
            && Math.min(box.right, note.right) - Math.max(box.left, note.left) > 1
            && Math.min(box.bottom, note.bottom) - Math.max(box.top, note.top) > 1)
        .map(([node]) => node.getAttribute("class") || node.tagName)
        .concat(cut ? ["the edge of the screen"] : []);
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(
    ("game", "options"),
    [("battle_puno", {}), ("cat_brawl", {"players": 2}), ("defend_the_city", {"versus": True}), ("ultimatum", {})],
    ids=["battle_puno", "cat_brawl", "defend_the_city", "ultimatum"],
)
def test_a_note_on_something_new_covers_no_figure(
    browser: Browser, service: LocalServer, game: str, options: dict[str, object], phone: bool
) -> None:
    ann = PageUser(browser, service.url, phone=phone, calm=True)
    if not phone:
        ann.page.set_viewport_size({"width": 1366, "height": 768})
    page = ann.go(table_of(service, game, options, "random")[1])
    notes = 0
    for _ in range(6):
        for _ in range(4):
            page.wait_for_timeout(400 if notes else FIRST_NOTE_MS)
            if page.evaluate(COVERED_BY_A_NOTE) is None:
                break
            with contextlib.suppress(PlaywrightTimeout):  # the page makes room in the next frames
                page.wait_for_function(f"() => !(({COVERED_BY_A_NOTE})() || []).length", timeout=REST_MS)
            covered = page.evaluate(COVERED_BY_A_NOTE)
            assert not covered, (page.locator(".meeting").inner_text(), covered)
            notes += 1
            assert page.evaluate(TALLER) == 0
            page.get_by_role("button", name="Got it").click()
        if not ann.decide():
            break
    assert notes, "nothing was introduced"
    ann.close()


WHOLE_REQUEST = """() => [...document.querySelectorAll(".strip.request, .strip.request p")]
    .every((node) => node.scrollHeight <= node.clientHeight + 1)"""
"""The strip grows in the frame after its text."""


def test_a_phone_shows_the_whole_request_to_take_back_a_move(browser: Browser, service: LocalServer) -> None:
    tables: list[tuple[str, dict[str, object]]] = [("battle_puno", {"players": 2}), ("ultimatum", {"squad": 1})]
    for game, options in tables:
        link, own_link = table_of(service, game, options)
        ann = PageUser(browser, service.url, phone=True, calm=True)
        bob = PageUser(browser, service.url, phone=True, calm=True)
        ann.go(own_link)
        bob.lobby("Bartholomew the Elder")
        bob.go(link).get_by_role("button", name="Sit here").tap()
        while True:
            mover = next_to_play((ann, bob))[0]
            assert mover.decide()
            if mover is bob:
                break
        bob.page.locator("[aria-label='Take back my last move']").tap()
        request = ann.page.locator(".strip.request p")
        expect(request).to_contain_text("Bartholomew the Elder asks to take back a move")
        ann.page.wait_for_function(WHOLE_REQUEST)
        assert_fits(ann.page)
        ann.close()
        bob.close()
