"""Latency from a click to the redrawn board, in Chromium on loopback. The move is committed in between.

python -m benchmarks.web_click          # on an otherwise idle server
python -m benchmarks.web_click --lab    # also while the lab plays a comparison, by turns
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import Browser, Page

from rumpus.core.catalogue import every_game, game_names
from rumpus.core.options import INT
from rumpus.testing.browsers import PageUser, open_browser
from tests.web.local_server import LocalServer

CLICKS = 16
"""Clicks per game."""
CLICK = """async () => {
    const main = document.querySelector("main");
    const before = main.dataset.at;
    const began = performance.now();
    document.querySelector(".option").click();
    while (main.isConnected && main.dataset.at === before) await new Promise((done) => setTimeout(done));
    await new Promise((done) => requestAnimationFrame(done));
    return performance.now() - began;
}"""
"""Ends when the next decision, or the board without one, is drawn."""


def lobby_bytes(person: PageUser) -> int:
    sizes: list[int] = []
    person.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    person.lobby("Ann")
    person.page.wait_for_load_state("networkidle")
    return sum(sizes)


def list_moves(page: Page) -> bool:
    """Waits for a decision and opens the list of moves. Returns False when the game is over."""
    page.wait_for_selector("main[data-asked], .ending")
    if page.locator(".ending").count():
        return False
    if not page.locator(".option").count():
        page.keyboard.press("o")
        page.wait_for_selector(".option, .option-group summary")
    if not page.locator(".option").count():
        page.locator(".option-group summary").first.click()
    page.wait_for_selector(".option")
    return True


def times_of(browser: Browser, service: LocalServer, game: str) -> list[float]:
    """Milliseconds of each click, over several games."""
    ann = PageUser(browser, service.url)
    times: list[float] = []
    while len(times) < CLICKS:
        ann.lobby("Ann").locator(f".game-{game} button.primary").click()
        ann.page.wait_for_url("**/t/*")
        while len(times) < CLICKS and list_moves(ann.page):
            times.append(ann.page.evaluate(CLICK))
    ann.close()
    return times


@contextmanager
def comparing(service: LocalServer) -> Iterator[None]:
    """Runs a comparison in the lab at two strengths, with one process each."""
    game, field = next(
        (game, field)
        for game in every_game(print)
        for field in game.fields
        if field.kind == INT and field.name != "players"
    )
    assert isinstance(field.default, int)
    request = {"kind": "compare", "game": game.name, "strengths": ["greedy", "normal"]}
    experiments = f"{service.url}/api/lab/inquiries"
    answer = httpx.post(experiments, json={**request, "changes": {field.name: field.default + 1}})
    name = answer.raise_for_status().json()["name"]
    try:
        yield
    finally:
        played = httpx.post(f"{experiments}/{name}/stop", json={}, timeout=30).raise_for_status().json()["done"]
        print(f"{'':<20} (the lab played {played} pairs meanwhile)")


def summary(times: list[float]) -> str:
    return f"median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms"


def main(lab: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # Bots pause, so that only the own move is measured.
        service = LocalServer(Path(folder), pause=0.4).start()
        try:
            with open_browser() as browser:
                ann = PageUser(browser, service.url)
                print(f"lobby page in all    {lobby_bytes(ann) / 1000:.0f} KB")
                ann.close()
                every: list[float] = []
                beside: list[float] = []
                for game in game_names():
                    times = times_of(browser, service, game)
                    every += times
                    print(f"{game:<20} {summary(times)}", flush=True)
                    if lab:
                        with comparing(service):
                            times = times_of(browser, service, game)
                        beside += times
                        print(f"{'beside the lab':<20} {summary(times)}", flush=True)
                print(f"click to own screen  {summary(every)} ({len(every)} clicks)")
                if lab:
                    print(f"beside the lab       {summary(beside)} ({len(beside)} clicks)")
        finally:
            service.close()


if __name__ == "__main__":
    main("--lab" in sys.argv)
