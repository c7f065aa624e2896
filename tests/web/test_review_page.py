"""A review in the browser: asked for at the end, shown with its curve, and each moment on the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rumpus.core.catalogue import find_game
from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer
from tests.web.replay_frames import Decision, random_game, token, write_table
from tests.web.scenarios import assert_accessible

pytestmark = pytest.mark.browser


def test_a_game_is_reviewed_watched_and_tried_again(browser: Browser, tmp_path: Path) -> None:
    game = find_game("defend_the_city")
    options = game.options({"stamina": 12, "enemies": 1, "stand_offs": 1})
    made, _ = random_game(game, options)
    service = LocalServer(tmp_path)
    write_table(service.store, "over", game, options, Decision(made, 0))
    service.start()
    ann = PageUser(browser, service.url, calm=True)
    page = ann.go(f"/t/over#{token(0)}")
    page.get_by_role("button", name="Review the game").click()
    page.wait_for_selector(".review-curve", timeout=120_000)
    expect(page.locator(".review-summary")).not_to_be_empty()
    expect(page.locator(".review-fortune")).to_contain_text("Luck")
    assert_accessible(page)
    page.get_by_role("link", name="Watch it").first.click()
    page.wait_for_selector(".review-marks i", timeout=120_000)
    assert_accessible(page)
    page.go_back()
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="Retry from here").first.click()
    page.wait_for_selector("main[data-asked]")
    assert "/t/over" not in page.url
    ann.close()
    service.close()
