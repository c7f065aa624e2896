"""The layout of the duel, measured in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from rumpus.testing.browsers import PageUser, storage_script
from tests.web.local_server import LocalServer
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
