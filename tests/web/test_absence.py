"""Players who leave, and a network that goes: the strip says so and offers a way on, whatever one's own state."""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, expect

from rumpus.client import Client
from rumpus.testing.browsers import PageUser
from tests.web.local_server import LocalServer

GRACE_SECONDS = 10
"""The shortest that a table may have."""


def table_with_short_grace(service: LocalServer) -> tuple[str, str]:
    async def made() -> tuple[str, str]:
        async with Client(service.url) as client:
            await client.make("pigeons", ["me", "open"], "Ann", grace=GRACE_SECONDS)
            return f"/t/{client.table}", client.link.removeprefix(service.url)

    # The browser's own loop runs in this thread already.
    with ThreadPoolExecutor(1) as background:
        return background.submit(lambda: asyncio.run(made())).result()


@pytest.mark.parametrize("state", ["locked in", "to move", "asking to undo"])
def test_a_bot_takes_over_for_an_absent_player(browser: Browser, service: LocalServer, state: str) -> None:
    link, own = table_with_short_grace(service)
    ann, bob = PageUser(browser, service.url), PageUser(browser, service.url)
    ann.go(own)
    bob.go(link).get_by_role("button", name="Sit here").click()
    page = ann.page
    page.wait_for_selector("main[data-asked]")
    if state != "to move":
        ann.page.locator(".tray .option").first.click()
        expect(page.locator(".strip.sealed")).to_contain_text("Waiting for")
    if state == "asking to undo":
        page.get_by_role("button", name="Take back my last move").click()
        expect(page.locator(".strip")).to_contain_text("You asked to take back your move.")
    bob.close()
    strip = page.locator(".strip")
    if state != "to move":
        expect(strip).to_contain_text(re.compile(r"is away\. A bot can play in [1-9]\d? s\."))
    strip.get_by_role("button", name="Let a bot play").click()
    expect(page.locator(".presence")).to_contain_text("a bot is playing")
    if state == "to move":
        ann.page.locator(".tray .option").first.click()
    expect(page.locator("main[data-asked]")).to_be_visible()
    ann.close()


def test_a_network_that_goes_is_noticed_at_once(ann: PageUser) -> None:
    ann.lobby("Ann").get_by_role("button", name="Play Pigeons now").click()
    ann.page.wait_for_selector("main[data-asked]")
    ann.context.set_offline(True)
    expect(ann.page.locator(".strip.lost")).to_contain_text("Connection lost.", timeout=5000)
    ann.context.set_offline(False)
    expect(ann.page.locator(".strip.turn")).to_be_visible()
    ann.complaints.clear()
