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
    expect(page.locator(".review-fortune")).to_contain_text(" %")
    expect(page.locator(".review")).not_to_contain_text("After move")
    headings = page.locator(".review h3").all_inner_texts()
    assert headings == ["Key moments", "Winning chances"]
    expect(page.locator(".review-moments p").first).to_contain_text("Turn ")
    expect(page.locator(".review-axis")).to_have_text("turns")
    assert_accessible(page)
    points = page.locator(".review-point")
    assert points.count() > 2
    aim = points.nth(1).locator("title").text_content()
    points.nth(1).click()
    page.wait_for_url("**/r/over?*at=1*")
    expect(page.locator(".replay-bar output")).to_contain_text(str(aim).partition(":")[0], timeout=120_000)
    page.go_back()
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("link", name="Show on the board").first.click()
    page.wait_for_selector(".review-marks i", timeout=120_000)
    assert_accessible(page)
    page.go_back()
    page.get_by_role("button", name="Review the game").click()
    page.get_by_role("button", name="Retry from here").first.click()
    page.wait_for_selector("main[data-asked]")
    assert "/t/over" not in page.url
    ann.close()
    service.close()
