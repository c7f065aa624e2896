"""The layout of the duel, measured in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rumpus.core.catalogue import find_game
from rumpus.games.creature_wars.rules.names import NAMES
from rumpus.testing.browsers import PageUser, settle, storage_script
from tests.web.local_server import LocalServer
from tests.web.replay_frames import Decision, random_game, write_table
from tests.web.scenarios import table_of

WATCH_HEIGHT = """() => {
    window.tallest = 0;
    const look = () => {
        window.tallest = Math.max(window.tallest, document.documentElement.scrollHeight - innerHeight);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_cards_that_fly_away_do_not_make_the_page_longer(browser: Browser, service: LocalServer, phone: bool) -> None:
    ann = PageUser(browser, service.url, phone=phone)
    ann.context.add_init_script(storage_script("settings", {"pace": "slow"}))
    page = ann.go(table_of(service, "creature_wars", {}, "random")[1])
    page.wait_for_selector("main[data-asked]")
    page.evaluate(WATCH_HEIGHT)
    for _ in range(6):
        assert ann.decide()
        page.wait_for_timeout(700)
    assert page.evaluate("window.tallest") == 0
    ann.close()


CUT_NAMES = """(names) => {
    const card = document.querySelector(".cw-hand .cw-name:has(.cw-own-name:only-child, .cw-own-name + small)");
    const short = (name) => name.replace(/^The /, "").replace(/ Witch$/, "").replace(/^Witch (of the|of|Who)? ?/, "");
    const found = [];
    for (const name of names.map(short)) {
        card.classList.toggle("long", name.length > 8);
        card.querySelector(".cw-own-name").textContent = name;
        if (card.scrollWidth > card.clientWidth || card.scrollHeight > card.clientHeight + 1) found.push(name);
    }
    return found;
}"""

OUTSIDE = """() => [...document.querySelectorAll(".cw-slot .cw-symbol")].map((sign) => {
    const [one, card] = [sign.getBoundingClientRect(), sign.closest(".cw-card").getBoundingClientRect()];
    return one.bottom > card.bottom || one.right > card.right + 4 ? one.bottom - card.bottom : 0;
}).filter(Boolean)"""


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalServer, str, int]]:
    """A finished table, and the link to its last decision."""
    game = find_game("creature_wars")
    options = game.options()
    moves, _ = random_game(game, options)
    service = LocalServer(Path(tmp_path_factory.mktemp("film")))
    write_table(service.store, "film", game, options, Decision(moves, 0))
    late = len(moves) - 1
    link = write_table(service.store, "late", game, options, Decision(moves[:late], moves[late][0]))
    service.start()
    yield service, link, len(moves)
    service.close()


def test_a_phone_shows_whole_names_and_type_signs(browser: Browser, film: tuple[LocalServer, str, int]) -> None:
    service, link, _ = film
    ann = PageUser(browser, service.url, phone=True, calm=True)
    page = ann.go(link)
    page.wait_for_selector(".cw-hand .cw-name")
    for height in range(844, 640, -12):
        page.set_viewport_size({"width": 390, "height": height})
        settle(page)
        assert page.evaluate(OUTSIDE) == [], height
    page.set_viewport_size({"width": 390, "height": 844})
    cut = page.evaluate(CUT_NAMES, [name for tier in NAMES for name in tier])
    assert not cut, cut
    ann.close()


def test_a_replay_keeps_the_ring_of_types_and_has_a_long_slider(
    browser: Browser, film: tuple[LocalServer, str, int]
) -> None:
    service, _, moves = film
    for width, height, phone in ((1366, 768, False), (390, 844, True)):
        ann = PageUser(browser, service.url, phone=phone, calm=True)
        ann.page.set_viewport_size({"width": width, "height": height})
        page = ann.go("/r/film?seat=0&at=0")
        page.wait_for_selector(".boards .cw")
        settle(page)
        slider = page.locator(".replay-bar input[type=range]").bounding_box()
        assert slider is not None
        assert slider["width"] > 0.9 * width
        caption = page.locator(".film > .strip p")
        assert caption.evaluate("node => node.scrollHeight <= node.clientHeight + 1"), caption.inner_text()
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        if not phone:
            assert page.locator(".cw-ring em:visible").count() == 4
        ann.go(f"/r/film?seat=0&at={moves // 2}")
        page.wait_for_selector(".boards .cw")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        ann.close()
