"""Layout of the page around every drawing: nothing is cut off, and the page never grows."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from rumpus.testing.browsers import PageUser
from tests.catalogue import GAMES
from tests.web.local_server import LocalServer
from tests.web.scenarios import table_of

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
